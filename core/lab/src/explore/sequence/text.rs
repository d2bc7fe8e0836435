//! A sequence in its normal form, which links hold.

use alloc::string::String;
use alloc::vec::Vec;

use super::declare::{Class, Declared, Space};
use super::guard::behind_guard;
use super::read::read;
use super::scope::Uses;
use super::split::{Kind, Piece, on_one_line};
use super::{mov, unevaluated};
use crate::catalog::{Modifier, Type};
use crate::order::push_new;
use crate::program::inline::inline;
use crate::syntax::{self, OperandText};

/// The statements of a text, one a line, without comments, labels and blocks. Registers of blocks
/// that have the name of another one get a name of their own. Declarations are left out except for
/// registers that are wider than a `cvt` takes them: without those the text would say less.
///
/// It means the same, and stays as it is when it is taken again; what cannot be read is kept as it
/// is, on one line.
///
/// Declarations of floating-point registers are kept too if no statement spells their type: `mov.b32`
/// alone does not say what its registers hold.
///
/// ```
/// use ptxfp::explore::sequence::normal;
///
/// let text = "{ .reg .f32 t;\n mul.rn .f32 t,a,b /* ab */; add.rn.f32 d, t , c }";
/// assert_eq!(normal(text), "mul.rn.f32 t, a, b;\nadd.rn.f32 d, t, c;");
/// let text = ".reg .b32 x; abs.f32 x, a; { .reg .f32 x; abs.f32 x, b; } cvt.f32.f16 d, x";
/// assert_eq!(
///     normal(text),
///     ".reg .b32 x;\nabs.f32 x, a;\nabs.f32 x_1, b;\ncvt.f32.f16 d, x;"
/// );
/// ```
#[must_use]
pub fn normal(text: &str) -> String {
    let mut found = taken_once(text);
    // The rest of an unfinished string may look like a string again, and is shorter each time.
    while inline(&found).is_some() {
        let next = taken_once(&found);
        if next.len() >= found.len() {
            break;
        }
        found = next;
    }
    found
}

fn taken_once(text: &str) -> String {
    let read = read(text);
    let (text, pieces) = (&*read.text, &read.pieces);
    let uses = Uses::of(text, pieces, &read.operands);
    let kept = || pieces.iter().filter(|piece| piece.kind == Kind::Statement);
    let mut lines = untold(text, pieces, &uses);
    for piece in kept() {
        for wide in wide(text.get(piece.span.clone()).unwrap_or_default(), piece, &uses) {
            push_new(&mut lines, wide);
        }
    }
    let mut is_behind_statement = false;
    for piece in pieces {
        let own = text.get(piece.span.clone()).unwrap_or_default();
        match piece.kind {
            Kind::Statement => {
                is_behind_statement = true;
                lines.push(line(&uses.rename(text, piece)) + ";");
            }
            // Registers of the next function are others, and it runs whatever this one does.
            Kind::Directive if is_behind_statement => {
                let name = unevaluated::function(own);
                lines.extend(name.map(|name| [".func ", name, "();"].concat()));
            }
            Kind::Directive | Kind::Declaration | Kind::Label | Kind::Open | Kind::Close => {}
        }
    }
    lines.join("\n")
}

/// The declarations of floating-point registers and of parameters whose type no statement spells.
fn untold(text: &str, pieces: &[Piece], uses: &Uses) -> Vec<String> {
    // Each name, and whether a statement that has it spells its type.
    let mut found: Vec<(&str, Declared, bool)> = Vec::new();
    for piece in pieces.iter().filter(|piece| piece.kind == Kind::Statement) {
        let (statement, _) = syntax::parse(text.get(piece.span.clone()).unwrap_or_default());
        for each in uses.within(piece) {
            let Some(declared) = each.declared.filter(is_telling) else { continue };
            let is_told = statement.modifiers.iter().any(|it| is_told(&declared, it.text));
            match found.binary_search_by(|(name, ..)| name.cmp(&&*each.name)) {
                Ok(place) => {
                    if let Some((_, _, was_told)) = found.get_mut(place) {
                        *was_told |= is_told;
                    }
                }
                Err(place) => found.insert(place, (&each.name, declared, is_told)),
            }
        }
    }
    // A declaration after the first use says nothing of the register.
    let is_untold =
        |(name, _, is_told): &&(&str, Declared, bool)| !is_told && uses.is_declared_at_first(name);
    let line = |(name, declared, _): &(&str, Declared, bool)| {
        let space = if declared.space == Space::Param { ".param " } else { ".reg " };
        [space, declared.spelling, " ", name, ";"].concat()
    };
    found.iter().filter(is_untold).map(line).collect()
}

/// Whether a declaration may say more than the statements.
fn is_telling(declared: &Declared) -> bool {
    match declared.space {
        Space::Register => declared.class != Class::Bits,
        Space::Param => true,
        Space::ParamArray => false,
    }
}

/// Whether a modifier of a statement says what a declaration does.
fn is_told(declared: &Declared, modifier: &str) -> bool {
    let kind = kind(modifier);
    let width = |kind: Type| kind.packing().register_width() == declared.width;
    match (declared.class, declared.space) {
        (Class::Float, _) => modifier == declared.spelling,
        (_, Space::Register) => {
            !modifier.starts_with(".b") && kind.is_some_and(|kind| kind.is_integer() && width(kind))
        }
        (_, Space::Param | Space::ParamArray) => kind.is_some_and(width),
    }
}

/// The type that a modifier spells; untyped ones of `mov`, loads and stores are among them.
fn kind(modifier: &str) -> Option<Type> {
    match Modifier::parse(modifier) {
        Some(Modifier::Type(kind)) => Some(kind),
        _ if modifier == ".b8" => Some(Type::U8),
        _ => mov::Kind::spelled(modifier).map(|kind| kind.kind),
    }
}

/// The declarations of registers that are wider than a conversion, a load or a store takes them.
fn wide(own: &str, piece: &Piece, uses: &Uses) -> Vec<String> {
    let behind = behind_guard(own);
    let (statement, _) = syntax::parse(own.get(behind..).unwrap_or_default());
    let types = statement.modifiers.iter().rev().filter_map(|it| kind(it.text));
    let mut widths = types.map(|kind| kind.packing().register_width());
    let [source, destination] = match statement.opcode.as_ref().map(|opcode| opcode.text) {
        // The types are spelled last, that of the destination before that of the sources.
        Some("cvt") => [widths.next(), widths.next()],
        Some("ld" | "ldu" | "st") => [widths.next(); 2],
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    for (index, operand) in statement.operands.iter().enumerate() {
        let Some(width) = (if index == 0 { destination } else { source }) else { continue };
        for element in &operand.elements {
            let name = uses.at(piece.span.start + behind + element.span.start);
            let declared = name.and_then(|it| Some((it, it.declared?)));
            let wider = declared.filter(|(_, declared)| declared.width > width);
            // A declaration after the first use says nothing of the register.
            let wider = wider.filter(|(it, _)| uses.is_declared_at_first(&it.name));
            if let Some((name, declared)) = wider {
                found.push([".reg ", declared.spelling, " ", &name.name, ";"].concat());
            }
        }
    }
    found
}

/// A statement on one line, without the semicolon.
pub(super) fn line(text: &str) -> String {
    let line = on_one_line(text);
    let printed = print(&line).filter(|printed| print(printed).as_ref() == Some(printed));
    printed.unwrap_or(line)
}

/// A statement in the usual notation, if it is read without an error.
fn print(line: &str) -> Option<String> {
    if line.starts_with('@') {
        let (guard, rest) = line.split_once(' ')?;
        return Some([guard, " ", &print(rest.trim_start())?].concat());
    }
    let (statement, diagnostics) = syntax::parse(line);
    let head = statement.opcode.as_ref().filter(|head| head.span.start == 0)?;
    if !diagnostics.is_empty() {
        return None;
    }
    let mut text = String::from(head.text);
    statement.modifiers.iter().for_each(|modifier| text.push_str(modifier.text));
    for (index, operand) in statement.operands.iter().enumerate() {
        text.push_str(if index == 0 { " " } else { ", " });
        text.push_str(&print_operand(operand));
    }
    Some(text)
}

fn print_operand(operand: &OperandText<'_>) -> String {
    let elements: Vec<_> = operand.elements.iter().map(|element| element.text).collect();
    let list = elements.join(", ");
    if operand.is_vector { ["{", &list, "}"].concat() } else { list }
}
