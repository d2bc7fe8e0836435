//! The native measurements: a table as Markdown.

use std::hint::black_box;
use std::time::Instant;

use ptxfp_bench::case::{ARITHMETIC, CONVERSIONS, Case, N_OPERANDS, OTHERS};
use ptxfp_bench::clock::race;

use crate::judges::{self, JUDGES};

/// Prints the tables.
pub(crate) fn run() {
    let filter = std::env::args().nth(1).unwrap_or_default();
    for (title, texts) in
        [("Arithmetic", &ARITHMETIC[..]), ("Conversions", &CONVERSIONS), ("Others", &OTHERS)]
    {
        println!("\n## {title}\n\n| instruction | ns | one by one | {} |", JUDGES.join(" | "));
        println!("| --- | --: | --: |{}", " --: |".repeat(JUDGES.len()));
        for text in texts.iter().filter(|text| text.contains(&filter)) {
            println!("{}", row(&Case::new(text)));
        }
    }
}

/// The line of an instruction: nanoseconds, then ratios.
fn row(case: &Case) -> String {
    let start = Instant::now();
    #[expect(clippy::cast_precision_loss, reason = "times are short")]
    let now = || start.elapsed().as_nanos() as f64;
    let batch = case.prepared.batch();
    let mut results = case.results();
    let mut single = vec![0; N_OPERANDS];
    let mut own = || batch.run(black_box(&case.operands), &mut results);
    let op = case.prepared.lane_op();
    let mut one_by_one = || {
        for (operands, result) in black_box(&case.operands).iter().zip(&mut single) {
            *result = op.evaluate(operands, &mut ()).bits;
        }
    };
    let found = JUDGES.map(|judge| judges::find(judge, case.text));
    let mut others = vec![vec![0; N_OPERANDS]; JUDGES.len()];
    let mut runs: Vec<Box<dyn FnMut() + '_>> = vec![Box::new(&mut own), Box::new(&mut one_by_one)];
    let mut places = [None; JUDGES.len()];
    for ((judge, results), place) in found.iter().zip(&mut others).zip(&mut places) {
        if let Some(judge) = judge {
            *place = Some(runs.len());
            runs.push(Box::new(|| judge(black_box(&case.operands), results)));
        }
    }
    let mut contestants: Vec<&mut dyn FnMut()> = Vec::new();
    for run in &mut runs {
        contestants.push(&mut **run);
    }
    let times = race(&mut contestants, now);
    drop(contestants);
    drop(runs);
    for (index, judge) in JUDGES.iter().enumerate().filter(|(index, _)| found[*index].is_some()) {
        agree(case, judge, &others[index]);
    }
    #[expect(clippy::cast_precision_loss, reason = "a power of two")]
    let nanoseconds = times.median(0) / N_OPERANDS as f64;
    let mut line = format!("| `{}` | {nanoseconds:.2} | {:.2} |", case.text, times.ratio(1, 0));
    for place in places {
        line += &place.map_or(" |".into(), |place| format!(" {:.2} |", times.ratio(place, 0)));
    }
    line
}

/// What is not computed alike is not compared.
fn agree(case: &Case, judge: &str, results: &[u64]) {
    let op = case.prepared.lane_op();
    for (operands, result) in case.operands.iter().zip(results) {
        let own = op.evaluate(operands, &mut ());
        let is_nan = op.result.is_nan(own.bits);
        let is_alike = if is_nan { op.result.is_nan(*result) } else { own.bits == *result };
        assert!(is_alike, "{judge}: {} of {operands:x?} is {result:x}, not {own:x?}", case.text);
    }
}
