//! The meaning of an instruction: as a sentence, and as a formula in the names of its operands.

use alloc::string::String;
use alloc::vec::Vec;

use super::form::{Operation, Role};
use super::instruction::Instruction;
use super::modifier::{Group, Modifier};

impl Operation {
    /// Returns the meaning as a sentence; approximate forms only come close to it.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Add => "The sum of two numbers, rounded once.",
            Self::Sub => "The difference of two numbers, rounded once.",
            Self::Mul => "The product of two numbers, rounded once.",
            Self::Fma => "The product of two numbers plus a third, rounded once.",
            Self::MadTruncated => "On early targets, the product is truncated before the sum.",
            Self::Div => "The quotient of two numbers.",
            Self::Abs => "The magnitude of a number.",
            Self::Neg => "A number with the opposite sign.",
            Self::Min => "The minimum of two or three numbers.",
            Self::Max => "The maximum of two or three numbers.",
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
    /// Returns the meaning as a formula: `d = a × b + c, lane by lane`.
    ///
    /// ```
    /// use ptxfp::catalog::{Context, LATEST_ISA, Target};
    /// use ptxfp::syntax::check;
    ///
    /// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").unwrap() };
    /// let formula = |text| check(text, &context).instruction.unwrap().formula();
    /// assert_eq!(formula("fma.rn.f16x2"), "d = a × b + c, lane by lane");
    /// assert_eq!(formula("cvt.rn.satfinite.e4m3x2.f32"), "d = {a, b} in e4m3");
    /// ```
    #[must_use]
    pub fn formula(&self) -> String {
        let destination = self.form.destination().name;
        let named =
            |operand: &&super::form::Operand| matches!(operand.role, Role::Lanes | Role::Lane(_));
        let names: Vec<&str> =
            self.form.sources().iter().filter(named).map(|operand| operand.name).collect();
        let template = match self.form.operation {
            Operation::Add => "A + B",
            Operation::Sub => "A − B",
            Operation::Mul => "A × B",
            Operation::Fma => "A × B + C",
            Operation::MadTruncated => "trunc(A × B) + C",
            Operation::Div => "A ÷ B",
            Operation::Abs => "|A|",
            Operation::Neg => "−A",
            Operation::Min => &self.choice("min", &names),
            Operation::Max => &self.choice("max", &names),
            Operation::Rcp | Operation::RcpUpper => "1 ÷ A",
            Operation::Sqrt => "√A",
            Operation::Rsqrt | Operation::RsqrtUpper => "1 ÷ √A",
            Operation::Sin => "sin A",
            Operation::Cos => "cos A",
            Operation::Lg2 => "log₂ A",
            Operation::Ex2 => "2 to the power A",
            Operation::Tanh => "tanh A",
            Operation::CopySign => "|B| with the sign of A",
            Operation::TestProperty => {
                let property = self.modifiers().find(|m| m.group() == Group::Property);
                let word = property.map_or("", Modifier::spelling).trim_start_matches('.');
                &["A is ", word].concat()
            }
            Operation::Convert => &self.conversion(&names),
        };
        let lanes = self.destination_type().packing().lanes;
        let alone = if lanes > 1 && !self.gathers() { ", lane by lane" } else { "" };
        [destination, " = ", &filled(template, &names), alone].concat()
    }

    /// Whether each source is one lane of the destination.
    fn gathers(&self) -> bool {
        self.form.sources().iter().any(|operand| matches!(operand.role, Role::Lane(_)))
    }

    fn choice(&self, word: &str, names: &[&str]) -> String {
        let (open, between, close) =
            if self.has(Modifier::Abs) { ("(|", "|, |", "|)") } else { ("(", ", ", ")") };
        let sign = if self.has(Modifier::Xorsign) { " with the sign of a × b" } else { "" };
        [word, open, &names.join(between), close, sign].concat()
    }

    fn conversion(&self, names: &[&str]) -> String {
        let sources = names.join(", ");
        let sources = if names.len() > 1 { ["{", &sources, "}"].concat() } else { sources };
        let to = self.destination_type();
        let is_scaled = self.form.sources().iter().any(|source| source.role.is_scale());
        let scale = match (is_scaled, self.is_narrowing()) {
            (false, _) => "",
            (true, true) => " ÷ scale",
            (true, false) => " × scale",
        };
        let mut types = self.types();
        let is_same = types.next() == types.next();
        if is_same && self.modifiers().any(|m| m.group() == Group::Rounding) {
            return sources + " rounded to an integer";
        }
        [&sources, scale, " in ", to.format().name()].concat()
    }
}

/// A formula with A, B and so on replaced by names or values; a sign joins the one before it.
pub(crate) fn filled(template: &str, values: &[&str]) -> String {
    let mut text = String::new();
    for character in template.chars() {
        let place = u32::from(character).wrapping_sub('A'.into()) as usize;
        let Some(value) = values.get(place) else {
            text.push(character);
            continue;
        };
        let joined = match value.strip_prefix('−') {
            Some(magnitude) if text.ends_with("+ ") => Some(("− ", magnitude)),
            Some(magnitude) if text.ends_with("− ") => Some(("+ ", magnitude)),
            Some(_) | None => None,
        };
        match joined {
            Some((sign, magnitude)) => {
                text.pop();
                text.pop();
                text.extend([sign, magnitude]);
            }
            None => text.push_str(value),
        }
    }
    text
}
