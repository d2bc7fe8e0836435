//! Operands to try first: those where instructions tend to differ, the simplest first.

use alloc::vec::Vec;

use super::space::Cell;
use crate::bits::mask;
use crate::catalog::Type;
use crate::format::{FixedFormat, FloatFormat, Format, Specials};
use crate::order::push_new;

/// The values of a cell, the simplest first.
pub(super) fn of(cell: &Cell) -> Vec<u64> {
    let lists = cell.kinds.iter().map(|kind| of_kind(*kind, cell));
    let mut lists: Vec<_> = lists.map(Vec::into_iter).collect();
    let mut found = Vec::new();
    // The readings of the cell take turns, so that none comes late.
    loop {
        let mut is_done = true;
        for list in &mut lists {
            if let Some(bits) = list.next() {
                is_done = false;
                push_new(&mut found, bits & mask(cell.width.into()));
            }
        }
        if is_done {
            return found;
        }
    }
}

fn of_kind(kind: Type, cell: &Cell) -> Vec<u64> {
    let packing = kind.packing();
    let elements = match kind.format() {
        Format::Float(format) => float(format),
        Format::Fixed(format) => fixed(format),
    };
    if packing.width == cell.width {
        return elements;
    }
    // A whole register: a value in every lane, or in the lowest only.
    let mut registers = Vec::new();
    for bits in elements {
        let all = (0..packing.lanes).fold(0, |all, lane| packing.insert(all, lane, bits));
        push_new(&mut registers, all);
        push_new(&mut registers, packing.insert(0, 0, bits));
    }
    registers
}

/// A power of two, 0 where the format lacks it as a normal number.
fn power(format: &FloatFormat, exponent: i32) -> Option<u64> {
    let is_normal = (format.emin()..=format.emax()).contains(&exponent);
    let field = u64::try_from(exponent + format.bias).ok().filter(|_| is_normal)?;
    Some(field << format.trailing_width())
}

/// Adds half of the trailing significand's range to a magnitude, if the format has such a number.
fn half_more(format: &FloatFormat, bits: Option<u64>) -> Option<u64> {
    Some(bits? | half(format))
}

/// The highest bit of the trailing significand.
fn half(format: &FloatFormat) -> u64 {
    (1 << format.trailing_width()) >> 1
}

/// 1, 0, 2, ½; the neighbors of 1, and numbers whose sum with 1 is a tie or near one.
fn about_one(format: &FloatFormat) -> [Option<u64>; 25] {
    let power = |exponent| power(format, exponent);
    let up = |bits: Option<u64>| bits.and_then(|bits| format.next_up(bits));
    let down = |bits: Option<u64>| bits.and_then(|bits| format.next_down(bits));
    let more = |bits| half_more(format, bits);
    let precision = i32::from(format.precision);
    let one = Some(format.one());
    [
        one,
        format.subnormals.then_some(0),
        power(1),
        power(-1),
        more(one),
        more(power(1)),
        power(-precision),
        more(power(-precision)),
        up(power(-precision)),
        down(power(-precision)),
        up(one),
        down(one),
        power(1 - precision),
        more(power(1 - precision)),
        power(-precision - 1),
        power(2),
        power(-2),
        power(3),
        more(power(2)),
        more(power(-1)),
        up(more(one)),
        down(more(one)),
        up(up(one)),
        down(down(one)),
        power(precision - 1),
    ]
}

/// Infinities, NaNs, subnormals and the ends of the range.
fn special(format: &FloatFormat) -> [Option<u64>; 16] {
    let half = half(format);
    let infinity = format.infinity();
    let quiet = infinity.map(|infinity| infinity | half);
    let is_signaling = format.trailing_width() > 1;
    let (min, max) = (format.min_normal(), format.max_finite());
    let subnormal = |bits: u64| (format.subnormals && bits < min).then_some(bits);
    [
        infinity,
        format.canonical_nan.map(|bits| bits & format.magnitude_mask()),
        infinity.map(|infinity| infinity | 1).filter(|_| is_signaling),
        format.min_subnormal(),
        subnormal(min.saturating_sub(1)),
        Some(min),
        format.next_up(min),
        Some(max),
        format.next_down(max),
        quiet,
        quiet.map(|bits| bits | 1),
        infinity.map(|infinity| infinity | (half.max(1) - 1)).filter(|_| is_signaling),
        subnormal(half),
        subnormal(3),
        half_more(format, Some(min)),
        power(format, format.emax()),
    ]
}

/// Larger and smaller powers of two, and their neighbors.
fn powers(format: &FloatFormat) -> [Option<u64>; 20] {
    let power = |exponent| power(format, exponent);
    let precision = i32::from(format.precision);
    let limit = power(precision);
    [
        power(precision - 1).and_then(|bits| format.next_up(bits)),
        limit,
        limit.and_then(|bits| format.next_up(bits)),
        limit.and_then(|bits| format.next_down(bits)),
        power(precision + 1),
        power(8),
        power(15),
        power(16),
        power(31),
        power(32),
        power(63),
        power(64),
        power(format.emin() / 2),
        power(format.emin() / 2 - 1),
        power(format.emax() / 2),
        power(format.emax() / 2 + 1),
        power(-14),
        power(-24),
        power(-25),
        power(format.emin() + precision),
    ]
}

fn float(format: &FloatFormat) -> Vec<u64> {
    /// The number of magnitudes that come before their negatives.
    const N_POSITIVE: usize = 16;
    let magnitudes = about_one(format).into_iter().chain(special(format)).chain(powers(format));
    let magnitudes: Vec<u64> = magnitudes.flatten().collect();
    let mut found = Vec::new();
    let negatives = magnitudes.iter().map(|bits| bits | format.sign_mask());
    let mut negatives = negatives.collect::<Vec<_>>().into_iter();
    for (index, bits) in magnitudes.iter().enumerate() {
        push_new(&mut found, *bits);
        if index >= N_POSITIVE {
            negatives.next().into_iter().for_each(|bits| push_new(&mut found, bits));
        }
    }
    negatives.for_each(|bits| push_new(&mut found, bits));
    if format.specials == Specials::None && format.width <= 8 {
        (0..=mask(format.width.into())).for_each(|bits| push_new(&mut found, bits));
    }
    found
}

fn fixed(format: &FixedFormat) -> Vec<u64> {
    let width = u32::from(format.width);
    let one = 1_u64 << format.fraction;
    let mut found = Vec::new();
    for bits in [one, 0, one << 1, one + 1, mask(width), format.max(), format.min(), 3, 7] {
        push_new(&mut found, bits & mask(width));
    }
    for exponent in 0..width {
        for bits in [(1_u64 << exponent).wrapping_add(1), (1 << exponent) - 1, 1 << exponent] {
            push_new(&mut found, bits & mask(width));
        }
    }
    for bits in found.clone() {
        if format.signed {
            push_new(&mut found, bits.wrapping_neg() & mask(width));
        }
    }
    found
}

/// Every choice of values for cells, simple ones first: an odometer over choices whose largest
/// digit is 0, then 1, and so on.
#[derive(Clone, Debug, Default)]
pub(super) struct Choices {
    /// The number of values of each cell.
    sizes: Vec<usize>,
    digits: Vec<usize>,
    largest: usize,
    is_started: bool,
}

/// The largest number of choices; beyond it, the last values of cells are left out.
const MAX_CHOICES: u64 = 1 << 20;

impl Choices {
    pub(super) fn new(counts: &[usize]) -> Self {
        let product = |limit: usize| {
            let sizes = counts.iter().map(|count| (*count).min(limit).max(1) as u64);
            sizes.fold(1_u64, u64::saturating_mul)
        };
        let longest = counts.iter().copied().max().unwrap_or(1).max(1);
        let limit = (1..=longest).rev().find(|limit| product(*limit) <= MAX_CHOICES).unwrap_or(1);
        let sizes = counts.iter().map(|count| (*count).min(limit).max(1)).collect();
        let digits = alloc::vec![0; counts.len()];
        Self { sizes, digits, largest: 0, is_started: false }
    }

    /// Returns the number of choices.
    pub(super) fn count(&self) -> u64 {
        self.sizes.iter().fold(1, |product, size| product.saturating_mul(*size as u64))
    }

    /// The next choice: the index of a value for each cell.
    pub(super) fn next(&mut self) -> Option<&[usize]> {
        if !self.is_started {
            self.is_started = true;
            return Some(&self.digits);
        }
        loop {
            if !self.advance() {
                self.largest += 1;
                if self.sizes.iter().all(|size| *size <= self.largest) {
                    return None;
                }
                self.digits.fill(0);
                // With a single cell, no digit below the largest one is new.
                if let [only] = self.digits.as_mut_slice() {
                    *only = self.largest;
                    return Some(&self.digits);
                }
            }
            if self.digits.contains(&self.largest) {
                return Some(&self.digits);
            }
        }
    }

    /// Counts on, with digits up to the largest one; false at the end.
    fn advance(&mut self) -> bool {
        // The last operand changes first, so that the first ones stay simple.
        for (digit, size) in self.digits.iter_mut().zip(&self.sizes).rev() {
            if *digit < self.largest && *digit + 1 < *size {
                *digit += 1;
                return true;
            }
            *digit = 0;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{Choices, float};
    use crate::format::table;
    use alloc::collections::BTreeSet;
    use alloc::vec::Vec;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn every_choice_comes_once_and_simple_ones_first() {
        for sizes in [&[][..], &[1], &[5], &[3, 4], &[2, 1, 3], &[4, 4, 4]] {
            let mut choices = Choices::new(sizes);
            let mut seen = BTreeSet::new();
            let mut largest = Vec::new();
            while let Some(choice) = choices.next() {
                assert!(choice.iter().zip(sizes).all(|(digit, size)| digit < size));
                largest.push(choice.iter().copied().max());
                assert!(seen.insert(choice.to_vec()), "{sizes:?}: {choice:?} twice");
            }
            let product: usize = sizes.iter().product();
            assert_eq!((seen.len(), choices.count()), (product, product as u64), "{sizes:?}");
            assert!(largest.is_sorted(), "{sizes:?}");
        }
        assert!(Choices::new(&[200; 5]).count() <= super::MAX_CHOICES);
    }

    #[test]
    fn every_format_has_edges_of_its_own() {
        for format in table::FLOATS {
            let edges = float(format);
            let all = edges.iter().all(|bits| bits & !crate::bits::mask(format.width.into()) == 0);
            assert!(all && edges.len() >= 8, "{}", format.name);
            assert_eq!(edges[0], format.one());
        }
    }
}
