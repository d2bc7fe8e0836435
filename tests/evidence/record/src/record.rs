//! The answers of the assembler.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::sync::Arc;

use crate::{Grid, Statement, Version};

/// From a version to another, or to the newest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first version.
    pub from: Version,
    /// The last version, if not the newest.
    pub to: Option<Version>,
}

impl Span {
    /// Whether the version lies in the span.
    pub fn contains(&self, version: Version) -> bool {
        self.from <= version && self.to.is_none_or(|to| version <= to)
    }
}

/// The contexts in which something is accepted: the versions by target.
pub type Availability = BTreeMap<String, Vec<Span>>;

/// Statements that are taken in the same places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The contexts.
    pub availability: Availability,
    /// The statements.
    pub statements: Vec<Statement>,
}

/// The statements that the assembler accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The versions that it knows, oldest first.
    pub versions: Vec<Version>,
    /// The targets that it knows, each from a version on.
    pub targets: BTreeMap<String, Version>,
    /// The statements by where they are taken.
    pub classes: Vec<Class>,
}

/// Width of the lines.
const WIDTH: usize = 100;

impl Record {
    /// Sorts statements into classes.
    ///
    /// `taken` says of each statement on which pairs it is taken.
    pub fn new(
        versions: Vec<Version>,
        targets: BTreeMap<String, Version>,
        statements: &[Statement],
        mut taken: impl FnMut(usize, Version, &str) -> bool,
    ) -> Self {
        let mut indices: HashMap<Availability, usize> = HashMap::new();
        let mut classes: Vec<Class> = Vec::new();
        for (index, statement) in statements.iter().enumerate() {
            let mut availability = Availability::new();
            for (target, known) in &targets {
                let mut spans: Vec<Span> = Vec::new();
                let mut is_open = false;
                for version in versions.iter().filter(|version| *version >= known) {
                    let is_taken = taken(index, *version, target);
                    match spans.last_mut() {
                        Some(span) if is_open && is_taken => span.to = Some(*version),
                        _ if is_taken => spans.push(Span { from: *version, to: Some(*version) }),
                        _ => {}
                    }
                    is_open = is_taken;
                }
                if let (true, Some(span)) = (is_open, spans.last_mut()) {
                    span.to = None;
                }
                if !spans.is_empty() {
                    availability.insert(target.clone(), spans);
                }
            }
            if !availability.is_empty() {
                let class = *indices.entry(availability.clone()).or_insert_with(|| {
                    classes.push(Class { availability, statements: Vec::new() });
                    classes.len() - 1
                });
                classes[class].statements.push(statement.clone());
            }
        }
        // A stable sort: else by the first statement.
        classes.sort_by_key(|class| {
            let first = class.availability.values().flatten().map(|span| span.from).min();
            (first, std::cmp::Reverse(class.availability.len()))
        });
        Self { versions, targets, classes }
    }

    /// The record without comments; `grid` says which words of a spelling are types.
    pub fn write(&self, grid: &Grid) -> String {
        let mut text = String::new();
        let versions: Vec<_> = self.versions.iter().map(ToString::to_string).collect();
        write_words(&mut text, "versions", &versions);
        let mut by_version: BTreeMap<Version, Vec<&str>> = BTreeMap::new();
        for target in self.sorted_targets() {
            by_version.entry(self.targets[target]).or_default().push(target);
        }
        for (version, targets) in by_version {
            write_words(&mut text, &format!("known from {version}:"), &targets);
        }
        for class in &self.classes {
            text.push_str("class\n");
            self.write_availability(&class.availability, &mut text);
            write_statements(&class.statements, grid, &mut text);
        }
        text
    }

    /// Reads what [`Self::write`] wrote.
    ///
    /// # Errors
    ///
    /// If a line is not understood.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut record = Self { versions: vec![], targets: BTreeMap::new(), classes: vec![] };
        let mut operands = "".into();
        for (index, line) in text.lines().enumerate() {
            let fail = |error: String| format!("line {}: {error}", index + 1);
            let words: Vec<_> = line.split_whitespace().collect();
            match (record.classes.last_mut(), &words[..]) {
                (_, []) => {}
                (_, [word, ..]) if word.starts_with('#') => {}
                (_, ["class"]) => {
                    let class = Class { availability: Availability::new(), statements: vec![] };
                    record.classes.push(class);
                }
                (None, ["versions", versions @ ..]) => {
                    for version in versions {
                        record.versions.push(version.parse().map_err(fail)?);
                    }
                }
                (None, ["known", "from", version, targets @ ..]) => {
                    let version = version.trim_end_matches(':').parse().map_err(fail)?;
                    record.targets.extend(targets.iter().map(|it| ((*it).to_owned(), version)));
                }
                (Some(class), ["from", from, rest @ ..]) => {
                    let from: Version = from.trim_end_matches(':').parse().map_err(fail)?;
                    let (to, targets) = match rest {
                        ["to", to, targets @ ..] => {
                            (Some(to.trim_end_matches(':').parse().map_err(fail)?), targets)
                        }
                        targets => (None, targets),
                    };
                    for target in targets {
                        let known = record.targets.get(*target);
                        let known = known.ok_or_else(|| fail(format!("no target `{target}`")))?;
                        let span = Span { from: from.max(*known), to };
                        class.availability.entry((*target).to_owned()).or_default().push(span);
                    }
                }
                (Some(_), ["operands", ..]) => {
                    operands = words[1..].join(" ").into();
                }
                (Some(class), spellings) => {
                    class.statements.extend(spellings.iter().map(|spelling| Statement {
                        spelling: (*spelling).to_owned(),
                        operands: Arc::clone(&operands),
                    }));
                }
                _ => return Err(fail(format!("`{line}` is not understood"))),
            }
        }
        Ok(record)
    }

    /// Every pair of version and target that go together.
    pub fn pairs(&self) -> Vec<(Version, &str)> {
        let mut pairs = Vec::new();
        for target in self.sorted_targets() {
            let known = self.targets[target];
            let versions = self.versions.iter().filter(|version| **version >= known);
            pairs.extend(versions.map(|version| (*version, target)));
        }
        pairs
    }

    /// The targets by number and letter.
    pub fn sorted_targets(&self) -> Vec<&str> {
        let mut targets: Vec<_> = self.targets.keys().map(String::as_str).collect();
        targets.sort_by_key(|target| {
            let digits = target.trim_start_matches("sm_").trim_end_matches(char::is_alphabetic);
            (digits.parse::<u32>().unwrap_or(u32::MAX), *target)
        });
        targets
    }

    /// Writes where a class is taken. `from VERSION: TARGETS` means each target from that version
    /// on, or from the first that knows the target: so few lines say it.
    fn write_availability(&self, availability: &Availability, text: &mut String) {
        let mut first: BTreeMap<Option<Version>, Version> = BTreeMap::new();
        for span in availability.values().flatten() {
            first.entry(span.to).and_modify(|it| *it = span.from.min(*it)).or_insert(span.from);
        }
        let mut lines: BTreeMap<(Version, Option<Version>), Vec<&str>> = BTreeMap::new();
        for target in self.sorted_targets() {
            for span in availability.get(target).into_iter().flatten() {
                let is_late = span.from > self.targets[target];
                let from = if is_late { span.from } else { first[&span.to] };
                lines.entry((from, span.to)).or_default().push(target);
            }
        }
        for ((from, to), targets) in lines {
            let to = to.map_or(String::new(), |to| format!(" to {to}"));
            write_words(text, &format!("  from {from}{to}:"), &targets);
        }
    }
}

/// Writes the statements of a class, those with the same operands together, and each opcode with
/// its types on lines of its own.
fn write_statements(statements: &[Statement], grid: &Grid, text: &mut String) {
    let mut shapes: Vec<&str> = Vec::new();
    for statement in statements {
        if !shapes.contains(&&*statement.operands) {
            shapes.push(&statement.operands);
        }
    }
    for shape in shapes {
        let _ = writeln!(text, "  operands {shape}");
        let mut lines: Vec<(String, String)> = Vec::new();
        for statement in statements.iter().filter(|it| &*it.operands == shape) {
            let (group, spelling) = (statement.group(grid), &statement.spelling);
            match lines.last_mut() {
                Some((last, line))
                    if *last == group && line.len() + 1 + spelling.len() <= WIDTH =>
                {
                    let _ = write!(line, " {spelling}");
                }
                _ => lines.push((group, format!("    {spelling}"))),
            }
        }
        for (_, line) in lines {
            let _ = writeln!(text, "{line}");
        }
    }
}

/// Writes a line.
fn write_words(text: &mut String, head: &str, words: &[impl AsRef<str>]) {
    text.push_str(head);
    for word in words {
        text.push(' ');
        text.push_str(word.as_ref());
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Record, Span};
    use crate::{Grid, Version};

    fn version(text: &str) -> Version {
        text.parse().unwrap()
    }

    fn record() -> (Grid, Record) {
        let grid = "register .b32 .f32\ntry add mul rcp\n modifiers .ftz .sat\n types .f32\n\
                    operands d, a | d, a, b";
        let grid = Grid::parse(grid).unwrap();
        let versions = ["1.0", "1.4", "2.0", "9.1"].map(version);
        let targets = [("sm_100", "9.1"), ("sm_20", "2.0"), ("sm_10", "1.0"), ("sm_9", "1.4")];
        let targets: BTreeMap<_, _> =
            targets.iter().map(|(name, since)| ((*name).to_owned(), version(since))).collect();
        let taken = |index: usize, version: Version, target: &str| {
            let text = format!("{} {}", grid.statements[index].spelling, version);
            let is_binary = index % 2 == 1;
            match (&text[..3], is_binary) {
                ("add", true) => true,
                ("mul", true) => target != "sm_10" && version.major >= 2,
                ("rcp", false) => target == "sm_9" || target == "sm_10" && version.minor != 4,
                _ => false,
            }
        };
        let record = Record::new(versions.to_vec(), targets, &grid.statements, taken);
        (grid, record)
    }

    #[test]
    fn what_is_written_reads_the_same() {
        let (grid, record) = record();
        assert_eq!(Record::parse(&record.write(&grid)).as_ref(), Ok(&record));
    }

    #[test]
    fn a_record_is_short_and_complete() {
        let (grid, record) = record();
        let text = record.write(&grid);
        assert_eq!(
            text,
            "versions 1.0 1.4 2.0 9.1\n\
             known from 1.0: sm_10\n\
             known from 1.4: sm_9\n\
             known from 2.0: sm_20\n\
             known from 9.1: sm_100\n\
             class\n\
             \x20 from 1.0: sm_9 sm_10 sm_20 sm_100\n\
             \x20 operands d, a, b\n\
             \x20   add.f32 add.sat.f32 add.ftz.f32 add.ftz.sat.f32\n\
             class\n\
             \x20 from 1.0 to 1.0: sm_10\n\
             \x20 from 1.4: sm_9\n\
             \x20 from 2.0: sm_10\n\
             \x20 operands d, a\n\
             \x20   rcp.f32 rcp.sat.f32 rcp.ftz.f32 rcp.ftz.sat.f32\n\
             class\n\
             \x20 from 2.0: sm_9 sm_20 sm_100\n\
             \x20 operands d, a, b\n\
             \x20   mul.f32 mul.sat.f32 mul.ftz.f32 mul.ftz.sat.f32\n"
        );
    }

    #[test]
    fn pairs_go_together() {
        let (_, record) = record();
        assert_eq!(record.pairs().len(), 10);
        assert_eq!(record.pairs()[0], (version("1.4"), "sm_9"));
        let until = Span { from: version("1.0"), to: Some(version("2.0")) };
        assert!(until.contains(version("2.0")) && !until.contains(version("9.1")));
        assert!(Span { to: None, ..until }.contains(version("9.1")));
    }
}
