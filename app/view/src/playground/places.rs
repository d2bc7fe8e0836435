//! The targets for the version in force, and the versions for the target, that have an instruction;
//! all of them without one.

use ptxfp::catalog::{Context, ISA_VERSIONS, TARGETS};

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

/// An instruction, and whether a context has it.
#[derive(Clone, Copy)]
pub(crate) struct Having<'h> {
    /// Its spelling; empty without one.
    pub(crate) spelling: &'h str,
    /// Whether a context has it.
    pub(crate) has: &'h dyn Fn(&Context) -> bool,
}

/// The targets, oldest first.
pub(crate) fn targets(having: Having<'_>, context: &Context) -> PlacesView {
    let places =
        TARGETS.iter().map(|target| (target.name.to_owned(), Context { target, ..*context }));
    places_of(having, context.target.name.to_owned(), places)
}

/// The versions of the ISA, newest first.
pub(crate) fn isas(having: Having<'_>, context: &Context) -> PlacesView {
    let places = ISA_VERSIONS.iter().rev();
    let places = places.map(|isa| (isa.to_string(), Context { isa: *isa, ..*context }));
    places_of(having, context.isa.to_string(), places)
}

fn places_of(
    having: Having<'_>,
    chosen: String,
    places: impl Iterator<Item = (String, Context)>,
) -> PlacesView {
    let spelling = having.spelling.to_owned();
    let mut view = PlacesView { chosen, spelling, ..PlacesView::default() };
    for (name, context) in places {
        if (having.has)(&context) { &mut view.with } else { &mut view.without }.push(name);
    }
    view
}
