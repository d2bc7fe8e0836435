//! The statements of a sequence, each with its results and their reasons.

use core::ops::Range;
use std::sync::Arc;

use ptxfp::eval::{Step, explain};
use ptxfp::explore::sequence::{Action, Evaluated, Sequence, Value, line_and_column};
use ptxfp::internals::quote::{self, one_line};
use ptxfp::internals::typed::Said;
use ptxfp::link::State;

use crate::message::sentence;
use crate::playground::instruction::{DiagnosticView, SectionView};
use crate::playground::operand::lane_name;
use crate::playground::statement::diagnostic;
use crate::program::code::Code;
use crate::program::flow::ReadView;
use crate::program::pieces::{PieceView, pieces};
use crate::program::register::{MAX_LENSES, ResultView, results};
use crate::program::{Model, flow};

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

/// The view of statements, with their results if they are evaluated: from the prefix of their keys,
/// the values of registers, and the statement at which the two sequences diverge.
pub(super) fn code(
    model: &Model,
    code: &Code,
    evaluated: Option<(&str, &Evaluated, Option<usize>)>,
) -> CodeView {
    let all = evaluated.into_iter().flat_map(|(prefix, values, parting)| {
        let indices = 0..code.sequence().statements().len();
        indices.filter_map(move |index| {
            let view = statement(model, code, index, (prefix, values))?;
            Some(Arc::new(StatementView { is_parting: parting == Some(index), ..view }))
        })
    });
    let message = message(code);
    // A listing shows the statements of a kernel.
    let has_rows = message.is_none() && code.thread.is_none();
    CodeView {
        text: code.text.clone(),
        target: code.context.target.name,
        isa: code.context.isa.to_string(),
        // A message has no statements, although its words were tried.
        statements: if has_rows { all.collect() } else { Vec::new() },
        problems: message.map_or_else(|| problems(code.source(), code.sequence()), |it| vec![it]),
    }
}

/// The answer to a message of the assembler in place of statements.
fn message(code: &Code) -> Option<ProblemView> {
    let mut all = code.sequence().statements().iter();
    if !all.all(|each| matches!(each.action, Action::Unknown(_))) {
        return None;
    }
    let item = of_message(&Said::of(&code.text)?);
    Some(ProblemView { line: 1, column: 1, item, head: 0..0 })
}

/// The meaning of a message of the assembler, with a link to the reference.
fn of_message(said: &Said) -> DiagnosticView {
    let href = ["#reference?q=", &*said.query.replace(' ', "%20")].concat();
    let about = if said.query.is_empty() {
        String::new()
    } else {
        ["This is an assembler message about ", &*quote::code(&said.query), ". "].concat()
    };
    DiagnosticView {
        code: "",
        fatal: true,
        message: about + &sentence(&said.sentence),
        section: Some(SectionView { label: String::from("Look it up"), href }),
        fixes: Vec::new(),
    }
}

fn problems(text: &str, sequence: &Sequence) -> Vec<ProblemView> {
    let diagnostics = sequence.diagnostics().into_iter();
    diagnostics
        .map(|each| {
            let (line, column) = line_and_column(text, each.span.start);
            let mut all = sequence.statements().iter();
            let owner = all.find(|statement| statement.diagnostics.contains(each));
            let head = owner.map_or(each.span.clone(), |statement| statement.head.clone());
            ProblemView { line, column, item: diagnostic(each), head }
        })
        .collect()
}

/// A statement that computes, copies, or is not known.
fn statement(
    model: &Model,
    code: &Code,
    index: usize,
    (prefix, evaluated): (&str, &Evaluated),
) -> Option<StatementView> {
    let sequence = code.sequence();
    let statement = sequence.statements().get(index)?;
    if matches!(statement.action, Action::Declaration) {
        return None;
    }
    let values = &*evaluated.values;
    let key = [prefix, &*index.to_string()].concat();
    let call = sequence.call(index, values);
    Some(StatementView {
        index,
        line: flow::line(code, index).unwrap_or_default(),
        pieces: pieces(
            code,
            statement,
            &one_line([&*statement.text, ";"].concat()),
            sequence.statements().len() <= MAX_LENSES,
        ),
        contraction: sequence.contraction(index).filter(|_| {
            let all = statement.destinations().into_iter();
            all.into_iter().any(|register| evaluated.outcomes.of(register).len() > 1)
        }),
        results: results(model, code, statement, evaluated, prefix.is_empty()),
        details: model.open.contains(&key).then(|| DetailsView {
            reads: flow::reads(code, statement, evaluated, &model.lenses),
            reasons: reasons(sequence, index, values),
            uses: flow::uses(code, statement),
        }),
        link: call.map(|(call, registers)| {
            let n_sources = call.sources.len();
            let state = State::new(
                call.instruction,
                code.context,
                registers.iter().copied().take(n_sources).collect(),
            );
            ["#", &state.to_fragment()].concat()
        }),
        is_parting: false,
        key,
    })
}

/// The reason for the value of each lane of a statement: its last rounding, or else the last step
/// that changed something.
fn reasons(sequence: &Sequence, index: usize, values: &[Value]) -> Vec<ReasonView> {
    let Some((call, _)) = sequence.call(index, values) else { return Vec::new() };
    let packing = call.prepared.destination();
    let reason = |lane: u8| {
        let trace = sequence.trace(index, lane, values)?;
        let explained = explain(&call.instruction, &call.prepared, lane, &trace);
        let rounded = trace.steps.iter().rposition(|step| matches!(step, Step::Round { .. }));
        let place = rounded.or_else(|| explained.iter().rposition(|step| !step.is_idle));
        let step = explained.into_iter().nth(place?)?;
        let lane = lane_name(&packing, lane);
        Some(ReasonView { lane, title: step.title, sentence: step.sentence })
    };
    (0..packing.lanes).rev().filter_map(reason).collect()
}
