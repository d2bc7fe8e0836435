//! A sweep, as it is shown.

use ptxfp::link::Shown;

use crate::explorer::axis::{AxesView, Tick};
use crate::table::TableView;

/// A sweep over the values of one operand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SweepView {
    /// The operands that can vary.
    pub places: Vec<String>,
    /// The one that does, by its place in the list.
    pub place: usize,
    /// Those that can vary beside it, behind the words that say that none does.
    pub others: Vec<&'static str>,
    /// The one that does, by its place in that list.
    pub other: usize,
    /// What can be shown, and what is.
    pub shown: Vec<(Shown, bool)>,
    /// The values that are evaluated, or being typed; nothing where all are.
    pub domain: Option<String>,
    /// What is wrong with them, or with what the link says.
    pub wrong: String,
    /// Whether other operands are evaluated than usual.
    pub is_zoomed: bool,
    /// Whether they have an order, so that a part can be chosen.
    pub is_ordered: bool,
    /// How all operands in view would be evaluated, if some are left out.
    pub whole: String,
    /// Whether something is being evaluated.
    pub is_running: bool,
    /// How far it is, in hundredths.
    pub percent: u64,
    /// How far it is, in words.
    pub progress: String,
    /// What came of it.
    pub plot: Option<PlotView>,
    /// What came of it where two operands vary.
    pub map: Option<MapView>,
    /// Why nothing did.
    pub failure: &'static str,
    /// The results of each lane for all random bits, where those are taken.
    pub outcomes: Vec<OutcomesView>,
}

/// The results of a lane for all random bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutcomesView {
    /// The lane, and how many patterns of random bits there are.
    pub title: String,
    /// Each result, how many patterns give it, and that number.
    pub rows: Vec<([String; 2], u64)>,
    /// How many patterns there are.
    pub total: u64,
    /// The exact value beside the mean.
    pub words: String,
}

/// A plot over the operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlotView {
    /// What it shows, in a sentence.
    pub label: String,
    /// Its axes.
    pub axes: AxesView,
    /// How many columns it has.
    pub width: usize,
    /// What its styles mean.
    pub key: Vec<KeyView>,
    /// What is permitted, and what is, as SVG paths, a unit to the right for a column.
    pub paths: [String; 2],
    /// The column of the present operand.
    pub present: Option<usize>,
    /// What that is.
    pub loaded: String,
    /// The largest error: its place along and what it is, and how far down, in thousandths.
    pub peak: Option<(Tick, u32)>,
    /// Whether a pointer is pressed on it.
    pub is_held: bool,
    /// What the pointer has chosen, or how far it has moved the plot, from one column to another.
    pub drag: Option<(bool, [usize; 2])>,
    /// The results with the largest error; each row loads its operand.
    pub worst: Vec<WorstView>,
    /// How many results there are of each kind.
    pub counts: TableView,
    /// How often errors occur.
    pub histogram: Option<HistogramView>,
    /// What matters most, in a sentence.
    pub finding: String,
    /// The rest in sentences.
    pub rest: String,
}

/// What a style of a plot means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyView {
    /// The style class.
    pub class: &'static str,
    /// What it means.
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
    /// What it shows, in a sentence.
    pub label: String,
    /// How many cells it has down and across.
    pub size: [usize; 2],
    /// The names of the operands down and across.
    pub names: [&'static str; 2],
    /// Its axes.
    pub axes: AxesView,
    /// What a cell's style is about.
    pub means: &'static str,
    /// What the cells say, with those that say it.
    pub levels: Vec<LevelView>,
    /// The cell of the present operands: row and column.
    pub present: [usize; 2],
    /// The cell that is looked at.
    pub cell: [usize; 2],
    /// What is in that, in words.
    pub words: [String; 2],
    /// The results with the largest error; each row loads its operands.
    pub worst: Vec<WorstView>,
    /// What matters most, in a sentence.
    pub finding: String,
    /// The rest in sentences.
    pub rest: String,
}

/// What some cells of a map say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelView {
    /// The style class.
    pub class: &'static str,
    /// What they say.
    pub words: &'static str,
    /// How many they are.
    pub count: String,
    /// The cells, as an SVG path of lines through their middles.
    pub path: String,
}

/// How often errors occur.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistogramView {
    /// What it shows, in a sentence.
    pub label: String,
    /// Its axes; what goes up is that of the plot.
    pub axes: AxesView,
    /// The bars as an SVG path, in thousandths both ways.
    pub path: String,
}
