//! The view of instructions side by side.

use ptxfp::catalog::{Context, Instruction, LATEST_ISA};
use ptxfp::eval::Prepared;
use ptxfp::explore::difference::By;
use ptxfp::link::{Compared, State, sequence_of, unfused};
use ptxfp::text::hex_digits;

use crate::explorer::tabs::compare::Compare;
use crate::explorer::tabs::compare::operands::{OwnView, operands};
use crate::number::value;
use crate::search::{AnswerView, Search, SearchView, searched, verdict};

/// The comparison of the present instruction with others, with a field for each component of the tab.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompareView {
    /// The instructions that are compared.
    pub compared: RowsView,
    /// The instruction that is typed for the comparison.
    pub draft: String,
    /// Instructions and programs to compare with.
    pub offers: OffersView,
}

/// The instructions that are compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowsView {
    /// The kind of results that are compared, if results are not all guaranteed, so that there is a
    /// choice.
    pub by: Option<By>,
    /// The present instruction, then the others.
    pub rows: Vec<ComparedView>,
}

/// Instructions and programs to compare with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OffersView {
    /// The reason why the text that is typed cannot be compared.
    pub wrong: String,
    /// The suggestions.
    pub offers: Vec<String>,
    /// The link to compare the present instruction as a sequence.
    pub sequence: String,
    /// The comparison of a fused instruction with a product and a sum, as programs: its label and
    /// link.
    pub unfused: Option<(String, String)>,
}

/// An instruction that is compared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ComparedView {
    /// Its spelling.
    pub spelling: String,
    /// The context.
    pub place: String,
    /// The digits of its result; those that differ from the present instruction's are marked.
    pub digits: Vec<(char, bool)>,
    /// The values of its lanes, most significant first.
    pub values: String,
    /// The verdict on it compared with the present instruction.
    pub verdict: &'static str,
    /// Whether the results are the same.
    pub is_same: bool,
    /// The reason why they differ, in sentences: the step, and each of the two instructions there.
    pub reason: Option<[String; 3]>,
    /// The search for a difference.
    pub search: SearchView,
    /// Its own operands, if it has some.
    pub operands: Vec<OwnView>,
}

/// The tab.
pub fn view(compare: &Compare, state: &State) -> CompareView {
    let (instruction, context, registers) = (&state.instruction, &state.context, &state.registers);
    // Observed results are shown where those are compared.
    let mut seen = compare.searches.iter().flatten().filter_map(Search::observed);
    let present = match seen.next().and_then(|[present, _]| present.first()) {
        Some(register) => shown(&Prepared::new(instruction, context), *register),
        None => result(instruction, context, registers),
    };
    let mut rows = vec![row(instruction, context, &present, &present)];
    for (place, (other, search)) in state.compared.iter().zip(&compare.searches).enumerate() {
        let registers = other.registers.as_ref().unwrap_or(registers);
        let (instruction, context) = (&other.instruction, &other.context);
        let seen = search.as_ref().and_then(Search::observed);
        let own = match seen.and_then(|[_, own]| own.first()) {
            Some(register) => shown(&Prepared::new(instruction, context), *register),
            None => result(instruction, context, registers),
        };
        let mut row = row(instruction, context, &own, &present);
        row.is_same = own.digits == present.digits;
        if let Some(search) = search {
            row.search = searched(search);
            // Observed results are known for the present operands only.
            if let Some(found) = search.found().filter(|_| search.by() != By::Observed) {
                row.search.answers = answers(state, other, &found.registers);
            }
            row.is_same = search.agrees(row.is_same);
            (row.verdict, row.reason) = verdict(search, row.is_same);
        } else {
            row.verdict = if row.is_same { "same result" } else { "different result" };
            row.operands = operands(compare, other, place);
        }
        rows.push(row);
    }
    let others = state.compared.iter().map(|other| other.instruction);
    let is_open = others.chain([state.instruction]).any(|each| each.form.bound().is_some());
    let by = (is_open && !state.compared.is_empty()).then_some(compare.by);
    CompareView {
        compared: RowsView { by, rows },
        draft: compare.draft.clone(),
        offers: OffersView {
            wrong: compare.wrong.clone(),
            offers: compare.offers().to_vec(),
            sequence: ["#", &*sequence_of(state)].concat(),
            unfused: against_unfused(state),
        },
    }
}

/// The results of both instructions for other operands.
fn answers(state: &State, other: &Compared, registers: &[u64]) -> Vec<AnswerView> {
    let first = result(&state.instruction, &state.context, registers);
    let second = result(&other.instruction, &other.context, registers);
    let is_elsewhere = state.context != other.context;
    [(&state.instruction, &state.context, &first), (&other.instruction, &other.context, &second)]
        .into_iter()
        .map(|(instruction, context, own)| {
            let place =
                if is_elsewhere { [" on ", &*place(context)].concat() } else { String::new() };
            AnswerView {
                name: [&*instruction.to_string(), &place].concat(),
                digits: marked(own, &first),
                values: own.values.clone(),
            }
        })
        .collect()
}

/// Returns the link to the comparison of a fused instruction with a product and a sum as programs,
/// with its label.
fn against_unfused(state: &State) -> Option<(String, String)> {
    let found = unfused(state)?;
    let words = ["Compare with ", &*found.opcodes.join(" + ")].concat();
    Some((words, ["#", &found.link].concat()))
}

/// A result in digits and values.
struct Shown {
    digits: String,
    values: String,
}

/// The reference for some operands.
fn result(instruction: &Instruction, context: &Context, registers: &[u64]) -> Shown {
    let prepared = Prepared::new(instruction, context);
    shown(&prepared, prepared.evaluate(registers).destination)
}

/// A destination register.
fn shown(prepared: &Prepared, register: u64) -> Shown {
    let (packing, format) = (prepared.destination(), prepared.lane_op().result);
    let lanes = (0..packing.lanes).rev();
    let values: Vec<_> = lanes.map(|lane| value(packing.extract(register, lane), format)).collect();
    let width = u32::from(packing.register_width());
    Shown { digits: hex_digits(register, width), values: values.join(", ") }
}

/// The target, and the version unless it is the newest.
fn place(context: &Context) -> String {
    let isa = if context.isa == LATEST_ISA {
        String::new()
    } else {
        [", PTX ISA ", &*context.isa.to_string()].concat()
    };
    [context.target.name, &isa].concat()
}

/// The digits of a result, each with whether another one has a different one there.
fn marked(own: &Shown, other: &Shown) -> Vec<(char, bool)> {
    let is_like = own.digits.len() == other.digits.len();
    let digits = own.digits.chars().zip(other.digits.chars().chain(std::iter::repeat(' ')));
    digits.map(|(own, other)| (own, is_like && own != other)).collect()
}

fn row(instruction: &Instruction, context: &Context, own: &Shown, other: &Shown) -> ComparedView {
    ComparedView {
        spelling: instruction.to_string(),
        place: place(context),
        digits: marked(own, other),
        values: own.values.clone(),
        ..ComparedView::default()
    }
}
