//! Whether the style sheets are nested: tests that read the sources.
//!
//! A component's sheet has its name, and a single rule, for the class of that name, in which all
//! others are nested. Only two sheets are about more: [`TOKENS`] and [`BASE`].

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::sheets::{COMPONENTS, GLOBAL, STATIC, sheets_in, sources};
use crate::workspace;

/// Custom properties of the document.
const TOKENS: &str = "tokens.css";
/// Elements, and the classes that its first comment lists.
const BASE: &str = "base.css";

/// A rule of the outermost level: the text before its braces, and the text in them.
struct Rule {
    prelude: String,
    body: String,
}

/// The rules of the outermost level. Text after the last one becomes a rule without a body.
fn rules(text: &str) -> Vec<Rule> {
    let mut rules = Vec::new();
    let (mut prelude, mut body, mut depth) = (String::new(), String::new(), 0);
    for character in without_comments(text).chars() {
        depth += i32::from(character == '{');
        match depth {
            0 => prelude.push(character),
            _ => body.push(character),
        }
        depth -= i32::from(character == '}');
        if depth == 0 && character == '}' {
            let prelude = std::mem::take(&mut prelude).trim().to_owned();
            rules.push(Rule { prelude, body: std::mem::take(&mut body) });
        }
    }
    let rest = [prelude.trim(), &body].concat();
    if !rest.is_empty() {
        rules.push(Rule { prelude: rest, body: String::new() });
    }
    rules
}

fn without_comments(text: &str) -> String {
    let mut pieces = text.split("/*");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + piece.split_once("*/").map_or("", |(_, rest)| rest))
}

/// The class that a sheet is about.
fn class_of(sheet: &str) -> String {
    [".", &sheet.trim_end_matches(".css").replace('_', "-")].concat()
}

/// The classes in a text.
fn classes(text: &str) -> BTreeSet<String> {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '-';
    let class = |piece: &str| {
        let name = piece.split(|character| !is_part(character)).next().unwrap_or_default();
        name.starts_with(|first: char| first.is_ascii_alphabetic()).then(|| [".", name].concat())
    };
    text.split('.').skip(1).filter_map(class).collect()
}

/// The rules of a sheet; at-rules are replaced by the rules in them.
fn flat(text: &str) -> Vec<Rule> {
    let within = |rule: Rule| {
        let is_group = ["@media", "@supports"].iter().any(|group| rule.prelude.starts_with(group));
        if is_group { flat(rule.body.trim_matches(['{', '}'])) } else { vec![rule] }
    };
    rules(text).into_iter().flat_map(within).collect()
}

/// The faults of a component's sheet.
fn faults_of_component(name: &str, text: &str) -> Vec<String> {
    let class = class_of(name);
    let rules = rules(text);
    let mut faults: Vec<_> = rules
        .iter()
        .filter(|rule| rule.prelude != class)
        .map(|rule| format!("{name}: “{}” is outside of “{class}”", rule.prelude))
        .collect();
    if rules.len() != 1 {
        faults.push(format!("{name} has {} rules instead of one for “{class}”", rules.len()));
    }
    faults
}

/// The faults of the sheet of elements and shared classes.
fn faults_of_base(text: &str, components: &BTreeSet<String>) -> Vec<String> {
    let comment = text.split("*/").next().unwrap_or_default();
    let names = comment.lines().filter_map(|line| line.trim().split_once(": "));
    let listed: BTreeSet<_> = names.flat_map(|(names, _)| classes(names)).collect();
    let mut faults = Vec::new();
    let mut used = BTreeSet::new();
    for rule in flat(text).iter().filter(|rule| !rule.prelude.starts_with("@keyframes ")) {
        let found = classes(&rule.prelude);
        for class in found.difference(&listed) {
            faults.push(format!("{BASE}: {class} in “{}” is not in its list", rule.prelude));
        }
        used.extend(found);
        if rule.prelude.starts_with(['#', '@']) {
            faults.push(format!("{BASE}: “{}” is about one element", rule.prelude));
        }
    }
    let unused = listed.difference(&used).map(|class| format!("{BASE} lists {class} in vain"));
    let twice = listed.intersection(components).map(|class| format!("{class} has its own sheet"));
    faults.into_iter().chain(unused).chain(twice).collect()
}

/// The faults of the sheet of custom properties.
fn faults_of_tokens(text: &str) -> Vec<String> {
    let is_other = |rule: &Rule| !rule.prelude.split(", ").all(|part| part.starts_with(":root"));
    let others = flat(text).into_iter().filter(is_other);
    others.map(|rule| format!("{TOKENS}: “{}” is not the document", rule.prelude)).collect()
}

/// The faults of all sheets, given the name and the text of each.
fn faults(sheets: &[(String, String)]) -> Vec<String> {
    let is_component = |name: &str| name != TOKENS && name != BASE;
    let components: BTreeSet<_> = sheets
        .iter()
        .filter(|(name, _)| is_component(name))
        .map(|(name, _)| class_of(name))
        .collect();
    let each = |(name, text): &(String, String)| match &**name {
        TOKENS => faults_of_tokens(text),
        BASE => faults_of_base(text, &components),
        _ => faults_of_component(name, text),
    };
    sheets.iter().flat_map(each).collect()
}

/// All sheets, by name.
fn read_sheets() -> Vec<(String, String)> {
    let folders =
        [GLOBAL, COMPONENTS, "app/embed"].map(|folder| sheets_in(folder).expect("sheets"));
    let read = |path: String| {
        let text = fs::read_to_string(workspace::root().join(&path)).expect("a style sheet");
        let name = Path::new(&path).file_name().expect("a name");
        (name.to_string_lossy().into_owned(), text)
    };
    folders.concat().into_iter().map(read).collect()
}

#[test]
fn each_component_has_a_sheet_with_one_rule_in_which_all_are_nested() {
    let faults = faults(&read_sheets());
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn each_sheet_has_a_name_of_its_own() {
    let mut count = BTreeMap::new();
    for (name, _) in read_sheets() {
        *count.entry(name).or_insert(0) += 1;
    }
    let twice: Vec<_> = count.iter().filter(|(_, count)| **count > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn a_sheet_is_fetched_with_the_code_of_its_folder() {
    let [start, later] = sources().expect("the sheets");
    assert_eq!(start[..2], [TOKENS, BASE].map(|name| [GLOBAL, "/", name].concat()));
    let has = |sheets: &[String], end: &str| sheets.iter().any(|path| path.ends_with(end));
    for (name, is_later) in [
        ("style/header.css", false),
        ("pieces/hex.css", false),
        ("playground/answer.css", false),
        ("explorer/tabs/sweep/sweep.css", true),
        ("library/library.css", true),
    ] {
        assert_eq!((has(&start, name), has(&later, name)), (!is_later, is_later), "{name}");
    }
    for sheets in [start, later] {
        assert!(!has(&sheets, STATIC) && !has(&sheets, "embed.css"), "{sheets:?}");
    }
}

/// The faults of a few sheets.
fn found(sheets: &[(&str, &str)]) -> Vec<String> {
    let owned = |&(name, text): &(&str, &str)| (name.to_owned(), text.to_owned());
    faults(&sheets.iter().map(owned).collect::<Vec<_>>())
}

#[test]
fn rules_outside_of_the_components_class_are_found() {
    let good =
        ("bit_field.css", "/* Bits {. */\n.bit-field {\n  color: red;\n  a { b { c: d } }\n}\n");
    assert!(found(&[good]).is_empty());
    for bad in [
        ".bit-field { } .bit { }",
        ".bit-field { } .bit-field { }",
        ".bit-field .bit { }",
        ".bit-field, .bit { }",
        ".bits { }",
        "@media print { .bit-field { } }",
        ".bit-field { } @keyframes x { from { } }",
        ".bit-field { a { }",
        ".bit-field { } }",
        "",
    ] {
        assert!(!found(&[("bit_field.css", bad)]).is_empty(), "{bad}");
    }
}

#[test]
fn global_rules_are_about_elements_and_listed_classes() {
    const LIST: &str = "/* Global.\n   .note: text\n   .wrap, .x-y: more */\n";
    let faults = |text: &str| found(&[(BASE, &[LIST, text].concat()), ("card.css", ".card { }")]);
    let good =
        ".note, p .wrap { a: 0.5em } @media print { .x-y:hover { } } @keyframes x { 0.5% { } }";
    assert_eq!(faults(good), [""; 0]);
    for bad in [".other { }", "#id { }", "@media print { p .other { } }", ".note { } .card { }"] {
        assert!(
            faults(&[good, bad].concat()).len() == 1,
            "{bad}: {:?}",
            faults(&[good, bad].concat())
        );
    }
    assert_eq!(faults(".note, .wrap { }"), ["base.css lists .x-y in vain"]);
    assert!(found(&[(TOKENS, ":root { a: b } @media print { :root, :root[x] { } }")]).is_empty());
    assert_eq!(found(&[(TOKENS, ":root { } body { }")]).len(), 1);
}
