//! Registers that are wider than the type of a parameter that they load or store (PTX ISA 9.4.1).

use alloc::string::ToString;

use super::build::{Builder, Wanted};
use super::{Action, Call, Move, Source, mov};
use crate::catalog::Type;
use crate::syntax::{self, Code, Token};

impl Wanted {
    /// This type, where the register may be wider.
    pub(super) const fn relaxed(self) -> Self {
        Self { is_relaxed: true, ..self }
    }
}

impl<'t> Builder<'t> {
    /// Bits of a register that a load writes, if it is wider than the type.
    pub(super) fn wider(&self, name: &Token<'t>, wanted: Wanted, start: usize) -> Option<u8> {
        self.known_width(name, start).filter(|width| *width > wanted.width())
    }

    /// Bits of a source of a store, if it is wider than the type.
    pub(super) fn wider_source(&self, source: Source, wanted: Wanted) -> Option<u8> {
        let Source::Register { index, .. } = source else { return None };
        let width = self.sequence.registers.get(index)?.width();
        (width > wanted.width()).then_some(width)
    }

    /// Writes a value to a wider register: behind copies of its sign for a signed type, else behind
    /// zeros.
    pub(super) fn extended(
        &mut self,
        source: Source,
        wanted: Wanted,
        (name, to): (&Token<'t>, u8),
        start: usize,
    ) -> Option<Action> {
        let since = self.unknown_since(&[source]);
        let from = wanted.width();
        let is_signed = matches!(wanted.kind, Type::S16 | Type::S32);
        let is_integer = wanted.is_typed && wanted.kind.is_integer();
        let class = if is_signed { ".s" } else { ".u" };
        let spelled = |width: u8| [class, &*width.to_string()].concat();
        let stored = if is_integer {
            Wanted::exactly(mov::Kind::spelled(&spelled(to))?.kind, true)
        } else {
            Wanted::exactly(mov::bits(to)?, false)
        };
        let instruction = if is_signed {
            let text = ["cvt", &*spelled(to), &*spelled(from)].concat();
            Some(syntax::check(&text, self.context).instruction?)
        } else {
            None
        };
        let destination = self.write(name, stored, true, start);
        self.mark_unknown(destination, since);
        let Some(instruction) = instruction else {
            let mut sources = alloc::vec![source];
            sources.resize(usize::from(to / from), Source::Value(0));
            let destinations = alloc::vec![Some(destination)];
            return Some(Action::Move(Move { sources, destinations, part_width: from }));
        };
        Some(Action::Call(Call::new(&instruction, self.context, alloc::vec![source], destination)))
    }

    /// Reports a vector one of whose registers is wider than its elements.
    pub(super) fn wide_vector<T>(&mut self, name: &Token<'_>, start: usize) -> Option<T> {
        let message = "a register of a vector must have the bits of an element here";
        let span = name.span.start + start..name.span.end + start;
        self.report(Code::Unsupported, span, message.into());
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::sequence;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    /// The extensions of PTX ISA 9.4.1; ptxas 13.5.37 takes each of these registers.
    #[test]
    fn loads_and_stores_take_wider_registers() {
        for (text, input, output) in [
            (".reg .b32 r; ld.param.b16 r, [x]; mov.b32 d, r;", 0x8001, 0x8001),
            (".reg .b32 r; ld.param.u16 r, [x]; mov.b32 d, r;", 0x8001, 0x8001),
            (".reg .b32 r; ld.param.s16 r, [x]; mov.b32 d, r;", 0x8001, 0xffff_8001),
            (".reg .u64 r; ld.param.s16 r, [x]; mov.b64 d, r;", 0x8001, 0xffff_ffff_ffff_8001),
            (".reg .b64 r; ld.param.b16 r, [x]; mov.b64 d, r;", 0x8001, 0x8001),
            (".reg .b64 r; ld.param.b32 r, [x]; mov.b64 d, r;", 0x8000_0001, 0x8000_0001),
            (".reg .b64 r; ld.param.f32 r, [x]; mov.b64 d, r;", 0x8000_0001, 0x8000_0001),
            (".reg .f32 r; ld.param.b16 r, [x]; mov.b32 d, r;", 0x8001, 0x8001),
            (".reg .b32 r; st.param.b16 [o], r;", 0x1234_8001, 0x8001),
            (".reg .b64 r; st.param.b32 [o], r;", 0x1234_8001_0000_0002, 2),
            (".reg .b64 r; st.param.u16 [o], r;", 0x1234_8001_0000_8002, 0x8002),
            (".reg .f32 r; st.param.b16 [o], r;", 0x1234_8001, 0x8001),
        ] {
            let found = sequence(text);
            assert!(found.is_complete(), "{text}: {:?}", found.diagnostics());
            let values = found.evaluate(&[input]);
            let last = found.outputs().iter().map(|index| values[*index].bits).max();
            assert_eq!(last, Some(output), "{text}");
        }
    }

    #[test]
    fn registers_of_another_class_are_refused() {
        for (text, message) in [
            (".reg .f32 r; ld.param.u16 r, [x];", "register `r` is declared with 32 bits"),
            (".reg .u64 r; ld.param.f32 r, [x];", "register `r` is declared with 64 bits"),
            (".reg .b32 r; ld.param.b64 r, [x];", "register `r` is declared with 32 bits"),
            (".reg .b32 r, s; ld.param.v2.b16 {r, s}, [x];", "a register of a vector"),
            (".reg .b32 r; mov.b16 d, r;", "register `r` is declared with 32 bits"),
        ] {
            let found = sequence(text);
            let wrong = found.diagnostics();
            assert!(wrong.iter().any(|each| each.message.contains(message)), "{text}: {wrong:?}");
        }
    }
}
