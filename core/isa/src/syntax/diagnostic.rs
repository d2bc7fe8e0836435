//! Diagnostics: errors in a statement, with positions and fixes.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::catalog::{IsaVersion, Target};
use crate::source::Source;
use crate::text::TextError;
use crate::text::quote::one_line;

/// The kind of a diagnostic. Codes are stable: a retired one is never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Code {
    /// There is nothing to read.
    Empty,
    /// A character is not allowed there.
    Unexpected,
    /// No instruction of the catalog has the opcode.
    UnknownOpcode,
    /// No instruction has the modifier.
    UnknownModifier,
    /// The opcode has the modifier, but not in this combination.
    ModifierNotAllowed,
    /// A modifier appears twice.
    DuplicateModifier,
    /// A required modifier is missing.
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
    /// The ISA lists it, but the assembler rejects it.
    Refused,
    /// It is PTX, but not allowed in a straight-line sequence.
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

/// A change that makes a rejected statement legal.
///
/// ```
/// use ptxfp::Instruction;
///
/// let rejected = Instruction::parse("fma.rn.ftz.bf16 d, a, b, c", "sm_90").unwrap_err();
/// let fixes = &rejected.iter().next().unwrap().fixes;
/// assert_eq!(fixes[0].label, "remove .ftz");
/// assert_eq!(fixes[0].to_string(), "try fma.rn.bf16");
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The label of a button for it.
    pub label: String,
    /// The change.
    pub action: Action,
}

/// The change that a fix makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The opcode and its modifiers become this text.
    Spelling(String),
    /// The whole statement becomes this text: other modifiers need other operands.
    Statement(String),
    /// The module says this version and target.
    Context(IsaVersion, &'static Target),
}

/// An error in a statement, with its position and fixes.
///
/// ```
/// use ptxfp::Instruction;
///
/// let rejected = Instruction::parse("add.q32 d, a, b", "sm_90").unwrap_err();
/// let diagnostic = rejected.iter().next().unwrap();
/// assert_eq!((diagnostic.code.name(), diagnostic.span.clone()), ("E004", 3..7));
/// assert_eq!(diagnostic.to_string(), "`.q32` is not a modifier of `add`; did you mean `.f32`?");
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind.
    pub code: Code,
    /// The bytes of the statement it is about; empty at a place where something is missing.
    pub span: Range<usize>,
    /// The message: lower case, no full stop.
    pub message: String,
    /// The section with the rule.
    pub source: Option<Source>,
    /// Fixes, the likeliest first; each keeps the types, or the modifier that it is about.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// An operand that cannot be read, at its place in the statement.
    pub(super) fn of_operand(error: TextError) -> Self {
        Self::new(Code::Operand, error.span, error.message)
    }

    #[doc(hidden)]
    pub fn new(code: Code, span: Range<usize>, message: String) -> Self {
        Self { code, span, message: one_line(message), source: None, fixes: Vec::new() }
    }
}

impl fmt::Display for Diagnostic {
    /// Writes the message and the section of the ISA, on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            Some(source) => write!(f, "{} ({source})", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl fmt::Display for Fix {
    /// Writes what to try, such as `try add.f32`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.action {
            Action::Spelling(text) | Action::Statement(text) => write!(f, "try {text}"),
            Action::Context(isa, target) => write!(f, "try PTX ISA {isa} on {}", target.name),
        }
    }
}
