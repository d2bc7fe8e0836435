//! What stands below the steps, one tab at a time.

use ptxfp::catalog::{ANY, Instruction};
use ptxfp::corner::error_bounds;

use crate::explorer::compare::view::CompareView;
use crate::explorer::corners::Operands;
use crate::explorer::error::bound_plot;
use crate::explorer::export::copies;
use crate::explorer::machine::MachineView;
use crate::explorer::sweep::view::SweepView;
use crate::explorer::{Model, compare, machine, sweep};
use crate::playground::instruction::SectionView;
use crate::playground::lanes::{ERROR, EXACT, PERMITTED, result};
use crate::playground::result::{Certainty, ResultView};
use crate::playground::statement::section;
use crate::table::TableView;

/// A tab.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tab {
    /// Documented special operands, and every class of operand.
    #[default]
    Corners,
    /// How exact the result is.
    Error,
    /// Versions and targets.
    Requirements,
    /// What comes of all values of an operand.
    Sweep,
    /// The instruction beside others.
    Compare,
    /// The state as text for other places.
    Elsewhere,
    /// What it is assembled to.
    Machine,
}

impl Tab {
    /// All of them, in the order shown.
    pub const ALL: [Self; 7] = [
        Self::Corners,
        Self::Error,
        Self::Sweep,
        Self::Compare,
        Self::Machine,
        Self::Requirements,
        Self::Elsewhere,
    ];

    /// What a link calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Corners => "cases",
            Self::Error => "error",
            Self::Requirements => "requirements",
            Self::Sweep => "sweep",
            Self::Compare => "compare",
            Self::Elsewhere => "elsewhere",
            Self::Machine => "machine",
        }
    }

    /// What the page calls it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Corners => "Corner cases",
            Self::Error => "Error bound",
            Self::Requirements => "Requirements",
            Self::Sweep => "Sweep",
            Self::Compare => "Compare",
            Self::Elsewhere => "Use it elsewhere",
            Self::Machine => "Machine code",
        }
    }

    /// The tab that a link calls so.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tab| tab.name() == name)
    }
}

/// What the chosen tab shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PanelView {
    /// Documented special operands, and every class of operand.
    Corners(CornersView),
    /// What comes of all values of an operand.
    Sweep(Box<SweepView>),
    /// The instruction beside others.
    Compare(CompareView),
    /// The state as text for other places.
    Copies(Vec<CopyView>),
    /// What it is assembled to.
    Machine(MachineView),
    /// Tables.
    Tables {
        /// The tables.
        tables: Vec<TableView>,
        /// How much is permitted, over all operands.
        plot: Option<BoundPlotView>,
        /// Where it stands.
        section: SectionView,
    },
}

/// The state as text for another place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CopyView {
    /// What commands call it.
    pub name: &'static str,
    /// What the page calls it.
    pub title: &'static str,
    /// What it is good for.
    pub note: &'static str,
    /// The text.
    pub text: String,
    /// Where it leads, if it is an address elsewhere.
    pub address: Option<String>,
}

/// The logarithm to base 2 of the number of permitted results, over all operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoundPlotView {
    /// What varies, and how far.
    pub label: String,
    /// How many operands there are.
    pub length: u64,
    /// The line as an SVG path, a unit to the right for an operand, one down for half as many
    /// results.
    pub path: String,
    /// The place of the present operand, if it is a number.
    pub present: Option<u64>,
}

/// Documented special operands, and every class of operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CornersView {
    /// The matrix, where there is more than one class.
    pub matrix: Option<MatrixView>,
    /// The names of the operands that the rows are about.
    pub operands: Vec<&'static str>,
    /// What is documented.
    pub rows: Vec<CornerView>,
    /// Why nothing is.
    pub silence: String,
}

/// Documented special operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CornerView {
    /// The classes of the operands.
    pub operands: Vec<&'static str>,
    /// The documented result.
    pub documented: &'static str,
    /// The result.
    pub live: String,
    /// Whether they are the same.
    pub agrees: bool,
    /// Where it stands.
    pub section: SectionView,
}

/// The result for every class of one or two operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatrixView {
    /// What it shows.
    pub caption: String,
    /// The pairs of operands that can be shown.
    pub pairs: Vec<String>,
    /// The pair that is shown.
    pub pair: usize,
    /// The classes of the columns.
    pub columns: Vec<&'static str>,
    /// The rows; of one operand a single one without a class.
    pub rows: Vec<RowView>,
    /// The cell that the keyboard reaches.
    pub cursor: (usize, usize),
    /// The styles of cells that there are, to be explained.
    pub legend: Vec<LegendView>,
}

/// The cells of one class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowView {
    /// The class.
    pub class: &'static str,
    /// Its cells.
    pub cells: Vec<CellView>,
}

/// What a style means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LegendView {
    /// The style class.
    pub class: &'static str,
    /// What it means.
    pub words: &'static str,
}

/// The result for one class of each operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellView {
    /// The value.
    pub text: String,
    /// The style class.
    pub class: &'static str,
    /// Whether the operands are these.
    pub is_current: bool,
}

/// The chosen tab of a state.
pub fn panel(model: &Model) -> PanelView {
    let operands @ Operands { instruction, context, registers } = model.operands();
    match model.tab {
        Tab::Corners => PanelView::Corners(operands.view(model.pair, model.cell)),
        Tab::Error => {
            let mut table = TableView::new("How exact the result is", &["for", "error", "section"]);
            for bound in error_bounds(instruction, context) {
                let label = section(&bound.source).label;
                table.add(&[&bound.over, &bound.error, &label]);
            }
            PanelView::Tables {
                tables: vec![table, present(&result(instruction, context, registers))],
                plot: bound_plot(instruction, context, registers),
                section: section(&instruction.form.source),
            }
        }
        Tab::Machine => PanelView::Machine(machine::view(&model.machine, &model.state)),
        Tab::Requirements => requirements(instruction),
        Tab::Compare => PanelView::Compare(compare::view::view(&model.compare, &model.state)),
        Tab::Elsewhere => PanelView::Copies(copies(&model.state, &model.home)),
        Tab::Sweep => PanelView::Sweep(Box::new(sweep::plot::view(&model.sweep, &model.state))),
    }
}

/// The error of the present result, lane by lane.
fn present(result: &ResultView) -> TableView {
    let head = ["lane", "nearest", "exact", "its error", "permitted"];
    let mut table = TableView::new("For these operands", &head);
    for lane in &result.lanes {
        let fact = |term| {
            let fact = lane.facts.iter().find(|fact| fact.term == term);
            fact.map_or("\u{2013}", |fact| &*fact.detail)
        };
        let permitted = match lane.certainty {
            Certainty::Bits => "this alone",
            Certainty::Reading => "by a reading",
            Certainty::AnyNan => "any NaN",
            Certainty::Within => fact(PERMITTED),
            Certainty::Open => "not said",
        };
        let name = if lane.name.is_empty() { &result.name } else { &lane.name };
        table.add(&[name, &lane.value, fact(EXACT), fact(ERROR), permitted]);
    }
    table
}

/// What the form and each modifier need, and where all of it is.
fn requirements(instruction: &Instruction) -> PanelView {
    let form = instruction.form;
    let mut needs = TableView::new("What needs what", &["part", "needs"]);
    needs.add(&[&["`", form.opcode, "`, this form"].concat(), &form.requires.to_string()]);
    for modifier in instruction.modifiers() {
        let choices = form.choices().filter(|choice| choice.modifier == modifier);
        for choice in choices.filter(|choice| choice.requires != ANY) {
            let part = ["`", modifier.spelling(), "`"].concat();
            needs.add(&[&part, &choice.requires.to_string()]);
        }
    }
    let mut places = TableView::new("Where all of it is", &["targets", "versions of the ISA"]);
    for (targets, span) in instruction.spans() {
        places.add(&[&targets, &span.to_string()]);
    }
    PanelView::Tables { tables: vec![needs, places], plot: None, section: section(&form.source) }
}
