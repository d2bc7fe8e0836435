//! `corners`: documented corner cases, the result for every class, and error bounds, as data. Field
//! names are stable.

use ptxfp::catalog::{Context, Instruction};
use ptxfp::eval::{LaneResult, Prepared};
use ptxfp::explore::corner::{
    ClassMatrix, CornerRow, Documented, Landmark, corners, error_bounds, lane_sources, ones,
    silence,
};
use ptxfp::format::Format;
use ptxfp::syntax::parse;
use ptxfp::text::concise;
use serde::Serialize;

use crate::context::{resolve, shown};
use crate::operands;
use crate::wrong::Wrong;

/// The report of `corners` on an instruction.
#[derive(Serialize)]
pub(crate) struct Report {
    /// Opcode and modifiers, in the order of the syntax line.
    pub(crate) instruction: String,
    pub(crate) target: &'static str,
    pub(crate) isa: String,
    /// `documented`, `undocumented` or `refused`.
    pub(crate) status: &'static str,
    pub(crate) section: String,
    /// The PTX ISA version whose section numbers that uses; none where another document is cited.
    pub(crate) section_isa: Option<String>,
    /// The names of the operands of a row.
    pub(crate) operands: Vec<&'static str>,
    /// The documented corner cases.
    pub(crate) corners: Vec<Row>,
    /// The reason for their absence, if there are none.
    pub(crate) silence: Option<&'static str>,
    pub(crate) matrix: Option<Matrix>,
    /// The error bounds of results.
    pub(crate) errors: Vec<Bound>,
}

/// A documented corner case of lane 0.
#[derive(Serialize)]
pub(crate) struct Row {
    pub(crate) operands: Vec<Class>,
    /// The registers that bring it about, in the order of the syntax line.
    pub(crate) registers: Vec<String>,
    /// The documented result in a word.
    pub(crate) documented: &'static str,
    /// Its bits, unless it is a NaN that is left open.
    pub(crate) documented_bits: Option<String>,
    pub(crate) returned: Returned,
    /// Whether it agrees with the documentation.
    pub(crate) agrees: bool,
    pub(crate) section: String,
    /// The PTX ISA version whose section numbers that uses; none where another document is cited.
    pub(crate) section_isa: Option<String>,
    pub(crate) source_url: Option<String>,
}

/// A datum named by its class.
#[derive(Serialize)]
pub(crate) struct Class {
    pub(crate) class: &'static str,
    pub(crate) bits: String,
}

/// The result of lane 0.
#[derive(Serialize)]
pub(crate) struct Returned {
    pub(crate) bits: String,
    pub(crate) value: String,
    /// `bits`, `any NaN`, `within`, `unbounded` or `unspecified`.
    pub(crate) guarantee: &'static str,
}

/// The results for every class of one or two operands.
#[derive(Serialize)]
pub(crate) struct Matrix {
    /// The operand that varies down the rows, if two vary.
    pub(crate) down: Option<&'static str>,
    /// The operand that varies across the columns.
    pub(crate) across: &'static str,
    /// The other operands, as `c = 0x3c00`.
    pub(crate) fixed: Vec<String>,
    pub(crate) rows: Vec<Class>,
    pub(crate) columns: Vec<Class>,
    /// A list for each row; one list if one operand varies.
    pub(crate) cells: Vec<Vec<Cell>>,
}

/// A result in the matrix.
#[derive(Serialize)]
pub(crate) struct Cell {
    #[serde(flatten)]
    pub(crate) returned: Returned,
    /// `NaN`, `any NaN`, `infinity`, `zero`, `subnormal` or `finite`.
    pub(crate) kind: &'static str,
    /// Whether a clamp changed it.
    pub(crate) is_clamped: bool,
    /// Whether a flush of subnormals changed it.
    pub(crate) is_flushed: bool,
}

/// The error bound of some results.
#[derive(Serialize)]
pub(crate) struct Bound {
    pub(crate) over: String,
    pub(crate) error: String,
    pub(crate) section: String,
    /// The PTX ISA version whose section numbers that uses; none where another document is cited.
    pub(crate) section_isa: Option<String>,
    pub(crate) source_url: Option<String>,
}

/// Everything about a statement, with its values as the fixed operands if it has any.
pub(crate) fn report(
    statement: &str,
    context: &Context,
    vary: Option<&str>,
) -> Result<Report, Wrong> {
    let wrong = |rejection: crate::context::Rejection| rejection.of(statement);
    let (instruction, _) = resolve(statement, context).map_err(wrong)?;
    let form = instruction.form;
    let prepared = Prepared::new(&instruction, context);
    let parsed = parse(statement).0;
    let registers = if parsed.operands.is_empty() {
        let ones = ones(&instruction, &prepared);
        ones.into_iter().take(form.sources().len()).collect()
    } else {
        let read = operands::registers(&instruction, &parsed, context).map_err(wrong)?;
        read.iter().map(|register| register.bits).collect::<Vec<_>>()
    };
    let name = |index: usize| form.sources().get(index).map_or("", |operand| operand.name);
    let rows = corners(&instruction, context);
    let format = prepared.lane_op().result;
    let (down, across) = axes(&instruction, &prepared, vary)?;
    let matrix = ClassMatrix::new(&instruction, context, down, across, &registers);
    let fixed =
        form.sources().iter().enumerate().zip(&registers).filter_map(|((index, operand), bits)| {
            let is_fixed = index != across && Some(index) != down;
            let width = instruction.operand_type(operand).packing().register_width();
            is_fixed.then(|| format!("{} = {}", operand.name, hex(*bits, width)))
        });
    Ok(Report {
        instruction: instruction.to_string(),
        target: context.target.name,
        isa: context.isa.to_string(),
        status: form.status.name(),
        section: form.source.to_string(),
        section_isa: form.source.isa().map(|isa| isa.to_string()),
        operands: lane_sources(&prepared).map(name).collect(),
        silence: rows.is_empty().then(|| silence(&instruction)),
        corners: rows.iter().map(|each| row(&instruction, &prepared, each)).collect(),
        matrix: matrix.map(|matrix| Matrix {
            down: down.map(name),
            across: name(across),
            fixed: fixed.collect(),
            rows: classes(&matrix.rows, &prepared, down),
            columns: classes(&matrix.columns, &prepared, Some(across)),
            cells: cells(&matrix, format),
        }),
        errors: bounds(&instruction, context),
    })
}

/// The operands that vary: those that are named, else the first two.
fn axes(
    instruction: &Instruction,
    prepared: &Prepared,
    vary: Option<&str>,
) -> Result<(Option<usize>, usize), String> {
    let sources: Vec<_> = lane_sources(prepared).collect();
    let name = |index: &usize| instruction.form.sources().get(*index).map_or("", |it| it.name);
    let Some(names) = vary else {
        return Ok(match *sources.as_slice() {
            [down, across, ..] => (Some(down), across),
            [across] => (None, across),
            [] => (None, 0),
        });
    };
    let find = |wanted: &str| {
        let found = sources.iter().find(|index| name(index) == wanted).copied();
        let all: Vec<_> = sources.iter().map(name).collect();
        found.ok_or_else(|| {
            let all = all.join(", ");
            format!(
                "`{}` is not an operand of lane 0 that can vary; expected one of {all}",
                shown(wanted)
            )
        })
    };
    match names.split_once(',') {
        Some((down, across)) if down == across => Err(format!(
            "`{}` is named twice; name one operand, or two different ones",
            shown(down)
        )),
        Some((down, across)) => Ok((Some(find(down)?), find(across)?)),
        None => Ok((None, find(names)?)),
    }
}

fn row(instruction: &Instruction, prepared: &Prepared, row: &CornerRow) -> Row {
    let format = prepared.lane_op().result;
    let operands = row.operands().iter().zip(prepared.lane_op().operands);
    let registers = instruction.form.sources().iter().zip(row.registers).map(|(operand, bits)| {
        hex(bits, instruction.operand_type(operand).packing().register_width())
    });
    Row {
        operands: operands
            .map(|((landmark, bits), format)| class(*landmark, *bits, format))
            .collect(),
        registers: registers.collect(),
        documented: row.name,
        documented_bits: match row.documented {
            Documented::Bits(bits) | Documented::CanonicalNan(bits) => {
                Some(hex(bits, format.width()))
            }
            Documented::Nan => None,
        },
        returned: returned(&row.live, format),
        agrees: row.agrees(),
        section: row.source.to_string(),
        section_isa: row.source.isa().map(|isa| isa.to_string()),
        source_url: row.source.url(),
    }
}

fn classes(marks: &[(Landmark, u64)], prepared: &Prepared, source: Option<usize>) -> Vec<Class> {
    let place = lane_sources(prepared).position(|each| Some(each) == source);
    let format = place.and_then(|place| prepared.lane_op().operands.get(place));
    let format = format.copied().unwrap_or(prepared.lane_op().result);
    marks.iter().map(|(landmark, bits)| class(*landmark, *bits, format)).collect()
}

fn class(landmark: Landmark, bits: u64, format: Format) -> Class {
    Class { class: landmark.name(format), bits: hex(bits, format.width()) }
}

fn cells(matrix: &ClassMatrix, format: Format) -> Vec<Vec<Cell>> {
    let line = |row: usize| {
        let cells = (0..matrix.columns.len()).filter_map(|column| matrix.cell(row, column));
        let cell = |cell: &ptxfp::explore::corner::Cell| Cell {
            returned: returned(&cell.result, format),
            kind: cell.kind.name(),
            is_clamped: cell.is_clamped,
            is_flushed: cell.is_flushed,
        };
        cells.map(cell).collect()
    };
    (0..matrix.rows.len().max(1)).map(line).collect()
}

fn returned(result: &LaneResult, format: Format) -> Returned {
    Returned {
        bits: hex(result.bits, format.width()),
        value: concise(result.bits, format),
        guarantee: result.guarantee.name(),
    }
}

fn bounds(instruction: &Instruction, context: &Context) -> Vec<Bound> {
    let bounds = error_bounds(instruction, context).into_iter();
    let bound = |bound: ptxfp::explore::corner::ErrorBound| {
        let source = bound.source;
        Bound {
            over: bound.over,
            error: bound.error,
            section: source.to_string(),
            section_isa: source.isa().map(|isa| isa.to_string()),
            source_url: source.url(),
        }
    };
    bounds.map(bound).collect()
}

fn hex(bits: u64, width: u8) -> String {
    ptxfp::text::hex(bits, width.into())
}
