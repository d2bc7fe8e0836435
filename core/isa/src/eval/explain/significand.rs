//! The lines that show a significand: the kept bits, the discarded bits, and the effect of
//! rounding.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Piece, text};
use crate::arith::rounding::{Rounded, Tail};
use crate::format::Format;
use crate::number::dyadic::Dyadic;

/// The number of bits of a tail that are shown.
const SHOWN_TAIL: usize = 24;
/// The longest tail that is written as a fraction.
const FRACTION_BITS: usize = 10;

/// The layout of a significand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Frame {
    /// One digit, a point, and at least as many digits as the format holds where it is subnormal.
    Normalized { precision: usize, min_quantum: i32 },
    /// An integer, in units of the last place.
    Units,
}

impl Frame {
    pub(super) const fn of(format: Format, is_integral: bool) -> Self {
        match format {
            Format::Float(format) if !is_integral => Self::Normalized {
                precision: format.precision as usize,
                min_quantum: format.min_quantum(),
            },
            Format::Float(_) | Format::Fixed(_) => Self::Units,
        }
    }

    /// Binary digits, and the exponent to show after them.
    fn digits(self, significand: u128, exponent: i32) -> (String, i32) {
        let Self::Normalized { precision, min_quantum } = self else {
            return (format!("{significand:b}"), exponent);
        };
        // A value that is flushed may lie below the quantum.
        let width = if exponent == min_quantum { precision } else { 1 };
        let digits = format!("{significand:0width$b}");
        let leading = exponent.saturating_add(i32::try_from(digits.len()).unwrap_or(0) - 1);
        (digits, leading)
    }

    fn with_point(self, digits: &str) -> String {
        match (self, digits.split_at_checked(1)) {
            (Self::Normalized { .. }, Some((first, rest))) if !rest.is_empty() => {
                format!("{first}.{rest}")
            }
            _ => digits.to_string(),
        }
    }

    fn scale(self, exponent: i32) -> Vec<Piece> {
        match (self, exponent) {
            (Self::Units, 0) => Vec::new(),
            _ => alloc::vec![
                text(" × 2"),
                Piece::Superscript(exponent.to_string().replace('-', "−"))
            ],
        }
    }
}

/// The discarded bits, most significant first.
pub(super) fn tail_bits(quantum: i32, exact: &Dyadic) -> String {
    let width = u32::try_from(quantum.saturating_sub(exact.exponent())).unwrap_or(0);
    // A tail far below the quantum starts with zeros.
    let shown = width.min(4 * 1024);
    (0..shown)
        .map(|index| if exact.magnitude().bit(width - 1 - index) { '1' } else { '0' })
        .collect()
}

/// The size of the discarded bits, as the beginning of a sentence.
pub(super) fn tail_sentence(tail: Tail, bits: &str, is_cut: bool) -> String {
    let fraction = if bits.len() <= FRACTION_BITS && tail != Tail::Half && !is_cut {
        let numerator = bits.chars().fold(0_u32, |sum, bit| sum * 2 + u32::from(bit == '1'));
        match (numerator, bits.len()) {
            (1, 2) => "¼ ulp, ".into(),
            (3, 2) => "¾ ulp, ".into(),
            (_, length) => format!("{numerator}/{} ulp, ", 1_u32 << length),
        }
    } else {
        String::new()
    };
    let unit = if fraction.is_empty() { " an ulp" } else { "" };
    match tail {
        Tail::Zero => String::new(),
        Tail::BelowHalf => format!("Discarded bits: {fraction}under half{unit}"),
        Tail::Half => "Exact tie".into(),
        Tail::AboveHalf => format!("Discarded bits: {fraction}over half{unit}"),
    }
}

/// `1.0010000|10000011 × 2^1`
pub(super) fn significand_line(
    frame: Frame,
    significand: u128,
    exponent: i32,
    tail: Option<Tail>,
    exact: &Dyadic,
    is_cut: bool,
) -> Vec<Piece> {
    let (digits, shown_exponent) = frame.digits(significand, exponent);
    let mut line = alloc::vec![text(format!("{}{}", sign(exact), frame.with_point(&digits)))];
    if tail.is_some() {
        let mut bits = tail_bits(exponent, exact);
        if is_cut {
            // A value just below its known bits continues with ones.
            let is_below = bits.is_empty() && tail == Some(Tail::AboveHalf);
            while bits.len() < SHOWN_TAIL {
                bits.push(if is_below { '1' } else { '0' });
            }
        }
        if bits.len() > SHOWN_TAIL || is_cut {
            bits.truncate(SHOWN_TAIL);
            bits.push('…');
        }
        line.push(Piece::Tail(bits));
    }
    line.extend(frame.scale(shown_exponent));
    line
}

fn sign(exact: &Dyadic) -> &'static str {
    if exact.is_negative() { "−" } else { "" }
}

/// The rounded significand, with the digits that differ from the truncated one marked.
pub(super) fn changed_line(
    frame: Frame,
    before: u128,
    after: &Rounded,
    exact: &Dyadic,
) -> Vec<Piece> {
    let (old, _) = frame.digits(before, after.exponent);
    let (new, shown_exponent) = frame.digits(after.significand, after.exponent);
    let same = if old.len() == new.len() {
        old.bytes().zip(new.bytes()).take_while(|(x, y)| x == y).count()
    } else {
        0
    };
    // A carry into a new digit leaves a zero after the last one.
    let is_longer = matches!(frame, Frame::Normalized { .. }) && new.len() > old.len();
    let new = if is_longer { new.strip_suffix('0').unwrap_or(&new) } else { &new };
    let pointed = frame.with_point(new);
    // The point is after the first digit.
    let split = if same > 1 { same + pointed.len() - new.len() } else { same };
    let (kept, changed) = pointed.split_at_checked(split).unwrap_or((&pointed, ""));
    let mut line = alloc::vec![text(format!("{}{kept}", sign(exact)))];
    if !changed.is_empty() {
        line.push(Piece::Changed(changed.into()));
    }
    line.extend(frame.scale(shown_exponent));
    line
}
