//! Questions as people type them, as statements: `0.1 + 0.2 in bf16`, `500 to fp8`,
//! `max(nan, 1)`, `what is 1/0`.
//!
//! A question names numbers, an operation by its sign, its opcode or a name from elsewhere
//! ([`crate::catalog::aliases`]), a format, and perhaps how to round. One operation is read, and a
//! product with a sum as a fused one. Any other text is not a question.

mod conversion;
pub(crate) mod message;
mod tree;
mod words;

#[cfg(test)]
mod tests;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use self::tree::{Node, is_operation, opcode_of};
use self::words::{Piece, pieces};
use crate::catalog::aliases::{formats_named, modifier_named, type_named};
use crate::catalog::{
    Context, Form, Group, Instruction, Modifier, Operation, Role, Type, forms_of, nearest_context,
    opcode_spelled,
};
use crate::syntax::{Meant, Statement};
use crate::text;
use crate::text::quote::code;

/// A question as a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The statement with its values, without a destination: `add.rn.bf16 0.1, 0.2`.
    pub statement: String,
    /// Its instruction.
    pub instruction: Instruction,
    /// The version and target that have it: those asked for if they do, else the nearest ones.
    pub context: Context,
    /// The reading of the question as a sentence; code between back quotes.
    pub reading: String,
}

/// Reads a question; `None` if the text is not one.
///
/// ```
/// use ptxfp::syntax::ask;
/// use ptxfp::catalog::{Context, LATEST_ISA, Target};
///
/// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
/// let statement = |text| ask::statement(text, &context).map(|answer| answer.statement);
/// assert_eq!(statement("0.1 + 0.2 in bf16").as_deref(), Some("add.rn.bf16 0.1, 0.2"));
/// assert_eq!(
///     statement("500 to e4m3").as_deref(),
///     Some("cvt.rn.satfinite.e4m3x2.f32 500, 0")
/// );
/// assert_eq!(statement("max(NaN, 1)").as_deref(), Some("max.f32 nan, 1"));
/// assert_eq!(statement("hello"), None);
/// ```
#[must_use]
pub fn statement(text: &str, context: &Context) -> Option<Answer> {
    let mut asked = Asked::default();
    let rest = asked.read(&pieces(text)?)?;
    let node = asked.typed(tree::tree(&rest)?)?;
    asked.answer(node, context)
}

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
    /// The remarks on how it is read.
    notes: Vec<String>,
}

impl Asked {
    /// Takes formats and modifiers out of a question; the rest is an operation on numbers.
    fn read<'t>(&mut self, pieces: &[Piece<'t>]) -> Option<Vec<Piece<'t>>> {
        let mut left: Vec<Piece<'t>> = Vec::new();
        let mut rest = pieces;
        while let Some((first, behind)) = rest.split_first() {
            rest = behind;
            let opens = |rest: &[Piece<'_>]| rest.first() == Some(&Piece::Sign('('));
            if let Some((modifier, count)) = phrase(*first, rest) {
                self.modifiers.push(modifier);
                rest = rest.get(count..).unwrap_or_default();
                continue;
            }
            let is_marker = first.is_one_of(&["in", "as", "to", "into", "using", "with", "from"]);
            let next = if is_marker { rest.first().copied() } else { Some(*first) };
            let kind = next.and_then(Piece::word).and_then(type_named);
            let is_cast = opens(rest.get(usize::from(is_marker)..).unwrap_or_default());
            if let (Some(kind), false) = (kind, is_cast) {
                let is_source = first.is_one_of(&["from"]);
                let place = if is_source { &mut self.from } else { &mut self.kind };
                // `f32 to f16`: what is named before is the source.
                if let Some(before) = place.replace(kind)
                    && (is_source || self.from.replace(before).is_some())
                {
                    return None;
                }
                self.is_converted |= first.is_one_of(&["as", "to", "into"]);
                self.note_format(next.and_then(Piece::word).unwrap_or_default(), kind);
                rest = rest.get(usize::from(is_marker)..).unwrap_or_default();
            } else if !is_marker {
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
    fn answer(mut self, node: Node, context: &Context) -> Option<Answer> {
        match fused(node, &mut self.notes) {
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

    /// An operation on numbers.
    fn compute(mut self, name: &str, numbers: &[String], context: &Context) -> Option<Answer> {
        let empty = Statement::default();
        let mut meant = match opcode_spelled(name) {
            Some(opcode) => Meant::new(opcode, &empty),
            None => Meant::named(name, &empty)?,
        };
        let note = meant.alias.map_or("", |alias| alias.note);
        if !note.is_empty() {
            self.notes.push(note.to_string());
        }
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
                let note = ["the fraction ", &fraction, " is one number, rounded once"].concat();
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
        if !self.modifiers.iter().any(is_rounding) && !meant.others.iter().any(is_rounding) {
            meant.others.push(Modifier::Rn);
        }
        meant.others.extend(self.modifiers.iter().copied());
        self.statement(&meant, numbers, context)
    }

    /// The statement for the question, with values.
    fn statement(
        mut self,
        meant: &Meant<'_>,
        numbers: &[String],
        context: &Context,
    ) -> Option<Answer> {
        let takes = |found: &Instruction| {
            let form = found.form;
            let is_needed = |role: Role| matches!(role, Role::Lanes | Role::Lane(_));
            let needed = form.sources().iter().filter(|operand| is_needed(operand.role)).count();
            let is_packed = form.sources().iter().any(|it| matches!(it.role, Role::Lane(_)));
            needed == numbers.len() || is_packed && needed > numbers.len()
        };
        let here = meant.nearest(&|found| takes(found) && found.is_available(context));
        let found =
            here.or_else(|| meant.nearest(&|found| takes(found) && found.form.is_assembled()))?;
        let place = match here {
            Some(_) => *context,
            None => nearest_context(&found.requires(), context)?,
        };
        for modifier in &self.modifiers {
            if !found.has(*modifier) {
                let spelling = code(modifier.spelling());
                self.notes.push([&code(&found.to_string()), " has no ", &spelling].concat());
            }
        }
        let statement = [&found.to_string(), " ", &operands(&found, numbers)?].concat();
        if found.form.sources().iter().any(|it| matches!(it.role, Role::Lane(_)))
            && numbers.len() == 1
        {
            let name = found.destination_type().format().name();
            self.notes.push([name, " comes in pairs, so the other number is 0"].concat());
        }
        if place.target != context.target {
            self.notes.push(["it needs ", place.target.name].concat());
        } else if place.isa != context.isa {
            self.notes.push(["it needs PTX ISA ", &place.isa.to_string()].concat());
        }
        let mut reading = ["Read as ", &code(&statement)].concat();
        for (index, note) in self.notes.iter().enumerate() {
            reading.extend([if index == 0 { ": " } else { "; " }, note]);
        }
        reading.push('.');
        Some(Answer { statement, instruction: found, context: place, reading })
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

/// The operands of a statement: one number for each source, and for each of its lanes.
fn operands(found: &Instruction, numbers: &[String]) -> Option<String> {
    let mut numbers = numbers.iter();
    let mut all: Vec<String> = Vec::new();
    for group in found.form.operand_groups().skip(1) {
        let mut elements = Vec::new();
        for operand in group {
            let kind = found.operand_type(operand);
            let lanes = usize::from(kind.packing().lanes);
            let number = match operand.role {
                Role::Lanes => numbers.next()?.as_str(),
                Role::Lane(_) => numbers.next().map_or("0", String::as_str),
                Role::RandomBits => "0",
                Role::ScaleFactor | Role::SharedScale => "1",
            };
            text::parse(number, kind.format()).ok()?;
            let list = alloc::vec![number; lanes].join(", ");
            elements.push(if lanes > 1 { ["{", &list, "}"].concat() } else { list });
        }
        let list = elements.join(", ");
        all.push(if group.len() > 1 { ["{", &list, "}"].concat() } else { list });
    }
    numbers.next().is_none().then(|| all.join(", "))
}
