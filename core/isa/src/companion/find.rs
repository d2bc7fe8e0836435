//! Queries of the reference that find companion instructions.

use alloc::vec::Vec;

use super::form::Form;
use super::list::opcodes;
use super::resolve::Instruction;
use super::rows::ROWS;
use super::shape::Class;
use crate::catalog::query::{Findable, Query, QueryKey};
use crate::catalog::{Context, Requires, Word as _};
use crate::format::Format;

/// The rows that a [query](crate::catalog::query) finds, in the order of the table; `None` if a
/// term of the query is not about companions.
///
/// ```
/// let found = ptxfp::internals::companion::find("setp f16x2 !bf16").unwrap();
/// assert!(found.iter().all(|form| form.opcode == "setp"));
/// assert!(ptxfp::internals::companion::find("satfinite").is_none());
/// ```
#[must_use]
pub fn find(query: &str) -> Option<Vec<&'static Form>> {
    let (query, problems) = Query::parse_for(names, query);
    let found = || ROWS.iter().filter(|form| query.finds_in(form.instructions()));
    problems.is_empty().then(|| found().collect())
}

/// Every name that may follow a key, with repetitions.
fn names(place: QueryKey) -> Vec<&'static str> {
    let mut all = if place.has(QueryKey::Opcode) { opcodes() } else { Vec::new() };
    for choice in ROWS.iter().flat_map(|form| form.slots).flat_map(|slot| slot.choices) {
        if place.has(place_of(choice.modifier)) {
            all.push(choice.modifier.trim_start_matches('.'));
        }
    }
    all
}

fn place_of(modifier: &'static str) -> QueryKey {
    if modifier.is_type() { QueryKey::Type } else { QueryKey::Modifier }
}

impl Findable for Instruction {
    fn opcode(&self) -> &'static str {
        self.form.opcode
    }

    fn has(&self, place: QueryKey, is_it: &dyn Fn(&str) -> bool) -> bool {
        let mut named = self.modifiers().filter(|modifier| place.has(place_of(modifier)));
        named.any(|modifier| is_it(modifier.trim_start_matches('.')))
    }

    fn has_format(&self, formats: &[Format]) -> bool {
        let mut floats = self.types().filter(|shape| shape.class == Class::Float);
        floats.any(|shape| formats.contains(&shape.kind.format()))
    }

    fn requires(&self) -> Vec<Requires> {
        self.requires().collect()
    }

    fn is_available(&self, context: &Context) -> bool {
        self.is_available(context)
    }

    fn status(&self) -> &'static str {
        "documented"
    }
}
