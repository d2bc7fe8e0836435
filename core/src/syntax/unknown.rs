//! Words that no instruction has, and what was probably meant.

use alloc::format;
use alloc::vec::Vec;

use super::diagnostic::{Code, Diagnostic};
use super::meant::{Meant, Word};
use super::parse::{Statement, Token};
use super::resolve::use_of;
use crate::catalog::aliases::{has_integers, is_beyond};
use crate::catalog::{Context, Form, Modifier, Operation, Type, forms_of, opcodes};
use crate::quote::{code, quoted};

/// An opcode that no row has.
pub(super) fn unknown_opcode(
    opcode: &Token<'_>,
    statement: &Statement<'_>,
    context: &Context,
) -> Diagnostic {
    let name = quoted(opcode.text);
    let meant = if is_beyond(opcode.text) { None } else { Meant::of(statement) };
    let message = match &meant {
        _ if is_beyond(opcode.text) => [&name, NOT_EVALUATED].concat(),
        Some(Meant { alias: Some(alias), opcode, .. }) => {
            let note = if alias.note.is_empty() { "" } else { "; " };
            format!("{name} is `{opcode}` in PTX{note}{}", alias.note)
        }
        Some(meant) => format!("unknown instruction {name}; did you mean `{}`?", meant.opcode),
        None => {
            let all: Vec<_> = opcodes().collect();
            format!("unknown instruction {name}; expected one of {}", all.join(", "))
        }
    };
    let mut diagnostic = Diagnostic::new(Code::UnknownOpcode, opcode.span.clone(), message);
    let found = meant.and_then(|meant| meant.legal(context));
    diagnostic.fixes.extend(found.map(|found| use_of(&found, statement)));
    diagnostic
}

/// What is said of PTX that this does not evaluate.
const NOT_EVALUATED: &str = " is PTX, but it is not evaluated here";

/// An integer instruction of an opcode that has some.
pub(super) fn integer(opcode: &Token<'_>, statement: &Statement<'_>) -> Option<Diagnostic> {
    let is_integer = |token: &&Token<'_>| matches!(Modifier::parse(token.text), Some(Modifier::Type(kind)) if kind.is_integer());
    let token = statement.modifiers.iter().find(is_integer)?;
    has_integers(opcode.text).then(|| {
        let message = format!("integer `{}`{NOT_EVALUATED}", opcode.text);
        Diagnostic::new(Code::ModifierNotAllowed, token.span.clone(), message)
    })
}

/// A modifier that no instruction has.
pub(super) fn unknown_modifier(opcode: &str, token: &Token<'_>) -> Diagnostic {
    let name = quoted(token.text);
    let message = match Word::of(opcode, token) {
        Some(Word { modifier, is_misspelled: true, .. }) => {
            let meant = modifier.spelling();
            format!("{name} is not a modifier of `{opcode}`; did you mean `{meant}`?")
        }
        Some(Word { modifier, .. }) => translated(opcode, token, modifier),
        None => format!("{name} is not a modifier of `{opcode}`"),
    };
    Diagnostic::new(Code::UnknownModifier, token.span.clone(), message)
}

/// A modifier from elsewhere.
fn translated(opcode: &str, token: &Token<'_>, modifier: Modifier) -> alloc::string::String {
    let (name, spelling) = (quoted(token.text), modifier.spelling());
    let Modifier::Type(kind) = modifier else { return format!("{name} is `{spelling}` in PTX") };
    if let Some(message) = no_arithmetic(opcode, kind) {
        return message;
    }
    if kind.packing().lanes > 1 {
        return format!("{name} comes in pairs, as `{spelling}`: one register holds two");
    }
    format!("{name} is `{spelling}` in PTX")
}

/// Says that an opcode computes nothing in a format that is only converted.
pub(super) fn no_arithmetic(opcode: &str, kind: Type) -> Option<alloc::string::String> {
    let has_type =
        forms_of(opcode).flat_map(Form::choices).any(|it| it.modifier == Modifier::Type(kind));
    let is_converted = || {
        let is_conversion = |form: &Form| form.operation == Operation::Convert;
        forms_of(opcode).next().is_some_and(is_conversion)
    };
    (!has_type && !is_converted() && kind.format().width() < 16 && !kind.is_integer()).then(|| {
        let name = kind.format().name();
        format!(
            "{} has no {}: there is no arithmetic in {name}, so convert first",
            code(opcode),
            code(kind.spelling())
        )
    })
}
