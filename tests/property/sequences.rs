//! Sequences and searches for differences: any text is evaluated, and what is found is true.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::Index;
use ptxfp::catalog::Type;
use ptxfp::eval::Prepared;
use ptxfp::explore::difference::{Proof, Search, Subject, Verdict};
use ptxfp::explore::sequence::{Sequence, Standing, normal};

use crate::strategies::{SUBJECTS, call, config, nearly_ptx, statements};

/// What holds of every text.
fn is_evaluated(text: &str) -> Result<(), TestCaseError> {
    let context = SUBJECTS[0].context;
    let sequence = Sequence::new(text, &context);
    for diagnostic in sequence.diagnostics() {
        prop_assert!(text.get(diagnostic.span.clone()).is_some(), "{text}: {diagnostic:?}");
        prop_assert!(!diagnostic.message.contains(char::is_control), "{text}: {diagnostic:?}");
    }
    for statement in sequence.statements() {
        prop_assert!(text.get(statement.span.clone()).is_some_and(|text| !text.is_empty()));
        prop_assert!(text.get(statement.head.clone()).is_some(), "{text}");
        prop_assert!(
            statement.destinations().iter().all(|each| sequence.register(*each).is_some())
        );
    }
    let values = sequence.evaluate(&[0x3f80_0000, u64::MAX]);
    prop_assert_eq!(values.len(), sequence.registers().len());
    for (register, value) in sequence.registers().iter().zip(&values) {
        prop_assert!(value.bits >> (register.width() - 1) <= 1, "{text}: {register:?}");
        let is_unknown = value.standing == Standing::Unknown;
        prop_assert!(!is_unknown || !sequence.is_complete(), "{text}: {register:?}");
    }
    let plain = normal(text);
    prop_assert_eq!(normal(&plain), plain.as_str(), "{}", text);
    if sequence.is_complete() {
        let again = Sequence::new(&plain, &context);
        prop_assert!(again.is_complete(), "{text}: {:?}", again.diagnostics());
        prop_assert_eq!(again.registers().len(), values.len());
        prop_assert_eq!(again.evaluate(&[0x3f80_0000, u64::MAX]), values);
    }
    Ok(())
}

/// The type that a row of a register's name is used as, in the test's own bookkeeping.
type Registers = BTreeMap<u8, Vec<(String, u64)>>;

proptest! {
    #![proptest_config(config(1_500))]

    #[test]
    fn any_text_is_a_sequence(text in statements()) {
        is_evaluated(&text)?;
    }

    #[test]
    fn any_noise_is_a_sequence(text in nearly_ptx()) {
        is_evaluated(&text)?;
    }

    #[test]
    fn sequences_come_to_what_their_statements_do(
        picks in proptest::collection::vec((call(), any::<[Index; 6]>()), 1..8),
    ) {
        let context = SUBJECTS[0].context;
        let (mut text, mut inputs) = (String::new(), Vec::new());
        let (mut registers, mut written) = (Registers::new(), Vec::new());
        let width = |kind: Type| kind.packing().register_width();
        for ((subject, given), picks) in &picks {
            let instruction = subject.instruction;
            if !instruction.is_available(&context) {
                continue;
            }
            let mut names = Vec::new();
            let mut bits = Vec::new();
            for ((source, given), pick) in instruction.form.sources().iter().zip(given).zip(picks) {
                let width = width(instruction.operand_type(source));
                let known = registers.entry(width).or_default();
                let choice = pick.index(known.len() + 1);
                if choice == known.len() {
                    let given = given & (u64::MAX >> (64 - width));
                    known.push((format!("i{}", inputs.len()), given));
                    inputs.push(given);
                }
                names.push(known[choice].0.clone());
                bits.push(known[choice].1);
            }
            let statement = instruction.statement();
            let (head, list) = statement.split_once(' ').expect("operands");
            let mut names = names.iter();
            let d = format!("d{}", written.len());
            let mut is_destination = true;
            let words = list.trim_end_matches(';').split(", ").map(|word| {
                let name = word.trim_matches(['{', '}']);
                let other = if std::mem::take(&mut is_destination) { Some(&d) } else { names.next() };
                word.replace(name, other.expect("a register"))
            });
            let words: Vec<_> = words.collect();
            text.extend([head, " ", &words.join(", "), ";\n"]);
            let result = Prepared::new(&instruction, &context).evaluate(&bits).destination;
            let width = width(instruction.destination_type());
            registers.entry(width).or_default().push((d.clone(), result));
            written.push((d, result));
        }
        let sequence = Sequence::new(&text, &context);
        prop_assert!(sequence.diagnostics().is_empty(), "{text}: {:?}", sequence.diagnostics());
        let values = sequence.evaluate(&inputs);
        for (name, bits) in &written {
            let index = sequence.registers().iter().position(|each| each.name == *name);
            prop_assert_eq!(values[index.expect("a register")].bits, *bits, "{}: {}", text, name);
        }
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn differences_are_differences(index: Index, other: Index) {
        let one = index.get(&SUBJECTS);
        let subject = |it: &conformance::Subject| Subject::of_instruction(&it.instruction, &it.context);
        let same = Search::new(subject(one), subject(one)).expect("it matches itself");
        prop_assert_eq!(same.verdict(), Verdict::NoneExists(Proof::SameOperation), "{}", one.name);
        // Others of the same shape.
        let shape = |it: &conformance::Subject| {
            let kinds = it.instruction.form.operands.iter();
            kinds.map(|each| it.instruction.operand_type(each).packing().register_width()).collect::<Vec<_>>()
        };
        let fits: Vec<_> = SUBJECTS.iter().filter(|it| shape(it) == shape(one)).collect();
        let two = *other.get(&fits);
        let mut search = Search::new(subject(one), subject(two)).expect("it fits");
        let mut steps = 0;
        while search.verdict() == Verdict::Open && steps < 20 {
            search.step(500);
            steps += 1;
        }
        if let Some(found) = search.found() {
            let mine = one.prepared().evaluate(&found.inputs);
            let theirs = two.prepared().evaluate(&found.inputs);
            prop_assert_eq!((mine.destination, theirs.destination), (found.a[0], found.b[0]));
            prop_assert_ne!(mine.destination, theirs.destination);
            prop_assert!(!found.reason.a.is_empty() && !found.reason.b.is_empty());
            prop_assert!(found.lanes.iter().any(|lane| lane.severity == found.severity));
            prop_assert_ne!(search.verdict(), Verdict::NoneExists(Proof::EveryOperand));
        } else {
            prop_assert!(!matches!(search.verdict(), Verdict::Differ | Verdict::MayDiffer));
        }
    }
}
