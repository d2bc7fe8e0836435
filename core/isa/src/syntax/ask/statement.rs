//! The statement for an operation on numbers.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::asked::{Asked, USUAL};
use super::found::{Found, filler, lack, n_numbers, needed, operands};
use super::reading::{IN_OTHER_FORMATS, Reading};
use crate::catalog::{
    Context, Form, Group, Instruction, Modifier, Operand, Operation, Role, Type, forms_of,
};
use crate::syntax::Intended;
use crate::text;
use crate::text::quote::code;

impl Asked {
    /// An operation in PTX on numbers.
    pub(super) fn named(
        mut self,
        mut meant: Intended<'_>,
        numbers: &[String],
        context: &Context,
    ) -> Option<Reading> {
        let operation = forms_of(meant.opcode).next()?.operation;
        if operation == Operation::Convert {
            return self.convert_as(meant, numbers, context);
        }
        let named = meant.types.first().copied();
        let wanted = self.kind.or(named);
        // A fraction that is converted is one number, and so is one of a format without division.
        let has_type = |kind: Type| {
            let choices = forms_of(meant.opcode).filter(|form| form.is_documented());
            choices.flat_map(Form::signatures).any(|types| types.iter().eq([kind]))
        };
        if let (Operation::Div, [over, under], Some(kind)) = (operation, numbers, self.kind) {
            let fraction = [over.as_str(), "/", under.as_str()].concat();
            let is_number = text::parse(&fraction, kind.format()).is_ok();
            let is_sign = self.text.contains(['/', '÷']);
            if is_number && is_sign && (self.is_converted || !has_type(kind)) {
                let note = ["the fraction ", &fraction, " is one number"].concat();
                self.note(note);
                return self.convert(&fraction, context);
            }
        }
        let mut lacking = None;
        let kind = match wanted {
            Some(kind) if has_type(kind) => kind,
            Some(kind) if kind.is_integer() => return None,
            Some(kind) => {
                lacking = Some(lack(meant.opcode, kind));
                Type::F32
            }
            None => {
                self.note_usual(Type::F32, context);
                Type::F32
            }
        };
        meant.types = alloc::vec![kind];
        let is_rounding = |each: &Modifier| each.group() == Group::Rounding;
        // A name with a type has its rounding, too: a sum without one may be fused.
        let is_usual = named.is_none() && !meant.others.iter().any(is_rounding);
        if is_usual && !self.modifiers.iter().any(is_rounding) {
            meant.others.push(Modifier::Rn);
        }
        meant.others.extend(self.modifiers.iter().copied());
        let instead = if lacking.is_some() { self.in_formats(&USUAL, context) } else { Vec::new() };
        let reading = self.statement(&meant, numbers, context)?;
        Some(match lacking {
            Some((name, reason)) => {
                reading.in_place_of(&name, &reason).offering(IN_OTHER_FORMATS, instead)
            }
            None => reading,
        })
    }

    /// Notes that an instruction for pairs has this source and another number, which is not asked for.
    fn note_pair(&mut self, found: &Instruction, source: Option<&Operand>) {
        let kinds = [Some(found.destination_type()), source.map(|it| found.operand_type(it))];
        // The narrower of both, which has no instruction for one number.
        let kinds = kinds.into_iter().flatten().filter(|kind| kind.packing().lanes > 1);
        let name = kinds
            .min_by_key(|kind| kind.format().width())
            .map_or("it", |kind| kind.format().name());
        let other = source.map_or("0", |it| filler(found.operand_type(it)));
        self.note([name, " comes in pairs, so the other number is ", other].concat());
    }

    /// The statement for the question, with values.
    pub(super) fn statement(
        mut self,
        meant: &Intended<'_>,
        numbers: &[String],
        context: &Context,
    ) -> Option<Reading> {
        let Found { instruction: found, context: place } =
            Found::of(meant, numbers.len(), context)?;
        let lacking = self.modifiers.iter().find(|modifier| !found.has(**modifier)).copied();
        let statement = [&found.to_string(), " ", &operands(&found, numbers)?].concat();
        let is_short = n_numbers(&found) > numbers.len();
        let given = match &meant.meaning {
            _ if is_short => Some(0),
            Some(meaning) => meaning.only_source(),
            None => None,
        };
        let source = given.and_then(|index| found.form.sources().get(index));
        let lane = match source.map(|it| it.role) {
            Some(Role::Lane(lane)) => Some(lane),
            _ => is_short.then_some(0),
        };
        if lane.is_some() {
            self.note_pair(&found, source);
        }
        self.notes.extend(needed(&place, context));
        let name = code(&found.to_string());
        let reading = Reading { lane, ..Reading::statement(statement, place, self.notes) };
        Some(match lacking {
            Some(modifier) => {
                let name = [&*name, " with ", &code(modifier.spelling())].concat();
                reading.in_place_of(&name, "the instruction does not take it")
            }
            None => reading,
        })
    }
}
