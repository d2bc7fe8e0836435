//! The kernel when its thread has run.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::memory::sources;
use super::super::{Standing, registers};
use super::Kernel;
use super::given::Given;
use super::memory::Origin;
use super::trace::Tracer;

impl<'t> Tracer<'t> {
    /// The kernel that was traced.
    pub(super) fn finish(mut self, function: usize) -> (Kernel, Given<'t>) {
        self.seed();
        let outputs = self.outputs();
        self.builder.sequence.outputs = outputs;
        self.builder.infer();
        let sequence = &mut self.builder.sequence;
        let is_given =
            |index: usize| self.inputs.iter().any(|(it, value)| *it == index && value.is_some());
        let roots = [&*self.needed, &*self.builder.needed, &*sequence.outputs].concat();
        let is_needed = sources(sequence, &roots);
        let is_missing = |index: &usize| {
            let is_load = self.loads.iter().any(|load| load.register == *index);
            let is_pointer = matches!(self.origins.get(*index), Some(Origin::Pointer(_)));
            let is_needed = is_needed.get(*index).copied().unwrap_or(false);
            !is_given(*index) && !is_load && !is_pointer && is_needed
        };
        let missing = sequence.inputs.iter().copied().filter(is_missing).collect();
        let given: Vec<_> =
            self.inputs.iter().filter_map(|(it, bits)| Some((*it, (*bits)?))).collect();
        sequence.inputs = given.iter().map(|(index, _)| *index).collect();
        sequence.last_uses = registers::last_uses(sequence);
        let locations = (0..self.builder.sequence.registers.len()).map(|it| self.location_of(it));
        let kernel = Kernel {
            text: String::new(),
            locations: locations.collect(),
            sequence: self.builder.sequence,
            inputs: given.into_iter().map(|(_, bits)| bits).collect(),
            loads: self.loads,
            stores: self.stores,
            function: self.layout.functions.get(function).and_then(|it| it.name.clone()),
            functions: Vec::new(),
            parts: Vec::new(),
            stated: Vec::new(),
            is_first: false,
            is_entry: false,
            n_steps: self.n_steps,
            n_loads_taken: self.given.n_loads.min(self.given.n_given()),
            notes: self.notes,
            skipped: self.skipped,
            is_overrun: self.is_overrun,
            missing,
        };
        (kernel, self.given)
    }

    /// The registers that are results: those that are stored, and those in parameters; in a text
    /// without these, those that nothing reads.
    fn outputs(&mut self) -> Vec<usize> {
        let mut outputs: Vec<usize> = self.stores.iter().map(|store| store.register).collect();
        let registers = &self.builder.sequence.registers;
        let is_result = |index: &usize| registers.get(*index).is_some_and(|it| !it.is_read);
        outputs.extend(self.results.iter().map(|(_, register)| *register).filter(is_result));
        let has_function = self.layout.functions.iter().any(|it| it.name.is_some());
        if !has_function || outputs.is_empty() {
            // An address is no result.
            let is_number = |index: &usize| {
                !has_function || self.origins.get(*index).is_none_or(|it| *it == Origin::None)
            };
            let others = self.builder.results();
            outputs.extend(others.into_iter().filter(is_number));
            if outputs.is_empty() {
                // In a loop everything is read: the last values are the results.
                let last = self.builder.names.iter().map(|name| name.register);
                let is_written =
                    |it: &usize| registers.get(*it).is_some_and(|it| it.writer.is_some());
                outputs.extend(last.filter(is_written).filter(is_number));
            }
        }
        let others: Vec<usize> = if self.is_cut || !self.conditions.is_empty() {
            self.conditional_results(&outputs)
        } else {
            outputs
        };
        let mut outputs = others;
        outputs.sort_unstable();
        outputs.dedup();
        outputs
    }

    /// The address in a register, by what it was computed from.
    pub(super) fn location_of(&self, register: usize) -> Option<String> {
        let value = self.known.value(register);
        let origin = self.origins.get(register).copied().unwrap_or_default();
        (value.standing == Standing::Determined).then(|| self.location(Some(value.bits), origin))?
    }

    /// An address by what it was computed from.
    pub(super) fn location(&self, address: Option<u64>, origin: Origin) -> Option<String> {
        let (name, base) = match origin {
            Origin::Pointer(index) => {
                let register = self.builder.sequence.registers.get(index)?;
                (register.name.as_str(), self.known.value(index).bits)
            }
            Origin::Variable(index) => {
                let variable = self.variables.get(index)?;
                (variable.name.as_str(), variable.address)
            }
            Origin::None | Origin::Several => return None,
        };
        let offset = address?.wrapping_sub(base).cast_signed();
        // An address far away was not computed by sums.
        (offset.unsigned_abs() < 1 << 32).then(|| match offset {
            0 => name.into(),
            _ => alloc::format!("{name}{offset:+}"),
        })
    }
}
