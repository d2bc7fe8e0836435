//! A PTX module that runs the instruction.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::subject::{Subject, identifier};
use super::text::add;
use crate::catalog::{ADDRESS_SIZE, Context};
use crate::present::Register;

/// The comment on the location of the operands.
pub(super) const WHY: &str = "\
//
// The operands are variables. From constants, the assembler would compute the result itself, and for
// an approximate instruction that may differ from the GPU's result.
";

/// The module: variables for operands and result, and an entry without parameters.
pub(super) fn module(subject: &Subject) -> String {
    let registers = subject.presented.registers();
    let Context { isa, target } = subject.state.context;
    let mut text = String::new();
    subject.comment(&mut text);
    add(&mut text, &[WHY, ".version ", &isa.to_string(), "\n.target ", target.name, "\n"]);
    if isa >= ADDRESS_SIZE {
        text.push_str(".address_size 64\n");
    }
    text.push('\n');
    let (mut classes, mut loads, mut stores) = (String::new(), String::new(), String::new());
    let mut result = String::new();
    let mut names = Vec::new();
    for (index, register) in registers.iter().enumerate() {
        let (name, kind) = (&*identifier(register), variable(register));
        add(&mut classes, &["\t.reg ", class(register), " %", name, ";\n"]);
        names.push(["%", name].concat());
        if index > 0 {
            add(&mut text, &[VARIABLE, kind, " ", name, " = ", &register.hex(), ";\n"]);
            add(&mut loads, &["\tld.global", kind, " %", name, ", [", name, "];\n"]);
            continue;
        }
        add(&mut result, &[VARIABLE, kind, " ", name, ";\n"]);
        let mut value = name;
        if register.width() == 1 {
            value = "truth";
            classes.push_str("\t.reg .b32 %truth;\n");
            add(&mut stores, &["\tselp.b32 %truth, 1, 0, %", name, ";\n"]);
        }
        add(&mut stores, &["\tst.global", kind, " [", name, "], %", value, ";\n"]);
    }
    add(&mut text, &[&result, "\n.visible .entry ptx_float()\n{\n", &classes, &loads, "\t"]);
    add(&mut text, &[&subject.statement(&names), "\n", &stores, "\tret;\n}\n"]);
    text
}

const VARIABLE: &str = ".visible .global ";

/// The register class of an operand: untyped, which the assembler accepts for every type of the
/// width.
pub(super) fn class(register: &Register) -> &'static str {
    match register.width() {
        1 => ".pred",
        8 => ".b8",
        16 => ".b16",
        32 => ".b32",
        _ => ".b64",
    }
}

/// The type of its variable: memory holds no predicates.
fn variable(register: &Register) -> &'static str {
    if register.width() == 1 { ".b32" } else { class(register) }
}
