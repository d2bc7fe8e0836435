//! Queries of the catalog.
//!
//! ```text
//! query = term *(space term)        a form is found if it meets every term
//! term  = ["!" | "-"] condition     a sign in front excludes the forms that would be found
//! condition
//!       = word                      an opcode, modifier, type or format, with or without its dot;
//!                                   several are joined by dots: fma.rn.bf16
//!       | word *("/" word)          one of them: .e4m3x2/.e5m2x2
//!       | "op:" word | "mod:" word | "type:" word
//!       | "sm:" target              an assembler accepts it for this target: sm:90a
//!       | "sm" compare number       compared is the first target that has it: sm>=100
//!       | "isa:" version            an assembler accepts it in this version: isa:8.6
//!       | "isa" compare version     compared is the first version that has it: isa<=7.8
//!       | "since:" version          new in that version or later: the same as isa>= and it
//!       | "status:" status          documented, undocumented or refused
//! compare = "<" | "<=" | ">=" | ">"
//! ```
//!
//! A word matches the name that it equals, or else all names that begin with it, or else its meaning
//! in other languages: `fp8`, `half`, `exp`, `torch.float8_e4m3fn`.
//! A form meets several terms if one of its instructions meets them all: `bf16 sm:80` does not
//! find a form that `sm_80` has in f16 only.
//! Without `isa:`, `sm:` refers to the latest version.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

use super::form::Form;
use super::instruction::Instruction;
use super::modifier::Modifier;
use super::requires::{Requires, first_version};
use super::target::{Context, IsaVersion, LATEST_ISA, TARGETS, Target};
use super::{forms_of, instructions_of, opcodes};
use crate::format::Format;
use crate::order::push_new;

/// A query: the terms that could be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    terms: Vec<Term>,
}

/// A term that cannot be read, and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The bytes of the query that are wrong.
    pub span: Range<usize>,
    /// The error and how to fix it: lower case, no full stop.
    pub message: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    text: String,
    is_excluded: bool,
    /// All of them must hold.
    conditions: Vec<Condition>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Condition {
    Name {
        place: QueryKey,
        text: String,
        is_whole: bool,
    },
    /// One of these holds, each of which is a list that must hold.
    Any(Vec<Vec<Condition>>),
    /// A type of one of the formats that a name from elsewhere stands for.
    Formats(Vec<Format>),
    Target(&'static Target),
    Isa(IsaVersion),
    FirstTarget(Compare, u16),
    FirstIsa(Compare, IsaVersion),
    Status(&'static str),
}

/// An entry that a query can be matched with.
pub(crate) trait Findable {
    /// Its opcode.
    fn opcode(&self) -> &'static str;
    /// Whether it has a modifier or type that may follow a key, by name.
    fn has(&self, place: QueryKey, is_it: &dyn Fn(&str) -> bool) -> bool;
    /// Whether it has a type of one of these formats.
    fn has_format(&self, formats: &[Format]) -> bool;
    /// Returns its requirements, all of which apply.
    fn requires(&self) -> Vec<Requires>;
    /// Whether an assembler accepts it for a version and a target.
    fn is_available(&self, context: &Context) -> bool;
    /// The name of its status.
    fn status(&self) -> &'static str;
}

/// Every name that may follow a key, in one table of instructions.
pub(crate) type Names = fn(QueryKey) -> Vec<&'static str>;

/// The key of a query that a name may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QueryKey {
    Anywhere,
    Opcode,
    Modifier,
    Type,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compare {
    Below,
    AtMost,
    AtLeast,
    Above,
}

impl Compare {
    fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Below => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::AtLeast => order.is_ge(),
            Self::Above => order.is_gt(),
        }
    }
}

/// The largest number of terms that are read: few enough to try the query without each of them.
const MAX_TERMS: usize = 32;

impl Query {
    /// Reads a query; it never fails, and unknown terms are reported and left out.
    ///
    /// ```
    /// use ptxfp::catalog::query::Query;
    ///
    /// let (query, problems) = Query::parse("type:e4m3 sm>=100 !approx");
    /// assert!(problems.is_empty() && !query.forms().is_empty());
    /// let (_, problems) = Query::parse("type:e4m3 bf17");
    /// assert_eq!(problems[0].span, 10..14);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> (Self, Vec<Problem>) {
        Self::parse_for(QueryKey::names, text)
    }

    /// Reads a query about the table that has these names.
    pub(crate) fn parse_for(names: Names, text: &str) -> (Self, Vec<Problem>) {
        let (mut query, mut problems) = (Self::default(), Vec::new());
        let mut rest = text;
        loop {
            rest = rest.trim_start();
            let start = text.len() - rest.len();
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            if word.is_empty() {
                return (query, problems);
            }
            if query.terms.len() + problems.len() >= MAX_TERMS {
                let message = format!("a query has at most {MAX_TERMS} terms; the rest is ignored");
                problems.push(Problem { span: start..text.len(), message });
                return (query, problems);
            }
            rest = behind;
            match term::read(names, word) {
                Ok(term) => query.terms.push(term),
                Err(message) => problems.push(Problem { span: start..start + end, message }),
            }
        }
    }

    /// Whether a form is found.
    pub fn finds(&self, form: &'static Form) -> bool {
        self.finds_in(instructions_of(form))
    }

    /// Whether it finds a form with these instructions.
    pub(crate) fn finds_in(&self, instructions: impl Iterator<Item = impl Findable>) -> bool {
        let mut is_found = false;
        let has_sign = self.terms.iter().any(|term| term.is_excluded);
        for instruction in instructions {
            let meets = |term: &Term| term.is_excluded || self.is_met(term, &instruction);
            let is_excluded = |term: &Term| term.is_excluded && self.is_met(term, &instruction);
            if self.terms.iter().any(is_excluded) {
                return false;
            }
            is_found = is_found || self.terms.iter().all(meets);
            // Only an excluding term could change that.
            if is_found && !has_sign {
                return true;
            }
        }
        is_found
    }

    /// The forms that are found, by opcode.
    pub fn forms(&self) -> Vec<&'static Form> {
        let mut found = Vec::new();
        for opcode in opcodes() {
            found.extend(forms_of(opcode).filter(|form| self.finds(form)));
        }
        found
    }

    /// Queries with one term less that find something, each with the term left out and how much
    /// is found.
    pub fn relaxed(&self) -> Vec<(String, String, usize)> {
        let without = |(index, term): (usize, &Term)| {
            let mut query = self.clone();
            query.terms.remove(index);
            let texts: Vec<_> = query.terms.iter().map(|term| term.text.as_str()).collect();
            let count = query.forms().len();
            (count > 0).then(|| (texts.join(" "), term.text.clone(), count))
        };
        self.terms.iter().enumerate().filter_map(without).collect()
    }

    fn is_met(&self, term: &Term, instruction: &impl Findable) -> bool {
        self.are_met(&term.conditions, instruction)
    }

    fn are_met(&self, conditions: &[Condition], instruction: &impl Findable) -> bool {
        conditions.iter().all(|condition| match condition {
            Condition::Any(lists) => lists.iter().any(|each| self.are_met(each, instruction)),
            Condition::Name { place, text, is_whole } => {
                let is_opcode =
                    place.has(QueryKey::Opcode) && is_name(instruction.opcode(), text, *is_whole);
                is_opcode || instruction.has(*place, &|name| is_name(name, text, *is_whole))
            }
            Condition::Formats(formats) => instruction.has_format(formats),
            Condition::Target(target) => {
                let named = self.terms.iter().flat_map(|term| &term.conditions);
                let mut versions = named.filter_map(|condition| {
                    if let Condition::Isa(version) = condition { Some(*version) } else { None }
                });
                let isa = versions.next().unwrap_or(LATEST_ISA);
                instruction.is_available(&Context { isa, target })
            }
            Condition::Isa(isa) => TARGETS
                .iter()
                .any(|target| instruction.is_available(&Context { isa: *isa, target })),
            Condition::FirstTarget(compare, sm) => {
                first_of(instruction).is_some_and(|first| compare.holds(first.0.cmp(sm)))
            }
            Condition::FirstIsa(compare, isa) => {
                first_of(instruction).is_some_and(|first| compare.holds(first.1.cmp(isa)))
            }
            Condition::Status(name) => instruction.status() == *name,
        })
    }
}

impl Findable for Instruction {
    fn opcode(&self) -> &'static str {
        self.form.opcode
    }

    fn has(&self, place: QueryKey, is_it: &dyn Fn(&str) -> bool) -> bool {
        self.effective().any(|modifier| {
            let (kind, names) = modifier_names(modifier);
            place.has(kind) && names.into_iter().any(is_it)
        })
    }

    fn has_format(&self, formats: &[Format]) -> bool {
        self.types().any(|kind| formats.contains(&kind.format()))
    }

    fn requires(&self) -> Vec<Requires> {
        self.requires()
    }

    fn is_available(&self, context: &Context) -> bool {
        self.is_available(context)
    }

    fn status(&self) -> &'static str {
        self.form.status.name()
    }
}

impl QueryKey {
    /// Whether everything that may follow another key may follow this one.
    pub(crate) fn has(self, other: Self) -> bool {
        // A type is spelled as a modifier.
        self == Self::Anywhere || self == other || (self, other) == (Self::Modifier, Self::Type)
    }

    /// Every name of the catalog that may follow it.
    fn names(self) -> Vec<&'static str> {
        let mut all: Vec<&str> = Vec::new();
        if self.has(Self::Opcode) {
            all.extend(opcodes());
        }
        for (place, names) in Modifier::all().map(modifier_names) {
            if self.has(place) {
                for name in names {
                    push_new(&mut all, name);
                }
            }
        }
        all
    }
}

/// The number of the first target that has an instruction, and the first version that any has it in.
fn first_of(instruction: &impl Findable) -> Option<(u16, IsaVersion)> {
    let requires = instruction.requires();
    let mut first: Option<(u16, IsaVersion)> = None;
    for target in TARGETS {
        if let Some(isa) = first_version(&requires, target) {
            first = Some(first.map_or((target.sm, isa), |(sm, least)| (sm, least.min(isa))));
        }
    }
    first
}

/// A modifier's spelling without its dot, after the name of the format of a type.
fn modifier_names(modifier: Modifier) -> (QueryKey, [&'static str; 2]) {
    let spelling = modifier.spelling();
    let name = spelling.strip_prefix('.').unwrap_or(spelling);
    if let Modifier::Type(each) = modifier {
        (QueryKey::Type, [each.format().name(), name])
    } else {
        (QueryKey::Modifier, [name, name])
    }
}

fn is_name(name: &str, text: &str, is_whole: bool) -> bool {
    let start = if is_whole { Some(name) } else { name.get(..text.len()) };
    start.is_some_and(|start| start.eq_ignore_ascii_case(text))
}

mod message;
mod term;
#[cfg(test)]
mod tests;

pub use message::Message;
