//! The operations of a question, on numbers.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::words::Piece;
use crate::catalog::aliases::{is_companion, type_named};
use crate::catalog::elsewhere::{landmark_named, library_format, meaning};
use crate::catalog::{Operation, Type, forms, opcode_spelled};
use crate::text::c_hex;

/// An operation on numbers, or a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// The text of an operand.
    Number(String),
    /// An operation by its opcode or by a name from elsewhere.
    Call(String, Vec<Self>),
    /// A number in a format: `bfloat16(0.1)`.
    Cast(Type, Box<Self>),
    /// A variable.
    Name(String),
}

impl Node {
    /// The text of an operand.
    pub(super) fn number(self) -> Option<String> {
        if let Self::Number(text) = self { Some(text) } else { None }
    }
}

/// The largest depth of nested operations.
const MAX_DEPTH: usize = 8;

/// Words that are operands.
const NUMBERS: &[&str] = &["inf", "infinity", "nan", "snan", "min", "max", "sub"];

/// Those of them that may stand in a list without parentheses, where the others are operations.
const WORDS: &[&str] = &["inf", "infinity", "nan", "snan"];

/// The opcode of an operation.
pub(super) fn opcode_of(operation: Operation) -> &'static str {
    forms().find(|form| form.operation == operation).map_or("", |form| form.opcode)
}

/// Whether a word names an operation.
pub(super) fn is_operation(word: &str) -> bool {
    opcode_spelled(word).is_some() || meaning(word).is_some()
}

/// The type of a name of a format, also of one that PTX has only something near to.
pub(super) fn type_of(name: &str) -> Option<Type> {
    type_named(library_format(name).map_or(name, |row| row.means.nearest()))
        .or_else(|| type_named(name))
}

/// The beginnings of constants among the arguments of CUDA's conversions: they are a part of the
/// name.
const CONSTANTS: &[&str] = &["__NV_", "cudaRound"];

/// The beginning of names that have such arguments.
const WITH_CONSTANTS: &str = "__nv_cvt_";

/// A number with a cast of C before it, `(half)0.1`, as a conversion: `0.1 to half`.
pub(super) fn with_cast_behind(pieces: Vec<Piece<'_>>) -> Vec<Piece<'_>> {
    match pieces[..] {
        [Piece::Sign('('), Piece::Word(name), Piece::Sign(')'), ref number @ ..]
            if type_of(name).is_some()
                && matches!(number, [Piece::Number(_)] | [Piece::Sign('-'), Piece::Number(_)]) =>
        {
            [number, &[Piece::Word("to"), Piece::Word(name)]].concat()
        }
        [
            Piece::Sign('('),
            Piece::Word(name),
            Piece::Sign(')'),
            Piece::Sign('('),
            ref rest @ ..,
        ] if type_of(name).is_some() && closes_last(rest) => {
            [&[Piece::Word(name), Piece::Sign('(')], rest].concat()
        }
        _ => pieces,
    }
}

/// Whether the parenthesis before some pieces is closed by the last of them.
fn closes_last(pieces: &[Piece<'_>]) -> bool {
    let mut depth = 1_usize;
    for (place, piece) in pieces.iter().enumerate() {
        depth += usize::from(*piece == Piece::Sign('('));
        depth -= usize::from(*piece == Piece::Sign(')'));
        if depth == 0 {
            return place + 1 == pieces.len();
        }
    }
    false
}

/// Reads pieces to their end; some words are names of variables.
pub(super) fn tree(pieces: &[Piece<'_>], names: &[String]) -> Option<Node> {
    let mut reader = Reader { pieces, names, depth: 0 };
    let node = reader.sum()?;
    reader.pieces.is_empty().then_some(node)
}

struct Reader<'p, 't> {
    pieces: &'p [Piece<'t>],
    names: &'p [String],
    depth: usize,
}

impl<'t> Reader<'_, 't> {
    fn next(&mut self) -> Option<Piece<'t>> {
        let (first, rest) = self.pieces.split_first()?;
        self.pieces = rest;
        Some(*first)
    }

    /// Takes a sign, if it comes next.
    fn take(&mut self, sign: char) -> bool {
        let is_next = self.pieces.first() == Some(&Piece::Sign(sign));
        if is_next {
            self.next();
        }
        is_next
    }

    fn sum(&mut self) -> Option<Node> {
        let mut node = self.product()?;
        loop {
            let operation = match () {
                () if self.take('+') => Operation::Add,
                () if self.take('-') => Operation::Sub,
                () => return Some(node),
            };
            node = call(operation, alloc::vec![node, self.product()?]);
        }
    }

    fn product(&mut self) -> Option<Node> {
        let mut node = self.signed()?;
        loop {
            let operation = match () {
                () if self.take('*') => Operation::Mul,
                () if self.take('/') => Operation::Div,
                () if self.pieces.first().is_some_and(|piece| self.is_times(*piece)) => {
                    self.next();
                    Operation::Mul
                }
                () => return Some(node),
            };
            node = call(operation, alloc::vec![node, self.signed()?]);
        }
    }

    /// Whether a letter stands for the sign of a product.
    fn is_times(&self, piece: Piece<'_>) -> bool {
        piece.is_one_of(&["x"]) && !self.names.iter().any(|name| name == "x")
    }

    fn signed(&mut self) -> Option<Node> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let node = if self.take('-') {
            negated(self.signed()?)
        } else if self.take('+') {
            self.signed()?
        } else {
            self.power()?
        };
        self.depth -= 1;
        Some(node)
    }

    /// A power of two, or what has none.
    fn power(&mut self) -> Option<Node> {
        let base = self.atom()?;
        if self.take('«') {
            let (Node::Number(base), Node::Number(by)) = (base, self.atom()?) else { return None };
            return shifted(&base, &by).map(Node::Number);
        }
        if !self.take('^') {
            return Some(base);
        }
        let Node::Number(base) = base else { return None };
        let exponent = self.signed()?;
        // A power with an integer exponent is a number.
        if let Node::Number(text) = &exponent
            && is_integer(text)
            && (base == "2" || base == "10")
        {
            return Some(Node::Number([&base, "^", text].concat()));
        }
        let is_two = base == "2" || base == "2.0";
        is_two.then(|| call(Operation::Ex2, alloc::vec![exponent]))
    }

    fn atom(&mut self) -> Option<Node> {
        let piece = self.next()?;
        let is_call = self.pieces.first() == Some(&Piece::Sign('('));
        match piece {
            Piece::Number(text) => Some(Node::Number(text.to_string())),
            Piece::Sign('(') => {
                let node = self.sum()?;
                self.take(')').then_some(node)
            }
            Piece::Sign(_) => None,
            Piece::Word(word) if self.names.iter().any(|name| name == word) => {
                Some(Node::Name(word.to_string()))
            }
            Piece::Word(word) => {
                if let Some((landmark, Some(format))) = landmark_named(word)
                    && let Some(bits) = landmark.bits(format)
                {
                    // Every digit, however few the format of the operation keeps.
                    return Some(Node::Number(c_hex(bits, format)));
                }
                let is_number = NUMBERS.iter().any(|each| each.eq_ignore_ascii_case(word));
                // `max` is a number and an operation.
                let is_applied = is_call || is_operation(word) && self.is_argument();
                if is_number && !is_applied {
                    return Some(Node::Number(word.to_ascii_lowercase()));
                }
                if is_call && word.starts_with(WITH_CONSTANTS) {
                    let (constants, arguments) = self.with_constants()?;
                    return Some(Node::Call([word, &constants].concat(), arguments));
                }
                let is_named = is_call && is_operation(word);
                if let Some(kind) = type_of(word).filter(|_| is_call && !is_named) {
                    let mut arguments = self.arguments()?;
                    let only = arguments.pop().filter(|_| arguments.is_empty())?;
                    return Some(Node::Cast(kind, Box::new(only)));
                }
                // A call may also be of a spelled instruction: `add.rm.f32(1, 2)`.
                let first = word.split('.').next().unwrap_or(word);
                let is_spelled =
                    is_call && (opcode_spelled(first).is_some() || is_companion(first));
                let name = (is_spelled || is_operation(word)).then(|| word.to_string())?;
                Some(Node::Call(name, self.arguments()?))
            }
        }
    }

    /// Arguments in parentheses, some of which may be constants: those with a colon before each.
    fn with_constants(&mut self) -> Option<(String, Vec<Node>)> {
        let (mut constants, mut all) = (String::new(), Vec::new());
        self.next();
        loop {
            match self.pieces.first() {
                Some(Piece::Word(word)) if CONSTANTS.iter().any(|it| word.starts_with(it)) => {
                    constants.extend([":", word]);
                    self.next();
                }
                _ => all.push(self.sum()?),
            }
            if self.take(')') {
                return Some((constants, all));
            }
            if !self.take(',') {
                return None;
            }
        }
    }

    /// Whether an argument without parentheses comes next.
    fn is_argument(&self) -> bool {
        match self.pieces.first() {
            Some(Piece::Number(_)) => true,
            Some(piece) => piece.is_one_of(WORDS),
            None => false,
        }
    }

    /// Arguments in parentheses, or a list without them: `max of nan and 1`.
    fn arguments(&mut self) -> Option<Vec<Node>> {
        let is_closed = self.take('(');
        let mut all = alloc::vec![if is_closed { self.sum()? } else { self.signed()? }];
        // A space may separate what has no parentheses.
        while self.take(',') || !is_closed && self.is_argument() {
            all.push(if is_closed { self.sum()? } else { self.signed()? });
        }
        (!is_closed || self.take(')')).then_some(all)
    }
}

fn call(operation: Operation, arguments: Vec<Node>) -> Node {
    Node::Call(opcode_of(operation).to_string(), arguments)
}

/// A whole number times a power of two, as `<<` makes it.
fn shifted(base: &str, by: &str) -> Option<String> {
    let (base, by): (u64, u32) = (base.parse().ok()?, by.parse().ok()?);
    let is_short = by < 64;
    is_short.then(|| (u128::from(base) << by).to_string())
}

/// A number with the other sign; bits have none, so that they are negated by an instruction.
pub(super) fn negated(node: Node) -> Node {
    if let Node::Number(text) = &node
        && !is_bits(text)
    {
        return Node::Number(match text.strip_prefix('-') {
            Some(magnitude) => magnitude.to_string(),
            None => ["-", text].concat(),
        });
    }
    call(Operation::Neg, alloc::vec![node])
}

/// Whether a number is an integer in decimal digits, perhaps negative.
fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether an operand is written as bits.
pub(super) fn is_bits(text: &str) -> bool {
    let is_prefixed =
        |prefix: &str| text.get(..2).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
    let is_hexadecimal = is_prefixed("0x") && !text.contains(['.', 'p', 'P']);
    is_hexadecimal || is_prefixed("0b") || is_prefixed("0f") || is_prefixed("0d")
}
