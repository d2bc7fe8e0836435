//! The instruction for a question, and its operands.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::reading::Note;
use crate::catalog::{
    Context, Instruction, Operand, Operation, Role, Type, forms_of, nearest_context,
};
use crate::order::push_new;
use crate::syntax::Intended;
use crate::text;
use crate::text::quote::code;

/// The instruction for a question, and where it is available.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// The instruction.
    pub(super) instruction: Instruction,
    /// The version and target that have it: those asked for if they do, else the nearest ones.
    pub(super) context: Context,
}

impl Found {
    /// The instruction nearest to what is meant that takes as many numbers.
    pub(super) fn of(meant: &Intended<'_>, n_numbers: usize, context: &Context) -> Option<Self> {
        let takes = |found: &Instruction| {
            let form = found.form;
            let is_needed = |role: Role| matches!(role, Role::Lanes | Role::Lane(_));
            let needed = form.sources().iter().filter(|operand| is_needed(operand.role)).count();
            let is_packed = form.sources().iter().any(|it| matches!(it.role, Role::Lane(_)));
            needed == n_numbers || is_packed && needed > n_numbers
        };
        let here = meant.nearest(&|found| takes(found) && found.is_available(context));
        if let Some(instruction) = here {
            return Some(Self { instruction, context: *context });
        }
        let instruction = meant.nearest(&|found| takes(found) && found.form.is_assembled())?;
        let context = nearest_context(&instruction.requires(), context)?;
        Some(Self { instruction, context })
    }
}

/// The number in a lane that nothing is asked of: 0, or 1 in a format without zero.
pub(super) fn filler(kind: Type) -> &'static str {
    if text::parse("0", kind.format()).is_ok() { "0" } else { "1" }
}

/// The numbers that a conversion takes, or those of an operation in one lane.
pub(super) fn n_numbers(found: &Instruction) -> usize {
    let is_conversion = found.form.operation == Operation::Convert;
    let of_operand = |operand: &&Operand| match operand.role {
        Role::Lanes if is_conversion => usize::from(found.operand_type(operand).packing().lanes),
        Role::Lanes | Role::Lane(_) => 1,
        Role::RandomBits | Role::ScaleFactor | Role::SharedScale => 0,
    };
    found.form.sources().iter().map(|operand| of_operand(&operand)).sum()
}

/// The operands of a statement: one number for each source, and for each of its lanes.
pub(super) fn operands(found: &Instruction, numbers: &[String]) -> Option<String> {
    let mut numbers = numbers.iter();
    let mut all: Vec<String> = Vec::new();
    for group in found.form.operand_groups().skip(1) {
        let mut elements = Vec::new();
        for operand in group {
            let kind = found.operand_type(operand);
            let lanes = usize::from(kind.packing().lanes);
            let number = match operand.role {
                // A conversion of one number leaves the other lanes empty.
                Role::Lanes if lanes > 1 && found.form.operation == Operation::Convert => {
                    let number = numbers.next()?.as_str();
                    text::parse(number, kind.format()).ok()?;
                    let mut list = alloc::vec![filler(kind); lanes - 1];
                    list.push(number);
                    elements.push(["{", &list.join(", "), "}"].concat());
                    continue;
                }
                Role::Lanes => numbers.next()?.as_str(),
                Role::Lane(_) => numbers.next().map_or(filler(kind), String::as_str),
                Role::RandomBits => "0",
                Role::ScaleFactor | Role::SharedScale => "1",
            };
            text::parse(number, kind.format()).ok()?;
            let list = alloc::vec![number; lanes].join(", ");
            elements.push(if lanes > 1 { ["{", &list, "}"].concat() } else { list });
        }
        let list = elements.join(", ");
        all.push(if group.len() > 1 { ["{", &list, "}"].concat() } else { list });
    }
    numbers.next().is_none().then(|| all.join(", "))
}

/// The remark that a version or target is not the one asked for.
#[must_use]
pub fn needed(place: &Context, context: &Context) -> Option<Note> {
    if place.target != context.target {
        Some(["it needs ", place.target.name].concat().into())
    } else if place.isa != context.isa {
        Some(["it needs PTX ISA ", &place.isa.to_string()].concat().into())
    } else {
        None
    }
}

/// Says that an opcode does not compute in a format: the name of what is lacking, and the reason.
pub(super) fn lack(opcode: &str, kind: Type) -> (String, String) {
    let mut names: Vec<&str> = Vec::new();
    for form in forms_of(opcode).filter(|form| form.is_documented()) {
        for signature in form.signatures() {
            if let (Some(kind), None) = (signature.get(0), signature.get(1)) {
                push_new(&mut names, kind.format().name());
            }
        }
    }
    let name = [&*code(opcode), " in ", kind.format().name()].concat();
    (name, ["it computes in ", &names.join(", ")].concat())
}
