//! The formats and modifiers of a question.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::reading::{Note, Reading};
use super::tree::{Node, is_operation, type_of};
use super::words::{Piece, pieces};
use super::{read_with, tree};
use crate::catalog::aliases::{formats_named, modifier_named};
use crate::catalog::elsewhere::{Means as Meant, library_format, number_named};
use crate::catalog::{Context, Group, Modifier, Type};
use crate::text::quote::code;

/// Words before a format.
const MARKERS: &[&str] = &["in", "as", "to", "into", "using", "with", "from", "astype"];

/// Whether alternatives to assumptions are wanted; those of an alternative are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Offers {
    /// They are.
    #[default]
    Wanted,
    /// They are not.
    None,
}

/// The formats that are offered where none is named.
pub(super) const USUAL: [&str; 4] = ["f16", "bf16", "f32", "f64"];

/// The parts of a question besides its operation.
#[derive(Clone, Default)]
pub(super) struct Asked {
    /// The question.
    pub(super) text: String,
    /// Whether alternatives are wanted.
    pub(super) offers: Offers,
    /// The type of the result.
    pub(super) kind: Option<Type>,
    /// The name of that type in the question.
    pub(super) named_kind: String,
    /// The type of the value that is converted.
    pub(super) from: Option<Type>,
    /// Modifiers that are no types.
    pub(super) modifiers: Vec<Modifier>,
    /// Whether the result is converted: `to`, `as`.
    pub(super) is_converted: bool,
    /// Whether bits are those of another format: `to`, not `as`.
    pub(super) is_into: bool,
    /// Whether the result is to be rounded, in whatever direction.
    pub(super) is_rounded: bool,
    /// The remarks on how it is read.
    pub(super) notes: Vec<Note>,
    /// A format that PTX does not have, and the reason why another one does not do.
    pub(super) missing: Option<(String, &'static str)>,
}

impl Asked {
    /// Reads pieces as one operation or several, or as the conversion of a number.
    pub(super) fn question(mut self, pieces: &[Piece<'_>], context: &Context) -> Option<Reading> {
        let rest = self.read(pieces)?;
        let node = self.source(tree::tree(&rest, &[])?);
        let node = self.typed(node)?;
        let missing = self.missing.take();
        let reading = self.answer(node, context)?;
        Some(match missing {
            Some((name, reason)) => reading.in_place_of(&code(&name), reason),
            None => reading,
        })
    }

    /// Adds a remark.
    pub(super) fn note(&mut self, text: String) {
        self.notes.push(text.into());
    }

    /// Whether the question begins with `why`.
    pub(super) fn asks_why(&self) -> bool {
        let word = self.text.split_whitespace().next();
        word.is_some_and(|word| word.eq_ignore_ascii_case("why"))
    }

    /// The question in other formats, as far as it is read then.
    pub(super) fn in_formats(&self, names: &[&str], context: &Context) -> Vec<String> {
        if self.offers == Offers::None {
            return Vec::new();
        }
        let own = &*self.named_kind;
        let respelled = |name: &&str| {
            if own.is_empty() {
                [&*self.text, " in ", name].concat()
            } else {
                self.text.replacen(own, name, 1)
            }
        };
        let is_read = |text: &String| {
            let found = read_with(text, context, Offers::None);
            found.is_some_and(|reading| !reading.is_nothing())
        };
        names.iter().map(respelled).filter(is_read).collect()
    }

    /// Says that no format is named.
    pub(super) fn note_usual(&mut self, kind: Type, context: &Context) {
        let own = kind.format().name();
        let others: Vec<_> = USUAL.into_iter().filter(|name| *name != own).collect();
        let instead = self.in_formats(&others, context);
        let text = ["no format is named, so it is ", own].concat();
        self.notes.push(Note { text, instead });
        if mixes_literals(&self.text) {
            self.note(["in C, a number without `f` is an f64; here, all are ", own].concat());
        }
    }

    /// Reads the formats and modifiers of a question; what it returns is an operation on numbers.
    pub(super) fn read<'t>(&mut self, pieces: &[Piece<'t>]) -> Option<Vec<Piece<'t>>> {
        let left = self.left_over(pieces)?;
        match *left {
            [] => None,
            // A name of a variable, unless a format is asked for: `e in half`.
            [Piece::Word("e")] if self.kind.is_some() => {
                Some(alloc::vec![Piece::Number(number_named("math.e")?)])
            }
            _ => Some(left),
        }
    }

    /// Takes formats and modifiers out of a question, and returns what is left; `None` if formats
    /// contradict each other.
    fn left_over<'t>(&mut self, pieces: &[Piece<'t>]) -> Option<Vec<Piece<'t>>> {
        let opens = |rest: &[Piece<'_>]| rest.first() == Some(&Piece::Sign('('));
        let is_later = |left: &[Piece<'_>], kind: Option<Type>| !left.is_empty() || kind.is_some();
        let mut left: Vec<Piece<'t>> = Vec::new();
        let mut rest = self.verb(pieces);
        while let Some((first, behind)) = rest.split_first() {
            rest = behind;
            // `rounded up`; `round` begins a question about an integer, unless a direction follows.
            let is_direction =
                || rest.split_first().is_some_and(|(word, rest)| phrase(*word, rest).is_some());
            if first.is_one_of(&["rounded", "rounding"])
                || first.is_one_of(&["round"]) && is_later(&left, self.kind) && is_direction()
            {
                self.is_rounded = true;
                continue;
            }
            if let Some((modifier, count)) = phrase(*first, rest) {
                self.modifiers.push(modifier);
                rest = rest.get(count..).unwrap_or_default();
                continue;
            }
            let is_marker = first.is_one_of(MARKERS);
            // `.to(torch.half)`, `.half()`
            let closes = |piece: Option<&Piece<'_>>| piece == Some(&Piece::Sign(')'));
            let (next, n_more) = match rest {
                [Piece::Sign('('), inner, end @ ..] if is_marker && closes(end.first()) => {
                    (Some(*inner), 3)
                }
                [Piece::Sign('('), end @ ..] if !is_marker && closes(end.first()) => {
                    (Some(*first), 2)
                }
                [inner, ..] if is_marker => (Some(*inner), 1),
                _ => ((!is_marker).then_some(*first), 0),
            };
            let kind = next.and_then(Piece::word).and_then(type_of);
            let is_cast = n_more < 2 && opens(rest.get(n_more..).unwrap_or_default());
            if let (Some(kind), false) = (kind, is_cast) {
                let is_source = first.is_one_of(&["from"]);
                let place = if is_source { &mut self.from } else { &mut self.kind };
                // `f32 to f16`: what is named before is the source; LLVM names a type with each
                // argument.
                if let Some(before) = place.replace(kind).filter(|before| *before != kind)
                    && (is_source || self.from.replace(before).is_some())
                {
                    return None;
                }
                self.is_into |= first.is_one_of(&["to", "into", "astype"]) || n_more == 2;
                self.is_converted |= self.is_into || first.is_one_of(&["as"]);
                let name = next.and_then(Piece::word).unwrap_or_default();
                if !is_source {
                    self.named_kind = String::from(name);
                }
                self.note_format(name, kind);
                self.note_library(name);
                rest = rest.get(n_more..).unwrap_or_default();
                // `tensor(0.1, dtype=torch.half)`
                if left.last() == Some(&Piece::Sign(',')) && closes(rest.first()) {
                    left.pop();
                }
            } else if !is_marker {
                self.note_library(first.word().unwrap_or_default());
                left.push(*first);
            }
        }
        Some(left)
    }

    /// Takes the verb off that begins a question about a format or a direction: `round 0.1 to bf16`.
    /// Without these, and as a function, it asks for an integer: `round 2.5`, `round(0.1)`.
    fn verb<'p, 't>(&mut self, pieces: &'p [Piece<'t>]) -> &'p [Piece<'t>] {
        let [verb, rest @ ..] = pieces else { return pieces };
        let is_format = |piece: &Piece<'_>| {
            piece.word().and_then(type_of).is_some_and(|kind| !kind.is_integer())
        };
        let has_format = rest.iter().any(is_format);
        let has_direction = || {
            (0..rest.len()).filter_map(|index| rest.get(index..)?.split_first()).any(
                |(first, behind)| {
                    let found = phrase(*first, behind);
                    found.is_some_and(|(modifier, _)| modifier.group() == Group::Rounding)
                },
            )
        };
        if rest.first() == Some(&Piece::Sign('(')) {
            return pieces;
        }
        if verb.is_one_of(&["truncate"]) && has_format {
            self.modifiers.push(Modifier::Rz);
        } else if !verb.is_one_of(&["round"]) || !has_format && !has_direction() {
            return pieces;
        }
        self.is_rounded = true;
        rest
    }

    /// Says which of several formats a name is taken for; [`Self::offer_formats`] adds the texts.
    fn note_format(&mut self, name: &str, kind: Type) {
        if let [_, other] = formats_named(name).as_slice() {
            let kind = kind.format().name();
            self.note([name, " is ", kind, " here, not ", other.name()].concat());
        }
    }

    /// Adds the question with the other format to the remark on a name of several.
    pub(super) fn offer_formats(&mut self, context: &Context) {
        let [_, other] = formats_named(&self.named_kind)[..] else { return };
        let instead = self.in_formats(&[other.name()], context);
        let behind = [" here, not ", other.name()].concat();
        if let Some(note) = self.notes.iter_mut().find(|note| note.text.ends_with(&behind)) {
            note.instead = instead;
        }
    }

    /// Notes how a format of a library differs from that of PTX.
    fn note_library(&mut self, name: &str) {
        if let Some(row) = library_format(name) {
            if matches!(row.means, Meant::Nothing { .. }) {
                self.missing = Some((name.to_string(), row.note));
            } else {
                self.note(row.note.to_string());
            }
        }
    }

    /// Takes the cast of a number off that is converted to another type: it is the source.
    pub(super) fn source(&mut self, node: Node) -> Node {
        match node {
            Node::Cast(kind, inner)
                if matches!(*inner, Node::Number(_))
                    && self.is_converted
                    && self.from.is_none()
                    && self.kind.is_some_and(|to| to != kind) =>
            {
                self.from = Some(kind);
                *inner
            }
            Node::Number(_) | Node::Call(..) | Node::Cast(..) | Node::Name(_) => node,
        }
    }

    /// Takes casts of operands off: their type is that of the operation.
    pub(super) fn typed(&mut self, node: Node) -> Option<Node> {
        match node {
            Node::Number(_) | Node::Name(_) => Some(node),
            // The cast of an operation rounds its result.
            Node::Cast(kind, inner) if matches!(*inner, Node::Call(..)) && self.is_other(kind) => {
                Some(Node::Cast(kind, alloc::boxed::Box::new(self.typed(*inner)?)))
            }
            Node::Cast(kind, inner) => {
                // A cast of a number alone converts it.
                self.is_converted |= matches!(*inner, Node::Number(_)) && self.kind.is_none();
                match self.kind.replace(kind) {
                    Some(other) if other != kind => None,
                    Some(_) | None => self.typed(*inner),
                }
            }
            Node::Call(name, arguments) => {
                let typed = arguments.into_iter().map(|each| self.typed(each));
                let typed = typed.collect::<Option<Vec<_>>>()?;
                Some(Node::Call(name, typed))
            }
        }
    }

    /// Whether a type is not the one that is asked for.
    fn is_other(&self, kind: Type) -> bool {
        self.kind.is_none_or(|own| own != kind)
    }

    /// The answer to an operation.
    fn answer(mut self, node: Node, context: &Context) -> Option<Reading> {
        self.offer_formats(context);
        let is_double = self.kind == Some(Type::F64) && !self.named_kind.is_empty();
        if is_double && !matches!(node, Node::Number(_)) && has_literal(&self.text, Type::F32) {
            self.note(
                "in C, a number with `f` is rounded to f32 first; here, all are f64".to_string(),
            );
        }
        match node {
            // A power alone is an operation, unless it is a number.
            Node::Number(text) => self.convert(&text, context),
            Node::Call(name, arguments)
                if arguments.iter().all(|each| matches!(each, Node::Number(_))) =>
            {
                let numbers: Vec<_> = arguments.into_iter().filter_map(Node::number).collect();
                self.compute(&name, &numbers, context)
            }
            Node::Call(..) | Node::Cast(..) => super::chain::read(self, &node, context),
            Node::Name(_) => None,
        }
    }
}

/// Whether a text has numbers that are f32 in C, and some that are f64.
fn mixes_literals(text: &str) -> bool {
    has_literal(text, Type::F32) && has_literal(text, Type::F64)
}

/// Whether a text has a number of that type in C.
fn has_literal(text: &str, kind: Type) -> bool {
    pieces(text).unwrap_or_default().iter().any(|piece| piece.literal() == Some(kind))
}

/// The modifier that some words name, and how many after the first belong to it; one that names an
/// operation on what follows is none.
fn phrase(first: Piece<'_>, rest: &[Piece<'_>]) -> Option<(Modifier, usize)> {
    let word = first.word()?;
    let second = rest.first().and_then(|piece| piece.word());
    let joined = second.map(|second| [word, "_", second].concat());
    if let Some(modifier) = joined.and_then(|name| modifier_named(&name)) {
        return Some((modifier, 1));
    }
    let is_followed = matches!(rest.first(), Some(Piece::Number(_) | Piece::Sign('(' | '-')));
    if is_followed && is_operation(word) {
        return None;
    }
    let own = Modifier::parse(&[".", word].concat());
    let is_setting = |each: &Modifier| {
        matches!(each.group(), Group::Rounding | Group::Flush | Group::Clamp | Group::Finite)
    };
    let modifier = own.filter(is_setting).or_else(|| modifier_named(word))?;
    Some((modifier, 0))
}
