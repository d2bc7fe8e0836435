//! The error of longer sums, as it grows with the number of products.

use ptxfp::explore::long_sum::{Errors, LongSum, N_SUMS, Numbers, Sums};
use ptxfp::format::Format;
use ptxfp::format::table::F32;
use ptxfp::link::TensorState;
use ptxfp::tensor::{Mma, Tensor};
use ptxfp::text::RelativeError;

use crate::label::Position;
use crate::number::with_minus;

/// The errors of longer sums.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LongerView {
    /// The instruction, the target and the numbers that they are for.
    pub key: (String, &'static str, bool),
    /// The numbers of products, along the lower edge.
    pub lengths: Vec<(Position, String)>,
    /// The powers of ten, along the left edge, from the top.
    pub powers: Vec<(Position, String)>,
    /// The ways to add.
    pub curves: Vec<CurveView>,
    /// The description of the drawing, in a sentence.
    pub label: String,
    /// How the numbers are made, in a sentence.
    pub note: String,
}

/// The errors of one way to add.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CurveView {
    /// The way: `promoted after 128 products`.
    pub name: String,
    /// The error at the end.
    pub end: String,
    /// The points, from the left and from the top.
    pub points: Vec<[Position; 2]>,
}

/// The largest number of products.
const LONGEST: usize = 4096;
/// The numbers of products after which sums are promoted: those of DeepSeek-V3 and four times that.
const PROMOTED: [usize; 2] = [512, 128];
/// The number of parts of a split K.
const SPLIT: usize = 4;
/// The length of an axis.
const WHOLE: i64 = 10_000;

/// The errors for an instruction on its target; `None` where nothing is known, or all is exact.
pub(super) fn longer(state: &TensorState, is_signed: bool) -> Option<LongerView> {
    let key = key(state, is_signed);
    let tensor = Tensor::new(&state.mma, &state.context).ok()?;
    let numbers = if is_signed { Numbers::Signed } else { Numbers::Positive };
    let sum = LongSum::new(&state.mma, &tensor, numbers, LONGEST / state.mma.k.max(1))?;
    let all: Vec<_> = ways(&state.mma)
        .into_iter()
        .map(|(name, sums)| (name, sum.errors(sums)))
        .filter(|(_, errors)| errors.iter().any(|(_, error)| error.is_some()))
        .collect();
    let exponents = all.iter().flat_map(|(_, errors)| errors).filter_map(|it| it.1.as_ref());
    let exponents: Vec<_> = exponents.map(|error| error.exponent).collect();
    let (top, bottom) = (exponents.iter().max()? + 1, *exponents.iter().min()?);
    let lengths: Vec<usize> = all.first()?.1.iter().map(|(length, _)| *length).collect();
    let across = |index: usize| {
        let n = i64::try_from(lengths.len()).unwrap_or(1) - 1;
        position(i64::try_from(index).unwrap_or(0) * WHOLE, n.max(1))
    };
    let down = |thousandths: i64| {
        position((i64::from(top) * 1000 - thousandths) * WHOLE, i64::from(top - bottom) * 1000)
    };
    let curve = |(name, errors): &(String, Errors)| {
        let points = errors.iter().enumerate().filter_map(|(index, (_, error))| {
            Some([across(index), down(logarithm(error.as_ref()?))])
        });
        let end = errors.last().and_then(|(_, error)| error.as_ref());
        CurveView {
            name: name.clone(),
            end: end.map_or_else(|| String::from("0"), magnitude),
            points: points.collect(),
        }
    };
    let curves: Vec<_> = all.iter().map(curve).collect();
    let last = lengths.last().map_or_else(String::new, ToString::to_string);
    let ends: Vec<_> =
        curves.iter().map(|curve| [&*curve.name, ": ", &curve.end].concat()).collect();
    let step = usize::from(lengths.len() > 5) + 1;
    let named = lengths.iter().enumerate().rev().step_by(step);
    let power = |exponent: i32| {
        let text = match exponent {
            0 => String::from("1"),
            _ => ["1e", &with_minus(&exponent.to_string())].concat(),
        };
        (down(i64::from(exponent) * 1000), text)
    };
    Some(LongerView {
        key,
        lengths: named.map(|(index, length)| (across(index), length.to_string())).collect(),
        powers: (bottom..=top).rev().map(power).collect(),
        label: ["The relative error of a sum of ", &last, " products: ", &ends.join(", ")].concat(),
        curves,
        note: note(is_signed, exact_up_to(&all)),
    })
}

/// The instruction, the target and the numbers of a drawing.
pub(super) fn key(state: &TensorState, is_signed: bool) -> (String, &'static str, bool) {
    (state.mma.to_string(), state.context.target.name, is_signed)
}

/// The number of products up to which no way has an error.
fn exact_up_to(all: &[(String, Errors)]) -> Option<usize> {
    let first = |errors: &Errors| {
        errors.iter().position(|(_, error)| error.is_some()).unwrap_or(errors.len())
    };
    let count = all.iter().map(|(_, errors)| first(errors)).min()?;
    Some(all.first()?.1.get(count.checked_sub(1)?)?.0)
}

/// How the numbers are made, and how far the sums are exact.
fn note(is_signed: bool, exact_up_to: Option<usize>) -> String {
    let least = if is_signed { "\u{2212}1" } else { "0" };
    let count = N_SUMS.to_string();
    let mut note =
        ["The median of ", &*count, " sums of products of numbers between ", least, " and 1."]
            .concat();
    if let Some(length) = exact_up_to {
        note.extend([" It is exact up to ", &length.to_string(), " products."]);
    }
    note
}

/// The ways to add with an instruction.
fn ways(mma: &Mma) -> Vec<(String, Sums)> {
    let name = mma.opcode.name();
    let mut all = vec![([name, " after ", name].concat(), Sums::Chained)];
    if mma.d == Format::Float(&F32) {
        let longer = PROMOTED.into_iter().filter(|after| *after > mma.k);
        all.extend(longer.map(|after| {
            (["promoted after ", &*after.to_string(), " products"].concat(), Sums::Promoted(after))
        }));
        all.push((["split K in ", &*SPLIT.to_string()].concat(), Sums::Split(SPLIT)));
    }
    all.push((["fma in ", mma.d.name(), ", one by one"].concat(), Sums::Fma));
    all
}

/// A part of an axis.
fn position(part: i64, whole: i64) -> Position {
    Position::try_from(part / whole.max(1)).unwrap_or(0)
}

/// The error without its sign: a percentage, or below 0.01 % a power of ten.
fn magnitude(error: &RelativeError) -> String {
    if error.exponent >= -4 {
        return with_minus(error.text.trim_start_matches(['+', '-']));
    }
    let digits: String = digits(error).take(3).map(|digit| digit.to_string()).collect();
    let (first, rest) = digits.split_at(1);
    let point = if rest.is_empty() { "" } else { "." };
    with_minus(&[first, point, rest, "e", &error.exponent.to_string()].concat())
}

/// The significant digits of an error.
fn digits(error: &RelativeError) -> impl Iterator<Item = u32> + '_ {
    let all = error.text.chars().take_while(|c| *c != 'e').filter_map(|c| c.to_digit(10));
    all.skip_while(|digit| *digit == 0)
}

/// The decimal logarithm of an error in thousandths, to about a tenth.
fn logarithm(error: &RelativeError) -> i64 {
    /// Those of 1 to 10.
    const OF_DIGITS: [i64; 10] = [0, 301, 477, 602, 699, 778, 845, 903, 954, 1000];
    let mut digits = digits(error).map(i64::from);
    let (first, second) = (digits.next().unwrap_or(1), digits.next().unwrap_or(0));
    let at = |digit: i64| usize::try_from(digit - 1).ok().and_then(|it| OF_DIGITS.get(it).copied());
    let (low, high) = (at(first).unwrap_or(0), at(first + 1).unwrap_or(1000));
    i64::from(error.exponent) * 1000 + low + (high - low) * second / 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_near() {
        for (text, exponent, expected) in
            [("+0.0977 %", -4, -3010), ("-25 %", -1, -602), ("+1.49e-8", -8, -7827)]
        {
            let error = RelativeError { text: text.into(), exponent };
            let found = logarithm(&error);
            assert!((found - expected).abs() <= 60, "{text}: {found}");
        }
    }

    #[test]
    fn errors_are_percentages_or_powers_of_ten() {
        for (text, exponent, expected) in [
            ("+0.0977 %", -4, "0.0977 %"),
            ("-25 %", -1, "25 %"),
            ("+0.0000235", -5, "2.35e\u{2212}5"),
            ("+1.49e-8", -8, "1.49e\u{2212}8"),
        ] {
            assert_eq!(magnitude(&RelativeError { text: text.into(), exponent }), expected);
        }
    }
}
