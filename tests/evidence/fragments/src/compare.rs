//! A fragment as a user would paste it, beside what is expected.

use ptxfp::catalog::{Context, LATEST_ISA, Target};
use ptxfp::explore::sequence::Sequence;
use ptxfp::report::{Program, Shown};

use crate::list::{Case, Expected, Fragment, Lane};

/// Evaluates a fragment on all its cases; returns what differs.
pub(crate) fn differences(fragment: &Fragment, text: &str) -> Vec<String> {
    let at_place = |problem| format!("{}: {problem}", fragment.place);
    let Some(target) = Target::parse(&fragment.target) else {
        return vec![at_place(format!("unknown target {}", fragment.target))];
    };
    let context = Context { isa: LATEST_ISA, target };
    let sequence = Sequence::new(text, &context);
    let problems = sequence.diagnostics().into_iter().map(|each| at_place(each.to_string()));
    let problems: Vec<_> = problems.collect();
    if !problems.is_empty() {
        return problems;
    }
    let names: Vec<_> = sequence.input_registers().map(|register| &register.name).collect();
    if names.len() != fragment.inputs.len() {
        return vec![at_place(format!("the inputs are {names:?}, not {:?}", fragment.inputs))];
    }
    let differing = |case: &Case| {
        let bits = |name: &&String| {
            let mut all = fragment.inputs.iter().zip(&case.inputs);
            all.find(|(each, _)| each == name).map(|(_, bits)| *bits)
        };
        let Some(registers) = names.iter().map(bits).collect::<Option<Vec<_>>>() else {
            return vec![format!("the inputs are {names:?}, not {:?}", fragment.inputs)];
        };
        let program = Program::of(text, &sequence, &context, &registers);
        let outputs = fragment.outputs.iter().zip(&case.outputs);
        outputs.filter_map(|(name, expected)| difference(&program, case, name, expected)).collect()
    };
    fragment.cases.iter().flat_map(differing).map(at_place).collect()
}

/// The difference of an output, if there is one.
fn difference(program: &Program, case: &Case, name: &str, expected: &Expected) -> Option<String> {
    let Some(shown) = program.output(name) else { return Some(format!("no output is {name}")) };
    let is_right = match expected {
        Expected::Lanes(lanes) => is_exactly(shown, lanes),
        Expected::Permits(bits) => permits(shown, *bits),
    };
    if is_right {
        return None;
    }
    let inputs: Vec<_> = case.inputs.iter().map(|bits| format!("{bits:x}")).collect();
    let found = shown.bits.as_deref().unwrap_or("unknown");
    let inputs = inputs.join(" ");
    Some(format!(
        "with {inputs}, {name} is {found} ({}), but should be {expected:x?} ({})",
        shown.standing, case.oracle
    ))
}

pub(crate) fn bits_of(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

/// Whether a register has these lanes, the highest first.
///
/// It need not be guaranteed: a NaN whose bits are open and that is packed, unpacked or read as
/// another type leaves a `reference`.
pub(crate) fn is_exactly(shown: &Shown, lanes: &[Lane]) -> bool {
    let Some(mut bits) = shown.bits.as_deref().and_then(bits_of) else { return false };
    let is_lane = |lane: &Lane| {
        let (Lane::Bits(_, width) | Lane::Nan(_, width)) = *lane;
        let mask = u64::MAX >> (64 - width);
        let own = bits & mask;
        bits = bits.checked_shr(width).unwrap_or(0);
        match *lane {
            Lane::Bits(expected, _) => own == expected,
            Lane::Nan(infinity, _) => own & (mask >> 1) > infinity,
        }
    };
    lanes.iter().rev().all(is_lane) && bits == 0
}

/// Whether bits are among the permitted results of a register.
pub(crate) fn permits(shown: &Shown, bits: u64) -> bool {
    if shown.within.is_empty() {
        // Where no other result is permitted, the host's must be the one.
        let is_one = shown.bits.as_deref().and_then(bits_of) == Some(bits);
        return is_one && shown.standing == "determined";
    }
    let mut bits = bits;
    shown.within.iter().all(|within| {
        let width = 4 * u32::try_from(within.bits[0].len() - 2).unwrap_or(64);
        let own = bits & (u64::MAX >> (64 - width));
        bits = bits.checked_shr(width).unwrap_or(0);
        let ends = [&within.bits[0], &within.bits[1]].map(|end| bits_of(end));
        let [Some(low), Some(high)] = ends else { return false };
        let kind = shown.kind.unwrap_or_default();
        let [low, own, high] = [low, own, high].map(|bits| order(bits, width, kind));
        low <= own && own <= high
    })
}

/// The place of a number among those of its type: integers, or floats with sign and magnitude.
fn order(bits: u64, width: u32, kind: &str) -> i128 {
    match kind.as_bytes() {
        [b'.', b's', ..] => {
            let shift = 64 - width;
            return i128::from((bits << shift).cast_signed() >> shift);
        }
        [b'.', b'u', ..] => return i128::from(bits),
        _ => {}
    }
    let magnitude = i128::from(bits & (u64::MAX >> (65 - width)));
    if bits >> (width - 1) & 1 == 1 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::differences;
    use crate::list::{Case, Expected, Fragment, Lane, Place, Project};

    fn found(text: &str, inputs: &[u64], expected: Expected) -> Vec<String> {
        let names = |prefix: usize, count: usize| (prefix..prefix + count).map(|i| format!("%{i}"));
        let fragment = Fragment {
            place: Place {
                project: Project { name: "owner/name".into(), commit: String::new() },
                file: "file.h".into(),
                lines: [7, 7],
                digest: String::new(),
            },
            target: "sm_90".into(),
            inputs: names(1, inputs.len()).collect(),
            outputs: names(0, 1).collect(),
            cases: vec![Case {
                inputs: inputs.to_vec(),
                outputs: vec![expected],
                oracle: "numpy".into(),
            }],
        };
        differences(&fragment, text)
    }

    #[test]
    fn a_difference_names_place_inputs_and_both_results() {
        let text = r#"asm("add.rn.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));"#;
        let inputs = [0x3f80_0000, 0x4000_0000];
        let right = Expected::Lanes(vec![Lane::Bits(0x4040_0000, 32)]);
        assert!(found(text, &inputs, right).is_empty());
        let wrong = found(text, &inputs, Expected::Lanes(vec![Lane::Bits(0x4040_0001, 32)]));
        let [only] = wrong.as_slice() else { panic!("{wrong:?}") };
        for part in ["owner/name file.h:7", "3f800000 40000000", "%0", "0x40400000", "40400001"] {
            assert!(only.contains(part), "{part}: {only}");
        }
    }

    #[test]
    fn a_nan_may_have_any_bits_and_other_lanes_may_not() {
        let text = r#"asm("add.rn.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));"#;
        let inputs = [0x7e00_3c00, 0x3c00_3c00];
        let lanes = |high, low| Expected::Lanes(vec![high, low]);
        let nan = Lane::Nan(0x7c00, 16);
        assert!(found(text, &inputs, lanes(nan, Lane::Bits(0x4000, 16))).is_empty());
        assert!(!found(text, &inputs, lanes(nan, Lane::Bits(0x4001, 16))).is_empty());
        assert!(!found(text, &inputs, lanes(nan, nan)).is_empty());
    }

    #[test]
    fn approximate_results_permit_an_interval() {
        let text = r#"asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));"#;
        let inputs = [0x3f00_0000];
        assert!(found(text, &inputs, Expected::Permits(0x3fb5_04f3)).is_empty());
        assert!(!found(text, &inputs, Expected::Permits(0x3fb5_0600)).is_empty());
    }

    #[test]
    fn a_text_with_problems_is_not_evaluated() {
        let text = r#"asm("mystery.f32 %0, %1;" : "=f"(d) : "f"(a));"#;
        let found = found(text, &[0], Expected::Permits(0));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("mystery"), "{found:?}");
    }
}
