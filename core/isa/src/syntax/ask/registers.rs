//! The names of registers in a program that is being written.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::chain::{Chain, Place};

impl Chain {
    /// Adds the statements of a function, with registers of their own.
    pub(super) fn inlined(&mut self, text: &str, places: &[Place]) -> Place {
        let mut names: Vec<(String, String)> = ["a", "b", "c"]
            .iter()
            .zip(places)
            .map(|(own, place)| ((*own).to_string(), place.name.clone()))
            .collect();
        for statement in text.split("; ") {
            let mut line = String::new();
            let mut rest = statement;
            while let Some(first) = rest.chars().next() {
                let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
                let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                if length == 0 {
                    line.push(first);
                    rest = rest.get(first.len_utf8()..).unwrap_or_default();
                    continue;
                }
                let (word, behind) = rest.split_at(length);
                rest = behind;
                if !is_register(word) {
                    line.push_str(word);
                    continue;
                }
                if !names.iter().any(|(own, _)| own == word) {
                    names.push((word.to_string(), self.temporary()));
                }
                let found = names.iter().find(|(own, _)| own == word);
                line.push_str(found.map_or(word, |(_, name)| name));
            }
            self.lines.push(line);
        }
        let result = names.iter().find(|(own, _)| own == "d").map(|(_, name)| name.clone());
        Place { name: result.unwrap_or_default(), kind: self.kind }
    }

    /// Calls the register of a place by another name.
    pub(super) fn rename(&mut self, from: &str, to: &str) {
        for line in &mut self.lines {
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let mut text = String::new();
            for piece in line.split_inclusive(|c| !is_word(c)) {
                let word = piece.trim_end_matches(|c| !is_word(c));
                let end = piece.get(word.len()..).unwrap_or_default();
                text.extend([if word == from { to } else { word }, end]);
            }
            *line = text;
        }
        for (_, place) in &mut self.variables {
            if place.name == from {
                place.name = to.to_string();
            }
        }
    }
}

/// Whether a word of a program in the table is a register: `a`, `d`, `t12`.
fn is_register(word: &str) -> bool {
    let rest = word.strip_prefix('t').filter(|rest| !rest.is_empty());
    matches!(word, "a" | "b" | "c" | "d")
        || rest.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}
