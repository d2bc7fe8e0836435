//! Constants that NVIDIA's assembler computes for approximate functions.

use conformance::files;
use ptxfp::catalog::bound::{Approximation, Bound, Permitted, is_between, table};
use ptxfp::format::table::F32;
use ptxfp::internals::arith::rounding::Subnormals;

fn bound(opcode: &str) -> &'static Bound {
    match opcode {
        "div" => &table::DIV_APPROX_F32,
        "rcp" => &table::RCP_F32,
        "sqrt" => &table::SQRT_F32,
        "rsqrt" => &table::RSQRT_F32,
        "sin" => &table::SIN_F32,
        "cos" => &table::COS_F32,
        "lg2" => &table::LG2_F32,
        "ex2" => &table::EX2_F32,
        _ => panic!("{opcode}"),
    }
}

/// The assembler folds to the correctly rounded result, and to what the tables pin; quotients to
/// some permitted result. `known difference` marks where it is off, by what the ISA permits too.
#[test]
fn the_assembler_folds_functions_to_the_reference() {
    let text = files::read("vectors/ptxas-fold-functions.txt");
    let mut different = Vec::new();
    let mut count = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (call, folded) = line.split_once(" = ").expect("an equals sign");
        let (folded, is_known) = match folded.split_once(" known difference: ") {
            Some((folded, _)) => (folded, true),
            None => (folded, false),
        };
        let words: Vec<_> = call.split(' ').collect();
        let [_, _, spelling, operands @ ..] = &words[..] else { panic!("{line}") };
        let number = |text: &str| u64::from_str_radix(text, 16).expect("hexadecimal");
        let data: Vec<_> = operands.iter().map(|text| F32.decode(number(text))).collect();
        let opcode = spelling.split('.').next().unwrap_or_default();
        let is_full = spelling.contains(".full");
        let bound = if is_full { &table::DIV_FULL_F32 } else { bound(opcode) };
        let flushes = spelling.contains(".ftz");
        let subnormals = if flushes { Subnormals::Flush } else { Subnormals::Keep };
        let ours = bound.approximate(&data, &F32, subnormals);
        count += 1;
        let is_reference = number(folded) == ours.reference;
        if is_reference == is_known && opcode != "div" || !permits(&ours, number(folded)) {
            different.push(format!("{line}, core {ours:08x?}"));
        }
    }
    assert!(count > 2_000);
    assert!(different.is_empty(), "{} of {count}:\n{}", different.len(), different.join("\n"));
}

/// Whether the ISA permits a result.
fn permits(ours: &Approximation, bits: u64) -> bool {
    match ours.permitted {
        Permitted::Interval { lo, hi } => is_between(bits, lo, hi, &F32),
        Permitted::Pinned | Permitted::Nearest => bits == ours.reference,
        Permitted::AnyNan => F32.decode(bits).is_nan(),
        Permitted::Unbounded => true,
    }
}
