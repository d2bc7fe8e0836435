//! The view of a sequence of statements.

use core::ops::Range;
use std::sync::Arc;

use ptxfp::explore::difference::By;
use ptxfp::link::Verdict;

use crate::playground::instruction::DiagnosticView;
use crate::playground::operand::FieldView;
use crate::program::debug::uses::PieceView;
use crate::program::targets::TargetsView;
use crate::search::SearchView;

/// One sequence or two, and their results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SequenceView {
    /// The first sequence.
    pub code: CodeView,
    /// The sequence that it is compared with.
    pub beside: Option<BesideView>,
    /// The targets, oldest first.
    pub targets: Vec<String>,
    /// The versions of the ISA, newest first.
    pub isas: Vec<String>,
    /// The registers that are read before they are written.
    pub inputs: Vec<InputView>,
    /// Sentences about inputs that depend on each other in the text, but not in their values.
    pub dependent: Vec<String>,
    /// The saved sets of inputs.
    pub cases: CasesView,
    /// The program on other targets, if that is shown.
    pub targets_beside: Option<TargetsView>,
    /// The results that the link recorded, compared with the present ones.
    pub linked: Option<RecordView>,
    /// The result of the last edit.
    pub spoken: String,
}

/// Statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeView {
    /// The text as typed.
    pub text: String,
    /// The target in force.
    pub target: &'static str,
    /// The version in force.
    pub isa: String,
    /// The errors, in the order of the text.
    pub problems: Vec<ProblemView>,
    /// The statements, each with its results.
    pub statements: Vec<Arc<StatementView>>,
}

/// The sequence compared with the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BesideView {
    /// Its statements; without results if there is no comparison.
    pub code: CodeView,
    /// The reason why there is no comparison; empty if that is shown elsewhere.
    pub mismatch: String,
    /// The results of both; `None` if they cannot be compared.
    pub compared: Option<ComparisonView>,
}

/// The results of two sequences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComparisonView {
    /// The property that is compared.
    pub by: By,
    /// Their targets and versions, if they differ.
    pub places: [String; 2],
    /// The results of each.
    pub outputs: [Vec<OutputView>; 2],
    /// The outcome, in words.
    pub verdict: &'static str,
    /// Whether they are the same.
    pub is_same: bool,
    /// The reason why they differ, in sentences: the step, the first sequence there, and the other.
    pub reason: Option<[String; 3]>,
    /// The result of the search for a difference.
    pub search: SearchView,
}

/// A result, compared with that of the other sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutputView {
    /// Its register.
    pub name: String,
    /// Its digits; in the other sequence, those that differ from the first are marked.
    pub digits: Vec<(char, bool)>,
    /// The values of its lanes; may be empty.
    pub values: String,
    /// The other results that contraction leaves, each in digits and values.
    pub others: Vec<String>,
}

/// An error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProblemView {
    /// Its line, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
    /// The diagnostic, with fixes.
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
    /// The type that its values are shown as; empty for its own.
    pub lens: &'static str,
    /// The values of its lanes as that type; may be empty.
    pub values: String,
    /// The field of its value.
    pub field: FieldView,
    /// Its place among the registers of the program.
    pub register: usize,
}

/// Sets of inputs, and the results of each.
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
    /// The results.
    pub outputs: Vec<OutcomeView>,
    /// Whether these are the present inputs.
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
    /// The key that opens and closes its reasons: its place among the statements of its sequence.
    pub key: String,
    /// Its place among the statements of its sequence.
    pub index: usize,
    /// Its line, from 1.
    pub line: usize,
    /// The statement on one line.
    pub pieces: Vec<PieceView>,
    /// The registers that it writes.
    pub results: Vec<ResultView>,
    /// The reason why it has several results, in a sentence, if it has.
    pub contraction: Option<String>,
    /// The reasons for its results, if shown.
    pub details: Option<DetailsView>,
    /// Whether it is the first one whose result the other sequence does not have, where the two
    /// differ.
    pub is_parting: bool,
    /// A link to it alone, with its operands.
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
    /// The type that its values are shown as; empty for its own.
    pub lens: &'static str,
    /// The other choices; empty where there are too many registers to offer any.
    pub lenses: Vec<&'static str>,
    /// The values of its lanes; may be empty.
    pub values: String,
    /// The other results that contraction leaves, their bits and the values of their lanes.
    pub others: Vec<(String, String)>,
    /// The line without evaluation that it depends on, if it is not known.
    pub unknown_since: Option<usize>,
    /// The intervals of its lanes, in words, where their bits are not guaranteed; may be empty.
    pub within: String,
    /// The first line that leaves its bits unspecified, if it is another line.
    pub open_since: Option<usize>,
    /// The guarantee.
    pub standing: StandingView,
    /// The value that follows from observed results, if it depends on an approximate result.
    pub observed: Option<FollowedView>,
    /// Whether nothing reads it afterwards.
    pub is_output: bool,
    /// Its place among the registers of its sequence.
    pub register: usize,
    /// Whether it is watched; `None` where it cannot be.
    pub is_watched: Option<bool>,
}

/// A value that follows from observed results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FollowedView {
    /// The bits.
    pub hex: String,
    /// The values of the lanes; may be empty.
    pub values: String,
    /// Whether another permitted value could change it, in words; for results of the sequence.
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

/// The reasons for the results of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DetailsView {
    /// The registers that it reads.
    pub reads: Vec<ReadView>,
    /// The roundings of its lanes, the most significant first.
    pub reasons: Vec<ReasonView>,
    /// The lines that read its results.
    pub uses: Vec<usize>,
}

/// A register that a statement reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadView {
    /// Its name.
    pub name: String,
    /// Its value there; empty if not known.
    pub value: String,
    /// The line that wrote it; `None` for an input.
    pub line: Option<usize>,
}

/// The reason for the value of a lane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReasonView {
    /// The lane; empty if there is only one.
    pub lane: String,
    /// The step.
    pub title: &'static str,
    /// The explanation.
    pub sentence: String,
}

/// The results that a link recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordView {
    /// The outcome of the comparison.
    pub verdict: Verdict,
    /// Each result that is not the same, in words.
    pub differences: Vec<String>,
}
