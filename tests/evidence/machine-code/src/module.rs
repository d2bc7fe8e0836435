//! Modules to assemble: many instructions at once, each in an entry of its own.

use std::fmt::Write as _;

use ptxfp::catalog::{Context, Instruction};

/// A module with an entry for each instruction, `k0` and so on.
///
/// Operands and result are in memory, so that nothing is folded. Each has a pointer of its own, so
/// that no addresses are computed: loads and stores are easily distinguished from the instruction.
pub fn module(context: &Context, instructions: &[Instruction]) -> String {
    let Context { isa, target } = context;
    let mut text = format!(".version {isa}\n.target {}\n.address_size 64\n", target.name);
    for (number, instruction) in instructions.iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = entry(&mut text, number, instruction);
    }
    text
}

fn entry(text: &mut String, number: usize, instruction: &Instruction) -> std::fmt::Result {
    let operands = instruction.form.operands;
    // One pointer more, for what is stored where a predicate is true.
    let pointers: Vec<_> =
        (0..=operands.len()).map(|index| format!(".param .u64 p{index}")).collect();
    write!(text, ".entry k{number}({})\n{{\n", pointers.join(", "))?;
    for index in 0..=operands.len() {
        write!(text, ".reg .b64 %a{index};\nld.param.u64 %a{index}, [p{index}];\n")?;
    }
    let width =
        |index: usize| instruction.operand_type(&operands[index]).packing().register_width();
    let mut names = Vec::new();
    for index in 0..operands.len() {
        let class =
            if width(index) == 1 { "pred".to_owned() } else { format!("b{}", width(index)) };
        writeln!(text, ".reg .{class} %r{index};")?;
        if index > 0 {
            writeln!(text, "ld.global.{class} %r{index}, [%a{index}];")?;
        }
        names.push(format!("%r{index}"));
    }
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    writeln!(text, "{instruction} {};", instruction.form.operand_list_of(&names))?;
    if width(0) == 1 {
        let n = operands.len();
        write!(text, ".reg .b32 %one;\nld.global.b32 %one, [%a{n}];\n")?;
        writeln!(text, "@%r0 st.global.b32 [%a0], %one;")?;
    } else {
        writeln!(text, "st.global.b{} [%a0], %r0;", width(0))?;
    }
    text.push_str("ret;\n}\n");
    Ok(())
}
