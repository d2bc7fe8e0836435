//! A fenced block of Markdown that is an embedded instruction: the words behind its fence, and its text.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::options::Given;
use crate::text::quote::quoted;

/// Reads the words behind a fence, such as `ptx,float,ui=result` or `ptx float title="A sum"`: separated by
/// commas or spaces, where neither is in quotes. `None` if the block is not for the playground.
///
/// ```
/// use ptxfp::internals::export::fence_options;
///
/// let given = fence_options("ptx float ui=result views='lanes,steps' readonly").unwrap().unwrap();
/// let views = Some("lanes,steps".to_owned());
/// assert_eq!(given[1], ("views".to_owned(), views));
/// assert_eq!(given[2], ("readonly".to_owned(), None));
/// assert_eq!(fence_options("ptx,ignore"), None);
/// ```
///
/// # Errors
///
/// A sentence about a quote that does not end.
#[must_use]
pub fn fence_options(words: &str) -> Option<Result<Vec<Given>, String>> {
    let is_between = |c: char| c == ',' || c.is_whitespace();
    let behind = |text: &'_ str, word: &str| {
        let rest = text.trim_start_matches(is_between).strip_prefix(word)?;
        (rest.is_empty() || rest.starts_with(is_between)).then(|| rest.to_owned())
    };
    let rest = behind(&behind(words, "ptx")?, "float")?;
    Some(options(&rest))
}

/// Reads options that are separated by commas or spaces.
fn options(text: &str) -> Result<Vec<Given>, String> {
    let is_between = |c: char| c == ',' || c.is_whitespace();
    let mut rest = text.trim_start_matches(is_between);
    let mut all = Vec::new();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c == '=' || is_between(c)).unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        let (value, behind) = match behind.strip_prefix('=') {
            None => (None, behind),
            Some(text) => {
                let (value, behind) = value(name, text)?;
                (Some(value.to_owned()), behind)
            }
        };
        all.push((name.to_owned(), value));
        rest = behind.trim_start_matches(is_between);
    }
    Ok(all)
}

/// Splits a value, perhaps in quotes, from the text after it.
fn value<'t>(name: &str, text: &'t str) -> Result<(&'t str, &'t str), String> {
    let quote = text.chars().next().filter(|first| matches!(first, '"' | '\''));
    if let Some(quote) = quote {
        let inside = text.get(1..).unwrap_or_default();
        return inside
            .split_once(quote)
            .ok_or_else(|| format!("the quotes around the value of {} do not end", quoted(name)));
    }
    let end = text.find(|c: char| c == ',' || c.is_whitespace()).unwrap_or(text.len());
    Ok(text.split_at(end))
}

/// Splits the text of a block: the statement or the link, and the result that a line states behind `=`.
///
/// ```
/// use ptxfp::internals::export::fence_body;
///
/// let (source, result) = fence_body("add.rn.f16 2048, 1\n= 2048\n").unwrap();
/// assert_eq!((&*source, result.as_deref()), ("add.rn.f16 2048, 1", Some("2048")));
/// ```
///
/// # Errors
///
/// A sentence about a second result.
pub fn fence_body(text: &str) -> Result<(String, Option<String>), String> {
    let mut source = Vec::new();
    let mut stated = None;
    for line in text.lines() {
        match line.trim_start().strip_prefix('=') {
            None => source.push(line),
            Some(_) if stated.is_some() => return Err("a block states one result".into()),
            Some(result) => stated = Some(result.trim().to_owned()),
        }
    }
    Ok((source.join("\n").trim().to_owned(), stated))
}
