//! Claims in the text of a chapter, which tests hold to.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::subject::Subject;
use crate::text;
use crate::text::quote::quoted;

/// Checks a claim: `SUBJECT = VALUE`, `SUBJECT is exact`, `is rounded`, `is fixed` or `is open`.
///
/// The value is a number, bits after `0x`, or numbers between braces, the highest lane first. On
/// several targets or GPUs it is the value on each.
///
/// ```
/// use ptxfp::internals::course::check_claim;
///
/// assert_eq!(check_claim("add.rn.f16 2048, 1 = 2048"), Ok(()));
/// assert_eq!(check_claim("encode f32 0.1 is rounded"), Ok(()));
/// assert!(check_claim("encode f16 1 = 0x3c01").is_err());
/// ```
///
/// # Errors
///
/// Fails if it does not hold, or cannot be read.
pub fn check_claim(text: &str) -> Result<(), String> {
    let wrong = |found: &str| Err(format!("{}: it is {found}", quoted(text)));
    if let Some((subject, word)) = text.rsplit_once(" is ") {
        let subject = Subject::read(subject)?;
        let is_exact = subject.is_exact().ok_or("nothing is rounded")?;
        return match word {
            "exact" if !is_exact => wrong("rounded"),
            "rounded" if is_exact => wrong("exact"),
            "fixed" if !subject.is_fixed() => wrong("open"),
            "open" if subject.is_fixed() => wrong("fixed"),
            "exact" | "rounded" | "fixed" | "open" => Ok(()),
            _ => Err(format!("{} is no property", quoted(word))),
        };
    }
    let (subject, value) = text.rsplit_once(" = ").ok_or("expected a value or a property")?;
    let subject = Subject::read(subject)?;
    let format = subject.format().ok_or("there is no format")?;
    let results: Vec<u64> = match subject.results() {
        none if none.is_empty() => subject.result().into_iter().collect(),
        some => some.into_iter().map(|(_, bits)| bits).collect(),
    };
    if results.is_empty() {
        return Err("there is no result".to_string());
    }
    for result in results {
        let found = subject.written(result);
        let holds = if value.starts_with('{') {
            found == value
        } else if value.starts_with("0x") {
            let width = subject.packing().register_width();
            text::hex(result, width.into()) == value
        } else {
            let parsed = text::parse(value, format).map_err(|error| error.message)?;
            parsed.bits == result || format.is_nan(parsed.bits) && format.is_nan(result)
        };
        if !holds {
            return wrong(&found);
        }
    }
    Ok(())
}
