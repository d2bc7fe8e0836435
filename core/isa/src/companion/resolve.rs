//! Resolving a statement to an instruction.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::form::{Constants, Form, Kind, Operand, Operation, Slot};
use super::list::forms_of;
use super::shape::{self, Class, Shape};
use crate::catalog::{Availability, Context, Filled, Laid, is_in_order};
use crate::syntax::{Code, Diagnostic, OperandText, Statement, fix, lacking};
use crate::text::quote::{code, quoted};

/// A form with its slots filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The form.
    pub form: &'static Form,
    /// The modifier in each slot.
    pub(super) filled: Filled<&'static str>,
}

impl Instruction {
    /// The modifiers, in order, with their dots.
    pub fn modifiers(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.filled.iter().copied().flatten()
    }

    /// Whether it has a modifier.
    pub fn has(&self, modifier: &str) -> bool {
        self.modifiers().any(|each| each == modifier)
    }

    /// The types that it spells, in order.
    pub fn types(&self) -> impl Iterator<Item = &'static Shape> + '_ {
        let filled = self.form.slots.iter().zip(self.filled);
        filled.filter(|(slot, _)| slot.is_type()).filter_map(|(_, kind)| Shape::parse(kind?))
    }

    /// The constants that ptxas 13.5.37 takes for an operand.
    pub fn constants(&self, operand: &Operand) -> Constants {
        let shape = self.shape(operand);
        let operation = self.form.operation;
        let is_fixed = matches!(operand.kind, Kind::Fixed(_));
        if shape.lanes > 1 && shape.class != Class::Float {
            Constants::Nothing
        } else if matches!(operation, Operation::Bfe | Operation::Bfi) && is_fixed {
            Constants::Bytes
        } else if matches!(operation, Operation::Bmsk | Operation::Dp2a | Operation::Dp4a) {
            Constants::Integers
        } else {
            Constants::Typed
        }
    }

    /// The type of an operand.
    pub fn shape(&self, operand: &Operand) -> &'static Shape {
        let spelled = |place: usize| self.types().nth(place).unwrap_or(&shape::B32);
        match operand.kind {
            Kind::Fixed(shape) => shape,
            Kind::Condition => &shape::PRED,
            Kind::Constant => &shape::U32,
            Kind::Spelled(place) => spelled(place.into()),
            Kind::Wide => {
                let own = spelled(0);
                match (self.has(".wide"), own.width, own.class) {
                    (true, 16, Class::Signed) => &shape::S32,
                    (true, 16, _) => &shape::U32,
                    (true, _, Class::Signed) => &shape::S64,
                    (true, ..) => &shape::U64,
                    (false, ..) => own,
                }
            }
        }
    }
}

impl fmt::Display for Instruction {
    /// Its spelling: `setp.lt.and.s32`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.form.opcode)?;
        self.modifiers().try_for_each(|modifier| f.write_str(modifier))
    }
}

/// Whether a statement is about integers or bits, judged by its modifiers.
fn is_about_bits(statement: &Statement<'_>) -> bool {
    let mut types = statement.modifiers.iter().filter_map(|it| Shape::parse(it.text));
    let is_pack = statement.modifiers.first().is_some_and(|first| first.text == ".pack");
    let mut found = types.clone().next().is_some();
    found &= types.all(|shape| shape.class != Class::Float);
    let is_cvt = statement.opcode.as_ref().is_some_and(|opcode| opcode.text == "cvt");
    if is_cvt { is_pack } else { found }
}

/// Resolves a statement to a companion instruction; `None` if it is none.
///
/// An opcode that the catalog also has, such as `add`, is a companion if its types are integers.
#[must_use]
pub fn resolve(
    statement: &Statement<'_>,
    context: &Context,
) -> Option<Result<Instruction, Diagnostic>> {
    let opcode = statement.opcode.as_ref()?;
    let is_shared = crate::catalog::opcodes().any(|each| each == opcode.text);
    if is_shared && !is_about_bits(statement) {
        return None;
    }
    // A word that no form has ends those that can fit.
    let words: Vec<_> =
        statement.modifiers.iter().map_while(|token| word(opcode.text, token.text)).collect();
    let mut unmet: Option<Instruction> = None;
    let mut nearest: Option<(&'static Form, usize)> = None;
    for form in forms_of(opcode.text) {
        let laid = Laid::new(form.slots, &words);
        let (found, reach) = (Instruction { form, filled: laid.filled }, reach(&laid, &words));
        if reach < statement.modifiers.len() || !laid.missing.is_empty() {
            if nearest.is_none_or(|(_, best)| reach > best) {
                nearest = Some((form, reach));
            }
        } else if found.is_available(context) {
            return Some(Ok(found));
        } else {
            unmet = unmet.or(Some(found));
        }
    }
    let unavailable = unmet.and_then(|found| unavailable(statement, &found, context));
    let mismatch = || nearest.map(|(form, reach)| mismatch(statement, form, reach));
    unavailable.or_else(mismatch).map(Err)
}

/// The modifier of that spelling, if an opcode has it.
fn word(opcode: &str, spelling: &str) -> Option<&'static str> {
    let words = forms_of(opcode).flat_map(|form| form.slots).flat_map(|slot| slot.choices);
    words.map(|choice| choice.modifier).find(|word| *word == spelling)
}

/// The number of modifiers before the first one that the assembler does not take.
fn reach(laid: &Laid<&'static str>, words: &[&'static str]) -> usize {
    let is_wrong = |(position, word): (usize, &&str)| {
        laid.leftover.contains(&position)
            || laid.misplaced.contains(&position)
            || laid.repeated.contains(&position) && !REPEATABLE.contains(word)
    };
    words.iter().enumerate().position(is_wrong).unwrap_or(words.len())
}

/// The note on a negated predicate where the syntax line has none.
pub const NEGATED: &str =
    "the ISA's syntax line has no `!` before this predicate; the assembler accepts it";

/// The modifiers that the assembler accepts twice.
const REPEATABLE: [&str; 4] = [".sat", ".relu", ".cc", ".shiftamt"];

impl Instruction {
    /// How a statement of this instruction departs from the ISA's notes or syntax line, if it does,
    /// though the assembler accepts it.
    #[must_use]
    pub fn departure(&self, statement: &Statement<'_>, context: &Context) -> Option<&'static str> {
        if let Availability::Tolerated(note) = self.availability(context) {
            return Some(note);
        }
        let sources = statement.operands.iter().skip(1).zip(self.form.read);
        let is_negated = |text: &OperandText<'_>| {
            text.elements.first().is_some_and(|element| element.text.starts_with('!'))
        };
        let mut sources = sources.map(|(text, operand)| (is_negated(text), operand.kind));
        let words = statement.modifiers.iter().map(|each| each.text);
        if !is_in_order(self.form.opcode, self.form.slots, &self.filled, words) {
            Some(
                "the ISA's syntax line has the modifiers in another order, each once; the assembler accepts it",
            )
        } else if sources.any(|(is_negated, kind)| is_negated && kind != Kind::Condition) {
            Some(NEGATED)
        } else {
            None
        }
    }
}

/// Reports a modifier that the form does not have at its position, or one that is missing.
fn mismatch(statement: &Statement<'_>, form: &Form, reach: usize) -> Diagnostic {
    let syntax = code(form.syntax().trim_end_matches(';'));
    let (kind, span, message) = if let Some(wrong) = statement.modifiers.get(reach) {
        let message = format!("unexpected {}; expected {syntax}", quoted(wrong.text));
        (Code::ModifierNotAllowed, wrong.span.clone(), message)
    } else {
        let end = statement.head_span().end;
        let is_filled = |slot: &&Slot| statement.modifiers.iter().any(|it| slot.has(it.text));
        let mut slots = form.slots.iter().filter(|slot| slot.is_required());
        let missing = slots.find(|slot| !is_filled(slot));
        let what = missing.map_or(String::from("a modifier"), |slot| code(slot.name));
        (Code::MissingModifier, end..end, format!("{what} is missing; expected {syntax}"))
    };
    Diagnostic { source: Some(form.source), ..Diagnostic::new(kind, span, message) }
}

/// Reports what version and target lack first of an instruction.
fn unavailable(
    statement: &Statement<'_>,
    found: &Instruction,
    context: &Context,
) -> Option<Diagnostic> {
    let place = |modifier: Option<&str>| {
        let token = statement.modifiers.iter().find(|token| Some(token.text) == modifier);
        token.map_or(statement.head_span(), |token| token.span.clone())
    };
    let (whole, source) = (found.to_string(), found.form.source);
    let lacking = lacking(found.parts(), &whole, source, context, &place).into_iter().next()?;
    Some(Diagnostic { fixes: fix(found.parts(), context).into_iter().collect(), ..lacking })
}
