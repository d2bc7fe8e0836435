//! What stands below the steps.

use ptxfp::catalog::{ANY, Instruction};
use ptxfp::corner::error_bounds;

use super::bound_plot::bound_plot;
use super::compare;
use super::copies::copies;
use super::corners::Operands;
use super::machine;
use super::result::{ERROR, EXACT, PERMITTED, result};
use super::statement::section;
use super::sweep;
use crate::explorer::Model;
use crate::view_model::result::{Certainty, ResultView};
use crate::view_model::table::TableView;
use crate::view_model::tabs::{PanelView, Tab};

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
        Tab::Compare => PanelView::Compare(compare::view(&model.compare, &model.state)),
        Tab::Elsewhere => PanelView::Copies(copies(&model.state, &model.home)),
        Tab::Sweep => PanelView::Sweep(Box::new(sweep::view(&model.sweep, &model.state))),
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
