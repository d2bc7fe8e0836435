//! The assignments of sentences, and checks that the core agrees with them.
//!
//! Assignments of a sentence are separated by ` & `. `{a,b}` is short for one with `a` and one with `b`.
//!
//! - `takes S`, `rejects S`: the ISA has statement S, or has it not. S may end with a version and a
//!   target (`@ 1.3 sm_13`); without, one of those counts at which the tests evaluate instructions;
//! - `since S V`, `until S V`: the first and the last version that have it on any target;
//! - `target S T`: the least `sm_` number that has it in any version;
//! - `width S d a ...`: how many bits the registers have, the destination's first;
//! - `result S a ... = d`: the bits of a result, as case files have them, and the word for what is
//!   left open: `nan`, `open`, `unbounded`, `within LO HI`;
//! - `corner S: a ... = d`: a row of the table of documented corner cases;
//! - `bound S: where: error`: a line of what is said of errors;
//! - `same S = S`: both compute the same;
//! - `reading ID`: the text leaves room, and one way to read it was chosen;
//! - `difference SYNTAX`: a row of `docs/differences.md`;
//! - `against SECTION ORDINAL`: that sentence says otherwise, and is followed;
//! - `nothing REASON`: the sentence says nothing about results or legality ([`REASONS`]).
//!
//! If a statement is named, its row of the catalog must be of the section.

use std::collections::{BTreeMap, BTreeSet};

use conformance::subject::{PLACES, context};
use ptxfp::catalog::{
    Availability, Context, ISA_VERSIONS, Instruction, IsaVersion, TARGETS, Target, forms,
    instructions_of,
};
use ptxfp::eval::{Guarantee, LaneResult, Prepared};
use ptxfp::explore::corner::{corners, error_bounds};
use ptxfp::source::PTX_ISA;
use ptxfp::syntax::{Legality, check};

/// The reasons why a sentence says nothing about results or legality.
const REASONS: [(&str, &str); 9] = [
    ("name", "the name of an instruction, or what it does in a phrase that others make precise"),
    ("heading", "it leads to a list or a table, or is the caption of a picture"),
    ("structure", "pseudo-code around the lines that decide a result"),
    ("reference", "it refers to another place"),
    ("compiler", "what an optimizer may do with several instructions"),
    ("future", "what later implementations may do"),
    ("speed", "how fast something is, or how it is implemented"),
    ("registers", "which wider registers may hold an operand, which is no part of an evaluation"),
    ("clarity", "it repeats that something makes no difference"),
];

/// The sections that rows of the catalog are from, in the version that the index is of.
pub(super) fn sections() -> Vec<&'static str> {
    let mut all: Vec<_> = forms()
        .filter(|form| form.source.document == PTX_ISA)
        .map(|form| form.source.section)
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

type Verdict = Result<(), String>;

#[derive(Default)]
pub(super) struct Checker {
    /// `docs/differences.md`.
    differences: String,
    /// The sentences that are followed: section and ordinal of those with an assignment to
    /// something that is checked.
    followed: BTreeSet<(String, String)>,
    /// The documented instructions, by spelling.
    spelled: BTreeMap<String, Vec<Instruction>>,
    /// The contexts in which they are documented, by statement.
    places: BTreeMap<String, Vec<Context>>,
}

/// Splits at the first separator.
fn parts<'t>(text: &'t str, separator: &str) -> Result<(&'t str, &'t str), String> {
    text.split_once(separator).ok_or_else(|| format!("`{separator}` is expected"))
}

/// Splits at the last blank.
fn last(text: &str) -> Result<(&str, &str), String> {
    text.rsplit_once(' ').ok_or_else(|| "two words are expected".to_owned())
}

fn equal(expected: &str, found: &str) -> Verdict {
    if expected == found { Ok(()) } else { Err(format!("is {found}")) }
}

impl Checker {
    /// One for an index whose sentences are these: section, ordinal, assignment.
    pub(super) fn new<'t>(sentences: impl Iterator<Item = (&'t str, usize, &'t str)>) -> Self {
        let is_followed = |assignment: &str| {
            !assignment.starts_with("nothing") && !assignment.contains("against")
        };
        let followed = sentences.filter(|(.., assignment)| is_followed(assignment));
        let followed =
            followed.map(|(section, ordinal, _)| (section.to_owned(), ordinal.to_string()));
        let mut spelled: BTreeMap<String, Vec<Instruction>> = BTreeMap::new();
        for instruction in forms().filter(|form| form.is_documented()).flat_map(instructions_of) {
            spelled.entry(instruction.to_string()).or_default().push(instruction);
        }
        Self { followed: followed.collect(), spelled, ..Self::default() }
    }

    /// Checks an assignment with every choice in braces.
    pub(super) fn check(&mut self, section: &str, assignment: &str) -> Verdict {
        let choices = assignment.match_indices('{').find_map(|(start, _)| {
            let length = assignment[start..].find('}')?;
            let inner = &assignment[start + 1..start + length];
            let is_choice = inner.contains(',') && !inner.contains(' ');
            is_choice.then(|| (&assignment[..start], inner, &assignment[start + length + 1..]))
        });
        let Some((before, inner, behind)) = choices else {
            return self.check_one(section, assignment);
        };
        let mut each = inner.split(',').map(|choice| format!("{before}{choice}{behind}"));
        each.try_for_each(|one| {
            self.check(section, &one).map_err(|reason| format!("{one}: {reason}"))
        })
    }

    fn check_one(&mut self, section: &str, assignment: &str) -> Verdict {
        let (kind, rest) = parts(assignment, " ")?;
        match kind {
            "takes" => Self::statement(section, rest).map(drop),
            "rejects" => Self::rejects(rest),
            "since" | "until" => {
                let (statement, version) = last(rest)?;
                Self::statement(section, statement)?;
                let versions = self.places(statement).iter().map(|place| place.isa);
                let found = if kind == "since" { versions.min() } else { versions.max() };
                equal(version, &found.map(|isa| isa.to_string()).unwrap_or_default())
            }
            "target" => {
                let (statement, target) = last(rest)?;
                Self::statement(section, statement)?;
                let numbers = self.places(statement).iter().map(|place| place.target.sm);
                equal(target, &format!("sm_{}", numbers.min().unwrap_or_default()))
            }
            "width" => {
                let (statement, widths) = parts(rest, ": ")?;
                let (instruction, _) = Self::statement(section, statement)?;
                let operands = instruction.form.operands.iter();
                let width = |operand| instruction.operand_type(operand).packing().register_width();
                let found: Vec<_> = operands.map(|each| width(each).to_string()).collect();
                equal(widths, &found.join(" "))
            }
            "result" => Self::result(section, rest),
            "corner" => Self::corner(section, rest),
            "bound" => {
                let (statement, line) = parts(rest, ": ")?;
                let (instruction, context) = Self::statement(section, statement)?;
                let lines: Vec<_> = error_bounds(&instruction, &context)
                    .into_iter()
                    .map(|bound| format!("{}: {}", bound.over, bound.error))
                    .collect();
                let has_line = lines.iter().any(|each| each == line);
                if has_line { Ok(()) } else { Err(format!("has {lines:?}")) }
            }
            "same" => {
                let (one, other) = parts(rest, " = ")?;
                let [one, other] = [Self::statement("", one)?, Self::statement("", other)?];
                let [one, other] = [one, other].map(|(it, place)| Prepared::new(&it, &place));
                if one.is_same(&other) { Ok(()) } else { Err("they differ".to_owned()) }
            }
            "difference" => self.difference(rest),
            "reading" if ptxfp::source::reading::find(rest).is_some() => Ok(()),
            "against" => {
                let (other, ordinal) = last(rest)?;
                let is_followed = self.followed.contains(&(other.to_owned(), ordinal.to_owned()));
                if is_followed { Ok(()) } else { Err("no such sentence is followed".to_owned()) }
            }
            "nothing" if REASONS.iter().any(|(reason, _)| *reason == rest) => Ok(()),
            _ => Err("no such assignment".to_owned()),
        }
    }

    /// The instruction, where it is documented, which must be of the section, if one is given.
    fn statement(section: &str, text: &str) -> Result<(Instruction, Context), String> {
        let (statement, place) = place(text)?;
        let places: Vec<_> = match place {
            Some(place) => vec![place],
            None => PLACES.iter().map(|(isa, target)| context(isa, target)).collect(),
        };
        for place in places {
            if let Some(instruction) = documented(statement, &place) {
                let own = instruction.form.source.section;
                let is_own = own == section || own.starts_with(&format!("{section}."));
                if !section.is_empty() && !is_own {
                    return Err(format!("is of section {own}"));
                }
                return Ok((instruction, place));
            }
        }
        Err("is not documented there".to_owned())
    }

    /// Every version and target that have a statement; one without operands, with any.
    fn places(&mut self, statement: &str) -> &[Context] {
        let spelling = statement.split(' ').next().unwrap_or_default();
        let all = self.spelled.get(spelling).into_iter().flatten();
        let has_operands = statement.contains(' ');
        let named: Vec<_> = all
            .filter(|each| !has_operands || each.statement() == format!("{statement};"))
            .collect();
        self.places.entry(statement.to_owned()).or_insert_with(|| {
            let all = ISA_VERSIONS.iter().flat_map(|isa| {
                let targets = TARGETS.iter().filter(|target| target.since <= *isa);
                targets.map(|target| Context { isa: *isa, target })
            });
            let has = |place: &Context| {
                named.iter().any(|each| each.availability(place) == Availability::Documented)
            };
            all.filter(has).collect()
        })
    }

    fn rejects(text: &str) -> Verdict {
        let (statement, place) = place(text)?;
        let is_taken = if let Some(place) = place {
            documented(statement, &place).is_some()
        } else {
            let mut places = PLACES.iter().map(|(isa, target)| context(isa, target));
            places.any(|place| documented(statement, &place).is_some())
        };
        if is_taken { Err("is documented".to_owned()) } else { Ok(()) }
    }

    fn result(section: &str, text: &str) -> Verdict {
        let (text, at) = text.split_once(" @ ").map_or((text, ""), |(text, at)| (text, at));
        let (case, expected) = parts(text, " = ")?;
        let mut words = case.split(' ');
        let spelling = words.next().unwrap_or_default();
        let registers: Result<Vec<_>, _> = words.map(|it| u64::from_str_radix(it, 16)).collect();
        let registers = registers.map_err(|error| error.to_string())?;
        let at = if at.is_empty() { String::new() } else { format!(" @ {at}") };
        let spelled = Self::statement(section, &format!("{spelling}{at}"))?;
        let (instruction, place) = if spelled.0.form.sources().len() == registers.len() {
            spelled
        } else {
            // A row with as many operands and the same spelling.
            let overload = forms().flat_map(instructions_of).find(|each| {
                each.form.sources().len() == registers.len() && each.to_string() == spelling
            });
            let statement = overload.ok_or("no row has so many operands")?.statement();
            Self::statement(section, &format!("{statement}{at}"))?
        };
        let prepared = Prepared::new(&instruction, &place);
        let evaluation = prepared.evaluate(&registers);
        let width = instruction.destination_type().packing().register_width();
        let digits = usize::from(width).div_ceil(4);
        // A reading has no word: the index says so itself where it names one.
        let word = |lane: &LaneResult| match (lane.guarantee, lane.guarantee.name()) {
            (Guarantee::Within { lo, hi }, _) => {
                (2, format!(" within {lo:0digits$x} {hi:0digits$x}"))
            }
            (_, "any NaN") => (1, " nan".to_owned()),
            (_, "unbounded") => (3, " unbounded".to_owned()),
            (_, "unspecified") => (4, " open".to_owned()),
            _ => (0, String::new()),
        };
        let (_, word) = evaluation.lanes().iter().map(word).max().unwrap_or_default();
        equal(expected, &format!("{:0digits$x}{word}", evaluation.destination))
    }

    fn corner(section: &str, text: &str) -> Verdict {
        let (text, at) = text.split_once(" @ ").map_or((text, ""), |(text, at)| (text, at));
        let (spelling, row) = parts(text, ": ")?;
        let at = if at.is_empty() { String::new() } else { format!(" @ {at}") };
        let (instruction, place) = Self::statement(section, &format!("{spelling}{at}"))?;
        let op = *Prepared::new(&instruction, &place).lane_op();
        let rows: Vec<_> = corners(&instruction, &place)
            .into_iter()
            .map(|row| {
                let operands = row.operands().iter().zip(op.operands);
                let names: Vec<_> = operands.map(|(each, format)| each.0.name(format)).collect();
                let is_conversion = instruction.form.opcode == "cvt";
                let count = if is_conversion { 1 } else { names.len() };
                format!("{} = {}", names[..count].join(" "), row.name)
            })
            .collect();
        if rows.iter().any(|each| each == row) { Ok(()) } else { Err(format!("has {rows:?}")) }
    }

    fn difference(&mut self, syntax: &str) -> Verdict {
        if self.differences.is_empty() {
            self.differences = conformance::files::read("../docs/differences.md");
        }
        let row = format!("| `{syntax}` |");
        let has_row = self.differences.lines().any(|line| line.starts_with(&row));
        if has_row { Ok(()) } else { Err("is no row of docs/differences.md".to_owned()) }
    }
}

/// A statement, and the version and target after it.
fn place(text: &str) -> Result<(&str, Option<Context>), String> {
    let Some((statement, at)) = text.split_once(" @ ") else { return Ok((text, None)) };
    let (isa, target) = parts(at, " ")?;
    let isa = IsaVersion::parse(isa).ok_or("no version")?;
    let target = Target::parse(target).ok_or("no target")?;
    Ok((statement, Some(Context { isa, target })))
}

/// The instruction, if the ISA has it for that version and target.
fn documented(statement: &str, place: &Context) -> Option<Instruction> {
    let found = check(statement, place);
    let instruction = found.instruction.filter(|_| found.legality == Legality::Documented)?;
    let is_documented = instruction.availability(place) == Availability::Documented;
    (is_documented && place.isa >= place.target.since).then_some(instruction)
}
