//! The functions that the package for Python calls besides the command. Questions and answers are
//! JSON, with the fields that `--json` and `--part K/N` print.

use std::num::NonZeroUsize;

use ptxfp::internals::export::{self, Embedded, Piece};
use serde::de::DeserializeOwned;

use crate::cores::Cores;
use crate::export::embedded;
use crate::linkcheck::{Options, run};
use crate::merge::{Done, gathered, whole};
use crate::part::Part;
use crate::{Failure, diff, sweep};

/// Tries a part of all operands, as `ptxfp diff --part K/N` does; the texts are no files here.
///
/// # Errors
///
/// A sentence about the error in the question.
pub fn diff_part(asked: &str, part: &str, jobs: Option<NonZeroUsize>) -> Result<String, String> {
    let (asked, part) = question::<diff::Asked>(asked, part)?;
    let asked = asked.placed()?;
    let tried = asked.part(part, Cores::silent(jobs))?;
    Ok(Done::diff(part, (asked, tried)).line())
}

/// Sweeps over a part of a domain, as `ptxfp sweep --part K/N` does.
///
/// # Errors
///
/// A sentence about the error in the question.
pub fn sweep_part(asked: &str, part: &str, jobs: Option<NonZeroUsize>) -> Result<String, String> {
    let (asked, part) = question::<sweep::Asked>(asked, part)?;
    Ok(Done::sweep(part, asked.part(part, Cores::silent(jobs))?).line())
}

/// Joins parts, one or several in each text, to the report of the whole.
///
/// # Errors
///
/// A sentence that says which part is wrong, or missing.
pub fn merge(texts: &[String]) -> Result<String, String> {
    let named = texts.iter().enumerate();
    let parts = gathered(named.map(|(index, text)| (format!("text {}", index + 1), Ok(text))))?;
    Ok(whole(&parts, true)?.0)
}

/// Checks every link in files and folders: a line for each link, and one on all of them.
///
/// # Errors
///
/// A sentence that says which file cannot be read.
pub fn linkcheck(paths: &[String], is_strict: bool) -> Result<String, String> {
    let mut report = Vec::new();
    let options = Options { is_strict, is_json: true };
    match run(paths, options, &mut report) {
        Ok(_) => String::from_utf8(report).map_err(|error| error.to_string()),
        Err(Failure::Wrong(wrong) | Failure::Unanswered(wrong)) => Err(wrong.message),
        Err(Failure::Stream(error)) => Err(error.to_string()),
    }
}

/// An element of a page: its attributes with their values, and the parts of the sentence that says the
/// same, each with whether it is code.
pub type Element = (Vec<(&'static str, String)>, Vec<(String, bool)>);

/// Reads a statement with its operands, or a link, with the options of the element.
///
/// # Errors
///
/// Every mistake.
pub fn embed(source: &str, options: &[(String, Option<String>)]) -> Result<Element, Vec<String>> {
    let Embedded { attributes, sentence } = embedded(source, options)?;
    Ok((attributes, sentence.into_iter().map(|Piece { text, is_code }| (text, is_code)).collect()))
}

/// Returns the address of a playground's folder with a slash at its end.
///
/// # Errors
///
/// A sentence about a text that is no such address.
pub fn site(address: &str) -> Result<String, String> {
    export::site(address)
}

fn question<T: DeserializeOwned>(asked: &str, part: &str) -> Result<(T, Part), String> {
    let asked = serde_json::from_str(asked).map_err(|error| error.to_string())?;
    Ok((asked, part.parse()?))
}
