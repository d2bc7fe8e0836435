//! Another opcode for an instruction.

use alloc::vec::Vec;

use super::fit::Fit;
use super::intended::is_unasked;
use crate::catalog::{
    Context, Form, Group, Instruction, Modifier, Operation, Role, Type, forms_of, instructions_of,
};

/// The instruction of another opcode that is nearest to this one: it takes the same sources, then
/// returns the same type, then has the same modifiers. A conversion leads to another format.
/// If version and target have none, it is the first of the opcode, whose errors say what it needs.
///
/// ```
/// use ptxfp::catalog::{Context, LATEST_ISA, Target};
/// use ptxfp::syntax::{check, with_opcode};
///
/// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
/// let add = check("add.rz.f32", &context).instruction.unwrap();
/// assert_eq!(with_opcode(&add, "cvt", &context).unwrap().to_string(), "cvt.rz.f16.f32");
/// assert_eq!(with_opcode(&add, "fma", &context).unwrap().to_string(), "fma.rz.f32");
/// ```
#[must_use]
pub fn with_opcode(
    instruction: &Instruction,
    opcode: &str,
    context: &Context,
) -> Option<Instruction> {
    let others: Vec<_> =
        instruction.modifiers().filter(|each| each.group() != Group::Type).collect();
    let mut best: Option<(usize, Instruction)> = None;
    let current = |form: &&Form| form.is_assembled() && form.implied.is_empty();
    for form in forms_of(opcode).filter(current) {
        for signature in form.signatures() {
            let types: Vec<_> = signature.iter().map(Modifier::Type).collect();
            let fit = Fit::new(form, &[&others[..], &types].concat());
            let found = fit.completed();
            if !found.is_available(context) {
                continue;
            }
            let is_same_count = form.sources().len() == instruction.form.sources().len();
            let distance = 64 * sources_apart(&found, instruction)
                + results_apart(&found, instruction)
                + 2 * fit.distance
                + 8 * usize::from(!form.is_documented())
                + usize::from(!is_same_count)
                + usize::from(is_unasked(form, &others));
            if best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, found));
            }
        }
    }
    let first = || forms_of(opcode).flat_map(instructions_of).next();
    best.map(|(_, found)| found).or_else(first)
}

/// The type of the first source that holds numbers.
fn source(instruction: &Instruction) -> Option<Type> {
    let is_number = |role| matches!(role, Role::Lanes | Role::Lane(_));
    let first = instruction.form.sources().iter().find(|operand| is_number(operand.role))?;
    Some(instruction.operand_type(first))
}

/// Returns the distance between the sources of an instruction and those of another.
fn sources_apart(found: &Instruction, other: &Instruction) -> usize {
    match (source(found), source(other)) {
        (found, other) if found == other => 0,
        (Some(found), Some(other)) if found.format() == other.format() => 1,
        (Some(found), Some(other)) => 2 + 2 * usize::from(found.is_integer() != other.is_integer()),
        _ => 4,
    }
}

/// Returns the distance between the result of an instruction and that of another.
fn results_apart(found: &Instruction, other: &Instruction) -> usize {
    let (to, old) = (found.destination_type(), other.destination_type());
    if found.form.operation != Operation::Convert {
        return 16 * usize::from(to != old);
    }
    // A conversion within a format does nothing, and one to an integer is not what most want.
    let (to, from) = (to.packing().register_width(), source(found));
    let from_width = from.map_or(0, |from| from.packing().register_width());
    let is_same = from.is_some_and(|from| from.format() == found.destination_type().format());
    let is_idle = is_same && !found.modifiers().any(|each| each.group() == Group::Rounding);
    usize::from(to.abs_diff(from_width)) / 4
        + 12 * usize::from(to == from_width)
        + 40 * usize::from(is_idle)
        + 24 * usize::from(is_same || found.destination_type().is_integer())
}

#[cfg(test)]
mod tests {
    use super::with_opcode;
    use crate::catalog::{Context, LATEST_ISA, Target, forms, instructions_of, opcodes};
    use crate::syntax::check;
    use alloc::string::ToString;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn another_opcode_keeps_the_types() {
        let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
        for (from, opcode, to) in [
            ("add.f32", "cvt", "cvt.rn.f16.f32"),
            ("add.rn.bf16", "cvt", "cvt.f32.bf16"),
            ("add.f64", "cvt", "cvt.rn.f32.f64"),
            ("add.f16x2", "cvt", "cvt.rn.satfinite.e4m3x2.f16x2"),
            ("add.rn.bf16", "mul", "mul.rn.bf16"),
            ("add.rn.bf16", "div", "div.rn.f32"),
            ("add.f32", "sqrt", "sqrt.rn.f32"),
            ("add.f32", "tanh", "tanh.approx.f32"),
            ("add.rz.sat.f32", "fma", "fma.rz.sat.f32"),
            ("cvt.rn.f16.f32", "add", "add.rn.f32"),
            ("cvt.rn.satfinite.e4m3x2.f32", "max", "max.f32"),
            ("cvt.rni.s32.f32", "add", "add.f32"),
            ("testp.finite.f64", "abs", "abs.f64"),
        ] {
            let instruction = check(from, &context).instruction.unwrap();
            let found = with_opcode(&instruction, opcode, &context).unwrap();
            assert_eq!(found.to_string(), to, "{from} {opcode}");
        }
    }

    #[test]
    fn every_opcode_can_be_chosen() {
        let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
        for form in forms().step_by(5) {
            let Some(instruction) = instructions_of(form).find(|it| it.is_available(&context))
            else {
                continue;
            };
            for opcode in opcodes() {
                let found = with_opcode(&instruction, opcode, &context).unwrap();
                assert!(found.is_available(&context), "{instruction} {opcode}");
            }
        }
    }
}
