//! Instructions of the catalog in a sequence: their operands and results.

use alloc::format;
use alloc::vec::Vec;

use super::build::{Builder, Wanted};
use super::declare::Class;
use super::{Call, Source, Widened, mov};
use crate::catalog::{Context, Instruction, Type};
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
