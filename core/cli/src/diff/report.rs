//! The report of a search as data: the output of `diff --json`. Field names are stable.

use ptxfp::explore::difference::{Difference, Proof, Search, Severity, Side, Subject, Verdict};
use ptxfp::format::Format;
use ptxfp::link::{Compared, Other, SequenceState, State, parse_sequence};
use ptxfp::text::concise;
use serde::Serialize;

use super::by::By;
use crate::sequence::{braced, hex, values};

/// The answer.
#[derive(Serialize)]
pub(crate) struct Report {
    /// The results that are compared: `permitted`, `reference` or `observed`.
    pub(super) by: &'static str,
    /// The results that are compared, in words.
    #[serde(skip)]
    pub(super) compared: &'static str,
    /// The sentence where there is no difference, though results are open.
    #[serde(skip)]
    pub(super) agreement: &'static str,
    /// Whether that sentence is needed: a proof by every operand shows that nothing is open.
    #[serde(skip)]
    pub(super) is_qualified: bool,
    /// The first subject.
    pub(super) a: Named,
    /// The second one.
    pub(super) b: Named,
    /// `differ`, `may differ`, `equal`, `not found`, or, between permitted results, `compatible`: for
    /// every operand some result is permitted for both.
    pub(super) verdict: &'static str,
    /// Whether the ISA leaves results of one of them open, so that GPUs may differ where the
    /// references agree.
    pub(super) open: bool,
    /// The reason for equality: `same operation` or `every operand tried`.
    pub(super) proof: Option<&'static str>,
    /// The number of operands that were tried.
    pub(super) tried: u64,
    /// The differences; with `--all` each of the special operands on which they differ.
    pub(super) differences: Vec<Found>,
}

/// The word for a proof by every operand.
const EVERY_OPERAND: &str = "every operand tried";

/// A subject.
#[derive(Serialize)]
pub(super) struct Named {
    pub(super) text: String,
    pub(super) target: &'static str,
    pub(super) isa: String,
}

/// Operands and both results.
#[derive(Serialize)]
pub(super) struct Found {
    /// Whether it is certain that they differ, whatever the ISA leaves open.
    pub(super) certain: bool,
    /// Whether the compared results are the same, and differ only if GPUs use what the ISA leaves
    /// open.
    pub(super) alike: bool,
    /// Whether they may differ since products may be fused with sums, and need not.
    pub(super) contraction: bool,
    /// The inputs.
    pub(super) inputs: Vec<Value>,
    /// The results of the first subject.
    pub(super) a: Vec<Value>,
    /// The results of the second one.
    pub(super) b: Vec<Value>,
    /// The lanes in which they differ.
    pub(super) lanes: Vec<Part>,
    /// The step at which they part.
    pub(super) step: &'static str,
    /// The explanation of the first subject's result.
    pub(super) reason_a: String,
    /// The explanation of the second one's.
    pub(super) reason_b: String,
    /// A link to both; nothing where a link cannot say all of them.
    pub(super) link: Option<String>,
}

/// A register.
#[derive(Serialize)]
pub(super) struct Value {
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) bits: String,
    /// The values of its lanes, the least significant first.
    pub(super) values: Vec<String>,
    /// The other results that contraction leaves, all equally valid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) others: Vec<String>,
}

/// A lane in which results differ.
#[derive(Serialize)]
pub(super) struct Part {
    /// The result.
    pub(super) name: String,
    /// Its lane; nothing for the whole register.
    pub(super) lane: Option<u8>,
    pub(super) certain: bool,
    pub(super) a: String,
    pub(super) b: String,
}

fn shown_difference(search: &Search, found: &Difference) -> Found {
    let value = |name: &str, kind: ptxfp::catalog::Type, bits: u64| Value {
        name: name.to_string(),
        kind: kind.spelling(),
        bits: hex(bits, kind),
        values: values(bits, kind),
        others: Vec::new(),
    };
    let results = |place: usize| -> Vec<Value> {
        let outputs = search.outputs();
        let both = outputs.iter().zip(found.outcomes.get(place).into_iter().flatten());
        let results = both.filter_map(|(output, all)| {
            let (first, rest) = all.split_first()?;
            let kind = output.kinds.get(place).copied()?;
            let name = if place == 0 { &output.name } else { &output.other_name };
            let other =
                |bits: &u64| format!("{} = {}", hex(*bits, kind), braced(&values(*bits, kind)));
            Some(Value { others: rest.iter().map(other).collect(), ..value(name, kind, *first) })
        });
        results.collect()
    };
    let outputs = search.outputs();
    let inputs = search.inputs().iter().zip(&found.inputs);
    let side = |side: &Side, format: Format| {
        let text = |bits: u64| {
            let digits = usize::from(format.width().div_ceil(4));
            format!("0x{bits:0digits$x} = {}", concise(bits, format))
        };
        let all = [side.bits].into_iter().chain(side.others.iter().copied());
        all.map(text).collect::<Vec<_>>().join(" or ")
    };
    Found {
        certain: found.severity == Severity::Certain,
        alike: found.severity == Severity::Alike,
        contraction: found.is_of_contraction(),
        inputs: inputs.map(|(input, bits)| value(&input.name, input.kind, *bits)).collect(),
        a: results(0),
        b: results(1),
        lanes: found
            .lanes
            .iter()
            .filter_map(|lane| {
                let output = outputs.get(lane.output)?;
                let [one, two] = output.kinds.map(ptxfp::catalog::Type::format);
                Some(Part {
                    name: output.name.clone(),
                    lane: lane.lane,
                    certain: lane.severity == Severity::Certain,
                    a: side(&lane.a, one),
                    b: side(&lane.b, two),
                })
            })
            .collect(),
        step: found.reason.title,
        reason_a: found.reason.a.clone(),
        reason_b: found.reason.b.clone(),
        link: link(search, &found.inputs),
    }
}

/// A link to both subjects: one that compares instructions, or one that compares sequences.
fn link(search: &Search, inputs: &[u64]) -> Option<String> {
    let [a, b] = search.subjects();
    if let (Some(instruction), Some(other)) = (a.instruction(), b.instruction()) {
        let compared = Compared { instruction: *other, context: b.context, registers: None };
        let state = State {
            compared: vec![compared],
            ..State::new(*instruction, a.context, inputs.to_vec())
        };
        return Some(state.to_fragment());
    }
    let text = |subject: &Subject| match subject.instruction() {
        Some(instruction) => instruction.statement().replace('-', "_"),
        None => subject.label.clone(),
    };
    let other = Other::new(&text(b), b.context);
    let state = SequenceState::new(&text(a), a.context, inputs);
    let link = SequenceState { other: Some(other), ..state }.to_fragment();
    // Without declarations, statements may say less.
    parse_sequence(&link).is_some_and(|parsed| parsed.problems.is_empty()).then_some(link)
}

impl Report {
    /// Returns the report on a search, or on the differences that are listed instead.
    pub(super) fn of(search: &Search, by: By, listed: Vec<Difference>) -> Self {
        let named = |subject: &Subject| Named {
            text: subject.label.clone(),
            target: subject.context.target.name,
            isa: subject.context.isa.to_string(),
        };
        let (verdict, proof) = match search.verdict() {
            Verdict::Differ => ("differ", None),
            Verdict::MayDiffer => ("may differ", None),
            Verdict::Open if search.found().is_some() => ("may differ", None),
            Verdict::Open => ("not found", None),
            Verdict::NoneExists(Proof::SameOperation) => ("equal", Some("same operation")),
            Verdict::NoneExists(Proof::EveryOperand) if by == By::Permitted => {
                ("compatible", Some(EVERY_OPERAND))
            }
            Verdict::NoneExists(Proof::EveryOperand) => ("equal", Some(EVERY_OPERAND)),
        };
        let found =
            if listed.is_empty() { search.found().cloned().into_iter().collect() } else { listed };
        let [a, b] = search.subjects();
        let is_open = [a, b].iter().any(|subject| subject.is_open());
        Self {
            by: by.name(),
            compared: by.words(),
            agreement: by.agreement(),
            is_qualified: is_open && (proof != Some(EVERY_OPERAND)),
            a: named(a),
            b: named(b),
            verdict,
            open: is_open,
            proof,
            tried: search.progress().tried,
            differences: found.iter().map(|each| shown_difference(search, each)).collect(),
        }
    }

    /// Whether a difference was found.
    pub(crate) fn is_found(&self) -> bool {
        !self.differences.is_empty()
    }
}
