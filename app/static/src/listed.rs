//! The forms of an opcode, with the names of their sections.

use ptxfp::catalog::{Form, forms_of};

/// A form with its section.
pub(crate) struct Listed {
    /// The form.
    pub(crate) form: &'static Form,
    /// The name of its section.
    pub(crate) id: String,
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
        all.push(Listed { form, id });
    }
    all
}
