//! The rounding step.

use alloc::format;
use alloc::string::{String, ToString};

use super::exact::range;
use super::significand::{Frame, changed_line, significand_line, tail_bits, tail_sentence};
use super::{Explanation, Lane, idle};
use crate::arith::rounding::{Conversion, Rounding, Tail};
use crate::catalog::bound::Error;
use crate::eval::op::{Flush, FlushCause};
use crate::eval::trace::Step;
use crate::format::Format;
use crate::number::Datum;
use crate::text::{exact_brief, exact_decimal};

/// The effect of a direction on a tail, in words.
fn movement(rounding: Rounding, incremented: bool, tail: Tail) -> &'static str {
    match (rounding, tail, incremented) {
        (Rounding::TiesToEven, Tail::Half, true) => "; rounds to the even neighbor.",
        (Rounding::TiesToEven, Tail::Half, false) => "; already even, so it stays.",
        (Rounding::TiesToAway, Tail::Half, _) => "; rounds away from zero.",
        (Rounding::TowardNegative, _, true) => ". Rounds towards −∞, which is away from zero.",
        (Rounding::TowardNegative, _, false) => ". Rounds towards −∞, which drops them.",
        (Rounding::TowardPositive, _, true) => ". Rounds towards +∞, which is away from zero.",
        (Rounding::TowardPositive, _, false) => ". Rounds towards +∞, which drops them.",
        (Rounding::TowardZero, ..) | (_, _, false) => ". Rounds towards zero.",
        (_, _, true) => ". Rounds away from zero.",
    }
}

/// The number that a format without zero has in its place.
fn without_zero(format: Format) -> Option<String> {
    let bits = format.encode(&Datum::zero(false));
    let is_zero = format.decode(bits).is_zero();
    (!is_zero).then(|| exact_brief(bits, format).replace('-', "−"))
}

impl Lane<'_> {
    pub(super) fn round(
        &self,
        rounding: Rounding,
        format: Format,
        frame: Frame,
        flush: Flush,
        conversion: Option<&Conversion>,
    ) -> Explanation {
        let modifier = self.rounding;
        let Some((conversion, (exact, is_cut))) = conversion.zip(self.exact()) else {
            return idle("Round", modifier, "Nothing to round.".into());
        };
        let step = &conversion.rounded;
        if !conversion.is_inexact() {
            let sentence = format!("{} holds the value exactly.", format.name());
            let line = significand_line(frame, step.significand, step.exponent, None, exact, false);
            let lines = alloc::vec![line];
            return Explanation { title: "Round", modifier, is_idle: true, lines, sentence };
        }
        let (truncated, tail) = (step.truncated(), step.tail);
        let shown = Some(tail).filter(|tail| *tail != Tail::Zero);
        let line = significand_line(frame, truncated, step.exponent, shown, exact, is_cut);
        let mut lines = alloc::vec![line];
        let mut sentence = String::new();
        if self.op.bound.is_some() {
            let is_specified = self.trace.steps.iter().any(|step| {
                matches!(step, Step::Bound { range: Some(range), .. } if range.error == Error::Vanishes)
            });
            sentence.push_str(if is_specified {
                " The nearest result is shown, but the ISA specifies another one."
            } else {
                " The nearest result is shown."
            });
        }
        if tail != Tail::Zero {
            let bits = tail_bits(step.exponent, exact);
            let random = self.random(rounding, &bits, step.incremented);
            sentence.push(' ');
            sentence.push_str(&random.unwrap_or_else(|| {
                let discarded = tail_sentence(tail, &bits, is_cut);
                discarded + movement(rounding, step.incremented, tail)
            }));
            lines.push(changed_line(frame, truncated, step, exact));
        }
        if conversion.flushed {
            let cause = if flush.cause == FlushCause::Target {
                "this target flushes"
            } else {
                "`.ftz` flushes"
            };
            let emin = format.float().map_or(0, crate::format::FloatFormat::emin);
            let emin = emin.to_string().replace('-', "−");
            sentence = format!(
                "{sentence} Below 2^{emin}, the smallest normal number: {cause} it to zero."
            );
        }
        if conversion.overflowed {
            sentence.push_str(&self.overflow(conversion, format));
        }
        if let (true, Some(least)) = (conversion.datum.is_zero(), without_zero(format)) {
            let name = format.name();
            sentence = format!(
                "{sentence} {name} has no zero; its smallest number, {least}, is used instead."
            );
        }
        let sentence = sentence.trim_start().into();
        Explanation { title: "Round", modifier, is_idle: false, lines, sentence }
    }

    fn overflow(&self, conversion: &Conversion, format: Format) -> String {
        match format {
            Format::Fixed(fixed) => format!(
                " {} holds {}, so the result is the end of the range, {}.",
                fixed.name,
                range(fixed),
                exact_decimal(fixed.encode_datum(&conversion.datum), fixed).replace('-', "−")
            ),
            Format::Float(float) => {
                let is_clamped = self.op.clamp.is_finite();
                let end = match conversion.datum.is_infinite() {
                    true if is_clamped => "; `.satfinite` clamps it next.",
                    true if float.infinity().is_none() => {
                        ", which has no infinity: the result is NaN."
                    }
                    true => ": the result is infinity.",
                    false => ": the result is the largest finite number.",
                };
                format!(" Too large for {}{end}", float.name)
            }
        }
    }
}
