//! The explorer's machine code: a file that is fetched when the tab is opened, and one with the
//! [`whole`] code, which is fetched on demand.

pub mod whole;

use std::sync::Arc;

use ptxfp::link::State;

use self::whole::{Whole, WholeView};
use crate::explorer::Model;
use crate::table::TableView;

/// The name of the `<meta>` that has the file's address.
pub const FILE: &str = "machine-code";

/// The file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Machine {
    /// It has not arrived.
    #[default]
    Awaited,
    /// It could not be fetched.
    Missing,
    /// The contents: the lines that the package `machine-code` writes.
    Here(Arc<str>),
}

/// The tab.
pub(super) fn view(model: &Model) -> MachineView {
    record(&model.machine, &model.whole, &model.state)
}

impl Machine {
    /// The fetched file, or a failure.
    pub fn new(text: Option<String>) -> Self {
        text.map_or(Self::Missing, |text| Self::Here(text.into()))
    }

    /// Tries again, if it could not be fetched.
    pub fn retry(&mut self) {
        if *self == Self::Missing {
            *self = Self::Awaited;
        }
    }
}

/// The machine code on every recorded target.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MachineView {
    /// The reason why it is empty, or a note on the present target.
    pub note: String,
    /// The targets, those with the same code together.
    pub codes: Vec<CodeView>,
    /// The meanings of the names in it.
    pub terms: Option<TableView>,
    /// The tools and the day.
    pub origin: String,
    /// The whole code, where it can be fetched.
    pub whole: Option<WholeView>,
}

/// The common part of some targets.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CodeView {
    /// The targets.
    pub targets: String,
    /// Whether the present one is among them.
    pub is_present: bool,
    /// The kind of code.
    pub title: String,
    /// The meaning of that; code is between back quotes.
    pub words: String,
    /// The instructions.
    pub code: Vec<String>,
    /// The number of further ones, in words.
    pub rest: String,
    /// All that is recorded of it, to be copied.
    pub copied: String,
}

/// The tab.
pub fn record(machine: &Machine, whole: &Whole, state: &State) -> MachineView {
    let failed = |note: &str| MachineView { note: note.to_owned(), ..MachineView::default() };
    match machine {
        Machine::Awaited => failed("Loading the record\u{2026}"),
        Machine::Missing => failed("The record could not be loaded. Press the tab again to retry."),
        Machine::Here(file) => recorded(file, whole, state)
            .unwrap_or_else(|| failed("Nothing is recorded for this instruction.")),
    }
}

/// The lines of a kind, without that word.
fn lines<'f>(file: &'f str, kind: &'static str) -> impl Iterator<Item = &'f str> {
    file.lines().filter_map(move |line| line.strip_prefix(kind)?.strip_prefix('\t'))
}

fn numbers(text: &str) -> impl Iterator<Item = usize> {
    text.split(' ').filter_map(|number| number.parse().ok())
}

/// The numbers of an instruction's codes.
fn places<'f>(file: &'f str, State { instruction, .. }: &State) -> Option<&'f str> {
    let count = instruction.form.operand_count().to_string();
    let key = [&instruction.to_string(), "/", &*count, "\t"].concat();
    file.lines().find_map(|line| line.strip_prefix(&*key))
}

fn recorded(file: &str, whole: &Whole, state: &State) -> Option<MachineView> {
    let context = &state.context;
    let places = places(file, state)?;
    let targets = lines(file, "targets").next()?;
    let mut view = MachineView::default();
    let mut seen: Vec<&str> = Vec::new();
    let mut terms = Vec::new();
    for (target, number) in targets.split(' ').zip(places.split(' ')) {
        let is_present = target == context.target.name;
        // Targets with the same code are together.
        let place = seen.iter().position(|each| *each == number);
        if let Some(same) = place.and_then(|place| view.codes.get_mut(place)) {
            same.targets.push_str(", ");
            same.targets.push_str(target);
            same.is_present |= is_present;
            continue;
        }
        seen.push(number);
        let targets = target.to_owned();
        view.codes.push(match number.parse().ok() {
            Some(number) => {
                let line = lines(file, "code").nth(number)?;
                terms.extend(line.split('\t').nth(3).map(numbers)?);
                CodeView { targets, is_present, ..code(file, line)? }
            }
            None => absent(targets, is_present),
        });
    }
    if !view.codes.iter().any(|code| code.is_present) {
        view.note =
            ["Nothing is recorded for ", context.target.name, "; the nearest targets are shown."]
                .concat();
    }
    view.terms = legend(file, &terms);
    lines(file, "origin").next()?.clone_into(&mut view.origin);
    view.whole = whole.view(file, state);
    Some(view)
}

fn absent(targets: String, is_present: bool) -> CodeView {
    let (title, words) =
        (String::from("Not available"), String::from("No PTX version supports it there."));
    CodeView { targets, is_present, title, words, ..CodeView::default() }
}

/// Class, length, instructions, terms, remarks.
fn code(file: &str, line: &str) -> Option<CodeView> {
    let mut parts = line.split('\t');
    let class = lines(file, "class").nth(parts.next()?.parse().ok()?)?;
    let (title, words) = class.split_once('\t')?;
    let length: usize = parts.next()?.parse().ok()?;
    let code: Vec<_> =
        parts.next()?.split("; ").filter(|it| !it.is_empty()).map(str::to_owned).collect();
    let more = length - code.len().min(length);
    let rest = match more {
        0 => String::new(),
        more => ["and ", &*more.to_string(), " more: ", &length.to_string(), " in all"].concat(),
    };
    let remarks = parts.nth(1).unwrap_or_default();
    let words = [words, " ", remarks].concat().trim_end().to_owned();
    let (targets, title) = (String::new(), title.to_owned());
    let copied = copied(&code, &rest);
    Some(CodeView { targets, is_present: false, title, words, code, rest, copied })
}

/// The instructions as lines of assembly.
fn copied(code: &[String], rest: &str) -> String {
    let mut text = String::new();
    for each in code {
        text.extend([each, ";\n"]);
    }
    if !rest.is_empty() {
        text.extend(["// ", rest, "\n"]);
    }
    text
}

/// The meanings of the terms with these numbers.
fn legend(file: &str, numbers: &[usize]) -> Option<TableView> {
    let mut table = TableView::new("SASS mnemonics", &["name", "meaning"]);
    for (number, line) in lines(file, "term").enumerate() {
        if let Some((term, words)) = line.split_once('\t')
            && numbers.contains(&number)
        {
            table.add(&[&["`", term, "`"].concat(), words]);
        }
    }
    (table.rows.len() > 1).then_some(table)
}

#[cfg(test)]
mod tests {
    use ptxfp::link::parse;

    use super::{Machine, MachineView, Whole, record};

    const FILE: &str = "origin\ttools, day\ntargets\tsm_75 sm_80 sm_90 sm_100a\n\
        term\tMUFU\tspecial\nterm\tFMUL\tproduct\nclass\tOne\tIt is one.\nclass\tMore\tMany.\n\
        code\t0\t1\tMUFU.EX2\t0\t\ncode\t1\t30\t@P FMUL R, 2; MUFU.EX2\t0 1\tIt scales.\n\
        ex2.approx.f32/2\t- 1 0 1\n";

    fn shown(link: &str) -> MachineView {
        record(
            &Machine::new(Some(FILE.to_owned())),
            &Whole::default(),
            &parse(link).sound().unwrap(),
        )
    }

    #[test]
    fn targets_with_the_same_code_stand_together() {
        let view = shown("v1/ex2.approx.f32@sm_90?a=0x3f800000");
        let targets: Vec<_> = view.codes.iter().map(|code| &*code.targets).collect();
        assert_eq!(targets, ["sm_75", "sm_80, sm_100a", "sm_90"]);
        let [absent, many, one] = &*view.codes else { panic!("three") };
        assert_eq!((&*absent.title, absent.code.len()), ("Not available", 0));
        assert_eq!(many.words, "Many. It scales.");
        assert_eq!((&*many.code[0], &*many.rest), ("@P FMUL R, 2", "and 28 more: 30 in all"));
        assert_eq!(one.copied, "MUFU.EX2;\n");
        assert!(many.copied.ends_with("MUFU.EX2;\n// and 28 more: 30 in all\n"));
        assert_eq!((one.is_present, &*one.rest, &*view.note), (true, "", ""));
        assert_eq!((view.terms.unwrap().rows.len(), view.whole), (3, None));
    }

    #[test]
    fn missing_records_are_reported() {
        assert!(shown("v1/ex2.approx.f32@sm_89?a=0x3f800000").note.contains("sm_89"));
        assert!(shown("v1/add.f32@sm_90?a=0x0&b=0x0").note.contains("Nothing is recorded"));
        let missing = record(
            &Machine::new(None),
            &Whole::default(),
            &parse("v1/add.f32@sm_90?a=0&b=0").sound().unwrap(),
        );
        assert!(missing.note.contains("could not be loaded"));
    }
}
