//! Vectors recorded from other implementations: `VERSION TARGET SPELLING OPERANDS... = BITS`.
//!
//! A line may end in `known difference: REASON`: both sides have a NaN whose bits the ISA leaves
//! open, and not the same one. Such a line fails when the difference goes away.

use conformance::subject::{context, has_open_nan};
use conformance::{Subject, files};

/// Replays a file of vectors and returns their number.
fn replay(name: &str) -> usize {
    let text = files::read(name);
    let header = ["# oracle:", "# command:", "# date:", "# GPU, driver:"];
    let missing: Vec<_> =
        header.iter().filter(|line| !text.lines().any(|it| it.starts_with(**line))).collect();
    assert!(missing.is_empty(), "{name} does not say where it comes from: {missing:?}");
    let (mut count, mut different) = (0, Vec::new());
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let (call, expected) = line.split_once(" = ").expect("an equals sign");
        let words: Vec<_> = call.split(' ').collect();
        let [isa, target, spelling, operands @ ..] = &words[..] else { panic!("{name}:{index}") };
        let registers: Vec<_> = operands
            .iter()
            .map(|text| u64::from_str_radix(text, 16).expect("hexadecimal"))
            .collect();
        let subject = Subject::in_context(spelling, &context(isa, target));
        let evaluation = subject.evaluate(&registers);
        let (bits, digits) = (evaluation.destination, subject.spelling.digits());
        let (expected, is_known) = match expected.split_once(" known difference: ") {
            Some((bits, _)) => (bits, true),
            None => (expected, false),
        };
        let is_same = format!("{bits:0digits$x}") == expected;
        if is_same == is_known || is_known && !has_open_nan(&evaluation) {
            different.push(format!("{name}:{}: {line}, core {bits:0digits$x}", index + 1));
        }
        count += 1;
    }
    assert!(
        different.is_empty(),
        "{} of {count} differ:\n{}",
        different.len(),
        different.join("\n")
    );
    count
}

#[test]
fn the_assembler_folds_constants_to_the_same_bits() {
    assert!(replay("vectors/ptxas-fold.txt") > 2_000);
}

#[test]
fn nvidia_host_code_gives_the_same() {
    assert!(replay("vectors/nvidia-host.txt") > 2_500);
}

#[test]
fn gfloat_rounds_to_the_same() {
    assert!(replay("vectors/gfloat.txt") > 1_400);
}
