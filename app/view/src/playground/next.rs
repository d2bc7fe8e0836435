//! The next step after an answer: a neighboring statement that answers what a reader asks next, with
//! its result.
//!
//! A step is offered only if its statement reads in the present context, and its result is another
//! one.

use ptxfp::catalog::{Operation, Role};
use ptxfp::eval::{Guarantee, LaneOp, Prepared, Step, Trace};
use ptxfp::format::Format;
use ptxfp::internals::arith::Datum;
use ptxfp::internals::arith::rounding::Conversion;
use ptxfp::internals::present::Presented;
use ptxfp::syntax::{self, read};

use crate::number::with_minus;
use crate::playground::Model;
use crate::playground::instruction::FixAction;
use crate::playground::statement::respelled;

/// A next step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepView {
    /// A few words: `Propagate it`.
    pub label: String,
    /// The statement.
    pub statement: String,
    /// The value that it returns.
    pub value: String,
    /// The action that shows it.
    pub action: FixAction,
}

/// The step after the present result.
pub(super) fn next(model: &Model, registers: &[u64]) -> Option<StepView> {
    let prepared = Prepared::new(&model.instruction, &model.legal_context);
    let trace = prepared.trace(model.asked_lane().unwrap_or(prepared.lanes() - 1), registers);
    let line = model.present_line();
    let now = value(model, &line)?;
    let mut steps = candidates(model, &prepared, &trace, &line).into_iter();
    steps.find_map(|(label, statement)| {
        let value = value(model, &statement).filter(|value| *value != now)?;
        let action = FixAction::Text(statement.clone());
        Some(StepView { label, statement, value: with_minus(&value), action })
    })
}

/// The value of a statement, if it is legal and has a value for each operand: that of the lane that is
/// asked for, or of all.
fn value(model: &Model, statement: &str) -> Option<String> {
    let (instruction, registers) = read(statement, &model.legal_context).ok()?;
    let registers = registers.into_iter().collect::<Option<Vec<_>>>()?;
    let presented = Presented::new(&instruction, &model.legal_context, &registers);
    let mut lanes = presented.lanes();
    if let Some(lane) = model.asked_lane() {
        return lanes.nth(lane.into()).map(|lane| lane.value);
    }
    let values: Vec<_> = lanes.rev().map(|lane| lane.value).collect();
    match values.as_slice() {
        [value] => Some(value.clone()),
        _ => Some(["{", &values.join(", "), "}"].concat()),
    }
}

/// The parts of the present statement that others keep.
struct Head<'t> {
    line: &'t str,
    opcode: &'t str,
    /// The modifiers without their dots.
    modifiers: Vec<&'t str>,
}

impl Head<'_> {
    /// The statement with other modifiers.
    fn with(&self, modifiers: &[&str]) -> String {
        respelled(self.line, &[&[self.opcode], modifiers].concat().join("."))
    }

    /// The statement without a modifier.
    fn without(&self, dropped: &str) -> String {
        let left = self.modifiers.iter().copied().filter(|each| *each != dropped);
        self.with(&left.collect::<Vec<_>>())
    }

    /// The statement with one modifier in place of another, and without one that does not go with it.
    fn replaced(&self, from: &str, to: &str, dropped: &str) -> String {
        let all = self.modifiers.iter().copied().filter(|each| *each != dropped);
        self.with(&all.map(|each| if each == from { to } else { each }).collect::<Vec<_>>())
    }
}

/// Statements that may come next, the likeliest first, each with its label.
fn candidates(
    model: &Model,
    prepared: &Prepared,
    trace: &Trace,
    line: &str,
) -> Vec<(String, String)> {
    let op = prepared.lane_op();
    let spelling = model.instruction.to_string();
    let (opcode, modifiers) = spelling.split_once('.').unwrap_or((&spelling, ""));
    let head = Head { line, opcode, modifiers: modifiers.split('.').collect() };
    let has = |modifier: &&str| head.modifiers.contains(modifier);
    let mut all = Vec::new();
    if ignores_nan(op, trace) {
        let propagating = [&["NaN"], head.modifiers.as_slice()].concat();
        all.push((String::from("Propagate it"), head.with(&propagating)));
    }
    if op.operation == Operation::CopySign {
        all.push((String::from("In C\u{2019}s order"), swapped(line)));
    }
    if is_flushed(op, trace) {
        all.push((String::from("Without `.ftz`"), head.without("ftz")));
    }
    let is_clamped = trace
        .steps
        .iter()
        .any(|step| matches!(step, Step::Clamp { before, after, .. } if before != after));
    for clamp in ["sat", "relu"].into_iter().filter(|clamp| is_clamped && has(clamp)) {
        all.push((["Without `.", clamp, "`"].concat(), head.without(clamp)));
    }
    let is_open = trace.result.is_some_and(|result| result.guarantee != Guarantee::Bits);
    for approximate in ["approx", "full"].into_iter().filter(|each| is_open && has(each)) {
        let exact = head.replaced(approximate, "rn", "ftz");
        all.push((String::from("Correctly rounded"), exact));
    }
    if is_clamped || trace.conversion().is_some_and(Conversion::is_inexact) {
        let other = OTHER_TYPES.iter().filter(|(from, _)| is_type_of_result(op.result, from));
        for (from, to) in other {
            let label = ["In ", to.trim_end_matches("x2")].concat();
            all.push((label.clone(), head.replaced(from, to, "")));
            all.push((label, head.replaced(from, to, "ftz")));
        }
    }
    let is_half =
        |lane| model.instruction.form.sources().iter().any(|it| it.role == Role::Lane(lane));
    if model.asked_lane().is_none() && prepared.lanes() == 2 && is_half(0) && is_half(1) {
        all.push((String::from("Swap the halves"), swapped(line)));
    }
    all
}

/// Whether a comparison returns a number although an operand is a NaN.
fn ignores_nan(op: &LaneOp, trace: &Trace) -> bool {
    let is_number = trace.result.is_some_and(|result| !op.result.is_nan(result.bits));
    let has_nan = |step: &Step| match step {
        Step::Exact { operands, .. } => operands.iter().any(Datum::is_nan),
        _ => false,
    };
    let is_comparison = matches!(op.operation, Operation::Min | Operation::Max);
    is_comparison && is_number && trace.steps.iter().any(has_nan)
}

/// Whether an operand or the result was flushed.
fn is_flushed(op: &LaneOp, trace: &Trace) -> bool {
    let is_operand =
        |step: &Step| matches!(step, Step::Flush { changed, .. } if !changed.is_empty());
    let is_result = trace.result.is_some_and(|result| trace.is_flushed(op, result.bits));
    is_result || trace.steps.iter().any(is_operand)
}

/// The type whose result is of interest beside that of another: a wider one, or for a conversion one
/// with another range.
const OTHER_TYPES: [(&str, &str); 9] = [
    ("f32", "f64"),
    ("f16", "f32"),
    ("bf16", "f32"),
    ("f16", "bf16"),
    ("bf16", "f16"),
    ("e4m3x2", "e5m2x2"),
    ("e5m2x2", "e4m3x2"),
    ("e2m3x2", "e3m2x2"),
    ("e3m2x2", "e2m3x2"),
];

/// Whether a result has the format of a type.
fn is_type_of_result(format: Format, kind: &str) -> bool {
    format.name() == kind.trim_end_matches("x2")
}

/// A statement with its first two operands exchanged.
fn swapped(line: &str) -> String {
    let (statement, _) = syntax::parse(line);
    let text = |index: usize| {
        let operand = statement.operands.get(index)?;
        line.get(operand.span.clone())
    };
    match (text(0), text(1), line.get(statement.head_span())) {
        (Some(first), Some(second), Some(head)) => [head, " ", second, ", ", first].concat(),
        _ => String::from(line),
    }
}

#[cfg(test)]
mod tests {
    use crate::module::Module as _;
    use crate::playground::edit::Pick;
    use crate::playground::{Edit, Model};

    /// The step of a statement: label, statement and value.
    fn step(statement: &str) -> Option<[String; 3]> {
        let mut model = Model::opening(false);
        model.apply(Edit::Pick(Pick::Type(statement.to_owned(), statement.len())));
        let next = model.screen(None).answer.next?;
        Some([next.label, next.statement, next.value])
    }

    #[test]
    fn an_answer_offers_what_is_asked_next() {
        for (statement, expected) in [
            ("max.f32 nan, 1", Some(["Propagate it", "max.NaN.f32 nan, 1", "NaN"])),
            ("add.rn.f32 0.1, 0.2", Some(["In f64", "add.rn.f64 0.1, 0.2", "0.30000000000000004"])),
            (
                "cvt.rn.satfinite.e4m3x2.f32 500, 0",
                Some(["In e5m2", "cvt.rn.satfinite.e5m2x2.f32 500, 0", "{512, 0}"]),
            ),
            (
                "mul.ftz.f32 1e-40, 1",
                Some(["Without `.ftz`", "mul.f32 1e-40, 1", "9.9999461e\u{2212}41"]),
            ),
            ("div.full.f32 1, 3", None),
            (
                "copysign.f32 3, -2",
                Some(["In C\u{2019}s order", "copysign.f32 -2, 3", "\u{2212}3"]),
            ),
            (
                "cvt.rn.bf16x2.f32 1, 2",
                Some(["Swap the halves", "cvt.rn.bf16x2.f32 2, 1", "{2, 1}"]),
            ),
            ("cvt.rn.bf16x2.f32 1, 1", None),
            (
                "max.f16x2 {nan, 1}, {2, 3}",
                Some(["Propagate it", "max.NaN.f16x2 {nan, 1}, {2, 3}", "{NaN, 3}"]),
            ),
            ("add.f32 1, 2", None),
            ("max.NaN.f32 nan, 1", None),
        ] {
            let expected = expected.map(|it| it.map(String::from));
            assert_eq!(step(statement), expected, "{statement}");
        }
    }
}
