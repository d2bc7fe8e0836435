//! `mov`, as plumbing: it copies, packs and unpacks registers, and computes nothing.
//!
//! It is not in the catalog, which has floating-point instructions only, but packed and narrow
//! code needs it. The forms of PTX ISA 9.7.9.2 to 9.7.9.4 up to 64 bits are accepted, without
//! addresses and special registers.

use alloc::vec;
use alloc::vec::Vec;

use super::build::{Builder, Wanted};
use super::companion::negated;
use super::{Action, Move, Source};
use crate::catalog::Type;
use crate::companion;
use crate::syntax::{self, Code, OperandText, Token};

/// The opcode.
pub(super) const OPCODE: &str = "mov";

/// The types of `mov`, with the type the register is shown as, and whether that is its content.
const TYPES: [(&str, Type, bool); 13] = [
    (".b16", Type::U16, false),
    (".b32", Type::B32, false),
    (".b64", Type::U64, false),
    (".u16", Type::U16, true),
    (".u32", Type::U32, true),
    (".u64", Type::U64, true),
    (".s16", Type::S16, true),
    (".s32", Type::S32, true),
    (".s64", Type::S64, true),
    (".f32", Type::F32, true),
    (".f64", Type::F64, true),
    (".pred", Type::Pred, true),
    (".b8", Type::U8, false),
];

/// The type that a `mov` spells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    /// The type of the whole register.
    pub(super) kind: Type,
    /// Whether it says what the register holds.
    pub(super) is_typed: bool,
}

impl Kind {
    /// The type of a statement; `None` if `mov` does not have it.
    pub(super) fn of(statement: &syntax::Statement<'_>) -> Option<Self> {
        let [only] = statement.modifiers.as_slice() else { return None };
        Self::spelled(only.text)
    }

    /// The type of a spelling; `None` if no register of `mov` has it.
    pub(super) fn spelled(text: &str) -> Option<Self> {
        // Bytes occur only as parts.
        let whole = TYPES.iter().filter(|(spelling, ..)| *spelling != ".b8");
        let mut found = whole.filter(|(spelling, ..)| *spelling == text);
        found.next().map(|(_, kind, is_typed)| Self { kind: *kind, is_typed: *is_typed })
    }

    /// The type of each of `count` parts; `None` if there is no such packing.
    pub(super) fn part(self, count: usize) -> Option<Self> {
        let width = usize::from(self.kind.packing().register_width());
        let is_packing = !self.is_typed && matches!((width, count), (16, 2) | (32 | 64, 2 | 4));
        let part = bits(u8::try_from(width.checked_div(count)?).ok()?)?;
        is_packing.then_some(Self { kind: part, is_typed: false })
    }
}

/// The type that a register of this width is shown as, where no statement gives it one.
pub(super) fn bits(width: u8) -> Option<Type> {
    match width {
        1 => Some(Type::Pred),
        _ => TYPES
            .iter()
            .find(|(_, kind, is_typed)| !is_typed && kind.packing().register_width() == width)
            .map(|(_, kind, _)| *kind),
    }
}

/// The bits of a part, the first of a list being the lowest.
pub(super) const fn part_of(bits: u64, index: usize, width: u8) -> u64 {
    #[expect(clippy::cast_possible_truncation, reason = "there are at most four parts")]
    let offset = index as u32 * width as u32;
    if offset >= u64::BITS { 0 } else { bits >> offset & crate::bits::mask(width as u32) }
}

impl Move {
    /// Whether registers are copied as they are.
    pub(super) const fn is_copy(&self) -> bool {
        self.sources.len() == self.destinations.len()
    }

    /// The bits of source operand `index` in the whole.
    pub(super) fn packed(&self, index: usize, bits: u64) -> u64 {
        // Parts are below the 64 bits of the widest register: each source is masked by its width.
        bits.checked_shl(self.place(index)).unwrap_or(0)
    }

    /// The place of a part in the whole.
    pub(super) fn place(&self, index: usize) -> u32 {
        u32::try_from(index * usize::from(self.part_width)).unwrap_or(u64::BITS)
    }

    /// The part of the whole that destination `index` takes.
    pub(super) fn part(&self, index: usize, whole: u64) -> u64 {
        let is_unpacking = self.destinations.len() > 1;
        if is_unpacking { part_of(whole, index, self.part_width) } else { whole }
    }
}

impl<'t> Builder<'t> {
    /// A `mov` with its operands.
    pub(super) fn movement(
        &mut self,
        statement: &syntax::Statement<'t>,
        start: usize,
    ) -> Option<Action> {
        let head = statement.head_span();
        let head = head.start + start..head.end + start;
        let Some(kind) = Kind::of(statement) else {
            let message =
                "`mov` takes one type here: b16, b32, b64, u, s or f of these widths, or pred";
            self.report(Code::ModifierNotAllowed, head, message.into());
            return None;
        };
        let [to, from] = statement.operands.as_slice() else {
            let message = "mov takes 2 operands (d, a), one of which may be in braces";
            self.report(Code::OperandCount, head, message.into());
            return None;
        };
        let parts = |operand: &OperandText<'_>| {
            if operand.is_vector { kind.part(operand.elements.len()) } else { Some(kind) }
        };
        let (Some(written), Some(read), false) =
            (parts(to), parts(from), to.is_vector && from.is_vector)
        else {
            let message = "braces in a `mov` hold 2 or 4 parts, on one side, of a `.b` type";
            self.report(Code::Operand, head, message.into());
            return None;
        };
        if let (Type::Pred, Some(predicate)) = (kind.kind, negated(from)) {
            return self.negation(statement, to, &predicate, start);
        }
        let wanted = Wanted::exactly(read.kind, read.is_typed);
        let sources =
            from.elements.iter().map(|each| self.source(&OperandText::of(each), wanted, start));
        let sources: Option<Vec<_>> = sources.collect();
        let mut names = Vec::new();
        for each in &to.elements {
            if to.is_vector && each.text == "_" {
                names.push(None);
            } else {
                names.push(Some(self.destination(Some(each), false, start)?));
            }
        }
        let sources = sources?;
        for name in names.iter().flatten() {
            self.fits(name, Wanted::exactly(written.kind, written.is_typed), start)?;
        }
        let since = self.unknown_since(&sources);
        let wanted = self.copied(&sources, to, written);
        let part_width = if to.is_vector { written } else { read }.kind.packing().register_width();
        let mut destinations = Vec::new();
        for name in names {
            let written = name.map(|name| self.write(&name, wanted, true, start));
            if let Some(register) = written {
                self.mark_unknown(register, since);
            }
            destinations.push(written);
        }
        Some(Action::Move(Move { sources, destinations, part_width }))
    }

    /// The type of what is written: a copy is what it is a copy of.
    fn copied(&self, sources: &[Source], to: &OperandText<'_>, written: Kind) -> Wanted {
        let copied = match sources {
            [Source::Register { index, .. }] if !to.is_vector && !written.is_typed => {
                self.sequence.registers.get(*index).filter(|register| register.is_typed)
            }
            _ => None,
        };
        let copied = copied.map(|register| Wanted::exactly(register.kind, true));
        copied.unwrap_or(Wanted::exactly(written.kind, written.is_typed))
    }

    /// `mov.pred p, !q`, which computes what `not.pred p, q` does.
    fn negation(
        &mut self,
        statement: &syntax::Statement<'t>,
        to: &OperandText<'t>,
        predicate: &Token<'t>,
        start: usize,
    ) -> Option<Action> {
        let not = companion::resolve(&syntax::parse("not.pred").0, self.context)?.ok()?;
        let operands = vec![to.clone(), OperandText::of(predicate)];
        let statement = syntax::Statement { operands, ..statement.clone() };
        self.companion(&statement, &not, start)
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, part_of};
    use crate::catalog::Type;
    use crate::syntax::parse;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn types_have_the_parts_that_ptx_gives_them() {
        let kind = |text: &str| Kind::of(&parse(text).0);
        let part = |text: &str, count| kind(text).and_then(|kind| kind.part(count)).map(|p| p.kind);
        assert_eq!(part("mov.b32", 2), Some(Type::U16));
        assert_eq!(part("mov.b32", 4), Some(Type::U8));
        assert_eq!(part("mov.b64", 2), Some(Type::B32));
        assert_eq!(part("mov.b64", 4), Some(Type::U16));
        assert_eq!(part("mov.b16", 2), Some(Type::U8));
        for (text, count) in [("mov.b32", 3), ("mov.b32", 0), ("mov.f32", 2), ("mov.b16", 4)] {
            assert_eq!(part(text, count), None, "{text} {count}");
        }
        for text in ["mov", "mov.b8", "mov.b32.b32", "mov.f16"] {
            assert_eq!(kind(text), None, "{text}");
        }
        assert_eq!(part_of(0x1234_5678, 1, 16), 0x1234);
        assert_eq!(part_of(1, 9, 16), 0);
    }
}
