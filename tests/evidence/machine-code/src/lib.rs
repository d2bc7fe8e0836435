//! The machine code that NVIDIA's assembler generates for every instruction: the [record](Record),
//! its making ([`module`], [`kernel`]), what of it does the work ([`cut`]) and its explanation
//! ([`class`]), and both as the page reads them ([`page`], [`whole`]).
//!
//! It is an observation of one version of the assembler, not a promise of the ISA.

pub mod class;
pub mod cut;
pub mod kernel;
pub mod legend;
pub mod module;
pub mod page;
mod record;
pub mod whole;

pub use cut::Sequence;
pub use kernel::Kernel;
use ptxfp::catalog::Instruction;
pub use record::{Record, key};

/// The recorded targets.
pub const TARGETS: [&str; 5] = ["sm_75", "sm_80", "sm_90", "sm_100a", "sm_107a"];

/// Instructions that the assembler accepts, but ends with an internal error when it generates their
/// code. By [`key`].
pub const WITHOUT_CODE: [&str; 8] = [
    "add.bf16x2.f32x2.f32x2/3",
    "add.ftz.f16x2.f32x2.f32x2/3",
    "cvt.rm.pzo.bf16.f32/2",
    "cvt.rm.pzo.f16.f32/2",
    "cvt.rp.pzo.bf16.f32/2",
    "cvt.rp.pzo.f16.f32/2",
    "sub.bf16x2.f32x2.f32x2/3",
    "sub.ftz.f16x2.f32x2.f32x2/3",
];

/// Whether the assembler generates code for an instruction that it accepts.
#[must_use]
pub fn has_code(instruction: &Instruction) -> bool {
    !WITHOUT_CODE.contains(&key(instruction).as_str())
}

/// The record.
pub const RECORD: &str = include_str!("../../../vectors/machine-code.txt");

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use ptxfp::catalog::{
        Context, ISA_VERSIONS, Instruction, Status, Target, forms, instructions_of,
    };

    use super::class::Class;
    use super::{RECORD, Record, Sequence, TARGETS, WITHOUT_CODE, has_code, key};

    fn recorded() -> Record {
        Record::parse(RECORD).expect("a record")
    }

    /// Whether some version has an instruction on a target.
    fn is_on(instruction: &Instruction, target: &'static Target) -> bool {
        ISA_VERSIONS.iter().any(|isa| instruction.is_available(&Context { isa: *isa, target }))
    }

    #[test]
    fn every_instruction_is_recorded_on_each_target_that_has_it_and_no_other() {
        let targets = TARGETS.map(|name| Target::parse(name).expect(name));
        let mut expected: BTreeMap<String, [bool; TARGETS.len()]> = BTreeMap::new();
        for instruction in forms().flat_map(instructions_of).filter(has_code) {
            let places = targets.map(|target| is_on(&instruction, target));
            if places.contains(&true) {
                let known = expected.entry(key(&instruction)).or_default();
                known.iter_mut().zip(places).for_each(|(known, place)| *known |= place);
            }
        }
        let record = recorded();
        let found = record
            .entries
            .iter()
            .map(|(key, places)| (key.clone(), places.each_ref().map(Option::is_some)));
        let found: BTreeMap<_, _> = found.collect();
        let wrong: Vec<_> =
            expected.iter().filter(|(key, places)| found.get(*key) != Some(places)).collect();
        assert!(wrong.is_empty(), "not as recorded: {wrong:?}");
        assert_eq!(found.len(), expected.len());
        assert!(found.len() > 2_600, "{}", found.len());
    }

    #[test]
    fn what_has_no_code_is_undocumented_and_evaluated_nowhere() {
        let all = forms().flat_map(instructions_of).filter(|it| !has_code(it));
        let all: Vec<_> = all.map(|it| (key(&it), it.form.status)).collect();
        assert_eq!(all.len(), WITHOUT_CODE.len());
        for (key, status) in all {
            let Status::Undocumented { note, is_evident: false } = status else {
                panic!("{key}: {status:?}")
            };
            assert!(note.contains("internal error"), "{key}: {note}");
        }
    }

    #[test]
    fn the_record_is_written_as_it_is_read() {
        let lines = |text: &str| -> Vec<String> {
            text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
        };
        assert_eq!(lines(&recorded().write()), lines(RECORD));
    }

    #[test]
    fn known_instructions_have_the_class_that_they_should() {
        let record = recorded();
        let cases = [
            ("ex2.approx.ftz.f32/2", "sm_90", Class::Special),
            ("ex2.approx.f32/2", "sm_90", Class::Scaled),
            ("rcp.approx.f32/2", "sm_100a", Class::Scaled),
            ("sin.approx.ftz.f32/2", "sm_75", Class::SpecialSteps),
            ("div.rn.f32/3", "sm_90", Class::Routine),
            ("sqrt.rn.f64/2", "sm_80", Class::Routine),
            ("add.f16x2/3", "sm_80", Class::Fused),
            ("add.f16x2/3", "sm_75", Class::One),
            ("tanh.approx.f16x2/2", "sm_90", Class::Lanes),
            ("fma.rz.bf16/4", "sm_90", Class::Through),
            ("fma.rn.f32x2/4", "sm_100a", Class::One),
            ("testp.normal.f32/2", "sm_90", Class::Integer),
            ("cvt.f32.f32/2", "sm_90", Class::Nothing),
            ("cvt.rn.satfinite.f16.f32/2", "sm_75", Class::One),
        ];
        for (key, target, class) in cases {
            let place = TARGETS.iter().position(|each| *each == target).expect(target);
            let sequence = Sequence::of(record.entries[key][place].as_ref().expect(key));
            let opcode = key.split('.').next().expect(key);
            assert_eq!(Class::of(opcode, &sequence), class, "{key} on {target}: {sequence:?}");
        }
    }
}
