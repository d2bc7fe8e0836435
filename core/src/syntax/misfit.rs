//! Modifiers without a place, and places without a modifier.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::diagnostic::{Action, Code, Diagnostic, Fix};
use super::fit::Fit;
use super::resolve::Head;
use crate::catalog::{Form, Group, Instruction, Modifier, Slot, Type, either, forms_of};
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
    for position in best.repeated.iter() {
        diagnostics.extend(repeated(head, position));
    }
    for (position, modifier) in head.modifiers.iter().enumerate().skip(1) {
        if modifier.is_first() && !best.repeated.iter().any(|each| each == position) {
            diagnostics.push(not_first(head, best, position));
        }
    }
    for position in best.leftover.iter() {
        diagnostics.push(not_allowed(head, best, position));
    }
    if best.is_mispaired {
        diagnostics.push(mispaired(head, best));
    }
    // What is missing may be what an unknown modifier was meant to be, or another type.
    let mut has_type = best.leftover.iter().any(|position| head.is_type(position));
    for slot in best.missing.iter().filter_map(|index| best.form.slots.get(index)) {
        let is_told = has_unknown || has_type && slot.is_type();
        if !is_told {
            diagnostics.push(missing(head, best, slot, legacy));
            // The same would be said of a second type.
            has_type |= slot.is_type();
        }
    }
}

/// A repetition that the assembler minds.
fn repeated(head: &Head<'_>, position: usize) -> Option<Diagnostic> {
    let modifier = head.modifiers.get(position).filter(|modifier| !modifier.is_repeatable())?;
    let message = format!("`{}` stands twice", modifier.spelling());
    Some(Diagnostic::new(Code::DuplicateModifier, head.place(position), message))
}

/// A modifier that only stands right behind the opcode.
fn not_first(head: &Head<'_>, best: &Fit, position: usize) -> Diagnostic {
    let spelling = head.modifiers.get(position).map_or("", |modifier| modifier.spelling());
    let message = format!("`{spelling}` stands right behind {} only", head.opcode);
    let mut diagnostic = Diagnostic::new(Code::ModifierNotAllowed, head.place(position), message);
    diagnostic.source = Some(PTXAS);
    let text = best.completed().to_string();
    let label = format!("use {text}");
    diagnostic.fixes = alloc::vec![Fix { label, action: Action::Spelling(text) }];
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
        .find(|fit| fit.is_mispaired && fit.leftover.is_empty())
    {
        return mispaired(head, &fit);
    }
    let signatures: Vec<_> = having.iter().flat_map(|form| form.signatures()).collect();
    let message = if having.is_empty() {
        format!("{} has no `{spelling}`", head.opcode)
    } else if modifier.group() == Group::Type {
        format!("`{spelling}` does not go with the other types here")
    } else if let (true, Some(other)) = (signatures.contains(&here), rival_of(head, modifier)) {
        format!("`{spelling}` cannot be combined with `{}`", other.spelling())
    } else {
        let mut lists = Vec::new();
        for types in &signatures {
            push_new(&mut lists, types.to_string());
        }
        if lists.len() > LISTED {
            format!("`{spelling}` does not go with `{here}`")
        } else {
            format!("{} takes `{spelling}` with {} only", head.opcode, list(&lists))
        }
    };
    let mut diagnostic = Diagnostic::new(Code::ModifierNotAllowed, head.place(position), message);
    diagnostic.source = Some(best.form.source);
    diagnostic.fixes = fixes_without(head, best, modifier);
    diagnostic
}

fn mispaired(head: &Head<'_>, best: &Fit) -> Diagnostic {
    let types = best.completed().signature();
    let spelled = |place| types.get(place).map_or("", Type::spelling);
    let message =
        format!("`.sat` has no meaning here: `{}` holds every `{}`", spelled(0), spelled(1));
    let place = head.place_of(Modifier::Sat);
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

fn fixes_without(head: &Head<'_>, best: &Fit, modifier: Modifier) -> Vec<Fix> {
    let removed = best.completed();
    let mut fixes = Vec::new();
    if removed.is_available(head.context) && !best.is_mispaired {
        let label = if modifier.group() == Group::Type || !best.missing.is_empty() {
            format!("use {removed}")
        } else {
            format!("remove {}", modifier.spelling())
        };
        fixes.push(Fix { label, action: Action::Spelling(removed.to_string()) });
    }
    // The same modifiers with other types, of as many lanes if there are such.
    let others: Vec<_> =
        head.modifiers.iter().copied().filter(|each| each.group() != Group::Type).collect();
    let lanes = removed.types().next().map(|each| each.packing().lanes);
    let mut found: Option<(bool, Instruction)> = None;
    // Few rows offer all of them; only their types need a look.
    let offers_all = |form: &&Form| {
        others.iter().all(|each| form.choices().any(|choice| choice.modifier == *each))
    };
    let rows = forms_of(head.opcode).filter(|form| form.is_documented());
    for form in rows.filter(offers_all) {
        for signature in form.signatures() {
            let types = signature.iter().map(Modifier::Type);
            let all: Vec<_> = others.iter().copied().chain(types).collect();
            let fit = Fit::new(form, &all);
            let other = fit.completed();
            if fit.is_exact() && fit.repeated.is_empty() && other.is_available(head.context) {
                let is_other = signature.get(0).map(|t| t.packing().lanes) != lanes;
                if found.is_none_or(|(has_other, _)| has_other && !is_other) {
                    found = Some((is_other, other));
                }
            }
        }
    }
    if let Some((_, other)) = found {
        let action = Action::Spelling(other.to_string());
        // A type that is left over may be all that is wrong.
        if fixes.iter().all(|fix| fix.action != action) {
            fixes.push(Fix { label: format!("use {}", other.signature()), action });
        }
    }
    fixes
}

/// A slot that must be filled; `legacy` is a row of old versions that does without.
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
    let mut message = match words.as_slice() {
        [only] => format!("{} needs `{only}` here", head.opcode),
        _ => format!("{} needs a {} modifier: {}", head.opcode, group.label(), list(&words)),
    };
    if let Some(legacy) = legacy {
        message.push_str("; without one it is for ");
        message.push_str(&legacy.form.requires.to_string());
    }
    let at = head.span.end..head.span.end;
    let mut diagnostic = Diagnostic::new(Code::MissingModifier, at, message);
    diagnostic.source = Some(best.form.source);
    let completed = best.completed();
    if completed.is_available(head.context) {
        let text = completed.to_string();
        let action = Action::Spelling(text.clone());
        diagnostic.fixes = alloc::vec![Fix { label: format!("use {text}"), action }];
    }
    diagnostic
}

/// How many words are listed before the rest is counted.
const LISTED: usize = 12;

/// `a`, `a or b`, `a, b or c`, each in backquotes.
fn list(words: &[String]) -> String {
    let mut quoted: Vec<_> = words.iter().take(LISTED).map(|word| format!("`{word}`")).collect();
    if words.len() > LISTED {
        quoted.push(format!("{} others", words.len() - LISTED));
    }
    either(&quoted)
}
