//! Evaluation: registers to registers.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::interpret::bits::{Bits, set};
use super::interpret::{At, interpret};
use super::results::{Operands, evaluate};
use super::value::{Standing, Value};
use super::{Action, Call, Sequence};
use crate::bits::mask;
use crate::catalog::{Context, Instruction};
use crate::eval::{Evaluation, MAX_SOURCES, Trace};
use crate::observed::Observed;

impl Sequence {
    /// Uses observed results instead of the references of approximate instructions, as
    /// determined.
    ///
    /// # Errors
    ///
    /// The first instruction without observed results on that target.
    pub fn observe(&mut self, context: &Context) -> Result<(), Instruction> {
        for statement in &mut self.statements {
            let Action::Call(call) = &mut statement.action else { continue };
            if call.is_approximate() {
                let observed = Observed::of(&call.instruction, context);
                call.observed = Some(Box::new(observed.ok_or(call.instruction)?));
            }
        }
        Ok(())
    }

    /// The values of all registers, in the order of [`Self::registers`]. Inputs are raw bits in the
    /// order of [`Self::inputs`]; a missing one counts as 0. Where contraction leaves a choice
    /// ([`Self::outcomes`]), it is the value without fusing, and is marked as such.
    #[must_use]
    pub fn evaluate(&self, inputs: &[u64]) -> Vec<Value> {
        let mut values = Vec::new();
        self.evaluate_into(inputs, &mut values);
        values
    }

    /// Evaluates into a list that is reused: once that is long enough, nothing is allocated.
    pub fn evaluate_into(&self, inputs: &[u64], values: &mut Vec<Value>) {
        if self.is_contractible() {
            let outcomes = self.outcomes(inputs);
            values.clear();
            values.extend((0..self.registers.len()).map(|register| outcomes.value(register)));
            return;
        }
        self.begin(inputs, values);
        let call = |_: At<'_>, call: &Call, values: &mut [Value]| {
            set(values, call.destination, evaluate(call, values));
            ControlFlow::Continue(())
        };
        let _ = interpret(self, 0, &mut Bits { values, call });
    }

    /// Sets the inputs; everything else is unknown.
    pub(super) fn begin(&self, inputs: &[u64], values: &mut Vec<Value>) {
        values.clear();
        values.resize(self.registers.len(), Value::UNKNOWN);
        let given = inputs.iter().copied().chain(core::iter::repeat(0));
        for (index, bits) in self.inputs.iter().zip(given) {
            let width = self.registers.get(*index).map_or(0, super::Register::width);
            set(values, *index, Value::of(bits & mask(width.into())));
        }
    }

    /// The call that a statement is, with the registers of its source operands; `None` if one of
    /// them is unknown, or it does not run.
    #[must_use]
    pub fn call(&self, index: usize, values: &[Value]) -> Option<(&Call, [u64; MAX_SOURCES])> {
        let statement = self.statements.get(index)?;
        let call = statement.action.call()?;
        if statement.guard.as_ref().is_some_and(|guard| guard.runs(values) != Some(true)) {
            return None;
        }
        let operands = Operands::of(call, values);
        (operands.standing != Standing::Unknown).then_some((call, operands.registers))
    }

    /// The result of a statement of the catalog, with its lanes.
    #[must_use]
    pub fn evaluation(&self, index: usize, values: &[Value]) -> Option<Evaluation> {
        let (call, registers) = self.call(index, values)?;
        Some(call.prepared.evaluate(&registers))
    }

    /// The steps of a lane of a statement.
    #[must_use]
    pub fn trace(&self, index: usize, lane: u8, values: &[Value]) -> Option<Trace> {
        let (call, registers) = self.call(index, values)?;
        Some(call.prepared.trace(lane, &registers))
    }
}
