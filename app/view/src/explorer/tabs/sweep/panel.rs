//! The tab of sweeps: the choices, the progress, and the results.

use ptxfp::eval::Prepared;
use ptxfp::explore::distribution::Distribution;
use ptxfp::explore::domain::{Domain, Set};
use ptxfp::link::{Shown, State, Sweep as Choice};
use ptxfp::observed::grade;
use ptxfp::text::grouped;
use ptxfp::text::hex;

use crate::explorer::tabs::sweep::places::{place_name, source_name};
use crate::explorer::tabs::sweep::plot::plot;
use crate::explorer::tabs::sweep::view::{BarView, OutcomesView, ProgressView, SweepView};
use crate::explorer::tabs::sweep::{
    Drag, MAX_WHOLE, SPREAD, Sweep, map_view, others, places, share,
};
use crate::message::sentence;
use crate::number::{value, with_minus};
use crate::playground::operand::lane_words;

/// The message if there are no observations.
const UNKNOWN: &str = "No GPU results are known for this instruction on this target.";
/// The choice where no other operand varies.
const NONE: &str = "no other";

/// The tab.
pub fn view(sweep: &Sweep, state: &State) -> SweepView {
    let (Some(choice), Some(domain)) = (sweep.choice, sweep.domain(state)) else {
        let failure = "No operand of this instruction can vary.";
        let progress = ProgressView { failure, ..ProgressView::default() };
        return SweepView { progress, ..SweepView::default() };
    };
    let bar = bar(sweep, state, choice, &domain);
    let mut plot = sweep.swept.as_ref().map(|swept| plot(swept, choice.shown, state));
    if let Some(plot) = &mut plot {
        plot.below.is_ordered = bar.is_ordered;
        plot.is_held = sweep.drag.as_ref().is_some_and(|drag| drag.is_held);
        plot.drag = sweep.drag.as_ref().and_then(|drag| dragged(drag, plot.figure.width));
    }
    SweepView {
        bar,
        progress: progress(sweep, state, choice, &domain),
        plot,
        map: sweep.map.as_ref().map(|map| map_view::view(map, choice.shown, sweep.cell, state)),
        outcomes: sweep.outcomes().iter().map(|(lane, all)| outcomes(state, *lane, all)).collect(),
    }
}

/// Whether results were observed for an instruction.
fn is_known(state: &State) -> bool {
    grade(&state.instruction, &state.context).is_some()
}

/// The error in the values that are typed, or in the link.
fn wrong(sweep: &Sweep, state: &State) -> String {
    let wrong = sweep.wrong_draft(state).unwrap_or_else(|| sweep.wrong.clone());
    if wrong.is_empty() { wrong } else { sentence(&wrong) }
}

/// The choices.
fn bar(sweep: &Sweep, state: &State, choice: Choice, domain: &Domain) -> BarView {
    let is_map = choice.across.is_some();
    let places = places(state);
    let others = others(state, choice.place);
    let other = others.iter().position(|other| choice.across == Some(*other));
    let is_whole = domain.stride() == 1 && !sweep.is_stopped;
    let whole = match sweep.in_view(state) {
        n if is_map || n <= SPREAD || is_whole => String::new(),
        n if n <= MAX_WHOLE => ["Evaluate all ", &grouped(n)].concat(),
        _ => String::new(),
    };
    let all = Shown::ALL.into_iter().filter(|shown| match shown {
        Shown::Results | Shown::Errors => true,
        Shown::Observed => is_known(state) && !is_map,
        Shown::Inexact => is_map,
    });
    BarView {
        place: places.iter().position(|each| *each == choice.place).unwrap_or(0),
        places: places.iter().map(|place| place_name(state, *place)).collect(),
        other: other.map_or(0, |other| other + 1),
        others: std::iter::once(NONE)
            .chain(others.iter().map(|other| source_name(state, *other)))
            .collect(),
        shown: all.map(|shown| (shown, shown == choice.shown)).collect(),
        domain: (!is_map).then(|| sweep.draft.clone().unwrap_or_else(|| domain.text())),
        is_wrong: !wrong(sweep, state).is_empty(),
        is_zoomed: sweep.is_zoomed(),
        is_ordered: !is_map && sweep.is_ordered(state),
        whole,
        is_running: sweep.wanted().is_some(),
        has_results: sweep.swept.is_some() || sweep.map.is_some(),
    }
}

/// The progress.
fn progress(sweep: &Sweep, state: &State, choice: Choice, domain: &Domain) -> ProgressView {
    let (done, time) = sweep.progress;
    let len = sweep.n_indices();
    let is_running = sweep.wanted().is_some();
    let percent = done.saturating_mul(100) / len.max(1);
    let unit = if choice.across.is_some() { " cells" } else { OPERANDS };
    let in_view = sweep.in_view(state);
    ProgressView {
        wrong: wrong(sweep, state),
        words: progress_words((done, len, unit), time, in_view, (is_running, domain.set())),
        percent,
        is_running,
        time: (!is_running && percent == 100).then_some(time),
        failure: match sweep.failure {
            None if choice.shown == Shown::Observed && !is_known(state) => UNKNOWN,
            failure => failure.unwrap_or(""),
        },
    }
}

/// Returns the columns that a held pointer has chosen, or the distance that it has moved them.
fn dragged(drag: &Drag, width: usize) -> Option<(bool, [usize; 2])> {
    let column = |part| usize::try_from(share(width as u64, part)).unwrap_or(0);
    let ends = [drag.from, drag.to].map(column);
    (drag.is_held && drag.is_far()).then_some((drag.is_pan, ends))
}

/// The number of significant digits of an exact value that are written.
const DIGITS: usize = 24;

/// The results of a lane for all random bits.
fn outcomes(state: &State, lane: u8, all: &Distribution) -> OutcomesView {
    let packing = Prepared::new(&state.instruction, &state.context).destination();
    let lane = lane_words(&packing, lane);
    let lane = if lane.is_empty() { lane } else { [&*lane, ": "].concat() };
    let total = 1_u64 << all.n_bits.min(63);
    let width = u32::from(all.format.width());
    let row = |each: &ptxfp::explore::distribution::Outcome| {
        let value = [&*hex(each.bits, width), " = ", &value(each.bits, all.format)].concat();
        ([value, grouped(each.patterns)], each.patterns)
    };
    let words = match (&all.exact, all.mean()) {
        (Some(exact), Some(mean)) => {
            let exact = with_minus(&exact.to_decimal_shortened(DIGITS));
            let verdict = if all.is_unbiased() {
                "equal to it: rounding is unbiased."
            } else {
                &["different: ", &*with_minus(&mean.to_decimal_shortened(DIGITS)), "."].concat()
            };
            ["The exact value is ", &*exact, ", and the mean of the results is ", verdict].concat()
        }
        _ => String::from("Some results are not finite, so there is no mean."),
    };
    let readings: Vec<_> = all.readings.iter().map(|reading| reading.id).collect();
    let words = if readings.is_empty() {
        words
    } else {
        [&*words, " By our reading of an unclear text: ", &readings.join(", "), "."].concat()
    };
    OutcomesView {
        title: [&*lane, &grouped(total), " patterns of random bits"].concat(),
        rows: all.outcomes.iter().map(row).collect(),
        total,
        words,
    }
}

/// The unit of the counts, except for a map.
const OPERANDS: &str = " operands";

/// Describes the progress, and the time that remains.
fn progress_words(
    (done, len, unit): (u64, u64, &str),
    time: u64,
    in_view: u64,
    (is_running, set): (bool, Set),
) -> String {
    let of = if len < in_view && unit == OPERANDS {
        [&grouped(len), " of ", &*grouped(in_view), unit, ", evenly spread"].concat()
    } else {
        [&grouped(len), unit].concat()
    };
    if done >= len {
        let is_all = set == Set::All && len >= in_view && unit == OPERANDS;
        return [if is_all { "all " } else { "" }, &of].concat();
    }
    if !is_running {
        return [&*grouped(done), " of ", &*grouped(len), unit, " evaluated"].concat();
    }
    if done == 0 {
        return ["evaluating ", &*of].concat();
    }
    let left = u128::from(len - done) * u128::from(time.max(1)) / u128::from(done);
    let left = duration(u64::try_from(left).unwrap_or(u64::MAX));
    ["evaluating ", &*of, ", ", &left, " left"].concat()
}

fn duration(milliseconds: u64) -> String {
    match milliseconds {
        ms if ms < 1000 => [&*ms.to_string(), " ms"].concat(),
        ms if ms < 120_000 => [&*(ms / 1000).to_string(), " s"].concat(),
        ms => [&*(ms / 60_000).to_string(), " min"].concat(),
    }
}
