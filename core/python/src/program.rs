//! Programs: several statements.

use ptxfp::explore::sequence::Sequence;
use pyo3::prelude::*;

use crate::{context, wrong};

/// A register after a program: name, type, bits, the bits that follow from what GPUs were observed to
/// return, and whether permitted results lead to others.
type Register = (String, &'static str, u64, Option<u64>, Option<bool>);

/// Runs a program, with the texts of its inputs by name; returns its outputs and all registers.
/// An input that neither they nor the text give a value is an error, which names it.
#[pyfunction]
#[pyo3(signature = (text, inputs, target, isa=None))]
pub(crate) fn run(
    text: &str,
    inputs: Vec<(String, String)>,
    target: &str,
    isa: Option<&str>,
) -> PyResult<(Vec<Register>, Vec<Register>)> {
    let context = context(target, isa)?;
    let sequence = Sequence::new(text, &context);
    if !sequence.is_complete() {
        let all = sequence.diagnostics().into_iter().map(|each| {
            let (line, column) = ptxfp::explore::sequence::line_and_column(text, each.span.start);
            format!("{line}:{column}: {}", each.message)
        });
        return Err(wrong(all.collect::<Vec<_>>().join("\n")));
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
    let shown = |index: usize| {
        let register = sequence.register(index)?;
        let consequence = evaluated.consequence(index);
        Some((
            register.name.clone(),
            register.kind.spelling(),
            evaluated.outcomes.value(index).bits,
            consequence.and_then(|it| it.observed),
            consequence.and_then(|it| it.several.is_many()),
        ))
    };
    let outputs = sequence.outputs().iter().filter_map(|index| shown(*index)).collect();
    let all = (0..sequence.registers().len()).filter_map(shown).collect();
    Ok((outputs, all))
}
