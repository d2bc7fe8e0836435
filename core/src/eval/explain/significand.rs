//! The lines that show a significand: what is kept, what is discarded, what rounding changed.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Piece, text};
use crate::format::FloatFormat;
use crate::number::dyadic::Dyadic;
use crate::rounding::Tail;

/// How many bits of a tail are shown.
const SHOWN_TAIL: usize = 24;
/// The longest tail that is told as a fraction.
const FRACTION_BITS: usize = 10;

/// The discarded bits, most significant first.
fn tail_bits(quantum: i32, exact: &Dyadic) -> String {
    let width = u32::try_from(quantum.saturating_sub(exact.exponent())).unwrap_or(0);
    // A tail far below the quantum starts with zeros.
    let shown = width.min(4 * 1024);
    (0..shown)
        .map(|index| if exact.magnitude().bit(width - 1 - index) { '1' } else { '0' })
        .collect()
}

pub(super) fn tail_sentence(tail: Tail, quantum: i32, exact: &Dyadic) -> String {
    let bits = tail_bits(quantum, exact);
    let fraction = if bits.len() <= FRACTION_BITS && tail != Tail::Half {
        let numerator = bits.chars().fold(0_u32, |sum, bit| sum * 2 + u32::from(bit == '1'));
        format!(", {numerator}/{} ulp,", 1_u32 << bits.len())
    } else {
        String::new()
    };
    match tail {
        Tail::Zero => String::new(),
        Tail::BelowHalf => format!("The tail{fraction} is below ½."),
        Tail::Half => "The tail is exactly ½ ulp.".into(),
        Tail::AboveHalf => format!("The tail{fraction} is above ½."),
    }
}

/// Binary digits of a significand, padded to the format's precision where that is wider, and the
/// exponent of the first digit.
fn digits(format: &FloatFormat, significand: u128, exponent: i32) -> (String, i32) {
    let width = if exponent <= format.min_quantum() { usize::from(format.precision) } else { 1 };
    let digits = format!("{significand:0width$b}");
    let leading = exponent.saturating_add(i32::try_from(digits.len()).unwrap_or(0) - 1);
    (digits, leading)
}

fn with_point(digits: &str) -> String {
    match digits.split_at_checked(1) {
        Some((first, rest)) if !rest.is_empty() => format!("{first}.{rest}"),
        _ => digits.to_string(),
    }
}

fn scale(exponent: i32) -> [Piece; 2] {
    [text(" × 2"), Piece::Superscript(exponent.to_string().replace('-', "−"))]
}

/// `1.0010000|10000011 × 2^1`
pub(super) fn significand_line(
    format: &FloatFormat,
    significand: u128,
    exponent: i32,
    tail: Option<Tail>,
    exact: &Dyadic,
) -> Vec<Piece> {
    let (digits, leading) = digits(format, significand, exponent);
    let sign = if exact.is_negative() { "−" } else { "" };
    let mut line = alloc::vec![text(format!("{sign}{}", with_point(&digits)))];
    if tail.is_some() {
        let mut bits = tail_bits(exponent, exact);
        if bits.len() > SHOWN_TAIL {
            bits.truncate(SHOWN_TAIL);
            bits.push('…');
        }
        line.push(Piece::Tail(bits));
    }
    line.extend(scale(leading));
    line
}

/// The rounded significand, with the digits that differ from the truncated one marked.
pub(super) fn changed_line(
    format: &FloatFormat,
    before: u128,
    after: u128,
    exponent: i32,
) -> Vec<Piece> {
    let (old, _) = digits(format, before, exponent);
    let (new, leading) = digits(format, after, exponent);
    let same = if old.len() == new.len() {
        old.bytes().zip(new.bytes()).take_while(|(x, y)| x == y).count()
    } else {
        0
    };
    let pointed = with_point(&new);
    // The point stands behind the first digit.
    let split = if same > 1 { same + 1 } else { same };
    let (kept, changed) = pointed.split_at_checked(split).unwrap_or((&pointed, ""));
    let mut line = alloc::vec![text(kept)];
    if !changed.is_empty() {
        line.push(Piece::Changed(changed.into()));
    }
    line.extend(scale(leading));
    line
}
