//! A CUDA C++ program that runs the instruction.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::ptx::{WHY, class};
use super::subject::{Subject, identifier};
use super::text::add;
use crate::catalog::{Context, LATEST_ISA, Target};
use crate::link::State;
use crate::present::Register;

/// Returns the context in which CUDA's compiler lets an instruction run, and whether it has it
/// there.
fn compiled(subject: &Subject) -> (Context, bool) {
    let State { instruction, context, .. } = &subject.state;
    let there = Context { isa: LATEST_ISA, target: context.target.compiled_for() };
    if instruction.is_available(&there) { (there, true) } else { (*context, false) }
}

/// The options of CUDA's compiler: for this architecture only, since `-arch` of one with a letter
/// also compiles for the one without.
pub(super) fn options(subject: &Subject) -> String {
    options_for(compiled(subject).0.target)
}

/// The options of CUDA's compiler for a target.
pub(super) fn options_for(target: &Target) -> String {
    let number = target.name.strip_prefix("sm_").unwrap_or(target.name);
    ["-gencode arch=compute_", number, ",code=", target.name].concat()
}

/// The program: variables for operands and result, a kernel without parameters, and a `main` that
/// prints the result. (With the scale factor as a parameter, `ptxas` ends with an internal
/// error.)
pub(super) fn program(subject: Subject) -> String {
    let asked = subject.state.context.target.name;
    let (context, can_run) = compiled(&subject);
    let subject = subject.moved(context);
    let registers = subject.presented.registers();
    let mut text = String::new();
    subject.comment(&mut text);
    if !can_run {
        text.push_str("// CUDA 13 no longer has this instruction; an older CUDA may have it.\n");
    } else if context.target.name != asked {
        let found = context.target.name;
        add(
            &mut text,
            &["// CUDA 13 does not compile for ", asked, "; this is for ", found, ".\n"],
        );
    }
    let options = options(&subject);
    add(&mut text, &[WHY, "//\n// nvcc ", &options, " -run ptx-float.cu\n#include <cstdio>\n\n"]);
    let mut bound = String::new();
    for (index, register) in registers.iter().enumerate().skip(1) {
        let (name, value) = (identifier(register), register.hex());
        add(&mut text, &["__device__ ", c_type(register), " ", &name, " = ", &value, ";\n"]);
        let separator = if index == 1 { " : " } else { ", " };
        add(&mut bound, &[separator, "\"", constraint(register), "\"(", &name, ")"]);
    }
    let Some(result) = registers.first() else { return text };
    let (kind, name) = (c_type(result), &*identifier(result));
    add(&mut text, &["__device__ ", kind, " result;\n\n__global__ void ptx_float()\n{\n    "]);
    add(&mut text, &[kind, " ", name, ";\n    asm volatile("]);
    assembly(&subject, &registers, &mut text);
    add(&mut text, &[INDENT, ": \"=", constraint(result), "\"(", name, ")", &bound]);
    add(&mut text, &[");\n    result = ", name, MIDDLE, kind, END]);
    let n_digits = result.width().div_ceil(4).to_string();
    add(&mut text, &[&n_digits, "llx\\nexpected ", &result.hex()]);
    text.push_str("\\n\", (unsigned long long)returned);\n}\n");
    text
}

const INDENT: &str = "\n                 ";

const MIDDLE: &str = ";
}

int main()
{
    ptx_float<<<1, 1>>>();
    ";

pub(super) const END: &str = " returned = 0;
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaMemcpyFromSymbol(&returned, result, sizeof returned);
    if (error != cudaSuccess) {
        std::fprintf(stderr, \"%s\\n\", cudaGetErrorString(error));
        return 1;
    }
    std::printf(\"returned 0x%0";

/// Appends the statement as strings of C. Registers that C cannot bind are declared in it.
fn assembly(subject: &Subject, registers: &[Register], text: &mut String) {
    const NEXT: &str = "\\n\\t\"\n                 \"";
    let (mut before, mut behind) = (String::new(), String::new());
    let mut names = Vec::new();
    for (index, register) in registers.iter().enumerate() {
        let (name, bound) = (identifier(register), ["%", &index.to_string()].concat());
        if register.width() >= 16 {
            names.push(bound);
            continue;
        }
        add(&mut before, &[".reg ", class(register), " ", &name, ";", NEXT]);
        match (register.width(), index) {
            (1, _) => add(&mut behind, &[NEXT, "selp.b32 ", &bound, ", 1, 0, ", &name, ";"]),
            (_, 0) => add(&mut behind, &[NEXT, "cvt.u16.u8 ", &bound, ", ", &name, ";"]),
            _ => add(&mut before, &["cvt.u8.u16 ", &name, ", ", &bound, ";", NEXT]),
        }
        names.push(name);
    }
    let statement = subject.statement(&names);
    if before.is_empty() {
        add(text, &["\"", &statement, "\""]);
    } else {
        add(text, &["\"{", NEXT, &before, &statement, &behind, NEXT, "}\""]);
    }
}

/// The type that carries a register: C binds none narrower than 16 bits.
fn c_type(register: &Register) -> &'static str {
    match register.width() {
        8 | 16 => "unsigned short",
        1 | 32 => "unsigned",
        _ => "unsigned long long",
    }
}

/// The letter that binds it.
fn constraint(register: &Register) -> &'static str {
    match register.width() {
        8 | 16 => "h",
        1 | 32 => "r",
        _ => "l",
    }
}
