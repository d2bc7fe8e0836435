//! Diagnostics for modifiers without a slot, and slots without a modifier.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::diagnostic::{Code, Diagnostic, Fix};
use super::fit::Fit;
use super::resolve::{Head, use_of};
use super::unknown::no_arithmetic;
use crate::catalog::{
    Form, Group, Instruction, Modifier, Operation, Signature, Slot, Type, either, forms_of,
};
use crate::order::push_new;
use crate::source::PTXAS;

/// Reports how the modifiers differ from the row that is nearest to them.
///
/// `legacy` is a row of old versions that fits them.
pub(super) fn report(
    head: &Head<'_>,
    best: &Fit,
    legacy: Option<&Fit>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let has_unknown = !diagnostics.is_empty();
    for position in &best.laid.repeated {
        diagnostics.extend(repeated(head, *position));
    }
    for position in &best.laid.misplaced {
        diagnostics.push(not_first(head, best, *position));
    }
    for position in &best.laid.leftover {
        diagnostics.push(not_allowed(head, best, *position));
    }
    if best.is_mispaired {
        diagnostics.push(mispaired(head, best));
    }
    // An unknown modifier may stand for a missing one, and another type for a missing type.
    let mut has_type = best.laid.leftover.iter().any(|position| head.is_type(*position));
    for slot in best.laid.missing.iter().filter_map(|index| best.form.slots.get(*index)) {
        let is_reported = has_unknown || has_type && slot.is_type();
        if !is_reported {
            diagnostics.push(missing(head, best, slot, legacy));
            // A second missing type would repeat the message.
            has_type |= slot.is_type();
        }
    }
}

/// A repetition that the assembler rejects.
fn repeated(head: &Head<'_>, position: usize) -> Option<Diagnostic> {
    let modifier = head.modifiers.get(position).filter(|modifier| !modifier.is_repeatable())?;
    let message = format!("`{}` appears twice", modifier.spelling());
    Some(Diagnostic::new(Code::DuplicateModifier, head.place(position), message))
}

/// Reports a modifier that must come right after the opcode.
fn not_first(head: &Head<'_>, best: &Fit, position: usize) -> Diagnostic {
    let spelling = head.modifiers.get(position).map_or("", |modifier| modifier.spelling());
    let message = format!("`{spelling}` must come right after `{}`", head.opcode);
    let mut diagnostic = Diagnostic::new(Code::ModifierNotAllowed, head.place(position), message);
    diagnostic.source = Some(PTXAS);
    diagnostic.fixes.extend(head.fixed(best).and_then(|found| use_of(&found, head.statement)));
    diagnostic
}

fn not_allowed(head: &Head<'_>, best: &Fit, position: usize) -> Diagnostic {
    let modifier = head.modifiers.get(position).copied().unwrap_or(Modifier::Rn);
    let spelling = modifier.spelling();
    let having: Vec<_> = forms_of(head.opcode)
        .filter(|form| form.is_documented() && form.choices().any(|c| c.modifier == modifier))
        .collect();
    let here = best.completed().signature();
    let as_typed: Vec<_> = here.iter().map(Modifier::Type).chain([modifier]).collect();
    if let Some(fit) = having
        .iter()
        .map(|form| Fit::new(form, &as_typed))
        .find(|fit| fit.is_mispaired && fit.laid.leftover.is_empty())
    {
        return mispaired(head, &fit);
    }
    let signatures: Vec<_> = having.iter().flat_map(|form| form.signatures()).collect();
    let opcode = head.opcode;
    let message = if let Modifier::Type(kind) = modifier {
        if having.is_empty() { no_type(opcode, kind) } else { no_combination(head, modifier) }
    } else if having.is_empty() {
        format!("`{opcode}` has no `{spelling}`")
    } else if let (true, Some(other)) = (signatures.contains(&here), rival_of(head, modifier)) {
        format!("`{spelling}` can't be combined with `{}`", other.spelling())
    } else {
        let mut lists = Vec::new();
        for types in &signatures {
            push_new(&mut lists, types.to_string());
        }
        if lists.len() > LISTED {
            let is_exact = modifier.group() == Group::Rounding && is_exact(&best.completed());
            let why =
                if is_exact { ": the conversion is exact, so it takes no rounding" } else { "" };
            format!("`{spelling}` can't be combined with `{here}`{why}")
        } else {
            format!("`{opcode}` takes `{spelling}` only with {}", list(&lists))
        }
    };
    let mut diagnostic = Diagnostic::new(Code::ModifierNotAllowed, head.place(position), message);
    diagnostic.source = Some(best.form.source);
    diagnostic.fixes = fixes_without(head, best, modifier);
    diagnostic
}

/// Whether an instruction is a conversion to a format that has every number of the other, and takes no
/// rounding.
fn is_exact(found: &Instruction) -> bool {
    let types = found.signature();
    let float = |place| types.get(place).and_then(|kind: Type| kind.format().float());
    let is_rounded = found.modifiers().any(|each| each.group() == Group::Rounding);
    let is_conversion = found.form.operation == Operation::Convert;
    is_conversion && !is_rounded && float(0).zip(float(1)).is_some_and(|(to, from)| to.holds(from))
}

/// A type that an opcode has nowhere, with those that it has.
fn no_type(opcode: &str, kind: Type) -> String {
    if let Some(message) = no_arithmetic(opcode, kind) {
        return message;
    }
    let mut words: Vec<String> = Vec::new();
    for types in forms_of(opcode).filter(|form| form.is_documented()).flat_map(Form::signatures) {
        push_new(&mut words, types.to_string());
    }
    format!("`{opcode}` has no `{}`; it takes {}", kind.spelling(), list(&words))
}

/// Types that no row has together.
fn no_combination(head: &Head<'_>, modifier: Modifier) -> String {
    let types = head.modifiers.iter().filter(|each| each.group() == Group::Type);
    let all: String = types.map(|each| each.spelling()).collect();
    if all == modifier.spelling() {
        return format!("`{}` does not take `{all}` here", head.opcode);
    }
    format!("`{}` does not take the types `{all}` together", head.opcode)
}

fn mispaired(head: &Head<'_>, best: &Fit) -> Diagnostic {
    let types = best.completed().signature();
    let spelled = |place| types.get(place).map_or("", Type::spelling);
    let message =
        format!("`.sat` changes nothing here: `{}` holds every `{}`", spelled(0), spelled(1));
    let place = head.place_of(Some(Modifier::Sat.spelling()));
    let mut diagnostic = Diagnostic::new(Code::ModifierNotAllowed, place, message);
    diagnostic.source = Some(best.form.source);
    diagnostic
}

/// The spelled modifier that excludes another: one of its group first.
fn rival_of(head: &Head<'_>, modifier: Modifier) -> Option<Modifier> {
    let others = || head.modifiers.iter().copied().filter(|each| *each != modifier);
    let is_setting =
        |each: &Modifier| each.group() != Group::Type && each.group() != Group::Rounding;
    let same_group = others().find(|each| each.group() == modifier.group());
    same_group.or_else(|| others().find(is_setting))
}

/// The fixes of a modifier that has no place: without it, and with other types that have it.
fn fixes_without(head: &Head<'_>, best: &Fit, modifier: Modifier) -> Vec<Fix> {
    let mut fixes = Vec::new();
    let removed = best.completed();
    let found = head.fixed(best);
    if let Some((found, mut fix)) = found.and_then(|it| Some((it, use_of(&it, head.statement)?))) {
        let is_removed = found == removed && best.laid.missing.is_empty();
        if is_removed && modifier.group() != Group::Type {
            fix.label = format!("remove {}", modifier.spelling());
        }
        fixes.push(fix);
    }
    // The types that are written are meant, so other types are no fix.
    if modifier.group() == Group::Type {
        return fixes;
    }
    // Otherwise the fix has these modifiers with the nearest types.
    let others: Vec<_> =
        head.modifiers.iter().copied().filter(|each| each.group() != Group::Type).collect();
    let types = removed.signature();
    let mut found: Option<(usize, Instruction)> = None;
    // Few rows offer all of the modifiers; only their types are compared.
    let offers_all = |form: &&Form| {
        others.iter().all(|each| form.choices().any(|choice| choice.modifier == *each))
    };
    let rows = forms_of(head.opcode).filter(|form| form.is_documented());
    for form in rows.filter(offers_all) {
        for signature in form.signatures() {
            let all = others.iter().copied().chain(signature.iter().map(Modifier::Type));
            let fit = Fit::new(form, &all.collect::<Vec<_>>());
            let other = fit.completed();
            if fit.is_exact() && fit.laid.repeated.is_empty() && other.is_available(head.context) {
                let apart = apart(signature, types);
                if found.is_none_or(|(least, _)| apart < least) {
                    found = Some((apart, other));
                }
            }
        }
    }
    if let Some((_, other)) = found
        && let Some(fix) = use_of(&other, head.statement)
        && fixes.iter().all(|each| each.action != fix.action)
    {
        fixes.push(Fix { label: format!("use {}", other.signature()), ..fix });
    }
    fixes
}

/// Returns the distance between types: other lanes and an integer in place of a number weigh most.
fn apart(types: Signature, others: Signature) -> usize {
    let place = |place| match (types.get(place), others.get(place)) {
        (None, None) => 0,
        (Some(one), Some(other)) if one == other => 0,
        (Some(one), Some(other)) => {
            let is_packed = one.packing().lanes != other.packing().lanes;
            let is_of_other_kind = one.is_integer() != other.is_integer();
            1 + 4 * usize::from(is_packed) + 4 * usize::from(is_of_other_kind)
        }
        (Some(_), None) | (None, Some(_)) => 2,
    };
    place(0) + place(1)
}

/// A slot that must be filled; `legacy` is a row of old versions without it.
fn missing(head: &Head<'_>, best: &Fit, slot: &Slot, legacy: Option<&Fit>) -> Diagnostic {
    let modifiers = || slot.choices.iter().map(|choice| choice.modifier);
    let group = modifiers().next().map_or(Group::Type, Modifier::group);
    let mut words: Vec<String> = Vec::new();
    let forms = || forms_of(head.opcode).filter(|form| form.is_documented());
    let types = best.completed().signature();
    let signatures = || forms().flat_map(Form::signatures);
    match (group, types.get(0), types.get(1)) {
        (Group::Type, Some(_), None) => {
            signatures().for_each(|types| push_new(&mut words, types.to_string()));
        }
        (Group::Type, first, Some(_)) => {
            let fitting = signatures().filter(|types| types.get(0) == first);
            let second = fitting.filter_map(|types| types.get(1));
            second.for_each(|kind| push_new(&mut words, kind.spelling().to_string()));
        }
        _ if legacy.is_some() => {
            let current = forms().filter(|form| form.implied.is_empty());
            let of_types = current.filter(|form| form.signatures().contains(&types));
            let slots = of_types.filter_map(|form| form.slots.first());
            let choices = slots.flat_map(|slot| slot.choices).map(|choice| choice.modifier);
            choices
                .filter(|modifier| modifier.group() == group)
                .for_each(|modifier| push_new(&mut words, modifier.spelling().to_string()));
        }
        _ => words.extend(modifiers().map(|modifier| modifier.spelling().to_string())),
    }
    let opcode = head.opcode;
    let is_pair = best.form.type_slots().count() > 1;
    let n_types = head.modifiers.iter().filter(|each| each.group() == Group::Type).count();
    let mut message = match (group, words.as_slice(), n_types) {
        (Group::Type, _, 0) if is_pair => {
            // Between numbers of two formats, as most conversions are.
            let is_usual = |types: &Signature| {
                types.get(0) != types.get(1) && !types.iter().any(Type::is_integer)
            };
            let example = signatures().find(is_usual).unwrap_or(types);
            format!("`{opcode}` needs the types to convert to and from, such as `{example}`")
        }
        (Group::Type, _, _) if is_pair => {
            format!("`{opcode}` needs the type to convert from: {}", list(&words))
        }
        (_, [only], _) => format!("`{opcode}` needs `{only}` here"),
        (Group::Type, ..) => format!("`{opcode}` needs a type: {}", list(&words)),
        _ => format!("`{opcode}` needs a {} modifier: {}", group.label(), list(&words)),
    };
    if let Some(legacy) = legacy {
        message.push_str("; it is optional only with ");
        message.push_str(&legacy.form.requires.to_string());
    }
    let at = head.span.end..head.span.end;
    let mut diagnostic = Diagnostic::new(Code::MissingModifier, at, message);
    diagnostic.source = Some(best.form.source);
    diagnostic.fixes.extend(head.fixed(best).and_then(|found| use_of(&found, head.statement)));
    diagnostic
}

/// The number of words that are listed before the rest is counted.
const LISTED: usize = 12;

/// `a`, `a or b`, `a, b or c`, each in backquotes.
fn list(words: &[String]) -> String {
    let mut quoted: Vec<_> = words.iter().take(LISTED).map(|word| format!("`{word}`")).collect();
    if words.len() > LISTED {
        quoted.push(format!("{} others", words.len() - LISTED));
    }
    either(&quoted)
}
