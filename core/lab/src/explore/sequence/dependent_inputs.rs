//! Inputs that depend on each other in the text around inline assembly.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Sequence;
use crate::program::inline::Operand;
use crate::text::quote::code;

impl Sequence {
    /// Gives inputs without a value the one that follows from another input: operands of inline
    /// assembly whose expressions are of a variable that another operand is, `"r"(q), "r"(q >> 4)`.
    ///
    /// ```
    /// use ptxfp::catalog::{Context, LATEST_ISA, Target};
    /// use ptxfp::explore::sequence::Sequence;
    ///
    /// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
    /// let text = r#"uint32_t q; asm("xor.b32 %0, %1, %2;" : "=r"(d) : "r"(q), "r"(q >> 4));"#;
    /// let sequence = Sequence::new(text, &context);
    /// let mut values = sequence.values_by_name(text, &[("%1", "0x80000000")]).unwrap();
    /// sequence.derive_values(&mut values);
    /// assert_eq!(values, [Some(0x8000_0000), Some(0x0800_0000)]);
    /// ```
    pub fn derive_values(&self, values: &mut [Option<u64>]) {
        for place in 0..values.len() {
            let derived = self.derived_value(place, values);
            if let Some(own) = values.get_mut(place) {
                *own = own.or(derived);
            }
        }
    }

    /// The value of an input, by its place, that follows from those of others.
    #[must_use]
    pub fn derived_value(&self, place: usize, values: &[Option<u64>]) -> Option<u64> {
        let register = self.input_registers().nth(place)?;
        let is_own = |it: &&Operand| it.names.last() == Some(&register.name);
        self.dependent.iter().filter(is_own).find_map(|operand| {
            let derived = operand.derived.as_ref()?;
            let mut inputs = self.input_registers().zip(values);
            let (from, bits) = inputs.find(|(it, _)| Some(&it.name) == derived.from.as_ref())?;
            derived.value((*bits)?).filter(|_| from.width() == register.width())
        })
    }

    /// Says which inputs depend on each other in the text around inline assembly, but not in these
    /// values: a sentence for each expression that cannot be computed, or has another value.
    #[must_use]
    pub fn dependent_inputs(&self, values: &[u64]) -> Vec<String> {
        let value = |name: Option<&String>| {
            let mut inputs = self.input_registers().zip(values);
            inputs.find(|(register, _)| Some(&register.name) == name).map(|(_, bits)| *bits)
        };
        let mut notes = Vec::new();
        for (place, operand) in self.dependent.iter().enumerate() {
            let own = operand.names.last();
            let (Some(derived), Some(name), Some(bits)) = (&operand.derived, own, value(own))
            else {
                continue;
            };
            let (name, expression) = (code(name), code(&operand.expression));
            if let (Some(from), Some(variable)) = (&derived.from, value(derived.from.as_ref())) {
                let from = code(from);
                match derived.value(variable) {
                    Some(computed) if computed == bits => {}
                    Some(_) => notes.push(format!(
                        "in the text {name} is {expression} of {from}, which has another value"
                    )),
                    None => notes.push(format!(
                        "in the text {name} is {expression} of {from}, which cannot be computed: the \
                         type of the variable is not known, or it overflows"
                    )),
                }
                continue;
            }
            // The next one of the same statement.
            let mut others = self.dependent.iter().skip(place + 1);
            let other = others.find(|it| {
                it.scope == operand.scope
                    && it.names.last() != own
                    && it.derived.as_ref().is_some_and(|it| it.is_of_variable_of(derived))
            });
            let Some((other, register)) = other.and_then(|it| Some((it, it.names.last()?))) else {
                continue;
            };
            let (register, other) = (code(register), code(&other.expression));
            notes.push(format!(
                "{name} and {register} depend on each other: in the text they are {expression} and \
                 {other}"
            ));
        }
        notes
    }
}
