//! Instructions of tensor cores: what the core takes beside what the assembler takes.

use conformance::files;
use ptxfp::catalog::{Context, IsaVersion, Target};
use ptxfp::tensor::Mma;

/// An order of words that the assembler takes and the manual does not have.
const OTHER_ORDERS: [&str; 1] = ["mma.sync.aligned.row.col.m16n8k16.f32.f16.f16.f32"];

/// A pair such as `8.0/sm_90`.
fn context(pair: &str) -> Context {
    let (isa, target) = pair.split_once('/').expect("a version and a target");
    let isa = IsaVersion::parse(isa).expect("a version");
    Context { isa, target: Target::parse(target).expect("a target") }
}

/// The instruction of a spelling; `tcgen05.mma` with some types that its kind has.
fn parsed(spelling: &str) -> Option<Mma> {
    let read = Mma::parse(spelling);
    let with_types = read.as_ref().err().and_then(|error| error.instead.as_deref());
    let typed = with_types
        .filter(|text| text.strip_prefix(spelling).is_some_and(|rest| rest.starts_with('{')));
    typed.map_or_else(|| read.clone().ok(), |text| Mma::parse(text).ok())
}

#[test]
fn tensor_instructions_are_taken_where_the_assembler_takes_them() {
    let text = files::read("vectors/ptxas-mma.txt");
    let mut contexts = Vec::new();
    let mut digits = "";
    let (mut compared, mut wrong) = (0, Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(pairs) = line.strip_prefix("pairs ") {
            contexts = pairs.split(' ').map(|pair| (pair, context(pair))).collect();
        } else if let Some(given) = line.strip_prefix("taken ") {
            digits = given;
        } else if !OTHER_ORDERS.contains(&line.trim()) {
            let mma = parsed(line.trim());
            let mut differing = Vec::new();
            for ((pair, context), digit) in contexts.iter().zip(digits.bytes()) {
                compared += 1;
                let is_taken = mma.as_ref().is_some_and(|mma| mma.requires().is_met(context));
                if is_taken != (digit == b'1') {
                    differing.push(format!("{}{pair}", if is_taken { '+' } else { '-' }));
                }
            }
            if !differing.is_empty() {
                wrong.push(format!("{}: {}", line.trim(), differing.join(" ")));
            }
        }
    }
    assert!(compared > 40_000, "{compared} verdicts");
    // `+` is taken by the core only, `-` by the assembler only.
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}
