//! Questions that convert a number to another format, or round it to an integer.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::asked::{Asked, Offers};
use super::found::Found;
use super::once::Outcome;
use super::read_with;
use super::reading::{Note, Reading};
use super::tree::{is_bits, opcode_of};
use super::words::Piece;
use crate::bits::hex;
use crate::catalog::{Context, Form, Group, Modifier, Operation, Type, forms_of};
use crate::format::Format;
use crate::syntax::{Intended, Statement, register};
use crate::text::{self, concise, exact_decimal};

fn has_rounding(modifiers: &[Modifier]) -> bool {
    modifiers.iter().any(|each| each.group() == Group::Rounding)
}

impl Asked {
    /// A number alone, in the format or rounded in the direction that is asked for.
    pub(super) fn convert(self, number: &str, context: &Context) -> Option<Reading> {
        if self.kind.is_none() && !has_rounding(&self.modifiers) {
            return None;
        }
        let empty = Statement::default();
        let meant = Intended::new(opcode_of(Operation::Convert), &empty);
        self.convert_as(meant, &[number.to_string()], context)
    }

    /// A conversion by name: `convert`, `round`, `floor`, `saturate`.
    pub(super) fn convert_as(
        mut self,
        mut meant: Intended<'_>,
        numbers: &[String],
        context: &Context,
    ) -> Option<Reading> {
        let named: Vec<_> = core::mem::take(&mut meant.types);
        let is_integral = has_rounding(&meant.others) && named.is_empty();
        // A number alone is rounded to an integer.
        let to = self.kind.or_else(|| named.first().copied()).unwrap_or(Type::F32);
        let is_same = self.kind.is_none() && named.is_empty();
        let is_within = is_same || is_integral && !to.is_integer() || to == Type::F64;
        let is_clamped = meant.others.contains(&Modifier::Sat);
        let usual = match () {
            () if is_within || is_clamped && !to.is_integer() => to,
            () if to == Type::F32 => Type::F64,
            () => Type::F32,
        };
        let mut numbers = numbers.to_vec();
        // `(double) 0.1f`
        let is_single = |number: &String| Piece::Number(number).literal() == Some(Type::F32);
        let is_widened = to == Type::F64 && numbers.iter().all(is_single);
        let own = self.from.or_else(|| is_widened.then_some(Type::F32));
        let mut from = own.or_else(|| named.get(1).copied());
        let pair = own.map(|own| pair(&mut meant, to, own, context));
        if let (Some(None), Some(own)) = (pair, own) {
            // PTX has no such conversion, but every number of the source is a text.
            for number in &mut numbers {
                let value = datum(number, own)?;
                let name = own.format().name();
                if *number != value.shown {
                    self.note([&**number, " is ", &value.shown, " in ", name].concat());
                }
                *number = value.exact;
            }
            let name = to.format().name();
            let (own, source) = (own.format().name(), usual.format().name());
            let note = ["PTX converts no ", own, " to ", name, ", so this is from ", source];
            self.note(note.concat());
            from = None;
        }
        let (to, source) = pair.flatten().unwrap_or((to, from.unwrap_or(usual)));
        meant.types = alloc::vec![to, source];
        let is_to_integer = to.is_integer() || is_same || is_integral;
        let is_to_integer = is_to_integer && !is_clamped && !source.is_integer();
        if is_to_integer {
            self.modifiers = self.modifiers.iter().map(|each| integral(*each)).collect();
        }
        let is_directed = has_rounding(&self.modifiers) || has_rounding(&meant.others);
        if is_to_integer && !is_directed && self.is_rounded {
            meant.others.push(Modifier::Rni);
            self.note(String::from("to the nearest integer, and to the even one of two"));
        } else if is_to_integer && !is_directed {
            // As a cast of C does it.
            meant.others.push(Modifier::Rzi);
            self.note(String::from("towards zero, as a cast in C"));
        }
        if !is_directed && named.is_empty() && !to.is_integer() && !has_nearest(to) {
            meant.others.extend([Modifier::Rp, Modifier::Satfinite]);
            let name = to.format().name();
            self.note([name, " is rounded up, as by CUDA; `.rz` rounds towards zero"].concat());
        }
        meant.others.extend(self.modifiers.iter().copied());
        if let (None, [number]) = (from, numbers.as_slice()) {
            self.round_once(&mut meant, [to, source], number, context);
        }
        if let (None, [number], [_, source]) = (from, numbers.as_slice(), meant.types.as_slice()) {
            self.note_bits(number, *source, context);
        }
        self.statement(&meant, &numbers, context)
    }

    /// Says of which type the bits in a question are, and how those of the other type are asked for.
    fn note_bits(&mut self, number: &str, source: Type, context: &Context) {
        let Some(kind) = self.kind.filter(|_| is_bits(number)) else { return };
        let (own, other) = (source.format(), kind.format());
        let text = ["the bits ", number, " are those of ", own.name()].concat();
        let name = other.name();
        let question = [number, " as ", name].concat();
        let is_read = || {
            datum(number, kind).is_some() && read_with(&question, context, Offers::None).is_some()
        };
        let mut instead = Vec::new();
        if own != other && self.offers == Offers::Wanted && is_read() {
            instead.push(question);
        }
        self.notes.insert(0, Note { text, instead });
    }

    /// Chooses the source of a conversion so that it rounds the number only once; where PTX has
    /// none, says what one rounding leads to.
    fn round_once(
        &mut self,
        meant: &mut Intended<'_>,
        [to, from]: [Type; 2],
        number: &str,
        context: &Context,
    ) {
        let Some(found) = Found::of(meant, 1, context) else { return };
        let Some(outcome) = Outcome::of(&found.instruction, number, from) else { return };
        if outcome.is_same() {
            return;
        }
        let narrow = from.format().name();
        meant.types = alloc::vec![to, Type::F64];
        let wide = Found::of(meant, 1, context).filter(|wide| wide.context == *context);
        let is_better = wide.is_some_and(|Found { instruction: wide, .. }| {
            wide.is_integral() == found.instruction.is_integral()
                && Outcome::of(&wide, number, Type::F64).is_some_and(Outcome::is_same)
        });
        if is_better {
            let note = ["it is from f64, since ", narrow, " would round the number first"];
            self.note(note.concat());
            return;
        }
        meant.types = alloc::vec![to, from];
        let to = to.format();
        let number = |bits| [&*hex(bits, to.width().into()), " = ", &concise(bits, to)].concat();
        let note = [
            "rounded once, it is ",
            &number(outcome.once),
            " in ",
            to.name(),
            ", but a register of ",
            narrow,
            " rounds it first, which leads to ",
            &number(outcome.returned),
        ];
        self.note(note.concat());
    }
}

/// A number that a text is in a format.
struct Typed {
    /// Its text, which is short.
    shown: String,
    /// Its text with every digit.
    exact: String,
}

/// The bits of the number that the text of a register is, or of one in a format that comes in pairs.
pub(super) fn bits_in(text: &str, kind: Type) -> Option<u64> {
    let packing = kind.packing();
    if packing.lanes == 1 {
        return Some(packing.extract(register(text, kind).ok()?.bits, 0));
    }
    Some(text::parse(text, kind.format()).ok()?.bits)
}

/// The number that the text of a register is; nothing where the type has no such register.
fn datum(text: &str, kind: Type) -> Option<Typed> {
    let (format, bits) = (kind.format(), bits_in(text, kind)?);
    if format.is_nan(bits) {
        return Some(Typed { shown: String::from("NaN"), exact: String::from("nan") });
    }
    Some(Typed { shown: concise(bits, format), exact: exact_decimal(bits, format) })
}

/// The types with two formats that PTX converts between: those that are named, or the same
/// formats with other numbers of lanes.
fn pair(meant: &mut Intended<'_>, to: Type, from: Type, context: &Context) -> Option<(Type, Type)> {
    let of = |format: Format| Type::SPELLED.into_iter().filter(move |kind| kind.format() == format);
    let all = || {
        let lanes = of(to.format()).flat_map(|to| of(from.format()).map(move |from| (to, from)));
        core::iter::once((to, from)).chain(lanes)
    };
    let mut find = |is_here: bool| {
        all().find(|(to, from)| {
            meant.types = alloc::vec![*to, *from];
            let found = Found::of(meant, 1, context);
            found.is_some_and(|found| !is_here || found.context == *context)
        })
    };
    find(true).or_else(|| find(false))
}

/// Whether some conversion to a type rounds to nearest, or does not round.
fn has_nearest(to: Type) -> bool {
    let is_rounding = |it: &Modifier| it.group() == Group::Rounding;
    let is_directed = |it: &Modifier| matches!(it, Modifier::Rz | Modifier::Rp);
    let is_to_it = |form: &&Form| form.signatures().iter().any(|types| types.get(0) == Some(to));
    forms_of(opcode_of(Operation::Convert)).filter(is_to_it).any(|form| {
        let mut directions = form.choices().map(|choice| choice.modifier).filter(is_rounding);
        directions
            .next()
            .is_none_or(|first| !is_directed(&first) || !directions.all(|it| is_directed(&it)))
    })
}

/// The direction to an integer.
pub(super) fn integral(modifier: Modifier) -> Modifier {
    use Modifier as M;
    let directions = [(M::Rn, M::Rni), (M::Rz, M::Rzi), (M::Rm, M::Rmi), (M::Rp, M::Rpi)];
    let found = directions.iter().find(|(direction, _)| *direction == modifier);
    found.map_or(modifier, |(_, integral)| *integral)
}
