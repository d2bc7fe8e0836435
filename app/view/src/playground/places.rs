//! The targets for the version in force, and the versions for the target, that have an instruction.

use ptxfp::catalog::{Context, ISA_VERSIONS, Instruction, TARGETS};

use crate::playground::instruction::PlacesView;

/// The targets, oldest first.
pub(super) fn targets(instruction: &Instruction, context: &Context) -> PlacesView {
    let places =
        TARGETS.iter().map(|target| (target.name.to_owned(), Context { target, ..*context }));
    places_of(instruction, places)
}

/// The versions of the ISA, newest first.
pub(super) fn isas(instruction: &Instruction, context: &Context) -> PlacesView {
    let places = ISA_VERSIONS.iter().rev();
    places_of(instruction, places.map(|isa| (isa.to_string(), Context { isa: *isa, ..*context })))
}

fn places_of(
    instruction: &Instruction,
    places: impl Iterator<Item = (String, Context)>,
) -> PlacesView {
    let mut view = PlacesView { spelling: instruction.to_string(), ..PlacesView::default() };
    for (name, context) in places {
        let has_it = instruction.is_available(&context);
        if has_it { &mut view.with } else { &mut view.without }.push(name);
    }
    view
}
