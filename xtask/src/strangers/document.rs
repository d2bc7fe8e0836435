//! Fenced blocks of our documents, by the section that they are in.

use std::fs;

use anyhow::{Context as _, Result};

use crate::workspace;

/// A fenced block: the first of its language in a section, or a later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    /// The document, from the root of the repository.
    pub(super) document: &'static str,
    /// The heading of its section.
    pub(super) section: &'static str,
    /// The first word of the line that opens it.
    pub(super) language: &'static str,
    /// The number of blocks before it of that language and section.
    pub(super) index: usize,
}

/// The first block of a language in a section.
pub(super) const fn block(
    document: &'static str,
    section: &'static str,
    language: &'static str,
) -> Block {
    Block { document, section, language, index: 0 }
}

impl Block {
    /// The block after it.
    pub(super) const fn next(self) -> Self {
        Self { index: self.index + 1, ..self }
    }

    /// Its text, as the document has it.
    pub(super) fn text(&self) -> Result<String> {
        let path = workspace::root().join(self.document);
        let document =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut found = blocks(&document).into_iter().filter(|(section, language, _)| {
            *section == self.section && *language == self.language
        });
        let found = found.nth(self.index).map(|(_, _, text)| text);
        found.with_context(|| format!("no such block: {self:?}"))
    }
}

/// All blocks of a document: the heading of the section, the language and the text. A block inside
/// another one is a part of its text.
fn blocks(document: &str) -> Vec<(&str, &str, String)> {
    let mut found = Vec::new();
    let mut section = "";
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        let fence = &line[..line.len() - line.trim_start_matches('`').len()];
        if fence.len() >= 3 {
            let language = line[fence.len()..].split([',', ' ']).next().unwrap_or_default();
            let inside = lines.by_ref().take_while(|line| *line != fence);
            found.push((section, language, inside.flat_map(|line| [line, "\n"]).collect()));
        } else if let Some(heading) = line.strip_prefix('#') {
            section = heading.trim_start_matches('#').trim();
        }
    }
    found
}

/// The commands of a block, each with the lines that the document says it prints.
pub(super) fn commands(language: &str, text: &str) -> Vec<(String, Vec<String>)> {
    if language != "console" {
        return vec![(text.trim_end().to_owned(), Vec::new())];
    }
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => found.push((command.to_owned(), Vec::new())),
            (None, Some((_, stated))) => stated.push(line.to_owned()),
            (None, None) => {}
        }
    }
    found
}

/// The first stated line that an output lacks: they are there in this order, with others between
/// them.
pub(super) fn missing<'s>(stated: &'s [String], output: &str) -> Option<&'s str> {
    let mut lines = output.lines();
    stated.iter().find(|stated| !lines.any(|line| line == **stated)).map(String::as_str)
}

/// Replaces lines that say what their value is, as `VALUE; // → 3` or `VALUE  # → 3`, by a call of
/// `same`; returns the number of such lines, too.
pub(super) fn checked(language: &str, text: &str) -> (String, usize) {
    let (mark, end) = if language == "python" { ("# → ", "") } else { ("// → ", ";") };
    let mut count = 0;
    let lines = text.lines().map(|line| match line.split_once(mark) {
        Some((value, stated)) => {
            count += 1;
            let value = value.trim_end().trim_end_matches(';');
            format!("same(({value}), {stated}){end}\n")
        }
        None => format!("{line}\n"),
    });
    (lines.collect(), count)
}

#[cfg(test)]
mod tests {
    use super::{blocks, checked, commands, missing};

    #[test]
    fn blocks_have_the_heading_and_the_language() {
        let document = "# A\n```sh\nls\n```\ntext\n## B\n````md\n```ptx,float\n# x\n```\n````\n```ptx,float\ny\n```\n";
        let expected =
            [("A", "sh", "ls\n"), ("B", "md", "```ptx,float\n# x\n```\n"), ("B", "ptx", "y\n")];
        assert_eq!(blocks(document), expected.map(|(a, b, c)| (a, b, c.to_owned())));
    }

    #[test]
    fn a_console_has_commands_and_what_they_print() {
        let text = "$ one  # why\n$ two\nprinted\n\n";
        let all = commands("console", text);
        assert_eq!(all[0], ("one  # why".to_owned(), vec![]));
        assert_eq!(all[1], ("two".to_owned(), vec!["printed".to_owned(), String::new()]));
        assert_eq!(commands("sh", "a\nb\n"), [("a\nb".to_owned(), vec![])]);
    }

    #[test]
    fn stated_lines_are_found_in_their_order() {
        let stated = ["a", "c"].map(str::to_owned);
        assert_eq!(missing(&stated, "a\nb\nc\n"), None);
        assert_eq!(missing(&stated, "c\na\n"), Some("c"));
        assert_eq!(missing(&stated, "a, c"), Some("a"));
    }

    #[test]
    fn stated_values_are_compared() {
        let python = "r.bits   # → [1]\nr.link   # a link\n";
        assert_eq!(
            checked("python", python),
            ("same((r.bits), [1])\nr.link   # a link\n".to_owned(), 1)
        );
        assert_eq!(checked("js", "a.b;  // → 3\n"), ("same((a.b), 3);\n".to_owned(), 1));
    }
}
