//! Words that no instruction has, and what was probably meant.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::diagnostic::{Action, Code, Diagnostic, Fix};
use super::parse::{Statement, Token};
use super::suggest::nearest_word;
use crate::catalog::{Form, forms_of, opcodes};
use crate::quote::quoted;

/// An opcode that no row has.
pub(super) fn unknown_opcode(opcode: &Token<'_>, statement: &Statement<'_>) -> Diagnostic {
    let meant = nearest_word(opcode.text, opcodes());
    let mut message = format!("there is no instruction {} here", quoted(opcode.text));
    if meant.is_none() {
        let all: Vec<_> = opcodes().collect();
        message.extend(["; there are ", &all.join(", ")]);
    }
    let mut diagnostic = Diagnostic::new(Code::UnknownOpcode, opcode.span.clone(), message);
    if let Some(word) = meant {
        let rest: String = statement.modifiers.iter().map(|token| token.text).collect();
        let action = Action::Spelling(format!("{word}{rest}"));
        diagnostic.fixes.push(Fix { label: format!("use {word}"), action });
    }
    diagnostic
}

/// A modifier that no instruction has.
pub(super) fn unknown_modifier(
    opcode: &str,
    token: &Token<'_>,
    statement: &Statement<'_>,
) -> Diagnostic {
    let known = forms_of(opcode).flat_map(Form::choices).map(|c| c.modifier.spelling());
    let meant = nearest_word(token.text, known);
    let hint = meant.map_or(String::new(), |word| format!("; did you mean `{word}`?"));
    let message = format!("{} is not a modifier of {opcode}{hint}", quoted(token.text));
    let mut diagnostic = Diagnostic::new(Code::UnknownModifier, token.span.clone(), message);
    if let Some(word) = meant {
        let replaced = |each: &Token<'_>| if each == token { word } else { each.text }.to_string();
        let rest: String = statement.modifiers.iter().map(replaced).collect();
        let action = Action::Spelling(format!("{opcode}{rest}"));
        diagnostic.fixes.push(Fix { label: format!("use {word}"), action });
    }
    diagnostic
}
