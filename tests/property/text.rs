//! Printing and reading back.

use conformance::subject::context;
use proptest::prelude::*;
use proptest::sample::Index;
use ptxfp::link;
use ptxfp::number::text::{Exactness, c_hex, concise, exact_decimal, parse, shortest};
use ptxfp::syntax::{Legality, check};

use crate::strategies::{SUBJECTS, call, config, format};

/// Moves a word from one place to another.
fn moved<T>(mut words: Vec<T>, from: Index, to: Index) -> Vec<T> {
    let word = words.remove(from.index(words.len()));
    let place = to.index(words.len() + 1);
    words.insert(place, word);
    words
}

proptest! {
    #![proptest_config(config(3_000))]

    #[test]
    fn instructions_print_as_they_are_read(index: Index, with_operands: bool) {
        let subject = index.get(&SUBJECTS);
        let names = ["%a", "%b", "%c", "%d"];
        let operands = names[..=subject.spelling.n_sources].join(", ");
        let text = if with_operands { format!("{} {operands};", subject.text) } else { subject.text.clone() };
        let context = context("9.1", "sm_121a");
        let first = check(&text, &context);
        let instruction = first.instruction.expect("legal");
        prop_assert_eq!(instruction.to_string(), subject.text.as_str());
        let second = check(&instruction.to_string(), &context);
        prop_assert_eq!(second.instruction, Some(instruction));
    }

    #[test]
    fn modifiers_in_another_order_mean_the_same(index: Index, from: Index, to: Index) {
        let subject = index.get(&SUBJECTS);
        let words: Vec<_> = subject.text.split('.').skip(1).collect();
        let types = words.iter().filter(|word| word.starts_with(['b', 'f']) && **word != "ftz").count();
        let opcode = subject.text.split('.').next().unwrap_or_default();
        let text = format!("{opcode}.{}", moved(words.clone(), from, to).join("."));
        let context = context("9.1", "sm_100");
        let found = check(&text, &context);
        let swaps_types = types == 2 && text.find(".f32") > text.find(words[words.len() - 1]);
        if swaps_types {
            prop_assert_eq!(found.legality, Legality::Rejected);
        } else {
            prop_assert_eq!(found.instruction.map(|it| it.to_string()), Some(subject.text.clone()), "{}", text);
            prop_assert_eq!(found.legality == Legality::Documented, text == subject.text && !is_undocumented(&text));
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

    #[test]
    fn links_read_back((subject, registers) in call(), isa_is_old: bool, recorded: Option<u64>) {
        let isa = if isa_is_old { "8.8" } else { "9.1" };
        let context = context(isa, "sm_100");
        let instruction = check(&subject.text, &context).instruction.expect("legal");
        let spelling = &subject.spelling;
        let result_width = spelling.result.width * spelling.n_lanes;
        let recorded = recorded.map(|bits| bits & (u64::MAX >> (64 - result_width)));
        let registers = registers[..spelling.n_sources].to_vec();
        let state = link::State { instruction, context, registers, recorded, view: None };
        let parsed = link::parse(&state.to_fragment());
        prop_assert_eq!(&parsed.problems, &[], "{}", state.to_fragment());
        prop_assert_eq!(parsed.state, state);
    }
}

fn is_undocumented(text: &str) -> bool {
    text.contains(".oob.sat")
}
