//! Kernels: one for each instruction, which runs it on every element of an array.
//!
//! `k7(inputs, outputs, count)`: element *i* has its source registers in the words *i·n* to
//! *i·n + n − 1* of `inputs`, each in the low bits of 64, and its result in word *i* of `outputs`,
//! zero-extended; a predicate is 1 or 0.
//!
//! `s7(sums, shift)`, for [`Numbered`] operands: thread *i* has the numbers *256·i* to *256·i + 255*, and
//! adds the [mixed](crate::sums::mixed) results to the word of `sums` that the upper bits of its first
//! number name.

use std::fmt::Write as _;

use ptxfp::catalog::{Context, Instruction};

use crate::numbered::Numbered;
use crate::sums::MIX;

/// The bytes of a word.
pub const WORD: usize = 8;

/// A module with a kernel for each instruction, named from the number of the first.
#[must_use]
pub fn module(context: &Context, first: usize, instructions: &[Instruction]) -> String {
    let mut text = head(context);
    for (kernel, instruction) in (first..).zip(instructions) {
        // Writing to a String cannot fail.
        let _ = entry(&mut text, kernel, instruction);
    }
    text
}

fn head(context: &Context) -> String {
    let Context { isa, target } = context;
    format!(".version {isa}\n.target {}\n.address_size 64\n", target.name)
}

fn entry(text: &mut String, kernel: usize, instruction: &Instruction) -> std::fmt::Result {
    let operands = instruction.form.operands;
    let n_sources = operands.len() - 1;
    let stride = n_sources * WORD;
    write!(
        text,
        "
.visible .entry k{kernel}(.param .u64 inputs, .param .u64 outputs, .param .u32 count)
{{
.reg .b64 %in, %out, %offset;
.reg .b32 %block, %size, %thread, %index, %count;
.reg .pred %beyond;
mov.u32 %block, %ctaid.x;
mov.u32 %size, %ntid.x;
mov.u32 %thread, %tid.x;
mad.lo.u32 %index, %block, %size, %thread;
ld.param.u32 %count, [count];
setp.ge.u32 %beyond, %index, %count;
@%beyond ret;
ld.param.u64 %in, [inputs];
mul.wide.u32 %offset, %index, {stride};
add.u64 %in, %in, %offset;
ld.param.u64 %out, [outputs];
mul.wide.u32 %offset, %index, {WORD};
add.u64 %out, %out, %offset;
"
    )?;
    let width = |index: usize| register_width(instruction, index);
    for index in 0..operands.len() {
        writeln!(text, ".reg .{} %r{index};", class(width(index)))?;
        if let Some(source) = index.checked_sub(1) {
            let at = source * WORD;
            writeln!(text, "ld.global.{} %r{index}, [%in+{at}];", class(width(index)))?;
        }
    }
    writeln!(text, "{};", written(instruction))?;
    // A narrow result leaves the rest of its word as it is.
    writeln!(text, "st.global.b64 [%out], 0;")?;
    if width(0) == 1 {
        text.push_str(".reg .b32 %truth;\nselp.b32 %truth, 1, 0, %r0;\n");
        text.push_str("st.global.b32 [%out], %truth;\n");
    } else {
        writeln!(text, "st.global.b{} [%out], %r0;", width(0))?;
    }
    text.push_str("ret;\n}\n");
    Ok(())
}

/// The bits of an operand's register; 1 for a predicate.
fn register_width(instruction: &Instruction, operand: usize) -> u32 {
    let operand = &instruction.form.operands[operand];
    u32::from(instruction.operand_type(operand).packing().register_width())
}

/// The type of a register.
fn class(width: u32) -> String {
    if width == 1 { "pred".to_owned() } else { format!("b{width}") }
}

/// The instruction with the registers `%r0`, its destination, and so on.
fn written(instruction: &Instruction) -> String {
    let names: Vec<_> =
        (0..instruction.form.operands.len()).map(|index| format!("%r{index}")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    format!("{instruction} {}", instruction.form.operand_list_of(&names))
}

/// A module with a kernel for each instruction whose operands follow from a number; `None` if there
/// is none.
#[must_use]
pub fn sums(context: &Context, first: usize, instructions: &[Instruction]) -> Option<String> {
    let mut text = head(context);
    let mut is_empty = true;
    for (kernel, instruction) in (first..).zip(instructions) {
        if let Some(rule) = Numbered::of(instruction, context) {
            is_empty = false;
            // Writing to a String cannot fail.
            let _ = summing(&mut text, kernel, instruction, rule);
        }
    }
    (!is_empty).then_some(text)
}

fn summing(
    text: &mut String,
    kernel: usize,
    instruction: &Instruction,
    rule: Numbered,
) -> std::fmt::Result {
    write!(
        text,
        "
.visible .entry s{kernel}(.param .u64 sums, .param .u32 shift)
{{
.reg .b64 %sum, %at, %mixed, %other;
.reg .b32 %block, %size, %thread, %number, %left, %part, %shift;
.reg .pred %more;
mov.u32 %block, %ctaid.x;
mov.u32 %size, %ntid.x;
mov.u32 %thread, %tid.x;
mad.lo.u32 %number, %block, %size, %thread;
shl.b32 %number, %number, 8;
ld.param.u32 %shift, [shift];
shr.u32 %part, %number, %shift;
ld.param.u64 %at, [sums];
mad.wide.u32 %at, %part, {WORD}, %at;
mov.b64 %sum, 0;
mov.b32 %left, 256;
"
    )?;
    let n_sources = instruction.form.operands.len() - 1;
    for index in 0..=n_sources {
        writeln!(text, ".reg .{} %r{index};", class(register_width(instruction, index)))?;
    }
    text.push_str("again:\n");
    rule.write(text, n_sources)?;
    writeln!(text, "{};", written(instruction))?;
    text.push_str(match register_width(instruction, 0) {
        1 => "selp.b64 %other, 1, 0, %r0;\n",
        8 => ".reg .b16 %wide;\nmov.b16 %wide, {%r0, 0};\ncvt.u64.u16 %other, %wide;\n",
        16 => "cvt.u64.u16 %other, %r0;\n",
        32 => "cvt.u64.u32 %other, %r0;\n",
        _ => "mov.b64 %other, %r0;\n",
    });
    let [step, factors @ ..] = MIX;
    text.push_str("cvt.u64.u32 %mixed, %number;\nadd.u32 %number, %number, 1;\n");
    writeln!(text, "mad.lo.u64 %mixed, %mixed, {step}, %other;")?;
    for (shift, factor) in [30, 27].into_iter().zip(factors) {
        write!(text, "shr.u64 %other, %mixed, {shift};\nxor.b64 %mixed, %mixed, %other;\n")?;
        writeln!(text, "mul.lo.u64 %mixed, %mixed, {factor};")?;
    }
    text.push_str(
        "shr.u64 %other, %mixed, 31;
xor.b64 %mixed, %mixed, %other;
add.u64 %sum, %sum, %mixed;
sub.u32 %left, %left, 1;
setp.ne.u32 %more, %left, 0;
@%more bra again;
red.global.add.u64 [%at], %sum;
ret;
}
",
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::module;
    use crate::plan::{AT_ONCE, Plan, TARGETS};

    #[test]
    fn every_legal_instruction_has_a_kernel_of_its_own() {
        for target in TARGETS {
            let plan = Plan::new(target).expect("a plan");
            let n_kernels: usize = plan
                .modules()
                .map(|(first, instructions)| {
                    assert_eq!(Plan::module_of(first), format!("m{}", first / AT_ONCE));
                    let text = module(&plan.context, first, instructions);
                    assert!(text.contains(&format!(".entry k{first}(")), "{text}");
                    text.matches(".entry").count()
                })
                .sum();
            assert_eq!(n_kernels, plan.instructions.len());
            assert!(n_kernels > 300, "{target}: {n_kernels}");
        }
    }

    #[test]
    fn operands_come_from_their_words() {
        let plan = Plan::new("sm_90").expect("a plan");
        let is = |it: &&ptxfp::catalog::Instruction| it.to_string() == "fma.rn.f16";
        let fma = *plan.instructions.iter().find(is).expect("fma.rn.f16");
        let text = module(&plan.context, 7, &[fma]);
        for line in [
            ".visible .entry k7(.param .u64 inputs, .param .u64 outputs, .param .u32 count)",
            "mul.wide.u32 %offset, %index, 24;",
            "ld.global.b16 %r3, [%in+16];",
            "fma.rn.f16 %r0, %r1, %r2, %r3;",
            "st.global.b16 [%out], %r0;",
        ] {
            assert!(text.lines().any(|each| each == line), "{line}: {text}");
        }
    }
}
