//! `linkcheck`: every link in a documentation tree, verified.

mod files;
mod find;

use std::io::{self, Write};
use std::path::Path;

use ptxfp::internals::checked::Checked;
use ptxfp::link::Verdict;
use serde::Serialize;

use self::files::{Content, Walk};
use self::find::{Found, find};
use crate::Failure;
use crate::context::one_line;
use crate::packed::{readable, short};

/// The options for checking and reporting links.
#[derive(Clone, Copy)]
pub(crate) struct Options {
    /// Whether a link that is not canonical fails.
    pub(crate) is_strict: bool,
    /// Whether the report is JSON, a line a link.
    pub(crate) is_json: bool,
}

/// A line that contains this is for readers: its links may be wrong.
const IGNORE: &str = "ptxfp: ignore";

/// A link as a line of JSON; field names are stable.
#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    /// The link as it was read, without what the file's syntax made of it.
    link: &'a str,
    canonical: &'a str,
    is_canonical: bool,
    /// `reproduced`, `observed`, `permitted` or `differs`, if the link has a recorded result and can be read.
    recorded: Option<&'static str>,
    is_good: bool,
    problems: Vec<Problem>,
}

/// Something wrong with a link.
#[derive(Serialize)]
struct Problem {
    line: usize,
    column: usize,
    message: String,
}

/// The totals, the last line of JSON.
#[derive(Default, Serialize)]
struct Summary {
    files: usize,
    links: usize,
    failed: usize,
    not_canonical: usize,
    /// Links with a recorded result that is not the present one, and that the ISA permits as well.
    permitted: usize,
    /// Links on lines that say that they are not to be checked.
    ignored: usize,
    /// Files that are no text.
    binary_files: usize,
}

/// Checks every link in files and folders; says whether all are good.
pub(crate) fn run(
    paths: &[String],
    options: Options,
    mut output: impl Write,
) -> Result<bool, Failure> {
    let mut summary = Summary::default();
    let mut output = io::BufWriter::new(&mut output);
    for path in paths {
        for file in Walk::new(Path::new(path)) {
            let file = file?;
            let name = one_line(&file.display().to_string());
            match files::read(&file)? {
                Content::Binary => summary.binary_files += 1,
                Content::Text(text) => {
                    summary.files += 1;
                    check(&name, &text, options, &mut summary, &mut output)?;
                }
            }
        }
    }
    if options.is_json {
        json(&mut output, &summary)?;
    } else {
        writeln!(output, "{}", sentence(&summary))?;
    }
    output.flush()?;
    Ok(summary.failed == 0)
}

/// Checks the links of one file.
fn check(
    file: &str,
    text: &str,
    options: Options,
    summary: &mut Summary,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut places = Places::new(text);
    for found in find(text) {
        if places.is_ignored(found.place(0)) {
            summary.ignored += 1;
            continue;
        }
        let Checked { canonical, is_canonical, recorded, permitted, failures } =
            checked(&found.text);
        let mut problems: Vec<_> = failures
            .into_iter()
            .map(|(position, message)| places.problem(found.place(position), &message))
            .collect();
        let is_readable = problems.is_empty() || recorded.is_some();
        let hint = format!("not canonical; the canonical link is {canonical}");
        let hint = places.problem(found.place(0), &hint);
        let is_odd = !is_canonical && is_readable;
        summary.links += 1;
        summary.not_canonical += usize::from(is_odd);
        summary.permitted += usize::from(permitted.is_some());
        if let Some((position, message)) = permitted.filter(|_| !options.is_json) {
            let Problem { line, column, message } = places.problem(found.place(position), &message);
            writeln!(output, "{file}:{line}:{column}: warning: {message}")?;
        }
        if options.is_strict && is_odd {
            problems.push(hint);
        } else if !options.is_json && is_odd {
            writeln!(output, "{file}:{}:{}: warning: {}", hint.line, hint.column, hint.message)?;
        }
        summary.failed += usize::from(!problems.is_empty());
        if options.is_json {
            let (line, column) = places.of(found.place(0));
            let is_good = problems.is_empty();
            let recorded = recorded.map(Verdict::word);
            let (link, canonical) = (found.text.as_str(), canonical.as_str());
            let report = Report {
                file,
                line,
                column,
                link,
                canonical,
                is_canonical,
                recorded,
                is_good,
                problems,
            };
            json(output, &report)?;
        } else {
            for Problem { line, column, message } in problems {
                writeln!(output, "{file}:{line}:{column}: {message}")?;
            }
        }
    }
    Ok(())
}

/// Checks a link, which may be compressed.
fn checked(link: &str) -> Checked {
    match readable(link) {
        Ok(plain) if plain == link => Checked::of(link),
        // Positions in the decompressed text are not positions in the link.
        Ok(plain) => {
            let whole = |(_, message)| (0, message);
            let found = Checked::of(&plain);
            Checked {
                canonical: short(&found.canonical),
                permitted: found.permitted.map(whole),
                failures: found.failures.into_iter().map(whole).collect(),
                ..found
            }
        }
        Err(problem) => Checked {
            canonical: link.to_owned(),
            is_canonical: true,
            recorded: None,
            permitted: None,
            failures: vec![(problem.span.start, problem.message)],
        },
    }
}

fn json(output: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *output, value)?;
    output.write_all(b"\n")
}

fn sentence(summary: &Summary) -> String {
    let Summary { files, links, failed, not_canonical, permitted, ignored, binary_files } =
        *summary;
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let mut parts = vec![format!("{} in {}", count(links, "link"), count(files, "file"))];
    let notes = [
        (failed, format!("{failed} failed")),
        (not_canonical, format!("{not_canonical} not canonical")),
        (permitted, format!("{permitted} permitted")),
        (ignored, format!("{ignored} ignored")),
        (binary_files, format!("{} left out", count(binary_files, "binary file"))),
    ];
    parts.extend(notes.into_iter().filter(|(n, _)| *n > 0).map(|(_, note)| note));
    if failed == 0 && links > 0 {
        parts.insert(1, String::from("all good"));
    }
    parts.join("; ")
}

/// Lines and columns of a text.
/// Counting continues from the last position asked for, because one long line may have many links.
/// They are counted from where they were last asked for: one long line may have many links.
struct Places<'t> {
    text: &'t str,
    /// The byte that was last asked for.
    position: usize,
    /// Its line and its column, both from 1, the column in characters.
    line: usize,
    column: usize,
    /// A line, and whether its links are not to be checked.
    ignored: (usize, bool),
}

impl<'t> Places<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, position: 0, line: 1, column: 1, ignored: (0, false) }
    }

    /// The line and the column of a byte.
    fn of(&mut self, position: usize) -> (usize, usize) {
        if position < self.position {
            // Positions only go back within the last link, which is short.
            let between = self.text.get(position..self.position).unwrap_or_default();
            if between.contains('\n') {
                *self = Self { ignored: self.ignored, ..Self::new(self.text) };
            } else {
                self.column -= between.chars().count();
                self.position = position;
            }
        }
        let between = self.text.get(self.position..position).unwrap_or_default();
        self.line += between.matches('\n').count();
        match between.rsplit_once('\n') {
            Some((_, behind)) => self.column = behind.chars().count() + 1,
            None => self.column += between.chars().count(),
        }
        self.position = position;
        (self.line, self.column)
    }

    /// Whether the links of the line around a byte are not to be checked.
    fn is_ignored(&mut self, position: usize) -> bool {
        let (line, _) = self.of(position);
        if self.ignored.0 != line {
            let (before, behind) = self.text.split_at(position);
            let start = before.rfind('\n').map_or(0, |end| end + 1);
            let end = position + behind.find('\n').unwrap_or(behind.len());
            let text = self.text.get(start..end).unwrap_or_default();
            self.ignored = (line, text.contains(IGNORE));
        }
        self.ignored.1
    }

    fn problem(&mut self, position: usize, message: &str) -> Problem {
        let (line, column) = self.of(position);
        Problem { line, column, message: one_line(message) }
    }
}

impl Found {
    /// The byte of the file of a byte of the link.
    fn place(&self, position: usize) -> usize {
        self.places.get(position).or(self.places.last()).copied().unwrap_or(0)
    }
}
