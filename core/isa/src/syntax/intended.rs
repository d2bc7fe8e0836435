//! The legal instruction that was probably meant: its types stay, and as many modifiers as can.

use alloc::vec::Vec;

use super::fit::Fit;
use super::operands;
use super::parse::{Statement, Token};
use super::suggest::nearest_word;
use crate::catalog::aliases::{modifier_named, type_named};
use crate::catalog::elsewhere::{Meaning, meaning};
use crate::catalog::{
    Accuracy, Context, Form, Group, Instruction, Modifier, Signature, Slot, Type, forms_of,
    opcode_spelled, opcodes,
};
use crate::order::push_new;

/// A statement with its words in PTX: those from elsewhere translated, misspelled ones corrected.
pub(crate) struct Intended<'s> {
    statement: &'s Statement<'s>,
    /// The opcode.
    pub(crate) opcode: &'static str,
    /// The meaning of the opcode, if it is from elsewhere.
    pub(crate) meaning: Option<Meaning>,
    /// The modifiers that are no types.
    pub(crate) others: Vec<Modifier>,
    /// The types.
    pub(crate) types: Vec<Type>,
    /// Whether a type is named by its format, so that another number of lanes will do.
    is_loose: bool,
}

/// The legal instruction of an opcode with its usual types and as few modifiers as it needs.
#[doc(hidden)]
#[must_use]
pub fn usual_instruction(opcode: &str, context: &Context) -> Option<Instruction> {
    let empty = Statement::default();
    Intended::new(opcode_spelled(opcode)?, &empty).legal(context)
}

impl<'s> Intended<'s> {
    /// Translates a statement; nothing if a word has no translation.
    pub(crate) fn of(statement: &'s Statement<'s>) -> Option<Self> {
        let word = statement.opcode.as_ref()?.text;
        let mut meant = match opcode_spelled(word) {
            Some(opcode) => Self::new(opcode, statement),
            None => match meaning(word) {
                Some(meaning) => Self::named(meaning, statement)?,
                None => Self::new(nearest_word(word, opcodes())?, statement),
            },
        };
        // Spelled types take precedence over those that a name implies.
        let implied = core::mem::take(&mut meant.types);
        for token in &statement.modifiers {
            let word = Word::of(meant.opcode, token)?;
            meant.is_loose |= word.is_loose;
            meant.add(word.modifier);
        }
        if meant.types.is_empty() {
            meant.types = implied;
        }
        Some(meant)
    }

    /// An opcode alone.
    pub(crate) fn new(opcode: &'static str, statement: &'s Statement<'s>) -> Self {
        let (others, types) = (Vec::new(), Vec::new());
        Self { statement, opcode, meaning: None, others, types, is_loose: false }
    }

    /// Returns the instruction of a name from elsewhere, or the one that comes nearest.
    pub(crate) fn named(meaning: Meaning, statement: &'s Statement<'s>) -> Option<Self> {
        let mut parts = meaning.parts();
        let first = parts.next()?;
        let mut meant = Self::new(opcode_spelled(first)?, statement);
        for part in parts {
            meant.add(Modifier::find(&|known| known.get(1..) == Some(part))?);
        }
        meant.meaning = Some(meaning);
        Some(meant)
    }

    /// Adds a modifier, unless it is there.
    fn add(&mut self, modifier: Modifier) {
        if let Modifier::Type(kind) = modifier {
            self.types.push(kind);
        } else {
            push_new(&mut self.others, modifier);
        }
    }

    /// Whether the spelling is rounded to an integral value.
    fn is_integral(&self) -> bool {
        use Modifier as M;
        self.others.iter().any(|it| matches!(it, M::Rni | M::Rzi | M::Rmi | M::Rpi))
    }

    /// Returns the distance of types from those that were written; `None` if they are others.
    fn distance(&self, found: Signature) -> Option<usize> {
        let (to, from) = (found.get(0)?, found.get(1));
        let apart = |given: Type, found: Type| match () {
            () if given == found => Some(0),
            () if self.is_loose && given.format() == found.format() => Some(4),
            () => None,
        };
        match (self.types.as_slice(), from) {
            (&[given], None) => apart(given, to),
            (&[first, second], Some(from)) => Some(apart(first, to)? + apart(second, from)?),
            // The usual type where none is written.
            ([], None) => (to == Type::F32).then_some(0),
            ([], Some(from)) => {
                (self.is_integral() && to == Type::F32 && from == Type::F32).then_some(1)
            }
            // The usual source: within a format only to round to an integral value.
            (&[given], Some(from)) => {
                let is_within = from == to && !to.is_integer();
                let is_usual = if self.is_integral() && !to.is_integer() {
                    is_within
                } else {
                    let is_clamped = self.others.contains(&Modifier::Sat);
                    from == Type::F32 && to != Type::F32 || is_within && is_clamped
                };
                apart(given, to).filter(|_| is_usual).map(|apart| apart + 1)
            }
            (&[first, second], None) if first == second => apart(first, to).map(|it| it + 1),
            (&[_, _, ..], _) => None,
        }
    }

    /// Whether an instruction has the types that were written, and nothing that is a guess.
    pub(super) fn keeps(&self, found: &Instruction) -> bool {
        let is_guess = |slot: &Slot, filled: Option<Modifier>| {
            filled.is_some_and(|it| !self.others.contains(&it) && !is_plain(slot, it))
        };
        let mut slots = found.form.slots.iter().zip(&found.filled);
        found.form.opcode == self.opcode
            && self.distance(found.signature()).is_some()
            && !slots.any(|(slot, filled)| is_guess(slot, *filled))
    }

    /// The instruction that version and target have and that is nearest to the text.
    pub(crate) fn legal(&self, context: &Context) -> Option<Instruction> {
        self.nearest(&|found| found.is_available(context))
    }

    /// The instruction nearest to the text, among acceptable ones.
    pub(crate) fn nearest(&self, will_do: &dyn Fn(&Instruction) -> bool) -> Option<Instruction> {
        let mut best: Option<(usize, Instruction)> = None;
        let current = |form: &&Form| form.is_documented() && form.implied.is_empty();
        for form in forms_of(self.opcode).filter(current) {
            for signature in form.signatures() {
                let Some(distance) = self.distance(signature) else { continue };
                let types: Vec<_> = signature.iter().map(Modifier::Type).collect();
                let fit = Fit::new(form, &[&self.others[..], &types].concat());
                let found = fit.completed();
                let is_other = !operands::is_matching(form, self.statement);
                let distance = 2 * (distance + fit.distance)
                    + usize::from(is_other)
                    + usize::from(is_unasked(form, &self.others));
                let is_nearer = best.as_ref().is_none_or(|(least, _)| distance < *least);
                if is_nearer && self.keeps(&found) && will_do(&found) {
                    best = Some((distance, found));
                }
            }
        }
        best.map(|(_, found)| found)
    }
}

/// Whether a slot that is empty may be filled with a modifier without a guess.
fn is_plain(slot: &Slot, filled: Modifier) -> bool {
    slot.choices.len() == 1 || matches!(filled.group(), Group::Rounding | Group::Type)
}

/// Whether a row is approximate although the text does not ask for that.
pub(super) fn is_unasked(form: &Form, modifiers: &[Modifier]) -> bool {
    let is_asked = |it: &Modifier| matches!(it, Modifier::Approx | Modifier::Full);
    form.accuracy != Accuracy::CorrectlyRounded && !modifiers.iter().any(is_asked)
}

/// A modifier as it was probably meant.
pub(super) struct Word {
    /// The modifier.
    pub(super) modifier: Modifier,
    /// Whether it is a type named by its format.
    pub(super) is_loose: bool,
    /// Whether it is misspelled, not from elsewhere.
    pub(super) is_misspelled: bool,
}

impl Word {
    /// Reads a modifier; `None` if it is unknown.
    pub(super) fn of(opcode: &str, token: &Token<'_>) -> Option<Self> {
        let name = token.text.strip_prefix('.')?;
        let word = |modifier, is_loose, is_misspelled| Self { modifier, is_loose, is_misspelled };
        if let Some(modifier) = Modifier::parse(token.text) {
            return Some(word(modifier, false, false));
        }
        let has = |modifier: &Modifier| {
            forms_of(opcode).flat_map(Form::choices).any(|choice| choice.modifier == *modifier)
        };
        let cased = Modifier::find(&|known| known.eq_ignore_ascii_case(token.text));
        if let Some(modifier) = cased.filter(has) {
            return Some(word(modifier, false, true));
        }
        // The class that `testp` calls otherwise.
        let is_nan = name.eq_ignore_ascii_case("nan");
        if let Some(modifier) = Modifier::parse(".notanumber").filter(|it| is_nan && has(it)) {
            return Some(word(modifier, false, false));
        }
        if let Some(modifier) = cased {
            return Some(word(modifier, false, true));
        }
        if let Some(kind) = type_named(name) {
            return Some(word(Modifier::Type(kind), true, false));
        }
        if let Some(modifier) = modifier_named(name) {
            return Some(word(modifier, false, false));
        }
        let known = forms_of(opcode).flat_map(Form::choices).map(|c| c.modifier.spelling());
        let modifier = Modifier::parse(nearest_word(token.text, known)?)?;
        Some(word(modifier, false, true))
    }
}
