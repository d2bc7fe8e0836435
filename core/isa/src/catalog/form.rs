//! The vocabulary of a catalog row. A row is one syntax line of the ISA.

use alloc::string::String;
use alloc::vec::Vec;

use super::modifier::{Group, Modifier};
use super::requires::Requires;
use super::slot::{Choice, Slot};
use super::types::{Signature, Type};
use crate::catalog::bound::Bound;
use crate::format::{FixedFormat, Format};
use crate::source::Source;

/// The type of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandType {
    /// One of the types that the instruction spells, counted from 0.
    Spelled(u8),
    /// A type that it does not spell.
    Fixed(Type),
}

/// The role of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Each of its lanes belongs to the lane of that index of the other operands.
    Lanes,
    /// It holds one datum, for this lane of the destination.
    Lane(u8),
    /// It holds the random bits of every lane.
    RandomBits,
    /// Each of its lanes is the scale factor of the lane of that index.
    ScaleFactor,
    /// It is the scale factor of every lane.
    SharedScale,
}

impl Role {
    /// Whether the operand scales.
    #[must_use]
    pub const fn is_scale(self) -> bool {
        matches!(self, Self::ScaleFactor | Self::SharedScale)
    }
}

/// An operand of a syntax line: one register.
#[derive(Debug, PartialEq, Eq)]
pub struct Operand {
    /// Its name in the syntax line.
    pub name: &'static str,
    /// Its type.
    pub kind: OperandType,
    /// The role.
    pub role: Role,
    /// Whether it is in braces, together with its neighbors that are.
    pub is_braced: bool,
}

impl Operand {
    /// The only name of the syntax lines that no register may have.
    pub(crate) const SCALE_FACTOR: &'static str = "scale-factor";
}

/// The operation of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// *a* + *b*.
    Add,
    /// *a* − *b*.
    Sub,
    /// *a* × *b*.
    Mul,
    /// *a* × *b* + *c*, rounded once.
    Fma,
    /// *a* × *b* + *c* with a truncated product, on `sm_1x` (PTX ISA 9.7.3.7).
    MadTruncated,
    /// *a* ÷ *b*.
    Div,
    /// |*a*|.
    Abs,
    /// −*a*.
    Neg,
    /// The lesser of the operands.
    Min,
    /// The greater of the operands.
    Max,
    /// 1 ÷ *a*.
    Rcp,
    /// √*a*.
    Sqrt,
    /// 1 ÷ √*a*.
    Rsqrt,
    /// sin *a*.
    Sin,
    /// cos *a*.
    Cos,
    /// log₂ *a*.
    Lg2,
    /// 2^*a*.
    Ex2,
    /// tanh *a*.
    Tanh,
    /// 1 ÷ *a* from the upper word of *a*.
    RcpUpper,
    /// 1 ÷ √*a* from the upper word of *a*.
    RsqrtUpper,
    /// *b* with the sign of *a*.
    CopySign,
    /// Whether *a* has a property.
    TestProperty,
    /// *a* in another format, or rounded to an integral value.
    Convert,
}

/// The accuracy of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accuracy {
    /// The exact value, rounded once in the chosen direction (IEEE 754-2019 §2.1.12).
    CorrectlyRounded,
    /// Within the documented error.
    Approximate(&'static Bound),
}

/// Whether the ISA has the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is a syntax line of the ISA.
    Documented,
    /// The ISA does not list it, but `ptxas` assembles it.
    Undocumented {
        /// The observation, as a sentence.
        note: &'static str,
        /// Whether the modifiers make the meaning clear; otherwise the result is unspecified.
        is_evident: bool,
    },
    /// The ISA lists it, but `ptxas` rejects it: no program can use it.
    Refused {
        /// The observation, as a sentence.
        note: &'static str,
    },
}

impl Status {
    /// The words for it, from the nearest to the ISA.
    pub const NAMES: [&str; 3] = ["documented", "undocumented", "refused"];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Documented => Self::NAMES[0],
            Self::Undocumented { .. } => Self::NAMES[1],
            Self::Refused { .. } => Self::NAMES[2],
        }
    }

    /// Returns the distance from the ISA: 0 for a documented row.
    const fn rank(self) -> u8 {
        match self {
            Self::Documented => 0,
            Self::Undocumented { .. } => 1,
            Self::Refused { .. } => 2,
        }
    }
}

/// The versions and targets on which the assembler accepts a row, where they are not those of the
/// ISA's notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tolerated {
    /// The versions and targets that have it in the assembler.
    pub requires: Requires,
    /// The observation, as a sentence.
    pub note: &'static str,
}

/// The types of different slots that go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// All of them.
    Any,
    /// Pairs whose first type cannot hold every value of the second, so that a limit matters.
    Saturable,
}

/// A syntax line with all that belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The opcode.
    pub opcode: &'static str,
    /// The modifier slots, in order.
    pub slots: &'static [Slot],
    /// The types that go together.
    pub pairing: Pairing,
    /// Modifiers that are in force without being spelled: what an old version defaults to.
    pub implied: &'static [Modifier],
    /// The operands, the destination first.
    pub operands: &'static [Operand],
    /// The operation.
    pub operation: Operation,
    /// The accuracy.
    pub accuracy: Accuracy,
    /// The versions and targets that have it.
    pub requires: Requires,
    /// The other versions and targets on which the assembler accepts it.
    pub tolerated: Option<Tolerated>,
    /// Whether the ISA has it.
    pub status: Status,
    /// The section of the ISA.
    pub source: Source,
}

impl Form {
    /// The destination operand.
    pub fn destination(&self) -> &'static Operand {
        const UNNAMED: &Operand = &super::dsl::operand("d");
        self.operands.first().unwrap_or(UNNAMED)
    }

    /// The source operands.
    pub fn sources(&self) -> &'static [Operand] {
        self.operands.get(1..).unwrap_or_default()
    }

    /// Returns the documented bounds of an approximate result.
    pub fn bound(&self) -> Option<&'static Bound> {
        match self.accuracy {
            Accuracy::CorrectlyRounded => None,
            Accuracy::Approximate(bound) => Some(bound),
        }
    }

    /// The syntax line in the ISA's notation: `add{.rnd}{.ftz}{.sat}.f32  d, a, b;`.
    pub fn syntax(&self) -> String {
        let mut text = String::from(self.opcode);
        for slot in self.slots {
            let (open, close) = if slot.is_required() { ("", "") } else { ("{", "}") };
            text.extend([open, slot.name, close]);
        }
        text.push_str("  ");
        text.push_str(&self.operand_list());
        text.push(';');
        text
    }

    /// The operands as a statement has them: one by one, those in braces together.
    pub fn operand_groups(&self) -> impl Iterator<Item = &'static [Operand]> + use<> {
        self.operands.chunk_by(|a, b| a.is_braced && b.is_braced)
    }

    /// The operands as a statement writes them: `d, {a, b, e, f}, rbits`.
    pub fn operand_list(&self) -> String {
        let names: Vec<_> = self.operands.iter().map(|operand| operand.name).collect();
        self.operand_list_of(&names)
    }

    /// Like [`Self::operand_list`], with other names for the operands.
    pub fn operand_list_of(&self, names: &[&str]) -> String {
        let mut names = names.iter().copied();
        let mut text = String::new();
        for group in self.operand_groups() {
            let (open, close) =
                if group.iter().any(|operand| operand.is_braced) { ("{", "}") } else { ("", "") };
            text.push_str(if text.is_empty() { "" } else { ", " });
            text.push_str(open);
            for (index, _) in group.iter().enumerate() {
                text.push_str(if index == 0 { "" } else { ", " });
                text.push_str(names.next().unwrap_or_default());
            }
            text.push_str(close);
        }
        text
    }

    /// Returns the number of operands of a statement; a braced group counts once.
    pub fn operand_count(&self) -> usize {
        self.operand_groups().count()
    }

    /// Whether an instruction of this form without a rounding modifier may be contracted: the
    /// assembler may fuse a product and a sum of such instructions into one multiply-add.
    pub fn may_contract(&self) -> bool {
        let is_term = matches!(self.operation, Operation::Add | Operation::Sub | Operation::Mul);
        let is_rounding = |slot: &Slot| {
            slot.choices.iter().any(|choice| choice.modifier.group() == Group::Rounding)
        };
        is_term && self.slots.iter().any(|slot| is_rounding(slot) && !slot.is_required())
    }

    /// Whether it comes before a row of the same opcode.
    pub(super) const fn goes_before(&self, other: &Self) -> bool {
        let (opcode, same) = (self.opcode.as_bytes(), other.opcode.as_bytes());
        let mut length = 0;
        while length < opcode.len() && length < same.len() && opcode[length] == same[length] {
            length += 1;
        }
        length == opcode.len() && length == same.len() && self.status.rank() < other.status.rank()
    }

    /// Whether the ISA has the row.
    pub fn is_documented(&self) -> bool {
        self.status == Status::Documented
    }

    /// Whether the assembler accepts the row.
    pub fn is_assembled(&self) -> bool {
        !matches!(self.status, Status::Refused { .. })
    }

    /// Every choice of every slot.
    pub fn choices(&self) -> impl Iterator<Item = &'static Choice> + use<> {
        self.slots.iter().flat_map(|slot| slot.choices)
    }

    /// The slots for instruction types.
    pub fn type_slots(&self) -> impl Iterator<Item = &'static Slot> + use<> {
        self.slots.iter().filter(|slot| slot.is_type())
    }

    /// Whether types go together.
    pub fn pairs(&self, types: Signature) -> bool {
        let format = |place| types.get(place).map(Type::format);
        match (self.pairing, format(0), format(1)) {
            (Pairing::Saturable, Some(Format::Fixed(to)), Some(Format::Fixed(from))) => {
                !holds_all(to, from)
            }
            (Pairing::Any | Pairing::Saturable, ..) => true,
        }
    }

    /// Every spelling of types that the row accepts.
    pub fn signatures(&self) -> Vec<Signature> {
        let mut all = alloc::vec![Signature::default()];
        for (place, slot) in self.type_slots().enumerate() {
            let mut longer = Vec::new();
            for prefix in all {
                for choice in slot.choices {
                    if let Modifier::Type(kind) = choice.modifier {
                        longer.push(prefix.with(place, kind));
                    }
                }
            }
            all = longer;
        }
        all.retain(|types| self.pairs(*types));
        all
    }
}

/// Whether every value of one integer format is a value of another.
const fn holds_all(to: &FixedFormat, from: &FixedFormat) -> bool {
    if to.signed == from.signed {
        to.width >= from.width
    } else {
        to.signed && to.width > from.width
    }
}

/// The largest number of source operands of a form.
pub const MAX_SOURCES: usize = 5;
