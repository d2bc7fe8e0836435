//! Programs are interpreted once, whatever a value is.
//!
//! [`interpret`] goes through the statements, and is the only place that knows which kinds of
//! statements there are. An [`Interpretation`] has the registers, and a few operations on them:
//!
//! | interpretation | a value is |
//! | --- | --- |
//! | [`bits`] | bits, with those that are open |
//! | [`outcomes`] | bits, for each way to fuse products with sums |
//! | [`permitted`] | bits, once for each permitted result of approximate instructions |
//! | [`interval`] | the least and the greatest datum of each lane |
//! | [`columns`] | bits, for many inputs at once |

pub(super) mod bits;
pub(super) mod columns;
pub(super) mod interval;
pub(super) mod outcomes;
pub(super) mod permitted;

use core::ops::ControlFlow;

use super::{Action, Call, Companion, Guard, Move, Sequence, Source, Statement};

/// The place of a statement in its program.
#[derive(Clone, Copy)]
pub(super) struct At<'s> {
    pub(super) index: usize,
    pub(super) statement: &'s Statement,
}

/// Registers with a kind of values, and the operations of statements on them.
pub(super) trait Interpretation {
    /// Evaluates an instruction of the catalog. `Break` if the interpretation has gone on from here
    /// by itself.
    fn call(&mut self, at: At<'_>, call: &Call) -> ControlFlow<()>;

    /// Evaluates an instruction with integers, bits or predicates.
    fn companion(&mut self, at: At<'_>, companion: &Companion);

    /// Copies a register, or a value in the statement, to a register.
    fn copy(&mut self, at: At<'_>, from: Source, to: usize);

    /// Packs registers to one, or unpacks one to several.
    fn repack(&mut self, at: At<'_>, parts: &Move);

    /// Passes a statement that is not evaluated.
    fn skip(&mut self, _at: At<'_>) {}

    /// Gives the registers that the statement has written their former values, where the predicate
    /// says that it does not run.
    fn guard(&mut self, at: At<'_>, guard: &Guard);

    /// Ends a statement.
    fn finish(&mut self, _at: At<'_>) {}
}

/// Interprets a program from a statement on. `Break` if an instruction ended that.
pub(super) fn interpret(
    sequence: &Sequence,
    from: usize,
    registers: &mut impl Interpretation,
) -> ControlFlow<()> {
    for (index, statement) in sequence.statements.iter().enumerate().skip(from) {
        step(At { index, statement }, registers)?;
    }
    ControlFlow::Continue(())
}

/// Interprets a statement. `Break` if that ended the interpretation.
#[inline]
pub(super) fn step(at: At<'_>, registers: &mut impl Interpretation) -> ControlFlow<()> {
    let statement = at.statement;
    match &statement.action {
        Action::Call(call) => registers.call(at, call)?,
        Action::Companion(companion) => registers.companion(at, companion),
        Action::Move(parts) if parts.is_copy() => {
            for (from, to) in parts.sources.iter().zip(&parts.destinations) {
                if let Some(to) = to {
                    registers.copy(at, *from, *to);
                }
            }
        }
        Action::Move(parts) => registers.repack(at, parts),
        Action::Unknown(_) | Action::Declaration => registers.skip(at),
    }
    if let Some(guard) = &statement.guard {
        registers.guard(at, guard);
    }
    registers.finish(at);
    ControlFlow::Continue(())
}
