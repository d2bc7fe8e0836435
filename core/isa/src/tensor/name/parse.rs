//! Text to instruction.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

use super::descriptor;
use super::lines::{Role, Rule, Words};
use super::message::{WrongName, listed};
use super::table::LINES;
use super::{Kind, Line, Mma, Opcode, Scale};
use crate::arith::rounding::Rounding;
use crate::format::table::{F16, F32, S4, U4, UE4M3, UE8M0, by_name};
use crate::format::{FloatFormat, Format};
use crate::text::quote::quoted;

/// A word of a spelling, without its dot, and its place in the text.
struct Word<'t> {
    text: &'t str,
    span: Range<usize>,
}

/// The match of a spelling with a line, as far as it goes.
struct Match {
    line: &'static Line,
    /// The words that fit, with their roles.
    taken: Vec<(Role, &'static str)>,
    /// The place that the next word does not fit; `None` if only words remain, or nothing.
    failed: Option<(Role, Words)>,
    /// The number of words that fit.
    n_words: usize,
}

impl Match {
    fn role(&self, role: Role) -> Option<&'static str> {
        self.taken.iter().find(|(each, _)| *each == role).map(|(_, word)| *word)
    }

    fn is_complete(&self, n_words: usize) -> bool {
        self.failed.is_none() && self.n_words == n_words
    }
}

/// A spelling in its parts.
struct Spelled<'t> {
    start: usize,
    name: &'t str,
    types: Option<(&'t str, usize)>,
}

impl<'t> Spelled<'t> {
    fn of(text: &'t str) -> Self {
        let start = start_of(text);
        let rest = text.get(start..).unwrap_or_default();
        let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
        let name = rest.get(..end).unwrap_or(rest);
        let Some((name, types)) = name.split_once('{') else {
            return Self { start, name, types: None };
        };
        let types = types.strip_suffix('}').unwrap_or(types);
        Self { start, name, types: Some((types, start + name.len() + 1)) }
    }

    /// The lines that its words fit, as far as they go.
    fn matches(&self, opcode: Opcode) -> (Vec<Word<'t>>, Vec<Match>) {
        let words = words(self.name, self.start, opcode);
        let lines = LINES.iter().filter(|line| line.opcode == opcode);
        let matches = lines.map(|line| fit(line, &words)).collect();
        (words, matches)
    }
}

/// Reads a spelling.
pub(super) fn parse(text: &str) -> Result<Mma, WrongName> {
    let spelled = Spelled::of(text);
    let Spelled { start, name, types } = spelled;
    let opcode = opcode(name, start)?;
    let (words, mut matches) = spelled.matches(opcode);
    if let Some(found) = matches.iter().find(|each| each.is_complete(words.len())) {
        return build(found, name, types, start);
    }
    // The line that keeps most of the words and adds the fewest; of several, the one that goes furthest.
    matches.sort_by_cached_key(|each| {
        let Nearest { n_kept, n_added, .. } = nearest(each, &words);
        (Reverse(n_kept), n_added, Reverse(each.n_words))
    });
    match matches.first() {
        Some(best) => Err(wrong(best, &matches, &words, start + name.len())),
        None => Err(unknown(name, start)),
    }
}

/// Reads a spelling without looking for the right one if there is none.
pub(super) fn known(text: &str) -> Option<Mma> {
    let spelled = Spelled::of(text);
    let Spelled { start, name, types } = spelled;
    let (words, matches) = spelled.matches(opcode(name, start).ok()?);
    let found = matches.iter().find(|each| each.is_complete(words.len()))?;
    build(found, name, types, start).ok()
}

/// The place where an instruction begins: behind blanks and a guard such as `@%p1`.
fn start_of(text: &str) -> usize {
    let rest = text.trim_start();
    let guarded = rest.starts_with('@').then(|| rest.find(char::is_whitespace)).flatten();
    let behind = guarded.and_then(|end| rest.get(end..)).unwrap_or(rest);
    text.len() - behind.trim_start().len()
}

/// The instruction that a name begins with.
fn opcode(name: &str, start: usize) -> Result<Opcode, WrongName> {
    let begins = |opcode: &Opcode| {
        let rest = name.strip_prefix(opcode.name());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    Opcode::ALL.into_iter().find(begins).ok_or_else(|| unknown(name, start))
}

/// The error for an opcode that is no instruction of dense matrices.
fn unknown(name: &str, start: usize) -> WrongName {
    let is_sparse = name.split('.').any(|word| word == "sp" || word.starts_with("sp::"));
    let is_matrix = name.starts_with("mma") || name.starts_with("wmma");
    let message = if is_sparse {
        format!("{} multiplies sparse matrices, of which nothing is known", quoted(name))
    } else if is_matrix {
        format!(
            "{} lacks `.sync` behind the opcode; expected `mma.sync` or `wmma.mma.sync`",
            quoted(name)
        )
    } else {
        let names = Opcode::ALL.map(|opcode| format!("`{}`", opcode.name()));
        let names = crate::catalog::either(&names);
        format!("{} is no instruction of tensor cores; expected {names}", quoted(name))
    };
    WrongName { span: start..start + name.len(), message, instead: None }
}

/// The words behind the opcode.
fn words(name: &str, start: usize, opcode: Opcode) -> Vec<Word<'_>> {
    let head = opcode.name().len();
    let rest = name.get(head..).unwrap_or_default();
    let mut place = start + head;
    let mut words = Vec::new();
    for text in rest.split('.').skip(1) {
        place += 1;
        words.push(Word { text, span: place..place + text.len() });
        place += text.len();
    }
    words
}

/// Compares words with a line, one by one.
fn fit(line: &'static Line, words: &[Word<'_>]) -> Match {
    let mut found = Match { line, taken: Vec::new(), failed: None, n_words: 0 };
    for (role, place) in line.places {
        let word = words.get(found.n_words);
        match (word.and_then(|word| place.take(word.text)), place) {
            (Some(taken), _) if fits_rule(&found, *role, taken) => {
                found.taken.push((*role, taken));
                found.n_words += 1;
            }
            (_, Words::Maybe(_)) => {}
            (_, Words::Of(_) | Words::Warpgroup(_)) => {
                found.failed = Some((*role, *place));
                break;
            }
        }
    }
    found
}

/// Whether the rule of a line lets a word follow those before it.
fn fits_rule(found: &Match, role: Role, word: &str) -> bool {
    match (found.line.rule, role) {
        (Rule::SameAccumulators, Role::C) => found.role(Role::D) == Some(word),
        (Rule::NoNarrowing, Role::C) => word == "f16" || found.role(Role::D) == Some("f32"),
        (Rule::OneRounding, Role::Rounding) => found.role(Role::Rounding).is_none(),
        (Rule::None | Rule::SameAccumulators | Rule::NoNarrowing | Rule::OneRounding, _) => true,
    }
}

/// Describes the first wrong word.
fn wrong(best: &Match, all: &[Match], words: &[Word<'_>], end: usize) -> WrongName {
    let given: Vec<_> = words.iter().map(|word| word.text).collect();
    let given = given.join(".");
    // Words that fit one by one need not fit together.
    let is_other = |text: &String| given.is_empty() || !text.ends_with(&given);
    let instead = Some(nearest(best, words).text).filter(is_other);
    let Some((role, place)) = best.failed else {
        let extra = words.get(best.n_words);
        let shown = extra.map_or_else(String::new, |word| quoted(&[".", word.text].concat()));
        let span = extra.map_or(end..end, |word| word.span.clone());
        let message = format!("{shown} is one word too many; expected nothing more");
        return WrongName { span, message, instead };
    };
    // Lines that keep as many words take other ones at this place.
    let kept = nearest(best, words).n_kept;
    let alike =
        all.iter().filter(|each| each.taken == best.taken && nearest(each, words).n_kept == kept);
    let mut expected: Vec<&str> = Vec::new();
    for each in alike {
        let Some((_, words)) = each.failed.filter(|(other, _)| *other == role) else { continue };
        for word in words.list() {
            if fits_rule(each, role, word) && !expected.contains(word) {
                expected.push(word);
            }
        }
    }
    if expected.is_empty() {
        expected.extend(place.list());
    }
    let expected = listed(&expected);
    let (span, message) = match words.get(best.n_words) {
        Some(word) => {
            let shown = quoted(&[".", word.text].concat());
            (
                word.span.clone(),
                format!("{shown} is not possible as {}; expected {expected}", role.words()),
            )
        }
        None => (end..end, format!("{} is missing; expected {expected}", role.words())),
    };
    WrongName { span, message, instead }
}

/// The spelling of a line with as many of the given words as it takes.
struct Nearest {
    text: String,
    /// The number of words that are kept.
    n_kept: usize,
    /// The number of words that are added.
    n_added: usize,
}

fn nearest(best: &Match, words: &[Word<'_>]) -> Nearest {
    let mut text = best.line.opcode.name().to_owned();
    let mut left: Vec<&str> = words.iter().map(|word| word.text).collect();
    let (mut d, mut n_kept, mut n_added) = ("", 0, 0);
    for (role, place) in best.line.places {
        let ruled = (*role == Role::C && best.line.rule == Rule::SameAccumulators).then_some(d);
        let takes =
            |word: &&str| place.take(word).is_some() && ruled.is_none_or(|ruled| ruled == *word);
        let found = left.iter().position(takes);
        let word = match (found, place) {
            (Some(index), _) => {
                n_kept += 1;
                left.remove(index)
            }
            (None, Words::Maybe(_)) => continue,
            (None, Words::Of(_) | Words::Warpgroup(_)) => {
                n_added += 1;
                ruled.or(place.list().first().copied()).unwrap_or_default()
            }
        };
        if *role == Role::D {
            d = word;
        }
        text.extend([".", word]);
    }
    Nearest { text, n_kept, n_added }
}

/// Makes an instruction of a match.
fn build(
    found: &Match,
    name: &str,
    types: Option<(&str, usize)>,
    start: usize,
) -> Result<Mma, WrongName> {
    let line = found.line;
    let float = |format: &'static FloatFormat| Format::Float(format);
    let typed = |role: Role| found.role(role).map(element);
    let shape = found.role(Role::Shape).unwrap_or_default();
    let kind = found.role(Role::Kind).and_then(kind_of);
    let mut mma = Mma {
        opcode: line.opcode,
        k: shape.rsplit('k').next().and_then(|k| k.parse().ok()).unwrap_or(0),
        kind,
        a: typed(Role::A).unwrap_or(float(&F16)),
        b: typed(Role::B).unwrap_or(float(&F16)),
        c: typed(Role::C).or(typed(Role::D)).unwrap_or(float(&F32)),
        d: typed(Role::D).unwrap_or(float(&F32)),
        scale: found.role(Role::BlockScale).and(kind).and_then(|kind| scale(found, kind)),
        rounding: found.role(Role::Rounding).map_or(Rounding::TiesToEven, rounding),
        is_clamped: found.role(Role::Clamp).is_some(),
        is_variant: found.role(Role::Group) == Some("cta_group::2")
            || found.taken.contains(&(Role::Fixed, "ws")),
        shape: name.split('.').find(|word| is_shape(word)).unwrap_or_default().to_owned(),
        line,
        spelling: name.to_owned(),
    };
    match (line.opcode, types) {
        (Opcode::Tcgen05, types) => descriptor::apply(&mut mma, types, start + name.len())?,
        (_, Some((types, place))) => {
            let message = String::from(
                "types in braces are for `tcgen05.mma` only; expected operands behind a space",
            );
            let instead = Some(name.to_owned());
            return Err(WrongName { span: place..place + types.len(), message, instead });
        }
        (_, None) => {}
    }
    Ok(mma)
}

/// Whether a word is a shape, such as `m16n8k16`.
fn is_shape(word: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    word.strip_prefix('m').is_some_and(|rest| rest.starts_with(is_digit) && rest.contains('k'))
}

/// The format of an element, by its name.
pub(super) fn element(name: &str) -> Format {
    match name {
        "u4" => Format::Fixed(&U4),
        "s4" => Format::Fixed(&S4),
        name => by_name(name).unwrap_or(Format::Float(&F32)),
    }
}

fn kind_of(word: &str) -> Option<Kind> {
    Some(match word {
        "kind::f16" => Kind::F16,
        "kind::tf32" => Kind::Tf32,
        "kind::f8f6f4" => Kind::F8f6f4,
        "kind::mxf8f6f4" => Kind::Mxf8f6f4,
        "kind::mxf4" => Kind::Mxf4,
        "kind::mxf4nvf4" => Kind::Mxf4nvf4,
        _ => return None,
    })
}

fn rounding(word: &str) -> Rounding {
    match word {
        "rz" => Rounding::TowardZero,
        "rm" => Rounding::TowardNegative,
        "rp" => Rounding::TowardPositive,
        _ => Rounding::TiesToEven,
    }
}

/// The scales of a match.
fn scale(found: &Match, kind: Kind) -> Option<Scale> {
    let is_fine = matches!(found.role(Role::ScaleSize), Some("scale_vec::4X" | "block16"));
    let format = match found.role(Role::ScaleType) {
        Some("ue4m3") => &UE4M3,
        None if is_fine => &UE4M3,
        Some(_) | None => &UE8M0,
    };
    match kind {
        Kind::F16 | Kind::Tf32 | Kind::F8f6f4 => None,
        Kind::Mxf8f6f4 | Kind::Mxf4 | Kind::Mxf4nvf4 => {
            Some(Scale { format, block: if is_fine { 16 } else { 32 } })
        }
    }
}
