//! A map of two operands in words and paths.

use ptxfp::eval::Prepared;
use ptxfp::explore::grid::{Axis, Cell};
use ptxfp::explore::measure::ULP;
use ptxfp::format::{Class, Format};
use ptxfp::link::{Shown, State};
use ptxfp::text::grouped;
use ptxfp::text::hex;

use crate::explorer::axis::{AxesView, Tick, label};
use crate::explorer::tabs::sweep::Map;
use crate::explorer::tabs::sweep::places::source_name;
use crate::explorer::tabs::sweep::summary::ulps;
use crate::explorer::tabs::sweep::view::{
    CellsView, CrossView, LevelView, MapView, MapWorstView, WorstView,
};
use crate::number::{short, value};

/// The number of the cells with the largest errors that are listed.
const N_WORST: usize = 8;

/// A style class, and the meaning of its cells.
type Level = (&'static str, &'static str);

/// The classes of results, the rarest last; a cell shows the rarest that it has.
const CLASSES: [(Class, Level); 5] = [
    (Class::Normal, ("normal", "normal")),
    (Class::Zero, ("zero", "zero")),
    (Class::Subnormal, ("subnormal", "subnormal")),
    (Class::Infinite, ("infinite", "infinite")),
    (Class::QuietNan, ("nan", "NaN")),
];

/// The levels of errors, by their upper limits.
const ERRORS: [(i64, Level); 7] = [
    (0, ("step-0", "0")),
    (ULP / 4, ("step-1", "up to 0.25 ulp")),
    (ULP / 2, ("step-2", "up to 0.5 ulp")),
    (ULP, ("step-3", "up to 1 ulp")),
    (4 * ULP, ("step-4", "up to 4 ulp")),
    (64 * ULP, ("step-5", "up to 64 ulp")),
    (i64::MAX, ("step-6", "more")),
];
/// A cell in which no error was measured.
const NO_ERROR: Level = ("none", "not measured");

/// The shares of a cell's results that are inexact, in fifths.
const SHARES: [Level; 6] = [
    ("step-0", "none"),
    ("part-1", "up to a quarter"),
    ("part-2", "up to a half"),
    ("part-3", "up to three quarters"),
    ("part-4", "more"),
    ("step-3", "all"),
];

/// The classes of a cell's results.
pub(super) fn classes(cell: &Cell) -> String {
    let all = CLASSES.iter().filter(|(class, _)| cell.classes.contains(*class));
    all.map(|(_, (_, name))| *name).collect::<Vec<_>>().join(", ")
}

/// Returns the index of the level that applies to a cell.
fn level(shown: Shown, cell: &Cell) -> usize {
    match shown {
        Shown::Results => {
            CLASSES.iter().rposition(|(class, _)| cell.classes.contains(*class)).unwrap_or(0)
        }
        Shown::Errors | Shown::Observed => cell.error.map_or(ERRORS.len(), |error| {
            let error = error.unsigned_abs();
            let is_within = |(most, _): &(i64, Level)| error <= most.unsigned_abs();
            ERRORS.iter().position(is_within).unwrap_or(ERRORS.len() - 1)
        }),
        Shown::Inexact => match (u64::from(cell.inexact), u64::from(cell.count)) {
            (0, _) => 0,
            (inexact, count) if inexact == count => 5,
            (inexact, count) => usize::try_from((4 * inexact).div_ceil(count)).unwrap_or(4),
        },
    }
}

/// The levels of what is shown, in the order of [`level`].
fn levels(shown: Shown) -> Vec<Level> {
    match shown {
        Shown::Results => CLASSES.iter().map(|(_, level)| *level).collect(),
        Shown::Errors | Shown::Observed => {
            ERRORS.iter().map(|(_, level)| *level).chain([NO_ERROR]).collect()
        }
        Shown::Inexact => SHARES.to_vec(),
    }
}

/// The map; `looked` is the selected cell, by default that of the present operands.
pub(super) fn view(map: &Map, shown: Shown, looked: Option<usize>, now: &State) -> MapView {
    let size @ [_, columns] = map.size();
    let place = |cell: usize| [cell / columns, cell % columns];
    let present = map.cell_of(now);
    let looked = looked.unwrap_or(present);
    let names = map.places().map(|place| source_name(&map.state, place.operand));
    let instruction = map.state.instruction.to_string();
    let (what, means) = match shown {
        Shown::Results => ("Classes of results of ", "The rarest class of a cell\u{2019}s results"),
        Shown::Errors | Shown::Observed => {
            ("Largest errors of ", "The largest error found in a cell")
        }
        Shown::Inexact => {
            ("Inexact results of ", "The share of a cell\u{2019}s results that are inexact")
        }
    };
    let [heights, places] = map.grid.axes().each_ref().map(scale);
    let [up, along] = names.map(|name| ["operand ", name].concat());
    let cells = CellsView {
        label: [what, &instruction, ", ", names[0], " down, ", names[1], " across"].concat(),
        size,
        axes: AxesView { up, heights, along, places },
        means,
        levels: drawn(map, shown),
        present: place(present),
    };
    MapView {
        finding: summary(map),
        cells,
        cross: CrossView { size, cell: place(looked) },
        words: words(map, looked),
        worst: MapWorstView { names, worst: worst(map) },
    }
}

/// The cells by level.
fn drawn(map: &Map, shown: Shown) -> Vec<LevelView> {
    let columns = map.size()[1];
    let all = levels(shown).into_iter();
    let mut all: Vec<(LevelView, u64)> = all
        .map(|(class, words)| {
            (LevelView { class, words, count: String::new(), path: String::new() }, 0)
        })
        .collect();
    for (row, cells) in map.cells.chunks(columns).enumerate() {
        let mut column = 0;
        let levels = cells.iter().map(|cell| cell.as_ref().map(|cell| level(shown, cell)));
        let levels: Vec<_> = levels.collect();
        for run in levels.chunk_by(|a, b| a == b) {
            let level = run.first().copied().flatten().and_then(|level| all.get_mut(level));
            if let Some((level, count)) = level {
                *count += run.len() as u64;
                let numbers = [column, row, run.len()].map(|number| number.to_string());
                let [column, row, length] = numbers.each_ref().map(String::as_str);
                level.path.extend(["M", column, " ", row, "h", length]);
            }
            column += run.len();
        }
    }
    let present = all.into_iter().filter(|(_, count)| *count > 0);
    present.map(|(level, count)| LevelView { count: grouped(count), ..level }).collect()
}

/// Values along an axis, far enough apart to be readable.
fn scale(axis: &Axis) -> Vec<Tick> {
    const APART: usize = 6;
    let format = axis.format();
    let len = axis.n_bins();
    let sign = format.float().map_or(0, ptxfp::format::FloatFormat::sign_mask);
    let is_nan = axis.ends(len - 1).is_some_and(|[first, _]| format.is_nan(first));
    let last = len.saturating_sub(1 + usize::from(is_nan));
    let mut bins: Vec<(usize, u64)> = Vec::new();
    let ends = [0, last].map(|bin| (bin, axis.ends(bin).unwrap_or_default()[0]));
    let numbers = [0, format.one(), format.one() | sign].map(|bits| (axis.bin_of(bits), bits));
    let steps = (1..8).map(|step| {
        let bin = len * step / 8;
        (bin, axis.ends(bin).unwrap_or_default()[0])
    });
    for (bin, bits) in ends.into_iter().chain(numbers).chain(steps) {
        if bins.iter().all(|(other, _)| other.abs_diff(bin) * APART >= len) {
            bins.push((bin, bits));
        }
    }
    let text = |(bin, bits)| {
        let place = (2 * bin + 1) * 500 / len.max(1);
        (u32::try_from(place).unwrap_or(0), label(bits, format))
    };
    bins.into_iter().map(text).collect()
}

/// The values of a bin.
fn values(axis: &Axis, bin: usize) -> String {
    let format = axis.format();
    let Some([first, last]) = axis.ends(bin) else { return String::new() };
    let [low, high] = [first, last].map(|bits| short(&value(bits, format)));
    match format.is_nan(first) {
        true => String::from("NaN"),
        false if low == high => low,
        false => [&*low, " to ", &high].concat(),
    }
}

/// The value of bits, and the bits.
fn both(bits: u64, format: Format) -> String {
    [&*value(bits, format), " (", &hex(bits, u32::from(format.width())), ")"].concat()
}

/// The result of the pair of operands that represents a cell.
fn result(map: &Map, cell: &Cell) -> (u64, Format) {
    let prepared = Prepared::new(&map.state.instruction, &map.state.context);
    let evaluation = prepared.evaluate(&map.grid.registers(cell.sample));
    let lane = evaluation.lanes().get(usize::from(map.place.lane));
    (lane.map_or(0, |lane| lane.bits), prepared.lane_op().result)
}

/// Describes the position of a cell, and its contents.
fn words(map: &Map, index: usize) -> [String; 2] {
    let columns = map.size()[1];
    let names = map.places().map(|place| source_name(&map.state, place.operand));
    let [rows, across] = map.grid.axes();
    let ranges = [values(rows, index / columns), values(across, index % columns)];
    let head = [names[0], " = ", &*ranges[0], ", ", names[1], " = ", &ranges[1], ": "].concat();
    let Some(cell) = map.cells.get(index).and_then(Option::as_ref) else {
        return [head, String::from("not evaluated yet")];
    };
    let count = grouped(cell.count.into());
    let mut text = [&*count, if cell.count == 1 { " pair: " } else { " pairs: " }].concat();
    text.extend([&classes(cell), "; ", &*grouped(cell.inexact.into()), " inexact"]);
    if let Some(error) = cell.error {
        text.extend(["; largest error ", &*ulps(error), " ulp"]);
    }
    let [a, b] = cell.sample;
    let (bits, format) = result(map, cell);
    text.extend(["; ", &*both(a, rows.format()), " and ", &both(b, across.format())]);
    text.extend([" give ", &*both(bits, format)]);
    [head, text]
}

/// The cells with the largest errors.
fn worst(map: &Map) -> Vec<WorstView> {
    let mut all: Vec<&Cell> = Vec::new();
    let size = |cell: &Cell| cell.error.map_or(0, i64::unsigned_abs);
    for cell in map.cells.iter().flatten().filter(|cell| size(cell) > 0) {
        let place = all.iter().position(|other| size(cell) > size(other)).unwrap_or(all.len());
        if place < N_WORST {
            all.truncate(N_WORST - 1);
            all.insert(place, cell);
        }
    }
    let view = |cell: &Cell| {
        let (bits, format) = result(map, cell);
        let [rows, columns] = map.grid.axes().each_ref().map(Axis::format);
        WorstView {
            fragment: map.state_with(cell, &map.state).to_fragment(),
            cells: [
                value(cell.sample[0], rows),
                value(cell.sample[1], columns),
                value(bits, format),
                ulps(cell.error.unwrap_or(0)),
            ],
        }
    };
    all.into_iter().map(view).collect()
}

/// Describes the map for screen readers: the main finding, and the rest.
fn summary(map: &Map) -> [String; 2] {
    let [rows, columns] = map.size().map(|size| grouped(size as u64));
    let (mut pairs, mut exact, mut nans, mut infinities) = (0, 0, 0, 0);
    for cell in map.cells.iter().flatten() {
        pairs += u64::from(cell.count);
        exact += u64::from(cell.inexact == 0);
        nans += u64::from(cell.classes.contains(Class::QuietNan));
        infinities += u64::from(cell.classes.contains(Class::Infinite));
    }
    let finding = match worst(map).first().map(|worst| &worst.cells) {
        Some([a, b, _, error]) => {
            let error = error.trim_start_matches('\u{2212}');
            ["The largest error found is ", error, " ulp, for ", a, " and ", b, "."].concat()
        }
        None => String::from("No error was found."),
    };
    let mut rest = [&*rows, " \u{d7} ", &*columns, " cells, ", &grouped(pairs)].concat();
    rest.extend([" pairs of operands. ", &*grouped(exact), " cells have only exact results, "]);
    rest.extend([&*grouped(nans), " have a NaN, ", &grouped(infinities), " an infinity."]);
    [finding, rest]
}

#[cfg(test)]
mod tests {
    use ptxfp::internals::tasks::Job;
    use ptxfp::link::parse_lightly;

    use super::*;
    use crate::background::Report;
    use crate::explorer::tabs::sweep::Sweep;

    /// Returns the sweep of a link over two operands.
    fn mapped(link: &str) -> (Sweep, State) {
        let state = parse_lightly(link).sound().unwrap();
        let mut sweep = Sweep::default();
        sweep.follow(&state);
        let (task, len) = sweep.wanted().expect("a map is wanted");
        let (task, mut work) = (task.clone(), Job::begin(task).expect("it is work"));
        work.run(0..len);
        let words = vec![work.take_words()];
        sweep.take(&Report { task, done: len, time: 1, words, failure: None }, &state);
        (sweep, state)
    }

    fn shown(sweep: &Sweep, state: &State, shown: Shown) -> MapView {
        view(sweep.map.as_ref().unwrap(), shown, sweep.cell, state)
    }

    #[test]
    fn every_cell_is_drawn_once_with_what_it_says() {
        let (sweep, state) = mapped("v1/mul.f16@sm_90?a=0x3c00&b=0x3c00&sweep=a,b");
        for kind in Shown::ALL {
            let view = shown(&sweep, &state, kind);
            let count = |level: &LevelView| level.count.replace(',', "").parse::<usize>().unwrap();
            assert_eq!(view.cells.levels.iter().map(count).sum::<usize>(), 67 * 67);
            // The lengths of a path's runs add up to the number of cells in its level.
            for level in &view.cells.levels {
                let runs = level.path.split('M').skip(1);
                let length = |run: &str| run.split('h').nth(1).unwrap().parse::<usize>().unwrap();
                assert_eq!(runs.map(length).sum::<usize>(), count(level), "{}", level.words);
            }
        }
        let of = |shown: &MapView, words: &str| {
            shown
                .cells
                .levels
                .iter()
                .find(|level| level.words == words)
                .map(|level| level.count.clone())
        };
        let classes = shown(&sweep, &state, Shown::Results);
        // NaN with anything, and both zeros with both infinities, either way round.
        assert_eq!(of(&classes, "NaN"), Some((2 * 67 - 1 + 8).to_string()));
        let errors = shown(&sweep, &state, Shown::Errors);
        assert!(of(&errors, "up to 0.5 ulp").is_some());
        assert_eq!(of(&errors, "up to 1 ulp"), None);
    }

    #[test]
    fn a_cell_is_described_in_words() {
        let (mut sweep, state) = mapped("v1/mul.f16@sm_90?a=0x3c00&b=0xfc00&sweep=a,b,errors");
        let [place, words] = shown(&sweep, &state, Shown::Errors).words;
        assert_eq!(place, "a = 1 to 1.999, b = \u{2212}inf: ");
        assert!(
            words.ends_with(
                "pairs: infinite; 0 inexact; 1 (0x3c00) and \u{2212}inf (0xfc00) give \u{2212}inf (0xfc00)"
            ),
            "{words}"
        );
        sweep.cell = Some(66);
        let [place, words] = shown(&sweep, &state, Shown::Errors).words;
        assert_eq!(place, "a = \u{2212}inf, b = NaN: ");
        assert!(words.contains("NaN; 0 inexact"), "{words}");
    }

    #[test]
    fn an_axis_has_its_ends_and_the_ones() {
        let (sweep, state) = mapped("v1/mul.f32@sm_90?a=0x3f800000&b=0x40000000&sweep=a,b");
        let view = shown(&sweep, &state, Shown::Results);
        let mut heights = view.cells.axes.heights.clone();
        heights.sort();
        let texts: Vec<_> = heights.iter().map(|(_, text)| &**text).collect();
        assert_eq!(texts, ["\u{2212}inf", "\u{2212}1", "0", "1", "inf"]);
        assert_eq!((&*view.cells.axes.up, &*view.cells.axes.along), ("operand a", "operand b"));
        let level = |share| {
            let cell = Cell {
                count: 8,
                inexact: share,
                classes: sweep.map.as_ref().unwrap().cells[0].unwrap().classes,
                error: None,
                sample: [0; 2],
            };
            level(Shown::Inexact, &cell)
        };
        assert_eq!([0, 1, 2, 3, 4, 6, 7, 8].map(level), [0, 1, 1, 2, 2, 3, 4, 5]);
    }
}
