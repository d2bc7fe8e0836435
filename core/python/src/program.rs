//! Programs: several statements.

use ptxfp::catalog::Context;
use ptxfp::explore::sequence::kernel::{Kernel, Settings, is_kernel};
use ptxfp::explore::sequence::{Evaluated, Sequence};
use pyo3::prelude::*;

use crate::{context, wrong};

/// A register after a program: name, type, bits, the bits that follow from what GPUs were observed to
/// return, and whether permitted results lead to others.
type Register = (String, &'static str, u64, Option<u64>, Option<bool>);

/// An element that a kernel stores: its address as written, that by the pointer that it was computed from,
/// and the register.
type Store = (String, Option<String>, Register);

/// Registers after a program, as they are shown.
struct Registers<'s> {
    sequence: &'s Sequence,
    evaluated: Evaluated,
}

impl Registers<'_> {
    fn shown(&self, index: usize) -> Option<Register> {
        let register = self.sequence.register(index)?;
        let consequence = self.evaluated.consequence(index);
        Some((
            register.name.clone(),
            register.kind.spelling(),
            self.evaluated.outcomes.value(index).bits,
            consequence.and_then(|it| it.observed),
            consequence.and_then(|it| it.several.is_many()),
        ))
    }

    /// The outputs, and all registers.
    fn both(&self) -> (Vec<Register>, Vec<Register>) {
        let outputs = self.sequence.outputs().iter().filter_map(|index| self.shown(*index));
        let all = (0..self.sequence.registers().len()).filter_map(|index| self.shown(index));
        (outputs.collect(), all.collect())
    }
}

/// The errors of a program.
fn problems(text: &str, sequence: &Sequence) -> PyErr {
    let all = sequence.diagnostics().into_iter().map(|each| {
        let (line, column) = ptxfp::explore::sequence::line_and_column(text, each.span.start);
        format!("{line}:{column}: {}", each.message)
    });
    wrong(all.collect::<Vec<_>>().join("\n"))
}

/// Runs a thread of a kernel.
fn run_kernel(
    text: &str,
    settings: &Settings,
    context: &Context,
) -> PyResult<(Vec<Register>, Vec<Register>, Vec<Store>)> {
    let kernel = Kernel::new(text, context, settings).map_err(wrong)?;
    let sequence = kernel.sequence();
    if !sequence.diagnostics().is_empty() {
        return Err(problems(kernel.text(), sequence));
    }
    if let Some(message) = kernel.missing_load() {
        return Err(wrong(message));
    }
    let evaluated = sequence.evaluated(kernel.inputs(), context);
    let registers = Registers { sequence, evaluated };
    let stores = kernel.stores().iter().filter_map(|store| {
        Some((store.address.clone(), store.location.clone(), registers.shown(store.register)?))
    });
    let stores = stores.collect();
    let (outputs, all) = registers.both();
    Ok((outputs, all, stores))
}

/// Runs a program, or a thread of a kernel, with the texts of its inputs by name and those of its loads in
/// order; returns its outputs, all registers, and what it stores. An input that neither they nor the text
/// give a value is an error, which names it.
#[pyfunction]
#[pyo3(signature = (text, inputs, target, isa=None, loads=None, function=None))]
pub(crate) fn run(
    text: &str,
    inputs: Vec<(String, String)>,
    target: &str,
    isa: Option<&str>,
    loads: Option<Vec<String>>,
    function: Option<String>,
) -> PyResult<(Vec<Register>, Vec<Register>, Vec<Store>)> {
    let context = context(target, isa)?;
    if loads.is_some() || function.is_some() || is_kernel(text) {
        let loads = loads.unwrap_or_default();
        let settings = Settings { function, values: inputs, loads, ..Settings::default() };
        return run_kernel(text, &settings, &context);
    }
    let sequence = Sequence::new(text, &context);
    if !sequence.is_complete() {
        return Err(problems(text, &sequence));
    }
    let given: Vec<_> = inputs.iter().map(|(name, value)| (&**name, &**value)).collect();
    let given = sequence.values_by_name(text, &given).map_err(wrong)?;
    let stated = sequence.values_in_text(text).map_err(wrong)?;
    let both = given.into_iter().zip(stated);
    let mut values: Vec<Option<u64>> = both.map(|(given, stated)| given.or(stated)).collect();
    sequence.derive_values(&mut values);
    let registers = sequence.input_registers().zip(values).map(|(input, value)| {
        value.ok_or_else(|| wrong(format_args!("input {} is missing", input.name)))
    });
    let registers = registers.collect::<PyResult<Vec<_>>>()?;
    let evaluated = sequence.evaluated(&registers, &context);
    let (outputs, all) = Registers { sequence: &sequence, evaluated }.both();
    Ok((outputs, all, Vec::new()))
}
