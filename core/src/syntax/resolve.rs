//! From spelled modifiers to an instruction and its legality.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::diagnostic::{Action, Code, Diagnostic, Fix};
use super::fit::{Fit, fits, spell, type_signatures};
use super::parse::{Statement, Token};
use super::suggest::nearest_word;
use crate::catalog::{
    Context, Features, Form, Group, Instruction, Modifier, Status, TARGETS, Target, Unmet,
    forms_of, opcodes,
};
use crate::order::push_new;
use crate::quote::quoted;

/// Whether an instruction may be written for a version and target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Legality {
    /// The ISA's syntax, version and target notes allow it.
    Documented,
    /// `ptxas` assembles it though the ISA does not list it; the note says what was seen.
    Undocumented(&'static str),
    /// It is not legal; the diagnostics say why.
    Rejected,
}

/// What became of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// The instruction, if the statement is legal.
    pub instruction: Option<Instruction>,
    /// The verdict.
    pub legality: Legality,
    /// The nearest instruction that is legal in the same context, if there is one.
    pub nearest: Option<Instruction>,
    /// What is wrong, or worth saying, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Resolution {
    fn rejected(nearest: Option<Instruction>, diagnostics: Vec<Diagnostic>) -> Self {
        Self { instruction: None, legality: Legality::Rejected, nearest, diagnostics }
    }
}

/// The note on a spelling whose modifiers are not in the order of the syntax line.
const ORDER_NOTE: &str =
    "the ISA's syntax line has the modifiers in another order; the assembler takes any";

/// Decides what a parsed statement means and whether it is legal.
#[must_use]
pub fn resolve(statement: &Statement<'_>, context: &Context) -> Resolution {
    let Some(opcode) = &statement.opcode else {
        return Resolution::rejected(None, Vec::new());
    };
    if forms_of(opcode.text).next().is_none() {
        return Resolution::rejected(None, alloc::vec![unknown_opcode(opcode, statement)]);
    }
    let mut diagnostics = Vec::new();
    let (mut modifiers, mut tokens) = (Vec::new(), Vec::new());
    for token in &statement.modifiers {
        if let Some(modifier) = Modifier::parse(token.text) {
            modifiers.push(modifier);
            tokens.push(token);
        } else {
            diagnostics.push(unknown_modifier(opcode.text, token, statement));
        }
    }
    let span = statement.head_span();
    let head = Head { opcode: opcode.text, modifiers: &modifiers, tokens: &tokens, span, context };
    let fits = fits(opcode.text, &modifiers);
    let nearest = head.nearest(&fits);
    let exact: Vec<_> = fits.iter().take_while(|fit| fit.distance(&modifiers) == 0).collect();
    head.report_misfits(&fits, exact.is_empty(), &mut diagnostics);
    let chosen =
        exact.iter().find(|fit| fit.completed().requires().is_met(context)).or(exact.first());
    let mut verdict = Legality::Rejected;
    let mut instruction = None;
    if let Some(fit) = chosen {
        let found = fit.completed();
        head.report_context(&found, &mut diagnostics);
        head.report_operands(&found, statement, &mut diagnostics);
        verdict = match found.form.status {
            Status::Documented if head.is_ordered(&found) => Legality::Documented,
            Status::Documented => Legality::Undocumented(ORDER_NOTE),
            Status::Undocumented { note, .. } => Legality::Undocumented(note),
        };
        instruction = Some(found);
    }
    if diagnostics.iter().any(|diagnostic| diagnostic.code.is_error()) {
        let nearest_text = nearest.map(|each| each.to_string());
        for diagnostic in &mut diagnostics {
            add_nearest(diagnostic, nearest_text.as_ref());
        }
        return Resolution::rejected(nearest, diagnostics);
    }
    Resolution { instruction, legality: verdict, nearest, diagnostics }
}

/// A diagnostic about the spelling that has no fix yet gets the nearest legal one.
fn add_nearest(diagnostic: &mut Diagnostic, nearest: Option<&String>) {
    if let (true, true, Some(text)) =
        (diagnostic.fixes.is_empty(), diagnostic.code != Code::OperandCount, nearest)
    {
        let action = Action::Spelling(text.clone());
        diagnostic.fixes.push(Fix { label: format!("use {text}"), action });
    }
}

fn unknown_opcode(opcode: &Token<'_>, statement: &Statement<'_>) -> Diagnostic {
    let message = format!("there is no instruction {} here", quoted(opcode.text));
    let mut diagnostic = Diagnostic::new(Code::UnknownOpcode, opcode.span.clone(), message);
    if let Some(word) = nearest_word(opcode.text, opcodes()) {
        let rest: String = statement.modifiers.iter().map(|token| token.text).collect();
        let action = Action::Spelling(format!("{word}{rest}"));
        diagnostic.fixes.push(Fix { label: format!("use {word}"), action });
    }
    diagnostic
}

fn unknown_modifier(opcode: &str, token: &Token<'_>, statement: &Statement<'_>) -> Diagnostic {
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

/// Opcode and known modifiers with their places.
struct Head<'s> {
    opcode: &'s str,
    modifiers: &'s [Modifier],
    tokens: &'s [&'s Token<'s>],
    span: Range<usize>,
    context: &'s Context,
}

impl Head<'_> {
    fn place(&self, position: usize) -> Range<usize> {
        self.tokens.get(position).map_or(self.span.clone(), |token| token.span.clone())
    }

    fn place_of(&self, modifier: Modifier) -> Range<usize> {
        let position = self.modifiers.iter().position(|each| *each == modifier);
        position.map_or(self.span.clone(), |position| self.place(position))
    }

    /// Whether the modifiers stand as the syntax line has them.
    fn is_ordered(&self, instruction: &Instruction) -> bool {
        instruction.modifiers().eq(self.modifiers.iter().copied())
    }

    fn nearest(&self, fits: &[Fit]) -> Option<Instruction> {
        let legal = |instruction: &Instruction| {
            instruction.requires().is_met(self.context)
                && self.context.isa >= self.context.target.since
        };
        let documented = fits.iter().filter(|fit| fit.form.is_documented());
        documented.map(Fit::completed).find(legal)
    }

    /// Reports modifiers without a place, places without a modifier, and repetitions.
    fn report_misfits(&self, fits: &[Fit], is_misfit: bool, diagnostics: &mut Vec<Diagnostic>) {
        let Some(best) = fits.first() else { return };
        for position in best.repeated.iter().copied() {
            // The assembler minds a repetition, except of a clamp.
            let Some(modifier) = self.modifiers.get(position) else { continue };
            if modifier.group() != Group::Clamp {
                let message = format!("`{}` stands twice", modifier.spelling());
                diagnostics.push(Diagnostic::new(
                    Code::DuplicateModifier,
                    self.place(position),
                    message,
                ));
            }
        }
        if is_misfit {
            for position in best.leftover.iter().copied() {
                diagnostics.push(self.not_allowed(best, position));
            }
            // What is missing may be what an unknown modifier was meant to be.
            if best.leftover.is_empty() && diagnostics.is_empty() {
                diagnostics.push(self.missing(best));
            }
        }
    }

    fn not_allowed(&self, best: &Fit, position: usize) -> Diagnostic {
        let modifier = self.modifiers.get(position).copied().unwrap_or(Modifier::Rn);
        let spelling = modifier.spelling();
        let having: Vec<_> = forms_of(self.opcode)
            .filter(|form| form.is_documented() && form.choices().any(|c| c.modifier == modifier))
            .collect();
        let here = type_signatures_of(best);
        let rival =
            having.iter().any(|form| type_signatures(form).iter().any(|s| here.contains(s)));
        let message = if having.is_empty() {
            format!("{} has no `{spelling}`", self.opcode)
        } else if modifier.group() == Group::Type {
            format!("`{spelling}` does not go with the other types here")
        } else if let (true, Some(other)) = (rival, self.rival_of(modifier)) {
            format!("`{spelling}` cannot be combined with `{}`", other.spelling())
        } else {
            let mut lists = Vec::new();
            for signature in having.iter().flat_map(|form| type_signatures(form)) {
                push_new(&mut lists, spell(&signature));
            }
            format!("{} takes `{spelling}` with {} only", self.opcode, list(&lists))
        };
        let mut diagnostic =
            Diagnostic::new(Code::ModifierNotAllowed, self.place(position), message);
        diagnostic.source = Some(best.form.source);
        diagnostic.fixes = self.fixes_without(best, modifier);
        diagnostic
    }

    /// The spelled modifier that excludes another: one of its group first.
    fn rival_of(&self, modifier: Modifier) -> Option<Modifier> {
        let others = || {
            self.modifiers.iter().copied().filter(|each| {
                *each != modifier && each.group() != Group::Type && each.group() != Group::Rounding
            })
        };
        let same_group = self
            .modifiers
            .iter()
            .copied()
            .find(|each| *each != modifier && each.group() == modifier.group());
        same_group.or_else(|| others().next())
    }

    fn fixes_without(&self, best: &Fit, modifier: Modifier) -> Vec<Fix> {
        let removed = best.completed().to_string();
        let label = format!("remove {}", modifier.spelling());
        let mut fixes = alloc::vec![Fix { label, action: Action::Spelling(removed) }];
        let others: Vec<_> =
            self.modifiers.iter().copied().filter(|each| each.group() != Group::Type).collect();
        let lanes = best.completed().types().next().map(|each| each.packing().lanes);
        let mut candidates: Vec<(bool, Vec<Modifier>)> = Vec::new();
        for form in forms_of(self.opcode).filter(|form| form.is_documented()) {
            for signature in type_signatures(form) {
                let all: Vec<_> = others.iter().chain(&signature).copied().collect();
                let fit = Fit::new(form, &all);
                let is_legal = fit.completed().requires().is_met(self.context);
                if fit.distance(&all) == 0 && fit.repeated.is_empty() && is_legal {
                    let same_lanes =
                        fit.completed().types().next().map(|t| t.packing().lanes) == lanes;
                    candidates.push((!same_lanes, fit.completed().modifiers().collect()));
                }
            }
        }
        let best = candidates.iter().min_by_key(|(other_lanes, _)| *other_lanes);
        fixes.extend(best.map(|(_, all)| {
            let types: Vec<_> = all.iter().copied().filter(|m| m.group() == Group::Type).collect();
            let action = Action::Spelling(format!("{}{}", self.opcode, spell(all)));
            Fix { label: format!("use {}", spell(&types)), action }
        }));
        fixes
    }

    fn missing(&self, best: &Fit) -> Diagnostic {
        let slot = best.missing.first().and_then(|index| best.form.slots.get(*index));
        let (label, choices): (&str, Vec<String>) = slot.map_or(("", Vec::new()), |slot| {
            let group = slot.choices.first().map_or("", |c| c.modifier.group().label());
            (group, slot.choices.iter().map(|c| c.modifier.spelling().to_string()).collect())
        });
        let at = self.span.end..self.span.end;
        let types: Vec<String> = if label == Group::Type.label() {
            forms_of(self.opcode).flat_map(type_signatures).map(|s| spell(&s)).collect()
        } else {
            choices
        };
        let mut unique: Vec<String> = Vec::new();
        for each in types {
            push_new(&mut unique, each);
        }
        let message = format!("{} needs a {label} modifier: {}", self.opcode, list(&unique));
        let mut diagnostic = Diagnostic::new(Code::MissingModifier, at, message);
        diagnostic.source = Some(best.form.source);
        let completed = best.completed().to_string();
        diagnostic.fixes = alloc::vec![Fix {
            label: format!("use {completed}"),
            action: Action::Spelling(completed)
        }];
        diagnostic
    }

    /// Reports what version and target lack.
    fn report_context(&self, found: &Instruction, diagnostics: &mut Vec<Diagnostic>) {
        let context = self.context;
        let fix = context_fix(found, context);
        let mut report = |code, span, message| {
            let mut diagnostic = Diagnostic::new(code, span, message);
            diagnostic.source = Some(found.form.source);
            diagnostic.fixes.extend(fix.clone());
            diagnostics.push(diagnostic);
        };
        if context.isa < context.target.since {
            let Target { name, since, .. } = context.target;
            let message = format!(
                "PTX ISA {} does not know {name}; {since} is the first that does",
                context.isa
            );
            report(Code::TargetUnknown, self.span.clone(), message);
        }
        let mut tell = |unmet: Unmet, span: Range<usize>, subject: &str| match unmet {
            Unmet::Target(sm) => {
                let message = format!(
                    "{subject} needs sm_{sm} or higher; the target is {}",
                    context.target.name
                );
                report(Code::TargetTooLow, span, message);
            }
            Unmet::Isa(isa) => {
                let message = format!(
                    "{subject} needs PTX ISA {isa} or newer; the version is {}",
                    context.isa
                );
                report(Code::IsaTooOld, span, message);
            }
        };
        let types: Vec<_> = found.modifiers().filter(|m| m.group() == Group::Type).collect();
        let whole = format!("{}{}", self.opcode, spell(&types));
        found.form.requires.unmet(context).for_each(|unmet| tell(unmet, self.span.clone(), &whole));
        for (slot, modifier) in found.form.slots.iter().zip(&found.filled) {
            let Some(choice) = modifier.and_then(|modifier| slot.choice(modifier)) else {
                continue;
            };
            // What the row needs too has been told.
            let own = choice.requires.unmet(context).filter(|unmet| {
                !found
                    .form
                    .requires
                    .unmet(context)
                    .any(|row| core::mem::discriminant(&row) == core::mem::discriminant(unmet))
            });
            let subject = format!("`{}` here", choice.modifier.spelling());
            own.for_each(|unmet| tell(unmet, self.place_of(choice.modifier), &subject));
        }
    }

    /// Reports a wrong number of operands; none at all is fine, and so is a missing destination.
    fn report_operands(
        &self,
        found: &Instruction,
        statement: &Statement<'_>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let (given, all) = (statement.operands.len(), found.form.operands.len());
        let is_values = statement.operands.iter().all(super::parse::OperandText::is_value);
        if given == 0 || given == all || is_values && given + 1 == all {
            return;
        }
        let names: Vec<_> = found.form.operands.iter().map(|operand| operand.name).collect();
        let message =
            format!("{} has {all} operands ({}), here are {given}", self.opcode, names.join(", "));
        let start = statement.operands.first().map_or(self.span.end, |operand| operand.span.start);
        let end = statement.operands.last().map_or(self.span.end, |operand| operand.span.end);
        let mut diagnostic = Diagnostic::new(Code::OperandCount, start..end, message);
        diagnostic.source = Some(found.form.source);
        diagnostics.push(diagnostic);
    }
}

fn type_signatures_of(fit: &Fit) -> Vec<Vec<Modifier>> {
    alloc::vec![fit.completed().modifiers().filter(|m| m.group() == Group::Type).collect()]
}

/// The version and target nearest to `context` that an instruction is legal in.
fn context_fix(instruction: &Instruction, context: &Context) -> Option<Fix> {
    let needed = instruction.requires();
    let target = if context.target.sm >= needed.sm {
        context.target
    } else {
        TARGETS.iter().find(|t| t.sm >= needed.sm && t.features == Features::Baseline)?
    };
    let isa = context.isa.max(needed.isa).max(target.since);
    let label = match (target == context.target, isa == context.isa) {
        (false, true) => format!("switch to {}", target.name),
        (true, _) => format!("switch to PTX ISA {isa}"),
        (false, false) => format!("switch to {} and PTX ISA {isa}", target.name),
    };
    Some(Fix { label, action: Action::Context(isa, target) })
}

/// `a`, `a or b`, `a, b or c`, each in backquotes.
fn list(words: &[String]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}
