use std::collections::BTreeSet;

use ptxfp::catalog::{Context, ISA_VERSIONS, Instruction, TARGETS, Type, forms, instructions_of};
use ptxfp::link::State;
use ptxfp::text;

use crate::module::Module;
use crate::playground::answer::SayView;
use crate::playground::edit::Pick;
use crate::playground::{Edit, Model};

fn why(model: &Model) -> String {
    match model.screen(None).answer.say {
        SayView::Why(text) | SayView::Remark { text, .. } => text,
        SayView::Problem { what, .. } => panic!("{}: {what}", model.statement),
    }
}

/// The sentence of a statement.
fn of(statement: &str) -> String {
    let mut model = Model::opening(false);
    model.apply(Edit::Pick(Pick::Type(statement.to_owned(), statement.len())));
    why(&model)
}

#[test]
fn sentences_say_what_decided() {
    for (statement, sentence) in [
        (
            "add.rn.bf16 0.1, 0.2",
            "Neither 0.1 nor 0.2 is a bf16: each was rounded when it was stored. The sum needs 10 bits; bf16 keeps 8 and rounds up, by ¼ ulp.",
        ),
        ("add.rn.f32 1, 2", "The sum is exact in f32, so nothing is rounded."),
        ("add.f32 1, -1", "The terms cancel out, which gives 0."),
        ("max.f32 NaN, 1", "`max` ignores a NaN, so the result is `b`, 1."),
        ("max.f32 2, 1", "`a` is the larger."),
        ("max.NaN.f32 NaN, 1", "`a` is a NaN, and `.NaN` makes the result one."),
        (
            "add.f32 inf, -inf",
            "∞ − ∞ is invalid, so the result is a NaN; its bits are unspecified.",
        ),
        ("fma.rn.relu.f16 -1, 1, 0", "The product plus `c` is negative, so `.relu` makes it 0."),
        (
            "cvt.rn.satfinite.e4m3x2.f32 500, 0",
            "hi: 500 is beyond the largest number of e4m3, 448; there is no infinity, and `.satfinite` clamps it. lo: the result is exactly 0.",
        ),
        (
            "cvt.rni.s32.f32 2.5",
            "2.5 lies halfway between two integers, and the tie goes down to 2, to the even one.",
        ),
        ("cvt.rzi.s32.f32 -2.5", "−2.5 falls between two integers, and `.rzi` rounds it up to −2."),
        ("cvt.rzi.s32.f32 3e9", "3000000000 is out of the range of s32, which ends at 2147483647."),
        (
            "cvt.rn.f16.f32 1e6",
            "1000000 is too large for f16, which ends at 65504, so it becomes infinite.",
        ),
        (
            "div.full.f32 4.6875, 0.9375",
            "`.full` may be off by 2 ulp, so any of 5 values may result; the nearest is shown.",
        ),
        ("mul.ftz.f32 1e-40, 1", "`.ftz` treats `a` as 0; the result is exactly 0."),
        ("testp.normal.f32 0", "`a` is zero, which counts as normal, so `.normal` holds."),
        ("copysign.f32 -1, 2", "`a` gives the sign, `b` the magnitude."),
        ("add.f16x2 1, 2", "Every lane: the sum is exact in f16, so nothing is rounded."),
        ("rcp.rn.f32 0", "A division by 0 gives infinity."),
        (
            "mul.f16 6e-8, 0.25",
            "6e−8 is not an f16: it was rounded when it was stored. The product is too close to 0 for f16, which rounds it to 0.",
        ),
    ] {
        assert_eq!(of(statement), sentence, "{statement}");
    }
}

/// A version and target that have an instruction.
fn context_of(instruction: &Instruction) -> Option<Context> {
    let versions = ISA_VERSIONS.iter().rev();
    let mut places =
        versions.flat_map(|isa| TARGETS.iter().map(|target| Context { isa: *isa, target }));
    places.find(|context| instruction.is_available(context))
}

/// Operands of each class, as far as a type has them.
const OPERANDS: [&str; 13] =
    ["1", "-2.5", "0", "-0", "0.3", "inf", "-inf", "nan", "snan", "max", "min", "sub", "1e5"];

/// A register with a value in every lane, other values in lanes further up.
fn filled(kind: Type, first: usize) -> u64 {
    let packing = kind.packing();
    (0..packing.lanes).fold(0, |sum, lane| {
        let value = OPERANDS[(first + usize::from(lane)) % OPERANDS.len()];
        let bits = text::parse(value, kind.format()).map_or(0, |entry| entry.bits);
        packing.insert(sum, lane, bits)
    })
}

#[test]
fn every_result_has_a_sentence() {
    let mut kinds = BTreeSet::new();
    for instruction in forms().filter(|form| form.is_assembled()).flat_map(instructions_of) {
        let context = context_of(&instruction).expect("a place");
        for round in (0..2 * OPERANDS.len()).step_by(2) {
            let sources = instruction.form.sources().iter().enumerate();
            let registers = sources.map(|(index, operand)| {
                filled(instruction.operand_type(operand), round + index * (1 + round / 13 * 4))
            });
            let state = State::new(instruction, context, registers.collect());
            let model = Model::new(state);
            let registers = model.registers();
            let text = super::super::answer::why(&model, &registers);
            let place = || format!("{}: {text}", model.statement);
            assert!(text.ends_with('.') && !text.ends_with(".."), "{}", place());
            assert!(text.chars().count() <= 220, "{}", place());
            assert!(!text.contains("  ") && !text.contains("``"), "{}", place());
            let is_named = ["lane", "hi:"].iter().any(|name| text.starts_with(name));
            let is_lower = text.starts_with(|first: char| first.is_ascii_lowercase());
            assert!(is_named || !is_lower, "{}", place());
            kinds.insert(shape(&text));
        }
    }
    assert!(kinds.len() > 40, "{}", kinds.len());
}

/// A sentence without its numbers.
fn shape(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect()
}
