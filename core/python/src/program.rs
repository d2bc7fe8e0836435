//! Programs: several statements, or a thread of a kernel.

use ptxfp::catalog::{Context, Type};
use ptxfp::explore::sequence::kernel::{Kernel, Settings, is_kernel};
use ptxfp::explore::sequence::{Evaluated, Sequence, line_and_column};
use pyo3::prelude::*;

use crate::columns::{Column, all};
use crate::instruction::{Shape, exact_column, shape_of};
use crate::{context, wrong};

/// A register after a program: its shape, bits, the bits that follow from what GPUs were observed to
/// return, and whether permitted results lead to others.
type Ran = (Shape, u64, Option<u64>, Option<bool>);

/// An element that a kernel stores: its address as written, that by the pointer that it was computed from,
/// and the register.
type Store = (String, Option<String>, Ran);

/// The outputs, all registers, and the elements that are stored.
type Done = (Vec<Ran>, Vec<Ran>, Vec<Store>);

fn shape(name: &str, kind: Type) -> Shape {
    shape_of(name, kind.spelling(), kind.format(), kind.packing())
}

/// Registers after a kernel, as they are shown.
struct Registers<'s> {
    sequence: &'s Sequence,
    evaluated: Evaluated,
}

impl Registers<'_> {
    fn shown(&self, index: usize) -> Option<Ran> {
        let register = self.sequence.register(index)?;
        let consequence = self.evaluated.consequence(index);
        Some((
            shape(&register.name, register.kind),
            self.evaluated.outcomes.value(index).bits,
            consequence.and_then(|it| it.observed),
            consequence.and_then(|it| it.several.is_many()),
        ))
    }
}

/// Runs a thread of a kernel.
fn run_kernel(text: &str, settings: &Settings, context: &Context) -> PyResult<Done> {
    let kernel = Kernel::new(text, context, settings).map_err(wrong)?;
    let sequence = kernel.sequence();
    let problems = sequence.diagnostics().into_iter().map(|each| {
        let (line, column) = line_and_column(kernel.text(), each.span.start);
        format!("{line}:{column}: {}", each.message)
    });
    let problems: Vec<_> = problems.collect();
    if !problems.is_empty() {
        return Err(wrong(problems.join("\n")));
    }
    if let Some(message) = kernel.missing_load() {
        return Err(wrong(message));
    }
    let evaluated = sequence.evaluated(kernel.inputs(), context);
    let registers = Registers { sequence, evaluated };
    let stores = kernel.stores().iter().filter_map(|store| {
        Some((store.address.clone(), store.location.clone(), registers.shown(store.register)?))
    });
    let outputs = sequence.outputs().iter().filter_map(|index| registers.shown(*index));
    let all = (0..sequence.registers().len()).filter_map(|index| registers.shown(index));
    Ok((outputs.collect(), all.collect(), stores.collect()))
}

/// Runs a program, or a thread of a kernel, with the texts of its inputs by name and those of its loads in
/// order; returns its outputs, all registers, and what it stores. An input that neither they nor the text
/// give a value is an error, which names it.
#[pyfunction]
#[pyo3(signature = (text, inputs, target=None, isa=None, loads=None, function=None))]
pub(crate) fn run(
    text: &str,
    inputs: Vec<(String, String)>,
    target: Option<&str>,
    isa: Option<&str>,
    loads: Option<Vec<String>>,
    function: Option<String>,
) -> PyResult<Done> {
    let context = context(text, target, isa)?;
    if loads.is_some() || function.is_some() || is_kernel(text) {
        let loads = loads.unwrap_or_default();
        let settings = Settings { function, values: inputs, loads, ..Settings::default() };
        return run_kernel(text, &settings, &context);
    }
    let program = read(text, &context)?;
    let given: Vec<_> = inputs.iter().map(|(name, value)| (&**name, &**value)).collect();
    let registers = program.read_inputs(&given).map_err(wrong)?;
    let run = program.run(&registers).map_err(wrong)?;
    let shown = |it: ptxfp::Outcome<'_>| {
        let register = it.register();
        (shape(register.name(), register.kind()), it.bits(), it.observed(), it.could_differ())
    };
    Ok((run.outputs().map(shown).collect(), run.registers().map(shown).collect(), Vec::new()))
}

/// Reads statements; the message of an error has a line for each.
fn read(text: &str, context: &Context) -> PyResult<ptxfp::Program> {
    ptxfp::Program::parse_in(text, context).map_err(|errors| {
        let all = errors.iter().map(|each| {
            let (line, column) = line_and_column(text, each.span.start);
            format!("{line}:{column}: {}", each.message)
        });
        wrong(all.collect::<Vec<_>>().join("\n"))
    })
}

/// Several statements for a target, for many inputs.
#[pyclass(frozen, module = "ptxfp._ptxfp")]
pub(crate) struct Program(ptxfp::Program);

#[pymethods]
impl Program {
    #[new]
    #[pyo3(signature = (text, target=None, isa=None))]
    fn new(text: &str, target: Option<&str>, isa: Option<&str>) -> PyResult<Self> {
        read(text, &context(text, target, isa)?).map(Self)
    }

    #[getter]
    fn inputs(&self) -> Vec<Shape> {
        self.0.inputs().map(|it| shape(it.name(), it.kind())).collect()
    }

    #[getter]
    fn registers(&self) -> Vec<Shape> {
        self.0.registers().map(|it| shape(it.name(), it.kind())).collect()
    }

    /// The places of the outputs among the registers.
    #[getter]
    fn outputs(&self) -> Vec<usize> {
        self.0
            .outputs()
            .filter_map(|output| self.0.registers().position(|it| it == output))
            .collect()
    }

    /// The registers of all inputs, from texts by name and from what the text says.
    fn read_inputs(&self, given: Vec<(String, String)>) -> PyResult<Vec<u64>> {
        let given: Vec<_> = given.iter().map(|(name, value)| (&**name, &**value)).collect();
        self.0.read_inputs(&given).map_err(wrong)
    }

    /// Reads an input as the page does.
    fn read(&self, index: usize, text: &str) -> PyResult<u64> {
        let input = self.0.inputs().nth(index).ok_or_else(|| wrong("no such input"))?;
        let bits = ptxfp::syntax::value(text, input.kind());
        bits.map_err(|error| wrong(format_args!("input {}: {error}", input.name())))
    }

    /// The encodings of numbers that the format of an input has.
    fn exact<'py>(
        &self,
        py: Python<'py>,
        index: usize,
        numbers: numpy::PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let input = self.0.inputs().nth(index).ok_or_else(|| wrong("no such input"))?;
        let label = format!("input {}", input.name());
        exact_column(py, &label, input.kind().format(), numbers.as_slice()?)
    }

    /// All registers of each row, a column for each.
    fn run(&self, py: Python<'_>, columns: Vec<Column<'_>>, n: usize) -> PyResult<Vec<Vec<u64>>> {
        let columns = all(&columns, n)?;
        py.detach(|| {
            let mut found = vec![vec![0; n]; self.0.registers().len()];
            let given: Vec<&[u64]> = columns.iter().map(Vec::as_slice).collect();
            let took = self.0.run_many(&given, n, |row, bits| {
                for (column, bits) in found.iter_mut().zip(bits) {
                    if let Some(place) = column.get_mut(row) {
                        *place = *bits;
                    }
                }
            });
            took.map(|()| found).map_err(wrong)
        })
    }

    /// The registers of each row that follow from what GPUs were observed to return, a column for each
    /// that depends on it; none for one that is not known in every row.
    fn observe(
        &self,
        py: Python<'_>,
        columns: Vec<Column<'_>>,
        n: usize,
    ) -> PyResult<Vec<Option<Vec<u64>>>> {
        let columns = all(&columns, n)?;
        py.detach(|| {
            let mut found = vec![Some(vec![0; n]); self.0.registers().len()];
            let given: Vec<&[u64]> = columns.iter().map(Vec::as_slice).collect();
            let took = self.0.observe_many(&given, n, |row, observed| {
                for (column, bits) in found.iter_mut().zip(observed) {
                    match (column.as_mut().and_then(|it| it.get_mut(row)), bits) {
                        (Some(place), Some(bits)) => *place = *bits,
                        (_, None) => *column = None,
                        (None, Some(_)) => {}
                    }
                }
            });
            took.map(|()| found).map_err(wrong)
        })
    }

    /// Whether some instruction is approximate.
    #[getter]
    fn is_approximate(&self) -> bool {
        self.0.is_approximate()
    }
}
