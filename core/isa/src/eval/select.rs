//! Operations that choose among their operands or test them: nothing is rounded.

use core::cmp::Ordering;

use super::op::{LANE_OPERANDS, LaneOp};
use super::operate::{Given, deciding_nan};
use super::trace::Rule;
use crate::arith::compare;
use crate::catalog::{Modifier, Operation};
use crate::format::Class;
use crate::number::{Datum, Kind};

impl LaneOp {
    /// `abs` and `neg`.
    pub(super) fn change_sign(&self, a: &Datum) -> Given {
        let is_abs = self.operation == Operation::Abs;
        if !a.is_nan() {
            let negative = !is_abs && !a.negative;
            return (Datum { negative, ..*a }, Rule::Sign);
        }
        // The ISA has abs.f64 pass a NaN unchanged; a GPU changes the sign of no NaN.
        self.propagate(*a, 0)
    }

    /// `min` and `max`; of three operands, the result is that of two steps with two operands.
    pub(super) fn select(&self, data: &[Datum; LANE_OPERANDS]) -> Given {
        let sources = data.get(..self.sources()).unwrap_or(data);
        if let Some((operand, nan)) = deciding_nan(data)
            && (self.comparison.returns_nan || sources.iter().all(Datum::is_nan))
        {
            return self.propagate(nan, operand);
        }
        let wanted =
            if self.operation == Operation::Min { Ordering::Less } else { Ordering::Greater };
        let compared = |datum: &Datum| Datum {
            negative: datum.negative && !self.comparison.of_magnitudes,
            ..*datum
        };
        let mut chosen: Option<(usize, Datum)> = None;
        for (index, datum) in sources.iter().enumerate().filter(|(_, datum)| !datum.is_nan()) {
            let datum = compared(datum);
            if chosen.is_none_or(|(_, best)| compare(&datum, &best) == wanted) {
                chosen = Some((index, datum));
            }
        }
        let (operand, datum) = chosen.unwrap_or((0, Datum::zero(false)));
        let negative = if self.comparison.has_xorsign {
            sources.iter().fold(false, |sign, each| sign ^ each.negative)
        } else {
            datum.negative
        };
        (Datum { negative, ..datum }, Rule::Selected { operand })
    }

    /// `testp`; a zero counts as normal.
    pub(super) fn test(&self, [bits, ..]: &[u64; LANE_OPERANDS]) -> Given {
        let [format, ..] = self.operands;
        let class = format.classify(*bits);
        let holds = self.has_property(class);
        let kind = if holds { Kind::Finite { significand: 1, exponent: 0 } } else { Kind::Zero };
        (Datum { negative: false, kind }, Rule::Tested { holds, class })
    }

    /// Whether data of a class have the property that is tested.
    pub(super) fn has_property(&self, class: Class) -> bool {
        let is_nan = matches!(class, Class::QuietNan | Class::SignalingNan);
        match self.property {
            Some(Modifier::Finite) => !is_nan && class != Class::Infinite,
            Some(Modifier::Infinite) => class == Class::Infinite,
            Some(Modifier::Number) => !is_nan,
            Some(Modifier::NotANumber) => is_nan,
            Some(Modifier::Normal) => matches!(class, Class::Normal | Class::Zero),
            Some(Modifier::Subnormal) => class == Class::Subnormal,
            _ => false,
        }
    }
}
