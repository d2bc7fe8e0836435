//! The view of a state: a sequence, and the sequence compared with it.

use std::sync::Arc;

use ptxfp::catalog::{ISA_VERSIONS, TARGETS};
use ptxfp::link::Verdict;

use crate::message::sentence;
use crate::program::cases::CasesView;
use crate::program::comparison::ComparisonView;
use crate::program::inputs::{InputView, input};
use crate::program::register::register_hex;
use crate::program::statements::{CodeView, code};
use crate::program::targets::TargetsView;
use crate::program::thread::Thread;
use crate::program::{Model, cases, comparison, targets};

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
    /// The thread of a kernel.
    pub thread: Option<Arc<Thread>>,
    /// The saved sets of inputs.
    pub cases: CasesView,
    /// The program on other targets, if that is shown.
    pub targets_beside: Option<TargetsView>,
    /// The results that the link recorded, compared with the present ones.
    pub linked: Option<RecordView>,
    /// The result of the last edit.
    pub spoken: String,
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

/// The results that a link recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordView {
    /// The outcome of the comparison.
    pub verdict: Verdict,
    /// Each result that is not the same, in words.
    pub differences: Vec<String>,
}

/// The prefix of the keys of statements of the other sequence.
const OTHER: &str = "other-";

/// The view of a state.
pub(super) fn view(model: &Model) -> SequenceView {
    let registers = model.registers();
    let values = model.code.sequence().evaluated(&registers, &model.code.context);
    let both = comparison::both(model, &values, &registers);
    let [parting, other_parting] = both.as_ref().map_or([None; 2], |both| both.parting);
    let first = code(model, &model.code, Some(("", &values, parting)));
    let beside = model.beside.as_ref().map(|beside| BesideView {
        code: code(
            model,
            &beside.code,
            both.as_ref().map(|both| (OTHER, &both.values, other_parting)),
        ),
        mismatch: match &beside.order {
            Err(wrong) if !wrong.is_empty() => sentence(wrong),
            Ok(_) | Err(_) => String::new(),
        },
        compared: both.as_ref().map(comparison::Both::view),
    });
    let inputs: Vec<_> = model
        .inputs()
        .zip(&registers)
        .zip(model.code.sequence().inputs())
        .map(|((register, bits), index)| input(model, register, *bits, *index))
        .collect();
    let thread = Thread::of(model, &values, &inputs);
    SequenceView {
        targets: TARGETS.iter().map(|target| target.name.to_owned()).collect(),
        isas: ISA_VERSIONS.iter().rev().map(ToString::to_string).collect(),
        inputs,
        dependent: dependent(model, &registers),
        cases: cases::view(model),
        targets_beside: targets::view(model, &registers),
        linked: linked(model),
        spoken: spoken(&first, (beside.as_ref(), thread.as_deref()), model),
        thread,
        code: first,
        beside,
    }
}

fn dependent(model: &Model, registers: &[u64]) -> Vec<String> {
    let all = model.code.sequence().dependent_inputs(registers);
    all.iter().map(|note| sentence(note)).collect()
}

/// The results that the link recorded, compared with the present ones. Results that depend on a
/// reference value or on unspecified NaN bits are not guaranteed.
fn linked(model: &Model) -> Option<RecordView> {
    let mut view = RecordView { verdict: Verdict::Reproduced, differences: Vec::new() };
    for each in model.recorded()?.changed_outputs()? {
        let Some(register) = model.code.sequence().register(each.register) else { continue };
        let then = register_hex(each.recorded, register);
        view.differences.push([&register.name, " was ", &then].concat());
        view.verdict = view.verdict.max(each.verdict);
    }
    Some(view)
}

/// The first error, or the results, and their comparison with the other sequence.
fn spoken(
    code: &CodeView,
    (beside, thread): (Option<&BesideView>, Option<&Thread>),
    model: &Model,
) -> String {
    let mut spoken = String::new();
    if let Some(first) = code.problems.first() {
        let line = first.line.to_string();
        let message = first.item.message.replace('`', "");
        spoken = ["Line ", &line, ": ", &message, " "].concat();
    }
    let results = code.statements.iter().flat_map(|statement| &statement.results);
    let stored = thread.into_iter().flat_map(Thread::outputs);
    for result in results.filter(|result| result.is_output).chain(stored) {
        let value = [&result.values, &result.hex].into_iter().find(|text| !text.is_empty());
        let value = value.map_or(result.standing.words, String::as_str);
        spoken.push_str(&[&result.name, " is ", value].concat());
        for (hex, values) in &result.others {
            spoken.extend([" or ", if values.is_empty() { hex } else { values }]);
        }
        spoken.push_str(". ");
    }
    if let Some(beside) = beside {
        let problem = beside.code.problems.first().map(|first| first.item.message.replace('`', ""));
        let compared = beside.compared.as_ref().map(|compared| compared.verdict.to_owned());
        let what = problem.or(compared).unwrap_or_else(|| beside.mismatch.replace('`', ""));
        spoken.push_str(&["The other program: ", &*what, ". "].concat());
        spoken.push_str(&crate::search::spoken(model.search()));
    }
    spoken
}
