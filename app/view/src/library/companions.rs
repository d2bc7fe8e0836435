//! The reference: forms of companion instructions.

use std::ptr;

use ptxfp::catalog::forms;
use ptxfp::internals::companion::{Form, ROWS};
use ptxfp::link::CompanionState;

use crate::library::form::{BodyView, FormView, add_choice};
use crate::playground::statement::section;
use crate::table::TableView;

/// A form; `open` are the keys of open forms.
pub(super) fn form_view(form: &'static Form, open: &[String]) -> FormView {
    let place = ROWS.iter().position(|each| ptr::eq(each, form)).unwrap_or(0);
    let key = ["c", &place.to_string()].concat();
    FormView {
        number: forms().count() + place,
        body: open.contains(&key).then(|| body(form)),
        key,
        syntax: form.syntax(),
        status: "documented",
        requires: needs(form),
        section: section(&form.source),
    }
}

/// Its possible types, as the syntax line has only their name, and its requirements.
fn needs(form: &Form) -> String {
    let (types, requires) = (form.type_choices(), form.requires.to_string());
    if types.is_empty() { requires } else { [&*types, "; ", &*requires].concat() }
}

fn body(form: &'static Form) -> BodyView {
    let example = CompanionState::example(form);
    let slots = slots(form);
    BodyView {
        entry: None,
        notes: vec![form.words()],
        also: Vec::new(),
        tables: if slots.rows.len() > 1 { vec![slots] } else { Vec::new() },
        support: None,
        taught: None,
        program: example.map(|state| (state.instruction.to_string(), state.to_fragment())),
    }
}

/// Returns the choices of each slot, with their meanings.
fn slots(form: &Form) -> TableView {
    let mut table = TableView::new("Modifiers", &["modifier", "choice", "meaning"]);
    for slot in form.slots {
        for choice in slot.choices {
            add_choice(&mut table, slot, choice, slot.meaning(choice.modifier));
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_companion_has_all_there_is_to_know() {
        let open: Vec<_> = (0..ROWS.len()).map(|index| format!("c{index}")).collect();
        for form in &ROWS {
            let view = form_view(form, &open);
            let body = view.body.unwrap();
            assert_eq!((body.notes.len(), body.tables.len()), (1, 1), "{}", view.syntax);
            assert!(body.program.is_some_and(|(_, link)| link.starts_with("v1/sequence@")));
        }
    }
}
