//! The explanation of a lane of the result, in one sentence.

mod bound;
mod rule;
mod taught;

use ptxfp::catalog::{Group, Instruction, Modifier, Operation};
use ptxfp::eval::{
    Flush, FlushCause, Guarantee, LaneOp, LaneResult, Outcome, Prepared, Step, Trace,
};
use ptxfp::format::{Class, Format};
use ptxfp::internals::arith::Datum;
use ptxfp::internals::arith::Dyadic;
use ptxfp::internals::arith::clamp::Clamp;
use ptxfp::internals::arith::rounding::{Conversion, Rounding, Tail};
use ptxfp::internals::quote::code;
use ptxfp::text;

use crate::number::with_minus;
use crate::stored::size;

/// The longest list of typed values that a sentence begins with, in bytes.
const MAX_TYPED: usize = 48;

/// The greatest number of bits that a reader may want to count.
const MAX_BITS: u32 = 64;

/// The data for a sentence about a lane.
pub(super) struct Lane<'t> {
    op: &'t LaneOp,
    /// Its operands as the syntax line names them, between back quotes.
    names: Vec<String>,
    /// The rounding modifier, or else the opcode, between back quotes.
    rounding: String,
    trace: &'t Trace,
    result: LaneResult,
    /// The values that were rounded when they were typed; neighbors that are equal, once.
    typed: Vec<String>,
}

impl<'t> Lane<'t> {
    /// A lane with its trace, and with those of its typed operands that had to be rounded.
    pub(super) fn new(
        instruction: &Instruction,
        prepared: &'t Prepared,
        index: u8,
        trace: &'t Trace,
        mut typed: Vec<String>,
    ) -> Self {
        typed.dedup();
        let sources = instruction.form.sources();
        let operands = prepared.operands_of_lane(index);
        let name =
            |(index, _): (usize, u8)| sources.get(index).map_or(String::new(), |it| code(it.name));
        let mut modifiers = instruction.effective();
        let rounding = modifiers.find(|each| each.group() == Group::Rounding);
        Self {
            op: prepared.lane_op(),
            names: operands.map(name).collect(),
            rounding: code(rounding.map_or(instruction.form.opcode, Modifier::spelling)),
            trace,
            result: trace.result.unwrap_or(LaneResult { bits: 0, guarantee: Guarantee::Bits }),
            typed,
        }
    }

    /// The sentence, as it continues after a colon.
    pub(super) fn sentence(&self) -> String {
        let guarantee = self.result.guarantee;
        if guarantee == Guarantee::Unspecified {
            return String::from(
                "the ISA does not specify this result; this is our reading, not guaranteed.",
            );
        }
        let mut text = self.lead();
        let reason = self.reason();
        let is_new = text.ends_with(". ");
        text.push_str(&if is_new { capitalized(&reason) } else { reason });
        text.push_str(match guarantee {
            Guarantee::Reading => ". The ISA leaves this open; this is our reading.",
            Guarantee::AnyNan => "; its bits are unspecified.",
            Guarantee::Bits
            | Guarantee::Within { .. }
            | Guarantee::Unbounded
            | Guarantee::Unspecified => ".",
        });
        text
    }

    /// Describes what happened to the operands before the operation, up to the reason.
    fn lead(&self) -> String {
        let mut flushed = None;
        let mut is_number = false;
        for step in &self.trace.steps {
            match step {
                Step::Flush { flush, changed } if !changed.is_empty() => {
                    let names = changed.iter().map(|(index, ..)| self.name(*index));
                    flushed = Some((flush, names.collect::<Vec<_>>()));
                }
                Step::Exact { outcome: Outcome::Finite { .. }, .. } => is_number = true,
                Step::Flush { .. }
                | Step::Exact { .. }
                | Step::Round { .. }
                | Step::Clamp { .. }
                | Step::Bound { .. }
                | Step::Pack { .. } => {}
            }
        }
        if let Some((flush, names)) = flushed {
            return [flusher(*flush), " treats ", &and(&names), " as 0; "].concat();
        }
        let [format, ..] = self.op.operands;
        let name = format.name();
        let article = if name.starts_with(['b', 't', 'u']) { "a " } else { "an " };
        let is_short = self.typed.iter().map(String::len).sum::<usize>() <= MAX_TYPED;
        let was = match self.typed.as_slice() {
            _ if !is_number || !is_short => return String::new(),
            [] => return String::new(),
            [one] => [one, " is not ", article, name, ": it was"].concat(),
            [one, other] => {
                ["neither ", one, " nor ", other, " is ", article, name, ": each was"].concat()
            }
            all => [&and(all), " are not ", name, " numbers: each was"].concat(),
        };
        [&was, " rounded when it was stored. "].concat()
    }

    /// Describes what decided the result.
    fn reason(&self) -> String {
        let mut conversion = None;
        let mut clamped = None;
        for step in &self.trace.steps {
            match step {
                Step::Round { conversion: Some(of), flush, rounding, .. } => {
                    conversion = Some((of, *flush, *rounding));
                }
                Step::Clamp { clamp, before, after } if before != after => {
                    clamped = Some((*clamp, before, after));
                }
                Step::Bound { range, permitted, .. } => {
                    return self.approximate(*range, *permitted);
                }
                Step::Flush { .. }
                | Step::Exact { .. }
                | Step::Round { .. }
                | Step::Clamp { .. }
                | Step::Pack { .. } => {}
            }
        }
        match (self.trace.outcome(), clamped, conversion) {
            (Some(Outcome::Rule { rule, datum }), ..) => self.ruled(*rule, datum, clamped),
            (Some(Outcome::Finite { .. }), Some((clamp, before, after)), _) => {
                self.clamped(clamp, before, after)
            }
            (Some(Outcome::Finite { value, .. }), None, Some((conversion, flush, rounding))) => {
                self.rounded(value, conversion, flush, rounding)
            }
            (Some(Outcome::Finite { .. }) | None, ..) => String::from("the result is exact"),
        }
    }

    /// An operand of the lane.
    fn name(&self, operand: usize) -> String {
        self.names.get(operand).cloned().unwrap_or_default()
    }

    /// A datum of the result's format.
    fn shown(&self, datum: &Datum) -> String {
        shown(self.op.result.encode(datum), self.op.result)
    }

    /// The operands of the operation, after flushing.
    fn operands(&self) -> &[Datum] {
        let operands = self.trace.steps.iter().find_map(|step| match step {
            Step::Exact { operands, .. } => Some(&**operands),
            Step::Flush { .. }
            | Step::Round { .. }
            | Step::Clamp { .. }
            | Step::Bound { .. }
            | Step::Pack { .. } => None,
        });
        operands.unwrap_or_default()
    }

    /// Describes the value that is rounded.
    fn subject(&self) -> String {
        let noun = match self.op.operation {
            Operation::Add => "the sum",
            Operation::Sub => "the difference",
            Operation::Mul => "the product",
            Operation::Fma => return ["the product plus ", &self.name(2)].concat(),
            Operation::MadTruncated => {
                return ["the truncated product plus ", &self.name(2)].concat();
            }
            Operation::Div => "the quotient",
            Operation::Rcp | Operation::RcpUpper => "the reciprocal",
            Operation::Sqrt => "the square root",
            Operation::Rsqrt | Operation::RsqrtUpper => "the reciprocal square root",
            Operation::Sin => "the sine",
            Operation::Cos => "the cosine",
            Operation::Lg2 => "the logarithm",
            Operation::Ex2 => "the power of 2",
            Operation::Tanh => "the hyperbolic tangent",
            Operation::Convert if self.op.source_count > 1 => "the scaled value",
            Operation::Convert => {
                let [from, ..] = self.op.operands;
                let value = self.operands().first().map(|datum| shown(from.encode(datum), from));
                return value.unwrap_or_default();
            }
            Operation::Abs
            | Operation::Neg
            | Operation::Min
            | Operation::Max
            | Operation::CopySign
            | Operation::TestProperty => "the value",
        };
        String::from(noun)
    }

    /// Describes the effect of a clamp on a number.
    fn clamped(&self, clamp: Clamp, before: &Datum, after: &Datum) -> String {
        let (subject, end) = (self.subject(), self.shown(after));
        let (what, modifier) = match clamp {
            Clamp::Relu | Clamp::FiniteRelu if before.negative => (" is negative", "`.relu`"),
            Clamp::Unit if before.negative => (" is negative", "`.sat`"),
            Clamp::Unit => (" is above 1", "`.sat`"),
            Clamp::PositiveZero | Clamp::FinitePositiveZero if before.is_zero() => {
                (" is −0", "`.pzo`")
            }
            Clamp::None
            | Clamp::Range
            | Clamp::Relu
            | Clamp::Finite
            | Clamp::FiniteRelu
            | Clamp::PositiveZero
            | Clamp::FinitePositiveZero => return self.beyond(&subject, &end),
        };
        [&subject, what, ", so ", modifier, " makes it ", &end].concat()
    }

    /// Describes a value beyond the largest number of the format, which `.satfinite` clamps.
    fn beyond(&self, subject: &str, end: &str) -> String {
        let name = self.op.result.name();
        let beyond = [subject, " is beyond the largest number of ", name, ", ", end].concat();
        let has_infinity = self.op.result.float().is_some_and(|format| format.infinity().is_some());
        let why = if has_infinity {
            "; `.satfinite` keeps it from becoming infinite"
        } else {
            "; there is no infinity, and `.satfinite` clamps it"
        };
        [&beyond, why].concat()
    }

    /// Describes the effect of rounding on a number.
    fn rounded(
        &self,
        exact: &Dyadic,
        conversion: &Conversion,
        flush: Flush,
        rounding: Rounding,
    ) -> String {
        let (subject, format) = (self.subject(), self.op.result);
        let (name, value) = (format.name(), self.shown(&conversion.datum));
        if conversion.flushed {
            let what = " is below the smallest normal number of ";
            return [&subject, what, name, ", so ", flusher(flush), " makes it ", &value].concat();
        }
        if conversion.overflowed {
            return [&*subject, &self.overflow(conversion, &value)].concat();
        }
        if !conversion.is_inexact() {
            let is_integer = self.is_integral() && self.op.operation == Operation::Convert;
            return if is_integer {
                [&subject, " is already an integer"].concat()
            } else {
                [&subject, " is exact in ", name, ", so nothing is rounded"].concat()
            };
        }
        if conversion.datum.is_zero() && !self.is_integral() {
            let zero = if format.decode(format.encode(&conversion.datum)).is_zero() {
                ", which rounds it to "
            } else {
                ", which has no zero: the result is "
            };
            return [&subject, " is too close to 0 for ", name, zero, &value].concat();
        }
        let numbers =
            if self.is_integral() { String::from("integers") } else { [name, " numbers"].concat() };
        let is_tie = conversion.rounded.tail == Tail::Half;
        let bits = format.encode(&conversion.datum);
        let result = Dyadic::from_datum(&format.decode(bits)).unwrap_or(Dyadic::ZERO);
        let way = if result > *exact { "up" } else { "down" };
        let to = if self.is_integral() { [" to ", &value].concat() } else { String::new() };
        let how = match rounding {
            Rounding::TiesToEven if is_tie => {
                let tie = " lies halfway between two ";
                let even = ", and the tie goes ";
                return [&subject, tie, &numbers, even, way, &to, ", to the even one"].concat();
            }
            Rounding::TiesToAway if is_tie => {
                let tie = " lies halfway between two ";
                let away = ", and the tie goes ";
                return [&subject, tie, &numbers, away, way, &to, ", away from 0"].concat();
            }
            Rounding::TiesToEven | Rounding::TiesToAway => String::from(" and rounds "),
            Rounding::TowardZero | Rounding::TowardNegative | Rounding::TowardPositive => {
                [", and ", &self.rounding, " rounds it "].concat()
            }
            Rounding::Stochastic { .. } => String::from(", and the random bits round it "),
        };
        let by = if self.is_integral() {
            to
        } else {
            let error = self.trace.error(&result, format.ulp_exponent(bits));
            by(error.as_deref(), conversion.rounded.tail == Tail::Half)
        };
        let between = [" falls between two ", &numbers].concat();
        let needs = self.needs(exact, bits).unwrap_or(between);
        [&subject, &needs, &how, way, &by].concat()
    }

    /// Describes the bits that a value needs and those that a normal result keeps, where the number of
    /// both is known and small.
    fn needs(&self, exact: &Dyadic, bits: u64) -> Option<String> {
        let format = self.op.result.float().filter(|_| !self.is_integral())?;
        let is_normal = format.classify(bits) == Class::Normal;
        let n_bits = exact.magnitude().bit_length();
        let is_known = is_normal && n_bits <= MAX_BITS && !self.trace.is_cut();
        let keeps = format.precision.to_string();
        is_known.then(|| {
            [" needs ", &n_bits.to_string(), " bits; ", format.name, " keeps ", &keeps].concat()
        })
    }

    /// Describes the result of a number that is too large for the format.
    fn overflow(&self, conversion: &Conversion, value: &str) -> String {
        let name = self.op.result.name();
        match self.op.result {
            Format::Fixed(format) => {
                let is_least = format.encode_datum(&conversion.datum) == format.min();
                let side = if is_least { ", which begins at " } else { ", which ends at " };
                [" is out of the range of ", name, side, value].concat()
            }
            Format::Float(_) if !conversion.datum.is_infinite() => {
                [" is too large for ", name, "; ", &self.rounding, " stops at ", value].concat()
            }
            Format::Float(float) if float.infinity().is_none() => {
                [" is too large for ", name, ", which has no infinity, so it becomes NaN"].concat()
            }
            Format::Float(float) => {
                let max = shown(float.max_finite(), self.op.result);
                [" is too large for ", name, ", which ends at ", &max, ", so it becomes infinite"]
                    .concat()
            }
        }
    }

    /// Whether the result is an integer.
    fn is_integral(&self) -> bool {
        let is_integer = matches!(self.op.result, Format::Fixed(format) if format.fraction == 0);
        self.op.is_integral || is_integer
    }
}

/// The cause of flushing.
const fn flusher(flush: Flush) -> &'static str {
    match flush.cause {
        FlushCause::Modifier => "`.ftz`",
        FlushCause::Version => "this PTX version",
        FlushCause::Scale => "`.scaled::n1`",
        FlushCause::Target | FlushCause::None => "this target",
    }
}

/// Bits as a number, with a minus sign instead of a hyphen.
fn shown(bits: u64, format: Format) -> String {
    match &*text::concise(bits, format) {
        "inf" => String::from("∞"),
        "-inf" => String::from("−∞"),
        number => with_minus(number),
    }
}

/// A sentence with a capital letter; code keeps its own.
pub(super) fn capitalized(sentence: &str) -> String {
    let (first, rest) = sentence.split_at_checked(1).unwrap_or(("", sentence));
    [&first.to_ascii_uppercase(), rest].concat()
}

/// Texts as a list of a sentence.
fn and(texts: &[String]) -> String {
    match texts {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => [&others.join(", "), " and ", last].concat(),
    }
}

/// Describes the distance of a result from the exact value, which is half an ulp only if it was halfway
/// between two numbers.
fn by(error: Option<&str>, is_half: bool) -> String {
    match error.map(size) {
        None => String::new(),
        Some(None) => String::from(", by next to nothing"),
        Some(Some("½")) if !is_half => String::from(", by about ½ ulp"),
        Some(Some(size)) => [", by ", size, " ulp"].concat(),
    }
}

#[cfg(test)]
mod tests;
