//! The conversion of a typed number: rounded once, and rounded to the format of a register first.

use crate::arith::Value;
use crate::arith::rounding::{Subnormals, round, round_to_fixed, round_to_integral};
use crate::catalog::{Instruction, Modifier, Type};
use crate::format::Format;
use crate::number::{Datum, Exact, Kind};
use crate::text;

/// The results of a conversion of a typed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The bits of the number rounded once.
    pub(super) once: u64,
    /// The bits that the statement returns, whose source register has rounded the number before.
    pub(super) returned: u64,
}

impl Outcome {
    /// Both results of a conversion from a type; `None` if the text is bits or a word, which no
    /// register rounds.
    pub(super) fn of(found: &Instruction, number: &str, from: Type) -> Option<Self> {
        let value = text::exact(number)?;
        let stored = text::parse(number, from.format()).ok()?;
        let datum = from.format().decode(stored.bits);
        let negative = datum.negative;
        let source = match datum.kind {
            Kind::Infinite => Value::Infinite { negative },
            Kind::Nan { .. } => return None,
            Kind::Zero | Kind::Finite { .. } => {
                datum.exact().map_or(Value::Zero { negative }, Value::Finite)
            }
        };
        Some(Self { once: converted(found, value)?, returned: converted(found, source)? })
    }

    /// Whether the register changes nothing.
    pub(super) const fn is_same(self) -> bool {
        self.once == self.returned
    }
}

/// The bits of a value after one rounding by a conversion; nothing for one that flushes.
fn converted(found: &Instruction, value: Value) -> Option<u64> {
    let to = found.destination_type().format();
    if found.has(Modifier::Ftz) || found.has(Modifier::Rs) {
        return None;
    }
    let takes_sign = to.float().is_none_or(|format| format.signed);
    let datum = match value {
        Value::Finite(exact) => {
            rounded(found, &Exact { negative: exact.negative && takes_sign, ..exact }, to)
        }
        Value::Zero { negative } => Datum::zero(negative && takes_sign && to.float().is_some()),
        Value::Infinite { negative } => Datum::infinite(negative && takes_sign),
        Value::Invalid => return None,
    };
    let datum = if let Format::Fixed(format) = to {
        format.decode(format.encode_datum(&datum))
    } else {
        datum
    };
    Some(to.encode(&found.clamp().apply(datum, to)))
}

fn rounded(found: &Instruction, exact: &Exact, to: Format) -> Datum {
    let rounding = found.rounding(0);
    let conversion = match to {
        // Above that every number of the format is integral.
        Format::Float(format)
            if found.is_integral() && exact.leading_exponent() < i32::from(format.precision) =>
        {
            round_to_integral(exact, rounding)
        }
        Format::Float(format) => round(exact, format, rounding, Subnormals::Keep),
        Format::Fixed(format) => round_to_fixed(exact, format, rounding),
    };
    conversion.datum
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::vec::Vec;

    use super::*;
    use crate::catalog::{Context, LATEST_ISA, Target};
    use crate::eval::Prepared;
    use crate::syntax::ask::read;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    /// One rounding of a number is that of the evaluator's result where a register holds the number.
    #[test]
    fn one_rounding_is_that_of_the_evaluator() {
        let context = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").unwrap() };
        let mut n_compared = 0;
        for kind in ["f16", "bf16", "e4m3", "e5m2", "e2m1", "ue8m0", "tf32", "s8", "u16", "s32"] {
            for direction in ["", "toward zero", "rounded up", "rounded down"] {
                for number in
                    ["0.1", "-0.3", "1.0625", "-1e5", "3e38", "-0", "0.5", "-127.5", "1e-40"]
                {
                    let question = format!("{number} to {kind} {direction}");
                    let Some(found) = read(&question, &context) else { continue };
                    let (instruction, registers) =
                        crate::syntax::read(found.text(), &found.context).unwrap();
                    let from = instruction.operand_type(&instruction.form.sources()[0]);
                    let Some(outcome) = Outcome::of(&instruction, number, from) else {
                        continue;
                    };
                    let registers: Vec<_> = registers.into_iter().map(Option::unwrap).collect();
                    let prepared = Prepared::new(&instruction, &found.context);
                    let evaluation = prepared.evaluate(&registers);
                    let lane = evaluation.lanes().last().unwrap();
                    assert_eq!(outcome.returned, lane.bits, "{question}: {found:?}");
                    let stored = text::parse(number, from.format()).unwrap();
                    let is_exact = stored.exactness == text::Exactness::Exact;
                    assert!(!is_exact || outcome.is_same(), "{question}: {outcome:?}");
                    n_compared += 1;
                }
            }
        }
        assert!(n_compared > 200, "{n_compared}");
    }
}
