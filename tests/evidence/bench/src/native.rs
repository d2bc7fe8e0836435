//! The native measurements: a table as Markdown.

use std::hint::black_box;
use std::time::Instant;

use ptxfp_bench::case::{self, ARITHMETIC, CONVERSIONS, Case, N_OPERANDS, OTHERS};
use ptxfp_bench::clock::race;

use crate::oracles::{self, ORACLES};

/// Prints a line for each instruction, of fields between tabs: its group, itself, the nanoseconds of
/// an evaluation in a batch, and as multiples of that the times of an evaluation alone, of each
/// oracle and with rare operands mixed in; and of how many of a hundred operands an approximate
/// function needs a second attempt. The last field is the largest spread of these multiples, in percent.
/// With `own` as an argument, the oracles are left out.
pub(crate) fn run(arguments: &[&str]) {
    let is_own = arguments.contains(&"own");
    let filter = arguments.iter().find(|each| **each != "own").copied().unwrap_or_default();
    println!("group\tinstruction\tns\talone\t{}\tmixed\tsecond\tspread", ORACLES.join("\t"));
    for (group, texts) in
        [("arithmetic", &ARITHMETIC[..]), ("conversions", &CONVERSIONS), ("others", &OTHERS)]
    {
        for text in texts.iter().filter(|text| text.contains(filter)) {
            println!("{group}\t{text}\t{}", row(&Case::new(text), is_own));
        }
    }
}

/// The numbers of an instruction: nanoseconds, then ratios.
fn row(case: &Case, is_own: bool) -> String {
    let start = Instant::now();
    #[expect(clippy::cast_precision_loss, reason = "times are short")]
    let now = || start.elapsed().as_nanos() as f64;
    let batch = case.prepared.batch();
    let op = case.prepared.lane_op();
    let (mut results, mut alone) = (vec![0; N_OPERANDS], vec![0; N_OPERANDS]);
    let mut own = || case::run(&batch, black_box(&case.columns), &mut results);
    let mut one_by_one = || {
        for (operands, result) in black_box(&case.operands).iter().zip(&mut alone) {
            *result = op.evaluate(operands, &mut ()).bits;
        }
    };
    let mixed = case::columns(&case::mixed(case));
    let mut mixed_results = vec![0; N_OPERANDS];
    let found = ORACLES.map(|oracle| oracles::find(oracle, case.text).filter(|_| !is_own));
    let mut others = vec![vec![0; N_OPERANDS]; ORACLES.len()];
    let mut runs: Vec<Box<dyn FnMut() + '_>> = vec![Box::new(&mut own), Box::new(&mut one_by_one)];
    let mut places = [None; ORACLES.len()];
    for ((oracle, results), place) in found.iter().zip(&mut others).zip(&mut places) {
        if let Some(oracle) = oracle {
            *place = Some(runs.len());
            runs.push(Box::new(|| oracle(black_box(&case.columns), results)));
        }
    }
    runs.push(Box::new(|| case::run(&batch, black_box(&mixed), &mut mixed_results)));
    let mixed_place = runs.len() - 1;
    let mut contestants: Vec<&mut dyn FnMut()> = Vec::new();
    for run in &mut runs {
        contestants.push(&mut **run);
    }
    let times = race(&mut contestants, now);
    drop(runs);
    for (index, oracle) in ORACLES.iter().enumerate().filter(|(index, _)| found[*index].is_some()) {
        agree(case, oracle, &others[index]);
    }
    #[expect(clippy::cast_precision_loss, reason = "a power of two")]
    let nanoseconds = times.median(0) / N_OPERANDS as f64;
    let ratio = |place: Option<usize>| {
        place.map_or(String::new(), |place| format!("\t{:.2}", times.ratio(place, 0)))
    };
    let oracles: String =
        places.map(|place| if place.is_some() { ratio(place) } else { "\t".to_owned() }).concat();
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    let percent = |count: usize| format!("{:.2}", 100.0 * count as f64 / N_OPERANDS as f64);
    let second = batch.second_attempts(&case.operands).map_or(String::new(), percent);
    let spreads = (1..=mixed_place).map(|place| times.spread(place, 0));
    let spread = spreads.fold(0.0, f64::max);
    let (alone, mixed) = (ratio(Some(1)), ratio(Some(mixed_place)));
    format!("{nanoseconds:.2}{alone}{oracles}{mixed}\t{second}\t{spread:.0}")
}

/// Checks that an oracle computes the same; what differs is not compared.
fn agree(case: &Case, oracle: &str, results: &[u64]) {
    let op = case.prepared.lane_op();
    for (operands, result) in case.operands.iter().zip(results) {
        let own = op.evaluate(operands, &mut ());
        let is_nan = op.result.is_nan(own.bits);
        let is_alike = if is_nan { op.result.is_nan(*result) } else { own.bits == *result };
        assert!(is_alike, "{oracle}: {} of {operands:x?} is {result:x}, not {own:x?}", case.text);
    }
}
