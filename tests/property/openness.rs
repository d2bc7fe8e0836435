//! What is said of open results is the same wherever it is said.

use conformance::operands::Operands;
use conformance::{Random, is_extensive};
use ptxfp::catalog::Type;
use ptxfp::catalog::bound::is_between;
use ptxfp::eval::Guarantee;
use ptxfp::explore::difference::{Proof, Search, Severity, Subject, Verdict};
use ptxfp::explore::sequence::{Call, Known, Sequence, Standing, Value};
use ptxfp::format::Format;

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
                Known::Bits(bits) => {
                    assert_eq!((bits, is_open), (evaluation.destination, false), "{shown}");
                }
                Known::AnyNan(bits) => {
                    assert_eq!(bits, evaluation.destination, "{shown}");
                    assert!(guarantees.clone().any(|it| it == Guarantee::AnyNan), "{shown}");
                }
                Known::Within(lanes) => {
                    for (index, guarantee) in (0..).zip(guarantees) {
                        let [low, high] = lanes.lane(index);
                        let Guarantee::Within { lo, hi } = guarantee else { continue };
                        assert_eq!([low, high], [lo, hi], "{shown}");
                    }
                }
                Known::Open => assert!(is_open, "{shown}"),
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

/// Statements whose results the ISA leaves open: `>` is the register that is written, `<` one that
/// is read, each with its width.
const OPEN: [&str; 12] = [
    "add.rn.f32 >32, <32, 0f7fc00000;",
    "add.rn.f32 >32, <32, <32;",
    "add.f16x2 >32, <32, <32;",
    "fma.rn.bf16x2 >32, <32, <32, <32;",
    "add.rn.f64 >64, <64, <64;",
    "add.f16 >16, <16, <16;",
    "rcp.approx.ftz.f64 >64, <64;",
    "rsqrt.approx.f32 >32, <32;",
    "ex2.approx.ftz.f32 >32, <32;",
    "tanh.approx.f16x2 >32, <32;",
    "sin.approx.f32 >32, <32;",
    "cvt.rna.tf32.f32 >32, <32;",
];

/// Statements that follow; `#` is a small constant and `^` a mask.
const FOLLOWING: [&str; 60] = [
    "mov.b32 {>16, >16}, <32;",
    "mov.b32 >32, {<16, <16};",
    "mov.b64 {>32, >32}, <64;",
    "mov.b64 >64, {<32, <32};",
    "mov.b32 >32, <32;",
    "and.b32 >32, <32, ^;",
    "and.b32 >32, <32, <32;",
    "or.b32 >32, <32, ^;",
    "or.b32 >32, <32, <32;",
    "xor.b32 >32, <32, ^;",
    "xor.b32 >32, <32, <32;",
    "and.b64 >64, <64, 0xffffffff;",
    "not.b32 >32, <32;",
    "cnot.b32 >32, <32;",
    "shl.b32 >32, <32, #;",
    "shr.u32 >32, <32, #;",
    "shr.s32 >32, <32, <32;",
    "shf.l.wrap.b32 >32, <32, <32, #;",
    "bfe.u32 >32, <32, #, #;",
    "bfe.s32 >32, <32, #, #;",
    "bfi.b32 >32, <32, <32, #, #;",
    "prmt.b32 >32, <32, <32, ^;",
    "lop3.b32 >32, <32, <32, <32, #;",
    "brev.b32 >32, <32;",
    "popc.b32 >32, <32;",
    "clz.b32 >32, <32;",
    "bfind.u32 >32, <32;",
    "add.u32 >32, <32, #;",
    "sub.u32 >32, <32, <32;",
    "mul.lo.u32 >32, <32, #;",
    "min.u32 >32, <32, ^;",
    "max.s32 >32, <32, <32;",
    "abs.s32 >32, <32;",
    "setp.gt.u32 >1, <32, 0x7f800000;",
    "setp.lt.s32 >1, <32, <32;",
    "setp.ne.u32 >1, <32, <32;",
    "setp.eq.and.s32 >1, <32, #, <1;",
    "setp.gtu.f32 >1, <32, <32;",
    "set.lt.u32.f32 >32, <32, <32;",
    "selp.b32 >32, <32, <32, <1;",
    "slct.f32.s32 >32, <32, <32, <32;",
    "slct.b32.f32 >32, <32, <32, <32;",
    "and.pred >1, <1, <1;",
    "xor.pred >1, <1, <1;",
    "not.pred >1, <1;",
    "mov.b32 >32, <32; @<1 mov.b32 =, <32;",
    "add.f16x2 >32, <32, <32;",
    "min.f32 >32, <32, <32;",
    "max.f16x2 >32, <32, <32;",
    "add.rn.f32 >32, <32, <32;",
    "neg.f32 >32, <32;",
    "abs.f16x2 >32, <32;",
    "copysign.f32 >32, <32, <32;",
    "testp.notanumber.f32 >1, <32;",
    "setp.nan.f32 >1, <32, <32;",
    "cvt.rn.f16.f32 >16, <32;",
    "cvt.rn.satfinite.e4m3x2.f32 >16, <32, <32;",
    "cvt.rzi.s32.f32 >32, <32;",
    "cvt.f64.f32 >64, <32;",
    "mul.rn.f16 >16, <16, <16;",
];

/// A program of such statements: those whose results are open, and those that follow.
#[derive(Default)]
struct Statements {
    text: String,
    n_registers: usize,
    registers: Vec<(u8, String)>,
}

impl Statements {
    /// Adds a statement of a pattern.
    fn push(&mut self, pattern: &str, random: &mut Random) {
        let mut written = Vec::new();
        let mut rest = pattern;
        while let Some(place) = rest.find(['>', '<', '#', '^', '=']) {
            self.text += &rest[..place];
            let sign = &rest[place..=place];
            let digits = rest[place + 1..].chars().take_while(char::is_ascii_digit).count();
            let (width, after) = rest[place + 1..].split_at(digits);
            rest = after;
            let name = match sign {
                "#" => format!("{}", random.bits() % 33),
                "^" => {
                    let masks: [u32; 8] = [
                        0x7fff_ffff,
                        0x7f80_0000,
                        0x8000_0000,
                        0xffff,
                        0xffff_0000,
                        0x5410,
                        0x007f_ffff,
                        0xffff_ffff,
                    ];
                    format!("{:#x}", masks[usize::try_from(random.bits() % 8).unwrap()])
                }
                "=" => {
                    let (_, name): &(u8, String) = written.last().expect("a register before");
                    name.clone()
                }
                _ => {
                    let width: u8 = width.parse().expect("a width");
                    let known = self.registers.iter().filter(|(own, _)| *own == width);
                    let known: Vec<_> = known.collect();
                    // The newest ones mostly.
                    let back = random.bits() % 8 * (random.bits() % 2);
                    let place = known.len().checked_sub(1 + usize::try_from(back).unwrap());
                    if sign == "<"
                        && let Some(place) = place
                    {
                        known[place].1.clone()
                    } else {
                        self.n_registers += 1;
                        let name = format!("r{}", self.n_registers);
                        let list = if sign == ">" { &mut written } else { &mut self.registers };
                        list.push((width, name.clone()));
                        name
                    }
                }
            };
            self.text += &name;
        }
        self.text += rest;
        self.text.push('\n');
        self.registers.extend(written);
    }
}

/// The last register of a name.
fn register_of(sequence: &Sequence, name: &str) -> Option<usize> {
    sequence.registers().iter().rposition(|register| register.name == name)
}

/// The result of a statement by another choice that the ISA leaves.
fn chosen(call: &Call, registers: &[u64], random: &mut Random) -> u64 {
    let evaluation = call.prepared.evaluate(registers);
    let (packing, op) = (call.prepared.destination(), call.prepared.lane_op());
    let float = op.result.float().expect("a number");
    let mut all = evaluation.destination;
    for (lane, result) in (0..).zip(evaluation.lanes()) {
        let any = random.bits() & (u64::MAX >> (64 - packing.width));
        let bits = match result.guarantee {
            Guarantee::Bits => result.bits,
            Guarantee::AnyNan => {
                let nan = any | float.max_finite() + 1;
                if op.result.is_nan(nan) { nan } else { result.bits }
            }
            Guarantee::Within { lo, hi } => {
                // Another number of the same sign, if there is one.
                let near = result.bits.wrapping_add(random.bits() % 5).wrapping_sub(2);
                let is_within = near >> packing.width == 0 && is_between(near, lo, hi, float);
                if is_within { near } else { [lo, hi][usize::from(any & 1 == 1)] }
            }
            Guarantee::Reading => {
                all |= any & ((1 << packing.padding_below) - 1);
                result.bits
            }
            Guarantee::Unbounded | Guarantee::Unspecified => any,
        };
        all = packing.insert(all, lane, bits);
    }
    assert!(call.widened.is_none(), "{call:?}");
    all
}

#[test]
fn what_is_determined_does_not_depend_on_open_bits() {
    let context = SUBJECTS[0].context;
    let mut random = Random::named("open bits");
    let (mut n_pinned, mut n_open, mut n_partly) = (0, 0, 0);
    for _ in 0..100 * n_cases() {
        let mut program = Statements::default();
        for _ in 0..1 + random.bits() % 3 {
            let place = usize::try_from(random.bits()).unwrap() % OPEN.len();
            program.push(OPEN[place], &mut random);
        }
        let first = program.text.clone();
        for _ in 0..1 + random.bits() % 8 {
            let place = usize::try_from(random.bits()).unwrap() % FOLLOWING.len();
            program.push(FOLLOWING[place], &mut random);
        }
        let text = &program.text;
        let whole = Sequence::new(text, &context);
        let rest = Sequence::new(&text[first.len()..], &context);
        assert!(whole.diagnostics().is_empty(), "{text}{:?}", whole.diagnostics());
        let specials = [
            0x7fc0_0001,
            0x7e00_3c00,
            0x3c00_7e00,
            0xffc0_7fc0,
            0x3f80_0000,
            0x7f80_0000,
            0x4040_0000,
            0xff80_0000_7f80_0001,
            0x7ff0_0000_0000_0000,
            0x4008_0000_0000_0000,
            0x7fff_ffff_7fff_ffff,
        ];
        let inputs: Vec<u64> = whole
            .inputs()
            .iter()
            .map(|_| {
                let special = specials[usize::try_from(random.bits() % 11).unwrap()];
                if random.bits().is_multiple_of(4) { random.bits() } else { special }
            })
            .collect();
        let values = whole.evaluate(&inputs);
        let enclosed = whole.enclose(&inputs, 4096);
        for _ in 0..8 {
            // The results of the first statements, one after the other.
            let mut known = values.clone();
            for (index, statement) in whole.statements().iter().enumerate() {
                if statement.span.start < first.len() {
                    let (call, registers) = whole.call(index, &known).expect("a call");
                    known[call.destination].bits = chosen(call, &registers, &mut random);
                }
            }
            let given = rest.input_registers().map(|register| {
                let place = whole.registers().iter().position(|it| it.name == register.name);
                known[place.expect("a register")].bits
            });
            let found = rest.evaluate(&given.collect::<Vec<_>>());
            for (_, name) in &program.registers {
                let Some(own) = register_of(&rest, name) else { continue };
                let (index, bits) = (register_of(&whole, name).expect("it"), found[own].bits);
                let shown = || format!("{text}{name} {inputs:x?} {:x?} {bits:#x}", values[index]);
                assert!(values[index].partial().admits(bits), "{}", shown());
                let known = enclosed.of(index);
                match known {
                    Known::Bits(known) => assert_eq!(known, bits, "{}", shown()),
                    Known::Within(lanes) => {
                        for lane in 0..lanes.packing.lanes {
                            let own = lanes.packing.extract(bits, lane);
                            let ends = lanes.lane(lane);
                            let is_within = match lanes.format {
                                Format::Float(float) => is_between(own, ends[0], ends[1], float),
                                Format::Fixed(fixed) => {
                                    let [low, high] = ends.map(|bits| bits ^ fixed.min());
                                    (low..=high).contains(&(own ^ fixed.min()))
                                }
                            };
                            assert!(is_within, "{} {known:x?}", shown());
                        }
                    }
                    Known::AnyNan(_) | Known::Open => {}
                }
                match values[index] {
                    value if value.is_determined() => n_pinned += 1,
                    Value { open, .. } if open.count_ones() < 16 => n_partly += 1,
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
