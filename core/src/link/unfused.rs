//! A fused multiply-add beside a product and a sum, each rounded.

use alloc::string::{String, ToString};

use super::as_sequence::beside;
use super::code::{END, encode};
use super::{DEFAULT_ISA, State};
use crate::catalog::{
    Context, Group, Instruction, LATEST_ISA, Modifier, Operation, TARGETS, Type, forms, spelled,
};
use crate::eval::Prepared;

/// A comparison of a fused multiply-add with a product and a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfused {
    /// The opcodes of product and sum.
    pub opcodes: [&'static str; 2],
    /// The link to the comparison, as a sequence.
    pub link: String,
    /// The register that product and sum give for the operands.
    pub register: u64,
}

/// The comparison of a fused multiply-add with a product and a sum of its type, rounded alike.
///
/// `None` for other instructions, and where no target has such a product and sum: for mixed
/// precision and `.oob`. They run where the instruction does, or on the first target that has them.
///
/// ```
/// use ptxfp::link::{parse, unfused};
///
/// let state = parse("v1/fma.rn.f32@sm_90?a=0x3f800000&b=0x40000000&c=0x3f800000").sound().unwrap();
/// let found = unfused(&state).unwrap();
/// assert_eq!((found.opcodes, found.register), (["mul", "add"], 0x4040_0000));
/// assert!(found.link.ends_with("&with=mul.rn.f32~t,a,b~~add.rn.f32~d,t,c"));
/// ```
#[must_use]
pub fn unfused(state: &State) -> Option<Unfused> {
    let State { instruction, context, .. } = *state;
    let opcodes = [opcode(Operation::Mul)?, opcode(Operation::Add)?];
    let elsewhere = TARGETS.iter().map(|target| Context { isa: LATEST_ISA, target });
    let mut places = core::iter::once(context).chain(elsewhere);
    let (place, parts) =
        places.find_map(|place| Some((place, Parts::of(&instruction, opcodes, &place)?)))?;
    let mut other = String::new();
    if place != context {
        other.push_str(place.target.name);
        if place.isa != DEFAULT_ISA {
            other.extend(["@", &*place.isa.to_string()]);
        }
        other.push_str(END);
    }
    other.push_str(&encode(&parts.statements()));
    let register = parts.evaluate(&place, &state.registers);
    Some(Unfused { opcodes, link: beside(state, &other), register })
}

/// The opcode of an operation.
fn opcode(operation: Operation) -> Option<&'static str> {
    forms().find(|form| form.operation == operation).map(|form| form.opcode)
}

/// The instructions that a fused one is made of: product, sum, and the greater of that and 0 where
/// negative numbers are clamped.
struct Parts {
    product: Instruction,
    sum: Instruction,
    greater: Option<Instruction>,
}

impl Parts {
    fn of(instruction: &Instruction, [product, sum]: [&str; 2], context: &Context) -> Option<Self> {
        let kind = instruction.destination_type();
        let mut sources = instruction.form.sources().iter();
        let is_single = sources.all(|source| instruction.operand_type(source) == kind);
        let is_fused = instruction.form.operation == Operation::Fma;
        if !is_fused || !is_single || instruction.has(Modifier::Oob) {
            return None;
        }
        let rounding = instruction.effective().find(|each| each.group() == Group::Rounding)?;
        let said =
            |modifier: Modifier| if instruction.has(modifier) { modifier.spelling() } else { "" };
        let (flush, saturate) = (said(Modifier::Ftz), said(Modifier::Sat));
        let named = |opcode: &str, modifiers: &str| {
            let text = [opcode, modifiers, kind.spelling()].concat();
            spelled(&text).into_iter().find(|found| found.is_available(context))
        };
        let round = [rounding.spelling(), flush].concat();
        let clamp = [flush, Modifier::Nan.spelling()].concat();
        let greater = if instruction.has(Modifier::Relu) {
            Some(named(opcode(Operation::Max)?, &clamp)?)
        } else {
            None
        };
        let product = named(product, &round)?;
        let sum = named(sum, &[&*round, saturate].concat())?;
        Some(Self { product, sum, greater })
    }

    /// The statements of a program.
    fn statements(&self) -> String {
        let (product, sum) = (self.product.to_string(), self.sum.to_string());
        let Some(greater) = self.greater else {
            return [&*product, " t, a, b;\n", &sum, " d, t, c;"].concat();
        };
        let (zero, greater) = (zero(greater.destination_type()), greater.to_string());
        [&*product, " t, a, b;\n", &sum, " s, t, c;\n", zero, " z, 0;\n", &greater, " d, s, z;"]
            .concat()
    }

    /// Their result for the operands of the fused instruction.
    fn evaluate(&self, context: &Context, registers: &[u64]) -> u64 {
        let of = |instruction: &Instruction, operands: [u64; 2]| {
            Prepared::new(instruction, context).evaluate(&operands).destination
        };
        let operand = |index: usize| registers.get(index).copied().unwrap_or(0);
        let sum = of(&self.sum, [of(&self.product, [operand(0), operand(1)]), operand(2)]);
        self.greater.map_or(sum, |greater| of(&greater, [sum, 0]))
    }
}

/// The copy of a constant to a register of a type.
fn zero(kind: Type) -> &'static str {
    match kind.packing().register_width() {
        16 => "mov.b16",
        32 => "mov.b32",
        _ => "mov.b64",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::instructions_of;
    use crate::link::parse_sequence;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn every_fused_instruction_of_one_type_has_a_comparison_that_is_read() {
        let mut count = 0;
        for instruction in forms().flat_map(instructions_of) {
            let mut contexts =
                TARGETS.iter().map(|target| Context { isa: LATEST_ISA, target }).rev();
            let Some(context) = contexts.find(|context| instruction.is_available(context)) else {
                continue;
            };
            // Products that are not exact, and sums that cancel.
            let registers = [0x3f81_3f81_3c01_3c01, 0x3f81_3f81_3c01_3c01, 0xbf82_bf82_bc02_bc02];
            let count_of = instruction.form.sources().len();
            let kind = instruction.destination_type().packing().register_width();
            let registers = registers.map(|bits: u64| bits & crate::bits::mask(kind.into()));
            let registers = registers.into_iter().cycle().take(count_of).collect();
            let found = unfused(&State::new(instruction, context, registers));
            let is_fused = instruction.form.operation == Operation::Fma;
            let is_plain = !instruction.has(Modifier::Oob) && instruction.types().count() == 1;
            let is_documented = instruction.form.is_documented();
            assert!(found.is_none() || is_fused, "{instruction}");
            assert!(found.is_some() || !(is_fused && is_plain && is_documented), "{instruction}");
            let Some(found) = found else { continue };
            let parsed = parse_sequence(&found.link).expect("a sequence");
            assert_eq!(parsed.problems, [], "{}", found.link);
            assert_eq!(parsed.state.to_fragment(), found.link);
            let other = parsed.state.other.expect("two sequences").sequence();
            assert!(other.is_complete() && parsed.state.code.starts_with(instruction.form.opcode));
            // The program gives that result, too.
            let values = other.evaluate(&parsed.state.registers);
            let [output] = other.outputs() else { panic!("one result") };
            assert_eq!(values[*output].bits, found.register, "{}", found.link);
            count += 1;
        }
        assert!(count > 40, "{count}");
    }
}
