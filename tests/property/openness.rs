//! The parts of the core agree on which results are open.

use conformance::operands::Operands;
use conformance::{Random, is_extensive};
use ptxfp::catalog::Type;
use ptxfp::catalog::bound::is_between;
use ptxfp::eval::Guarantee;
use ptxfp::explore::difference::{Proof, Search, Severity, Subject, Verdict};
use ptxfp::explore::sequence::{Enclosure, Sequence, Standing};
use ptxfp::format::Format;

use crate::open_programs::{OpenProgram, filled, special};
use crate::strategies::SUBJECTS;

const N_CASES: u32 = 20;

fn n_cases() -> u32 {
    if is_extensive() { 100 * N_CASES } else { N_CASES }
}

/// The statement of an instruction, followed by a copy of its result: another program with the same
/// results. Nothing where no register holds the result.
fn copied(subject: &conformance::Subject) -> Option<String> {
    let instruction = &subject.instruction;
    let copy = match instruction.destination_type() {
        Type::Pred => "mov.pred",
        kind => match kind.packing().register_width() {
            16 => "mov.b16",
            32 => "mov.b32",
            64 => "mov.b64",
            _ => return None,
        },
    };
    let statement = instruction.statement().replace('-', "_");
    let (_, operands) = statement.split_once(' ')?;
    let (destination, _) = operands.split_once(',')?;
    Some(format!("{statement} {copy} copied, {destination};"))
}

#[test]
fn results_are_permitted() {
    let (mut n_intervals, mut n_single) = (0, 0);
    for subject in SUBJECTS.iter().filter(|subject| subject.is_approximate()) {
        let float = subject.prepared().lane_op().result.float().expect("a number");
        let random = Random::named("permitted").fork(&subject.name);
        let mut operands = Operands::new(&subject.spelling, random);
        for _ in 0..50 * n_cases() {
            let registers = operands.registers();
            for lane in subject.prepared().evaluate(&registers).lanes() {
                match lane.guarantee {
                    Guarantee::Within { lo, hi } => {
                        let name = &subject.name;
                        assert!(
                            is_between(lane.bits, lo, hi, float),
                            "{name} {registers:x?} {lane:x?}"
                        );
                        assert_ne!(lo, hi, "one result is determined: {name} {registers:x?}");
                        n_intervals += 1;
                    }
                    Guarantee::Bits => n_single += 1,
                    _ => {}
                }
            }
        }
    }
    assert!(n_intervals > 5_000 && n_single > 1_000, "{n_intervals} {n_single}");
}

#[test]
fn a_program_of_one_statement_is_as_open_as_the_statement() {
    let mut n_cases_of = [0; 2];
    for subject in SUBJECTS.iter() {
        let sequence = Sequence::of_instruction(&subject.instruction, &subject.context);
        let [output] = *sequence.outputs() else { panic!("{}: one output", subject.name) };
        let random = Random::named("programs").fork(&subject.name);
        let mut operands = Operands::new(&subject.spelling, random);
        for _ in 0..n_cases() {
            let registers = operands.registers();
            let evaluation = subject.prepared().evaluate(&registers);
            let guarantees = evaluation.lanes().iter().map(|lane| lane.guarantee);
            let is_open = guarantees.clone().any(|it| it != Guarantee::Bits);
            let shown = format!("{} {registers:x?} {evaluation:x?}", subject.name);
            n_cases_of[usize::from(is_open)] += 1;
            let standing = sequence.evaluate(&registers)[output].standing;
            assert_eq!(standing != Standing::Determined, is_open, "{shown}");
            let enclosed = sequence.enclose(&registers, 1 << 16);
            assert_eq!(enclosed.since(output).is_some(), is_open, "{shown}");
            match enclosed.of(output) {
                Enclosure::Bits(bits) => {
                    assert_eq!((bits, is_open), (evaluation.destination, false), "{shown}");
                }
                Enclosure::AnyNan(bits) => {
                    assert_eq!(bits, evaluation.destination, "{shown}");
                    assert!(guarantees.clone().any(|it| it == Guarantee::AnyNan), "{shown}");
                }
                Enclosure::Within(lanes) => {
                    for (index, guarantee) in (0..).zip(guarantees) {
                        let [low, high] = lanes.lane(index);
                        let Guarantee::Within { lo, hi } = guarantee else { continue };
                        assert_eq!([low, high], [lo, hi], "{shown}");
                    }
                }
                Enclosure::Open => assert!(is_open, "{shown}"),
            }
        }
    }
    assert!(n_cases_of.iter().all(|n| *n > 1_000), "{n_cases_of:?}");
}

#[test]
fn equal_references_differ_where_the_result_is_open() {
    let (mut n_subjects, mut n_open, mut n_determined) = (0, 0, 0);
    for subject in SUBJECTS.iter() {
        let Some(text) = copied(subject) else { continue };
        let of_statements = Subject::of_statements(&text, &subject.context);
        let two = of_statements.unwrap_or_else(|all| panic!("{text}: {all:?}"));
        let one = Subject::of_instruction(&subject.instruction, &subject.context);
        let search = Search::new(one, two).unwrap_or_else(|it| panic!("{text}: {}", it.message));
        assert_ne!(search.verdict(), Verdict::NoneExists(Proof::SameOperation), "{text}");
        n_subjects += 1;
        let random = Random::named("openness").fork(&subject.name);
        let mut operands = Operands::new(&subject.spelling, random);
        for _ in 0..n_cases() {
            let registers = operands.registers();
            let evaluation = subject.prepared().evaluate(&registers);
            let is_open = evaluation.lanes().iter().any(|it| it.guarantee != Guarantee::Bits);
            // Inputs are in the order in which statements read them.
            let n_inputs = search.inputs().len();
            let difference = search.difference(registers.get(..n_inputs).unwrap_or(&registers));
            let severity = difference.map(|found| found.severity);
            let expected = is_open.then_some(Severity::Alike);
            assert_eq!(severity, expected, "{text} {registers:x?} {evaluation:x?}");
            if is_open { n_open += 1 } else { n_determined += 1 }
        }
    }
    assert!(n_subjects > 500 && n_open > 1_000 && n_determined > 1_000, "{n_subjects} {n_open}");
}

/// Whether a guarantee has these bits; it must have them where it says something.
fn is_guaranteed(known: Enclosure, bits: u64) -> bool {
    match known {
        Enclosure::Bits(known) => known == bits,
        Enclosure::Within(lanes) => (0..lanes.packing.lanes).all(|lane| {
            let own = lanes.packing.extract(bits, lane);
            let [low, high] = lanes.lane(lane);
            match lanes.format {
                Format::Float(float) => is_between(own, low, high, float),
                Format::Fixed(fixed) => {
                    let turned = |bits| bits ^ fixed.min();
                    (turned(low)..=turned(high)).contains(&turned(own))
                }
            }
        }),
        Enclosure::AnyNan(_) | Enclosure::Open => true,
    }
}

#[test]
fn what_is_determined_does_not_depend_on_open_bits() {
    let context = SUBJECTS[0].context;
    let mut random = Random::named("open bits");
    let (mut n_pinned, mut n_open, mut n_partly) = (0, 0, 0);
    for _ in 0..100 * n_cases() {
        let OpenProgram { text, n_open_bytes, registers } = OpenProgram::random(&mut random);
        let whole = Sequence::new(&text, &context);
        let rest = Sequence::new(&text[n_open_bytes..], &context);
        assert!(whole.diagnostics().is_empty(), "{text}{:?}", whole.diagnostics());
        let inputs: Vec<u64> = whole.inputs().iter().map(|_| special(&mut random)).collect();
        let values = whole.evaluate(&inputs);
        let enclosed = whole.enclose(&inputs, 4096);
        for _ in 0..8 {
            let filled = filled(&whole, n_open_bytes, &values, &mut random);
            let given = rest.input_registers().map(|register| {
                let place = whole.registers().iter().position(|it| it.name == register.name);
                filled[place.expect("a register")].bits
            });
            let found = rest.evaluate(&given.collect::<Vec<_>>());
            for name in &registers {
                let last = |sequence: &Sequence| {
                    sequence.registers().iter().rposition(|register| register.name == *name)
                };
                let (Some(index), Some(own)) = (last(&whole), last(&rest)) else { continue };
                let (value, known, bits) = (values[index], enclosed.of(index), found[own].bits);
                let shown = || format!("{text}{name} {inputs:x?} {value:x?} {known:x?} {bits:#x}");
                assert!(value.partial().admits(bits), "{}", shown());
                assert!(is_guaranteed(known, bits), "{}", shown());
                match value.open.count_ones() {
                    0 => n_pinned += 1,
                    1..16 => n_partly += 1,
                    _ => n_open += 1,
                }
            }
        }
    }
    assert!(
        n_pinned > 10_000 && n_open > 10_000 && n_partly > 5_000,
        "{n_pinned} {n_open} {n_partly}"
    );
}
