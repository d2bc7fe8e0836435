//! A CUDA C++ test of a program: a kernel with its statements in one `asm`, and a `main` that compares
//! what comes out with what is expected.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::cuda::options_for;
use super::subject::folder;
use super::text::add;
use crate::bits::{hex, hex_digits};
use crate::catalog::{Context, LATEST_ISA};
use crate::explore::sequence::{
    Action, Enclosure, Enclosures, Move, Outcomes, Register, Sequence, Source, Standing, Statement,
};
use crate::link::{MAX_READABLE, SequenceState};
use crate::text::concise;

/// The number of sets of operands that are tried for the guarantee.
const MAX_SETS: u64 = 32 * 1024;

/// A test of a program as CUDA C++; an output whose bits are not guaranteed is printed, and does not
/// fail.
///
/// # Errors
///
/// A sentence that says why there is none: a statement is not evaluated, or nothing comes out.
pub fn cuda_test(
    text: &str,
    context: Context,
    registers: &[u64],
    base: &str,
) -> Result<String, String> {
    let state = SequenceState::new(text, context, registers);
    let there = Context { isa: LATEST_ISA, target: context.target.compiled_for() };
    let moved = Sequence::new(text, &there);
    let can_run = moved.is_complete();
    let sequence = if can_run { moved } else { Sequence::new(text, &context) };
    let found = if can_run { there } else { context };
    if let Some(first) = sequence.diagnostics().first() {
        return Err(["a statement is not evaluated: ", &first.message].concat());
    }
    if sequence.outputs().is_empty() {
        return Err("the program has no results".into());
    }
    let names = Names::of(&sequence);
    let mut program = String::new();
    add(&mut program, &["// A program on ", context.target.name, ", PTX ISA "]);
    add(&mut program, &[&context.isa.to_string(), ", with the expected results.\n"]);
    let link = state.to_fragment();
    if link.len() <= MAX_READABLE {
        add(&mut program, &["// ", &folder(base), "#", &link, "\n"]);
    }
    if !can_run {
        program
            .push_str("// CUDA 13 lacks some of its instructions; an older CUDA may have them.\n");
    } else if found.target != context.target {
        add(&mut program, &["// CUDA 13 does not compile for ", context.target.name]);
        add(&mut program, &["; this is for ", found.target.name, ".\n"]);
    }
    program.push_str(WHY);
    let options = options_for(found.target);
    add(&mut program, &["//\n// nvcc ", &options, " -run ptx-program.cu\n#include <cstdio>\n\n"]);
    inputs(&sequence, registers, &mut program);
    outputs(&sequence, registers, &mut program);
    kernel(&sequence, &names, &mut program)?;
    program.push_str(MAIN);
    Ok(program)
}

const WHY: &str = "\
//
// The inputs are variables. From constants, the assembler would compute the results itself, and for
// an approximate instruction these may differ from the GPU's results.
";

const MAIN: &str = r#"
int main()
{
    ptx_program<<<1, 1>>>();
    unsigned long long returned[n_outputs] = {};
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaMemcpyFromSymbol(returned, results, sizeof returned);
    if (error != cudaSuccess) {
        std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
        return 2;
    }
    int n_wrong = 0;
    for (int index = 0; index < n_outputs; ++index) {
        const Output &output = outputs[index];
        const bool is_same = returned[index] == output.expected;
        const bool is_wrong = !is_same && output.is_guaranteed;
        std::printf("%s = 0x%0*llx, expected 0x%0*llx: %s%s\n", output.name, output.n_digits,
                    returned[index], output.n_digits, output.expected,
                    is_same ? "the same" : is_wrong ? "WRONG" : "another one", output.note);
        n_wrong += is_wrong;
    }
    return n_wrong != 0;
}
"#;

/// The inputs as an array; their bits are in the lower ones of its elements.
fn inputs(sequence: &Sequence, registers: &[u64], program: &mut String) {
    if sequence.inputs().is_empty() {
        return;
    }
    program.push_str("__device__ unsigned long long inputs[] = {\n");
    for (index, register) in sequence.input_registers().enumerate() {
        let bits = registers.get(index).copied().unwrap_or(0);
        add(program, &["    0x", &hex_digits(bits, register.width().into()), ", // "]);
        add(program, &[&register.name, &equals(register, bits), "\n"]);
    }
    program.push_str("};\n");
}

/// The values of a register's lanes after an equals sign, the highest first; empty without values.
fn equals(register: &Register, bits: u64) -> String {
    let (packing, format) = (register.kind.packing(), register.kind.format());
    let lanes = (0..packing.lanes).rev();
    let values: Vec<_> = lanes.map(|lane| concise(packing.extract(bits, lane), format)).collect();
    match values.as_slice() {
        _ if !register.is_typed => String::new(),
        [one] => [" = ", one].concat(),
        all => [" = {", &all.join(", "), "}"].concat(),
    }
}

/// The outputs with what is expected of them, and room for what is returned.
fn outputs(sequence: &Sequence, registers: &[u64], program: &mut String) {
    let outcomes = sequence.outcomes(registers);
    let enclosed = sequence.enclose(registers, MAX_SETS);
    let n_outputs = sequence.outputs().len().to_string();
    add(program, &["const int n_outputs = ", &n_outputs, ";\n"]);
    program.push_str("__device__ unsigned long long results[n_outputs];\n\nstruct Output {\n");
    program
        .push_str("    const char *name;\n    int n_digits;\n    unsigned long long expected;\n");
    program.push_str("    bool is_guaranteed;\n    const char *note;\n};\n\n");
    program.push_str("const Output outputs[n_outputs] = {\n");
    for index in sequence.outputs() {
        let Some(register) = sequence.register(*index) else { continue };
        let bits = outcomes.value(*index).bits;
        let digits = hex_digits(bits, register.width().into());
        let note = note(*index, register, &outcomes, &enclosed);
        let is_guaranteed = if note.is_empty() { "true" } else { "false" };
        let n_digits = digits.len().to_string();
        add(program, &["    {\"", &register.name, "\", ", &n_digits, ", 0x", &digits, ", "]);
        add(program, &[is_guaranteed, ", \"", &note, "\"},"]);
        add(program, &[" //", &equals(register, bits), "\n"]);
    }
    program.push_str("};\n");
}

/// The remark on a result that is not guaranteed.
fn note(index: usize, register: &Register, outcomes: &Outcomes, enclosed: &Enclosures) -> String {
    let width = register.width().into();
    let known = enclosed.of(index);
    match (outcomes.value(index).shown(register, known), known) {
        (Standing::Determined, _) => String::new(),
        (Standing::OpenNan, _) => " (not guaranteed: a NaN, of any sign and payload)".into(),
        (Standing::Contracted, _) => {
            let others = outcomes.of(index).iter().skip(1).map(|value| hex(value.bits, width));
            let others: Vec<_> = others.collect();
            [" (not guaranteed: contracted or not; or ", &others.join(", "), ")"].concat()
        }
        (_, Enclosure::Within(lanes)) => {
            let ends = |lane: u8| {
                lanes.lane(lane).map(|bits| hex(bits, lanes.packing.width.into())).join(" to ")
            };
            let all: Vec<_> = (0..lanes.packing.lanes).rev().map(ends).collect();
            [" (not guaranteed: within ", &all.join(", "), ")"].concat()
        }
        _ => " (not guaranteed)".into(),
    }
}

/// The kernel: it binds inputs and outputs to registers of the program, which are its own, so that none
/// has the name of one of the compiler's.
fn kernel(sequence: &Sequence, names: &Names, program: &mut String) -> Result<(), String> {
    program.push_str("\n__global__ void ptx_program()\n{\n");
    let mut lines = Vec::new();
    for (register, name) in &names.all {
        lines.push([".reg ", class(register.width()), " ", name, ";"].concat());
    }
    let (mut bound_in, mut bound_out) = (String::new(), String::new());
    let (mut before, mut behind) = (String::new(), String::new());
    let n_outputs = sequence.outputs().len();
    for (index, register) in sequence.input_registers().enumerate() {
        let (own, number) = (["in", &index.to_string()].concat(), (n_outputs + index).to_string());
        let (kind, letter) = bound(register.width());
        add(&mut before, &["    ", kind, " ", &own, " = (", kind, ")inputs["]);
        add(&mut before, &[&index.to_string(), "];\n"]);
        add(&mut bound_in, &[if index > 0 { ", " } else { "" }, "\"", letter, "\"(", &own, ")"]);
        lines.push(taken(
            register.width(),
            names.of_register(&register.name),
            &["%", &number].concat(),
        ));
    }
    for statement in sequence.statements() {
        lines.extend(written(sequence, statement, names)?);
    }
    for (index, register) in sequence.output_registers().enumerate() {
        let (own, number) = (["out", &index.to_string()].concat(), index.to_string());
        let (kind, letter) = bound(register.width());
        add(&mut before, &["    ", kind, " ", &own, ";\n"]);
        add(&mut behind, &["    results[", &number, "] = ", &own, ";\n"]);
        add(&mut bound_out, &[if index > 0 { ", " } else { "" }, "\"=", letter, "\"(", &own, ")"]);
        lines.push(given(
            register.width(),
            &["%", &number].concat(),
            names.of_register(&register.name),
        ));
    }
    add(program, &[&before, "    asm volatile(\n        \"{\\n\\t\"\n"]);
    for line in lines {
        add(program, &["        \"", &line, "\\n\\t\"\n"]);
    }
    add(program, &["        \"}\"\n        : ", &bound_out, "\n        : ", &bound_in, ");\n"]);
    add(program, &[&behind, "}\n"]);
    Ok(())
}

/// The type and the letter that bind a register: C binds none narrower than 16 bits.
const fn bound(width: u8) -> (&'static str, &'static str) {
    match width {
        8 | 16 => ("unsigned short", "h"),
        1 | 32 => ("unsigned", "r"),
        _ => ("unsigned long long", "l"),
    }
}

/// The class of a register: untyped, which the assembler accepts for every type of the width.
const fn class(width: u8) -> &'static str {
    match width {
        1 => ".pred",
        8 => ".b8",
        16 => ".b16",
        32 => ".b32",
        _ => ".b64",
    }
}

/// The statement by which a register takes what is bound.
fn taken(width: u8, name: &str, bound: &str) -> String {
    match width {
        1 => ["setp.ne.u32 ", name, ", ", bound, ", 0;"].concat(),
        8 => ["cvt.u8.u16 ", name, ", ", bound, ";"].concat(),
        _ => ["mov", class(width), " ", name, ", ", bound, ";"].concat(),
    }
}

/// The statement that gives a register to what is bound.
fn given(width: u8, bound: &str, name: &str) -> String {
    match width {
        1 => ["selp.b32 ", bound, ", 1, 0, ", name, ";"].concat(),
        8 => ["cvt.u16.u8 ", bound, ", ", name, ";"].concat(),
        _ => ["mov", class(width), " ", bound, ", ", name, ";"].concat(),
    }
}

/// The names of registers within the kernel.
struct Names<'s> {
    /// Each register once, and its name there.
    all: Vec<(&'s Register, String)>,
}

impl<'s> Names<'s> {
    fn of(sequence: &'s Sequence) -> Self {
        let mut all: Vec<(&Register, String)> = Vec::new();
        for register in sequence.registers() {
            if all.iter().any(|(known, _)| known.name == register.name) {
                continue;
            }
            let plain = |c: char| if c.is_ascii_alphanumeric() || c == '$' { c } else { '_' };
            let bare = register.name.strip_prefix('%').unwrap_or(&register.name);
            let mut name: String = bare.chars().map(plain).collect();
            // After `%` a name may begin with a digit, but not in the other languages.
            if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
                name.insert(0, 'r');
            }
            while all.iter().any(|(_, other)| *other == name) {
                name.push('_');
            }
            all.push((register, name));
        }
        Self { all }
    }

    fn of_name(&self, name: &str) -> Option<&str> {
        self.all.iter().find(|(register, _)| register.name == name).map(|(_, own)| &**own)
    }

    /// The name of a register in the kernel.
    fn of_register(&self, name: &str) -> &str {
        self.of_name(name).unwrap_or_default()
    }

    /// A text with the names of the kernel; `%` stands for itself in an `asm` where it is doubled.
    fn within(&self, text: &str) -> String {
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '%');
        let mut found = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let end = match rest.find(|c| !is_word(c)) {
                Some(0) => first.len_utf8(),
                Some(end) => end,
                None => rest.len(),
            };
            let (word, behind) = rest.split_at(end);
            match self.of_name(word) {
                Some(own) => found.push_str(own),
                None => found.push_str(&word.replace('%', "%%")),
            }
            rest = behind;
        }
        found
    }
}

/// A statement with the names of the kernel's registers; parameters are registers there.
fn written(
    sequence: &Sequence,
    statement: &Statement,
    names: &Names<'_>,
) -> Result<Vec<String>, String> {
    if matches!(statement.action, Action::Declaration) {
        return Ok(Vec::new());
    }
    let (guard, body) = match statement.text.split_once(' ') {
        Some((guard, body)) if guard.starts_with('@') => (guard, body),
        _ => ("", &*statement.text),
    };
    let mut before = names.within(guard);
    if !before.is_empty() {
        before.push(' ');
    }
    if body.starts_with("ld.") || body.starts_with("st.") {
        let moves = if let Action::Move(each) = &statement.action {
            moves(sequence, each, names)
        } else {
            None
        };
        let moves =
            moves.ok_or_else(|| ["`", body, "` has no counterpart in a kernel"].concat())?;
        return Ok(moves.iter().map(|own| [&before, &**own].concat()).collect());
    }
    let (head, operands) = body.split_once(' ').unwrap_or((body, ""));
    Ok(alloc::vec![[&before, head, " ", &names.within(operands), ";"].concat()])
}

/// Copies of parameters; `None` where they are parts of something else.
fn moves(sequence: &Sequence, each: &Move, names: &Names<'_>) -> Option<Vec<String>> {
    if each.sources.len() != each.destinations.len() {
        return None;
    }
    let all = each.sources.iter().zip(&each.destinations).map(|(source, destination)| {
        let register = sequence.register((*destination)?)?;
        let value = match source {
            Source::Register { index, .. } => {
                names.of_name(&sequence.register(*index)?.name)?.into()
            }
            Source::Value(bits) => hex(*bits, register.width().into()),
        };
        let name = names.of_name(&register.name)?;
        Some(["mov", class(register.width()), " ", name, ", ", &value, ";"].concat())
    });
    all.collect()
}
