//! The statement, its legality, its chips and its diagnostics.

use ptxfp::syntax::Legality;

/// The style of a piece of the statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// The opcode.
    Opcode,
    /// A modifier.
    Modifier,
    /// A type, which decides the format.
    Type,
    /// Operands, punctuation, spaces.
    Operand,
}

impl TokenKind {
    /// Its style class.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Opcode => "token-opcode",
            Self::Modifier => "token-modifier",
            Self::Type => "token-type",
            Self::Operand => "token-operand",
        }
    }
}

/// The mark of a diagnostic on a piece of the statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    /// Nothing.
    None,
    /// It is accepted, though undocumented.
    Undocumented,
    /// It is wrong.
    Wrong,
}

impl Flag {
    /// Its style class.
    pub const fn class(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Undocumented => " token-undocumented",
            Self::Wrong => " token-wrong",
        }
    }
}

/// A piece of the statement; the pieces in order are the text exactly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenView {
    /// The style.
    pub kind: TokenKind,
    /// The mark.
    pub flag: Flag,
    /// The source operand that it is the value of.
    pub operand: Option<usize>,
    /// The text.
    pub text: String,
}

/// Whether a chip can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChipState {
    /// Part of the statement.
    On,
    /// Can be chosen.
    Available,
    /// Can be chosen; the assembler accepts it though the ISA does not list it.
    Undocumented,
    /// Cannot be chosen now; its note says why.
    Unavailable,
}

/// One choice for a slot of the syntax line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChipView {
    /// The spelling.
    pub spelling: String,
    /// Whether it can be chosen.
    pub state: ChipState,
    /// Whether it is part of the statement.
    pub chosen: bool,
    /// The effect in a few words.
    pub gloss: String,
    /// The meaning, or the reason why it is unavailable or undocumented.
    pub note: NoteView,
    /// Opcode and modifiers after choosing it; `None` if it is unavailable.
    pub leads_to: Option<String>,
}

/// A sentence with its source and a fix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoteView {
    /// The subject; drawn as code before the sentence.
    pub subject: String,
    /// The sentence.
    pub message: String,
    /// Fixes.
    pub fixes: Vec<FixView>,
    /// The section with the rule.
    pub section: Option<SectionView>,
}

/// A fix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FixView {
    /// The label of the button; code is between back quotes.
    pub label: String,
    /// The action.
    pub action: FixAction,
}

/// The change that a fix makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FixAction {
    /// Replaces the statement by opcode and modifiers and the operands of the syntax line.
    Instruction(String),
    /// Replaces the statement by a text with its values, as if it were typed: a statement or a question.
    Text(String),
    /// Replaces opcode and modifiers and keeps the operands.
    Spelling(String),
    /// Selects a target.
    Target(String),
    /// Selects a version of the ISA.
    Isa(String),
    /// Selects both.
    Context {
        /// The target.
        target: String,
        /// The version of the ISA.
        isa: String,
        /// Opcode and modifiers that become legal by it, to be applied at once.
        spelling: Option<String>,
    },
}

/// A section of a document, with a link where there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SectionView {
    /// The text.
    pub label: String,
    /// The address; empty where the document has no public one.
    pub href: String,
}

/// One slot of the syntax line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChipGroupView {
    /// The slot's name.
    pub title: &'static str,
    /// Its choices.
    pub chips: Vec<ChipView>,
}

/// One diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiagnosticView {
    /// Its stable code.
    pub code: &'static str,
    /// Whether the statement is rejected because of it.
    pub fatal: bool,
    /// The message.
    pub message: String,
    /// The section with the rule, or a view that accepts the text.
    pub section: Option<SectionView>,
    /// Fixes.
    pub fixes: Vec<FixView>,
}

/// A suggested word for the statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProposalView {
    /// The word, or a whole text.
    pub text: String,
    /// The effect or the requirements of a word, the kind of a text.
    pub note: String,
    /// Whether the present version and target support it, and the ISA lists it.
    pub state: ChipState,
}

/// The suggested words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PickerView {
    /// The words.
    pub words: Vec<ProposalView>,
    /// The highlighted word.
    pub chosen: Option<usize>,
    /// The word that the Tab key accepts.
    pub nearest: Option<usize>,
}

/// Everything the instruction band shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstructionView {
    /// The statement in pieces.
    pub tokens: Vec<TokenView>,
    /// Whether it may be written; `None` for a text that is no statement, or not known to be one.
    pub legality: Option<Legality>,
    /// The errors, in order of position.
    pub diagnostics: Vec<DiagnosticView>,
}
