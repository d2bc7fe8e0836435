//! The result for every class of operand.

use ptxfp::eval::{Guarantee, Prepared};
use ptxfp::explore::corner::{Cell, ClassMatrix, Kind, Landmark, sources_of_lane};
use ptxfp::format::Format;

use super::cell_text::Tokens;
use super::finding::{Found, Seen, finding};
use crate::explorer::Screen;
use crate::explorer::operands::Operands;
use crate::number::value;
use crate::playground::operand::lane_words;

/// The result for every class of one or two operands, with a field for each component.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatrixView {
    /// The findings in sentences: what matters most, and the rest.
    pub finding: [String; 2],
    /// The subject.
    pub subject: SubjectView,
    /// The classes of the columns.
    pub classes: ClassesView,
    /// The rows; for one operand, a single one without a class.
    pub rows: Vec<RowView>,
    /// The cell in the tab order.
    pub cursor: (usize, usize),
    /// The styles in use, for the legend.
    pub legend: Vec<LegendView>,
}

/// The subject of the class matrix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubjectView {
    /// In words.
    pub caption: String,
    /// The pairs of operands that can be shown.
    pub pairs: Vec<String>,
    /// The pair that is shown.
    pub pair: usize,
}

/// The classes of the columns of the matrix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassesView {
    /// The operands that vary, as the heading above the names of rows.
    pub corner: String,
    /// Whether rows begin with their names: a single row does not.
    pub has_names: bool,
    /// The classes.
    pub columns: Vec<&'static str>,
    /// The cell of the present operands, if they are of such classes.
    pub loaded: Option<(usize, usize)>,
}

/// A row of the matrix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassView {
    /// Its place among the rows.
    pub index: usize,
    /// Whether it begins with its name: a single row does not.
    pub has_name: bool,
    /// Its name and its cells.
    pub row: RowView,
    /// The column of the cell in the tab order, if that is in this row.
    pub reached: Option<usize>,
    /// The column of the cell of the present operands, if that is in this row.
    pub loaded: Option<usize>,
}

/// The cells of one class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowView {
    /// The class.
    pub class: &'static str,
    /// Its cells.
    pub cells: Vec<CellView>,
}

/// The meaning of a style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LegendView {
    /// The style class.
    pub class: &'static str,
    /// The meaning.
    pub words: &'static str,
}

/// The result for one class of each operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellView {
    /// The result in at most five characters.
    pub text: String,
    /// The style class.
    pub class: &'static str,
}

impl Screen {
    /// The class matrix, if there is one.
    pub fn matrix(&self) -> Option<&MatrixView> {
        self.corners()?.matrix.as_ref()
    }

    /// The places of the rows of the matrix.
    pub fn matrix_rows(&self) -> Option<Vec<usize>> {
        Some((0..self.matrix()?.rows.len()).collect())
    }

    /// The row of the matrix at a place.
    pub fn matrix_row(&self, index: usize) -> Option<ClassView> {
        let view = self.matrix()?;
        let here = |(row, column): (usize, usize)| (row == index).then_some(column);
        Some(ClassView {
            index,
            has_name: view.classes.has_names,
            row: view.rows.get(index)?.clone(),
            reached: here(view.cursor),
            loaded: view.classes.loaded.and_then(here),
        })
    }
}

/// The data that a matrix is drawn from.
struct Drawing<'m> {
    operands: &'m Operands<'m>,
    prepared: &'m Prepared,
    matrix: &'m ClassMatrix,
    /// The source operands that are numbers of the lane.
    sources: Vec<usize>,
    tokens: Tokens,
}

/// The matrix; `pair` is the pair of operands that varies, `cursor` the cell in the tab order.
pub(super) fn matrix_view(
    operands: &Operands<'_>,
    prepared: &Prepared,
    matrix: &ClassMatrix,
    pair: usize,
    cursor: (usize, usize),
) -> MatrixView {
    let sources = sources_of_lane(prepared, matrix.lane).collect();
    let tokens = Tokens::new(prepared.lane_op().result);
    let drawing = Drawing { operands, prepared, matrix, sources, tokens };
    let loaded = drawing.loaded();
    let (rows, legend, found) = drawing.rows(loaded);
    let pairs = drawing.pairs();
    MatrixView {
        finding: finding(
            &found,
            drawing.names(),
            &lane_words(&prepared.destination(), matrix.lane),
        ),
        subject: SubjectView { caption: drawing.caption(), pair: pair.min(pairs.len() - 1), pairs },
        classes: ClassesView {
            corner: drawing.corner(),
            has_names: rows.len() > 1,
            columns: drawing.classes(matrix.across, &matrix.columns),
            loaded,
        },
        cursor: (cursor.0.min(rows.len() - 1), cursor.1.min(matrix.columns.len() - 1)),
        rows,
        legend,
    }
}

impl Drawing<'_> {
    /// The names of the operands that vary: down, if two do, and across.
    fn names(&self) -> [&'static str; 2] {
        let down = self.matrix.down.map_or("", |source| self.operands.name(source));
        [down, self.operands.name(self.matrix.across)]
    }

    fn format(&self, source: usize) -> Format {
        let instruction = self.operands.instruction;
        let operand = instruction.form.sources().get(source);
        let kind = operand.map_or(instruction.destination_type(), |o| instruction.operand_type(o));
        kind.format()
    }

    /// Returns the present value of a source operand in the lane.
    fn present(&self, source: usize) -> u64 {
        let register = self.operands.registers.get(source).copied().unwrap_or(0);
        let mut operands = self.prepared.operands_of_lane(self.matrix.lane);
        let lane = operands.find(|(index, _)| *index == source).map_or(0, |(_, lane)| lane);
        self.prepared.source(source).extract(register, lane)
    }

    fn classes(&self, source: usize, classes: &[(Landmark, u64)]) -> Vec<&'static str> {
        let format = self.format(source);
        classes.iter().map(|(class, _)| class.name(format)).collect()
    }

    /// The pairs of operands that can be shown.
    fn pairs(&self) -> Vec<String> {
        let name =
            |place: usize| self.sources.get(place).map_or("", |source| self.operands.name(*source));
        let pair = |(down, across): (Option<usize>, usize)| match down {
            Some(down) => [name(down), " down, ", name(across), " across"].concat(),
            None => name(across).to_owned(),
        };
        pairs(self.sources.len()).into_iter().map(pair).collect()
    }

    /// The heading of the headings.
    fn corner(&self) -> String {
        match self.names() {
            ["", across] => across.to_owned(),
            [down, across] => [down, " \\ ", across].concat(),
        }
    }

    /// The cell of the present operands.
    fn loaded(&self) -> Option<(usize, usize)> {
        let place = |source: usize, classes: &[(Landmark, u64)]| {
            let (present, format) = (self.present(source), self.format(source));
            // A NaN is of its class whatever its payload.
            let is_alike = |bits: u64| {
                let class = format.classify(bits);
                format.is_nan(bits) && class == format.classify(present)
            };
            let same = |(_, bits): &(Landmark, u64)| *bits == present || is_alike(*bits);
            classes.iter().position(same)
        };
        let row = self.matrix.down.map_or(Some(0), |down| place(down, &self.matrix.rows))?;
        Some((row, place(self.matrix.across, &self.matrix.columns)?))
    }

    /// The rows with their classes, the meanings of their cells' styles, and their common
    /// properties.
    fn rows(&self, loaded: Option<(usize, usize)>) -> (Vec<RowView>, Vec<LegendView>, Found) {
        let mut legend = Vec::new();
        let mut found = Found::default();
        let names =
            self.matrix.down.map_or_else(Vec::new, |it| self.classes(it, &self.matrix.rows));
        let result = self.prepared.lane_op().result;
        let mut rows = Vec::new();
        for row in 0..names.len().max(1) {
            let mut cells = Vec::new();
            for (column, (across, bits)) in self.matrix.columns.iter().enumerate() {
                let Some(cell) = self.matrix.cell(row, column) else { continue };
                let down = self.matrix.rows.get(row);
                let seen = Seen {
                    cell,
                    down: down.map(|(landmark, _)| *landmark),
                    across: *across,
                    is_across: cell.result.bits == *bits,
                    has_nan: result.canonical_nan().is_some(),
                };
                found.add(&seen, loaded == Some((row, column)));
                let style @ LegendView { class, words } = style(cell, seen.is_ignored());
                if !words.is_empty() && !legend.contains(&style) {
                    legend.push(style);
                }
                cells.push(CellView { text: self.tokens.of(cell.result.bits), class });
            }
            rows.push(RowView { class: names.get(row).copied().unwrap_or_default(), cells });
        }
        (rows, legend, found)
    }

    /// The instruction, and its other operands.
    fn caption(&self) -> String {
        let instruction = self.operands.instruction.to_string();
        let mut caption = [&instruction, " for every class of operand"].concat();
        for source in &self.sources {
            if *source != self.matrix.across && Some(*source) != self.matrix.down {
                let value = value(self.present(*source), self.format(*source));
                caption.extend([", ", self.operands.name(*source), " = ", &value]);
            }
        }
        caption
    }
}

/// Returns the indices of the operands of a lane that vary: down, if two do, and across.
pub(super) fn pairs(count: usize) -> Vec<(Option<usize>, usize)> {
    if count < 2 {
        return (0..count).map(|place| (None, place)).collect();
    }
    (0..count).flat_map(|down| (down + 1..count).map(move |across| (Some(down), across))).collect()
}

/// The style class of a cell, and its meaning beyond the text.
fn style(cell: &Cell, is_ignored: bool) -> LegendView {
    let (class, words) = match (cell.result.guarantee, cell.kind) {
        (Guarantee::Reading, _) => ("reading", "our reading, not guaranteed"),
        (_, Kind::AnyNan) => ("any-nan", "a NaN, bits unspecified"),
        (Guarantee::Unspecified, _) => ("open", "unspecified"),
        (Guarantee::Unbounded, _) => ("open", "no bound"),
        _ if cell.is_clamped => ("clamped", "clamped"),
        _ if cell.is_flushed => ("flushed", "flushed"),
        _ if is_ignored => ("ignored", "a NaN was ignored"),
        (Guarantee::Within { lo, hi }, _) if lo != hi => ("within", "within a bound"),
        (_, Kind::Infinite) => ("infinite", ""),
        (_, Kind::Nan) => ("nan", ""),
        (_, Kind::Zero | Kind::Subnormal | Kind::Finite) => ("", ""),
    };
    LegendView { class, words }
}
