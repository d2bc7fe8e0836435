//! The view of a sweep.

use ptxfp::link::Shown;

use crate::explorer::Screen;
use crate::explorer::axis::AxesView;
use crate::table::TableView;

/// A sweep over the values of one operand or two, with a field for each component of the tab.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SweepView {
    /// The choices.
    pub bar: BarView,
    /// The progress.
    pub progress: ProgressView,
    /// The plot.
    pub plot: Option<PlotView>,
    /// The map, where two operands vary.
    pub map: Option<MapView>,
    /// The results of each lane for all random bits, where those are taken.
    pub outcomes: Vec<OutcomesView>,
}

/// The choices of a sweep.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each decides about a control of its own")]
pub struct BarView {
    /// The operands that can vary.
    pub places: Vec<String>,
    /// The one that varies, by its place in the list.
    pub place: usize,
    /// The operands that can vary with it, after the choice of none.
    pub others: Vec<&'static str>,
    /// The one that varies, by its place in that list.
    pub other: usize,
    /// The kinds of results that can be shown, each with whether it is chosen.
    pub shown: Vec<(Shown, bool)>,
    /// The values that are evaluated or being typed; `None` for a map.
    pub domain: Option<String>,
    /// Whether there is an error in them.
    pub is_wrong: bool,
    /// Whether the operands are not the default ones.
    pub is_zoomed: bool,
    /// Whether they have an order, so that a part can be chosen.
    pub is_ordered: bool,
    /// The label for evaluating all operands in view, if some are left out.
    pub whole: String,
    /// Whether something is being evaluated.
    pub is_running: bool,
    /// Whether there are results to save.
    pub has_results: bool,
}

/// The progress of a sweep.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProgressView {
    /// The error in the values, or in the link.
    pub wrong: String,
    /// The progress, in words.
    pub words: String,
    /// The progress, in hundredths.
    pub percent: u64,
    /// Whether something is being evaluated.
    pub is_running: bool,
    /// The time that all of it took, in milliseconds.
    pub time: Option<u64>,
    /// The reason for a failure.
    pub failure: &'static str,
}

/// The results of a lane for all random bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutcomesView {
    /// The lane, and the number of patterns of random bits.
    pub title: String,
    /// Each result, with its number of patterns as text and as a number.
    pub rows: Vec<([String; 2], u64)>,
    /// The number of patterns.
    pub total: u64,
    /// The exact value and the mean.
    pub words: String,
}

/// A plot over the operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlotView {
    /// The most important finding, and the rest, in sentences.
    pub finding: [String; 2],
    /// The drawing.
    pub figure: FigureView,
    /// Whether a pointer is pressed on it.
    pub is_held: bool,
    /// The columns that the pointer has chosen, or the distance that it has moved the plot, from
    /// one column to another.
    pub drag: Option<(bool, [usize; 2])>,
    /// The text below it.
    pub below: FindingsView,
}

/// The drawing of a plot, and its legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FigureView {
    /// The description, in a sentence.
    pub label: String,
    /// Its axes.
    pub axes: AxesView,
    /// The number of columns.
    pub width: usize,
    /// The meanings of its styles.
    pub key: Vec<KeyView>,
    /// The permitted results and the actual ones, as SVG paths, a unit to the right for a column.
    pub paths: [String; 2],
    /// The column of the present operand.
    pub present: Option<usize>,
    /// The label of the present operand. It is at the top.
    pub loaded: Option<MarkView>,
    /// The largest error.
    pub peak: Option<MarkView>,
    /// The frequency of errors.
    pub histogram: Option<HistogramView>,
}

/// The text below a plot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FindingsView {
    /// Whether the operands have an order, so that a part can be chosen.
    pub is_ordered: bool,
    /// The unit of errors.
    pub unit: &'static str,
    /// The results with the largest error; each row loads its operand. `None` where errors are not
    /// measured.
    pub worst: Option<Vec<WorstView>>,
    /// The number of results of each kind.
    pub counts: TableView,
}

/// A labelled place in a plot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkView {
    /// How far across it is, in thousandths.
    pub along: u32,
    /// How far down it is, in thousandths.
    pub down: u32,
    /// The label.
    pub text: String,
    /// The style classes that put the label where there is room and nothing is drawn.
    pub side: &'static str,
}

impl MarkView {
    /// Puts a label to the left of its place near the right edge, else to the right; above it in the
    /// upper half, below it in the lower half, and level with it at the edges.
    pub(super) const fn at([along, down]: [u32; 2], text: String) -> Self {
        let side = match (along > 850, down) {
            (false, 60..=500) => "above",
            (false, 501..=940) => "below",
            (false, _) => "",
            (true, 60..=500) => "end above",
            (true, 501..=940) => "end below",
            (true, _) => "end",
        };
        Self { along, down, text, side }
    }
}

/// The meaning of a style of a plot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyView {
    /// The style class.
    pub class: &'static str,
    /// The meaning.
    pub words: String,
}

/// A result far from the exact value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorstView {
    /// The state that has it, as a link.
    pub fragment: String,
    /// The operands and the result, as values and bits, and the error.
    pub cells: [String; 4],
}

/// A map over two operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapView {
    /// The most important finding, and the rest, in sentences.
    pub finding: [String; 2],
    /// The drawing.
    pub cells: CellsView,
    /// The selected cell.
    pub cross: CrossView,
    /// Its contents, in words.
    pub words: [String; 2],
    /// The largest errors.
    pub worst: MapWorstView,
}

/// The drawing of a map, and its legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellsView {
    /// The description, in a sentence.
    pub label: String,
    /// The number of cells down and across.
    pub size: [usize; 2],
    /// Its axes.
    pub axes: AxesView,
    /// The subject of a cell's style.
    pub means: &'static str,
    /// The levels of the cells.
    pub levels: Vec<LevelView>,
    /// The cell of the present operands: row and column.
    pub present: [usize; 2],
}

/// The selected cell of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CrossView {
    /// The number of cells down and across.
    pub size: [usize; 2],
    /// Its row and column.
    pub cell: [usize; 2],
}

/// The largest errors in a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapWorstView {
    /// The names of the operands down and across.
    pub names: [&'static str; 2],
    /// The results; each row loads its operands.
    pub worst: Vec<WorstView>,
}

/// A level of cells of a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelView {
    /// The style class.
    pub class: &'static str,
    /// The description.
    pub words: &'static str,
    /// The number of cells.
    pub count: String,
    /// The cells, as an SVG path of lines through their middles.
    pub path: String,
}

/// The frequency of errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistogramView {
    /// The description, in a sentence.
    pub label: String,
    /// Its axes; the vertical one is that of the plot.
    pub axes: AxesView,
    /// The bars as an SVG path, in thousandths both ways.
    pub path: String,
}

impl Screen {
    /// The plot of a sweep over one operand.
    pub fn plot(&self) -> Option<&PlotView> {
        self.sweep()?.plot.as_ref()
    }

    /// The map of a sweep over two operands.
    pub fn map(&self) -> Option<&MapView> {
        self.sweep()?.map.as_ref()
    }

    /// The most important finding of a plot or of a map, and the rest.
    pub fn sweep_finding(&self) -> Option<[String; 2]> {
        let view = self.sweep()?;
        let plot = view.plot.as_ref().map(|plot| &plot.finding);
        plot.or(view.map.as_ref().map(|map| &map.finding)).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::MarkView;

    #[test]
    fn labels_are_inside_the_plot_and_away_from_what_is_drawn() {
        let side = |place| MarkView::at(place, String::new()).side;
        assert_eq!(side([500, 0]), "");
        assert_eq!(side([900, 0]), "end");
        assert_eq!(side([500, 200]), "above");
        assert_eq!(side([900, 800]), "end below");
        assert_eq!(side([0, 1000]), "");
    }
}
