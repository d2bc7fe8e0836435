//! Links into the playground.

use ptxfp::catalog::{Context, Form, Instruction, instructions_of, nearest_context};
use ptxfp::eval::Prepared;
use ptxfp::explore::corner::{Corner, CornerRow, corners};
use ptxfp::link::State;
use ptxfp::syntax::check;

use ptxfp_view::lessons::EXAMPLES;

/// The fragment that shows an opcode: that of a lesson about it, or an example of its first form.
pub(crate) fn first(opcode: &str) -> Option<String> {
    let lesson = EXAMPLES.iter().find(|example| opcode_of(example.link) == opcode);
    let lesson = lesson.map(|example| example.link.to_owned());
    lesson.or_else(|| {
        ptxfp::catalog::forms_of(opcode).find_map(State::example).map(|state| state.to_fragment())
    })
}

/// The opcode of a fragment.
pub(crate) fn opcode_of(fragment: &str) -> &'static str {
    ptxfp::link::parse(fragment).linked.legal().unwrap_or_default().instruction.form.opcode
}

/// The spelling of a fragment's instruction.
pub(crate) fn spelling(fragment: &str) -> String {
    ptxfp::link::parse(fragment).linked.legal().unwrap_or_default().instruction.to_string()
}

/// The instructions of a form with their documented special cases, ready to be linked.
pub(crate) struct Cases {
    all: Vec<(Instruction, Context, Vec<CornerRow>)>,
}

impl Cases {
    /// Finds the instructions of a form.
    pub(crate) fn of(form: &'static Form) -> Self {
        let home = State::default().context;
        let cases = |instruction: Instruction| {
            let context = nearest_context(&instruction.requires(), &home)?;
            // Another form may have an instruction of the same spelling.
            let found = check(&instruction.statement(), &context).instruction;
            let is_itself = found == Some(instruction);
            is_itself.then(|| (instruction, context, corners(&instruction, &context)))
        };
        Self { all: instructions_of(form).filter_map(cases).collect() }
    }

    /// The fragment that shows a case.
    pub(crate) fn fragment(&self, corner: &Corner) -> Option<String> {
        self.all.iter().find_map(|(instruction, context, rows)| {
            if !corner.when.iter().all(|condition| condition.is_met(instruction)) {
                return None;
            }
            let prepared = Prepared::new(instruction, context);
            let is_it = |row: &&CornerRow| {
                let operands = row.operands().iter().zip(prepared.lane_op().operands);
                let names = operands.map(|((landmark, _), format)| landmark.text(format));
                names.eq(corner.operands.iter().copied())
            };
            let row = rows.iter().find(is_it)?;
            let registers = row.registers.iter().take(instruction.form.sources().len());
            let state = State::new(*instruction, *context, registers.copied().collect());
            Some(state.to_fragment())
        })
    }
}
