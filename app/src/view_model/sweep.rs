//! A sweep, as it is shown.

use super::table::TableView;

/// A sweep over the values of one operand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SweepView {
    /// The operands that can vary.
    pub places: Vec<String>,
    /// The one that does, by its place in the list.
    pub place: usize,
    /// Whether errors are plotted, instead of results.
    pub is_error: bool,
    /// Whether some of the operands are in view, instead of all.
    pub is_zoomed: bool,
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
    /// How many columns it has.
    pub width: usize,
    /// Lines across, with their labels: how far down, in thousandths.
    pub scale: Vec<(u32, String)>,
    /// What is permitted, and what is, as SVG paths, a unit to the right for a column.
    pub paths: [String; 2],
    /// The column of the present operand.
    pub present: Option<usize>,
    /// The least and the largest operand.
    pub ends: [String; 2],
    /// The results with the largest error; each row loads its operand.
    pub worst: Vec<WorstView>,
    /// How many results there are of each kind.
    pub counts: TableView,
    /// How often errors occur.
    pub histogram: Option<HistogramView>,
    /// All of it in sentences.
    pub summary: String,
}

/// A result far from the exact value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorstView {
    /// The state that has it, as a link.
    pub fragment: String,
    /// The operand and the result, as values and bits, and the error.
    pub cells: [String; 4],
}

/// How often errors occur.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistogramView {
    /// What it shows, in a sentence.
    pub label: String,
    /// How many bars there are.
    pub width: usize,
    /// The bars as an SVG path.
    pub path: String,
    /// The least and the largest error.
    pub ends: [String; 2],
}
