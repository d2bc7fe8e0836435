//! The targets for the version in force, and the versions for the target, that have an instruction;
//! all of them without one.

use ptxfp::catalog::{Context, ISA_VERSIONS, Instruction, TARGETS};

/// A choice among targets or versions, by whether they support the current instruction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlacesView {
    /// The chosen one.
    pub chosen: String,
    /// The instruction; empty without one.
    pub spelling: String,
    /// The ones that support it.
    pub with: Vec<String>,
    /// The ones that do not.
    pub without: Vec<String>,
}

/// The targets, oldest first.
pub(super) fn targets(instruction: Option<&Instruction>, context: &Context) -> PlacesView {
    let places =
        TARGETS.iter().map(|target| (target.name.to_owned(), Context { target, ..*context }));
    places_of(instruction, context.target.name.to_owned(), places)
}

/// The versions of the ISA, newest first.
pub(super) fn isas(instruction: Option<&Instruction>, context: &Context) -> PlacesView {
    let places = ISA_VERSIONS.iter().rev();
    let places = places.map(|isa| (isa.to_string(), Context { isa: *isa, ..*context }));
    places_of(instruction, context.isa.to_string(), places)
}

fn places_of(
    instruction: Option<&Instruction>,
    chosen: String,
    places: impl Iterator<Item = (String, Context)>,
) -> PlacesView {
    let spelling = instruction.map_or_else(String::new, ToString::to_string);
    let mut view = PlacesView { chosen, spelling, ..PlacesView::default() };
    for (name, context) in places {
        let has_it = instruction.is_none_or(|instruction| instruction.is_available(&context));
        if has_it { &mut view.with } else { &mut view.without }.push(name);
    }
    view
}
