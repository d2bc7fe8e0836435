//! Diagnostics for unknown words, with the instruction that was probably meant.

use alloc::string::String;

use super::diagnostic::{Code, Diagnostic};
use super::intended::{Intended, Word};
use super::parse::{Statement, Token};
use super::resolve::use_of;
use crate::catalog::aliases::{has_integers, is_beyond, is_companion, is_tensor};
use crate::catalog::elsewhere::{Meaning, Means, Row};
use crate::catalog::{Context, Form, Modifier, Operation, Type, forms_of};
use crate::text::quote::{code, quoted};

/// An opcode that no row has.
pub(super) fn unknown_opcode(
    opcode: &Token<'_>,
    statement: &Statement<'_>,
    context: &Context,
) -> Diagnostic {
    let name = quoted(opcode.text);
    if is_companion(opcode.text) {
        let message = [&*name, COMPANION].concat();
        return Diagnostic::new(Code::Companion, opcode.span.clone(), message);
    }
    if LLVM.contains(&opcode.text) {
        let message = [
            &*name,
            " begins a function of LLVM IR; what `llc -march=nvptx64` compiles it to is PTX",
        ];
        return Diagnostic::new(Code::UnknownOpcode, opcode.span.clone(), message.concat());
    }
    let meant = if is_beyond(opcode.text) { None } else { Intended::of(statement) };
    let message = match &meant {
        _ if is_beyond(opcode.text) => {
            let modifier = statement.modifiers.first().map_or("", |modifier| modifier.text);
            let is_tensor = is_tensor(&[opcode.text, modifier].concat());
            [&*name, NOT_EVALUATED, if is_tensor { TENSOR } else { "" }].concat()
        }
        Some(Intended { meaning: Some(meaning), opcode, .. }) => {
            from_elsewhere(&name, meaning, opcode)
        }
        Some(meant) => {
            ["unknown instruction ", &name, "; did you mean `", meant.opcode, "`?"].concat()
        }
        None => ["unknown instruction ", &name].concat(),
    };
    let mut diagnostic = Diagnostic::new(Code::UnknownOpcode, opcode.span.clone(), message);
    // A fix keeps the operands in their order.
    let is_ordered = |meant: &Intended<'_>| {
        let keeps = |meaning: &Meaning| meaning.sources.is_empty() && meaning.row.means.is_near();
        meant.meaning.as_ref().is_none_or(keeps)
    };
    let found = meant.filter(is_ordered).and_then(|meant| meant.legal(context));
    diagnostic.fixes.extend(found.and_then(|found| use_of(&found, statement)));
    diagnostic
}

/// The words that begin a function of LLVM IR.
const LLVM: [&str; 2] = ["define", "declare"];

/// Reports the meaning of a name from elsewhere.
fn from_elsewhere(name: &str, meaning: &Meaning, opcode: &str) -> String {
    let Row { note, means, .. } = meaning.row;
    let is_nearest = if means.is_near() {
        ["; the nearest, `", opcode, "`, is not the same"].concat()
    } else {
        String::new()
    };
    match means {
        Means::Nothing { .. } => ["PTX has no ", name, ": ", note, &is_nearest].concat(),
        Means::Program { .. } => {
            [name, " is several statements in PTX", &is_nearest, ": ", note].concat()
        }
        Means::Instruction(_) | Means::As(_) => {
            let colon = if note.is_empty() { "" } else { "; " };
            [name, " is `", opcode, "` in PTX", colon, note].concat()
        }
    }
}

/// The remark on PTX that is not evaluated here.
const NOT_EVALUATED: &str = " is PTX, but it is not evaluated here";

/// The remark on instructions of tensor cores.
const TENSOR: &str =
    "; the view Tensor cores of the page and `ptxfp mma` compute an element of its result";

/// The remark on integers, bits and predicates.
const COMPANION: &str = " computes with integers, bits or predicates, which programs evaluate";

/// An integer instruction of an opcode that has some.
pub(super) fn integer(opcode: &Token<'_>, statement: &Statement<'_>) -> Option<Diagnostic> {
    let is_integer = |token: &&Token<'_>| match Modifier::parse(token.text) {
        Some(Modifier::Type(kind)) => kind.is_integer(),
        // The catalog has no packed integers.
        _ => matches!(token.text, ".u16x2" | ".s16x2" | ".u8x4" | ".s8x4"),
    };
    let token = statement.modifiers.iter().find(is_integer)?;
    if !has_integers(opcode.text) {
        return None;
    }
    let version = if token.text.ends_with("8x4") { " of PTX ISA 9.2" } else { "" };
    let message = ["integer ", &quoted(opcode.text), version, COMPANION].concat();
    Some(Diagnostic::new(Code::Companion, token.span.clone(), message))
}

/// A modifier that no instruction has.
pub(super) fn unknown_modifier(opcode: &str, token: &Token<'_>) -> Diagnostic {
    let (name, no) = (quoted(token.text), " is not a modifier of ");
    let word = Word::of(opcode, token);
    let known = code(opcode);
    let message = match word {
        Some(Word { modifier, is_misspelled: true, .. }) => {
            let meant = modifier.spelling();
            [&name, no, &known, "; did you mean `", meant, "`?"].concat()
        }
        Some(Word { modifier, .. }) => translated(opcode, token, modifier),
        None => [&name, no, &known].concat(),
    };
    Diagnostic::new(Code::UnknownModifier, token.span.clone(), message)
}

/// A modifier from elsewhere.
fn translated(opcode: &str, token: &Token<'_>, modifier: Modifier) -> String {
    let (name, spelling) = (quoted(token.text), modifier.spelling());
    let kind = if let Modifier::Type(kind) = modifier { Some(kind) } else { None };
    if let Some(message) = kind.and_then(|kind| no_arithmetic(opcode, kind)) {
        return [
            &*name,
            " is ",
            kind.map_or("", |kind| kind.format().name()),
            " in PTX, but ",
            &message,
        ]
        .concat();
    }
    let (verb, behind) = match kind.map_or(1, |kind| kind.packing().lanes) {
        1 => (" is `", "` in PTX"),
        _ => (" comes in pairs, as `", "`: one register holds two"),
    };
    [&name, verb, spelling, behind].concat()
}

/// Reports that an opcode does not compute in a format that is only converted, or needs other
/// lanes.
pub(super) fn no_arithmetic(opcode: &str, kind: Type) -> Option<String> {
    let types = || {
        forms_of(opcode).flat_map(Form::choices).filter_map(|choice| {
            if let Modifier::Type(each) = choice.modifier { Some(each) } else { None }
        })
    };
    let is_conversion = |form: &Form| form.operation == Operation::Convert;
    let is_converted = || forms_of(opcode).next().is_some_and(is_conversion);
    let is_narrow = kind.format().width() < 16 && !kind.is_integer();
    if !is_narrow || types().any(|each| each == kind) || is_converted() {
        return None;
    }
    let has_no = ["`", opcode, "` has no `", kind.spelling()].concat();
    let other = types().find(|each| each.format() == kind.format());
    Some(if let Some(other) = other {
        [&has_no, "`; its numbers of this format come as `", other.spelling(), "`"].concat()
    } else {
        let name = kind.format().name();
        [&has_no, "`: there is no arithmetic in ", name, ", so convert first"].concat()
    })
}
