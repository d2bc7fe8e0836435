//! The versions and targets that an instruction needs.

use ptxfp::catalog::{ANY, forms_of};

use crate::explorer::Model;
use crate::playground::instruction::SectionView;
use crate::playground::statement::section;
use crate::support::{SupportView, of_instruction, of_opcode};
use crate::table::TableView;

/// The whole tab.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequirementsView {
    /// The present instruction, by generations of GPUs.
    pub support: SupportView,
    /// The requirements in words.
    pub needs: TableView,
    /// All forms of the opcode.
    pub forms: SupportView,
    /// Whether those are too many to be shown at once.
    pub is_long: bool,
    /// The section that has them.
    pub section: SectionView,
}

/// The number of forms that are shown without being asked for.
const FORMS: usize = 12;

/// The requirements of the form and of each modifier, and the generations of GPUs that meet all of
/// them.
pub(super) fn view(model: &Model) -> RequirementsView {
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
    let mut needs = TableView::new("In words", &["part", "needs"]);
    for (what, parts) in &all {
        needs.add(&[parts, what]);
    }
    RequirementsView {
        support: of_instruction(instruction),
        needs,
        forms: of_opcode(form.opcode),
        is_long: forms_of(form.opcode).count() > FORMS,
        section: section(&form.source),
    }
}
