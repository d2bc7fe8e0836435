//! A sweep in words and paths.

use ptxfp::bits::hex;
use ptxfp::eval::Prepared;
use ptxfp::explore::distribution::Distribution;
use ptxfp::explore::measure::{BEYOND, ERROR_BITS, ULP, is_beyond};
use ptxfp::explore::rank::{at_rank, rank};
use ptxfp::explore::sweep::Place;
use ptxfp::explore::tally::{BUCKETS, Histogram, Tally};
use ptxfp::format::Format;
use ptxfp::link::{Shown, State};
use ptxfp::number::text::{self, grouped};

use crate::explorer::corners::short;
use crate::explorer::sweep::map_view::source_name;
use crate::explorer::sweep::view::{HistogramView, OutcomesView, PlotView, SweepView, WorstView};
use crate::explorer::sweep::{
    Drag, MAX_WHOLE, SPREAD, Sweep, Swept, map_view, operand_bits, others, places, share,
    with_operand,
};
use crate::playground::operand::{lane_name, sentence};
use crate::table::TableView;

/// The height of a plot.
pub const HEIGHT: u32 = 1000;
/// The least height of a mark in it.
const DOT: u32 = 8;

/// What is chosen where no other operand varies.
const NONE: &str = "no other";

/// The tab.
pub fn view(sweep: &Sweep, state: &State) -> SweepView {
    let (Some(choice), Some(domain)) = (sweep.choice, sweep.domain(state)) else {
        return SweepView {
            failure: "No operand of this instruction can vary.",
            ..SweepView::default()
        };
    };
    let is_map = choice.across.is_some();
    let places = places(state);
    let others = others(state, choice.place);
    let other = others.iter().position(|other| choice.across == Some(*other));
    let (done, time) = sweep.progress;
    let len = sweep.n_indices();
    let in_view = sweep.in_view(state);
    let is_whole = domain.stride() == 1 && !sweep.is_stopped;
    let whole = match in_view {
        n if is_map || n <= SPREAD || is_whole => String::new(),
        n if n <= MAX_WHOLE => ["Evaluate all ", &grouped(n)].concat(),
        _ => String::new(),
    };
    let is_running = sweep.wanted().is_some();
    let all = Shown::ALL.into_iter().filter(|shown| is_map || *shown != Shown::Inexact);
    let unit = if is_map { " cells" } else { OPERANDS };
    let wrong = sweep.wrong_draft(state).unwrap_or_else(|| sweep.wrong.clone());
    let wrong = if wrong.is_empty() { wrong } else { sentence(&wrong) };
    let mut plot = sweep.swept.as_ref().map(|swept| plot(swept, choice.shown, state));
    if let (Some(plot), Some(drag)) = (&mut plot, &sweep.drag) {
        plot.is_held = drag.is_held;
        plot.drag = dragged(drag, plot.width);
    }
    SweepView {
        place: places.iter().position(|each| *each == choice.place).unwrap_or(0),
        places: places.iter().map(|place| place_name(state, *place)).collect(),
        other: other.map_or(0, |other| other + 1),
        others: std::iter::once(NONE)
            .chain(others.iter().map(|other| source_name(state, *other)))
            .collect(),
        shown: all.map(|shown| (shown, shown == choice.shown)).collect(),
        domain: (!is_map).then(|| sweep.draft.clone().unwrap_or_else(|| domain.text())),
        wrong,
        is_zoomed: sweep.is_zoomed(),
        is_ordered: !is_map && sweep.is_ordered(state),
        whole,
        is_running,
        percent: done.saturating_mul(100) / len.max(1),
        progress: progress((done, len, unit), time, in_view, is_running),
        plot,
        map: sweep.map.as_ref().map(|map| map_view::view(map, choice.shown, sweep.cell, state)),
        failure: sweep.failure.unwrap_or(""),
        outcomes: sweep.outcomes().iter().map(|(lane, all)| outcomes(state, *lane, all)).collect(),
    }
}

/// What a pointer that is held has chosen of so many columns, or how far it has moved them.
fn dragged(drag: &Drag, width: usize) -> Option<(bool, [usize; 2])> {
    let column = |part| usize::try_from(share(width as u64, part)).unwrap_or(0);
    let ends = [drag.from, drag.to].map(column);
    (drag.is_held && drag.is_far()).then_some((drag.is_pan, ends))
}

/// An operand, with its lane if there are several.
fn place_name(state: &State, Place { operand, lane }: Place) -> String {
    let name = source_name(state, operand);
    let packing = Prepared::new(&state.instruction, &state.context).destination();
    match &*lane_name(&packing, lane) {
        "" => name.to_owned(),
        lane => [name, ", lane ", lane].concat(),
    }
}

/// How many significant digits of an exact value are written.
const DIGITS: usize = 24;

/// The results of a lane for all random bits.
fn outcomes(state: &State, lane: u8, all: &Distribution) -> OutcomesView {
    let packing = Prepared::new(&state.instruction, &state.context).destination();
    let name = lane_name(&packing, lane);
    let lane = if name.is_empty() { name } else { ["lane ", &*name, ", "].concat() };
    let total = 1_u64 << all.n_bits.min(63);
    let width = u32::from(all.format.width());
    let row = |each: &ptxfp::explore::distribution::Outcome| {
        let value =
            [&*hex(each.bits, width), " = ", &text::concise(each.bits, all.format)].concat();
        ([value, grouped(each.patterns)], each.patterns)
    };
    let words = match (&all.exact, all.mean()) {
        (Some(exact), Some(mean)) => {
            let exact = exact.to_decimal_shortened(DIGITS);
            let verdict = if all.is_unbiased() {
                "just that: it is unbiased."
            } else {
                &["not just that, but ", &*mean.to_decimal_shortened(DIGITS), "."].concat()
            };
            ["The exact value is ", &*exact, ", and the mean of the results is ", verdict].concat()
        }
        _ => String::from("The results are not all finite, so that they have no mean."),
    };
    OutcomesView {
        title: [&*lane, &grouped(total), " patterns of random bits"].concat(),
        rows: all.outcomes.iter().map(row).collect(),
        total,
        words,
    }
}

/// What is counted but for a map.
const OPERANDS: &str = " operands";

/// How far it is, how fast, and how long it will take.
fn progress(
    (done, len, unit): (u64, u64, &str),
    time: u64,
    in_view: u64,
    is_running: bool,
) -> String {
    let of = if len < in_view && unit == OPERANDS {
        [&grouped(len), " of ", &*grouped(in_view), unit, ", evenly spread"].concat()
    } else {
        [&grouped(len), unit].concat()
    };
    let time = time.max(1);
    let rate = [" at ", &*grouped(done / time), " thousand a second"].concat();
    if done >= len {
        let rate = if time > 100 { &*rate } else { "" };
        return [&*of, " in ", &duration(time), rate].concat();
    }
    if !is_running {
        return [&*grouped(done), " of ", &*grouped(len), unit, " evaluated"].concat();
    }
    if done == 0 {
        return of;
    }
    let left = u128::from(len - done) * u128::from(time) / u128::from(done);
    let left = duration(u64::try_from(left).unwrap_or(u64::MAX));
    [&of, &*rate, ", ", &left, " left"].concat()
}

fn duration(milliseconds: u64) -> String {
    match milliseconds {
        ms if ms < 1000 => [&*ms.to_string(), " ms"].concat(),
        ms if ms < 120_000 => [&*(ms / 1000).to_string(), " s"].concat(),
        ms => [&*(ms / 60_000).to_string(), " min"].concat(),
    }
}

/// An error in ulp; of what is too large to be counted, that it is at least so large.
pub fn ulps(error: i64) -> String {
    const DIGITS: u64 = 10_000;
    if is_beyond(error) {
        let most = if error < 0 { "at most \u{2212}" } else { "at least " };
        return [most, BEYOND].concat();
    }
    let magnitude = error.unsigned_abs();
    let fraction = ((magnitude % ULP.unsigned_abs()) * DIGITS) >> ERROR_BITS;
    let digits = (DIGITS + fraction).to_string();
    let digits = digits.get(1..).unwrap_or_default().trim_end_matches('0');
    let sign = if error < 0 { "\u{2212}" } else { "" };
    let whole = grouped(magnitude >> ERROR_BITS);
    if digits.is_empty() { [sign, &whole].concat() } else { [sign, &whole, ".", digits].concat() }
}

fn plot(swept: &Swept, shown: Shown, now: &State) -> PlotView {
    let Swept { domain, state, place, tally } = swept;
    let format = Prepared::new(&state.instruction, &state.context).lane_op().result;
    let (scale, paths) = match shown {
        Shown::Results | Shown::Inexact => values(tally, format),
        Shown::Errors => errors(tally),
    };
    let value = |index: u64| text::concise(domain.at(index), domain.format());
    let present = domain.index_of(operand_bits(now, *place));
    let worst = tally.worst().iter().map(|worst| WorstView {
        fragment: with_operand(state, *place, worst.bits).to_fragment(),
        cells: [
            text::concise(worst.bits, domain.format()),
            hex(worst.bits, u32::from(domain.format().width())),
            text::concise(worst.result, format),
            ulps(worst.error),
        ],
    });
    PlotView {
        label: label(swept, shown),
        width: tally.columns().len(),
        scale,
        paths,
        present: present.map(|index| tally.column_of(index)),
        is_held: false,
        drag: None,
        ends: [value(0), value(domain.len() - 1)],
        worst: worst.collect(),
        counts: counts(tally),
        histogram: histogram(&tally.errors),
        summary: summary(swept, format),
    }
}

fn label(swept: &Swept, shown: Shown) -> String {
    let what = match shown {
        Shown::Results | Shown::Inexact => "Results of ",
        Shown::Errors => "Errors in ulp of ",
    };
    let instruction = swept.state.instruction.to_string();
    [what, &instruction, " over ", &*place_name(&swept.state, swept.place)].concat()
}

/// A mark over one column, from one height to another.
fn mark(path: &mut String, column: usize, top: u32, bottom: u32) {
    let height = (bottom.saturating_sub(top)).max(DOT);
    let (top, height) = (top.saturating_sub(if height == DOT { DOT / 2 } else { 0 }), height);
    for piece in ["M", &*column.to_string(), " ", &*top.to_string(), "h1v", &*height.to_string()] {
        path.push_str(piece);
    }
    path.push_str("h-1z");
}

type Drawing = (Vec<(u32, String)>, [String; 2]);

/// The results, in the order of numbers.
fn values(tally: &Tally, format: Format) -> Drawing {
    let Some(ends) = tally.range(format) else { return (Vec::new(), Default::default()) };
    let [least, greatest] = ends.map(|bits| rank(format, bits));
    let span = (greatest - least).max(1);
    let height = |rank: u64| {
        let down = u128::from(greatest.saturating_sub(rank)) * u128::from(HEIGHT);
        u32::try_from(down / u128::from(span)).unwrap_or(HEIGHT)
    };
    let mut path = String::new();
    for (column, each) in tally.columns().iter().enumerate() {
        if let Some([low, high]) = each.ranks() {
            mark(&mut path, column, height(high), height(low));
        }
    }
    let mut scale: Vec<(u32, String)> = Vec::new();
    let line = |rank: u64| (height(rank), short(text::concise(at_rank(format, rank), format)));
    // The ends, and numbers that help between them.
    let steps = (1..4).map(|step| least + span / 4 * step);
    for (place, text) in
        [greatest, least].into_iter().chain([rank(format, 0)]).chain(steps).map(line)
    {
        let is_apart = |other: &(u32, String)| other.0.abs_diff(place) >= HEIGHT / 8;
        if place <= HEIGHT && scale.iter().all(is_apart) {
            scale.push((place, text));
        }
    }
    (scale, [String::new(), path])
}

/// A measure of errors that keeps small ones apart beside large ones: in proportion up to an ulp,
/// and then by their logarithm.
fn spread(error: i64) -> i64 {
    let magnitude = error.unsigned_abs().min(u64::MAX / 2);
    if magnitude <= ULP.unsigned_abs() {
        return error;
    }
    let power = magnitude.ilog2();
    // Between powers of two by proportion.
    let within = (u128::from(magnitude) << ERROR_BITS >> power) - u128::from(ULP.unsigned_abs());
    let above = i64::from(power - ERROR_BITS) * ULP + i64::try_from(within).unwrap_or(0);
    (ULP + above) * error.signum()
}

/// The errors, and what the documented bound permits.
fn errors(tally: &Tally) -> Drawing {
    let columns = tally.columns();
    let ends = columns.iter().flat_map(|column| [column.errors(), column.band()]).flatten();
    let most = ends.flatten().map(|error| spread(error).abs()).max().unwrap_or(0);
    // At least half an ulp, so that exact results do not look like large errors.
    let most = most.max(ULP / 2);
    let half = i128::from(HEIGHT / 2);
    let height = |error: i64| {
        let up = i128::from(spread(error)) * half / i128::from(most);
        u32::try_from(half - up).unwrap_or(0)
    };
    let mut paths = [String::new(), String::new()];
    for (column, each) in columns.iter().enumerate() {
        for (path, ends) in paths.iter_mut().zip([each.band(), each.errors()]) {
            if let Some([low, high]) = ends {
                mark(path, column, height(high), height(low));
            }
        }
    }
    let mut scale = vec![(HEIGHT / 2, String::from("0"))];
    let powers = (0..43).map(|power| ULP << power);
    let lines: Vec<i64> =
        [ULP / 2].into_iter().chain(powers).filter(|at| spread(*at) <= most).collect();
    let step = lines.len().div_ceil(4).max(1);
    for error in lines.iter().rev().step_by(step) {
        for error in [*error, -error] {
            scale.push((height(error), ulps(error)));
        }
    }
    (scale, paths)
}

/// How many results there are of each kind.
fn counts(tally: &Tally) -> TableView {
    let mut table = TableView::new("How many results are", &["kind", "results"]);
    let (classes, exact, sure) = (&tally.classes, &tally.exactness, &tally.guarantees);
    for (kind, number) in [
        ("exact", exact.exact),
        ("inexact", exact.inexact),
        ("given by a rule", exact.given),
        ("zero", classes.zero),
        ("subnormal", classes.subnormal),
        ("normal", classes.normal),
        ("infinite", classes.infinite),
        ("NaN", classes.nan),
        ("within a bound", sure.within),
        ("by a reading", sure.reading),
        ("any NaN", sure.any_nan),
        ("without a bound", sure.unbounded),
        ("unspecified", sure.unspecified),
    ] {
        if number > 0 {
            table.add(&[kind, &grouped(number)]);
        }
    }
    table
}

fn histogram(errors: &Histogram) -> Option<HistogramView> {
    let counts = errors.counts();
    let first = counts.iter().position(|count| *count > 0)?;
    let last = counts.iter().rposition(|count| *count > 0)?;
    // At least from half an ulp below to half above.
    let first = first.min(Histogram::bucket(-ULP / 2));
    let last = last.max(Histogram::bucket(ULP / 2)).min(BUCKETS - 1);
    let shown = counts.get(first..=last)?;
    let most = shown.iter().copied().max().unwrap_or(1).max(1);
    let mut path = String::new();
    for (place, number) in shown.iter().enumerate().filter(|(_, number)| **number > 0) {
        let up = u128::from(*number) * u128::from(HEIGHT) / u128::from(most);
        let up = u32::try_from(up).unwrap_or(HEIGHT).max(DOT);
        mark(&mut path, place, HEIGHT - up, HEIGHT);
    }
    let ends = [Histogram::ends(first)[0], Histogram::ends(last)[1]].map(ulps);
    let total = grouped(errors.total());
    let label = ["How often each error in ulp occurs, of ", &total, " that have one"].concat();
    Some(HistogramView { label, width: shown.len(), path, ends })
}

/// What a reader of the plot would see.
fn summary(swept: &Swept, format: Format) -> String {
    let tally = &swept.tally;
    let mut text = [&*grouped(tally.count), " operands evaluated. "].concat();
    if let Some([least, greatest]) = tally.range(format) {
        let [least, greatest] = [least, greatest].map(|bits| text::concise(bits, format));
        text.extend(["Results from ", &least, " to ", &greatest, "; "]);
    }
    text.extend([&*grouped(tally.classes.nan), " are NaN, ", &grouped(tally.exactness.exact)]);
    text.push_str(" exact. ");
    if let Some(worst) = tally.worst().first() {
        let operand = hex(worst.bits, u32::from(swept.domain.format().width()));
        let error = ulps(worst.error.wrapping_abs());
        text.extend(["The largest error is ", &error, " ulp, at ", &operand, "."]);
    }
    if let Some(widest) = &tally.widest {
        let operand = hex(widest.bits, u32::from(swept.domain.format().width()));
        let [low, high] = widest.band.map(ulps);
        text.extend([
            " Permitted is at most from ",
            &low,
            " to ",
            &high,
            " ulp around the reference, at ",
        ]);
        text.extend([&*operand, "."]);
    }
    text
}

#[cfg(test)]
mod tests {
    use ptxfp::explore::domain::Domain;
    use ptxfp::explore::sweep;
    use ptxfp::format::table::F16;

    use super::*;

    #[test]
    fn numbers_are_grouped_and_errors_are_in_ulp() {
        assert_eq!(
            ["0", "999", "1,000", "4,294,967,296"],
            [0, 999, 1000, 1 << 32].map(grouped).each_ref().map(String::as_str)
        );
        assert_eq!(ulps(ULP / 2), "0.5");
        assert_eq!(ulps(-ULP * 1234 - ULP / 4), "\u{2212}1,234.25");
        assert_eq!(ulps(0), "0");
        // What is not counted is no bound.
        assert_eq!(ulps(i64::MAX), "at least 2^43");
        assert_eq!(ulps(i64::MIN), "at most \u{2212}2^43");
    }

    #[test]
    fn a_scale_of_errors_stays_beside_its_plot() {
        // Near 0 the documented bound of tanh is thousands of ulp.
        let state = ptxfp::link::parse_lightly("v1/tanh.approx.f16@sm_90?a=0x0001").state;
        let (instruction, context) = (&state.instruction, &state.context);
        let place = Place { operand: 0, lane: 0 };
        let domain = Domain::parse("0x0001..0x0400", (&F16).into()).unwrap();
        let sweep = sweep::Sweep::new(instruction, context, &[0], place, domain, true).unwrap();
        let mut tally = sweep.tally(100);
        sweep.run(0..domain.len(), &mut tally);
        let (scale, _) = errors(&tally);
        assert!(scale.iter().any(|(_, text)| text == "512"), "{scale:?}");
        assert!(scale.iter().all(|(down, _)| *down <= HEIGHT), "{scale:?}");
    }

    #[test]
    fn the_measure_of_errors_grows_with_them() {
        let errors = [0, 1, ULP / 2, ULP, ULP + 1, 3 * ULP / 2, 2 * ULP, 1 << 40, i64::MAX];
        assert!(errors.map(spread).is_sorted());
        assert_eq!((spread(2 * ULP), spread(-4 * ULP)), (2 * ULP, -3 * ULP));
        assert!(spread(i64::MIN) <= -spread(i64::MAX - 1) + 1);
    }
}
