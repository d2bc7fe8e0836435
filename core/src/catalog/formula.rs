//! What an instruction computes: in a sentence, and as a formula in the names of its operands.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::form::{Operation, Role};
use super::instruction::Instruction;
use super::modifier::{Group, Modifier};

impl Operation {
    /// What it computes, as a sentence; approximate forms come near to it.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Add => "The sum of two numbers, rounded once.",
            Self::Sub => "The difference of two numbers, rounded once.",
            Self::Mul => "The product of two numbers, rounded once.",
            Self::Fma => "The product of two numbers plus a third one, rounded once.",
            Self::MadTruncated => "On early targets, the product is truncated before the sum.",
            Self::Div => "The quotient of two numbers.",
            Self::Abs => "The magnitude of a number.",
            Self::Neg => "A number with the opposite sign.",
            Self::Min => "The least of two or three numbers.",
            Self::Max => "The greatest of two or three numbers.",
            Self::Rcp => "The reciprocal of a number.",
            Self::RcpUpper => "A coarse reciprocal of an f64, from the upper half of its bits.",
            Self::Sqrt => "The square root of a number.",
            Self::Rsqrt => "The reciprocal of the square root of a number.",
            Self::RsqrtUpper => {
                "A coarse reciprocal of the square root of an f64, from the upper half of its bits."
            }
            Self::Sin => "The sine of an angle in radians.",
            Self::Cos => "The cosine of an angle in radians.",
            Self::Lg2 => "The logarithm of a number to the base 2.",
            Self::Ex2 => "2 to the power of a number.",
            Self::Tanh => "The hyperbolic tangent of a number.",
            Self::CopySign => "The second number with the sign of the first.",
            Self::TestProperty => "Whether a number is finite, a NaN, normal or the like.",
            Self::Convert => "A number in another format, or rounded to an integer.",
        }
    }
}

impl Instruction {
    /// What it computes: `d = a × b + c, each lane alone`.
    ///
    /// ```
    /// use ptxfp::catalog::{Context, LATEST_ISA, Target};
    /// use ptxfp::syntax::check;
    ///
    /// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").unwrap() };
    /// let formula = |text| check(text, &context).instruction.unwrap().formula();
    /// assert_eq!(formula("fma.rn.f16x2"), "d = a × b + c, each lane alone");
    /// assert_eq!(formula("cvt.rn.satfinite.e4m3x2.f32"), "d = {a, b} in e4m3");
    /// ```
    #[must_use]
    pub fn formula(&self) -> String {
        let destination = self.form.destination().name;
        let named =
            |operand: &&super::form::Operand| matches!(operand.role, Role::Lanes | Role::Lane(_));
        let names: Vec<&str> =
            self.form.sources().iter().filter(named).map(|operand| operand.name).collect();
        let name = |index: usize| names.get(index).copied().unwrap_or_default();
        let (a, b, c) = (name(0), name(1), name(2));
        let value = match self.form.operation {
            Operation::Add => format!("{a} + {b}"),
            Operation::Sub => format!("{a} − {b}"),
            Operation::Mul => format!("{a} × {b}"),
            Operation::Fma => format!("{a} × {b} + {c}"),
            Operation::MadTruncated => format!("trunc({a} × {b}) + {c}"),
            Operation::Div => format!("{a} ÷ {b}"),
            Operation::Abs => format!("|{a}|"),
            Operation::Neg => format!("−{a}"),
            Operation::Min => self.choice("min", &names),
            Operation::Max => self.choice("max", &names),
            Operation::Rcp | Operation::RcpUpper => format!("1 ÷ {a}"),
            Operation::Sqrt => format!("√{a}"),
            Operation::Rsqrt | Operation::RsqrtUpper => format!("1 ÷ √{a}"),
            Operation::Sin => format!("sin {a}"),
            Operation::Cos => format!("cos {a}"),
            Operation::Lg2 => format!("log₂ {a}"),
            Operation::Ex2 => format!("2 to the power {a}"),
            Operation::Tanh => format!("tanh {a}"),
            Operation::CopySign => format!("|{b}| with the sign of {a}"),
            Operation::TestProperty => {
                let property = self.modifiers().find(|m| m.group() == Group::Property);
                let word = property.map_or("", Modifier::spelling).trim_start_matches('.');
                format!("{a} is {word}")
            }
            Operation::Convert => self.conversion(&names),
        };
        let lanes = self.destination_type().packing().lanes;
        let alone = if lanes > 1 && !self.gathers() { ", each lane alone" } else { "" };
        format!("{destination} = {value}{alone}")
    }

    /// Whether each source is one lane of the destination.
    fn gathers(&self) -> bool {
        self.form.sources().iter().any(|operand| matches!(operand.role, Role::Lane(_)))
    }

    fn choice(&self, word: &str, names: &[&str]) -> String {
        let names: Vec<String> = (names.iter())
            .map(|name| if self.has(Modifier::Abs) { format!("|{name}|") } else { (*name).into() })
            .collect();
        let sign = if self.has(Modifier::Xorsign) { " with the sign of a × b" } else { "" };
        format!("{word}({}){sign}", names.join(", "))
    }

    fn conversion(&self, names: &[&str]) -> String {
        let sources = names.join(", ");
        let sources = if names.len() > 1 { format!("{{{sources}}}") } else { sources };
        let to = self.destination_type();
        let scale = match (self.has(Modifier::Scaled), to.format()) {
            (false, _) => "",
            (true, crate::format::Format::Fixed(_)) => " ÷ scale",
            (true, crate::format::Format::Float(_)) => " × scale",
        };
        let mut types = self.types();
        let is_same = types.next() == types.next();
        if is_same && self.modifiers().any(|m| m.group() == Group::Rounding) {
            return format!("{sources} rounded to an integer");
        }
        format!("{sources}{scale} in {}", to.format().name())
    }
}
