//! Companion instructions beside a second implementation: host integers where the core works with
//! bits, bits where it works with integers, and the host's own comparisons of floats.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "host integers that are cut and taken as signed are the reference"
)]

mod arithmetic;
mod bits;
mod comparisons;
mod quotients;

use std::collections::BTreeSet;

use conformance::is_extensive;
use conformance::random::Random;
use ptxfp::catalog::{Context, LATEST_ISA, Target};
use ptxfp::internals::companion::{Prepared, resolve};
use ptxfp::syntax::parse;

/// The least number of operands of each opcode that are compared.
const COUNT: usize = 1_000_000;

type Reference = fn(&str, &[u64; 5]) -> [u64; 2];

fn prepared(spelling: &str) -> Prepared {
    let (statement, _) = parse(spelling);
    let mut all = ["sm_100a", "sm_120f"].into_iter().filter_map(|target| {
        let target = Target::parse(target).expect("a target");
        let context = Context { isa: LATEST_ISA, target };
        let found = resolve(&statement, &context)?.ok()?;
        Some(found.prepare(&context))
    });
    all.next().unwrap_or_else(|| panic!("{spelling}"))
}

/// Operands where something happens: ends of ranges, few bits, small numbers.
fn operand(random: &mut Random, width: u32) -> u64 {
    let all = u64::MAX >> (64 - width);
    let bits = match random.below(7) {
        0 => random.below(80),
        1 => random.below(80).wrapping_neg(),
        2 => 1 << random.below(64),
        3 => (1 << random.below(64)) - 1,
        4 => !(1 << random.below(64)),
        5 => random.bits() & random.bits() & random.bits(),
        _ => random.bits(),
    };
    // Sometimes one number is in both halves.
    if random.below(16) == 0 {
        (bits << (width / 2) | bits & all >> (width / 2)) & all
    } else {
        bits & all
    }
}

/// Compares spellings of one opcode: each with the widths of its operands.
fn compare(name: &str, spellings: &[(&str, &[u32])], reference: Reference) {
    let mut random = Random::named(name);
    let count = if is_extensive() { 100 * COUNT } else { COUNT };
    let opcodes: BTreeSet<_> = spellings.iter().map(|(text, _)| text.split('.').next()).collect();
    let each = (count * opcodes.len()).div_ceil(spellings.len());
    for (spelling, widths) in spellings {
        let prepared = prepared(spelling);
        for _ in 0..each {
            let mut operands = [0; 5];
            for (place, width) in operands.iter_mut().zip(*widths) {
                *place = operand(&mut random, *width);
            }
            let found = prepared.evaluate(&operands);
            let expected = reference(spelling, &operands);
            assert_eq!(found, expected, "{spelling} {operands:x?}");
        }
    }
}

/// Bits of a type, and whether it is signed.
fn shape(spelling: &str) -> (u32, bool) {
    let kind = spelling
        .rsplit('.')
        .find(|part| part.starts_with(['s', 'u', 'b']) && part[1..].parse::<u32>().is_ok());
    let kind = kind.unwrap_or("b32");
    (kind[1..].parse().expect("a width"), kind.starts_with('s'))
}

fn signed(bits: u64, width: u32) -> i128 {
    i128::from((bits << (64 - width)).cast_signed() >> (64 - width))
}

fn number(bits: u64, (width, is_signed): (u32, bool)) -> i128 {
    if is_signed { signed(bits, width) } else { i128::from(bits) }
}

/// The remainder of a number for a register.
fn kept(number: i128, width: u32) -> u64 {
    u64::try_from(number.rem_euclid(1 << width)).expect("64 bits")
}

const W: [&[u32]; 3] = [&[16, 16, 16], &[32, 32, 32], &[64, 64, 64]];
