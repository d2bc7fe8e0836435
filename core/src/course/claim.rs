//! Claims in the text of a chapter, which tests hold to.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::subject::Subject;
use crate::format::Format;
use crate::format::table::by_name;
use crate::text;
use crate::text::quote::quoted;

/// Checks a claim: `SUBJECT = VALUE`, `SUBJECT is exact`, `is rounded`, `is fixed` or `is open`, or one
/// about a format: `bits of FORMAT = NUMBER`, or its `exponent bits`, `fraction bits`, `digits`, `bias`
/// or `NaNs`.
///
/// The value is a number, bits after `0x`, or numbers between braces, the highest lane first. On
/// several targets or GPUs it is the value on each.
///
/// ```
/// use ptxfp::internals::course::check_claim;
///
/// assert_eq!(check_claim("add.rn.f16 2048, 1 = 2048"), Ok(()));
/// assert_eq!(check_claim("encode f32 0.1 is rounded"), Ok(()));
/// assert_eq!(check_claim("bias of f16 = 15"), Ok(()));
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
        let is_exact = || subject.is_exact().ok_or("nothing is rounded");
        return match word {
            "exact" if !is_exact()? => wrong("rounded"),
            "rounded" if is_exact()? => wrong("exact"),
            "fixed" if !subject.is_fixed() => wrong("open"),
            "open" if subject.is_fixed() => wrong("fixed"),
            "exact" | "rounded" | "fixed" | "open" => Ok(()),
            _ => Err(format!("{} is no property", quoted(word))),
        };
    }
    let (subject, value) = text.rsplit_once(" = ").ok_or("expected a value or a property")?;
    if let Some((property, format)) = subject.split_once(" of ") {
        let found = self::property(property, format)?.to_string();
        return if found == value { Ok(()) } else { wrong(&found) };
    }
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

/// A number that describes a floating-point format.
fn property(property: &str, format: &str) -> Result<u64, String> {
    let format = by_name(format).and_then(Format::float).ok_or("there is no such format")?;
    Ok(match property {
        "bits" => format.width.into(),
        "exponent bits" => format.exponent_width().into(),
        "fraction bits" => format.trailing_width().into(),
        "digits" => format.precision.into(),
        "bias" => u64::from(format.emin().unsigned_abs()) + 1,
        "NaNs" => format.n_nans(),
        _ => return Err(format!("{} is no property of a format", quoted(property))),
    })
}
