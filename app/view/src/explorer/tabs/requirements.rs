//! The versions and targets that an instruction needs.

use ptxfp::catalog::ANY;

use crate::explorer::Model;
use crate::explorer::tables::TablesView;
use crate::playground::statement::section;
use crate::table::TableView;

/// Returns the requirements of the form and of each modifier, equal ones together, and the targets
/// that meet all of them.
pub(super) fn view(model: &Model) -> TablesView {
    let instruction = &model.state.instruction;
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
    TablesView { tables: vec![needs, places], plot: None, section }
}
