//! Operations that choose among their operands or look at them: nothing is rounded.

use core::cmp::Ordering;

use super::op::{LANE_OPERANDS, LaneOp};
use super::operate::Computed;
use super::trace::Rule;
use crate::arith::compare;
use crate::catalog::{Modifier, Operation};
use crate::format::Class;
use crate::number::{Datum, Kind};

impl LaneOp {
    /// `abs` and `neg`.
    pub(super) fn change_sign(&self, a: &Datum) -> Computed {
        let is_abs = self.operation == Operation::Abs;
        if !a.is_nan() {
            let negative = !is_abs && !a.negative;
            return Computed::Given(Datum { negative, ..*a }, Rule::Sign);
        }
        match self.propagate(&[*a; LANE_OPERANDS], 0) {
            // "NaN input is passed through unchanged" by abs.f64; neg.f64 was seen to change it.
            Computed::Given(nan, rule) if self.keeps_nan() && !is_abs => {
                Computed::Given(nan.negated(), rule)
            }
            computed => computed,
        }
    }

    fn keeps_nan(&self) -> bool {
        self.nans.rule == super::op::NanRule::Kept
    }

    /// `min` and `max` of two or three operands, those of three being two of two.
    pub(super) fn select(&self, data: &[Datum; LANE_OPERANDS]) -> Computed {
        let sources = data.get(..self.sources()).unwrap_or(data);
        let is_nan = |index: &usize| sources.get(*index).is_some_and(Datum::is_nan);
        // Of two NaNs the second was seen to be returned.
        if let Some(operand) = [1, 2, 0].into_iter().find(is_nan)
            && (self.comparison.returns_nan || sources.iter().all(Datum::is_nan))
        {
            return self.propagate(data, operand);
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
        Computed::Given(Datum { negative, ..datum }, Rule::Selected { operand })
    }

    /// `testp`; a zero counts as normal.
    pub(super) fn test(&self, [bits, ..]: &[u64; LANE_OPERANDS]) -> Computed {
        let [format, ..] = self.operands;
        let class = format.classify(*bits);
        let is_nan = matches!(class, Class::QuietNan | Class::SignalingNan);
        let holds = match self.property {
            Some(Modifier::Finite) => !is_nan && class != Class::Infinite,
            Some(Modifier::Infinite) => class == Class::Infinite,
            Some(Modifier::Number) => !is_nan,
            Some(Modifier::NotANumber) => is_nan,
            Some(Modifier::Normal) => matches!(class, Class::Normal | Class::Zero),
            Some(Modifier::Subnormal) => class == Class::Subnormal,
            _ => false,
        };
        let kind = if holds { Kind::Finite { significand: 1, exponent: 0 } } else { Kind::Zero };
        Computed::Given(Datum { negative: false, kind }, Rule::Tested { holds, class })
    }
}
