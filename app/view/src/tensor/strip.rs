//! Numbers as bits under their weights: a column for each power of two.

use ptxfp::internals::arith::Dyadic;

/// The columns of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Columns {
    /// The weight of the first column, as a power of two.
    pub top: i32,
    /// The weight of the last one.
    pub bottom: i32,
    /// The weight of the last one that is kept.
    pub grid: i32,
}

/// A bit, as it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bit {
    /// A bit that is kept.
    Kept(bool),
    /// A bit that is cut off.
    Cut(bool),
}

/// Bits in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StripView {
    /// The number of empty columns before the first bit.
    pub start: usize,
    /// Pieces of equal bits, each with its digits.
    pub pieces: Vec<(Bit, String)>,
    /// Whether bits follow that have no column.
    pub goes_on: bool,
}

/// The heads of the columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScaleView {
    /// The number of columns.
    pub n_columns: usize,
    /// The number of columns before the binary point, where that is among them.
    pub point: Option<usize>,
    /// The number of columns before the cut.
    pub cut: usize,
    /// Weights, each with its column.
    pub weights: Vec<(usize, i32)>,
}

/// The columns below the cut.
const BELOW: i32 = 2;
/// The distance between two weights in the head.
const EVERY: i32 = 8;

impl Columns {
    /// The columns for numbers, of which the largest ones decide.
    pub(super) fn of<'d>(numbers: impl Iterator<Item = &'d Dyadic>, grid: i32) -> Self {
        let top = numbers.filter_map(Dyadic::leading_exponent).max().unwrap_or(grid).max(grid);
        Self { top, bottom: grid - BELOW, grid }
    }

    /// The column of a weight.
    fn column(self, weight: i32) -> usize {
        usize::try_from(self.top - weight).unwrap_or(0)
    }

    /// The heads.
    pub(super) fn scale(self) -> ScaleView {
        let is_round = |weight: &i32| weight.rem_euclid(EVERY) == 0;
        // Neighboring labels would overlap.
        let is_free = |weight: &i32| (self.top - weight) > 2 && (weight - self.grid) > 2;
        let round = (self.bottom..=self.top).rev().filter(is_round).filter(is_free);
        let weights = [self.top].into_iter().chain(round).chain([self.grid]);
        ScaleView {
            n_columns: self.column(self.bottom) + 1,
            point: (self.bottom <= 0 && self.top >= 0).then(|| self.column(0) + 1),
            cut: self.column(self.grid) + 1,
            weights: weights.map(|weight| (self.column(weight), weight)).collect(),
        }
    }

    /// A number under its weights, from its highest bit to its lowest one, or to this weight if that is
    /// lower; what lies below `last_kept` is cut off.
    pub(super) fn strip(self, number: &Dyadic, lowest: i32, last_kept: i32) -> Option<StripView> {
        let leading = number.leading_exponent()?;
        let lowest = number.exponent().min(lowest).max(self.bottom);
        let mut pieces: Vec<(Bit, String)> = Vec::new();
        for weight in (lowest..=leading.min(self.top)).rev() {
            let index = u32::try_from(weight - number.exponent());
            let is_one = index.is_ok_and(|index| number.magnitude().bit(index));
            let bit = if weight < last_kept { Bit::Cut(is_one) } else { Bit::Kept(is_one) };
            let digit = if is_one { '1' } else { '0' };
            match pieces.last_mut() {
                Some((last, digits)) if *last == bit => digits.push(digit),
                _ => pieces.push((bit, digit.to_string())),
            }
        }
        Some(StripView {
            start: self.column(leading.max(self.bottom)),
            pieces,
            goes_on: number.exponent() < self.bottom,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_stand_under_their_weights() {
        // 5.625 is 101.101.
        let number = Dyadic::new(true, &45_u128.into(), -3);
        let columns = Columns::of([&number].into_iter(), -1);
        assert_eq!(columns, Columns { top: 2, bottom: -3, grid: -1 });
        let strip = columns.strip(&number, 0, -1).unwrap();
        let bits = |kept: &str, cut: &str| (kept.to_owned(), cut.to_owned());
        let of = |is_cut: bool| {
            let pieces = strip.pieces.iter();
            pieces
                .filter(|(bit, _)| matches!(bit, Bit::Cut(_)) == is_cut)
                .map(|(_, digits)| &**digits)
                .collect::<String>()
        };
        assert_eq!(bits(&of(false), &of(true)), bits("1011", "01"));
        assert_eq!((strip.start, strip.goes_on), (0, false));
        let scale = columns.scale();
        assert_eq!((scale.n_columns, scale.point, scale.cut), (6, Some(3), 4));
        assert_eq!(scale.weights, [(0, 2), (3, -1)]);
    }

    #[test]
    fn bits_far_below_have_no_column() {
        let small = Dyadic::new(false, &1_u128.into(), -40);
        let columns = Columns { top: 3, bottom: -12, grid: -10 };
        let strip = columns.strip(&small, 0, -10).unwrap();
        assert_eq!((strip.pieces.len(), strip.goes_on), (0, true));
        assert_eq!(columns.strip(&Dyadic::new(false, &0_u128.into(), 0), 0, -10), None);
    }
}
