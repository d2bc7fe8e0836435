//! Sequences and searches for differences: any text is evaluated, and what is found is true.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use ptxfp::catalog::Type;
use ptxfp::eval::{Guarantee, Prepared};
use ptxfp::explore::difference::{Proof, Search, Severity, Subject, Verdict};
use ptxfp::explore::sequence::{MAX_BRANCHES, Sequence, Standing, Value, normal};

use crate::strategies::{SUBJECTS, call, config, nearly_ptx, statements};

/// Checks the properties of every text.
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
    let outcomes = sequence.outcomes(&[0x3f80_0000, u64::MAX]);
    prop_assert!(outcomes.branches().count() <= MAX_BRANCHES, "{text}");
    for (index, value) in values.iter().enumerate() {
        prop_assert_eq!(outcomes.value(index), *value, "{}", text);
        let all = outcomes.of(index);
        let is_one = value.standing < Standing::Contracted || value.standing == Standing::Unknown;
        prop_assert!(!is_one || all.len() <= 1, "{text}: {all:?}");
        // No branch has what the register may not be.
        for branch in outcomes.branches() {
            let is_known = all.iter().any(|value| value.bits == branch[index].bits);
            prop_assert!(is_known || branch[index] == Value::UNKNOWN, "{text}");
        }
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
    #![proptest_config(config(1_500))]

    /// A product and a sum come to what the rounded ones and the fused one do, and to nothing else.
    #[test]
    fn contraction_leaves_the_rounded_and_the_fused_result(
        shape in select(&[
            ("f32", "f32", ""), ("f32", "f32", ".ftz"), ("f32", "f32", ".sat"), ("f64", "f64", ""),
            ("f16", "f16", ""), ("f16", "f16", ".ftz"), ("bf16", "bf16", ""), ("f16x2", "f16x2", ""),
            ("bf16x2", "bf16x2", ""), ("f32x2", "f32x2", ".ftz"),
        ][..]),
        is_sub: bool,
        is_second: bool,
        is_rounded: bool,
        inputs: [u64; 3],
        near: i8,
    ) {
        let context = SUBJECTS[0].context;
        let (kind, own, modifiers) = shape;
        let of_product = modifiers.replace(".sat", "");
        let rounding = if is_rounded { ".rn" } else { "" };
        let sum = if is_sub { "sub" } else { "add" };
        let operands = if is_second { "c, t" } else { "t, c" };
        let text = format!(
            "mul{of_product}.{kind} t, a, b; {sum}{rounding}{modifiers}.{own} d, {operands}"
        );
        let sequence = Sequence::new(&text, &context);
        prop_assert!(sequence.is_complete(), "{text}: {:?}", sequence.diagnostics());
        let product = sequence.evaluate(&inputs)[2].bits;
        // An addend that nearly cancels the product distinguishes the two most often.
        let addend = (product ^ inputs[2] & 0x8000_8000_8000_8000).wrapping_add_signed(near.into());
        let given = [inputs[0], inputs[1], addend];
        let names: Vec<_> = sequence.input_registers().map(|each| each.name.clone()).collect();
        let value = |name: &str| given[["a", "b", "c"].iter().position(|it| *it == name).unwrap()];
        let values: Vec<_> = names.iter().map(|name| value(name)).collect();
        let outcomes = sequence.outcomes(&values);
        let found: Vec<u64> = outcomes.of(sequence.outputs()[0]).iter().map(|it| it.bits).collect();
        // The sign of an operand, in every lane.
        let packing = Subject::read(&format!("add.{kind}"), &context).unwrap();
        let packing = packing.instruction().unwrap().destination_type().packing();
        let signs = (0..packing.lanes)
            .fold(0, |all, lane| packing.insert(all, lane, 1 << (packing.width - 1)));
        let (mut x, mut z) = (given[0], given[2]);
        if is_sub && is_second { x ^= signs } else if is_sub { z ^= signs }
        let run = |spelling: &str, registers: &[u64]| {
            let subject = Subject::read(spelling, &context).unwrap();
            let prepared = Prepared::new(subject.instruction().unwrap(), &context);
            prepared.evaluate(registers).destination
        };
        let fused = run(&format!("fma.rn{modifiers}.{kind}"), &[x, given[1], z]);
        let product = run(&format!("mul.rn{of_product}.{kind}"), &given);
        let terms = if is_second { [given[2], product] } else { [product, given[2]] };
        let rounded = run(&format!("{sum}.rn{modifiers}.{own}"), &terms);
        let mut expected = vec![rounded];
        if !is_rounded && fused != rounded {
            expected.push(fused);
        }
        prop_assert_eq!(found, expected, "{}: {:x?}", text, given);
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
            let is_alike = found.severity == Severity::Alike;
            prop_assert_eq!(mine.destination == theirs.destination, is_alike);
            let all = mine.lanes().iter().chain(theirs.lanes());
            prop_assert!(!is_alike || all.into_iter().any(|it| it.guarantee != Guarantee::Bits));
            prop_assert!(!found.reason.a.is_empty() && !found.reason.b.is_empty());
            prop_assert!(found.lanes.iter().any(|lane| lane.severity == found.severity));
            prop_assert_ne!(search.verdict(), Verdict::NoneExists(Proof::EveryOperand));
        } else {
            prop_assert!(!matches!(search.verdict(), Verdict::Differ | Verdict::MayDiffer));
        }
    }
}
