//! Atomic instructions: the value before is an input, or what the thread stored; the value after is
//! stored.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::build::Wanted;
use super::super::{Action, Call, Companion, Move, Source};
use super::access::spelled;
use super::bytes::Value;
use super::statement::At;
use super::trace::Tracer;
use super::variables::{Space, Type};
use crate::catalog;
use crate::syntax;

/// The operations.
const OPERATIONS: [&str; 10] =
    [".add", ".and", ".or", ".xor", ".min", ".max", ".exch", ".cas", ".inc", ".dec"];

impl<'t> Tracer<'t> {
    /// `atom` or `red`.
    pub(super) fn atomic(&mut self, at: &At<'t>) -> Option<()> {
        if at.has(".async") {
            return None;
        }
        if at.statement().modifiers.iter().any(|it| it.text.starts_with(".v")) {
            self.not_alone(at, "atomic instructions of vectors are not supported");
            return None;
        }
        let is_red = at.statement().opcode.as_ref()?.text == "red";
        let first = usize::from(!is_red);
        let (operation, kind) = (operation(at)?, kind_of(at)?);
        let address = at.statement().operands.get(first)?.clone();
        let address = self.address(&address, at.space(), at.start)?;
        let wanted = Wanted::exactly(kind.kind, kind.is_typed);
        let mut operands = Vec::new();
        for operand in at.statement().operands.iter().skip(first + 1).take(2) {
            operands.push(self.builder.source(operand, wanted, at.start)?);
        }
        self.seed();
        let to = if is_red { None } else { at.element(0).cloned().filter(|it| it.text != "_") };
        let before = match self.stored(at, &address, kind) {
            Value::Own(source) => Some(source),
            Value::Other => {
                let name = to.as_ref().map_or("before", |it| it.text);
                let name = format!("{name} = {}", address.text);
                let location = self.location(address.place.address, address.place.origin);
                self.input(at, name, wanted, (address.text.clone(), location))
            }
            Value::Unknown => None,
        };
        let names = self.names(at);
        let action = match &to {
            Some(to) => {
                self.builder.fits(to, wanted, at.start)?;
                let register = self.builder.write(to, wanted, true, at.start);
                let destinations = alloc::vec![Some(register)];
                let part_width = kind.kind.packing().register_width();
                match before {
                    Some(source) => Action::Move(Move {
                        sources: alloc::vec![source],
                        destinations,
                        part_width,
                    }),
                    None => Action::Unknown(alloc::vec![register]),
                }
            }
            None => Action::Declaration,
        };
        self.push_guarded(at, action, &names);
        let new = self.fresh(&address.text, kind.kind, kind.is_typed, at);
        let effect =
            before.and_then(|before| self.combined(at, operation, kind, before, &operands, new));
        let effect = effect.unwrap_or_else(|| Action::Unknown(alloc::vec![new]));
        self.add(at, effect, None);
        self.put(at, new, kind.size, &address);
        Some(())
    }

    /// The value after an operation; `None` if it is not known.
    fn combined(
        &mut self,
        at: &At<'t>,
        operation: &str,
        kind: Type,
        before: Source,
        operands: &[Source],
        new: usize,
    ) -> Option<Action> {
        let copy = |source: Source, new: usize| {
            let destinations = alloc::vec![Some(new)];
            let part_width = kind.kind.packing().register_width();
            Action::Move(Move { sources: alloc::vec![source], destinations, part_width })
        };
        let context = self.builder.context;
        let first = *operands.first()?;
        let companion = |text: &str, operands: &[(Source, bool)], new: usize| {
            Companion::plain(text, context, operands, new).map(Action::Companion)
        };
        let spelled = kind.kind.spelling();
        let pair = [(before, false), (first, false)];
        match operation {
            ".exch" => Some(copy(first, new)),
            ".add" | ".min" | ".max" if kind.kind.is_integer() && kind.is_typed => {
                companion(&[operation.trim_start_matches('.'), spelled].concat(), &pair, new)
            }
            ".add" => {
                let text = sum(at, kind);
                let instruction = syntax::check(&text, context).instruction?;
                let sources = alloc::vec![before, first];
                Some(Action::Call(Call::new(&instruction, context, sources, new)))
            }
            ".and" | ".or" | ".xor" => {
                let name = operation.trim_start_matches('.');
                companion(&format!("{name}.b{}", 8 * kind.size), &pair, new)
            }
            ".cas" => {
                let is_same = self.fresh("", catalog::Type::Pred, true, at);
                let text = format!("setp.eq.b{}", 8 * kind.size);
                let compared = companion(&text, &pair, is_same)?;
                self.add(at, compared, None);
                let condition = Source::Register { index: is_same, is_reinterpreted: false };
                let operands = [(*operands.get(1)?, false), (before, false), (condition, false)];
                companion(&format!("selp.b{}", 8 * kind.size), &operands, new)
            }
            ".inc" | ".dec" => self.stepped(at, operation == ".inc", before, first, new),
            _ => None,
        }
    }

    /// `inc` counts up to its operand and begins with 0 again; `dec` counts down from it.
    fn stepped(
        &mut self,
        at: &At<'t>,
        is_up: bool,
        before: Source,
        bound: Source,
        new: usize,
    ) -> Option<Action> {
        let context = self.builder.context;
        let plain = |text: &str, operands: &[(Source, bool)], new: usize| {
            Companion::plain(text, context, operands, new).map(Action::Companion)
        };
        let at_register =
            |index: usize| (Source::Register { index, is_reinterpreted: false }, false);
        let (next, wraps) = (
            self.fresh("", catalog::Type::U32, true, at),
            self.fresh("", catalog::Type::Pred, true, at),
        );
        let step = if is_up { "add.u32" } else { "sub.u32" };
        let stepped = plain(step, &[(before, false), (Source::Value(1), false)], next)?;
        self.add(at, stepped, None);
        let (comparison, otherwise) = if is_up {
            (plain("setp.ge.u32", &[(before, false), (bound, false)], wraps)?, Source::Value(0))
        } else {
            // A counter at 0 is beyond every bound if 1 is taken from it.
            let (next, _) = at_register(next);
            (plain("setp.ge.u32", &[(next, false), (bound, false)], wraps)?, bound)
        };
        self.add(at, comparison, None);
        plain("selp.b32", &[(otherwise, false), at_register(next), at_register(wraps)], new)
    }
}

/// The operation that an instruction spells.
fn operation(at: &At<'_>) -> Option<&'static str> {
    OPERATIONS.into_iter().find(|it| at.has(it))
}

/// The type that it spells; packed halves are not among those of loads.
fn kind_of(at: &At<'_>) -> Option<Type> {
    let packed = [(".f16x2", catalog::Type::F16x2), (".bf16x2", catalog::Type::Bf16x2)];
    let found = packed.into_iter().find(|(name, _)| at.has(name));
    match found {
        Some((_, kind)) => Some(Type { kind, is_typed: true, size: 4 }),
        None => spelled(at),
    }
}

/// The instruction that an atomic sum rounds like: it flushes subnormals of f32 in global memory.
fn sum(at: &At<'_>, kind: Type) -> String {
    let is_shared = at.space() == Space::Shared;
    let flush = if kind.kind == catalog::Type::F32 && !is_shared { ".ftz" } else { "" };
    format!("add.rn{flush}{}", kind.kind.spelling())
}
