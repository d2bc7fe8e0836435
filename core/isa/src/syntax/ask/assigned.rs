//! Expressions with variables: `x = 0.1; y = x * 3`, `a*b + c with 1.5 2 3`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::asked::{Asked, Offers};
use super::chain::{Chain, Input, Place};
use super::compared::{compare, sides};
use super::named::conversion_named;
use super::reading::Reading;
use super::tree::{Node, is_operation, tree, type_of};
use super::words::{Piece, pieces, pieces_with};
use crate::catalog::{Context, Type};
use crate::syntax::is_name;
use crate::text::parse;

/// More statements than a question has.
const MAX_STATEMENTS: usize = 16;

/// Words before the value of a variable.
const WITH: [&str; 4] = [" with ", " where ", " for ", " given "];

/// Words before the name of a variable, beside types.
const DECLARED: &[&str] = &["const", "let", "var", "auto", "return"];

/// A statement with the variable that it assigns to, if it does.
struct Assigned<'t> {
    name: Option<&'t str>,
    kind: Option<Type>,
    expression: &'t str,
}

/// Reads a text with variables; `None` if it has none.
pub(super) fn read(text: &str, context: &Context, offers: Offers) -> Option<Reading> {
    let (body, given) = split(text);
    let parts = body.split([';', '\n']).map(str::trim).filter(|part| !part.is_empty());
    let parts: Vec<_> = parts.map(assigned).collect::<Option<_>>()?;
    let has_assignment = parts.iter().any(|part| part.name.is_some());
    if parts.len() > MAX_STATEMENTS {
        return None;
    }
    let names = names(&parts);
    let is_bare = !has_assignment && given.is_none();
    // An expression of single letters needs no values.
    if names.is_empty() || is_bare && !is_formula(body) {
        return None;
    }
    let mut asked = Asked { text: text.to_string(), offers, ..Asked::default() };
    let mut read = Vec::new();
    for part in &parts {
        let own = asked.read(&pieces_with(part.expression, &names)?)?;
        if let Some(kind) = part.kind
            && asked.kind.replace(kind).is_some_and(|other| other != kind)
        {
            return None;
        }
        read.push(own);
    }
    let mut trees = Vec::new();
    let (last, before) = read.split_last()?;
    for pieces in before {
        trees.push(asked.typed(tree(pieces, &names)?)?);
    }
    let compared = sides(last);
    let ends: Vec<Node> = match compared {
        Some((first, _, second)) => alloc::vec![tree(first, &names)?, tree(second, &names)?],
        None => alloc::vec![tree(last, &names)?],
    };
    let ends = ends.into_iter().map(|node| asked.typed(node)).collect::<Option<Vec<_>>>()?;
    let all: Vec<&Node> = trees.iter().chain(&ends).collect();
    let mut chain = Chain::of(asked, &all, context)?;
    chain.reserved.clone_from(&names);
    free(&mut chain, &parts, &names, &all, given)?;
    for (part, node) in parts.iter().zip(&trees) {
        assign(&mut chain, part.name?, node)?;
    }
    match (&ends[..], compared, parts.last()?.name) {
        ([first, second], Some((_, sign, _)), None) => {
            let ends = [first, second];
            let is_in_c = is_mixed(&parts, last);
            let sides = if is_in_c { chain.doubles(ends) } else { chain.values(ends) }?;
            compare(chain, &sides, sign, context)
        }
        ([node], None, Some(name)) => {
            let place = assign(&mut chain, name, node)?;
            chain.conclude(&place, context)
        }
        ([node], None, None) => {
            let place = chain.value(node)?;
            chain.conclude(&place, context)
        }
        _ => None,
    }
}

/// Whether numbers are not of the type in C that a variable is declared with: `float x = 0.1; x == 0.1`.
fn is_mixed(parts: &[Assigned<'_>], pieces: &[Piece<'_>]) -> bool {
    let is_other = |kind| pieces.iter().filter_map(Piece::literal).any(|literal| literal != kind);
    let mut declared = parts.iter().filter_map(|part| part.kind);
    declared.any(|kind| matches!(kind, Type::F32 | Type::F64) && is_other(kind))
}

/// The expression, and what follows a word such as `with`.
fn split(text: &str) -> (&str, Option<&str>) {
    let values =
        |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphanumeric() || "-.".contains(c));
    let found = WITH.iter().find_map(|word| text.split_once(word));
    match found.filter(|(_, rest)| values(rest)) {
        Some((body, rest)) => (body, Some(rest)),
        None => (text, None),
    }
}

/// Takes a statement apart; `None` if what is assigned to is no variable.
fn assigned(text: &str) -> Option<Assigned<'_>> {
    let is_sign = |place: usize| {
        let (before, behind) = (text.get(..place), text.get(place + 1..));
        let is_other = |c: char| "=<>!".contains(c);
        !before.is_some_and(|it| it.ends_with(is_other))
            && !behind.is_some_and(|it| it.starts_with(is_other))
    };
    let place = text.match_indices('=').map(|(place, _)| place).find(|place| is_sign(*place));
    let Some(place) = place else {
        return Some(Assigned { name: None, kind: None, expression: text });
    };
    let (before, expression) = (text.get(..place)?, text.get(place + 1..)?);
    // A single sign between numbers compares.
    if pieces(before).is_some_and(|pieces| pieces.iter().any(|it| matches!(it, Piece::Number(_)))) {
        return Some(Assigned { name: None, kind: None, expression: text });
    }
    let mut words: Vec<&str> = before.split_whitespace().collect();
    let name = words.pop().filter(|name| is_variable(name))?;
    words.retain(|word| !DECLARED.contains(word));
    let kind = match words[..] {
        [] => None,
        [word] => Some(type_of(word)?),
        _ => return None,
    };
    Some(Assigned { name: Some(name), kind, expression })
}

/// Whether a word may be a variable.
fn is_variable(word: &str) -> bool {
    is_name(word)
        && word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && word.len() <= 16
        && type_of(word).is_none()
        && parse(word, Type::F32.format()).is_err()
}

/// The variables of statements, in the order of the text.
fn names(parts: &[Assigned<'_>]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut add = |word: &str| {
        if is_variable(word) && !all.iter().any(|own| own == word) {
            all.push(word.to_string());
        }
    };
    for part in parts {
        let mut rest = part.expression;
        while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric() || c == '_') {
            rest = rest.get(start..).unwrap_or_default();
            let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
            let (word, behind) = rest.split_at(rest.find(|c| !is_part(c)).unwrap_or(rest.len()));
            let is_call = behind.trim_start().starts_with('(');
            let is_single = word.len() == 1;
            if !is_call && (is_single || !is_operation(word)) && !is_marker(word) {
                add(word);
            }
            rest = behind;
        }
        part.name.into_iter().for_each(&mut add);
    }
    all
}

/// Whether a word belongs to the question, not to the expression.
fn is_marker(word: &str) -> bool {
    ["in", "as", "to", "rounded", "up", "down", "toward", "towards", "zero"].contains(&word)
}

/// Whether a text has only letters as variables, and signs between them.
fn is_formula(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let words = text.split(|c| !is_word(c)).filter(|word| !word.is_empty());
    let mut words = words.filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
    let is_plain = |word: &str| word.len() == 1 || is_marker(word) || type_of(word).is_some();
    text.contains(['+', '*', '/']) && words.all(is_plain)
}

/// Gives values to variables that are read before they are assigned to: those of the text, else 1,
/// 2, 3.
fn free(
    chain: &mut Chain,
    parts: &[Assigned<'_>],
    names: &[String],
    nodes: &[&Node],
    given: Option<&str>,
) -> Option<()> {
    let is_assigned = |name: &&String| parts.iter().any(|part| part.name == Some(name));
    let is_read_first = |name: &&String| {
        let part =
            parts.iter().find(|part| part.name == Some(name) || reads(part.expression, name));
        part.is_some_and(|part| reads(part.expression, name))
    };
    let free: Vec<&String> =
        names.iter().filter(|name| !is_assigned(name) || is_read_first(name)).collect();
    let values = match given {
        Some(given) => values(given, &free)?,
        None => (1..=free.len()).map(|index| index.to_string()).collect(),
    };
    if values.len() != free.len() {
        return None;
    }
    if given.is_none() && !free.is_empty() {
        let list: Vec<_> = free.iter().map(|name| name.as_str()).collect();
        let verb = if list.len() == 1 {
            " has no value, so it is "
        } else {
            " have no values, so they are "
        };
        let note = [&*list.join(", "), verb, &values.join(", ")];
        chain.asked.note(note.concat());
    }
    for (name, value) in free.into_iter().zip(values) {
        let kind = nodes.iter().find_map(|node| converted(node, name)).unwrap_or(chain.kind);
        parse(&value, kind.format()).ok()?;
        let place = Place { name: name.clone(), kind };
        chain.inputs.push(Input { place: place.clone(), number: value });
        chain.variables.push((name.clone(), place));
    }
    Some(())
}

/// The type that a conversion by name takes a variable as: f16 for `h` in `__half2float(h)`.
fn converted(node: &Node, name: &str) -> Option<Type> {
    match node {
        Node::Number(_) | Node::Name(_) => None,
        Node::Cast(_, inner) => converted(inner, name),
        Node::Call(function, arguments) => {
            let is_it = matches!(&arguments[..], [Node::Name(own)] if own == name);
            let own = || conversion_named(function).filter(|_| is_it).map(|(_, from)| from);
            own().or_else(|| arguments.iter().find_map(|each| converted(each, name)))
        }
    }
}

/// Whether an expression has a name.
fn reads(expression: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    expression.split(|c| !is_part(c)).any(|word| word == name)
}

/// The values of variables: `1.5 2 3`, `a = 1.5, b = 2`.
fn values(given: &str, free: &[&String]) -> Option<Vec<String>> {
    let is_separator = |c: char| c == ',' || c.is_whitespace();
    let given = given.replace(" =", "=").replace("= ", "=").replace(" and ", " ");
    let words: Vec<_> = given.split(is_separator).filter(|word| !word.is_empty()).collect();
    let pairs: Option<Vec<_>> = words.iter().map(|word| word.split_once('=')).collect();
    match pairs {
        Some(pairs) => {
            let value = |name: &&String| {
                let found = pairs.iter().find(|(own, _)| own == name)?;
                Some(found.1.to_string())
            };
            (pairs.len() == free.len()).then(|| free.iter().map(value).collect())?
        }
        None => Some(words.into_iter().map(str::to_string).collect()),
    }
}

/// Assigns the value of an expression to a variable.
fn assign(chain: &mut Chain, name: &str, node: &Node) -> Option<Place> {
    let kind = chain.kind;
    let place = if let Node::Number(text) = node {
        // A number is an input, which has one value.
        let is_new = chain.variables.iter().all(|(own, _)| own != name);
        parse(text, kind.format()).ok().filter(|_| is_new)?;
        let place = Place { name: name.to_string(), kind };
        chain.inputs.push(Input { place: place.clone(), number: text.clone() });
        place
    } else {
        let place = chain.value(node)?;
        if chain.reserved.contains(&place.name) || chain.is_input(&place.name) {
            place
        } else {
            chain.rename(&place.name, name);
            Place { name: name.to_string(), ..place }
        }
    };
    chain.variables.push((name.to_string(), place.clone()));
    Some(place)
}
