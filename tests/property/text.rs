//! Printing and reading back.

use conformance::register::Register;
use proptest::prelude::*;
use proptest::sample::Index;
use ptxfp::catalog::{Group, Modifier, examples};
use ptxfp::syntax::{Legality, check};
use ptxfp::text::{Exactness, c_hex, concise, exact_decimal, parse, shortest};

use crate::strategies::{SUBJECTS, config, format};

/// Moves a word from one place to another.
fn moved<T>(mut words: Vec<T>, from: Index, to: Index) -> Vec<T> {
    let word = words.remove(from.index(words.len()));
    let place = to.index(words.len() + 1);
    words.insert(place, word);
    words
}

/// The kinds of modifiers, in order; those that are neither types nor directions by their names.
fn order(modifiers: &str) -> Vec<&str> {
    let kind = |word| match Modifier::parse(&[".", word].concat()).map(Modifier::group) {
        Some(Group::Type) => "a type",
        Some(Group::Rounding) => "a direction",
        _ => word,
    };
    modifiers.split('.').map(kind).collect()
}

/// Whether an example of the ISA has modifiers in that order, perhaps with others between them.
fn is_order_of_example(opcode: &str, modifiers: &str) -> bool {
    examples().filter_map(|(example, _)| example.split_once('.')).any(|(other, shown)| {
        let mut shown = order(shown).into_iter();
        other == opcode && order(modifiers).iter().all(|kind| shown.any(|each| each == *kind))
    })
}

proptest! {
    #![proptest_config(config(3_000))]

    #[test]
    fn instructions_print_as_they_are_read(index: Index, with_operands: bool) {
        let subject = index.get(&SUBJECTS);
        let text = if with_operands { subject.instruction.statement() } else { subject.text.clone() };
        let found = check(&text, &subject.context);
        prop_assert_eq!(found.instruction, Some(subject.instruction), "{}", text);
    }

    #[test]
    fn modifiers_in_another_order_mean_the_same(index: Index, from: Index, to: Index) {
        let subject = index.get(&SUBJECTS);
        let spelling = subject.instruction.to_string();
        let (opcode, modifiers) = spelling.split_once('.').expect("a type");
        let words: Vec<_> = modifiers.split('.').collect();
        let moved = moved(words, from, to).join(".");
        let operands = subject.instruction.form.operand_list();
        let text = format!("{opcode}.{moved} {operands};");
        let found = check(&text, &subject.context);
        let types = |text: &str| -> Vec<_> { text.split('.').filter_map(Register::of_type).collect() };
        // The assembler reads `div.full` as one word.
        let is_split = modifiers.starts_with("full") && !moved.starts_with("full");
        if is_split {
            prop_assert_eq!(found.legality, Legality::Rejected, "{}", text);
        } else if types(&moved) == types(modifiers) {
            prop_assert_eq!(found.instruction, Some(subject.instruction), "{}", text);
            if moved != modifiers && found.legality == Legality::Documented {
                prop_assert!(is_order_of_example(opcode, &moved), "{}", text);
            }
        }
    }

    #[test]
    fn numbers_read_back_from_their_text(format in format(), random: u64) {
        let bits = random & (format.magnitude_mask() | format.sign_mask());
        let is_nan = format.decode(bits).is_nan();
        for text in [shortest(bits, format), exact_decimal(bits, format), c_hex(bits, format)] {
            let entry = parse(&text, format).map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
            if is_nan {
                prop_assert!(format.decode(entry.bits).is_nan());
            } else {
                prop_assert_eq!(entry.bits, bits, "{} {}", format.name, text);
            }
        }
        for text in [exact_decimal(bits, format), c_hex(bits, format)] {
            let exactness = parse(&text, format).map(|entry| entry.exactness);
            prop_assert!(matches!(exactness, Ok(Exactness::Exact | Exactness::Given)), "{text}: {exactness:?}");
        }
        let near = parse(&concise(bits, format), format).map(|entry| entry.bits);
        prop_assert!(is_nan || near == Ok(bits), "{}", concise(bits, format));
        let raw = parse(&format!("0x{bits:x}"), format).map(|entry| entry.bits);
        prop_assert_eq!(raw, Ok(bits));
    }
}
