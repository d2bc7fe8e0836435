//! From spelled modifiers to an instruction and its legality.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::Range;

use super::diagnostic::{Action, Code, Diagnostic, Fix};
use super::fit::{Fit, fits};
use super::intended::{Intended, is_unasked};
use super::parse::{Statement, Token};
use super::unknown::{integer, unknown_modifier, unknown_opcode};
use super::values::is_readable;
use super::{availability, mismatch, operands};
use crate::catalog::{
    Availability, Context, Group, Instruction, Modifier, Status, forms_of, is_in_order,
};

/// Whether an instruction may be written for a version and target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Legality {
    /// The ISA's syntax, version and target notes allow it.
    Documented,
    /// `ptxas` assembles it though the ISA does not list it; the note has the observation.
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

    /// Returns the observation, if only the assembler accepts it.
    #[must_use]
    pub const fn note(&self) -> Option<&'static str> {
        match self {
            Self::Undocumented(note) => Some(note),
            Self::Documented | Self::Rejected => None,
        }
    }
}

/// The outcome of resolving a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// The instruction, if the statement is legal.
    pub instruction: Option<Instruction>,
    /// The verdict.
    pub legality: Legality,
    /// The nearest instruction that is legal in the same context, if there is one.
    pub nearest: Option<Instruction>,
    /// The errors, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Resolution {
    fn rejected(nearest: Option<Instruction>, diagnostics: Vec<Diagnostic>) -> Self {
        Self { instruction: None, legality: Legality::Rejected, nearest, diagnostics }
    }
}

/// The note on a spelling whose modifiers are not in the order of the syntax line.
const ORDER_NOTE: &str =
    "the ISA's syntax line has the modifiers in another order; the assembler accepts any";

/// Opcode and known modifiers with their places.
pub(super) struct Head<'s> {
    pub(super) opcode: &'s str,
    pub(super) modifiers: &'s [Modifier],
    tokens: &'s [&'s Token<'s>],
    /// The place of all of it.
    pub(super) span: Range<usize>,
    pub(super) context: &'s Context,
    pub(super) statement: &'s Statement<'s>,
    /// The statement in PTX, if all of its words mean something.
    pub(super) meant: Option<&'s Intended<'s>>,
}

impl Head<'_> {
    /// The place of the modifier at a position.
    pub(super) fn place(&self, position: usize) -> Range<usize> {
        self.tokens.get(position).map_or(self.span.clone(), |token| token.span.clone())
    }

    /// The place of a modifier; all of it where it is not spelled.
    pub(super) fn place_of(&self, modifier: Option<&str>) -> Range<usize> {
        let position = self.modifiers.iter().position(|each| Some(each.spelling()) == modifier);
        position.map_or(self.span.clone(), |position| self.place(position))
    }

    /// Whether the modifier at a position is a type.
    pub(super) fn is_type(&self, position: usize) -> bool {
        self.modifiers.get(position).is_some_and(|modifier| modifier.group() == Group::Type)
    }

    /// The legal instruction that a fix leads to: the row nearest to the text, if it keeps
    /// the types, else the one that was probably meant.
    pub(super) fn fixed(&self, best: &Fit) -> Option<Instruction> {
        let meant = self.meant?;
        let completed = Some(best.completed()).filter(|found| {
            let is_whole = || meant.others.iter().all(|each| self.modifiers.contains(each));
            let is_legal = !best.is_mispaired && found.is_available(self.context);
            is_legal && self.keeps(best) && is_whole()
        });
        completed.or_else(|| meant.legal(self.context))
    }

    /// Whether a row, completed, keeps the types that are written.
    pub(super) fn keeps(&self, best: &Fit) -> bool {
        self.meant.is_some_and(|meant| meant.keeps(&best.completed()))
    }

    /// Whether the modifiers are in the order of the syntax line, or of an example of it.
    fn is_ordered(&self, instruction: &Instruction) -> bool {
        let words = self.modifiers.iter().map(|each| each.spelling());
        is_in_order(self.opcode, instruction.form.slots, &instruction.filled, words)
    }
}

/// Decides what a parsed statement means and whether it is legal.
#[must_use]
pub fn resolve(statement: &Statement<'_>, context: &Context) -> Resolution {
    let Some(opcode) = &statement.opcode else {
        return Resolution::rejected(None, Vec::new());
    };
    if forms_of(opcode.text).next().is_none() {
        return Resolution::rejected(None, alloc::vec![unknown_opcode(opcode, statement, context)]);
    }
    if let Some(diagnostic) = integer(opcode, statement) {
        return Resolution::rejected(None, alloc::vec![diagnostic]);
    }
    let mut diagnostics = Vec::new();
    let (mut modifiers, mut tokens) = (Vec::new(), Vec::new());
    for token in &statement.modifiers {
        if let Some(modifier) = Modifier::parse(token.text) {
            modifiers.push(modifier);
            tokens.push(token);
        } else {
            diagnostics.push(unknown_modifier(opcode.text, token));
        }
    }
    let span = statement.head_span();
    let meant = Intended::of(statement);
    let head = Head {
        opcode: opcode.text,
        modifiers: &modifiers,
        tokens: &tokens,
        span,
        context,
        statement,
        meant: meant.as_ref(),
    };
    let fits = fits(opcode.text, &modifiers);
    let chosen = choose(&fits, &modifiers, statement, context);
    let has_unknown = !diagnostics.is_empty();
    if let Some(best) = chosen {
        let legacy = fits.iter().find(|fit| fit.is_exact() && !fit.form.implied.is_empty());
        mismatch::report(&head, best, legacy, &mut diagnostics);
        // Another row may be meant where a word is unknown or a type has no place.
        if !has_unknown && !best.laid.leftover.iter().any(|position| head.is_type(*position)) {
            availability::report(&head, &fits, best, &mut diagnostics);
            operands::report(&best.completed(), statement, &head.span, context, &mut diagnostics);
        }
    }
    let near = nearest_legal(&fits, context);
    if !diagnostics.is_empty() {
        add_fixes(&mut diagnostics, chosen.and_then(|best| head.fixed(best)), statement);
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
/// Rows that the version and the target have come first, then those with the given number of
/// operands. Among equally near rows an exact one comes first, unless an approximation is asked
/// for.
fn choose<'f>(
    fits: &'f [Fit],
    modifiers: &[Modifier],
    statement: &Statement<'_>,
    context: &Context,
) -> Option<&'f Fit> {
    let is_matching = |fit: &&Fit| operands::is_matching(fit.form, statement);
    let exact = fits.iter().filter(|fit| fit.is_exact() && is_matching(fit));
    let legal = exact.clone().filter(|fit| fit.completed().is_available(context));
    let legal = legal.min_by_key(|fit| !operands::is_complete(fit.form, statement));
    // A form of old versions that needs no modifier is of little use today.
    let current = |fit: &&Fit| fit.form.implied.is_empty();
    let exact = legal.or_else(|| exact.clone().find(|fit| current(fit) && fit.form.is_assembled()));
    exact.or_else(|| {
        // A row that the assembler rejects only explains a statement with all its modifiers.
        let is_of_use =
            |fit: &&Fit| current(fit) && (fit.form.is_assembled() || fit.laid.leftover.is_empty());
        let near = fits.iter().filter(is_of_use);
        near.min_by_key(|fit| {
            let mismatch = if is_matching(fit) { 0 } else { 2 };
            let refused = usize::from(!fit.form.is_assembled());
            let unasked = usize::from(is_unasked(fit.form, modifiers));
            2 * (2 * (fit.distance + mismatch) + refused) + unasked
        })
    })
}

/// The nearest instruction that is documented and legal in the context.
fn nearest_legal(fits: &[Fit], context: &Context) -> Option<Instruction> {
    let documented = fits.iter().filter(|fit| fit.form.is_documented() && !fit.is_mispaired);
    let legal = documented.filter(|fit| fit.completed().is_available(context));
    legal.min_by_key(|fit| fit.distance).map(Fit::completed)
}

/// Adds the legal instruction that was meant to diagnostics without a fix.
fn add_fixes(
    diagnostics: &mut [Diagnostic],
    found: Option<Instruction>,
    statement: &Statement<'_>,
) {
    let Some(found) = found else { return };
    let is_lacking =
        |each: &&mut Diagnostic| each.fixes.is_empty() && each.code != Code::OperandCount;
    for diagnostic in diagnostics.iter_mut().filter(is_lacking) {
        diagnostic.fixes.extend(use_of(&found, statement));
    }
}

/// A fix that leads to an instruction; operands that it needs beyond those given are added. There is
/// none if the operands that are given would be wrong there, or are no operands at all.
pub(super) fn use_of(found: &Instruction, statement: &Statement<'_>) -> Option<Fix> {
    if operands::is_matching(found.form, statement) {
        let spelling = found.to_string();
        let label = ["use ", &spelling].concat();
        let fix = Fix { label, action: Action::Spelling(spelling) };
        return is_readable(found, statement).then_some(fix);
    }
    let text = operands::completed(found, statement)?;
    Some(Fix { label: ["use ", &text].concat(), action: Action::Statement(text) })
}
