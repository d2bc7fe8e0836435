//! Statements of PTX, alone or inside another language, as a program that runs.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::is_statement;
use super::outcome::{placed, traced, value};
use crate::catalog::{Context, Role};
use crate::explore::sequence::kernel::{Kernel, demangled};
use crate::explore::sequence::{Action, ContextDirectives, Sequence, Source, Statement};
use crate::program::inline::{Operand, inline};
use crate::syntax::ask::{self, Means, Note, Reading};
use crate::syntax::{self, operand_list, parse, written_sources};
use crate::text::quote::code;

/// Reads code as a program whose inputs have values, or as a statement if its inline assembly is one;
/// `None` if it is neither.
pub(super) fn read(text: &str, context: &Context) -> Option<Reading> {
    let template = template(text);
    let text = template.as_deref().unwrap_or(text);
    let found = inline(text);
    let is_inline = found.is_some();
    if !is_inline && !has_several(text) {
        return None;
    }
    let stated = ContextDirectives::of(text);
    let context = stated.context(*context);
    if let Some(kernel) = traced(text, &context) {
        return of_kernel(text, &kernel, context);
    }
    let with_registers = if is_inline { None } else { with_registers(text, &context) };
    let text = with_registers.as_deref().unwrap_or(text);
    let (place, sequence) = placed(text, &context);
    // A rejected statement of inline assembly has a reason; other text with nothing known is no code.
    let is_of_ptx = |each: &Statement| match each.action {
        Action::Declaration => false,
        Action::Unknown(_) => is_inline && is_statement(&each.text),
        Action::Call(_) | Action::Companion(_) | Action::Move(_) => true,
    };
    if !sequence.statements().iter().any(is_of_ptx) {
        return None;
    }
    let given = sequence.values_in_text(text).unwrap_or_default();
    let is_given = |index: usize| given.get(index).is_some_and(Option::is_some);
    let names_in_source = NamesInSource::of(found.map(|it| it.operands).unwrap_or_default());
    let mut program = String::new();
    let mut without_value: Vec<(&str, String)> = Vec::new();
    for (index, register) in sequence.input_registers().enumerate() {
        if !is_given(index) {
            let value = value(without_value.len() + 1, register.kind);
            program.extend(["// ptxfp: ", &register.name, " = ", &value, "\n"]);
            without_value.push((&register.name, value));
        }
    }
    program.push_str(text);
    let names: Vec<_> = without_value.iter().map(|(name, _)| names_in_source.name(name)).collect();
    let values: Vec<_> = without_value.iter().map(|(_, value)| value.as_str()).collect();
    let mut notes = Vec::new();
    if let [name] = &*names {
        notes.push(Note::from([name, " has no value, so it is ", &values.join("")].concat()));
    } else if !names.is_empty() {
        let (names, values) = (names.join(", "), values.join(", "));
        notes.push(Note::from([&names, " have no values, so they are ", &values].concat()));
    }
    notes.extend(halves(&sequence, &names_in_source).map(Note::from));
    if is_inline && let Some(statement) = alone(&sequence, &without_value, &place) {
        notes.extend(ask::needed(&place, &context));
        return Some(Reading::statement(statement, place, notes));
    }
    let count = sequence.statements().len();
    let kind = if is_inline { "inline assembly" } else { "PTX" };
    let of = if count == 1 { " of one statement" } else { "" };
    let summary = ["Read as ", kind, ", a program", of].concat();
    Some(Reading::new(Means::Program(program), context, summary, notes))
}

/// Reads a kernel; `None` if nothing in it is known.
fn of_kernel(text: &str, kernel: &Kernel, context: Context) -> Option<Reading> {
    let mut all = kernel.sequence().statements().iter();
    all.find(|each| !matches!(each.action, Action::Declaration | Action::Unknown(_)))?;
    let name = kernel.function().map_or(String::new(), |name| {
        [" ", &*code(&demangled(name).unwrap_or_else(|| name.to_string()))].concat()
    });
    let mut notes = Vec::new();
    let has_default = |index: &usize| {
        let register = kernel.sequence().register(*index);
        !kernel.is_stated(*index)
            && register.is_some_and(|it| !it.name.starts_with('%') || it.name.contains(" = "))
    };
    if kernel.sequence().inputs().iter().any(has_default) {
        notes.push(Note::from(String::from(
            "loads and parameters without a value are 1; open it to set them",
        )));
    }
    let summary = ["Read as the kernel", &*name, ", of which one thread runs"].concat();
    Some(Reading::new(Means::Program(text.to_string()), context, summary, notes))
}

/// The instruction that a program consists of, with values in place of registers; `None` if it does
/// more than that.
fn alone(sequence: &Sequence, values: &[(&str, String)], context: &Context) -> Option<String> {
    let [Statement { action: Action::Call(call), guard: None, text, .. }] = sequence.statements()
    else {
        return None;
    };
    let (written, _) = parse(text);
    let written = written_sources(&written, &call.instruction);
    let source = |place: usize| {
        let (_, _, operand) = written.get(place)?;
        let constant = text.get(operand.span.clone()).map(str::trim);
        match call.sources.get(place)? {
            Source::Register { index, .. } => {
                let name = &sequence.register(*index)?.name;
                values.iter().find(|(each, _)| each == name).map(|(_, value)| value.as_str())
            }
            Source::Value(_) => constant,
        }
    };
    let n_sources = call.instruction.form.sources().len();
    let texts = (0..n_sources).map(source).collect::<Option<Vec<_>>>()?;
    let list =
        operand_list(&call.instruction, |index| String::from(*texts.get(index).unwrap_or(&"")));
    let statement = [&*call.instruction.to_string(), " ", &list].concat();
    let (_, registers) = syntax::read(&statement, context).ok()?;
    (call.widened.is_none() && registers.iter().all(Option::is_some)).then_some(statement)
}

/// The names that operands of inline assembly have in the code around it.
struct NamesInSource {
    /// The name in the statements, and the variable.
    all: Vec<(String, String)>,
}

impl NamesInSource {
    /// The operands that are variables, or members of one.
    fn of(operands: Vec<Operand>) -> Self {
        let is_part = |c: char| c.is_alphanumeric() || "_.[]->:".contains(c);
        let is_name = |it: &str| {
            it.starts_with(|c: char| c.is_alphabetic() || c == '_') && it.chars().all(is_part)
        };
        let named = operands.into_iter().filter(|operand| is_name(&operand.expression));
        let pair = |operand: Operand| Some((operand.names.last()?.clone(), operand.expression));
        Self { all: named.filter_map(pair).collect() }
    }

    /// A register as it is called in a sentence: `%1` (`a`).
    fn name(&self, register: &str) -> String {
        let known = self.all.iter().find(|(name, _)| name == register);
        match known.filter(|(name, variable)| !name.contains(variable)) {
            Some((name, variable)) => [&*code(name), " (", &code(variable), ")"].concat(),
            None => code(register),
        }
    }
}

/// The halves that the operands of a statement fill, where there is one for each: the first such
/// statement's.
fn halves(sequence: &Sequence, names: &NamesInSource) -> Option<String> {
    sequence.statements().iter().find_map(|statement| {
        let Action::Call(call) = &statement.action else { return None };
        let name = |lane| {
            let place = call
                .instruction
                .form
                .sources()
                .iter()
                .position(|it| it.role == Role::Lane(lane))?;
            let Source::Register { index, .. } = call.sources.get(place)? else { return None };
            Some(names.name(&sequence.register(*index)?.name))
        };
        let is_pair = call.prepared.destination().lanes == 2;
        let (high, low) = (name(1).filter(|_| is_pair)?, name(0)?);
        Some(
            [&*high, " goes to the high half, ", &low, " to the low one, which is first in memory"]
                .concat(),
        )
    })
}

/// A template of inline assembly that has a name: `ASM: tl.constexpr = "…"`.
fn template(text: &str) -> Option<String> {
    let (name, value) = text.split_once('=')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || " _.:[]".contains(c);
    let value = value.trim_start().trim_start_matches(['(', 'r', 'R']).trim_start();
    let is_it = name.chars().all(is_name) && value.starts_with(['"', '\'']);
    (is_it && inline(text).is_none()).then(|| ["asm_str = ", value].concat())
}

/// Whether a text has several statements, or directives.
fn has_several(text: &str) -> bool {
    let text = text.trim();
    let parts = text.split([';', '\n']).filter(|part| {
        let part = part.trim();
        !part.is_empty() && !part.starts_with("//")
    });
    let is_directive =
        text.starts_with('.') && text[1..].starts_with(|c: char| c.is_ascii_lowercase());
    text.starts_with(['@', '{']) || is_directive || parts.count() > 1
}

/// Statements with values and without destinations as a program: each writes a register of its own,
/// and the values are inputs. `None` if they are not all such statements.
fn with_registers(text: &str, context: &Context) -> Option<String> {
    let (mut comments, mut lines) = (String::new(), String::new());
    let (mut n_inputs, mut n_results) = (0_usize, 0_usize);
    for part in text.split([';', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
        let (instruction, registers) = syntax::read(part, context).ok()?;
        if registers.iter().any(Option::is_none) {
            return None;
        }
        let (statement, _) = parse(part);
        let mut names = Vec::new();
        for (_, _, operand) in written_sources(&statement, &instruction) {
            n_inputs += 1;
            let name = ["a", &*n_inputs.to_string()].concat();
            let value = part.get(operand.span.clone()).unwrap_or_default().trim();
            comments.extend(["// ptxfp: ", &name, " = ", value, "\n"]);
            names.push(name);
        }
        n_results += 1;
        let list =
            operand_list(&instruction, |index| names.get(index).cloned().unwrap_or_default());
        let result = ["d", &*n_results.to_string()].concat();
        lines.extend([&*instruction.to_string(), " ", &result, ", ", &list, ";\n"]);
    }
    Some(comments + &lines)
}
