//! What is wrong with a statement, where, and what would be right.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::catalog::{IsaVersion, Target};
use crate::source::Source;
use crate::text::quote::one_line;

/// The kind of a diagnostic. Codes are stable: one that falls out of use is not given again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Code {
    /// There is nothing to read.
    Empty,
    /// A character that no statement has there.
    Unexpected,
    /// No instruction of the catalogue has the opcode.
    UnknownOpcode,
    /// No instruction has the modifier.
    UnknownModifier,
    /// The opcode has the modifier, yet not in this combination.
    ModifierNotAllowed,
    /// A modifier appears twice.
    DuplicateModifier,
    /// A modifier that must be there is not.
    MissingModifier,
    /// There are too few or too many operands.
    OperandCount,
    /// The PTX ISA version is too old.
    IsaTooOld,
    /// The target lacks it.
    TargetTooLow,
    /// The PTX ISA version does not know the target yet.
    TargetUnknown,
    /// The PTX ISA version is too new: the form was withdrawn.
    IsaTooNew,
    /// The ISA lists it, yet the assembler rejects it.
    Refused,
    /// It is PTX, yet no part of a straight-line sequence.
    Unsupported,
    /// A register is used with another width than before.
    RegisterWidth,
    /// An operand is neither a register nor a value.
    Operand,
    /// There is more than one statement.
    Several,
    /// It computes with integers, bits or predicates: only programs evaluate it.
    Companion,
}

impl Code {
    /// The stable name, such as `E003`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Empty => "E001",
            Self::Unexpected => "E002",
            Self::UnknownOpcode => "E003",
            Self::UnknownModifier => "E004",
            Self::ModifierNotAllowed => "E005",
            Self::DuplicateModifier => "E006",
            Self::MissingModifier => "E007",
            Self::OperandCount => "E008",
            Self::IsaTooOld => "E009",
            Self::TargetTooLow => "E010",
            Self::TargetUnknown => "E011",
            Self::IsaTooNew => "E012",
            Self::Refused => "E013",
            Self::Unsupported => "E014",
            Self::RegisterWidth => "E015",
            Self::Operand => "E016",
            Self::Several => "E017",
            Self::Companion => "E018",
        }
    }
}

/// A fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as a button would say it.
    pub label: String,
    /// What changes.
    pub action: Action,
}

/// What a fix changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The opcode and its modifiers become this text.
    Spelling(String),
    /// The whole statement becomes this text: other modifiers need other operands.
    Statement(String),
    /// The module says this version and target.
    Context(IsaVersion, &'static Target),
}

/// Something that is wrong with a statement: one with a diagnostic is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind.
    pub code: Code,
    /// The bytes of the statement it is about; empty at a place where something is missing.
    pub span: Range<usize>,
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// The section with the rule.
    pub source: Option<Source>,
    /// Fixes, the likeliest first; each keeps the types, or the modifier that it is about.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    pub(crate) fn new(code: Code, span: Range<usize>, message: String) -> Self {
        Self { code, span, message: one_line(message), source: None, fixes: Vec::new() }
    }
}

impl Diagnostic {
    /// The message and the section, on one line.
    pub fn reason(&self) -> String {
        match &self.source {
            Some(source) => alloc::format!("{} ({source})", self.message),
            None => self.message.clone(),
        }
    }
}

impl fmt::Display for Fix {
    /// What to try: `try add.f32`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.action {
            Action::Spelling(text) | Action::Statement(text) => write!(f, "try {text}"),
            Action::Context(isa, target) => write!(f, "try PTX ISA {isa} on {}", target.name),
        }
    }
}
