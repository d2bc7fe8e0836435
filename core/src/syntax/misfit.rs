//! Modifiers without a place, and places without a modifier.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::diagnostic::{Action, Code, Diagnostic, Fix};
use super::fit::{Fit, spell, spell_types, type_signatures};
use super::resolve::Head;
use crate::catalog::{Group, Modifier, Slot, Type, either, forms_of};
use crate::order::push_new;

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
    for position in best.leftover.iter() {
        diagnostics.push(not_allowed(head, best, position));
    }
    if best.is_mispaired {
        diagnostics.push(mispaired(head, best));
    }
    // What is missing may be what an unknown modifier was meant to be, or another type.
    let has_type = best.leftover.iter().any(|position| head.is_type(position));
    for slot in best.missing.iter().filter_map(|index| best.form.slots.get(index)) {
        if !has_unknown && !(has_type && slot.is_type()) {
            diagnostics.push(missing(head, best, slot, legacy));
        }
    }
}

/// A repetition that the assembler minds.
fn repeated(head: &Head<'_>, position: usize) -> Option<Diagnostic> {
    let modifier = head.modifiers.get(position).filter(|modifier| !modifier.is_repeatable())?;
    let message = format!("`{}` stands twice", modifier.spelling());
    Some(Diagnostic::new(Code::DuplicateModifier, head.place(position), message))
}

fn not_allowed(head: &Head<'_>, best: &Fit, position: usize) -> Diagnostic {
    let modifier = head.modifiers.get(position).copied().unwrap_or(Modifier::Rn);
    let spelling = modifier.spelling();
    let having: Vec<_> = forms_of(head.opcode)
        .filter(|form| form.is_documented() && form.choices().any(|c| c.modifier == modifier))
        .collect();
    let here: Vec<Type> = best.completed().types().collect();
    let as_typed: Vec<_> = here.iter().copied().map(Modifier::Type).chain([modifier]).collect();
    if let Some(fit) = having
        .iter()
        .map(|form| Fit::new(form, &as_typed))
        .find(|fit| fit.is_mispaired && fit.leftover.is_empty())
    {
        return mispaired(head, &fit);
    }
    let signatures: Vec<_> = having.iter().flat_map(|form| type_signatures(form)).collect();
    let message = if having.is_empty() {
        format!("{} has no `{spelling}`", head.opcode)
    } else if modifier.group() == Group::Type {
        format!("`{spelling}` does not go with the other types here")
    } else if let (true, Some(other)) = (signatures.contains(&here), rival_of(head, modifier)) {
        format!("`{spelling}` cannot be combined with `{}`", other.spelling())
    } else {
        let mut lists = Vec::new();
        signatures.iter().for_each(|types| push_new(&mut lists, spell_types(types)));
        if lists.len() > LISTED {
            format!("`{spelling}` does not go with `{}`", spell_types(&here))
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
    let types: Vec<_> = best.completed().types().collect();
    let spelled = |index: usize| types.get(index).map_or("", |each| each.spelling());
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
    let mut found: Option<(bool, Vec<Type>, String)> = None;
    for form in forms_of(head.opcode).filter(|form| form.is_documented()) {
        for signature in type_signatures(form) {
            let types = signature.iter().copied().map(Modifier::Type);
            let all: Vec<_> = others.iter().copied().chain(types).collect();
            let fit = Fit::new(form, &all);
            let is_legal = fit.completed().is_available(head.context);
            if fit.is_exact() && fit.repeated.is_empty() && is_legal {
                let is_other = signature.first().map(|t| t.packing().lanes) != lanes;
                if found.as_ref().is_none_or(|(other, ..)| *other && !is_other) {
                    let text = format!("{}{}", head.opcode, spell(&all));
                    found = Some((is_other, signature, text));
                }
            }
        }
    }
    fixes.extend(found.map(|(_, types, text)| Fix {
        label: format!("use {}", spell_types(&types)),
        action: Action::Spelling(text),
    }));
    fixes
}

/// A slot that must be filled; `legacy` is a row of old versions that does without.
fn missing(head: &Head<'_>, best: &Fit, slot: &Slot, legacy: Option<&Fit>) -> Diagnostic {
    let modifiers = || slot.choices.iter().map(|choice| choice.modifier);
    let group = modifiers().next().map_or(Group::Type, Modifier::group);
    let mut words: Vec<String> = Vec::new();
    let forms = || forms_of(head.opcode).filter(|form| form.is_documented());
    let types: Vec<_> = best.completed().types().collect();
    if group == Group::Type && types.len() == 1 {
        let all = forms().flat_map(type_signatures);
        all.for_each(|types| push_new(&mut words, spell_types(&types)));
    } else if let (Group::Type, [first, _]) = (group, types.as_slice()) {
        let second =
            |types: Vec<Type>| (types.first() == Some(first)).then(|| types.last().copied());
        let all = forms().flat_map(type_signatures).filter_map(second).flatten();
        all.for_each(|kind| push_new(&mut words, kind.spelling().to_string()));
    } else if legacy.is_some() {
        let current = forms().filter(|form| form.implied.is_empty());
        let of_types = current.filter(|form| type_signatures(form).contains(&types));
        let slots = of_types.filter_map(|form| form.slots.first());
        let choices = slots.flat_map(|slot| slot.choices).map(|choice| choice.modifier);
        choices
            .filter(|modifier| modifier.group() == group)
            .for_each(|modifier| push_new(&mut words, modifier.spelling().to_string()));
    } else {
        words.extend(modifiers().map(|modifier| modifier.spelling().to_string()));
    }
    let mut message = match words.as_slice() {
        [only] => format!("{} needs `{only}` here", head.opcode),
        _ => format!("{} needs a {} modifier: {}", head.opcode, group.label(), list(&words)),
    };
    if let Some(legacy) = legacy {
        message.push_str(&format!("; without one it is for {}", legacy.form.requires));
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
