//! Cases that another program made, which the core is compared with.

use std::hint::black_box;
use std::time::Instant;
use std::{fs, iter};

use ptxfp_bench::case::{self, ARITHMETIC, Case, Operands};
use ptxfp_bench::clock::race;

/// Reads cases from a file, a line each of operands and result in hexadecimal digits, evaluates and
/// compares all of them in turns, and prints the number of cases and the nanoseconds of one.
///
/// # Panics
///
/// If one of them differs.
pub(crate) fn run(instruction: &str, file: &str) {
    let text = ARITHMETIC.into_iter().find(|text| *text == instruction).expect("an instruction");
    let case = Case::new(text);
    let op = case.prepared.lane_op();
    let cases = fs::read_to_string(file).expect("a file of cases");
    let (operands, expected) = read(&cases, op.source_count.into());
    let batch = case.prepared.batch();
    let columns = case::columns(&operands);
    let mut results = vec![0; operands.len()];
    let mut n_different = 0;
    let is_alike = |one, other| one == other || op.result.is_nan(one) && op.result.is_nan(other);
    let mut judge = || {
        case::run(&batch, black_box(&columns), &mut results);
        let pairs = iter::zip(&results, &expected);
        n_different += pairs.filter(|(own, theirs)| !is_alike(**own, **theirs)).count();
    };
    let start = Instant::now();
    #[expect(clippy::cast_precision_loss, reason = "times are short")]
    let times = race(&mut [&mut judge], || start.elapsed().as_nanos() as f64);
    assert_eq!(n_different, 0, "{instruction}");
    #[expect(clippy::cast_precision_loss, reason = "a few million")]
    let nanoseconds = times.median(0) / operands.len() as f64;
    println!("{}\t{nanoseconds}", operands.len());
}

/// Operands and results; what follows a result is not compared.
fn read(cases: &str, n_operands: usize) -> (Vec<Operands>, Vec<u64>) {
    let read = |line: &str| {
        let mut numbers = line.split(' ').map(|digits| u64::from_str_radix(digits, 16));
        let mut next = || numbers.next().expect("a number").expect("hexadecimal digits");
        let mut operands = Operands::default();
        operands[..n_operands].fill_with(&mut next);
        (operands, next())
    };
    cases.lines().map(read).unzip()
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn results_follow_operands() {
        let (operands, results) = read("3F800000 40000000 40400000 00\n0 0 0 00\n", 2);
        assert_eq!(operands, [[0x3f80_0000, 0x4000_0000, 0], [0; 3]]);
        assert_eq!(results, [0x4040_0000, 0]);
    }
}
