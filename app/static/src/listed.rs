//! The forms of an opcode, with what their sections say.

use ptxfp::catalog::{Form, forms_of};
use ptxfp::explore::corner::{Condition, Corner};

/// A form with the data of its section.
pub(crate) struct Listed {
    /// The form.
    pub(crate) form: &'static Form,
    /// The name of its section.
    pub(crate) id: String,
    /// The documented results of special operands.
    pub(crate) corners: Vec<Corner>,
}

/// The forms of an opcode.
pub(crate) fn listed(opcode: &str) -> Vec<Listed> {
    let mut all: Vec<Listed> = Vec::new();
    for form in forms_of(opcode) {
        let syntax = form.syntax();
        let head = syntax.split(' ').next().unwrap_or_default().replace(['{', '}'], "");
        // Two forms may differ only in their operands.
        let same = |each: &&Listed| each.id.split('_').next() == Some(&head);
        let number = all.iter().filter(same).count() + 1;
        let id = if number == 1 { head } else { format!("{head}_{number}") };
        all.push(Listed { form, id, corners: form.special_cases().collect() });
    }
    all
}

/// The modifiers that a case depends on.
pub(crate) fn when(corner: &Corner) -> String {
    corner.when.iter().map(Condition::words).collect::<Vec<_>>().join(", ")
}

impl Listed {
    /// Whether its special operands read like those of another form.
    pub(crate) fn corners_read_as(&self, other: &Self) -> bool {
        let read = |corner: &Corner| (corner.operands.clone(), corner.result, when(corner));
        self.corners.iter().map(read).eq(other.corners.iter().map(read))
    }
}
