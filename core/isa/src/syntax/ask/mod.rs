//! Questions as people type them, as statements: `0.1 + 0.2 in bf16`, `500 to fp8`,
//! `max(nan, 1)`, `what is 1/0`.
//!
//! A question names numbers, an operation by its sign, its opcode or a name from elsewhere
//! ([`crate::catalog::elsewhere`]), a format, and perhaps how to round. One operation is read, and a
//! product with a sum as a fused one. A function of another language may be several statements, or
//! something that PTX does not have. Any other text is not a question.

mod conversion;
mod found;
mod named;
mod once;
mod tree;
mod words;

#[cfg(test)]
mod tests;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use self::found::{Found, filler, n_numbers, operands};
use self::tree::{Node, is_operation, opcode_of, type_of};
use self::words::{Piece, pieces};
use crate::catalog::aliases::{formats_named, modifier_named};
use crate::catalog::elsewhere::{Means, library_format};
use crate::catalog::{Context, Form, Group, Modifier, Operation, Type, forms_of};
use crate::syntax::Intended;
use crate::text;
use crate::text::quote::code;

/// The kind of answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
pub enum Kind {
    /// One statement.
    Statement,
    /// A program of several statements.
    Program,
    /// Nothing that PTX has; a statement comes nearest.
    Nothing,
}

/// The reading of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
pub struct Reading {
    /// The kind of answer.
    pub kind: Kind,
    /// The statement with its values, without a destination: `add.rn.bf16 0.1, 0.2`. Or the program,
    /// whose inputs are in comments (`explore::sequence::input_comments`).
    pub text: String,
    /// The version and target that have it: those asked for if they do, else the nearest ones.
    pub context: Context,
    /// The reading, or why there is none, in sentences; code between back quotes.
    pub sentence: String,
}

/// Reads a question; `None` if the text is not one.
///
/// ```
/// use ptxfp::syntax::ask::{self, Kind};
/// use ptxfp::catalog::{Context, LATEST_ISA, Target};
///
/// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
/// let read = |text| ask::read(text, &context);
/// assert_eq!(read("0.1 + 0.2 in bf16").unwrap().text, "add.rn.bf16 0.1, 0.2");
/// assert_eq!(read("500 to e4m3").unwrap().text, "cvt.rn.satfinite.e4m3x2.f32 500, 0");
/// assert_eq!(read("max(NaN, 1)").unwrap().text, "max.f32 nan, 1");
/// assert_eq!(read("expf(1)").unwrap().kind, Kind::Program);
/// assert_eq!(read("sinf(1)").unwrap().kind, Kind::Nothing);
/// assert_eq!(read("hello"), None);
/// ```
#[must_use]
pub fn read(text: &str, context: &Context) -> Option<Reading> {
    let mut asked = Asked::default();
    let rest = asked.read(&with_cast_behind(pieces(text)?))?;
    let node = asked.source(tree::tree(&rest)?);
    let node = asked.typed(node)?;
    let missing = asked.missing.take();
    let reading = asked.answer(node, context)?;
    Some(match missing {
        Some((name, reason)) => reading.in_place_of(&code(&name), reason),
        None => reading,
    })
}

/// A number with a cast of C before it, `(half)0.1`, as a conversion: `0.1 to half`.
fn with_cast_behind(pieces: Vec<Piece<'_>>) -> Vec<Piece<'_>> {
    match pieces[..] {
        [Piece::Sign('('), Piece::Word(name), Piece::Sign(')'), ref number @ ..]
            if type_of(name).is_some()
                && matches!(number, [Piece::Number(_)] | [Piece::Sign('-'), Piece::Number(_)]) =>
        {
            [number, &[Piece::Word("to"), Piece::Word(name)]].concat()
        }
        _ => pieces,
    }
}

/// Words before a format.
const MARKERS: &[&str] = &["in", "as", "to", "into", "using", "with", "from", "astype"];

/// The parts of a question besides its operation.
#[derive(Default)]
struct Asked {
    /// The type of the result.
    kind: Option<Type>,
    /// The type of the value that is converted.
    from: Option<Type>,
    /// Modifiers that are no types.
    modifiers: Vec<Modifier>,
    /// Whether the result is converted: `to`, `as`.
    is_converted: bool,
    /// Whether bits are those of another format: `to`, not `as`.
    is_into: bool,
    /// Whether the result is to be rounded, in whatever direction.
    is_rounded: bool,
    /// The remarks on how it is read.
    notes: Vec<String>,
    /// A format that PTX does not have, and the reason why another one does not do.
    missing: Option<(String, &'static str)>,
}

impl Asked {
    /// Takes formats and modifiers out of a question; the rest is an operation on numbers.
    fn read<'t>(&mut self, pieces: &[Piece<'t>]) -> Option<Vec<Piece<'t>>> {
        let mut left: Vec<Piece<'t>> = Vec::new();
        let mut rest = pieces;
        while let Some((first, behind)) = rest.split_first() {
            rest = behind;
            let opens = |rest: &[Piece<'_>]| rest.first() == Some(&Piece::Sign('('));
            // `rounded up`; `round` begins a question about an integer, unless a direction follows.
            let is_direction =
                || rest.split_first().is_some_and(|(word, rest)| phrase(*word, rest).is_some());
            if first.is_one_of(&["rounded", "rounding"])
                || first.is_one_of(&["round"]) && !left.is_empty() && is_direction()
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
        (!left.is_empty()).then_some(left)
    }

    /// Says which of several formats a name is taken for.
    fn note_format(&mut self, name: &str, kind: Type) {
        if let [_, other] = formats_named(name).as_slice() {
            let kind = kind.format().name();
            self.notes.push([name, " is ", kind, " here, not ", other.name()].concat());
        }
    }

    /// Notes how a format of a library differs from that of PTX.
    fn note_library(&mut self, name: &str) {
        if let Some(row) = library_format(name) {
            if matches!(row.means, Means::Nothing { .. }) {
                self.missing = Some((name.to_string(), row.note));
            } else {
                self.notes.push(row.note.to_string());
            }
        }
    }

    /// Takes the cast of a number off that is converted to another type: it is the source.
    fn source(&mut self, node: Node) -> Node {
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
            node @ (Node::Number(_) | Node::Call(..) | Node::Cast(..)) => node,
        }
    }

    /// Takes casts of operands off: their type is that of the operation.
    fn typed(&mut self, node: Node) -> Option<Node> {
        match node {
            Node::Number(_) => Some(node),
            Node::Cast(kind, inner) => {
                // A cast of a number alone converts it; one of an operation says its type.
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

    /// The statement of an operation.
    fn answer(mut self, node: Node, context: &Context) -> Option<Reading> {
        match fused(node, &mut self.notes) {
            // A power alone is an operation.
            Node::Number(text) if self.kind.is_none() && self.modifiers.is_empty() => {
                match text.strip_prefix("2^") {
                    Some(exponent) => {
                        self.compute(opcode_of(Operation::Ex2), &[exponent.to_string()], context)
                    }
                    None => self.convert(&text, context),
                }
            }
            Node::Number(text) => self.convert(&text, context),
            Node::Cast(..) => None,
            Node::Call(name, arguments) => {
                let mut numbers = Vec::new();
                for argument in arguments {
                    let Node::Number(text) = argument else { return None };
                    numbers.push(text);
                }
                self.compute(&name, &numbers, context)
            }
        }
    }

    /// An operation in PTX on numbers.
    fn named(
        mut self,
        mut meant: Intended<'_>,
        numbers: &[String],
        context: &Context,
    ) -> Option<Reading> {
        let operation = forms_of(meant.opcode).next()?.operation;
        if operation == Operation::Convert {
            return self.convert_as(meant, numbers, context);
        }
        let named = meant.types.first().copied();
        let wanted = self.kind.or(named);
        // A fraction that is converted is one number, and so is one of a format without division.
        let has_type = |kind: Type| {
            let choices = forms_of(meant.opcode).filter(|form| form.is_documented());
            choices.flat_map(Form::signatures).any(|types| types.iter().eq([kind]))
        };
        if let (Operation::Div, [over, under], Some(kind)) = (operation, numbers, self.kind) {
            let fraction = [over.as_str(), "/", under.as_str()].concat();
            let is_number = text::parse(&fraction, kind.format()).is_ok();
            if is_number && (self.is_converted || !has_type(kind)) {
                let note = ["the fraction ", &fraction, " is one number"].concat();
                self.notes.push(note);
                return self.convert(&fraction, context);
            }
        }
        let kind = match wanted {
            Some(kind) if has_type(kind) => kind,
            Some(kind) if kind.is_integer() => return None,
            Some(kind) => {
                let (opcode, name) = (code(meant.opcode), kind.format().name());
                self.notes.push([&opcode, " has no ", name, ", so this is in f32"].concat());
                Type::F32
            }
            None => {
                self.notes.push(String::from("no format is named, so it is f32"));
                Type::F32
            }
        };
        meant.types = alloc::vec![kind];
        let is_rounding = |each: &Modifier| each.group() == Group::Rounding;
        // A name with a type has its rounding, too: a sum without one may be fused.
        let is_usual = named.is_none() && !meant.others.iter().any(is_rounding);
        if is_usual && !self.modifiers.iter().any(is_rounding) {
            meant.others.push(Modifier::Rn);
        }
        meant.others.extend(self.modifiers.iter().copied());
        self.statement(&meant, numbers, context)
    }

    /// The statement for the question, with values.
    fn statement(
        mut self,
        meant: &Intended<'_>,
        numbers: &[String],
        context: &Context,
    ) -> Option<Reading> {
        let Found { instruction: found, context: place } =
            Found::of(meant, numbers.len(), context)?;
        for modifier in &self.modifiers {
            if !found.has(*modifier) {
                let spelling = code(modifier.spelling());
                self.notes.push([&code(&found.to_string()), " has no ", &spelling].concat());
            }
        }
        let statement = [&found.to_string(), " ", &operands(&found, numbers)?].concat();
        if n_numbers(&found) > numbers.len() {
            let source = found.form.sources().first();
            let kinds = [Some(found.destination_type()), source.map(|it| found.operand_type(it))];
            // The narrower of both, which has no instruction for one number.
            let kinds = kinds.into_iter().flatten().filter(|kind| kind.packing().lanes > 1);
            let name = kinds
                .min_by_key(|kind| kind.format().width())
                .map_or("it", |kind| kind.format().name());
            let other = source.map_or("0", |it| filler(found.operand_type(it)));
            self.notes.push([name, " comes in pairs, so the other number is ", other].concat());
        }
        if place.target != context.target {
            self.notes.push(["it needs ", place.target.name].concat());
        } else if place.isa != context.isa {
            self.notes.push(["it needs PTX ISA ", &place.isa.to_string()].concat());
        }
        let mut sentence = ["Read as ", &code(&statement)].concat();
        for (index, note) in self.notes.iter().enumerate() {
            sentence.extend([if index == 0 { ": " } else { "; " }, note]);
        }
        sentence.push('.');
        Some(Reading { kind: Kind::Statement, text: statement, context: place, sentence })
    }
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
    let is_setting =
        |each: &Modifier| matches!(each.group(), Group::Rounding | Group::Flush | Group::Clamp);
    let modifier = own.filter(is_setting).or_else(|| modifier_named(word))?;
    Some((modifier, 0))
}

/// A product with a sum as one operation, and 1 over a root.
fn fused(node: Node, notes: &mut Vec<String>) -> Node {
    let Node::Call(name, arguments) = node else { return node };
    let is = |operation| name == opcode_of(operation);
    let product = |node: &Node| match node {
        Node::Call(inner, factors) if inner == opcode_of(Operation::Mul) => {
            <[Node; 2]>::try_from(factors.clone()).ok()
        }
        Node::Call(..) | Node::Number(_) | Node::Cast(..) => None,
    };
    let pair = <[Node; 2]>::try_from(arguments);
    let arguments = match pair {
        Err(arguments) => arguments,
        Ok([left, right]) => {
            let is_sum = is(Operation::Add);
            if is_sum || is(Operation::Sub) {
                let terms = match (product(&left), product(&right)) {
                    (Some([a, b]), None) => Some([
                        a,
                        b,
                        if is_sum { right.clone() } else { tree::negated(right.clone()) },
                    ]),
                    (None, Some([a, b])) => {
                        Some([if is_sum { a } else { tree::negated(a) }, b, left.clone()])
                    }
                    _ => None,
                };
                if let Some(terms) = terms {
                    notes.push(String::from("the product is not rounded before the sum"));
                    return Node::Call(opcode_of(Operation::Fma).to_string(), terms.into());
                }
            }
            let is_one = left == Node::Number(String::from("1"));
            match &right {
                Node::Call(inner, of)
                    if is_one && is(Operation::Div) && inner == opcode_of(Operation::Sqrt) =>
                {
                    return Node::Call(opcode_of(Operation::Rsqrt).to_string(), of.clone());
                }
                Node::Call(..) | Node::Number(_) | Node::Cast(..) => {}
            }
            alloc::vec![left, right]
        }
    };
    Node::Call(name, arguments)
}
