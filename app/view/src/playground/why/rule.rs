//! The explanation of a result that a rule gives, without rounding.

use ptxfp::catalog::{Modifier, Operation};
use ptxfp::eval::{NanRule, Rule};
use ptxfp::format::{Class, Format};
use ptxfp::internals::arith::Datum;
use ptxfp::internals::arith::clamp::Clamp;
use ptxfp::internals::quote::code;

use super::{Lane, shown};

impl Lane<'_> {
    /// Describes the result of a rule, and the effect of a clamp on it.
    pub(super) fn ruled(
        &self,
        rule: Rule,
        datum: &Datum,
        clamped: Option<(Clamp, &Datum, &Datum)>,
    ) -> String {
        let (cause, result) = self.cause(rule, datum);
        match clamped {
            Some((clamp, before, after)) if !before.is_nan() || !after.is_nan() => {
                let modifier = match clamp {
                    Clamp::Unit | Clamp::Range => "`.sat`",
                    Clamp::Relu | Clamp::None => "`.relu`",
                    Clamp::FiniteRelu if before.negative && !before.is_nan() => "`.relu`",
                    Clamp::PositiveZero => "`.pzo`",
                    Clamp::FinitePositiveZero if before.is_zero() => "`.pzo`",
                    Clamp::Finite | Clamp::FiniteRelu | Clamp::FinitePositiveZero => "`.satfinite`",
                };
                [&cause, ", and ", modifier, " makes that ", &self.shown(after)].concat()
            }
            Some(_) | None => [cause, result].concat(),
        }
    }

    /// A rule as a clause, and what follows from it.
    fn cause(&self, rule: Rule, datum: &Datum) -> (String, String) {
        let invalid =
            |what: &str| (String::from(what), String::from(" is invalid, so the result is a NaN"));
        let so = |cause: String, result: &str| (cause, String::from(result));
        match rule {
            Rule::OutOfBounds { operand } => so(
                [&self.name(operand), " is an out-of-bounds NaN"].concat(),
                ", so `.oob` makes the result 0",
            ),
            Rule::NanOperand { operand } => self.nan(operand),
            Rule::NanToInteger { is_wide: false } => {
                so([&self.name(0), " is a NaN"].concat(), ", which becomes 0 as an integer here")
            }
            Rule::NanToInteger { is_wide: true } => so(
                [&self.name(0), " is a NaN"].concat(),
                ", which becomes the topmost bit alone where 64 bits are involved",
            ),
            Rule::InfinityTimesZero => invalid("∞ × 0"),
            Rule::OppositeInfinities => invalid("∞ − ∞"),
            Rule::ZeroByZero => invalid("0 ÷ 0"),
            Rule::InfinityByInfinity => invalid("∞ ÷ ∞"),
            Rule::NoValue => invalid("the square root of a negative number"),
            Rule::Zero { negative } => so(self.zero(negative), ""),
            Rule::Infinite { .. } => self.infinity(datum),
            Rule::Sign => self.sign(),
            Rule::Selected { operand } => self.selected(operand),
            Rule::Tested { holds, class } => self.tested(holds, class),
            Rule::Wrapped { is_same } => so(self.wrapped(is_same, datum), ""),
        }
    }

    /// A NaN among the operands.
    fn nan(&self, operand: usize) -> (String, String) {
        let name = self.name(operand);
        let is_comparison = matches!(self.op.operation, Operation::Min | Operation::Max);
        if is_comparison && !self.op.comparison.returns_nan {
            let all = if self.names.len() == 2 { "both" } else { "all" };
            let cause = [all, " operands are NaNs"].concat();
            return (cause, String::from(", so the result is one"));
        }
        let result = match self.op.nans.rule {
            _ if is_comparison => ", and `.NaN` makes the result one",
            NanRule::Canonical => ", so the result is one",
            NanRule::Kept if self.op.operation == Operation::Neg => "; only its sign changes",
            NanRule::Kept if self.op.operation == Operation::Abs => "; it loses only its sign",
            NanRule::Kept => ", which is passed on unchanged",
            NanRule::Quieted => ", which is passed on, quieted",
            NanRule::CanonicalOfSingle => ", which becomes the canonical NaN of f32, converted",
        };
        ([&name, " is a NaN"].concat(), String::from(result))
    }

    /// An exact zero.
    fn zero(&self, negative: bool) -> String {
        let format = self.op.result;
        if !format.decode(format.encode(&Datum::zero(negative))).is_zero() {
            let least = self.shown(&Datum::zero(false));
            return [
                &*code(format.name()),
                " has no zero: its smallest number, ",
                &least,
                ", is used",
            ]
            .concat();
        }
        let sign = if negative { "−0" } else { "0" };
        let terms = match (self.op.operation, self.operands()) {
            (Operation::Add | Operation::Sub, [a, b]) => Some(a.is_zero() && b.is_zero()),
            (Operation::Fma | Operation::MadTruncated, [a, b, c]) => {
                Some(c.is_zero() && (a.is_zero() || b.is_zero()))
            }
            _ => None,
        };
        match terms {
            Some(false) if negative => {
                ["the terms cancel out; rounding down makes the zero ", sign].concat()
            }
            Some(false) => ["the terms cancel out, which gives ", sign].concat(),
            Some(true) | None => ["the result is exactly ", sign].concat(),
        }
    }

    /// An infinity.
    fn infinity(&self, datum: &Datum) -> (String, String) {
        let Some(operand) = self.operands().iter().position(Datum::is_infinite) else {
            return (String::from("a division by 0 gives infinity"), String::new());
        };
        let result = match self.op.result {
            Format::Fixed(format) => {
                let end = shown(format.encode_datum(datum), self.op.result);
                [", and ", format.name, " ends at ", &end].concat()
            }
            Format::Float(_) => String::from(", so the result is too"),
        };
        ([&self.name(operand), " is infinite"].concat(), result)
    }

    /// A sign that is dropped, inverted, or that of another operand.
    fn sign(&self) -> (String, String) {
        let text = match self.op.operation {
            Operation::Abs => String::from("the sign is dropped"),
            Operation::Neg => String::from("the sign is inverted"),
            _ => [&self.name(0), " gives the sign, ", &self.name(1), " the magnitude"].concat(),
        };
        (text, String::new())
    }

    /// The operand that a comparison selects.
    fn selected(&self, operand: usize) -> (String, String) {
        let (comparison, operands) = (self.op.comparison, self.operands());
        let name = self.name(operand);
        let numbers = || operands.iter().filter(|datum| !datum.is_nan());
        let mut text = if numbers().count() < operands.len() {
            let opcode = if self.op.operation == Operation::Min { "`min`" } else { "`max`" };
            let value = operands.get(operand).map_or(String::new(), |datum| self.shown(datum));
            [opcode, " ignores a NaN, so the result is ", &name, ", ", &value].concat()
        } else if numbers().all(|datum| operands.first() == Some(datum)) {
            String::from("the operands are equal")
        } else {
            let word = match (self.op.operation == Operation::Min, operands.len() > 2) {
                (true, false) => " is the smaller",
                (true, true) => " is the smallest",
                (false, false) => " is the larger",
                (false, true) => " is the largest",
            };
            let what = if comparison.of_magnitudes { " magnitude" } else { "" };
            [&name, word, what].concat()
        };
        let is_zero = |sign: bool| operands.iter().any(|it| it.is_zero() && it.negative == sign);
        if is_zero(true) && is_zero(false) && !comparison.of_magnitudes {
            text.push_str("; −0 counts as less than +0");
        }
        if comparison.has_xorsign {
            text.push_str(", with the sign of the product");
        }
        (text, String::new())
    }

    /// Describes the finding of a test.
    fn tested(&self, holds: bool, class: Class) -> (String, String) {
        let property = code(self.op.property.map_or("", Modifier::spelling));
        let is = match class {
            Class::Zero => " is zero, which counts as normal",
            Class::Subnormal => " is subnormal",
            Class::Normal => " is normal",
            Class::Infinite => " is infinite",
            Class::QuietNan => " is a quiet NaN",
            Class::SignalingNan => " is a signaling NaN",
        };
        let answer = if holds { " holds" } else { " does not hold" };
        ([&self.name(0), is, ", so ", &property, answer].concat(), String::new())
    }

    /// An integer whose bits are taken.
    fn wrapped(&self, is_same: bool, datum: &Datum) -> String {
        let (to, [from, ..]) = (self.op.result, self.op.operands);
        let value = self.shown(datum);
        if is_same {
            return [&*code(to.name()), " holds ", &value, " unchanged"].concat();
        }
        let width = to.width().to_string();
        if to.width() < from.width() {
            [&*code(to.name()), " takes the lowest ", &width, " bits, which are ", &value].concat()
        } else {
            ["the bits are taken as they are; as ", to.name(), " they are ", &value].concat()
        }
    }
}
