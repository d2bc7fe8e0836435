use alloc::collections::BTreeSet;
use alloc::string::ToString as _;

use super::*;
use crate::catalog::{LATEST_ISA, forms};
use crate::format::{Class, table};
use crate::syntax::check;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const RANDOM: Random = Random { count: 8, seed: 1 };

#[test]
fn every_modifier_of_every_form_is_in_an_instruction() {
    for form in forms() {
        let chosen = instructions(form);
        assert!(!chosen.is_empty(), "{}", form.syntax());
        for (index, slot) in form.slots.iter().enumerate() {
            let is_there = |modifier| chosen.iter().any(|it| it.0.filled[index] == modifier);
            for choice in slot.choices {
                let spelling = choice.modifier.spelling();
                assert!(is_there(Some(choice.modifier)), "{spelling} in {}", form.syntax());
            }
            assert!(slot.is_required() || is_there(None), "{} in {}", slot.name, form.syntax());
        }
    }
}

#[test]
fn any_two_operands_have_every_pair_of_classes() {
    for formats in [
        [Format::Float(&table::F16); 3],
        [(&table::E4M3).into(), (&table::E4M3).into(), (&table::F16).into()],
        [(&table::F16).into(), (&table::E2M1).into(), (&table::F32).into()],
    ] {
        let tuples = of_every_class(&formats);
        for (one, other) in [(0, 1), (0, 2), (1, 2)] {
            let pairs: BTreeSet<_> = tuples.iter().map(|it| (it[one], it[other])).collect();
            let expected = classes(formats[one]).len() * classes(formats[other]).len();
            assert_eq!(pairs.len(), expected, "{one}, {other}");
        }
        assert!(tuples.len() <= 256, "{}", tuples.len());
    }
}

#[test]
fn every_class_of_a_format_is_there() {
    for format in table::FLOATS.iter().copied().map(Format::Float) {
        let classes: Vec<_> =
            classes(format).into_iter().map(|bits| format.classify(bits)).collect();
        let has_every = |class| {
            let last = mask(u32::from(format.width().min(16)));
            let all = (0..=last).map(|bits| bits << (format.width() - format.width().min(16)));
            all.chain(0..=last).any(|bits| format.classify(bits) == class)
        };
        for class in [Class::Zero, Class::Subnormal, Class::Normal, Class::Infinite] {
            assert_eq!(classes.contains(&class), has_every(class), "{} {class:?}", format.name());
        }
        let is_nan = |class: &Class| matches!(class, Class::QuietNan | Class::SignalingNan);
        let has_nan = has_every(Class::QuietNan) || has_every(Class::SignalingNan);
        assert_eq!(classes.iter().any(is_nan), has_nan, "{}", format.name());
    }
}

#[test]
fn every_lane_of_every_instruction_has_every_tuple_or_its_part() {
    for (instruction, context) in forms().flat_map(instructions) {
        let prepared = Prepared::new(&instruction, &context);
        let op = prepared.lane_op();
        let count = usize::from(op.source_count);
        let formats = &op.operands[..count];
        let expected: BTreeSet<_> = of_every_class(formats).into_iter().collect();
        let mut found = BTreeSet::new();
        for registers in operands(&prepared, RANDOM) {
            for lane in 0..prepared.lanes() {
                let mut tuple = prepared.gather(lane, &registers);
                tuple[count..].fill(0);
                found.insert(tuple);
            }
            for (index, operand) in instruction.form.sources().iter().enumerate() {
                let width = instruction.operand_type(operand).packing().register_width();
                let unused = registers[index] & !mask(width.into());
                assert_eq!(unused, 0, "{instruction}");
            }
        }
        assert!(expected.is_subset(&found), "{}", instruction.to_string());
    }
}

#[test]
fn a_seed_selects_the_random_operands() {
    let context = Context { isa: LATEST_ISA, target: USUAL_TARGET };
    let add = check("add.f32", &context).instruction.unwrap();
    let of = |seed| operands(&Prepared::new(&add, &context), Random { count: 8, seed });
    assert_eq!(of(1), of(1));
    let (one, two) = (of(1), of(2));
    assert_eq!(one[..256], two[..256]);
    assert!(one[256..].iter().all(|it| !two[256..].contains(it)));
}
