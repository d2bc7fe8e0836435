//! Programs as kernels have them, beside independent formulas: host numbers, `half`, and tables
//! of formats read by division.
//!
//! The texts are written here. Each says which trick it is and, where one was looked at, a public
//! place that has it, so that a reader can compare; no text is a copy of that place.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "host numbers that are cut and taken as signed are the reference"
)]

mod encode;
mod float;
mod integer;
mod unpack;

use conformance::random::Random;
use ptxfp::catalog::{Context, LATEST_ISA, Target};
use ptxfp::explore::sequence::{Sequence, Standing};

/// The number of operands that each program is compared on.
const COUNT: usize = 20_000;

/// A program and its result.
struct Program {
    /// The purpose of the program.
    what: &'static str,
    /// A public place that has the trick, if one was looked at.
    seen: Option<&'static str>,
    /// The text as somebody would paste it.
    text: &'static str,
    /// The outputs of inputs, both in the order of the text; nothing where the trick is not meant
    /// for these inputs.
    formula: fn(&[u64]) -> Option<Vec<u64>>,
}

/// Operands where something happens, beside any others.
fn operand(random: &mut Random, width: u32) -> u64 {
    const EDGES: [u32; 16] = [
        0,
        0x8000_0000,
        1,
        0x007f_ffff,
        0x0080_0000,
        0x3f80_0000,
        0xbf80_0000,
        0x7f7f_ffff,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0x7f80_0001,
        0x3c00_7c00,
        0x8001_7e00,
        0x4b00_0001,
        0xffff_ffff,
    ];
    let bits = match random.below(6) {
        0 => u64::from(EDGES[random.below(16) as usize]) << (width.saturating_sub(32)),
        1 => random.below(64),
        2 => random.bits() & random.bits(),
        // A float of moderate size in the upper half, and alone.
        3 => (0x3f00_0000 + random.below(0x0200_0000)) << width.saturating_sub(32),
        _ => random.bits(),
    };
    if width == 64 { bits } else { bits & ((1 << width) - 1) }
}

fn check(program: &Program) -> usize {
    let Program { what, seen, text, formula } = program;
    assert!(seen.is_none_or(|place| place.contains(": ")), "{what}");
    let context = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").expect("a target") };
    let sequence = Sequence::new(text, &context);
    assert!(sequence.diagnostics().is_empty(), "{what}: {:?}", sequence.diagnostics());
    let widths: Vec<u32> =
        sequence.input_registers().map(|register| register.width().into()).collect();
    let mut random = Random::named(what);
    let mut count = 0;
    for _ in 0..COUNT {
        let inputs: Vec<u64> = widths.iter().map(|width| operand(&mut random, *width)).collect();
        let Some(expected) = formula(&inputs) else { continue };
        let values = sequence.evaluate(&inputs);
        let found: Vec<u64> = sequence.outputs().iter().map(|index| values[*index].bits).collect();
        assert_eq!(found, expected, "{what}: {inputs:x?}\n{text}");
        let is_sure = |index: &usize| values[*index].standing <= Standing::OpenNan;
        assert!(sequence.outputs().iter().all(is_sure), "{what}: {inputs:x?}");
        count += 1;
    }
    assert!(count > 0, "{what}: no operand is compared");
    count
}

#[test]
fn programs_come_to_what_their_formulas_say() {
    let all = [unpack::PROGRAMS, encode::PROGRAMS, float::PROGRAMS, integer::PROGRAMS];
    let programs = all.iter().flat_map(|list| list.iter());
    let counts: Vec<usize> = programs.map(check).collect();
    assert_eq!(counts.len(), 49);
}
