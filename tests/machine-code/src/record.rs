//! The record: sequences of machine instructions, and which instruction has which where.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ptxfp::catalog::Instruction;

use crate::TARGETS;

/// The number of instructions of a sequence that are kept.
const KEPT: usize = 24;

/// The machine code of an instruction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sequence {
    /// The first instructions.
    pub code: Vec<String>,
    /// The length of the whole sequence.
    pub length: usize,
}

/// The record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The tools and the day, one line.
    pub origin: String,
    /// The sequence on each of the [targets](TARGETS) that has the instruction, by its [`key`].
    pub entries: BTreeMap<String, [Option<Sequence>; TARGETS.len()]>,
}

/// The key of an instruction: its spelling, and the number of operands of a statement.
pub fn key(instruction: &Instruction) -> String {
    format!("{instruction}/{}", instruction.form.operand_count())
}

impl Sequence {
    /// A sequence, of which the beginning is kept.
    pub fn new(mut code: Vec<String>) -> Self {
        let length = code.len();
        code.truncate(KEPT);
        Self { code, length }
    }

    /// `2 FMUL; MUFU.EX2`.
    pub fn line(&self) -> String {
        format!("{} {}", self.length, self.code.join("; ")).trim_end().to_owned()
    }

    fn parse(line: &str) -> Option<Self> {
        let (length, code) = line.split_once(' ').unwrap_or((line, ""));
        let length: usize = length.parse().ok()?;
        let code: Vec<_> =
            code.split("; ").filter(|it| !it.is_empty()).map(str::to_owned).collect();
        (code.len() == length.min(KEPT)).then_some(Self { code, length })
    }
}

impl Record {
    /// As a text: every sequence once, in order, and the instructions with their numbers.
    pub fn write(&self) -> String {
        let all = self.entries.values().flatten().flatten();
        let mut numbers: BTreeMap<&Sequence, usize> = all.map(|it| (it, 0)).collect();
        numbers.values_mut().enumerate().for_each(|(index, number)| *number = index);
        let mut text = format!("origin {}\ntargets {}\n", self.origin, TARGETS.join(" "));
        for sequence in numbers.keys() {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "sequence {}", sequence.line());
        }
        for (key, places) in &self.entries {
            let places = places.each_ref().map(|it| {
                let number = it.as_ref().and_then(|it| numbers.get(it));
                number.map_or("-".to_owned(), usize::to_string)
            });
            let _ = writeln!(text, "{key} {}", places.join(" "));
        }
        text
    }

    /// Reads what [`Record::write`] writes; lines that begin with `#` are comments.
    ///
    /// # Errors
    ///
    /// The first line that is not understood.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut record = Self::default();
        let mut sequences = Vec::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let wrong = || line.to_owned();
            let (first, rest) = line.split_once(' ').ok_or_else(wrong)?;
            match first {
                "origin" => rest.clone_into(&mut record.origin),
                "targets" if rest == TARGETS.join(" ") => {}
                "targets" => return Err(wrong()),
                "sequence" => sequences.push(Sequence::parse(rest).ok_or_else(wrong)?),
                key => {
                    let mut places = [const { None }; TARGETS.len()];
                    let numbers: Vec<_> = rest.split(' ').collect();
                    if numbers.len() != places.len() {
                        return Err(wrong());
                    }
                    for (place, number) in places.iter_mut().zip(numbers) {
                        if number != "-" {
                            let index: usize = number.parse().map_err(|_| wrong())?;
                            *place = Some(sequences.get(index).ok_or_else(wrong)?.clone());
                        }
                    }
                    if record.entries.insert(key.to_owned(), places).is_some() {
                        return Err(wrong());
                    }
                }
            }
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT, Record, Sequence};

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let code = |names: &[&str]| Sequence::new(names.iter().map(|it| (*it).into()).collect());
        let long = Sequence::new(vec!["FADD R, -R".into(); KEPT + 3]);
        let mut record = Record { origin: "tools, day".into(), ..Record::default() };
        let places = [None, Some(code(&["FMUL", "MUFU.EX2"])), Some(code(&[])), Some(long), None];
        record.entries.insert("ex2.approx.f32/2".into(), places.clone());
        record.entries.insert("min.f32/3".into(), places);
        let text = record.write();
        assert_eq!(text.lines().filter(|line| line.starts_with("sequence")).count(), 3, "{text}");
        assert_eq!(Record::parse(&text), Ok(record));
    }

    #[test]
    fn an_unknown_line_is_an_error() {
        for text in ["sequence 2 FADD", "add.f32/3 0 - - -", "targets sm_90", "add.f32/3 -"] {
            assert_eq!(Record::parse(text), Err(text.to_owned()));
        }
    }
}
