//! From spelled modifiers to an instruction and its legality.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::diagnostic::{Action, Code, Diagnostic, Fix};
use super::fit::{Fit, fits};
use super::parse::{Statement, Token};
use super::unknown::{unknown_modifier, unknown_opcode};
use super::{availability, misfit, operands};
use crate::catalog::{Availability, Context, Group, Instruction, Modifier, Status, forms_of};

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

impl Legality {
    /// The word for it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Documented => "documented",
            Self::Undocumented(_) => "undocumented",
            Self::Rejected => "rejected",
        }
    }

    /// What was seen, if only the assembler takes it.
    #[must_use]
    pub const fn note(&self) -> Option<&'static str> {
        match self {
            Self::Undocumented(note) => Some(note),
            Self::Documented | Self::Rejected => None,
        }
    }
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
    /// What is wrong, in the order of the text.
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

/// Opcode and known modifiers with their places.
pub(super) struct Head<'s> {
    pub(super) opcode: &'s str,
    pub(super) modifiers: &'s [Modifier],
    tokens: &'s [&'s Token<'s>],
    /// Where all of it stands.
    pub(super) span: Range<usize>,
    pub(super) context: &'s Context,
}

impl Head<'_> {
    /// Where the modifier at a position stands.
    pub(super) fn place(&self, position: usize) -> Range<usize> {
        self.tokens.get(position).map_or(self.span.clone(), |token| token.span.clone())
    }

    /// Where a modifier stands; the whole where it is not spelled.
    pub(super) fn place_of(&self, modifier: Modifier) -> Range<usize> {
        let position = self.modifiers.iter().position(|each| *each == modifier);
        position.map_or(self.span.clone(), |position| self.place(position))
    }

    /// Whether the modifier at a position is a type.
    pub(super) fn is_type(&self, position: usize) -> bool {
        self.modifiers.get(position).is_some_and(|modifier| modifier.group() == Group::Type)
    }

    /// Whether the modifiers stand as the syntax line has them.
    fn is_ordered(&self, instruction: &Instruction) -> bool {
        instruction.modifiers().eq(self.modifiers.iter().copied())
    }
}

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
    let chosen = choose(&fits, statement, context);
    let has_unknown = !diagnostics.is_empty();
    if let Some(best) = chosen {
        let legacy = fits.iter().find(|fit| fit.is_exact() && !fit.form.implied.is_empty());
        misfit::report(&head, best, legacy, &mut diagnostics);
        // Another row may be meant where a word is unknown or a type has no place.
        if !has_unknown && !best.leftover.iter().any(|position| head.is_type(position)) {
            availability::report(&head, &fits, best, &mut diagnostics);
            operands::report(&best.completed(), statement, &head.span, &mut diagnostics);
        }
    }
    let near = nearest_legal(&fits, context);
    if !diagnostics.is_empty() {
        let text = near.map(|each| each.to_string());
        for diagnostic in &mut diagnostics {
            add_nearest(diagnostic, text.as_ref());
        }
        return Resolution::rejected(near, diagnostics);
    }
    let instruction = chosen.map(Fit::completed);
    let verdict = match instruction.map(|found| (legality(&found, context), found)) {
        Some((Legality::Documented, found)) if !head.is_ordered(&found) => {
            Legality::Undocumented(ORDER_NOTE)
        }
        Some((verdict, _)) => verdict,
        None => Legality::Rejected,
    };
    Resolution { instruction, legality: verdict, nearest: near, diagnostics }
}

/// Whether an instruction that version and target have is documented there.
#[must_use]
pub fn legality(instruction: &Instruction, context: &Context) -> Legality {
    match (instruction.form.status, instruction.availability(context)) {
        (Status::Undocumented { note, .. }, _) | (_, Availability::Tolerated(note)) => {
            Legality::Undocumented(note)
        }
        (Status::Documented | Status::Refused { .. }, _) => Legality::Documented,
    }
}

/// The row that the modifiers spell, or the one nearest to them.
///
/// One that version and target have comes first, then one with as many operands as are given.
fn choose<'f>(fits: &'f [Fit], statement: &Statement<'_>, context: &Context) -> Option<&'f Fit> {
    let is_matching = |fit: &&Fit| operands::is_matching(fit.form, statement);
    let exact = fits.iter().filter(|fit| fit.is_exact() && is_matching(fit));
    let legal = exact.clone().filter(|fit| fit.completed().is_available(context));
    let legal = legal.min_by_key(|fit| !operands::is_complete(fit.form, statement));
    // A form of old versions that needs no modifier says little to a writer of today.
    let current = |fit: &&Fit| fit.form.implied.is_empty();
    let exact = legal.or_else(|| exact.clone().find(|fit| current(fit) && fit.form.is_assembled()));
    exact.or_else(|| {
        // A row that the assembler rejects explains what has all its modifiers, and nothing else.
        let is_of_use =
            |fit: &&Fit| current(fit) && (fit.form.is_assembled() || fit.leftover.is_empty());
        let near = fits.iter().filter(is_of_use);
        near.min_by_key(|fit| {
            let mismatch = if is_matching(fit) { 0 } else { 2 };
            let refused = usize::from(!fit.form.is_assembled());
            2 * (fit.distance + mismatch) + refused
        })
    })
}

/// The nearest instruction that is documented and legal in the context.
fn nearest_legal(fits: &[Fit], context: &Context) -> Option<Instruction> {
    let documented = fits.iter().filter(|fit| fit.form.is_documented() && !fit.is_mispaired);
    let legal = documented.filter(|fit| fit.completed().is_available(context));
    legal.min_by_key(|fit| fit.distance).map(Fit::completed)
}

/// A diagnostic about the spelling that has no fix yet gets the nearest legal one.
fn add_nearest(diagnostic: &mut Diagnostic, nearest: Option<&String>) {
    if let (true, true, Some(text)) =
        (diagnostic.fixes.is_empty(), diagnostic.code != Code::OperandCount, nearest)
    {
        let action = Action::Spelling(text.clone());
        diagnostic.fixes.push(Fix { label: alloc::format!("use {text}"), action });
    }
}
