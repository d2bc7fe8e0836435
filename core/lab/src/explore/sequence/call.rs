//! Instructions of the catalog in a sequence: their operands and results.

use alloc::format;
use alloc::vec::Vec;

use super::build::{Builder, Wanted};
use super::declare::Class;
use super::results::heeds_nans;
use super::{Call, Source, Widened, mov};
use crate::bits::mask;
use crate::catalog::{Context, Instruction, Type};
use crate::companion::Partial;
use crate::eval::Prepared;
use crate::syntax::{self, Code, OperandText, Token};

impl Call {
    /// A documented instruction with its operands, before contractions are found.
    pub(super) fn new(
        instruction: &Instruction,
        context: &Context,
        sources: Vec<Source>,
        destination: usize,
    ) -> Self {
        Self {
            instruction: *instruction,
            legality: syntax::Legality::Documented,
            prepared: Prepared::new(instruction, context),
            sources,
            destination,
            widened: None,
            contractions: Vec::new(),
            observed: None,
        }
    }

    /// Whether the ISA states a bound of its error.
    pub(super) const fn is_approximate(&self) -> bool {
        self.prepared.lane_op().bound.is_some()
    }

    /// Whether the result may depend on the sign or the payload of a NaN operand.
    #[must_use]
    pub fn heeds_nans(&self) -> bool {
        heeds_nans(self.prepared.lane_op())
    }

    /// Bits of source operand `index` that are read.
    pub(super) fn source_width(&self, index: usize) -> u32 {
        self.prepared.source(index).register_width().into()
    }

    /// Whether the destination register is wider than the result.
    pub(super) const fn is_widened(&self) -> bool {
        self.widened.is_some()
    }

    /// The bits of the destination register: the result, or that extended to a wider register.
    pub(super) fn stored(&self, result: u64) -> u64 {
        let Some(widened) = self.widened else { return result };
        let own = mask(widened.from.into());
        let is_negative = widened.is_signed && result >> (widened.from - 1) & 1 == 1;
        if is_negative { (result | !own) & mask(widened.to.into()) } else { result & own }
    }

    /// The bits of the destination register, for a result with open bits.
    pub(super) fn stored_partial(&self, result: &Partial) -> Partial {
        let Some(widened) = self.widened else { return *result };
        let own = result.masked(mask(widened.from.into()));
        let extension = self.stored(own.bits) & !mask(widened.from.into());
        // The extension is as open as the sign.
        let is_open = widened.is_signed && own.open >> (widened.from - 1) & 1 == 1;
        let open = mask(widened.to.into()) & !mask(widened.from.into());
        own.beside(&Partial::open(extension, if is_open { open } else { 0 }))
    }
}

impl<'t> Builder<'t> {
    /// An instruction of the catalog with its operands.
    pub(super) fn call(
        &mut self,
        statement: &syntax::Statement<'t>,
        instruction: &Instruction,
        start: usize,
    ) -> Option<Call> {
        let form = instruction.form;
        let given = statement.operands.as_slice();
        let [destination, values @ ..] = given else {
            return self.without_destination(statement, instruction, start);
        };
        if given.len() != form.operand_count() {
            return self.without_destination(statement, instruction, start);
        }
        let is_cvt = form.opcode == "cvt";
        let mut sources = Vec::new();
        for (group, value) in form.operand_groups().skip(1).zip(values) {
            for (index, operand) in group.iter().enumerate() {
                let kind = instruction.operand_type(operand);
                // Operands in braces are registers of their own.
                let element = value.elements.get(index).filter(|_| operand.is_braced);
                let alone = element.map(OperandText::of);
                let is_relaxed = is_cvt && may_be_wider(kind);
                let wanted = Wanted { is_relaxed, ..Wanted::exactly(kind, true) };
                let source = self.source(alone.as_ref().unwrap_or(value), wanted, start);
                sources.push(source);
            }
        }
        let name = self.destination(destination.elements.first(), destination.is_vector, start);
        let sources: Vec<_> = sources.into_iter().collect::<Option<_>>()?;
        let kind = instruction.destination_type();
        let name = name?;
        let is_relaxed = is_cvt && (may_be_wider(kind) || kind == Type::F16x2);
        let wanted = Wanted { is_relaxed, ..Wanted::exactly(kind, true) };
        self.fits(&name, wanted, start)?;
        let widened = self.widened(&name, wanted, start);
        let stored = widened.map_or(wanted, |widened| extended(kind, widened));
        let since = self.unknown_since(&sources);
        let destination = self.write(&name, stored, true, start);
        self.mark_unknown(destination, since);
        Some(Call { widened, ..Call::new(instruction, self.context, sources, destination) })
    }

    /// The extension of a result to the register that takes it, if that is wider.
    fn widened(&self, name: &Token<'t>, wanted: Wanted, start: usize) -> Option<Widened> {
        let to = self.known_width(name, start)?;
        let from = wanted.kind.packing().register_width();
        let is_signed = matches!(wanted.kind, Type::S8 | Type::S16 | Type::S32 | Type::S64);
        (wanted.is_relaxed && to > from).then_some(Widened { from, to, is_signed })
    }

    fn without_destination(
        &mut self,
        statement: &syntax::Statement<'t>,
        instruction: &Instruction,
        start: usize,
    ) -> Option<Call> {
        let head = statement.head_span();
        let message = format!(
            "a statement of a program must name all its registers: {}",
            instruction.statement()
        );
        self.report(Code::OperandCount, head.start + start..head.end + start, message);
        None
    }
}

/// Whether a register of `cvt` may be wider than this type (PTX ISA 9.7.9.21); with ptxas 13.1.115
/// these are the types that a register of more bits is taken for.
const fn may_be_wider(kind: Type) -> bool {
    kind.is_integer() && !matches!(kind, Type::B32) || matches!(kind, Type::F16 | Type::F32)
}

/// Whether a register of a class may be wider than a type that it is read or written as.
pub(super) const fn is_extensible(class: Class, kind: Type) -> bool {
    match class {
        Class::Bits => true,
        Class::Integer => kind.is_integer(),
        Class::Float => false,
    }
}

/// The type of a register that a result is extended to.
fn extended(kind: Type, widened: Widened) -> Wanted {
    let integer = match (widened.to, widened.is_signed) {
        (16, true) => Type::S16,
        (32, true) => Type::S32,
        (64, true) => Type::S64,
        (16, false) => Type::U16,
        (32, false) => Type::U32,
        _ => Type::U64,
    };
    if kind.is_integer() {
        Wanted::exactly(integer, true)
    } else {
        Wanted::exactly(mov::bits(widened.to).unwrap_or(integer), false)
    }
}
