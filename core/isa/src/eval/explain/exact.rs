//! The operation before rounding: its formula and its result.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Explanation, Lane, Piece, number, term, text};
use crate::arith::rounding::Rounding;
use crate::catalog::{Modifier, Operation, filled};
use crate::eval::op::{LaneOp, NanRule};
use crate::eval::trace::{Outcome, Rule};
use crate::format::table::F32;
use crate::format::{Class, FixedFormat, Format};
use crate::number::Datum;
use crate::number::dyadic::Dyadic;
use crate::number::natural::Natural;
use crate::text::exact_decimal;

/// The operation in the values of its operands.
fn formula(op: &LaneOp, operands: &[Datum]) -> Vec<Piece> {
    let terms: Vec<_> = operands.iter().map(term).collect();
    let terms: Vec<&str> = terms.iter().map(String::as_str).collect();
    let template = match op.operation {
        Operation::Add => "A + B",
        Operation::Sub => "A − B",
        Operation::Mul => "A × B",
        Operation::Fma | Operation::MadTruncated => "A × B + C",
        Operation::Div => "A ÷ B",
        Operation::Rcp | Operation::RcpUpper => "1 ÷ A",
        Operation::Sqrt => "√(A)",
        Operation::Rsqrt | Operation::RsqrtUpper => "1 ÷ √(A)",
        Operation::Sin => "sin(A)",
        Operation::Cos => "cos(A)",
        Operation::Lg2 => "log₂(A)",
        Operation::Tanh => "tanh(A)",
        Operation::Ex2 => {
            let exponent = terms.first().copied().unwrap_or_default();
            return alloc::vec![text("2"), Piece::Superscript(exponent.into())];
        }
        Operation::Abs => "|A|",
        Operation::Neg => "−(A)",
        Operation::CopySign => "sign of A, magnitude of B",
        Operation::Min => return alloc::vec![text(["min(", &compared(op, &terms), ")"].concat())],
        Operation::Max => return alloc::vec![text(["max(", &compared(op, &terms), ")"].concat())],
        Operation::TestProperty => {
            let property = op.property.map_or("", Modifier::spelling).trim_start_matches('.');
            return alloc::vec![text([&terms.concat(), " is ", property, "?"].concat())];
        }
        Operation::Convert if is_sign_dropped(op, operands) && op.source_count > 1 => "|A| ÷ B",
        Operation::Convert if is_sign_dropped(op, operands) => "|A|",
        Operation::Convert if op.source_count > 1 && op.is_narrowing() => "A ÷ B",
        Operation::Convert if op.source_count > 1 => "A × B",
        Operation::Convert => "A",
    };
    alloc::vec![text(filled(template, &terms))]
}

/// Whether a negative number is converted to a format without sign.
fn is_sign_dropped(op: &LaneOp, operands: &[Datum]) -> bool {
    let has_sign = op.result.float().is_none_or(|float| float.signed);
    !has_sign && operands.first().is_some_and(|it| it.negative && !it.is_nan())
}

/// The operands of a comparison.
fn compared(op: &LaneOp, terms: &[&str]) -> String {
    if op.comparison.of_magnitudes {
        ["|", &terms.join("|, |"), "|"].concat()
    } else {
        terms.join(", ")
    }
}

/// The numbers of a fixed-point format.
pub(super) fn range(format: &'static FixedFormat) -> String {
    let end = |bits| exact_decimal(bits, format).replace('-', "−");
    format!("{} to {}", end(format.min()), end(format.max()))
}

impl Lane<'_> {
    pub(super) fn exactly(&self, operands: &[Datum], outcome: &Outcome) -> Explanation {
        let (result, sentence) = match outcome {
            Outcome::Rule { rule, datum } => {
                let sign = if datum.negative || datum.is_nan() || !self.is_signed(*rule) {
                    ""
                } else {
                    "+"
                };
                (format!("= {sign}{}", term(datum)), self.rule(*rule, operands))
            }
            Outcome::Finite { value, is_cut } => {
                let text = number(value, *is_cut);
                let relation = if *is_cut && !text.contains(['…']) { "≈" } else { "=" };
                (format!("{relation} {text}"), self.finite(value, *is_cut, operands))
            }
        };
        let result = match outcome {
            Outcome::Rule { rule: Rule::Tested { holds, .. }, .. } => {
                if *holds { "= 1, true" } else { "= 0, false" }.to_string()
            }
            Outcome::Rule { .. } | Outcome::Finite { .. } => result,
        };
        let formula = formula(self.op, operands);
        let is_repeated = match (&formula[..], result.strip_prefix("= ")) {
            ([Piece::Text(formula)], Some(result)) => formula == result,
            _ => false,
        };
        let result = alloc::vec![text(result)];
        let lines = if is_repeated { alloc::vec![result] } else { alloc::vec![formula, result] };
        Explanation { title: "Exact", modifier: "", is_idle: false, lines, sentence }
    }

    /// Whether a positive result is shown with its sign.
    fn is_signed(&self, rule: Rule) -> bool {
        let is_special =
            matches!(rule, Rule::Zero { .. } | Rule::Infinite { .. } | Rule::OutOfBounds { .. });
        is_special && self.op.result.float().is_some()
    }

    /// Describes a value before it is rounded.
    fn finite(&self, value: &Dyadic, is_cut: bool, operands: &[Datum]) -> String {
        let bits = value.magnitude().bit_length();
        let plural = if bits == 1 { "" } else { "s" };
        let name = self.op.result.name();
        let size = if is_cut {
            "Infinitely many digits".to_string()
        } else {
            format!("{bits} significant bit{plural}")
        };
        let holds = match self.op.result {
            _ if self.op.is_integral => return "Rounded to an integral value.".into(),
            Format::Float(format) => {
                let unit = if is_cut { " bits" } else { "" };
                format!("{size}; {name} keeps {}{unit}.", format.precision)
            }
            Format::Fixed(format) if format.fraction == 0 => {
                format!("{name} holds the integers {}.", range(format))
            }
            Format::Fixed(format) => {
                format!("{name} holds multiples of 2^−{} from {}.", format.fraction, range(format))
            }
        };
        match (self.op.operation, operands) {
            (Operation::MadTruncated, [a, b, c]) => format!("{}. {holds}", truncated(a, b, c)),
            (Operation::RcpUpper | Operation::RsqrtUpper, _) => {
                format!("The lower word of the operand is ignored. {holds}")
            }
            _ => holds,
        }
    }

    fn rule(&self, rule: Rule, operands: &[Datum]) -> String {
        let invalid = |what: &str| format!("{what} has no value: the operation is invalid.");
        match rule {
            Rule::OutOfBounds { operand } => format!(
                "{} is an out-of-bounds NaN, so `.oob` makes the result +0.",
                self.name(operand)
            ),
            Rule::NanOperand { operand } => self.nan(operand, operands),
            Rule::NanToInteger { is_wide: false } => {
                "A NaN becomes 0, as neither operand nor result has 64 bits.".into()
            }
            Rule::NanToInteger { is_wide: true } => {
                "A NaN sets only the top bit, as the operand is an f64 or the result \
                 has 64 bits."
                    .into()
            }
            Rule::InfinityTimesZero => invalid("Infinity times zero"),
            Rule::OppositeInfinities => {
                "Infinities of opposite signs have no sum: the operation is invalid.".into()
            }
            Rule::ZeroByZero => invalid("Zero divided by zero"),
            Rule::InfinityByInfinity => invalid("Infinity divided by infinity"),
            Rule::NoValue => invalid("The function"),
            Rule::Zero { negative } => self.zero(negative, operands),
            Rule::Infinite { .. } => self.infinity(operands),
            Rule::Sign if self.op.operation == Operation::Abs => "The sign is dropped.".into(),
            Rule::Sign if self.op.operation == Operation::Neg => "The sign is inverted.".into(),
            Rule::Sign => "The sign comes from the first operand, the rest from the second.".into(),
            Rule::Selected { operand } => self.selected(operand, operands),
            Rule::Tested { class: Class::Zero, .. } => {
                "It is a zero, and zeros count as normal.".into()
            }
            Rule::Tested { class, .. } => format!("It is: {}.", class.name()),
            Rule::Wrapped { is_same: true } => format!("{} holds it.", self.op.result.name()),
            Rule::Wrapped { is_same: false } => {
                let (name, width) = (self.op.result.name(), self.op.result.width());
                let [from, ..] = self.op.operands;
                if width < from.width() {
                    format!("{name} takes its lowest {width} bits, whatever their value.")
                } else {
                    format!("{name} takes its bits unchanged, extended with its sign.")
                }
            }
        }
    }

    fn nan(&self, operand: usize, operands: &[Datum]) -> String {
        let name = self.name(operand);
        let is_comparison = matches!(self.op.operation, Operation::Min | Operation::Max);
        let what = match self.op.nans.rule {
            _ if is_comparison && self.op.comparison.returns_nan => {
                ", and `.NaN` makes the result NaN."
            }
            _ if is_comparison => return "Every operand is NaN, so the result is NaN.".into(),
            _ if self.op.result.canonical_nan().is_none() => {
                return [name, " is NaN; ", self.op.result.name(), " has none."].concat();
            }
            NanRule::Canonical => ", so the result is NaN.",
            NanRule::Kept
                if self
                    .op
                    .operands
                    .first()
                    .is_some_and(|from| self.op.result.width() < from.width()) =>
            {
                ", which passes without the bits that do not fit."
            }
            NanRule::Kept => ", which passes unchanged.",
            NanRule::Quieted if operands.len() > 1 => {
                ": the result is that NaN, quieted. Which of several NaNs is returned is not \
                 documented."
            }
            NanRule::Quieted => ": the result is that NaN, quieted.",
            NanRule::CanonicalOfSingle => ": the result is the canonical NaN of f32, converted.",
        };
        [name, " is NaN", what].concat()
    }

    fn zero(&self, negative: bool, operands: &[Datum]) -> String {
        // The signs of the terms of a sum.
        let signs = match (self.op.operation, operands) {
            (Operation::Add, [a, b]) => Some((a.negative, b.negative)),
            (Operation::Sub, [a, b]) => Some((a.negative, !b.negative)),
            (Operation::Fma | Operation::MadTruncated, [a, b, c]) => {
                Some((a.negative != b.negative, c.negative))
            }
            _ => None,
        };
        if self.op.result.float().is_some_and(|format| !format.subnormals) {
            let name = self.op.result.name();
            format!("{name} has no zero; its smallest number is used instead.")
        } else {
            let sentence = match signs {
                None => "Exactly zero.",
                Some((x, y)) if x == y => "Zeros of the same sign add up to a zero of that sign.",
                Some(_) if negative => {
                    "Terms of opposite signs add up to zero; rounding towards −∞ makes it −0."
                }
                Some(_) => "Terms of opposite signs add up to zero, which is +0.",
            };
            sentence.into()
        }
    }

    fn infinity(&self, operands: &[Datum]) -> String {
        let is_any_infinite = operands.iter().any(Datum::is_infinite);
        match self.op.result {
            Format::Fixed(format) => format!(
                "{} holds {}: an infinity becomes the end of the range.",
                format.name,
                range(format)
            ),
            Format::Float(format) if format.infinity().is_none() => {
                format!("{} has no infinity.", format.name)
            }
            Format::Float(_) if is_any_infinite => {
                "An infinite operand makes the result infinite.".into()
            }
            Format::Float(_) => "A zero operand makes the result infinite, exactly.".into(),
        }
    }

    fn selected(&self, operand: usize, operands: &[Datum]) -> String {
        let comparison = self.op.comparison;
        let word = if self.op.operation == Operation::Min { "least" } else { "greatest" };
        let what = if comparison.of_magnitudes { "magnitude" } else { "operand" };
        let numbers = operands.iter().filter(|it| !it.is_nan());
        let name = self.name(operand);
        let count = numbers.clone().count();
        let mut sentence = match count {
            1 if count < operands.len() => format!("NaN is ignored, so the result is {name}."),
            _ if count < operands.len() => {
                format!("NaN is ignored; {name} is the {word} {what} of the rest.")
            }
            _ => format!("{name} is the {word} {what}."),
        };
        let chosen_zero = operands.get(operand).is_some_and(Datum::is_zero);
        let has_both_zeros = [false, true]
            .into_iter()
            .all(|sign| numbers.clone().any(|it| it.is_zero() && it.negative == sign));
        if chosen_zero && has_both_zeros && !comparison.of_magnitudes {
            sentence.push_str(" −0 counts as less than +0.");
        }
        if comparison.has_xorsign {
            sentence.push_str(" `.xorsign` gives it the sign of the product.");
        }
        sentence
    }
}

/// Describes how `mad` computes on the first targets.
fn truncated(a: &Datum, b: &Datum, c: &Datum) -> String {
    if c.is_zero() {
        return "c is a zero, so the product is rounded, as by `mul`".into();
    }
    let value = |datum| Dyadic::from_datum(datum).unwrap_or(Dyadic::ZERO);
    let product = value(a).mul(&value(b));
    let extra = product.magnitude().bit_length().saturating_sub(F32.precision.into());
    if extra == 0 {
        return "The product has at most 24 significant bits, and c is added to it".into();
    }
    let kept: Natural = product.magnitude().shr(extra);
    let exponent = product.exponent().saturating_add_unsigned(extra);
    let kept = Dyadic::new(product.is_negative(), &kept, exponent);
    let (product, kept) = (number(&product, false), number(&kept, false));
    format!("The product, {product}, is cut off to 24 significant bits, {kept}, and c is added")
}

impl Lane<'_> {
    /// Describes the effect of the random bits, if there were any.
    pub(super) fn random(
        &self,
        rounding: Rounding,
        tail: &str,
        incremented: bool,
    ) -> Option<String> {
        let Rounding::Stochastic { random, count } = rounding else { return None };
        let name = self.names.last().copied().unwrap_or("?");
        let [place, reversed] = self.random_place;
        let width = usize::from(count);
        let top: String = tail.chars().chain(core::iter::repeat('0')).take(width).collect();
        let top = u32::from_str_radix(&top, 2).unwrap_or(0);
        let digits = width.div_ceil(4);
        let (sum, end) = if incremented {
            ("carry", "rounds away from zero")
        } else {
            ("do not carry", "rounds towards zero")
        };
        Some(format!(
            "The topmost {count} discarded bits, 0x{top:0digits$x}, plus the random bits \
             0x{random:0digits$x} ({name}{place}{reversed}) {sum}: {end}."
        ))
    }
}
