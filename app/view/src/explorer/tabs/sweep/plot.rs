//! The plot of a sweep: axes, paths and marks.

use ptxfp::eval::Prepared;
use ptxfp::explore::domain::{Domain, Order, Set};
use ptxfp::explore::measure::{ERROR_BITS, ULP};
use ptxfp::explore::rank::rank;
use ptxfp::explore::tally::{Histogram, Tally};
use ptxfp::format::Format;
use ptxfp::internals::tasks::Measured;
use ptxfp::link::{Shown, State};
use ptxfp::text::grouped;
use ptxfp::text::hex;

use crate::explorer::axis::{AxesView, Tick, ticks};
use crate::explorer::tabs::sweep::Swept;
use crate::explorer::tabs::sweep::places::{operand_bits, place_name, with_operand};
use crate::explorer::tabs::sweep::summary::{counts, is_approximate, signed, summary, ulps, unit};
use crate::explorer::tabs::sweep::view::{
    FigureView, FindingsView, HistogramView, KeyView, MarkView, PlotView, WorstView,
};
use crate::number::{short, value};

/// The height of a plot.
pub const HEIGHT: u32 = 1000;
/// The number of the largest errors that are listed.
const N_WORST: usize = 8;
/// The smallest height of a mark.
const DOT: u32 = 8;

/// The plot of a sweep, as if no part of it could be chosen; `now` is the present state.
pub(super) fn plot(swept: &Swept, shown: Shown, now: &State) -> PlotView {
    let Swept { domain, state, place, tally, .. } = swept;
    let format = Prepared::new(&state.instruction, &state.context).lane_op().result;
    let is_errors = matches!(shown, Shown::Errors | Shown::Observed);
    let errors = is_errors.then(|| Errors::of(tally));
    let unit = unit(swept);
    let (heights, paths) = match &errors {
        Some(errors) => (errors.marks(), errors.paths(tally)),
        None => values(tally, format),
    };
    let bits = operand_bits(now, *place);
    let present = domain.index_of(bits).map(|index| tally.column_of(index));
    let peak = errors.as_ref().and_then(|errors| errors.peak(tally));
    let name = place_name(state, *place);
    let worst = tally.worst().iter().take(N_WORST).map(|worst| WorstView {
        fragment: with_operand(state, *place, worst.bits).to_fragment(),
        cells: [
            value(worst.bits, domain.format()),
            hex(worst.bits, u32::from(domain.format().width())),
            value(worst.result, format),
            ulps(worst.error),
        ],
    });
    let figure = FigureView {
        label: label(swept, shown),
        axes: AxesView {
            up: up(is_errors, swept.is_observed(), is_approximate(tally), unit),
            heights,
            along: ["operand ", &name].concat(),
            places: along(domain),
        },
        width: tally.columns().len(),
        key: key(is_errors, tally, present.is_some(), peak.is_some()),
        paths,
        present,
        loaded: present.map(|column| {
            let text = [&*name, " = ", &short(&value(bits, domain.format()))].concat();
            MarkView::at([along_of(column, tally), 0], text)
        }),
        peak,
        histogram: errors.and_then(|errors| errors.histogram(tally)),
    };
    let counts = counts(swept);
    PlotView {
        finding: summary(swept, format),
        figure,
        is_held: false,
        drag: None,
        below: FindingsView {
            is_ordered: false,
            unit,
            worst: (swept.measured != Measured::Nothing).then(|| worst.collect()),
            counts,
        },
    }
}

/// How far across the middle of a column is, in thousandths.
fn along_of(column: usize, tally: &Tally) -> u32 {
    let along = (2 * column + 1) * 500 / tally.columns().len().max(1);
    u32::try_from(along).unwrap_or(0)
}

/// Describes the plot, in a sentence.
fn label(swept: &Swept, shown: Shown) -> String {
    let what = match shown {
        Shown::Results | Shown::Inexact => "Results of ",
        Shown::Errors => "Errors in ulp of ",
        Shown::Observed => "Observed errors in ulp of ",
    };
    let instruction = swept.state.instruction.to_string();
    [what, &instruction, " over ", &*place_name(&swept.state, swept.place)].concat()
}

/// The name of the vertical axis. For an approximate instruction the correctly rounded result is
/// drawn, as the ISA does not specify another one.
fn up(is_errors: bool, is_observed: bool, is_approximate: bool, unit: &str) -> String {
    let what = match (is_errors, is_approximate) {
        (true, _) if is_observed => "Error of the observed result, in ",
        (true, true) => "Error of the correctly rounded result, in ",
        (true, false) => "Error in ",
        (false, true) => return String::from("Correctly rounded result"),
        (false, false) => return String::from("Result"),
    };
    [what, unit].concat()
}

/// Marks on the axis of operands, if they are in the order of their values.
fn along(domain: &Domain) -> Vec<Tick> {
    let format = domain.format();
    let at = |bits| rank(format, bits);
    match (domain.set(), domain.order()) {
        (Set::All, Order::Value) => ticks(format, [0, u64::MAX], (1 << format.width().min(63)) - 1),
        (Set::Range { first, last }, Order::Value) => {
            ticks(format, [at(first), at(last)], at(last))
        }
        _ => Vec::new(),
    }
}

/// Returns the meanings of the styles of the plot.
fn key(is_errors: bool, tally: &Tally, has_present: bool, has_peak: bool) -> Vec<KeyView> {
    let results = if is_errors { "least to greatest error" } else { "least to greatest result" };
    let has_band = is_errors && tally.widest.is_some();
    [
        (true, "results", [results, " in each column"].concat()),
        (has_band, "permitted", String::from("permitted by the documented bound")),
        (has_peak, "peak", String::from("worst case")),
        (has_present, "present", String::from("loaded operand")),
    ]
    .into_iter()
    .filter(|(is_there, ..)| *is_there)
    .map(|(_, class, words)| KeyView { class, words })
    .collect()
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

type Drawing = (Vec<Tick>, [String; 2]);

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
    let marks = ticks(format, [least, greatest], greatest).into_iter();
    (marks.map(|(up, text)| (HEIGHT - up.min(HEIGHT), text)).collect(), [String::new(), path])
}

/// A measure of errors that keeps small ones distinguishable from large ones: linear up to an ulp,
/// then logarithmic.
fn spread(error: i64) -> i64 {
    let magnitude = error.unsigned_abs().min(u64::MAX / 2);
    if magnitude <= ULP.unsigned_abs() {
        return error;
    }
    let power = magnitude.ilog2();
    // Linear between powers of two.
    let within = (u128::from(magnitude) << ERROR_BITS >> power) - u128::from(ULP.unsigned_abs());
    let above = i64::from(power - ERROR_BITS) * ULP + i64::try_from(within).unwrap_or(0);
    (ULP + above) * error.signum()
}

/// The scale of errors.
struct Errors {
    /// The largest error drawn, as measured by [`spread`].
    most: i64,
}

impl Errors {
    /// The scale for the whole permitted range and the largest error where there is one; at least
    /// half an ulp, so that exact results do not look like large errors. Errors that have no bound are
    /// drawn up to its ends.
    fn of(tally: &Tally) -> Self {
        let widest = tally.widest.iter().flat_map(|widest| widest.band);
        let ends = tally.worst().iter().map(|worst| worst.error).chain(widest);
        let most = ends.map(|error| spread(error).saturating_abs()).max().unwrap_or(0);
        // A margin, so that nothing lies on the edge.
        let most = most.max(ULP / 2);
        Self { most: most + most / 16 }
    }

    /// Returns the vertical position of an error.
    fn height(&self, error: i64) -> u32 {
        let half = i128::from(HEIGHT / 2);
        let up = i128::from(spread(error)) * half / i128::from(self.most.max(1));
        u32::try_from(half - up).unwrap_or(0).min(HEIGHT)
    }

    /// Returns the paths of the documented bound and of the errors.
    fn paths(&self, tally: &Tally) -> [String; 2] {
        let mut paths = [String::new(), String::new()];
        for (column, each) in tally.columns().iter().enumerate() {
            for (path, ends) in paths.iter_mut().zip([each.band(), each.errors()]) {
                if let Some([low, high]) = ends {
                    mark(path, column, self.height(high), self.height(low));
                }
            }
        }
        paths
    }

    /// Marks at 0 and at whole ulp, or at half an ulp if there are no larger errors.
    fn marks(&self) -> Vec<Tick> {
        let powers = (0..43).map(|power| ULP << power);
        let mut lines: Vec<i64> = powers.filter(|at| spread(*at) <= self.most).collect();
        if lines.is_empty() {
            lines.push(ULP / 2);
        }
        let step = lines.len().div_ceil(4).max(1);
        let mut marks = vec![(HEIGHT / 2, String::from("0"))];
        for error in lines.iter().rev().step_by(step) {
            for error in [*error, -*error] {
                marks.push((self.height(error), signed(error)));
            }
        }
        marks
    }

    /// The place of the largest error.
    fn peak(&self, tally: &Tally) -> Option<MarkView> {
        let worst = tally.worst().first()?;
        let along = along_of(tally.column_of(worst.index), tally);
        Some(MarkView::at([along, self.height(worst.error)], signed(worst.error)))
    }

    /// Returns the frequency of errors, at their heights, without exact results, which are often
    /// the most.
    fn histogram(&self, tally: &Tally) -> Option<HistogramView> {
        let counts = tally.errors.counts().iter().enumerate();
        let exact = Histogram::bucket(0);
        // A wide bucket has the length of its errors spread over narrow ones.
        let width = |place| {
            let [low, high] = Histogram::ends(place);
            u128::from(high.abs_diff(low))
        };
        let narrow = width(exact + 1);
        let density = |(place, n): (usize, &u64)| (place, u128::from(*n) * narrow / width(place));
        let is_shown = |(place, n): &(usize, &u64)| *place != exact && **n > 0;
        let bars: Vec<_> = counts.filter(is_shown).map(density).collect();
        let most = bars.iter().map(|(_, n)| *n).max()?.max(1);
        let mut path = String::new();
        for (place, number) in bars {
            let [low, high] = Histogram::ends(place);
            let (top, bottom) = (self.height(high), self.height(low).max(self.height(high) + 1));
            let along = number * u128::from(HEIGHT) / most;
            let along = u32::try_from(along).unwrap_or(HEIGHT).max(DOT);
            let [top, along, height] = [top, along, bottom - top].map(|it| it.to_string());
            path.extend(["M0 ", &*top, "h", &along, "v", &height, "H0z"]);
        }
        let total = grouped(tally.errors.total() - tally.errors.counts().get(exact).copied()?);
        Some(HistogramView {
            label: ["Frequency of each error in ulp, of ", &total, " inexact results"].concat(),
            axes: AxesView {
                up: String::from("Frequency"),
                heights: Vec::new(),
                along: String::from("inexact results in 1/32 ulp"),
                places: vec![
                    (0, String::from("0")),
                    (HEIGHT, grouped(u64::try_from(most).unwrap_or(u64::MAX))),
                ],
            },
            path,
        })
    }
}

#[cfg(test)]
mod tests {
    use ptxfp::explore::sweep;
    use ptxfp::explore::sweep::OperandLane;
    use ptxfp::format::table::F16;
    use ptxfp::internals::tasks::Measured;

    use super::*;

    /// Returns the sweep over an f16 operand of a link.
    fn swept(link: &str, domain: &str, measures: bool) -> Swept {
        let state = ptxfp::link::parse_lightly(link).sound().unwrap();
        let (instruction, context) = (&state.instruction, &state.context);
        let place = OperandLane { operand: 0, lane: 0 };
        let domain = Domain::parse(domain, (&F16).into()).unwrap();
        let (registers, measured) = (&state.registers, [Measured::Nothing, Measured::References]);
        let sweep = sweep::Sweep::new(instruction, context, registers, place, domain, measures);
        let sweep = sweep.unwrap();
        let mut tally = sweep.tally(100);
        sweep.run_many(0..domain.len(), &mut tally);
        Swept { domain, state, place, measured: measured[usize::from(measures)], tally }
    }

    #[test]
    fn a_scale_of_errors_stays_beside_its_plot() {
        // Near 0 the documented bound of tanh is thousands of ulp, but it is about one ulp of 1.
        let swept = swept("v1/tanh.approx.f16@sm_90?a=0x0001", "0x0001..0x0400", true);
        let marks = Errors::of(&swept.tally).marks();
        let texts: Vec<_> = marks.iter().map(|(_, text)| &**text).collect();
        assert_eq!(texts, ["0", "+0.5", "\u{2212}0.5"]);
        assert!(marks.iter().all(|(down, _)| *down <= HEIGHT), "{marks:?}");
    }

    #[test]
    fn a_correctly_rounded_result_has_marks_at_half_an_ulp_and_a_histogram() {
        let swept = swept("v1/add.f16@sm_90?a=0x3c00&b=0x0001", "all", true);
        let view = plot(&swept, Shown::Errors, &swept.state);
        let texts: Vec<_> = view.figure.axes.heights.iter().map(|(_, text)| &**text).collect();
        assert_eq!(texts, ["0", "+0.5", "\u{2212}0.5"]);
        assert_eq!(view.figure.axes.up, "Error in ulp");
        assert!(view.figure.histogram.is_some() && view.figure.peak.is_some());
        assert!(view.figure.axes.places.iter().any(|(_, text)| text == "0"));
        let results = plot(&swept, Shown::Results, &swept.state);
        assert!(results.figure.histogram.is_none() && results.figure.peak.is_none());
        assert!(results.figure.axes.heights.iter().all(|(down, _)| *down <= HEIGHT));
    }

    #[test]
    fn a_label_near_the_right_edge_is_to_the_left_of_its_place() {
        let swept = swept("v1/ex2.approx.f16@sm_90?a=0x7bff", "all", true);
        let loaded = plot(&swept, Shown::Errors, &swept.state).figure.loaded.unwrap();
        assert_eq!((loaded.along > 850, loaded.side), (true, "end"), "{loaded:?}");
    }

    #[test]
    fn results_without_errors_say_so() {
        let link = "v1/add.f16@sm_90?a=0x3c00&b=0x0001";
        let full = swept(link, "all", true);
        let bare = swept(link, "all", false);
        let view = plot(&bare, Shown::Results, &bare.state);
        assert_eq!(view.finding[0], "Errors are not measured.");
        assert!(view.finding[1].ends_with(" are NaN, 4,096 exact."), "{}", view.finding[1]);
        assert_eq!(view.figure.paths, plot(&full, Shown::Results, &full.state).figure.paths);
        assert!(view.below.worst.is_none());
    }

    #[test]
    fn the_measure_of_errors_grows_with_them() {
        let errors = [0, 1, ULP / 2, ULP, ULP + 1, 3 * ULP / 2, 2 * ULP, 1 << 40, i64::MAX];
        assert!(errors.map(spread).is_sorted());
        assert_eq!((spread(2 * ULP), spread(-4 * ULP)), (2 * ULP, -3 * ULP));
        assert!(spread(i64::MIN) <= -spread(i64::MAX - 1) + 1);
    }
}
