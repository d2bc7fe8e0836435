//! Questions that convert a number to another format, or round it to an integer.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::found::Found;
use super::once::Outcome;
use super::tree::{is_bits, opcode_of};
use super::{Asked, Reading, read};
use crate::bits::hex;
use crate::catalog::{Context, Form, Group, Modifier, Operation, Type, forms_of};
use crate::format::Format;
use crate::syntax::{Intended, Statement, register};
use crate::text::{self, Exactness, concise, exact_decimal};

fn has_rounding(modifiers: &[Modifier]) -> bool {
    modifiers.iter().any(|each| each.group() == Group::Rounding)
}

impl Asked {
    /// A number alone, in the format or rounded in the direction that is asked for.
    pub(super) fn convert(mut self, number: &str, context: &Context) -> Option<Reading> {
        if self.kind.is_none() && !has_rounding(&self.modifiers) {
            // `0x7e from e4m3`
            self.kind = Some(self.from.take().filter(|_| is_bits(number))?);
        }
        let empty = Statement::default();
        let mut meant = Intended::new(opcode_of(Operation::Convert), &empty);
        let mut number = number.to_string();
        if let Some(kind) = self.kind.filter(|_| is_bits(&number) && self.from.is_none())
            && let Some(value) = datum(&number, kind).filter(|_| !self.is_into)
        {
            let name = kind.format().name();
            let note = ["the bits ", &number, " are ", &value.shown, " in ", name].concat();
            self.notes.push(note);
            if let Some(to) = holder(&mut meant, kind, &value.exact, context) {
                meant.types = alloc::vec![to, kind];
                return self.statement(&meant, &[number], context);
            }
            meant.types.clear();
            number = value.exact;
        }
        self.convert_as(meant, &[number], context)
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
        let own = self.from;
        let mut from = own.or_else(|| named.get(1).copied());
        let pair = own.map(|own| pair(&mut meant, to, own, context));
        if let (Some(None), Some(own)) = (pair, own) {
            // PTX has no such conversion, but every number of the source is a text.
            for number in &mut numbers {
                let value = datum(number, own)?;
                let name = own.format().name();
                if *number != value.shown {
                    self.notes.push([&**number, " is ", &value.shown, " in ", name].concat());
                }
                *number = value.exact;
            }
            let name = to.format().name();
            let (own, source) = (own.format().name(), usual.format().name());
            let note = ["PTX converts no ", own, " to ", name, ", so this is from ", source];
            self.notes.push(note.concat());
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
            self.notes.push(String::from("to the nearest integer, and to the even one of two"));
        } else if is_to_integer && !is_directed {
            // As a cast of C does it.
            meant.others.push(Modifier::Rzi);
            self.notes.push(String::from("towards zero, as a cast in C"));
        }
        if !is_directed && named.is_empty() && !to.is_integer() && !has_nearest(to) {
            meant.others.extend([Modifier::Rp, Modifier::Satfinite]);
            let name = to.format().name();
            self.notes
                .push([name, " is rounded up, as by CUDA; `.rz` rounds towards zero"].concat());
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
        let mut note = ["the bits ", number, " are those of ", own.name()].concat();
        let name = other.name();
        let question = [number, " as ", name].concat();
        let is_read = || datum(number, kind).is_some() && read(&question, context).is_some();
        if own != other && is_read() {
            note.extend([", while `", &*question, "` takes them for ", name]);
        }
        self.notes.insert(0, note);
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
            self.notes.push(note.concat());
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
        self.notes.push(note.concat());
    }
}

/// A number that a text is in a format.
struct Typed {
    /// Its text, which is short.
    shown: String,
    /// Its text with every digit.
    exact: String,
}

/// The number that the text of a register is; nothing where the type has no such register.
fn datum(text: &str, kind: Type) -> Option<Typed> {
    let format = kind.format();
    let packing = kind.packing();
    let bits = if packing.lanes == 1 {
        packing.extract(register(text, kind).ok()?.bits, 0)
    } else {
        text::parse(text, format).ok()?.bits
    };
    if format.is_nan(bits) {
        return Some(Typed { shown: String::from("NaN"), exact: String::from("nan") });
    }
    Some(Typed { shown: concise(bits, format), exact: exact_decimal(bits, format) })
}

/// The type that holds a number of a format exactly and that PTX converts it to.
fn holder(meant: &mut Intended<'_>, from: Type, number: &str, context: &Context) -> Option<Type> {
    let holds = |to: &Type| {
        let entry = text::parse(number, to.format());
        to.format() != from.format()
            && entry.is_ok_and(|it| matches!(it.exactness, Exactness::Exact | Exactness::Given))
    };
    let all = [Type::F32, Type::F16x2, Type::Bf16x2, Type::F64].into_iter().filter(holds);
    let mut all = all.chain((from == Type::F64).then_some(Type::F64));
    all.find(|to| {
        meant.types = alloc::vec![*to, from];
        Found::of(meant, 1, context).is_some()
    })
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
fn integral(modifier: Modifier) -> Modifier {
    use Modifier as M;
    let directions = [(M::Rn, M::Rni), (M::Rz, M::Rzi), (M::Rm, M::Rmi), (M::Rp, M::Rpi)];
    let found = directions.iter().find(|(direction, _)| *direction == modifier);
    found.map_or(modifier, |(_, integral)| *integral)
}
