//! The vocabulary of a row. A row is one syntax line of the ISA.

use alloc::string::String;

use super::shape::Shape;
use crate::catalog::{self, Part, Requires, Tolerated, Word};
use crate::source::Source;

/// A place for a modifier in a syntax line; the modifiers are spelled with their dots.
pub type Slot = catalog::Slot<&'static str>;

impl Word for &'static str {
    fn spelling(self) -> &'static str {
        self
    }

    fn is_type(self) -> bool {
        Shape::parse(self).is_some()
    }
}

impl Slot {
    /// Returns its text in a syntax line: its name, or the only choice.
    pub(super) const fn written(&self) -> &'static str {
        if let [only] = self.choices { only.modifier } else { self.name }
    }

    /// Whether a modifier fits it.
    pub(super) fn has(&self, word: &str) -> bool {
        self.choices.iter().any(|choice| choice.modifier == word)
    }
}

/// The type of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One of the types that the instruction spells, counted from 0.
    Spelled(u8),
    /// The first spelled type; with `.wide`, the type of twice its size.
    Wide,
    /// A type that it does not spell.
    Fixed(&'static Shape),
    /// A predicate that may be negated with `!`.
    Condition,
    /// An integer constant up to 255.
    Constant,
}

/// An operand of a syntax line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Its name in the syntax line.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
}

/// The constants that the assembler accepts for an operand, beyond those of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constants {
    /// Constants of the operand's type.
    Typed,
    /// Integers, though its type has no interpretation.
    Integers,
    /// Integers up to 255.
    Bytes,
    /// None: it is a register.
    Nothing,
}

/// The operation of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the opcode of that name")]
pub enum Operation {
    Add,
    Sub,
    Mul,
    Mad,
    Mul24,
    Mad24,
    Sad,
    Div,
    Rem,
    Abs,
    Neg,
    Min,
    Max,
    Popc,
    Clz,
    Bfind,
    Brev,
    Bfe,
    Bfi,
    Szext,
    Bmsk,
    Dp4a,
    Dp2a,
    Set,
    Setp,
    Selp,
    Slct,
    And,
    Or,
    Xor,
    Not,
    Cnot,
    Lop3,
    Shf,
    Shl,
    Shr,
    Prmt,
    Pack,
}

/// A syntax line with all that belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The opcode.
    pub opcode: &'static str,
    /// The modifier slots, in order.
    pub slots: &'static [Slot],
    /// The registers that it writes, separated by `|`.
    pub written: &'static [Operand],
    /// The number of operands that may be left out.
    pub n_optional: u8,
    /// The operands that it reads.
    pub read: &'static [Operand],
    /// The operation.
    pub operation: Operation,
    /// Whether it reads the carry.
    pub reads_carry: bool,
    /// Whether its carry is that of a subtraction.
    pub is_borrow: bool,
    /// The versions and targets that have it by the ISA's notes.
    pub requires: Requires,
    /// The versions and targets on which the assembler accepts it, where they are others.
    pub tolerated: Option<Tolerated>,
    /// The section of the ISA.
    pub source: Source,
}

impl Form {
    /// Returns its requirements, without those of its modifiers.
    pub(super) const fn part(&self) -> Part {
        Part { modifier: None, requires: self.requires, tolerated: self.tolerated }
    }

    /// The syntax line in the ISA's notation: `lop3.b32  d, a, b, c, immLut;`.
    pub fn syntax(&self) -> String {
        let mut text = String::from(self.opcode);
        for slot in self.slots {
            let (open, close) = if slot.is_required() { ("", "") } else { ("{", "}") };
            text.extend([open, slot.written(), close]);
        }
        text.push_str("  ");
        text.push_str(&self.operand_list());
        text.push(';');
        text
    }

    /// The operands as a statement writes them: `p{|q}, a, b`.
    pub fn operand_list(&self) -> String {
        let mut text = String::new();
        let first_optional = self.written.len().saturating_sub(usize::from(self.n_optional));
        for (index, operand) in self.written.iter().enumerate() {
            let is_optional = index >= first_optional;
            let before = if index == 0 { "" } else { "|" };
            let (open, close) = if is_optional { ("{", "}") } else { ("", "") };
            text.extend([open, before, operand.name, close]);
        }
        for operand in self.read {
            let sign = if operand.kind == Kind::Condition { "{!}" } else { "" };
            text.extend([", ", sign, operand.name]);
        }
        text
    }
}
