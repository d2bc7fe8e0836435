//! `merge`: parts of a sweep or of a search, joined to the answer of the whole.

use std::fs;
use std::io::{self, StdoutLock};

use clap::Args;
use ptxfp::explore::difference::Tried;
use ptxfp::explore::tally::Tally;
use serde::{Deserialize, Serialize};

use crate::context::shown;
use crate::part::Part;
use crate::{FAILURE, Failure, SUCCESS, diff, json_text, sweep, write_all};

pub(crate) const HELP: &str = "\
The files hold the output of `ptxfp sweep --part K/N` or `ptxfp diff --part K/N`, one part or several
in each, in any order; `-` is standard input. All N parts must be present, once, of the same question and
release. The answer and the exit status are those of the command without --part; where a search alone
stops, because there are more than 2^32 operands, it is that of all operands.";

#[derive(Args)]
pub(crate) struct MergeArgs {
    /// Files with parts
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The result of a part of the work, as one line of JSON.
#[derive(Serialize, Deserialize)]
pub(crate) struct Done {
    /// The release that did it: only one release knows what another one meant.
    ptxfp: String,
    part: Part,
    #[serde(flatten)]
    work: Work,
}

/// The question, and the part of the answer.
#[derive(Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "lowercase")]
pub(crate) enum Work {
    Sweep {
        asked: sweep::Asked,
        /// [`Tally::words`].
        tally: Vec<u64>,
    },
    Diff {
        asked: diff::Asked,
        tried: u64,
        /// The number of the first operands on which they differ for certain.
        certain: Option<u64>,
        /// The number of the first ones on which they may differ.
        possible: Option<u64>,
        /// The number of the first ones on which they may differ although the references are alike.
        alike: Option<u64>,
    },
}

impl Work {
    fn is_about_the_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Sweep { asked: a, .. }, Self::Sweep { asked: b, .. }) => a == b,
            (Self::Diff { asked: a, .. }, Self::Diff { asked: b, .. }) => a == b,
            (Self::Sweep { .. }, Self::Diff { .. }) | (Self::Diff { .. }, Self::Sweep { .. }) => {
                false
            }
        }
    }
}

impl Done {
    /// A part of a sweep.
    pub(crate) fn sweep(part: Part, (asked, tally): (sweep::Asked, Tally)) -> Self {
        Self::new(part, Work::Sweep { asked, tally: tally.words() })
    }

    /// A part of a search.
    pub(crate) fn diff(part: Part, (asked, tried): (diff::Asked, Tried)) -> Self {
        let Tried { count: tried, certain, possible, alike } = tried;
        Self::new(part, Work::Diff { asked, tried, certain, possible, alike })
    }

    fn new(part: Part, work: Work) -> Self {
        Self { ptxfp: env!("CARGO_PKG_VERSION").to_string(), part, work }
    }

    /// One line of JSON.
    pub(crate) fn line(&self) -> String {
        // Strings, numbers and lists always have a JSON text.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

impl MergeArgs {
    pub(crate) fn run(&self, output: StdoutLock<'static>) -> Result<u8, Failure> {
        let texts = self.files.iter().map(|file| (file.clone(), read(file)));
        let (report, is_found) = whole(&gathered(texts)?, self.json)?;
        write_all(output, &report)?;
        Ok(if is_found { FAILURE } else { SUCCESS })
    }
}

/// Reads named texts with parts, which are all there, once, and of one question.
pub(crate) fn gathered<T: AsRef<str>>(
    texts: impl Iterator<Item = (String, Result<T, String>)>,
) -> Result<Vec<Done>, String> {
    let mut parts: Vec<Done> = Vec::new();
    for (name, text) in texts {
        for part in serde_json::Deserializer::from_str(text?.as_ref()).into_iter() {
            let part: Done = part.map_err(|error| {
                format!("`{}` is not output of --part K/N: {error}", shown(&name))
            })?;
            check(&part, parts.first())
                .map_err(|problem| format!("`{}`: {problem}", shown(&name)))?;
            parts.push(part);
        }
    }
    parts.sort_by_key(|done| done.part.number);
    let count = parts.first().map_or(0, |done| done.part.count);
    let mut missing = (1..=count)
        .filter(|number| parts.binary_search_by_key(number, |done| done.part.number).is_err());
    if let Some(first) = missing.next() {
        let n = 1 + missing.count();
        return Err(match n {
            1 => format!("part {first}/{count} is missing"),
            _ => format!("{n} of {count} parts are missing, the first is {first}/{count}"),
        });
    }
    let twice = parts.windows(2).find(|pair| matches!(pair, [a, b] if a.part == b.part));
    match twice {
        Some([done, ..]) => Err(format!("part {} appears twice", done.part)),
        Some(_) | None => Ok(parts),
    }
}

/// The report of the whole, and whether a difference was found.
pub(crate) fn whole(parts: &[Done], is_json: bool) -> Result<(String, bool), String> {
    let first = parts.first().ok_or_else(|| String::from("no part to merge"))?;
    match &first.work {
        Work::Sweep { asked, .. } => {
            let tally = whole_tally(parts)?;
            Ok((asked.report(&asked.plan()?, &tally, is_json), false))
        }
        Work::Diff { asked, .. } => {
            let report = asked.whole(&whole_search(parts))?;
            let text = if is_json { json_text(&report) } else { diff::text(&report) };
            Ok((text, report.is_found()))
        }
    }
}

/// The text of a file, or of standard input for `-`.
fn read(path: &str) -> Result<String, String> {
    let text = match path {
        "-" => io::read_to_string(io::stdin().lock()),
        _ => fs::read_to_string(path),
    };
    text.map_err(|error| format!("`{}` cannot be read: {error}", shown(path)))
}

/// Whether a part goes with the first one.
fn check(part: &Done, first: Option<&Done>) -> Result<(), String> {
    let own = env!("CARGO_PKG_VERSION");
    if part.ptxfp != own {
        return Err(format!("made by ptxfp {}; this is {own}", shown(&part.ptxfp)));
    }
    let Some(first) = first else { return Ok(()) };
    if part.part.count != first.part.count {
        return Err(format!(
            "one of {} parts; others are of {}",
            part.part.count, first.part.count
        ));
    }
    if !part.work.is_about_the_same(&first.work) {
        return Err(String::from("a part of another question"));
    }
    Ok(())
}

fn whole_tally(parts: &[Done]) -> Result<Tally, String> {
    let mut whole: Option<Tally> = None;
    for done in parts {
        let Work::Sweep { tally, .. } = &done.work else { continue };
        let damaged = || format!("the tally of part {} is damaged", done.part);
        let tally = Tally::from_words(tally).ok_or_else(damaged)?;
        match &mut whole {
            None => whole = Some(tally),
            Some(whole) if whole.fits(&tally) => whole.merge(&tally),
            Some(_) => return Err(damaged()),
        }
    }
    whole.ok_or_else(|| String::from("no part to merge"))
}

fn whole_search(parts: &[Done]) -> Tried {
    let mut whole = Tried::default();
    for done in parts {
        if let Work::Diff { tried, certain, possible, alike, .. } = done.work {
            whole.merge(&Tried { count: tried, certain, possible, alike });
        }
    }
    whole
}
