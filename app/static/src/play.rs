//! Links into the playground.

use ptxfp::catalog::{Context, Form, Instruction, Role, Type, instructions_of, nearest_context};
use ptxfp::eval::{Guarantee, Prepared};
use ptxfp::explore::corner::{Corner, CornerRow, corners};
use ptxfp::link::State;
use ptxfp::syntax::check;
use ptxfp::text;

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

/// The values that a fragment shows.
pub(crate) struct Attempt {
    /// The instruction.
    pub(crate) spelling: String,
    /// The target, unless it is the default.
    pub(crate) target: Option<&'static str>,
    /// `a = 1, b = {2, 3}`.
    pub(crate) operands: String,
    /// The result, with `≈` where it is the reference for an approximate one.
    pub(crate) result: String,
}

impl Attempt {
    /// Reads a fragment.
    pub(crate) fn of(fragment: &str) -> Self {
        let State { instruction, context, registers, .. } =
            ptxfp::link::parse(fragment).linked.legal().unwrap_or_default();
        let prepared = Prepared::new(&instruction, &context);
        let sources = instruction.form.sources().iter().zip(&registers);
        let operands: Vec<_> = sources
            .map(|(operand, register)| {
                let kind = instruction.operand_type(operand);
                let value = match operand.role {
                    Role::RandomBits => {
                        let digits = usize::from(kind.packing().register_width().div_ceil(4));
                        format!("0x{register:0digits$x}")
                    }
                    Role::Lanes | Role::Lane(_) | Role::ScaleFactor | Role::SharedScale => {
                        values(kind, *register)
                    }
                };
                format!("{} = {value}", operand.name)
            })
            .collect();
        let result = prepared.evaluate(&registers);
        let is_near = result
            .lanes()
            .iter()
            .any(|lane| matches!(lane.guarantee, Guarantee::Within { .. } | Guarantee::Unbounded));
        let sign = if is_near { "≈ " } else { "" };
        let values = values(instruction.destination_type(), result.destination);
        Self {
            spelling: instruction.to_string(),
            target: (context != State::default().context).then_some(context.target.name),
            operands: operands.join(", "),
            result: format!("{sign}{values}"),
        }
    }
}

/// The values of a register's lanes, the highest first.
fn values(kind: Type, register: u64) -> String {
    let packing = kind.packing();
    let lane = |lane| text::concise(packing.extract(register, lane), kind.format());
    let values: Vec<_> = (0..packing.lanes).rev().map(lane).collect();
    match &*values {
        [value] => value.clone(),
        _ => format!("{{{}}}", values.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::Attempt;

    #[test]
    fn an_attempt_shows_values() {
        let attempt = Attempt::of("v1/cvt.rn.f16x2.f32@sm_90?a=0x3f800000&b=0x40000000");
        assert_eq!((&*attempt.operands, &*attempt.result), ("a = 1, b = 2", "{1, 2}"));
        let attempt = Attempt::of("v1/ex2.approx.ftz.f32@sm_100?a=0x3dcccccd");
        assert_eq!(attempt.target, Some("sm_100"));
        assert!(attempt.result.starts_with("≈ 1.07"), "{}", attempt.result);
    }
}
