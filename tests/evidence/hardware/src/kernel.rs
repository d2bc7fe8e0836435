//! Kernels: one for each instruction, which runs it on every element of an array.
//!
//! `k7(inputs, outputs, count)`: element *i* has its source registers in the words *i·n* to
//! *i·n + n − 1* of `inputs`, each in the low bits of 64, and its result in word *i* of `outputs`,
//! zero-extended; a predicate is 1 or 0.

use std::fmt::Write as _;

use ptxfp::catalog::{Context, Instruction};

/// The bytes of a word.
pub const WORD: usize = 8;

/// A module with a kernel for each instruction, named from the number of the first.
#[must_use]
pub fn module(context: &Context, first: usize, instructions: &[Instruction]) -> String {
    let Context { isa, target } = context;
    let mut text = format!(".version {isa}\n.target {}\n.address_size 64\n", target.name);
    for (kernel, instruction) in (first..).zip(instructions) {
        // Writing to a String cannot fail.
        let _ = entry(&mut text, kernel, instruction);
    }
    text
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
    let width =
        |index: usize| instruction.operand_type(&operands[index]).packing().register_width();
    let mut names = Vec::new();
    for index in 0..operands.len() {
        let class =
            if width(index) == 1 { "pred".to_owned() } else { format!("b{}", width(index)) };
        writeln!(text, ".reg .{class} %r{index};")?;
        if let Some(source) = index.checked_sub(1) {
            writeln!(text, "ld.global.{class} %r{index}, [%in+{}];", source * WORD)?;
        }
        names.push(format!("%r{index}"));
    }
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    writeln!(text, "{instruction} {};", instruction.form.operand_list_of(&names))?;
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
