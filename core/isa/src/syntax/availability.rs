//! Diagnostics for instructions that a version or target lacks.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::chips::overloads;
use super::diagnostic::{Action, Code, Diagnostic, Fix};
use super::fit::Fit;
use super::resolve::Head;
use crate::catalog::{Context, Instruction, Requires, Status, Target, Unmet, nearest_context};
use crate::source::PTXAS;

/// Reports what version and target lack of an instruction.
pub(super) fn report(head: &Head<'_>, fits: &[Fit], best: &Fit, diagnostics: &mut Vec<Diagnostic>) {
    let found = best.completed();
    let context = head.context;
    if found.is_available(context) {
        return;
    }
    // Modifiers that have to change too are reported beside.
    let fix = if best.is_exact() || head.keeps(best) { fix(&found, context) } else { None };
    let mut report = |code, span, message| {
        let mut diagnostic = Diagnostic::new(code, span, message);
        diagnostic.source = Some(found.form.source);
        diagnostic.fixes.extend(fix.clone());
        diagnostics.push(diagnostic);
    };
    if context.isa < context.target.since {
        let Target { name, since, .. } = context.target;
        let isa = context.isa;
        let message = format!("{name} needs PTX ISA {since} or newer; the version is {isa}");
        report(Code::TargetUnknown, head.span.clone(), message);
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
    let row = row_requires(&found, context);
    let of_row = row.unmet(context);
    for unmet in &of_row {
        let (code, message) = describe(unmet, &whole, context);
        report(code, head.span.clone(), message);
    }
    for (slot, modifier) in found.form.slots.iter().zip(&found.filled) {
        let Some(choice) = modifier.and_then(|modifier| slot.choice(modifier)) else { continue };
        // Requirements that the row has too have been reported.
        let is_reported = |unmet: &Unmet| {
            let kind = core::mem::discriminant(unmet);
            of_row.iter().any(|row| core::mem::discriminant(row) == kind)
        };
        for unmet in choice.requires.unmet(context).iter().filter(|unmet| !is_reported(unmet)) {
            let subject = format!("`{}` here", choice.modifier.spelling());
            let (code, message) = describe(unmet, &subject, context);
            report(code, head.place_of(choice.modifier), message);
        }
    }
    report_refused(head, fits, diagnostics);
}

/// Returns the requirements of the assembler for a row, where it asks for less than the ISA.
fn row_requires(found: &Instruction, context: &Context) -> Requires {
    match found.form.tolerated {
        Some(tolerated) if tolerated.requires.is_met(context) => tolerated.requires,
        _ => found.form.requires,
    }
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

/// The version and target nearest to `context` that an instruction is legal in.
fn fix(instruction: &Instruction, context: &Context) -> Option<Fix> {
    if !instruction.form.is_assembled() || !instruction.form.implied.is_empty() {
        return None;
    }
    let near = nearest_context(&instruction.requires(), context)?;
    let (isa, target) = (near.isa, near.target);
    let label = match (target == context.target, isa == context.isa) {
        (false, true) => format!("switch to {}", target.name),
        (true, _) => format!("switch to PTX ISA {isa}"),
        (false, false) => format!("switch to {} and PTX ISA {isa}", target.name),
    };
    Some(Fix { label, action: Action::Context(isa, target) })
}
