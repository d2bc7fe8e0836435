//! The text of the ISA, cut into sentences.
//!
//! The text is Markdown, as converters make it of the manual's pages. The rule:
//!
//! - a heading with a number begins a section;
//! - prose is cut after single full stops that a space follows; list items, paragraphs of definitions and
//!   notes are prose, a term goes with the first sentence that defines it;
//! - each row of a table is a sentence, except for its head;
//! - each line of code with a letter or a digit is a sentence; code under *Examples* is left out,
//!   `isa-examples.txt` has it;
//! - a paragraph of one line that is nothing but words, such as *Target ISA Notes*, is a label and no sentence; pictures
//!   are none;
//! - white space is folded, and of a link only its text is kept.

/// A section: its number, and its sentences.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) number: String,
    pub(super) sentences: Vec<String>,
}

/// Cuts a text.
pub(super) fn split(text: &str) -> Vec<Section> {
    let mut cutter = Cutter::default();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let is_last = lines.peek().is_none_or(|next| next.trim().is_empty());
        cutter.line(line, is_last);
    }
    cutter.flush();
    cutter.sections
}

#[derive(Default)]
struct Cutter {
    sections: Vec<Section>,
    /// The last label.
    label: String,
    is_code: bool,
    /// The prose that is not cut yet.
    prose: String,
    /// The row of a table that may be its head.
    row: Option<String>,
    is_table: bool,
}

impl Cutter {
    /// Takes a line; whether none but an empty one follows.
    fn line(&mut self, line: &str, is_last: bool) {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            self.flush();
            self.is_code = !self.is_code;
        } else if self.is_code {
            if self.label != "Examples" && trimmed.contains(char::is_alphanumeric) {
                self.add(&folded(trimmed));
            }
        } else if let Some(heading) = line.strip_prefix('#') {
            self.flush();
            self.heading(heading.trim_start_matches('#').trim());
        } else if trimmed.starts_with('|') {
            self.table_row(trimmed);
        } else if trimmed.is_empty() || trimmed.starts_with("![") {
            self.flush();
        } else if self.prose.is_empty() && is_last && is_label(trimmed) {
            self.flush();
            trimmed.clone_into(&mut self.label);
        } else {
            let item = item(trimmed);
            if item.is_some() {
                self.flush();
            }
            let text = item.or(trimmed.strip_prefix(':')).unwrap_or(trimmed);
            self.prose.extend([" ", text]);
        }
    }

    fn heading(&mut self, heading: &str) {
        let number = heading.split_whitespace().next().unwrap_or_default();
        let Some(number) = number.strip_suffix('.') else { return };
        let is_number = number.chars().all(|each| each.is_ascii_digit() || each == '.');
        if is_number && self.sections.last().is_none_or(|last| last.number != number) {
            self.sections.push(Section { number: number.to_owned(), sentences: Vec::new() });
        }
    }

    fn table_row(&mut self, row: &str) {
        let is_ruler = row.chars().all(|each| matches!(each, '|' | '-' | ':' | ' '));
        if is_ruler && row.contains('-') {
            // The row before the ruler is the head.
            self.row = None;
            self.is_table = true;
        } else if !self.is_table {
            self.flush();
            self.row = Some(row.to_owned());
        } else {
            self.add(&folded(&unlinked(row)));
        }
    }

    fn flush(&mut self) {
        if let Some(row) = self.row.take() {
            self.add(&folded(&unlinked(&row)));
        }
        self.is_table = false;
        let prose = folded(&unlinked(&std::mem::take(&mut self.prose)));
        let mut start = 0;
        for (end, _) in prose.match_indices(". ") {
            if !prose[..end].ends_with('.') {
                self.add(prose[start..=end].trim());
                start = end + 1;
            }
        }
        self.add(prose[start..].trim());
    }

    fn add(&mut self, sentence: &str) {
        if let (Some(section), false) = (self.sections.last_mut(), sentence.is_empty()) {
            section.sentences.push(sentence.to_owned());
        }
    }
}

/// Whether a line is a label, such as *PTX ISA Notes*.
fn is_label(line: &str) -> bool {
    line.starts_with(char::is_uppercase)
        && line.chars().all(|each| each.is_ascii_alphabetic() || each == ' ')
}

/// The text of a list item.
fn item(line: &str) -> Option<&str> {
    let (mark, text) = line.split_once(' ')?;
    let is_number = |number: &str| number.parse::<u8>().is_ok();
    let is_mark = matches!(mark, "*" | "+" | "-") || mark.strip_suffix('.').is_some_and(is_number);
    is_mark.then_some(text)
}

/// The text without the addresses of its links.
fn unlinked(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('[') {
        kept.push_str(before);
        let link = behind.split_once("](").filter(|(name, _)| !name.contains(['[', ']']));
        let link = link.and_then(|(name, address)| Some((name, address.split_once(')')?.1)));
        if let Some((name, behind)) = link {
            kept.push_str(name);
            rest = behind;
        } else {
            kept.push('[');
            rest = behind;
        }
    }
    kept + rest
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::split;

    /// The rule cuts a made-up section as it should.
    #[test]
    fn a_section_is_cut_by_the_rule() {
        const TEXT: &str = "\
ignored before the first section\n\
# 1.2. Title\n\n#### 1.2. [Title: `op`](#op)[](#op \"Permalink\")\n\n`op`\n\nSyntax\n\n```\n\
op.type  d, a;   // comment\n\n\n.type = { .x };\n```\n\nDescription\n\n\
First sentence\non two lines. Second of `.x`. See [Table 1](#t) for 1 .. 2 of it.\n\n\
* item one. And\n  more\n* item two\n\n1. first\n2. second\n\n`.rn`\n:   to nearest\n\n\
`new`\n:   By default.\n\n    More on it.\n\n![picture](p.png)\n\n| Input | Result |\n| --- | --- |\n\
| -0.0 | -0.0 |\n| NaN | NaN |\n\nExamples\n\n```\nop.x d, a;\n```\n\n\
#### 1.3. `other`\n\nSemantics\n\n```\nif (a) {\n    d = a[0:15];\n}\n```\n";
        let found = split(TEXT);
        let numbers: Vec<_> = found.iter().map(|section| section.number.as_str()).collect();
        assert_eq!(numbers, ["1.2", "1.3"]);
        assert_eq!(
            found[0].sentences,
            [
                "`op`",
                "op.type d, a; // comment",
                ".type = { .x };",
                "First sentence on two lines.",
                "Second of `.x`.",
                "See Table 1 for 1 .. 2 of it.",
                "item one.",
                "And more",
                "item two",
                "first",
                "second",
                "`.rn` to nearest",
                "`new` By default.",
                "More on it.",
                "| -0.0 | -0.0 |",
                "| NaN | NaN |",
            ]
        );
        assert_eq!(found[1].sentences, ["if (a) {", "d = a[0:15];"]);
    }

    #[test]
    fn brackets_that_are_no_link_stay() {
        let found = split("# 1.2. T\n\nIn [0.0, 1.0], `d[31:0]` and (b) of [x](y).\n");
        assert_eq!(found[0].sentences, ["In [0.0, 1.0], `d[31:0]` and (b) of x."]);
    }
}
