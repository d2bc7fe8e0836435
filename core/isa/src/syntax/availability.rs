//! Diagnostics for instructions that a version or target lacks.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::chips::overloads;
use super::diagnostic::{Action, Code, Diagnostic, Fix};
use super::fit::Fit;
use super::resolve::Head;
use crate::catalog::{Context, Part, Status, Target, Unmet, nearest_context};
use crate::source::{PTXAS, Source};

/// Reports what version and target lack of an instruction.
pub(super) fn report(head: &Head<'_>, fits: &[Fit], best: &Fit, diagnostics: &mut Vec<Diagnostic>) {
    let found = best.completed();
    let context = head.context;
    if found.is_available(context) {
        return;
    }
    // The parts that identify the row: types, and modifiers that it cannot do without.
    let mut whole = String::from(head.opcode);
    for (slot, modifier) in found.form.slots.iter().zip(&found.filled) {
        if let (true, Some(modifier)) =
            (slot.is_type() || slot.is_required() && slot.choices.len() == 1, modifier)
        {
            whole.push_str(modifier.spelling());
        }
    }
    if overloads(&found).len() > 1 {
        whole.push(' ');
        whole.push_str(&found.form.operand_list());
    }
    let place = |modifier: Option<&str>| head.place_of(modifier);
    let mut lacking = lacking(found.parts(), &whole, found.form.source, context, &place);
    // Modifiers that have to change too are reported beside.
    let is_enough = best.is_exact() || head.keeps(best);
    if is_enough && found.form.is_assembled() && found.form.implied.is_empty() {
        let fix = fix(found.parts(), context);
        for diagnostic in &mut lacking {
            diagnostic.fixes.extend(fix.clone());
        }
    }
    diagnostics.append(&mut lacking);
    report_refused(head, fits, diagnostics);
}

/// Reports what version and target lack of the parts of an instruction, the row first; `whole` is
/// what identifies the row, and `place` has the place of a modifier, or of all.
pub(crate) fn lacking(
    parts: impl Iterator<Item = Part>,
    whole: &str,
    source: Source,
    context: &Context,
    place: &dyn Fn(Option<&str>) -> Range<usize>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut report = |code, modifier, message, source| {
        let new = Diagnostic::new(code, place(modifier), message);
        found.push(Diagnostic { source: Some(source), ..new });
    };
    if context.isa < context.target.since {
        let Target { name, since, .. } = context.target;
        let isa = context.isa;
        let message = format!("{name} needs PTX ISA {since} or newer; the version is {isa}");
        report(Code::TargetUnknown, None, message, source);
    }
    let mut of_row = Vec::new();
    for part in parts.filter(|part| !part.is_assembled(context)) {
        let unmet = part.requires.unmet(context);
        if let (true, Some(other)) = (unmet.is_empty(), part.tolerated) {
            report(Code::Refused, part.modifier, other.note.into(), PTXAS);
        }
        for unmet in &unmet {
            let kind = core::mem::discriminant(unmet);
            let subject = match part.modifier {
                // Requirements that the row has too have been reported.
                Some(_) if of_row.contains(&kind) => continue,
                Some(modifier) => format!("`{modifier}` here"),
                None => String::from(whole),
            };
            let (code, message) = describe(unmet, &subject, context);
            report(code, part.modifier, message, source);
        }
        if part.modifier.is_none() {
            of_row.extend(unmet.iter().map(core::mem::discriminant));
        }
    }
    found
}

/// Describes the missing version or target, as a sentence.
fn describe(unmet: &Unmet, subject: &str, context: &Context) -> (Code, String) {
    let Context { isa, target } = context;
    match unmet {
        Unmet::Target(requires) => {
            let (targets, name) = (requires.targets(), target.name);
            let mut message = format!("{subject} needs {targets}; the target is {name}");
            if let Some(generation) = requires.lacking_generation(target) {
                for part in [", and no ", &generation, " has it"] {
                    message.push_str(part);
                }
            }
            (Code::TargetTooLow, message)
        }
        Unmet::Isa(first) => {
            let message = format!("{subject} needs PTX ISA {first} or newer; the version is {isa}");
            (Code::IsaTooOld, message)
        }
        Unmet::Ended(last) => {
            let message = format!("{subject} ended with PTX ISA {last}; the version is {isa}");
            (Code::IsaTooNew, message)
        }
    }
}

/// Reports what the ISA lists and the assembler rejects.
fn report_refused(head: &Head<'_>, fits: &[Fit], diagnostics: &mut Vec<Diagnostic>) {
    for fit in fits.iter().filter(|fit| fit.is_exact()) {
        if let (Status::Refused { note }, true) =
            (fit.form.status, fit.form.requires.is_met(head.context))
        {
            let mut diagnostic = Diagnostic::new(Code::Refused, head.span.clone(), note.into());
            diagnostic.source = Some(PTXAS);
            diagnostics.push(diagnostic);
        }
    }
}

/// The version and target nearest to `context` that have these parts, by the ISA's notes and in the
/// assembler.
pub(crate) fn fix(parts: impl Iterator<Item = Part>, context: &Context) -> Option<Fix> {
    let requires: Vec<_> =
        parts.flat_map(|part| [part.requires, part.assembler_requires()]).collect();
    let near = nearest_context(&requires, context)?;
    let (isa, target) = (near.isa, near.target);
    let label = match (target == context.target, isa == context.isa) {
        (false, true) => format!("switch to {}", target.name),
        (true, _) => format!("switch to PTX ISA {isa}"),
        (false, false) => format!("switch to {} and PTX ISA {isa}", target.name),
    };
    Some(Fix { label, action: Action::Context(isa, target) })
}
