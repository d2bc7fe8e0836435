//! Statements one after the other.

use core::ops::Range;

use ptxfp::explore::difference::By;
use ptxfp::link::Verdict;

use crate::playground::instruction::DiagnosticView;
use crate::playground::operand::FieldView;
use crate::program::debug::uses::PieceView;
use crate::search::SearchView;

/// One sequence, or two of them, and what they come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SequenceView {
    /// The first.
    pub code: CodeView,
    /// What it is compared with.
    pub beside: Option<BesideView>,
    /// The targets, oldest first.
    pub targets: Vec<String>,
    /// The versions of the ISA, newest first.
    pub isas: Vec<String>,
    /// The registers that are read before they are written.
    pub inputs: Vec<InputView>,
    /// Sets of inputs that are kept.
    pub cases: CasesView,
    /// What the link recorded, beside what it is now.
    pub linked: Option<RecordView>,
    /// What came of the last edit.
    pub spoken: String,
}

/// Statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeView {
    /// As they are typed.
    pub text: String,
    /// The target in force.
    pub target: &'static str,
    /// The version in force.
    pub isa: String,
    /// What is wrong, in the order of the text.
    pub problems: Vec<ProblemView>,
    /// What each comes to.
    pub statements: Vec<StatementView>,
}

/// What a sequence is compared with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BesideView {
    /// Its statements; they come to nothing where there is no comparison.
    pub code: CodeView,
    /// Why there is no comparison; empty if that is said elsewhere.
    pub mismatch: String,
    /// What comes out of both; nothing if they cannot be compared.
    pub compared: Option<ComparisonView>,
}

/// What comes out of two sequences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComparisonView {
    /// What is compared.
    pub by: By,
    /// Their places, where those are not the same.
    pub places: [String; 2],
    /// Each result of both.
    pub outputs: [Vec<OutputView>; 2],
    /// What to say of them.
    pub verdict: &'static str,
    /// Whether they are the same.
    pub is_same: bool,
    /// Why they are not, in sentences: the step, what the first does there, and what the other does.
    pub reason: Option<[String; 3]>,
    /// What came of the search for a difference.
    pub search: SearchView,
}

/// A result beside that of the other sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutputView {
    /// Its register.
    pub name: String,
    /// Its digits; in the other sequence those that differ from the first one's are marked.
    pub digits: Vec<(char, bool)>,
    /// The values of its lanes; may be empty.
    pub values: String,
    /// The other results that contraction leaves, each in digits and values.
    pub others: Vec<String>,
}

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProblemView {
    /// Its line, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
    /// What it is, with fixes.
    pub item: DiagnosticView,
    /// The bytes that a fix replaces.
    pub head: Range<usize>,
}

/// An input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputView {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: &'static str,
    /// Its register.
    pub hex: String,
    /// What its values are shown as; empty for its type.
    pub lens: &'static str,
    /// The values of its lanes, as that; may be empty.
    pub values: String,
    /// The field of its value.
    pub field: FieldView,
    /// Its place among the registers of the program.
    pub register: usize,
}

/// Sets of inputs, and what each comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CasesView {
    /// The names of the inputs.
    pub inputs: Vec<String>,
    /// The names of the outputs.
    pub outputs: Vec<String>,
    /// The sets.
    pub rows: Vec<CaseView>,
    /// Whether there is no room for more.
    pub is_full: bool,
}

/// A set of inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseView {
    /// Their values.
    pub inputs: Vec<String>,
    /// What comes out.
    pub outputs: Vec<OutcomeView>,
    /// Whether the inputs are these now.
    pub is_current: bool,
}

/// An output for a set of inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutcomeView {
    /// Its value; empty if it is not known.
    pub value: String,
    /// The guarantee.
    pub standing: StandingView,
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatementView {
    /// What its reasons open and close by: its place among the statements of its sequence.
    pub key: String,
    /// Its place among the statements of its sequence.
    pub index: usize,
    /// Its line, from 1.
    pub line: usize,
    /// The statement on one line.
    pub pieces: Vec<PieceView>,
    /// The registers that it writes.
    pub results: Vec<ResultView>,
    /// Why it has several results, in a sentence, if it has.
    pub contraction: Option<String>,
    /// Why it comes to that, if it is shown.
    pub details: Option<DetailsView>,
    /// Whether it is the first one whose result the other sequence does not have, where the two
    /// differ.
    pub is_parting: bool,
    /// A link to it alone, with the operands that it gets.
    pub link: Option<String>,
}

/// A register that a statement writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultView {
    /// Its name.
    pub name: String,
    /// Its type; empty if only the width is known.
    pub kind: &'static str,
    /// Its bits; empty if they are not known.
    pub hex: String,
    /// What its values are shown as; empty for its type.
    pub lens: &'static str,
    /// What else they may be shown as; nothing where there are too many registers to choose.
    pub lenses: Vec<&'static str>,
    /// The values of its lanes; may be empty.
    pub values: String,
    /// The other results that contraction leaves, their bits and the values of their lanes.
    pub others: Vec<(String, String)>,
    /// The line that is not evaluated and that it depends on, if it is not known.
    pub unknown_since: Option<usize>,
    /// What its lanes lie within, in words, where their bits are not guaranteed; may be empty.
    pub within: String,
    /// The first line that leaves its bits open, if that is not this line.
    pub open_since: Option<usize>,
    /// The guarantee.
    pub standing: StandingView,
    /// What follows from what GPUs were observed to return, where it follows from an approximate result.
    pub observed: Option<FollowedView>,
    /// Whether nothing reads it afterwards.
    pub is_output: bool,
    /// Its place among the registers of its sequence.
    pub register: usize,
    /// Whether it is watched; `None` where it cannot be.
    pub is_watched: Option<bool>,
}

/// What follows from what was observed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FollowedView {
    /// The bits.
    pub hex: String,
    /// The values of the lanes; may be empty.
    pub values: String,
    /// Of a result of the sequence, whether what is permitted could change it.
    pub words: &'static str,
}

/// The guarantee of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandingView {
    /// In words.
    pub words: &'static str,
    /// The style class.
    pub class: &'static str,
}

/// Why a statement comes to what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DetailsView {
    /// The registers that it reads.
    pub reads: Vec<ReadView>,
    /// The roundings of its lanes, the most significant first.
    pub reasons: Vec<ReasonView>,
    /// The lines that read what it writes.
    pub uses: Vec<usize>,
}

/// A register that a statement reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadView {
    /// Its name.
    pub name: String,
    /// What it holds there; empty if that is not known.
    pub value: String,
    /// The line that wrote it, none of an input.
    pub line: Option<usize>,
}

/// Why a lane is what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReasonView {
    /// The lane; empty where there is one.
    pub lane: String,
    /// The step.
    pub title: &'static str,
    /// What is said of it.
    pub sentence: String,
}

/// What a link recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordView {
    /// What is made of it.
    pub verdict: Verdict,
    /// Each result that is not the same, in words.
    pub differences: Vec<String>,
}
