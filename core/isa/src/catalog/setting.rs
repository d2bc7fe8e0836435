//! Rounding and clamping, as the modifiers of an instruction specify them.

use super::form::Operation;
use super::instruction::Instruction;
use super::modifier::Modifier;
use crate::arith::clamp::Clamp;
use crate::arith::rounding::Rounding;

impl Instruction {
    /// The rounding direction. `n_random` is the number of random bits for a lane, if it uses any.
    pub(crate) fn rounding(&self, n_random: u8) -> Rounding {
        use Modifier::{Rm, Rmi, Rna, Rp, Rpi, Rs, Rz, Rzi};
        let has = |modifiers: [Modifier; 2]| modifiers.into_iter().any(|each| self.has(each));
        if has([Rz, Rzi]) {
            Rounding::TowardZero
        } else if has([Rm, Rmi]) {
            Rounding::TowardNegative
        } else if has([Rp, Rpi]) {
            Rounding::TowardPositive
        } else if self.has(Rna) {
            Rounding::TiesToAway
        } else if self.has(Rs) {
            Rounding::Stochastic { random: 0, count: n_random }
        } else {
            Rounding::TiesToEven
        }
    }

    /// The limits on the rounded result.
    pub(crate) fn clamp(&self) -> Clamp {
        let has = |modifier| self.has(modifier);
        match (has(Modifier::Satfinite), has(Modifier::Relu), has(Modifier::Pzo)) {
            (true, true, _) => Clamp::FiniteRelu,
            (true, false, true) => Clamp::FinitePositiveZero,
            (true, false, false) => Clamp::Finite,
            (false, true, _) => Clamp::Relu,
            (false, false, true) => Clamp::PositiveZero,
            (false, false, false) if !has(Modifier::Sat) => Clamp::None,
            (false, false, false) if self.is_to_float() => Clamp::Unit,
            (false, false, false) => Clamp::Range,
        }
    }

    /// Whether it rounds to an integral value of a floating-point format.
    pub(crate) fn is_integral(&self) -> bool {
        const DIRECTIONS: [Modifier; 4] =
            [Modifier::Rni, Modifier::Rzi, Modifier::Rmi, Modifier::Rpi];
        self.form.operation == Operation::Convert
            && self.is_to_float()
            && DIRECTIONS.into_iter().any(|modifier| self.has(modifier))
    }

    fn is_to_float(&self) -> bool {
        self.destination_type().format().float().is_some()
    }
}
