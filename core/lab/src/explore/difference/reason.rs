//! The reason why two results differ: the first steps that differ.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::subject::{MAX_ENCLOSED, Subject};
use super::{Lane, Severity};
use crate::bits::hex;
use crate::eval::{Explanation, Step, Trace, explain};
use crate::explore::sequence::{Action, Call, Value};
use crate::number::Datum;
use crate::number::dyadic::Dyadic;

/// The title of a [`Reason`] where contraction leaves several results.
pub const CONTRACT: &str = "Contract";

/// The title of a [`Reason`] where the references are alike.
pub const OPEN: &str = "Open";

/// The words for a result that the ISA determines.
const DETERMINED: &str = "exact bits guaranteed.";

/// The title of a [`Reason`] where observed results differ.
const OBSERVED: &str = "Observed";

/// The reason why two results differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The step at which the explanations diverge, such as `Round`.
    pub title: &'static str,
    /// The explanation of the first subject, in sentences; code is between backquotes.
    pub a: String,
    /// The explanation of the second one.
    pub b: String,
}

/// A call with its steps in the lane that matters.
struct Steps<'s> {
    call: &'s Call,
    number: usize,
    bits: u64,
    trace: Trace,
    explanations: Vec<Explanation>,
}

/// The calls of a subject.
fn steps<'s>(subject: &'s Subject, values: &[Value], lane: u8) -> Vec<Steps<'s>> {
    let sequence = subject.sequence();
    let mut found = Vec::new();
    for (index, statement) in sequence.statements().iter().enumerate() {
        let Action::Call(call) = &statement.action else { continue };
        let lane = lane.min(call.prepared.lanes().saturating_sub(1));
        let Some(trace) = sequence.trace(index, lane, values) else { continue };
        let explanations = explain(&call.instruction, &call.prepared, lane, &trace);
        let bits = values.get(call.destination).map_or(0, |value| value.bits);
        let bits = call.prepared.destination().extract(bits, lane);
        found.push(Steps { call, number: index + 1, bits, trace, explanations });
    }
    found
}

/// The reason of a difference in a lane.
pub(super) fn reason([a, b]: [&Subject; 2], values: [&[Value]; 2], lane: &Lane) -> Reason {
    let is_open = !lane.a.others.is_empty() || !lane.b.others.is_empty();
    if is_open && lane.severity == Severity::Possible {
        let [a, b] = [a, b].map(contracted);
        return Reason { title: CONTRACT, a, b };
    }
    let index = lane.lane.unwrap_or(0);
    let first = steps(a, values[0], index);
    let second = steps(b, values[1], index);
    if first.len() == second.len() {
        let is_alone = first.len() == 1;
        let mut pairs = first.iter().zip(&second);
        let first = pairs.find(|(one, two)| one.bits != two.bits);
        if let Some((one, two)) = first
            && (one.call.observed.is_some() || two.call.observed.is_some())
        {
            let [a, b] = [one, two].map(observation);
            return Reason { title: OBSERVED, a, b };
        }
        if let Some(reason) = first.and_then(|(one, two)| parting(one, two, is_alone)) {
            return reason;
        }
    }
    let (a, b) = (losses(&first), losses(&second));
    if a == b {
        return Reason { title: "Exact", a: values_of(&first), b: values_of(&second) };
    }
    Reason { title: title(&first, &second), a, b }
}

/// The reason why results may differ in a lane whose references are alike: the results that the ISA
/// leaves open.
pub(super) fn openness(sides: [(&Subject, &[u64]); 2], lane: &Lane) -> Reason {
    let index = lane.lane.unwrap_or(0);
    let [a, b] = sides.map(|(subject, inputs)| open_statement(subject, inputs, lane.output, index));
    Reason { title: OPEN, a, b }
}

/// Names the statement that leaves a result open, with its guarantee and the readings that decide
/// it.
fn open_statement(subject: &Subject, inputs: &[u64], output: usize, lane: u8) -> String {
    let sequence = subject.sequence();
    let register = sequence.outputs().get(output).copied().unwrap_or(usize::MAX);
    let enclosed = sequence.enclose(inputs, MAX_ENCLOSED);
    let Some(place) = enclosed.since(register) else { return DETERMINED.into() };
    let values = sequence.evaluate(inputs);
    let Some((call, registers)) = sequence.call(place, &values) else {
        let number = (place + 1).to_string();
        return ["Statement ", &number, ": the ISA leaves the result open."].concat();
    };
    // If lanes do not correspond, the lane that leaves most open counts.
    let evaluation = call.prepared.evaluate(&registers);
    let lanes = (0..).zip(evaluation.lanes());
    let is_alone = sequence.statements().len() == 1;
    let found = lanes
        .filter(|(own, _)| !is_alone || *own == lane)
        .max_by_key(|(_, result)| result.guarantee.uncertainty());
    let Some((own, result)) = found else { return DETERMINED.into() };
    let mut text = String::new();
    if !is_alone {
        let (number, spelling) = ((place + 1).to_string(), call.instruction.to_string());
        text.extend(["Statement ", &number, ", `", &spelling, "`: "]);
    }
    text.push_str(result.guarantee.words());
    let decisions = call.prepared.decisions(own, &registers);
    for (decision, mark) in
        decisions.iter().zip([" (", ", "].into_iter().chain(core::iter::repeat(", ")))
    {
        text.extend([mark, decision.reading.id]);
    }
    text.push_str(if decisions.is_empty() { "." } else { ")." });
    text
}

/// Describes the result of a call: the observed one, or the reference.
fn observation(steps: &Steps<'_>) -> String {
    let bits = hex(steps.bits, steps.call.prepared.lane_op().result.width().into());
    match &steps.call.observed {
        Some(observed) => {
            ["GPUs were observed to return ", &bits, " (", observed.grade().name(), ")."].concat()
        }
        None => ["The result is ", &bits, "."].concat(),
    }
}

/// Names the sums of a subject that may be fused with products.
fn contracted(subject: &Subject) -> String {
    let sequence = subject.sequence();
    let indices = 0..sequence.statements().len();
    let all: Vec<_> = indices.filter_map(|index| sequence.contraction(index)).collect();
    if all.is_empty() { "Fusion is not permitted.".into() } else { all.join(" ") }
}

/// The first steps that differ between two calls.
fn parting(one: &Steps<'_>, two: &Steps<'_>, is_alone: bool) -> Option<Reason> {
    let steps = one.trace.steps.iter().zip(&two.trace.steps);
    let index = steps.into_iter().position(|(x, y)| is_parting(x, y))?;
    let (x, y) = (one.explanations.get(index)?, two.explanations.get(index)?);
    let differ_in_words = x.sentence != y.sentence;
    let text = |steps: &Steps<'_>, step: &Explanation| {
        let mut text = if is_alone { String::new() } else { steps.name() };
        text.push_str(&step.sentence);
        // Equal words leave only a difference in numbers.
        if !differ_in_words {
            for line in step.plain_lines() {
                text.extend([" ", &line]);
            }
        }
        text
    };
    Some(Reason { title: x.title, a: text(one, x), b: text(two, y) })
}

/// Whether two data are different, regardless of their formats.
fn is_other(x: &Datum, y: &Datum) -> bool {
    match (Dyadic::from_datum(x), Dyadic::from_datum(y)) {
        (Some(one), Some(two)) => one != two || x.negative != y.negative,
        _ => x != y,
    }
}

fn is_parting(x: &Step, y: &Step) -> bool {
    match (x, y) {
        (Step::Flush { changed, .. }, Step::Flush { changed: other, .. }) => changed != other,
        (Step::Exact { outcome, .. }, Step::Exact { outcome: other, .. }) => outcome != other,
        (Step::Round { conversion, .. }, Step::Round { conversion: other, .. }) => {
            match (conversion, other) {
                (Some(one), Some(two)) => is_other(&one.datum, &two.datum),
                (one, two) => one.is_some() != two.is_some(),
            }
        }
        (Step::Clamp { after, .. }, Step::Clamp { after: other, .. }) => is_other(after, other),
        (Step::Pack { result, .. }, Step::Pack { result: other, .. }) => result.bits != other.bits,
        _ => false,
    }
}

impl Steps<'_> {
    /// The name of the statement, for the beginning of a sentence.
    fn name(&self) -> String {
        let number = self.number.to_string();
        let spelling = self.call.instruction.to_string();
        ["Statement ", &number, ", `", &spelling, "`: "].concat()
    }

    /// The steps that lose information.
    fn losses(&self) -> impl Iterator<Item = &Explanation> {
        let is_loss = |step: &Step, explanation: &Explanation| match step {
            Step::Flush { .. } | Step::Round { .. } | Step::Clamp { .. } => !explanation.is_idle,
            Step::Exact { .. } | Step::Bound { .. } | Step::Pack { .. } => false,
        };
        let steps = self.trace.steps.iter().zip(&self.explanations);
        steps
            .filter(move |(step, explanation)| is_loss(step, explanation))
            .map(|(_, explanation)| explanation)
    }
}

/// Describes what happens to the value in each statement that changes it.
fn losses(all: &[Steps<'_>]) -> String {
    let mut text = String::new();
    for steps in all {
        for explanation in steps.losses() {
            if !text.is_empty() {
                text.push(' ');
            }
            if all.len() > 1 {
                text.push_str(&steps.name());
            }
            text.push_str(&explanation.sentence);
        }
    }
    if text.is_empty() { "Nothing is rounded, flushed or limited.".into() } else { text }
}

/// Describes the result of each statement.
fn values_of(all: &[Steps<'_>]) -> String {
    let mut text = String::new();
    for steps in all {
        let exact = steps.trace.steps.iter().position(|step| matches!(step, Step::Exact { .. }));
        let Some(explanation) = exact.and_then(|index| steps.explanations.get(index)) else {
            continue;
        };
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&steps.name());
        let lines: Vec<_> = explanation.plain_lines().collect();
        text.extend([lines.join(" ").as_str(), "."]);
    }
    if text.is_empty() { "Nothing is computed.".into() } else { text }
}

/// The step that explains most of the difference.
fn title(first: &[Steps<'_>], second: &[Steps<'_>]) -> &'static str {
    let mut all = first.iter().chain(second).flat_map(Steps::losses);
    all.next().map_or("Exact", |explanation| explanation.title)
}
