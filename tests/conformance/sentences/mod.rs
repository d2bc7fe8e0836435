//! Every sentence of the ISA's sections that the core is written from has an assignment: what in
//! the core does what it says, or why there is nothing to do.
//!
//! `vectors/sentences-9.1.tsv` is the index: section, ordinal, digest of the sentence, assignment,
//! between tabs. It holds no text of the ISA. [`split`] has the rule that cuts sentences,
//! [`assign`] what an assignment may be, and each is checked against the core.
//!
//! `PTXFP_ISA_TEXT` names a folder with the sections as Markdown; then the digests are compared
//! too, and sentences that are new or changed are printed with the digest that the index lacks.

mod assign;
mod split;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use conformance::{files, skip};

const INDEX: &str = "vectors/sentences-9.1.tsv";

/// A line of the index.
struct Entry {
    /// Its position, for messages.
    place: String,
    section: String,
    ordinal: usize,
    digest: String,
    assignment: String,
}

fn index() -> Vec<Entry> {
    let text = files::read(INDEX);
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let entry = |(number, line): (usize, &str)| {
        let place = format!("{INDEX}:{}", number + 1);
        let fields: Vec<_> = line.split('\t').collect();
        let [section, ordinal, digest, assignment] = fields[..] else {
            panic!("{place}: four fields are expected");
        };
        let ordinal = ordinal.parse().unwrap_or_else(|_| panic!("{place}: ordinal"));
        let [section, digest, assignment] = [section, digest, assignment].map(str::to_owned);
        Entry { place, section, ordinal, digest, assignment }
    };
    lines.map(entry).collect()
}

/// The digest of a sentence: FNV-1a in 32 bits, over its UTF-8 bytes, in hexadecimal.
fn digest(sentence: &str) -> String {
    let step = |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    format!("{:08x}", sentence.bytes().fold(0x811c_9dc5, step))
}

#[test]
fn the_index_is_without_gaps() {
    let mut sections: Vec<String> = Vec::new();
    let mut expected = 1;
    for entry in index() {
        if sections.last() != Some(&entry.section) {
            assert!(!sections.contains(&entry.section), "{}: twice", entry.place);
            sections.push(entry.section.clone());
            expected = 1;
        }
        assert_eq!(entry.ordinal, expected, "{}", entry.place);
        let is_hex = entry.digest.bytes().all(|each| matches!(each, b'0'..=b'9' | b'a'..=b'f'));
        assert!(entry.digest.len() == 8 && is_hex, "{}", entry.place);
        expected += 1;
    }
    let has = |section: &str| sections.iter().any(|each| each == section);
    let missing: Vec<_> = assign::sections().into_iter().filter(|each| !has(each)).collect();
    assert!(missing.is_empty(), "sections of rows that the index lacks: {missing:?}");
}

#[test]
fn every_sentence_has_an_assignment_that_holds() {
    let entries = index();
    let mut checker = assign::Checker::new(
        entries.iter().map(|it| (it.section.as_str(), it.ordinal, it.assignment.as_str())),
    );
    let mut wrong = String::new();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in &entries {
        for assignment in entry.assignment.split(" & ") {
            *kinds.entry(assignment.split(' ').next().unwrap_or_default()).or_default() += 1;
            if let Err(reason) = checker.check(&entry.section, assignment) {
                let _ = writeln!(wrong, "{}: {assignment}: {reason}", entry.place);
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{wrong}", wrong.lines().count());
    assert!(kinds.values().sum::<usize>() >= entries.len() && entries.len() > 1_500, "{kinds:?}");
}

/// The sections of a folder, each once, even if several files have it.
fn sections_of(folder: &str) -> Vec<split::Section> {
    let found = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut paths: Vec<_> = found.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    let mut sections: Vec<split::Section> = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a text");
        for section in split::split(&text) {
            match sections.iter().find(|each| each.number == section.number) {
                Some(same) => assert_eq!(*same, section, "{}", path.display()),
                None => sections.push(section),
            }
        }
    }
    sections
}

#[test]
fn digests_are_those_of_the_text() {
    let Ok(folder) = std::env::var("PTXFP_ISA_TEXT") else {
        skip("PTXFP_ISA_TEXT names no folder with the text of the ISA");
        return;
    };
    let index = index();
    let mut different = String::new();
    let sections = sections_of(&folder);
    for section in &sections {
        let known = || index.iter().filter(|entry| entry.section == section.number);
        let digests: Vec<_> = section.sentences.iter().map(|each| digest(each)).collect();
        for ((ordinal, sentence), digest) in (1..).zip(&section.sentences).zip(&digests) {
            if !known().any(|entry| entry.digest == *digest) {
                let number = &section.number;
                let _ = writeln!(different, "new: {number}\t{ordinal}\t{digest}\t{sentence}");
            }
        }
        for entry in known().filter(|entry| !digests.contains(&entry.digest)) {
            let _ = writeln!(different, "gone: {}: {}", entry.place, entry.assignment);
        }
        let in_order = known().map(|entry| &entry.digest).eq(&digests);
        if !in_order && different.is_empty() {
            let _ = writeln!(different, "another order: {}", section.number);
        }
    }
    for entry in &index {
        let has_section = sections.iter().any(|section| section.number == entry.section);
        assert!(has_section, "{}: the text has no section {}", entry.place, entry.section);
    }
    assert!(different.is_empty(), "{} differ:\n{different}", different.lines().count());
}
