//! A term of a query: its text to conditions.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Compare, Condition, Names, QueryKey, Term, is_name};
use crate::catalog::aliases::{formats_named, modifier_named};
use crate::catalog::elsewhere::meaning;
use crate::catalog::form::Status;
use crate::catalog::target::{ISA_VERSIONS, IsaVersion, TARGETS, isa};
use crate::text::quote::quoted;

/// Reads a term of a query about the table that has these names; an error says how to fix it.
pub(super) fn read(names: Names, text: &str) -> Result<Term, String> {
    let (is_excluded, rest) = match text.strip_prefix(['!', '-']) {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let conditions = conditions(names, rest)?;
    if conditions.is_empty() {
        return Err(format!("{} names nothing; expected a word or a condition", quoted(text)));
    }
    Ok(Term { text: text.to_string(), is_excluded, conditions })
}

fn conditions(names: Names, text: &str) -> Result<Vec<Condition>, String> {
    let key_end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (key, rest) = text.split_at(key_end);
    if key.is_empty() || !rest.starts_with([':', '<', '>', '=']) || rest.starts_with("::") {
        return words(names, text, QueryKey::Anywhere);
    }
    let signs = [
        ("<=", Compare::AtMost),
        (">=", Compare::AtLeast),
        ("<", Compare::Below),
        (">", Compare::Above),
    ];
    let found = signs.iter().find(|(sign, _)| rest.starts_with(sign));
    // `:` and `=` compare nothing.
    let (compare, value) = match found {
        Some((sign, compare)) => (Some(*compare), rest.get(sign.len()..)),
        None => (None, rest.get(1..)),
    };
    let value = value.unwrap_or_default();
    if compare.is_some() && key != "sm" && key != "isa" {
        return Err(format!("only `sm` and `isa` can be compared; write `{key}:` and a name"));
    }
    let condition = match key {
        "op" => return words(names, value, QueryKey::Opcode),
        "mod" => return words(names, value, QueryKey::Modifier),
        "type" => return words(names, value, QueryKey::Type),
        "sm" => target(value, compare)?,
        "isa" => version(value, compare)?,
        "since" => version(value, Some(Compare::AtLeast))?,
        "status" => {
            let found = Status::NAMES.iter().find(|name| name.eq_ignore_ascii_case(value));
            Condition::Status(found.ok_or_else(|| unknown("status", value, &Status::NAMES))?)
        }
        _ => {
            return Err(format!(
                "{} is not a key; keys are `op:`, `type:`, `mod:`, `sm`, `isa`, `since:` and `status:`",
                quoted(key)
            ));
        }
    };
    Ok(alloc::vec![condition])
}

fn words(names: Names, text: &str, place: QueryKey) -> Result<Vec<Condition>, String> {
    if text.contains('/') {
        let one = |word| match words(names, word, place) {
            Ok(none) if none.is_empty() => {
                Err(String::from("expected a name before and behind `/`"))
            }
            read => read,
        };
        let all = text.split('/').map(one);
        return Ok(alloc::vec![Condition::Any(all.collect::<Result<_, _>>()?)]);
    }
    if let Some(conditions) = from_elsewhere(names, text, place) {
        return Ok(conditions);
    }
    let mut place = place;
    if place == QueryKey::Anywhere && text.starts_with('.') {
        place = QueryKey::Modifier;
    } else if place == QueryKey::Anywhere && text.trim_end_matches('.').contains('.') {
        place = QueryKey::Opcode;
    }
    let mut conditions = Vec::new();
    for word in text.split('.').filter(|word| !word.is_empty()) {
        let all = names(place);
        let is_whole = all.iter().any(|name| is_name(name, word, true));
        if !is_whole && !all.iter().any(|name| is_name(name, word, false)) {
            if let Some(meant) = from_elsewhere(names, word, place) {
                conditions.extend(meant);
                continue;
            }
            let (what, names) = match place {
                QueryKey::Anywhere => ("opcode, modifier or type", Vec::new()),
                QueryKey::Opcode => ("opcode", all),
                QueryKey::Modifier => ("modifier", Vec::new()),
                QueryKey::Type => ("type", all),
            };
            return Err(unknown(what, word, &names));
        }
        conditions.push(Condition::Name { place, text: word.to_string(), is_whole });
        if place != QueryKey::Type {
            // Behind the first dot there are only modifiers.
            place = QueryKey::Modifier;
        }
    }
    if conditions.is_empty() && place != QueryKey::Anywhere {
        return Err(String::from("expected a name"));
    }
    Ok(conditions)
}

/// Returns the meaning of a name from elsewhere, if no name of the catalog begins like it: formats,
/// a modifier, or an opcode with modifiers.
fn from_elsewhere(names: Names, text: &str, place: QueryKey) -> Option<Vec<Condition>> {
    let name = text.trim_start_matches('.');
    let own = names(place);
    let is_own = |word: &str| own.iter().any(|own| is_name(own, word, false));
    // Behind an opcode each word counts on its own.
    let first = name.split('.').next().unwrap_or(name);
    if name.is_empty() || is_own(name) || first != name && is_own(first) {
        return None;
    }
    let formats = formats_named(name);
    if place.has(QueryKey::Type) && !formats.is_empty() {
        return Some(alloc::vec![Condition::Formats(formats)]);
    }
    let named = |place, spelling: &str| Condition::Name {
        place,
        text: spelling.to_string(),
        is_whole: true,
    };
    if let Some(modifier) = modifier_named(name).filter(|_| place.has(QueryKey::Modifier)) {
        return Some(alloc::vec![named(QueryKey::Modifier, modifier.spelling().get(1..)?)]);
    }
    let meaning = meaning(name).filter(|_| place.has(QueryKey::Opcode))?;
    let mut parts = meaning.parts();
    let mut conditions = alloc::vec![named(QueryKey::Opcode, parts.next()?)];
    if meaning.is_instruction() {
        conditions.extend(parts.map(|part| named(QueryKey::Modifier, part)));
    }
    Some(conditions)
}

/// A message about an unknown value, with the valid values, or examples where no list is given.
fn unknown(what: &str, value: &str, names: &[&str]) -> String {
    let right = match (what, names.is_empty()) {
        ("modifier", _) => String::from("modifiers are written like `.rn` or `.satfinite`"),
        (_, true) => String::from(
            "expected a word such as `fma`, `.satfinite` or `bf16`, or a condition with `op:`, `type:`, \
             `mod:`, `sm`, `isa`, `since:` or `status:`",
        ),
        _ => format!("expected one of {}", names.join(", ")),
    };
    format!("unknown {what} {}; {right}", quoted(value))
}

fn target(value: &str, compare: Option<Compare>) -> Result<Condition, String> {
    let value = value.strip_prefix("sm_").unwrap_or(value);
    let Some(compare) = compare else {
        let mut targets = TARGETS.iter();
        let found = targets.find(|each| each.name.strip_prefix("sm_") == Some(value));
        return found.map(Condition::Target).ok_or_else(|| {
            let names: Vec<_> =
                TARGETS.iter().filter_map(|each| each.name.strip_prefix("sm_")).collect();
            unknown("target", value, &names)
        });
    };
    let number = value.parse().map_err(|_| {
        format!("{} is not a target number; compare as in `sm>=100`", quoted(value))
    })?;
    Ok(Condition::FirstTarget(compare, number))
}

fn version(value: &str, compare: Option<Compare>) -> Result<Condition, String> {
    let Some(compare) = compare else {
        return IsaVersion::parse(value).map(Condition::Isa).ok_or_else(|| {
            let (first, last) = (ISA_VERSIONS.first(), ISA_VERSIONS.last());
            let name = |version: Option<&IsaVersion>| version.map(ToString::to_string);
            let (first, last) = (name(first).unwrap_or_default(), name(last).unwrap_or_default());
            let value = quoted(value);
            format!("{value} is not a PTX ISA version; expected one from {first} to {last}")
        });
    };
    let (major, minor) = value.split_once('.').unwrap_or((value, "0"));
    match (major.parse(), minor.parse()) {
        (Ok(major), Ok(minor)) => Ok(Condition::FirstIsa(compare, isa(major, minor))),
        _ => Err(format!("{} is not a version; compare as in `isa<=7.8`", quoted(value))),
    }
}
