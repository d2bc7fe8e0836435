//! The record: the whole machine code of every instruction on every recorded target.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use ptxfp::catalog::Instruction;

use crate::TARGETS;
use crate::kernel::Kernel;

/// The record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The tools and the day, one line.
    pub origin: String,
    /// The code on each of the [targets](TARGETS) that has the instruction, by its [`key`].
    pub entries: BTreeMap<String, [Option<Arc<Kernel>>; TARGETS.len()]>,
}

/// The key of an instruction: its spelling, and the number of operands of a statement.
pub fn key(instruction: &Instruction) -> String {
    format!("{instruction}/{}", instruction.form.operand_count())
}

/// The opcode of a [`key`].
pub(crate) fn opcode(key: &str) -> &str {
    key.split(['.', '/']).next().unwrap_or_default()
}

/// Different things with their numbers, from 0 in the order of first use.
pub(crate) struct Numbered<T> {
    numbers: BTreeMap<T, usize>,
    pub(crate) order: Vec<T>,
}

impl<T: Ord + Copy> Numbered<T> {
    pub(crate) fn new() -> Self {
        Self { numbers: BTreeMap::new(), order: Vec::new() }
    }

    pub(crate) fn number(&mut self, it: T) -> String {
        let next = self.order.len();
        let number = *self.numbers.entry(it).or_insert(next);
        if number == next {
            self.order.push(it);
        }
        number.to_string()
    }
}

impl Record {
    /// As a text: every line of code once, every code once by the numbers of its lines, and the
    /// instructions with the numbers of their codes.
    pub fn write(&self) -> String {
        let (mut codes, mut entries) = (Numbered::new(), String::new());
        // Writing to a String cannot fail.
        for (key, places) in &self.entries {
            let _ = writeln!(entries, "{key} {}", codes_of(places, &mut codes).join(" "));
        }
        let (mut lines, mut code_lines) = (Numbered::new(), String::new());
        for code in codes.order {
            let numbers: Vec<_> = code.iter().map(|line| lines.number(&**line)).collect();
            let _ = writeln!(code_lines, "code {}", numbers.join(" "));
        }
        let mut text = format!("origin {}\ntargets {}\n", self.origin, TARGETS.join(" "));
        for line in lines.order {
            text.extend(["line ", line, "\n"]);
        }
        text + &code_lines + &entries
    }

    /// Reads what [`Record::write`] writes; lines that begin with `#` are comments.
    ///
    /// # Errors
    ///
    /// The first line that is not understood.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut record = Self::default();
        let (mut lines, mut codes) = (Vec::new(), Vec::new());
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let wrong = || line.to_owned();
            let (first, rest) = line.split_once(' ').ok_or_else(wrong)?;
            match first {
                "origin" => rest.clone_into(&mut record.origin),
                "targets" if rest == TARGETS.join(" ") => {}
                "targets" => return Err(wrong()),
                "line" => lines.push(rest.to_owned()),
                "code" => {
                    let code = rest.split(' ').map(|number| listed(&lines, number));
                    let lines = code.collect::<Option<_>>().ok_or_else(wrong)?;
                    codes.push(Arc::new(Kernel { lines }));
                }
                key => {
                    let places = rest.split(' ').map(|number| match number {
                        "-" => Some(None),
                        number => listed(&codes, number).map(Some),
                    });
                    let places: Vec<_> = places.collect::<Option<_>>().ok_or_else(wrong)?;
                    let places = places.try_into().map_err(|_| wrong())?;
                    if record.entries.insert(key.to_owned(), places).is_some() {
                        return Err(wrong());
                    }
                }
            }
        }
        Ok(record)
    }
}

/// The numbers of the codes on each target, `-` where there is none.
pub(crate) fn codes_of<'r>(
    places: &'r [Option<Arc<Kernel>>],
    codes: &mut Numbered<&'r [String]>,
) -> Vec<String> {
    let number = |kernel: &'r Option<Arc<Kernel>>| {
        kernel.as_ref().map_or("-".to_owned(), |kernel| codes.number(&kernel.lines))
    };
    places.iter().map(number).collect()
}

fn listed<T: Clone>(all: &[T], number: &str) -> Option<T> {
    all.get(number.parse::<usize>().ok()?).cloned()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Kernel, Record};

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let code = |lines: &[&str]| {
            Some(Arc::new(Kernel { lines: lines.iter().map(|it| (*it).to_owned()).collect() }))
        };
        let short = code(&["MUFU.EX2 R0, R0", "EXIT"]);
        let long = code(&["FMUL R0, R0, 2", "MUFU.EX2 R0, R0", "EXIT"]);
        let mut record = Record { origin: "tools, day".into(), ..Record::default() };
        let places = [None, short.clone(), long, short, None];
        record.entries.insert("ex2.approx.f32/2".into(), places.clone());
        record.entries.insert("min.f32/3".into(), places);
        let text = record.write();
        let count = |kind| text.lines().filter(|line| line.starts_with(kind)).count();
        assert_eq!((count("line "), count("code ")), (3, 2), "{text}");
        assert_eq!(Record::parse(&text), Ok(record));
    }

    #[test]
    fn an_unknown_line_is_an_error() {
        for text in ["code 0", "add.f32/3 0 - - -", "targets sm_90", "add.f32/3 -", "line"] {
            assert_eq!(Record::parse(text), Err(text.to_owned()));
        }
    }
}
