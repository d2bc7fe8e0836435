//! The whole code of an opcode's instructions as the page reads it: a file for each opcode.
//!
//! The first lines are the origin of the record, the targets, and each instruction's
//! [`key`](crate::key) and the number of its code on each target, or `-`, after a tab. Each code
//! follows an empty line: instructions and labels as in [`Kernel`](crate::Kernel). Codes are counted
//! from 0.

use std::collections::BTreeMap;

use crate::record::{Numbered, codes_of, opcode};
use crate::{Record, TARGETS};

/// The file of each opcode.
pub fn files(record: &Record) -> BTreeMap<&str, String> {
    let head = format!("{}\n{}\n", record.origin, TARGETS.join(" "));
    let mut files = BTreeMap::new();
    for (key, places) in &record.entries {
        let start = || (head.clone(), Numbered::new());
        let (text, codes) = files.entry(opcode(key)).or_insert_with(start);
        text.extend([key, "\t", &codes_of(places, codes).join(" "), "\n"]);
    }
    let with_codes = |(opcode, (mut text, codes)): (_, (String, Numbered<&[String]>))| {
        for code in codes.order {
            text.extend(["\n", &code.join("\n"), "\n"]);
        }
        (opcode, text)
    };
    files.into_iter().map(with_codes).collect()
}

#[cfg(test)]
mod tests {
    use ptxfp::catalog::opcodes;

    use super::files;
    use crate::{RECORD, Record, TARGETS};

    #[test]
    fn every_code_is_in_the_file_of_its_opcode() {
        let record = Record::parse(RECORD).unwrap();
        let files = files(&record);
        assert!(files.keys().all(|opcode| opcodes().any(|each| each == *opcode)));
        let codes: Vec<Vec<&str>> = files.values().map(|it| it.split("\n\n").collect()).collect();
        for (key, places) in &record.entries {
            let file = files.keys().position(|opcode| key.starts_with(&[opcode, "."].concat()));
            let (head, codes) = codes[file.expect(key)].split_first().expect(key);
            let start = format!("{key}\t");
            let numbers = head.lines().find_map(|line| line.strip_prefix(&*start)).expect(key);
            assert_eq!(numbers.split(' ').count(), TARGETS.len());
            for (number, kernel) in numbers.split(' ').zip(places) {
                let shown = number.parse().ok().map(|it: usize| codes[it].trim_end().to_owned());
                assert_eq!(shown, kernel.as_ref().map(|it| it.lines.join("\n")), "{key}");
            }
        }
    }

    #[test]
    fn files_are_small_enough_to_be_fetched_for_one_instruction() {
        let record = Record::parse(RECORD).unwrap();
        for (opcode, text) in files(&record) {
            assert!(text.len() < 1_000_000, "{opcode}: {}", text.len());
        }
    }
}
