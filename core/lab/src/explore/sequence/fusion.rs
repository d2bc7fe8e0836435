//! A sum fused with a product: its operands and its result.

use alloc::vec::Vec;

use super::results::Influence;
use super::{Source, Value};
use crate::catalog::Instruction;
use crate::companion::Partial;
use crate::eval::{LaneOp, LaneResult, Prepared};
use crate::format::{Format, Packing};

/// A way to compute lanes of a sum: with a product that is not rounded.
#[derive(Clone, Debug)]
pub struct Fusion {
    /// The statement that multiplies.
    pub product: usize,
    /// The instruction that product and sum become in each lane, such as `fma.rn.f32`.
    pub instruction: Instruction,
    pub(super) prepared: Prepared,
    pub(super) lanes: Vec<(u8, [Term; 3])>,
}

/// A datum of a register that a fused multiply-add takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub(super) source: Source,
    pub(super) packing: Packing,
    pub(super) lane: u8,
    pub(super) is_negative: bool,
    /// The conversion to the format of the sum.
    pub(super) conversion: Option<Prepared>,
}

impl Term {
    fn datum(&self, register: u64) -> u64 {
        let mut bits = self.packing.extract(register, self.lane);
        let mut width = self.packing.width;
        if let Some(conversion) = &self.conversion {
            bits = conversion.evaluate(&[bits]).destination;
            width = conversion.destination().width;
        }
        bits ^ u64::from(self.is_negative) << (width - 1)
    }

    /// Whether the datum in a register is determined, or a NaN whatever its open bits are; `own` is
    /// its format where nothing is converted.
    fn is_settled(&self, register: &Partial, own: Format) -> bool {
        let partial = register.field(self.packing.offset(self.lane), self.packing.width.into());
        let [format, ..] = self.conversion.as_ref().map_or([own; 3], |it| it.lane_op().operands);
        partial.is_determined() || partial.is_nan(format)
    }
}

impl Fusion {
    /// The operation of a lane.
    pub(super) fn lane_op(&self) -> &LaneOp {
        self.prepared.lane_op()
    }

    /// The lanes, with the result of each for registers that `read` returns, and the influence of
    /// their open bits.
    pub(super) fn evaluate(
        &self,
        mut read: impl FnMut(Source) -> Value,
    ) -> impl Iterator<Item = (u8, LaneResult, Influence)> {
        self.lanes.iter().map(move |(lane, terms)| {
            let partials = terms.map(|term| read(term.source).partial());
            let result = |choose: fn(&Partial) -> u64| {
                let mut registers = [0; 3];
                for (place, (term, partial)) in
                    registers.iter_mut().zip(terms.iter().zip(&partials))
                {
                    *place = term.datum(choose(partial));
                }
                self.prepared.evaluate_lane(0, &registers, &mut ())
            };
            let own = result(|it| it.bits);
            let op = self.lane_op();
            let mut parts = terms.iter().zip(&partials).zip(op.operands);
            let influence = if partials.iter().all(Partial::is_determined) {
                Influence::None
            } else if parts.all(|((term, partial), format)| term.is_settled(partial, format)) {
                Influence::of_nans(op, [own, result(Partial::least), result(Partial::greatest)])
            } else {
                Influence::Any
            };
            (*lane, own, influence)
        })
    }

    /// The registers and values that it reads.
    pub(super) fn sources(&self) -> impl Iterator<Item = Source> {
        self.lanes.iter().flat_map(|(_, terms)| terms.iter().map(|term| term.source))
    }
}
