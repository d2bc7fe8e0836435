//! The tabs below the steps.

use std::sync::Arc;

use ptxfp::catalog::bound::count;
use ptxfp::catalog::{ANY, Instruction};
use ptxfp::eval::{Guarantee, LaneResult, Prepared};
use ptxfp::explore::corner::error_bounds;
use ptxfp::format::Format;
use ptxfp::internals::arith::Dyadic;

use crate::explorer::axis::AxesView;
use crate::explorer::compare::view::CompareView;
use crate::explorer::corners::Operands;
use crate::explorer::error::bound_plot;
use crate::explorer::export::copies;
use crate::explorer::machine::MachineView;
use crate::explorer::sweep::view::SweepView;
use crate::explorer::{Model, compare, machine, sweep};
use crate::number::{value, with_minus};
use crate::playground::instruction::SectionView;
use crate::playground::operand::lane_name;
use crate::playground::statement::section;
use crate::table::TableView;

/// A tab.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tab {
    /// Documented special operands, and every class of operand.
    #[default]
    Corners,
    /// The accuracy of the result.
    Error,
    /// Versions and targets.
    Requirements,
    /// The results for all values of an operand.
    Sweep,
    /// The comparison with other instructions.
    Compare,
    /// The state as text for other places.
    Elsewhere,
    /// Its machine code.
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

    /// Returns the name in a link.
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

    /// Returns the name in the page.
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

    /// The tab with this name in links.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tab| tab.name() == name)
    }
}

/// The contents of the chosen tab.
#[derive(Clone, Debug)]
pub enum PanelView {
    /// Documented special operands, and every class of operand.
    Corners(CornersView),
    /// The results for all values of an operand.
    Sweep(Box<SweepView>),
    /// The comparison with other instructions.
    Compare(CompareView),
    /// The state as text for other places.
    Copies(Arc<Vec<CopyView>>),
    /// Its machine code.
    Machine(Arc<MachineView>),
    /// Tables.
    Tables(Arc<TablesView>),
}

/// Tables about the instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TablesView {
    /// The tables.
    pub tables: Vec<TableView>,
    /// The number of permitted results, over all operands.
    pub plot: Option<BoundPlotView>,
    /// The section that documents it.
    pub section: SectionView,
}

/// The state as text for another place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CopyView {
    /// The name in commands.
    pub name: &'static str,
    /// The name in the page.
    pub title: &'static str,
    /// The purpose.
    pub note: &'static str,
    /// The text.
    pub text: String,
    /// The address, if it leads elsewhere.
    pub address: Option<String>,
}

/// The number of permitted results, over all operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoundPlotView {
    /// The description, in a sentence.
    pub label: String,
    /// Its axes.
    pub axes: AxesView,
    /// The number of operands.
    pub length: u64,
    /// The line as an SVG path: one unit across for each operand, and down in thousandths of the
    /// height.
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
    /// The documented cases.
    pub rows: Vec<CornerView>,
    /// The reason why there are none.
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
    /// The section that documents it.
    pub section: SectionView,
}

/// The result for every class of one or two operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatrixView {
    /// The findings in sentences: what matters most, and the rest.
    pub finding: [String; 2],
    /// The subject.
    pub caption: String,
    /// The pairs of operands that can be shown.
    pub pairs: Vec<String>,
    /// The pair that is shown.
    pub pair: usize,
    /// The operands that vary, as the heading of the headings.
    pub corner: String,
    /// The classes of the columns.
    pub columns: Vec<&'static str>,
    /// The rows; for one operand, a single one without a class.
    pub rows: Vec<RowView>,
    /// The cell of the present operands, if they are of such classes.
    pub loaded: Option<(usize, usize)>,
    /// The cell in the tab order.
    pub cursor: (usize, usize),
    /// The styles in use, for the legend.
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

/// The chosen tab of a state.
pub fn panel(model: &Model) -> PanelView {
    let operands @ Operands { instruction, context, registers } = model.operands();
    match model.tab {
        Tab::Corners => {
            PanelView::Corners(operands.view(model.shown_lane(), model.pair, model.cell))
        }
        Tab::Error => {
            let mut table = TableView::new("Accuracy", &["for", "error", "section"]);
            for bound in error_bounds(instruction, context) {
                let label = section(&bound.source).label;
                table.add(&[&bound.over, &bound.error, &label]);
            }
            PanelView::Tables(Arc::new(TablesView {
                tables: vec![table, present(&operands)],
                plot: bound_plot(instruction, context, registers),
                section: section(&instruction.form.source),
            }))
        }
        Tab::Machine => {
            PanelView::Machine(Arc::new(machine::view(&model.machine, &model.whole, &model.state)))
        }
        Tab::Requirements => requirements(instruction),
        Tab::Compare => PanelView::Compare(compare::view::view(&model.compare, &model.state)),
        Tab::Elsewhere => {
            PanelView::Copies(Arc::new(copies(&model.state, &model.home, model.observed.as_ref())))
        }
        Tab::Sweep => PanelView::Sweep(Box::new(sweep::panel::view(&model.sweep, &model.state))),
    }
}

/// The number of significant digits of an exact value that are written.
const DIGITS: usize = 24;

/// The error of the present result, lane by lane.
fn present(Operands { instruction, context, registers }: &Operands<'_>) -> TableView {
    let prepared = Prepared::new(instruction, context);
    let (packing, format) = (prepared.destination(), prepared.lane_op().result);
    let head = ["lane", "nearest", "exact", "error", "permitted"];
    let mut table = TableView::new("For these operands", &head);
    let mut lane = packing.lanes;
    while let Some(next) = lane.checked_sub(1) {
        lane = next;
        let trace = prepared.trace(lane, registers);
        let Some(LaneResult { bits, guarantee }) = trace.result else { continue };
        let own = lane_name(&packing, lane);
        let name = if own.is_empty() { instruction.form.destination().name } else { &own };
        let none = || String::from("\u{2013}");
        let exact = trace.exact_decimal(DIGITS).map_or_else(none, |exact| with_minus(&exact));
        let error = Dyadic::from_datum(&format.decode(bits))
            .and_then(|it| trace.error(&it, format.ulp_exponent(bits)))
            .map_or_else(none, |error| [&*with_minus(&error), " ulp"].concat());
        table.add(&[name, &value(bits, format), &exact, &error, &permitted(guarantee, format)]);
    }
    table
}

/// Describes the other results that are permitted.
fn permitted(guarantee: Guarantee, format: Format) -> String {
    let words = match guarantee {
        Guarantee::Bits => "only this",
        Guarantee::Reading => "our reading, not guaranteed",
        Guarantee::AnyNan => "a NaN, bits unspecified",
        Guarantee::Within { lo, hi } => {
            let [low, high] = [lo, hi].map(|bits| value(bits, format));
            let count = format.float().map_or(0, |float| count(lo, hi, float)).to_string();
            return [&low, " \u{2026} ", &high, ", ", &count, " values"].concat();
        }
        Guarantee::Unbounded | Guarantee::Unspecified => "no bound",
    };
    String::from(words)
}

/// Returns the requirements of the form and of each modifier, equal ones together, and the targets
/// that meet all of them.
fn requirements(instruction: &Instruction) -> PanelView {
    let form = instruction.form;
    let quoted = |text: &str| ["`", text, "`"].concat();
    let mut all = vec![(form.requires.to_string(), quoted(form.opcode))];
    for modifier in instruction.modifiers() {
        let mut choices = form.choices().filter(|choice| choice.modifier == modifier);
        let Some(choice) = choices.find(|choice| choice.requires != ANY) else { continue };
        let (needs, part) = (choice.requires.to_string(), quoted(modifier.spelling()));
        match all.iter_mut().find(|(other, _)| *other == needs) {
            Some((_, parts)) => parts.extend([", ", &part]),
            None => all.push((needs, part)),
        }
    }
    let mut needs = TableView::new("Requirements", &["part", "needs"]);
    for (what, parts) in &all {
        needs.add(&[parts, what]);
    }
    let mut places = TableView::new("Supported on", &["targets", "PTX ISA"]);
    for (targets, span) in instruction.spans() {
        let is_whole = span.from.is_none() && span.until.is_none();
        let versions = if is_whole { String::from("all versions") } else { span.to_string() };
        places.add(&[&targets, &versions]);
    }
    let section = section(&form.source);
    PanelView::Tables(Arc::new(TablesView { tables: vec![needs, places], plot: None, section }))
}
