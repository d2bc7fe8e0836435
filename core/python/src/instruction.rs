//! An instruction for a target, evaluated on columns of registers.

use numpy::PyReadonlyArray1;
use ptxfp::catalog::{Context, MAX_SOURCES};
use ptxfp::format::table::F64;
use ptxfp::format::{Format, Packing};
use ptxfp::syntax::{stated, value};
use ptxfp::text::concise;
use ptxfp::{Evaluation, Guarantee};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::columns::{Column, Narrow, Registers, computed, computed_rows};
use crate::{context, wrong};

/// The number of rows that go to the core at once.
const N_AT_ONCE: usize = 4096;

/// An instruction for a target.
#[pyclass(frozen, module = "ptxfp._ptxfp")]
pub(crate) struct Instruction(ptxfp::Instruction);

/// An operand: name, type, format, lanes, bits of the register, distance of the lanes in bits.
pub(crate) type Shape = (String, &'static str, &'static str, u8, u8, u8);

fn shape(operand: &ptxfp::Operand) -> Shape {
    shape_of(operand.name(), operand.type_name(), operand.format(), operand.packing())
}

pub(crate) fn shape_of(name: &str, kind: &'static str, format: Format, packing: Packing) -> Shape {
    let width = packing.register_width();
    (name.to_owned(), kind, format.name(), packing.lanes, width, packing.stride)
}

/// The encodings of numbers that a format has; another one is an error, in which `label` names the
/// operand.
pub(crate) fn exact_column<'py>(
    py: Python<'py>,
    label: &str,
    format: Format,
    numbers: &[f64],
) -> PyResult<Bound<'py, PyAny>> {
    let double = Format::Float(&F64);
    let encode = |number: f64| {
        format.encode_exact(&double.decode(number.to_bits())).ok_or_else(|| {
            wrong(format_args!(
                "{label}: {number} is not in {}; convert the array first, which rounds, or pass bits",
                format.name()
            ))
        })
    };
    computed::<u64>(py, numbers.len(), |places| {
        for (place, number) in places.iter_mut().zip(numbers) {
            *place = encode(*number)?;
        }
        Ok(())
    })
}

/// Bits from the most significant one on, with a space between fields.
fn grouped(bits: u64, format: Format) -> String {
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
    #[pyo3(signature = (text, target=None, isa=None))]
    fn new(text: &str, target: Option<&str>, isa: Option<&str>) -> PyResult<Self> {
        ptxfp::Instruction::parse_in(text, &context(text, target, isa)?).map(Self).map_err(wrong)
    }

    /// Pickles it as its statement, which tells forms of one spelling apart.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> (Bound<'py, PyType>, (String, &'static str, String)) {
        let own = &slf.get().0;
        let Context { isa, target } = own.context();
        let statement = ptxfp::explore::sequence::plain_statement(own.row());
        (slf.get_type(), (statement, target.name, isa.to_string()))
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

    /// The encodings of numbers that the format of an operand has.
    fn exact<'py>(
        &self,
        py: Python<'py>,
        index: usize,
        numbers: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let operand = self.0.operands().nth(index).ok_or_else(|| wrong("no such operand"))?;
        let label = format!("operand {}", operand.name());
        exact_column(py, &label, operand.format(), numbers.as_slice()?)
    }

    /// The encodings of numbers that the format of the result has.
    fn exact_result<'py>(
        &self,
        py: Python<'py>,
        numbers: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let format = self.0.destination().format();
        exact_column(py, "the result", format, numbers.as_slice()?)
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

    /// The value of a lane of the destination, in decimal.
    fn show_lane(&self, bits: u64) -> String {
        concise(bits, self.0.destination().format())
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
            ..=8 => self.evaluated::<u8>(py, &columns, n),
            9..=16 => self.evaluated::<u16>(py, &columns, n),
            17..=32 => self.evaluated::<u32>(py, &columns, n),
            _ => self.evaluated::<u64>(py, &columns, n),
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
        if observed.packing().register_width() > 32 {
            Self::observed_in::<u64>(py, &columns, n, observed).map(Some)
        } else {
            Self::observed_in::<u32>(py, &columns, n, observed).map(Some)
        }
    }

    /// The guarantee of each lane of each row, as a number: more is less certain.
    fn guarantees<'py>(
        &self,
        py: Python<'py>,
        columns: Vec<Column<'py>>,
        n: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.of_lanes::<u8, 1>(py, &columns, n, |lane| [lane.guarantee().uncertainty()])
    }

    /// The ends of the permitted interval of each lane of each row, the least first.
    fn permitted<'py>(
        &self,
        py: Python<'py>,
        columns: Vec<Column<'py>>,
        n: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.of_lanes::<u64, 2>(py, &columns, n, |lane| match lane.guarantee() {
            Guarantee::Within { lo, hi } => [lo, hi],
            _ => [lane.bits(); 2],
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

    /// Whether the ISA permits the destination register of each row, by any reading where its text is
    /// open.
    fn permits<'py>(
        &self,
        py: Python<'py>,
        columns: Vec<Column<'py>>,
        results: Column<'py>,
        n: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let columns = columns.iter().map(Column::registers).collect::<PyResult<Vec<_>>>()?;
        let results = results.registers()?;
        computed_rows::<u8>(py, (n, 1), |first, places| {
            for (row, place) in (first..).zip(places) {
                *place = u8::from(self.one(&columns, row)?.permits(results.at(row)));
            }
            Ok(())
        })
    }
}

impl Instruction {
    /// The observed registers of all rows.
    fn observed_in<'py, T: Narrow>(
        py: Python<'py>,
        columns: &[Registers<'_>],
        n: usize,
        observed: ptxfp::observed::Observed,
    ) -> PyResult<Bound<'py, PyAny>> {
        let fill = |first, results: &mut [T]| {
            for (row, result) in (first..).zip(results) {
                let mut registers = [0; MAX_SOURCES];
                for (register, column) in registers.iter_mut().zip(columns) {
                    *register = column.at(row);
                }
                let used = registers.get(..columns.len()).unwrap_or_default();
                let bits = observed.bits(used);
                let bits = bits.ok_or_else(|| wrong("the registers do not fit the operands"))?;
                *result = Narrow::narrow(bits);
            }
            Ok(())
        };
        computed_rows(py, (n, 1), fill)
    }

    /// Evaluates all rows.
    fn evaluated<'py, T: Narrow>(
        &self,
        py: Python<'py>,
        columns: &[Registers<'_>],
        n: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        computed_rows::<T>(py, (n, 1), |first, results| self.fill(columns, first, results))
    }

    /// Evaluates the rows from `start` on, as many as there are results.
    fn fill<T: Narrow>(
        &self,
        columns: &[Registers<'_>],
        start: usize,
        results: &mut [T],
    ) -> PyResult<()> {
        let mut places = vec![vec![0; N_AT_ONCE]; columns.len()];
        let mut wide = vec![0; N_AT_ONCE];
        for (number, results) in results.chunks_mut(N_AT_ONCE).enumerate() {
            let first = start + number * N_AT_ONCE;
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

    /// Describes each lane of each row in `N` integers.
    fn of_lanes<'py, T: Narrow, const N: usize>(
        &self,
        py: Python<'py>,
        columns: &[Column<'py>],
        n: usize,
        describe: impl Fn(ptxfp::Lane) -> [T; N] + Send + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let columns = columns.iter().map(Column::registers).collect::<PyResult<Vec<_>>>()?;
        let lanes = usize::from(self.0.destination().lanes());
        computed_rows::<T>(py, (n, lanes * N), |start, results| {
            let mut places = vec![vec![0; N_AT_ONCE]; columns.len()];
            for (number, results) in results.chunks_mut(N_AT_ONCE * lanes * N).enumerate() {
                let (first, n) = (start + number * N_AT_ONCE, results.len() / (lanes * N));
                let given = columns.iter().zip(&mut places).map(|(column, places)| {
                    column.copy_to(first, places.get_mut(..n).unwrap_or_default())
                });
                let given: Vec<&[u64]> = given.collect();
                let take = |row: usize, lane: u8, found| {
                    let place = (row * lanes + usize::from(lane)) * N;
                    if let Some(places) = results.get_mut(place..place + N) {
                        places.copy_from_slice(&describe(found));
                    }
                };
                self.0.evaluate_lanes(&given, n, take).map_err(wrong)?;
            }
            Ok(())
        })
    }

    /// Evaluates one row.
    fn one(&self, columns: &[Registers<'_>], row: usize) -> PyResult<Evaluation> {
        let registers: Vec<u64> = columns.iter().map(|column| column.at(row)).collect();
        self.0.evaluate(&registers).map_err(wrong)
    }
}
