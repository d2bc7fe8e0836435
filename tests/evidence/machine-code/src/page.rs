//! The record as the page reads it: lines, each with its parts between tabs.
//!
//! | line | parts |
//! | --- | --- |
//! | `origin` | the tools and the day |
//! | `targets` | the names of the targets |
//! | `term` | a mnemonic or a constant, and its meaning |
//! | `class` | title, explanation |
//! | `whole` | an opcode, the path of the file with its whole code, the hash of that file |
//! | `code` | class, length, instructions between `; `, terms, remarks |
//! | others | an instruction's [`key`](crate::key), the number of its code on each target or `-` |
//!
//! Classes, terms and codes are counted from 0; lists of numbers have spaces between them.

use std::collections::BTreeMap;

use crate::class::{Class, remarks};
use crate::legend::{CONSTANTS, MNEMONICS, legend};
use crate::record::opcode;
use crate::{Record, Sequence, TARGETS};

/// A file with the [whole](crate::whole) code of an opcode.
#[derive(Clone, Debug)]
pub struct File {
    /// The opcode.
    pub opcode: String,
    /// The path, from this file.
    pub name: String,
    /// The hash of its bytes, as Subresource Integrity writes it.
    pub integrity: String,
}

/// The whole file.
pub fn file(record: &Record, files: &[File]) -> String {
    let mut text = line(&["origin", &record.origin]);
    text += &line(&["targets", &TARGETS.join(" ")]);
    let terms: Vec<_> = MNEMONICS.iter().chain(&CONSTANTS).copied().collect();
    for (term, words) in &terms {
        text += &line(&["term", term, words]);
    }
    for class in Class::ALL {
        text += &line(&["class", class.title(), class.words()]);
    }
    for File { opcode, name, integrity } in files {
        text += &line(&["whole", opcode, name, integrity]);
    }
    let mut codes: BTreeMap<_, usize> = BTreeMap::new();
    let mut entries = String::new();
    for (key, places) in &record.entries {
        let opcode = opcode(key);
        let mut numbers = Vec::new();
        for place in places {
            let Some(kernel) = place else {
                numbers.push("-".to_owned());
                continue;
            };
            let sequence = Sequence::of(kernel);
            let class = Class::of(opcode, &sequence);
            let number = codes.len();
            let number = *codes.entry((class, sequence.clone())).or_insert_with(|| {
                let place = Class::ALL.iter().position(|it| *it == class).unwrap_or_default();
                let found = legend(&sequence);
                let numbers =
                    found.iter().filter_map(|it| terms.iter().position(|term| term == it));
                let numbers: Vec<_> = numbers.map(|it| it.to_string()).collect();
                text += &line(&[
                    "code",
                    &place.to_string(),
                    &sequence.length.to_string(),
                    &sequence.code.join("; "),
                    &numbers.join(" "),
                    &remarks(class, &sequence).join(" "),
                ]);
                number
            });
            numbers.push(number.to_string());
        }
        entries += &line(&[key, &numbers.join(" ")]);
    }
    text + &entries
}

fn line(parts: &[&str]) -> String {
    parts.join("\t") + "\n"
}

#[cfg(test)]
mod tests {
    use super::{File, file};
    use crate::{RECORD, Record, TARGETS};

    #[test]
    fn every_number_of_the_file_leads_somewhere() {
        let whole = ["fma", "fma-1.txt", "sha256-1"].map(str::to_owned);
        let [opcode, name, integrity] = whole;
        let files = [File { opcode, name, integrity }];
        let text = file(&Record::parse(RECORD).unwrap(), &files);
        let rows: Vec<Vec<_>> = text.lines().map(|line| line.split('\t').collect()).collect();
        let count = |kind| rows.iter().filter(|row| row[0] == kind).count();
        let (n_terms, n_classes, n_codes) = (count("term"), count("class"), count("code"));
        let below = |text: &str, limit: usize| text.parse::<usize>().unwrap() < limit;
        for row in &rows {
            match row[0] {
                "origin" | "targets" => assert_eq!(row.len(), 2),
                "term" | "class" => assert_eq!(row.len(), 3, "{row:?}"),
                "whole" => assert_eq!(row[1..], ["fma", "fma-1.txt", "sha256-1"]),
                "code" => {
                    assert_eq!(row.len(), 6, "{row:?}");
                    assert!(below(row[1], n_classes), "{row:?}");
                    let mut terms = row[4].split(' ').filter(|it| !it.is_empty());
                    assert!(terms.all(|it| below(it, n_terms)), "{row:?}");
                }
                _ => {
                    let numbers: Vec<_> = row[1].split(' ').collect();
                    assert_eq!(numbers.len(), TARGETS.len(), "{row:?}");
                    assert!(numbers.iter().all(|it| *it == "-" || below(it, n_codes)), "{row:?}");
                }
            }
        }
        assert!(n_codes > 500, "{n_codes}");
    }

    #[test]
    fn the_file_is_small_enough_to_be_fetched_as_one() {
        let text = file(&Record::parse(RECORD).unwrap(), &[]);
        assert!(text.len() < 300_000, "{}", text.len());
    }
}
