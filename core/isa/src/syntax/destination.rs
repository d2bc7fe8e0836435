//! A value in the place of the destination: there is one number too many.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::check;
use super::diagnostic::{Action, Code, Diagnostic, Fix};
use super::operands::counted;
use super::parse::{OperandText, Statement};
use crate::catalog::{Context, Instruction, forms_of, nearest_context};
use crate::text::quote::code;

/// Reports the first operand of a legal statement with all operands, if it is a value: the fix is the
/// instruction of that name with as many sources, where there is one.
///
/// ```
/// use ptxfp::catalog::{Context, LATEST_ISA, Target};
/// use ptxfp::syntax::{check, parse, valued_destination};
///
/// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
/// let text = "min.f32 1, 2, 3";
/// let found = check(text, &context).instruction.unwrap();
/// let wrong = valued_destination(&parse(text).0, &found, &context).unwrap();
/// assert!(wrong.message.starts_with("three numbers, but `min` takes two source operands"));
/// assert_eq!(wrong.fixes[0].label, "switch to sm_100");
/// ```
#[must_use]
pub fn valued_destination(
    statement: &Statement<'_>,
    found: &Instruction,
    context: &Context,
) -> Option<Diagnostic> {
    let form = found.form;
    let n_given = statement.operands.len();
    let is_value = statement.operands.first().is_some_and(OperandText::is_value);
    if !is_value || n_given != form.operand_count() {
        return None;
    }
    let first = statement.operands.first()?;
    let are_values = statement.operands.iter().all(OperandText::is_value);
    let noun = if n_given == 1 { " number" } else { " numbers" };
    let given = if are_values {
        [&*in_words(n_given), noun].concat()
    } else {
        String::from("a value for the destination")
    };
    let takes = [", but ", &*code(form.opcode), " takes ", counted(n_given - 1)].concat();
    let mut message = [&*given, &takes].concat();
    let wider = wider(statement, found, context).filter(|_| are_values);
    if let Some((target, other)) = &wider {
        let spelling = code(&other.to_string());
        message.extend([
            "; with ",
            &*in_words(n_given),
            ", ",
            &*spelling,
            " needs ",
            target.target.name,
        ]);
    } else {
        message.push_str("; a destination comes first and is a register, or is left out");
    }
    let mut wrong = Diagnostic::new(Code::OperandCount, first.span.clone(), message);
    wrong.source = Some(form.source);
    wrong.fixes.extend(wider.map(|(target, _)| {
        let label = ["switch to ", target.target.name].concat();
        Fix { label, action: Action::Context(target.isa, target.target) }
    }));
    Some(wrong)
}

/// The nearest version and target where a statement is an instruction with a source for each number.
fn wider(
    statement: &Statement<'_>,
    found: &Instruction,
    context: &Context,
) -> Option<(Context, Instruction)> {
    let n_given = statement.operands.len();
    let form = forms_of(found.form.opcode).find(|form| {
        form.is_documented() && form.operand_count() == n_given + 1 && form.pairs(found.signature())
    })?;
    let requires: Vec<_> = [form.requires].into();
    let place = nearest_context(&requires, context)?;
    // The text as a whole: its operands stay.
    let texts: Vec<_> = statement.operands.iter().flat_map(|operand| &operand.elements).collect();
    let list: Vec<_> = texts.iter().map(|element| element.text).collect();
    let text = [&*found.to_string(), " ", &list.join(", ")].concat();
    let other = check(&text, &place).instruction?;
    (other.form.operand_count() == n_given + 1).then_some((place, other))
}

/// A small number in words.
fn in_words(number: usize) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six"];
    words.get(number).map_or_else(|| number.to_string(), |word| String::from(*word))
}
