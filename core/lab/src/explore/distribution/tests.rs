use super::*;
use crate::catalog::{LATEST_ISA, Modifier, Target, forms, instructions_of, nearest_context};
use crate::format::table::{BF16, E2M1, F16};
use crate::syntax::check;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn of(spelling: &str, registers: &[u64], lane: u8) -> Distribution {
    let context = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").unwrap() };
    let instruction = check(spelling, &context).instruction.unwrap();
    Distribution::new(&instruction, &context, registers, lane).unwrap()
}

fn pairs(distribution: &Distribution) -> Vec<(u64, u64)> {
    distribution.outcomes.iter().map(|outcome| (outcome.bits, outcome.patterns)).collect()
}

#[test]
fn the_tail_is_the_share_of_the_upper_neighbor() {
    // 1 + 3/8 of a bf16 ulp; the second operand is for lane 0.
    let one = of("cvt.rs.bf16x2.f32", &[0, 0x3f80_6000, 0], 0);
    assert_eq!(pairs(&one), [(0x3f80, 65_536 * 5 / 8), (0x3f81, 65_536 * 3 / 8)]);
    assert_eq!(one.outcomes[1].first, 65_536 * 5 / 8);
    assert!(one.is_unbiased() && one.mean() == one.exact);
    assert_eq!(one.n_bits, 16);
    let minus = of("cvt.rs.bf16x2.f32", &[0, 0xbf80_6000, 0], 0);
    assert_eq!(pairs(&minus), [(0xbf81, 65_536 * 3 / 8), (0xbf80, 65_536 * 5 / 8)]);
    assert!(minus.is_unbiased());
}

#[test]
fn bits_below_the_random_ones_are_lost() {
    // f16 keeps 10 of 23 trailing bits and the random bits are 13: none are left over.
    let f16 = of("cvt.rs.f16x2.f32", &[0, 0x3f80_0001, 0], 0);
    assert_eq!(pairs(&f16), [(0x3c00, 8191), (0x3c01, 1)]);
    assert!(f16.is_unbiased() && f16.n_bits == 13);
    // Half of that in the binade of subnormals below is lost: 2^-15 + 2^-38 has one bit more.
    let low = of("cvt.rs.f16x2.f32", &[0, 0x3800_0001, 0], 0);
    assert_eq!(pairs(&low), [(0x0200, 8192)]);
    let bias = low.bias().unwrap();
    assert!(bias.is_negative() && bias.leading_exponent() == Some(-38));
}

#[test]
fn what_is_exact_or_special_has_one_outcome() {
    let exact = of("cvt.rs.bf16x2.f32", &[0, 0x3fc0_0000, 0], 0);
    assert_eq!(pairs(&exact), [(0x3fc0, 65_536)]);
    assert!(exact.is_unbiased());
    let zero = of("cvt.rs.bf16x2.f32", &[0, 0x8000_0000, 0], 0);
    assert_eq!((pairs(&zero)[0], zero.is_unbiased()), ((0x8000, 65_536), true));
    let nan = of("cvt.rs.bf16x2.f32", &[0, 0x7fc0_0000, 0], 0);
    assert_eq!((nan.outcomes.len(), nan.mean(), nan.exact), (1, None, None));
    let infinite = of("cvt.rs.bf16x2.f32", &[0, 0x7f80_0000, 0], 0);
    assert_eq!((infinite.mean(), infinite.is_unbiased()), (None, false));
}

#[test]
fn a_clamp_makes_a_bias() {
    let relu = of("cvt.rs.relu.bf16x2.f32", &[0, 0xbf80_6000, 0], 0);
    assert_eq!(pairs(&relu), [(0, 65_536)]);
    assert!(relu.bias().is_some_and(|bias| !bias.is_negative() && !bias.is_zero()));
    // 1000 is far above 6, the largest e2m1.
    let limited = of("cvt.rs.satfinite.e2m1x4.f32", &[0, 0, 0, 0x447a_0000, 0], 0);
    assert_eq!(pairs(&limited), [(E2M1.max_finite(), 65_536)]);
    assert!(limited.bias().is_some_and(|bias| bias.is_negative()));
}

/// For every `.rs` form and each lane, the counts add up, and the mean is the value truncated after
/// the random bits.
#[test]
fn each_form_has_neighbors_and_all_patterns() {
    let today = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").unwrap() };
    let mut n_lanes = 0;
    for form in forms().filter(|form| form.is_assembled()) {
        for instruction in instructions_of(form).filter(|each| each.has(Modifier::Rs)) {
            let context = nearest_context(&instruction.requires(), &today).unwrap();
            let prepared = Prepared::new(&instruction, &context);
            for lane in 0..prepared.lanes() {
                let registers = [0x3f9d_7353; 5];
                let found = Distribution::new(&instruction, &context, &registers, lane).unwrap();
                let [low, high] = found.outcomes[..] else { panic!("{instruction} {lane}") };
                assert_eq!(found.format.next_up(low.bits), Some(high.bits));
                assert_eq!(low.patterns + high.patterns, 1 << found.n_bits);
                let bias = found.bias().unwrap();
                let ulp = found.format.ulp_exponent(low.bits) - i32::from(found.n_bits);
                assert!(bias.is_zero() || bias.is_negative());
                assert!(bias.leading_exponent().is_none_or(|leading| leading < ulp));
                n_lanes += 1;
            }
        }
    }
    assert!(n_lanes > 20, "{n_lanes}");
}

#[test]
fn only_stochastic_rounding_has_a_distribution() {
    let context = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").unwrap() };
    let instruction = check("cvt.rn.bf16x2.f32", &context).instruction.unwrap();
    assert_eq!(Distribution::new(&instruction, &context, &[0, 0], 0), None);
    let instruction = check("cvt.rs.f16x2.f32", &context).instruction.unwrap();
    assert_eq!(Distribution::new(&instruction, &context, &[0, 0, 0], 2), None);
    let upper = Distribution::new(&instruction, &context, &[0x3f80_0000, 0, 0], 1).unwrap();
    assert_eq!((upper.format, upper.outcomes[0].bits), (Format::Float(&F16), 0x3c00));
    assert_ne!(upper.format, Format::Float(&BF16));
}
