//! An instruction for a target, evaluated on columns of registers.

use ptxfp::catalog::MAX_SOURCES;
use ptxfp::syntax::{stated, value};
use ptxfp::text::concise;
use ptxfp::{Evaluation, Guarantee};
use pyo3::prelude::*;

use crate::columns::{Column, Narrow, Registers, computed};
use crate::{context, wrong};

/// The number of rows that go to the core at once.
const N_AT_ONCE: usize = 4096;

/// An instruction for a target.
#[pyclass(frozen, module = "ptxfp._ptxfp")]
pub(crate) struct Instruction(ptxfp::Instruction);

/// An operand: name, type, format, lanes, bits of the register, distance of the lanes in bits.
type Shape = (&'static str, &'static str, &'static str, u8, u8, u8);

fn shape(operand: &ptxfp::Operand) -> Shape {
    let packing = operand.packing();
    let format = operand.format().name();
    (operand.name(), operand.type_name(), format, packing.lanes, operand.width(), packing.stride)
}

/// Bits from the most significant one on, with a space between fields.
fn grouped(bits: u64, format: ptxfp::Format) -> String {
    let mut text = String::new();
    for index in (0..u32::from(format.width())).rev() {
        text.push(if bits >> index & 1 == 1 { '1' } else { '0' });
        if index > 0 && format.field(index) != format.field(index - 1) {
            text.push(' ');
        }
    }
    text
}

#[pymethods]
impl Instruction {
    #[new]
    #[pyo3(signature = (text, target, isa=None))]
    fn new(text: &str, target: &str, isa: Option<&str>) -> PyResult<Self> {
        ptxfp::Instruction::parse_in(text, &context(target, isa)?).map(Self).map_err(wrong)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    #[getter]
    fn target(&self) -> &'static str {
        self.0.context().target.name
    }

    #[getter]
    fn isa(&self) -> String {
        self.0.context().isa.to_string()
    }

    #[getter]
    fn undocumented(&self) -> Option<&'static str> {
        self.0.undocumented()
    }

    #[getter]
    fn operands(&self) -> Vec<Shape> {
        self.0.operands().map(|operand| shape(&operand)).collect()
    }

    #[getter]
    fn destination(&self) -> Shape {
        shape(&self.0.destination())
    }

    /// Reads an operand as the page does: `1.5`, `-inf`, `0x3f80`, `{1, 2}`.
    fn read(&self, index: usize, text: &str) -> PyResult<u64> {
        let form = self.0.row().form;
        let operand = form.sources().get(index).ok_or_else(|| wrong("no such operand"))?;
        let bits = value(text, self.0.row().operand_type(operand));
        bits.map_err(|error| wrong(format_args!("operand {}: {error}", operand.name)))
    }

    /// Reads a result in the same way.
    fn read_result(&self, text: &str) -> PyResult<u64> {
        let bits = stated(text, self.0.row().destination_type());
        bits.map_err(|error| wrong(format_args!("the result: {error}")))
    }

    /// The value of each lane of a register of an operand, in decimal.
    fn show(&self, index: usize, register: u64) -> Vec<String> {
        let Some(operand) = self.0.operands().nth(index) else { return Vec::new() };
        let packing = operand.packing();
        let lanes = (0..packing.lanes).map(|lane| packing.extract(register, lane));
        lanes.map(|bits| concise(bits, operand.format())).collect()
    }

    /// The destination register of each row.
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        columns: Vec<Column<'py>>,
        n: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let columns = columns.iter().map(Column::registers).collect::<PyResult<Vec<_>>>()?;
        match self.0.destination().width() {
            ..=8 => computed::<u8>(py, n, |results| self.fill(&columns, results)),
            9..=16 => computed::<u16>(py, n, |results| self.fill(&columns, results)),
            17..=32 => computed::<u32>(py, n, |results| self.fill(&columns, results)),
            _ => computed::<u64>(py, n, |results| self.fill(&columns, results)),
        }
    }

    /// The destination register that GPUs were observed to return, of each row; nothing where that
    /// is not known.
    fn observed<'py>(
        &self,
        py: Python<'py>,
        columns: Vec<Column<'py>>,
        n: usize,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let columns = columns.iter().map(Column::registers).collect::<PyResult<Vec<_>>>()?;
        let known = ptxfp::observed::Observed::of(self.0.row(), self.0.context());
        let Some(observed) = known else { return Ok(None) };
        let fill = |results: &mut [u32]| {
            for (row, result) in results.iter_mut().enumerate() {
                let mut registers = [0; MAX_SOURCES];
                for (register, column) in registers.iter_mut().zip(&columns) {
                    *register = column.at(row);
                }
                let used = registers.get(..columns.len()).unwrap_or_default();
                let bits = observed.bits(used);
                let bits = bits.ok_or_else(|| wrong("the registers do not fit the operands"))?;
                *result = Narrow::narrow(bits);
            }
            Ok(())
        };
        computed(py, n, fill).map(Some)
    }

    /// Returns the guarantee of each lane of each row: its name, and the ends of the permitted
    /// interval, as three lists of `n` times the number of lanes.
    fn guarantees<'py>(
        &self,
        py: Python<'py>,
        columns: Vec<Column<'py>>,
        n: usize,
    ) -> PyResult<(Vec<&'static str>, Vec<u64>, Vec<u64>)> {
        let columns = columns.iter().map(Column::registers).collect::<PyResult<Vec<_>>>()?;
        py.detach(|| {
            let mut all = (Vec::new(), Vec::new(), Vec::new());
            for row in 0..n {
                for lane in self.one(&columns, row)?.lanes() {
                    let (lo, hi) = match lane.guarantee() {
                        Guarantee::Within { lo, hi } => (lo, hi),
                        _ => (lane.bits(), lane.bits()),
                    };
                    all.0.push(lane.guarantee().name());
                    all.1.push(lo);
                    all.2.push(hi);
                }
            }
            Ok(all)
        })
    }

    /// The bits of each lane of a destination register, with a space between the fields of the format.
    fn fields(&self, register: u64) -> Vec<String> {
        let destination = self.0.destination();
        let (packing, format) = (destination.packing(), destination.format());
        let lanes = (0..packing.lanes).map(|lane| packing.extract(register, lane));
        lanes.map(|bits| grouped(bits, format)).collect()
    }

    /// The values of the lanes in decimal, the link, and the steps of each lane: title, modifier and
    /// sentence.
    #[allow(clippy::type_complexity, reason = "Python takes it apart")]
    #[allow(clippy::allow_attributes, reason = "the macro repeats the signature")]
    fn explain(
        &self,
        registers: Vec<u64>,
    ) -> PyResult<(Vec<String>, String, Vec<Vec<(&'static str, String, String)>>)> {
        let evaluation = self.0.evaluate(&registers).map_err(wrong)?;
        let values = evaluation.lanes().map(|lane| lane.text()).collect();
        let steps = (0..self.0.destination().lanes()).map(|lane| {
            let steps = evaluation.steps(lane).into_iter();
            steps.map(|step| (step.title, step.modifier.to_string(), step.sentence)).collect()
        });
        Ok((values, evaluation.link().to_string(), steps.collect()))
    }

    /// Whether the ISA permits a destination register, by any reading where its text is open.
    fn permits(&self, registers: Vec<u64>, bits: u64) -> PyResult<bool> {
        Ok(self.0.evaluate(&registers).map_err(wrong)?.permits(bits))
    }
}

impl Instruction {
    /// Evaluates all rows.
    fn fill<T: Narrow>(&self, columns: &[Registers<'_>], results: &mut [T]) -> PyResult<()> {
        let mut places = vec![vec![0; N_AT_ONCE]; columns.len()];
        let mut wide = vec![0; N_AT_ONCE];
        for (number, results) in results.chunks_mut(N_AT_ONCE).enumerate() {
            let first = number * N_AT_ONCE;
            let given: Vec<&[u64]> = columns
                .iter()
                .zip(&mut places)
                .map(|(column, places)| {
                    column.copy_to(first, places.get_mut(..results.len()).unwrap_or_default())
                })
                .collect();
            let wide = wide.get_mut(..results.len()).unwrap_or_default();
            self.0.evaluate_many(&given, wide).map_err(wrong)?;
            for (result, wide) in results.iter_mut().zip(wide.iter()) {
                *result = T::narrow(*wide);
            }
        }
        Ok(())
    }

    /// Evaluates one row.
    fn one(&self, columns: &[Registers<'_>], row: usize) -> PyResult<Evaluation> {
        let registers: Vec<u64> = columns.iter().map(|column| column.at(row)).collect();
        self.0.evaluate(&registers).map_err(wrong)
    }
}
