use super::*;
use crate::catalog::{LATEST_ISA, Target, Type};
use crate::explore::measure::ULP;
use crate::format::table::{BF16, E4M3, F16, F32, F64, S16, S32, U16, UE8M0};
use crate::syntax::check;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn grid(spelling: &str, operands: [usize; 2], bins: usize, samples: u32) -> Grid {
    let context = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").unwrap() };
    let instruction = check(spelling, &context).instruction.unwrap();
    Grid::new(&instruction, &context, &[0; 3], (0, operands), (bins, samples), true).unwrap()
}

#[test]
fn bins_share_all_encodings_out() {
    for format in Type::SPELLED.map(Type::format) {
        for at_most in [16, 40, 256, 1024] {
            let axis = Axis::new(format, at_most);
            assert!(axis.n_bins() <= at_most, "{} {at_most}: {}", format.name(), axis.n_bins());
            let mut next = 0;
            for bin in 0..axis.n_bins() {
                let ends = axis.ends(bin).unwrap();
                let [first, last] = ends.map(|bits| rank(format, bits));
                assert_eq!(first, next, "{} {at_most} {bin}", format.name());
                assert!(first <= last);
                assert_eq!(ends.map(|bits| axis.bin_of(bits)), [bin; 2]);
                next = last.wrapping_add(1);
            }
            let total = mask(u32::from(format.width())).wrapping_add(1);
            assert_eq!(next, total, "{}", format.name());
            assert_eq!(axis.ends(axis.n_bins()), None);
        }
    }
}

#[test]
fn a_bin_has_one_class_and_one_exponent() {
    for float in [&F16, &BF16, &F32, &E4M3] {
        let format = Format::Float(float);
        let axis = Axis::new(format, 1024);
        let mut bins = 0;
        for bin in 0..axis.n_bins() {
            let [first, last] = axis.ends(bin).unwrap();
            let is_nan = format.is_nan(first);
            assert_eq!(is_nan, format.is_nan(last));
            if !is_nan {
                assert_eq!(float.classify(first), float.classify(last), "{first:#x} {last:#x}");
                assert_eq!(first >> float.trailing_width(), last >> float.trailing_width());
            }
            bins += 1;
        }
        // Both signs: zero, subnormals, normal binades, infinity; and NaNs.
        let binades = float.emax() - float.emin() + 1;
        let expected = if float.width == 8 { 256 } else { 2 * (binades + 3) + 1 };
        assert_eq!(bins, expected, "{}", float.name);
    }
    assert!(Axis::new(Format::Float(&F64), 512).n_bins() > 250);
    assert_eq!(Axis::new(Format::Float(&UE8M0), 256).n_bins(), 256);
}

#[test]
fn integers_have_a_bin_for_each_power_of_two() {
    // 0; 1, 2 to 3, …, 2^14 to 2^15 - 1; as many negative ones and -2^15 alone.
    let signed = Axis::new(Format::Fixed(&S16), 64);
    assert_eq!(signed.n_bins(), 1 + 15 + 15 + 1);
    assert_eq!(signed.ends(0), Some([0x8000, 0x8000]));
    assert_eq!(signed.ends(signed.n_bins() - 1), Some([0x4000, 0x7fff]));
    let minus_three = signed.ends(signed.bin_of(0xfffd)).unwrap();
    assert_eq!(minus_three, [0xfffd, 0xfffe]);
    assert_eq!(Axis::new(Format::Fixed(&U16), 64).n_bins(), 17);
    assert_eq!(Axis::new(Format::Fixed(&S32), 128).n_bins(), 64);
}

#[test]
fn narrow_operands_have_all_pairs() {
    // A scale factor has 8 bits, and so has s2f6.
    let grid = grid("cvt.rn.scaled::n2::ue8m0.bf16x2.s2f6x2", [0, 1], 256, 1);
    assert_eq!(grid.n_cells(), 65_536);
    let cell = grid.cell(0x1234).unwrap();
    assert_eq!((cell.count, cell.sample.map(|bits| bits < 256)), (1, [true; 2]));
    assert_eq!(grid.registers([0x12, 0x34])[..2], [0x12, 0x34]);
    let mut parts = Vec::new();
    grid.run(0..100, &mut parts);
    grid.run(100..300, &mut parts);
    let whole: Vec<_> = (0..300).filter_map(|index| grid.cell(index)).collect();
    assert_eq!(parts, whole);
    assert_eq!(grid.cell(65_536), None);
}

#[test]
fn cells_of_a_sum_have_what_sums_have() {
    let grid = grid("add.f16", [0, 1], 128, 20);
    let [down, across] = grid.axes();
    let at = |a: u64, b: u64| {
        let index = down.bin_of(a) * across.n_bins() + across.bin_of(b);
        let cell = grid.cell(index).unwrap();
        assert_eq!(
            [down.bin_of(cell.sample[0]), across.bin_of(cell.sample[1])],
            [down.bin_of(a), across.bin_of(b)]
        );
        cell
    };
    let nan = at(0x7c00, 0xfc00);
    assert_eq!((nan.count, nan.classes.bits(), nan.error), (1, 16, None));
    assert!(at(0x7c00, 0x3c00).classes.contains(Class::Infinite));
    let largest = at(0x7bff, 0x7bff);
    assert!(largest.classes.contains(Class::Infinite) && largest.count == 20);
    let same = at(0x3c00, 0x3c00);
    assert!(same.error.unwrap().abs() <= ULP / 2 && same.inexact > 0);
    // Sums of subnormals are exact.
    let tiny = at(0x0001, 0x0001);
    assert_eq!((tiny.inexact, tiny.error), (0, Some(0)));
}

#[test]
fn two_different_operands_are_needed() {
    let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
    let instruction = check("add.f16", &context).instruction.unwrap();
    let new = |operands| Grid::new(&instruction, &context, &[], (0, operands), (64, 4), false);
    assert!(new([0, 1]).is_some() && new([1, 0]).is_some());
    assert!(new([0, 0]).is_none() && new([0, 2]).is_none());
}
