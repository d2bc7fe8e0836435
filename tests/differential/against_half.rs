//! Rounding to f16 and bf16 and back against the `half` crate.
//!
//! `half` 2.7 drops the lowest 32 bits of an f64 before it rounds, so that it takes a value just
//! above a tie for the tie; f64 values are therefore compared with those bits clear.

use conformance::layout::{F16, F32, F64};
use conformance::operands::Operands;
use conformance::register::Element;
use conformance::report::Report;
use conformance::{Layout, Random, Spelling, scale};
use half::{bf16, f16};
use ptxfp::format::{FloatFormat, table};
use ptxfp::internals::arith::rounding::{Rounding, Subnormals, round};

const N_CASES: u64 = 400_000;
/// NaNs and infinities are left out.
const N_COMPARED: u64 = N_CASES / 4 * 3;

/// Rounds an encoding to another format, to nearest; NaNs and infinities are left out.
fn convert(bits: u64, from: &FloatFormat, to: &FloatFormat) -> Option<u64> {
    let datum = from.decode(bits);
    if datum.is_zero() {
        return Some(to.encode(&datum));
    }
    let rounded = round(&datum.exact()?, to, Rounding::TiesToEven, Subnormals::Keep);
    Some(to.encode(&rounded.datum))
}

fn check(from: &FloatFormat, layout: Layout, to: &FloatFormat, theirs: impl Fn(u64) -> u16) {
    let mut report = Report::new("half", format!("{} to {}", from.name, to.name));
    // The numbers of the narrow format, their neighbors and midpoints matter as much.
    let narrow = if to.precision == 11 { "fma.rn.f32.f16" } else { "fma.rn.f32.bf16" };
    let mut operands = Operands::new(&Spelling::read(narrow), Random::named(from.name));
    let scale = scale(N_COMPARED);
    for index in 0..N_CASES * scale {
        let wide = operands.number(layout);
        let bits = if index % 2 == 0 {
            wide
        } else {
            let [number, ..] = operands.elements();
            let source = Spelling::read(narrow).lane_sources().find_map(Element::layout);
            let source = source.expect("floating point");
            let widened = conformance::oracle::widen(number, source, layout);
            let half_ulp = layout.min_normal() >> source.trailing() >> 1;
            layout.step(
                widened.wrapping_add(half_ulp * u64::from(index % 4 == 1)),
                i32::from(index % 8 == 1) - i32::from(index % 8 == 3),
            )
        };
        let bits = if layout == F64 { bits & !u64::from(u32::MAX) } else { bits };
        if let Some(ours) = convert(bits, from, to) {
            report.note(ours == u64::from(theirs(bits)), || {
                format!("{} {bits:x} to {}: {ours:x}, half {:x}", from.name, to.name, theirs(bits))
            });
        }
    }
    report.finish(N_COMPARED * scale);
}

#[test]
fn f32_rounds_as_half_does() {
    let single = |bits: u64| f32::from_bits(u32::try_from(bits).expect("32 bits"));
    check(&table::F32, F32, &table::F16, |bits| f16::from_f32(single(bits)).to_bits());
    check(&table::F32, F32, &table::BF16, |bits| bf16::from_f32(single(bits)).to_bits());
}

#[test]
fn f64_rounds_as_half_does() {
    let double = |bits: u64| f64::from_bits(bits);
    check(&table::F64, F64, &table::F16, |bits| f16::from_f64(double(bits)).to_bits());
    check(&table::F64, F64, &table::BF16, |bits| bf16::from_f64(double(bits)).to_bits());
}

#[test]
fn every_f16_and_bf16_widens_as_half_does() {
    let mut report = Report::new("half", "every f16 and bf16 to f64");
    for bits in 0..=u16::MAX {
        for (format, wide) in [
            (&table::F16, f16::from_bits(bits).to_f64()),
            (&table::BF16, bf16::from_bits(bits).to_f64()),
        ] {
            if let Some(ours) = convert(bits.into(), format, &table::F64) {
                report
                    .note(ours == wide.to_bits(), || format!("{} {bits:x}: {ours:x}", format.name));
            }
        }
    }
    report.finish(2 * 0xf000);
    assert_eq!(F16.width, u32::from(table::F16.width));
}
