//! Instructions beside one another.

use ptxfp::bits::hex_digits;
use ptxfp::catalog::{Context, Instruction, LATEST_ISA};
use ptxfp::eval::Prepared;
use ptxfp::explore::difference::{Difference, Proof, Search, Severity, Verdict};
use ptxfp::link::State;
use ptxfp::number::text::{self, grouped};

use crate::explorer::compare::{Compare, Hunt, offers};
use crate::view_model::compare::{CompareView, ComparedView, HuntView};

/// The tab.
pub fn view(compare: &Compare, state: &State) -> CompareView {
    let present = result(&state.instruction, &state.context, &state.registers);
    let mut rows = vec![row(&state.instruction, &state.context, &present, &present)];
    for (other, hunt) in state.compared.iter().zip(&compare.hunts) {
        let own = result(&other.instruction, &other.context, &state.registers);
        let mut row = row(&other.instruction, &other.context, &own, &present);
        row.is_same = own.digits == present.digits;
        row.hunt = hunted(hunt);
        let search = hunt.search.as_ref().ok();
        let difference = search.and_then(|search| search.difference(&state.registers));
        row.verdict = match &difference {
            Some(Difference { severity: Severity::Certain, .. }) => "differs",
            Some(_) => "may differ",
            None => "same result",
        };
        row.reason = difference.as_ref().map(reason);
        rows.push(row);
    }
    CompareView {
        rows,
        draft: compare.draft.clone(),
        wrong: compare.wrong.clone(),
        offers: offers(state),
    }
}

/// A result in digits and values.
struct Shown {
    digits: String,
    values: String,
}

fn result(instruction: &Instruction, context: &Context, registers: &[u64]) -> Shown {
    let prepared = Prepared::new(instruction, context);
    let evaluation = prepared.evaluate(registers);
    let format = prepared.lane_op().result;
    let lanes = evaluation.lanes().iter().rev();
    let values: Vec<_> = lanes.map(|lane| text::concise(lane.bits, format)).collect();
    let width = u32::from(prepared.destination().register_width());
    Shown { digits: hex_digits(evaluation.destination, width), values: values.join(", ") }
}

fn row(instruction: &Instruction, context: &Context, own: &Shown, other: &Shown) -> ComparedView {
    let isa = if context.isa == LATEST_ISA {
        String::new()
    } else {
        [", PTX ISA ", &*context.isa.to_string()].concat()
    };
    let is_like = own.digits.len() == other.digits.len();
    let digits = own.digits.chars().zip(other.digits.chars().chain(std::iter::repeat(' ')));
    ComparedView {
        spelling: instruction.to_string(),
        place: [context.target.name, &isa].concat(),
        digits: digits.map(|(own, other)| (own, is_like && own != other)).collect(),
        values: own.values.clone(),
        ..ComparedView::default()
    }
}

fn reason(difference: &Difference) -> [String; 3] {
    let reason = &difference.reason;
    [reason.title.to_owned(), reason.a.clone(), reason.b.clone()]
}

fn hunted(hunt: &Hunt) -> HuntView {
    let search = match &hunt.search {
        Ok(search) => search,
        Err(message) => return HuntView { words: message.clone(), ..HuntView::default() },
    };
    let verdict = search.verdict();
    let is_known = verdict != Verdict::Open;
    let found = search.found().filter(|_| hunt.is_begun);
    let progress = search.progress();
    let tried = [&*grouped(progress.tried), " operands tried"].concat();
    let words = match (verdict, hunt.is_begun) {
        (Verdict::NoneExists(Proof::SameOperation), _) => {
            String::from("They never differ: both do the same.")
        }
        (_, false) => String::new(),
        (Verdict::NoneExists(Proof::EveryOperand), _) => {
            ["They never differ: ", &tried, ", and there are no others."].concat()
        }
        (Verdict::Differ, _) => ["They differ, for example on"].concat(),
        (Verdict::MayDiffer, _) => {
            String::from("The references differ, though the ISA permits a common result, on")
        }
        (Verdict::Open, _) => {
            let of = progress.of.map_or(String::new(), |of| [" of ", &*grouped(of)].concat());
            [&*tried, &of, ": ", progress.phase.name()].concat()
        }
    };
    HuntView {
        is_offered: !is_known && !hunt.is_running,
        is_running: hunt.is_running,
        words,
        found: found.map(|found| operands(search, found)),
        reason: found.map(reason),
    }
}

/// The operands that were found, by name.
fn operands(search: &Search, found: &Difference) -> String {
    let one = |(input, register): (&ptxfp::explore::difference::Input, &u64)| {
        let packing = input.kind.packing();
        let lanes = (0..packing.lanes).rev();
        let format = input.kind.format();
        let values = lanes.map(|lane| text::concise(packing.extract(*register, lane), format));
        [&*input.name, " = ", &values.collect::<Vec<_>>().join(", ")].concat()
    };
    search.inputs().iter().zip(&found.inputs).map(one).collect::<Vec<_>>().join("; ")
}
