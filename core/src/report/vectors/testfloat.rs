//! Vectors in the format of Berkeley `TestFloat`: operands, result and exception flags of IEEE 754.

use alloc::string::String;
use core::fmt::Write as _;

use crate::arith::clamp::Clamp;
use crate::catalog::{Context, Instruction, Operation};
use crate::eval::{Flush, FlushCause, LaneOp, Outcome, Prepared, Rule, Trace};
use crate::explore::vectors::{Random, operands};
use crate::format::{Class, FloatFormat, Format, table};

/// An instruction that `TestFloat` has a function for.
#[derive(Clone, Copy, Debug)]
pub struct TestFloat {
    prepared: Prepared,
    format: &'static FloatFormat,
}

/// The flags, as the bits of `SoftFloat`.
const INEXACT: u8 = 1;
const UNDERFLOW: u8 = 2;
const OVERFLOW: u8 = 4;
const INFINITE: u8 = 8;
const INVALID: u8 = 16;

impl TestFloat {
    /// Prepares an instruction; `None` unless it is an operation of IEEE 754 on f16, f32 or f64, without
    /// a clamp and without a flush.
    #[must_use]
    pub fn of(instruction: &Instruction, context: &Context) -> Option<Self> {
        use Operation::{Add, Div, Fma, Mul, Sqrt, Sub};
        let prepared = Prepared::new(instruction, context);
        let op = prepared.lane_op();
        let format = op.result.float()?;
        let sources = op.operands.get(..usize::from(op.source_count))?;
        let is_plain = op.clamp == Clamp::None
            && op.bound.is_none()
            && op.is_specified
            && !(op.flush.operands || op.flush.result || op.has_oob);
        let is_it = matches!(op.operation, Add | Sub | Mul | Div | Sqrt | Fma)
            && [&table::F16, &table::F32, &table::F64].contains(&format)
            && sources.iter().all(|source| *source == op.result)
            && prepared.lanes() == 1;
        (is_it && is_plain).then_some(Self { prepared, format })
    }

    /// Returns a line for each vector, as `testfloat_gen` prints them and `testfloat_ver` reads them.
    #[must_use]
    pub fn lines(&self, random: Random) -> String {
        let n_sources = usize::from(self.prepared.lane_op().source_count);
        let n_digits = usize::from(self.format.width.div_ceil(4));
        let mut text = String::new();
        for registers in operands(&self.prepared, random) {
            let registers = registers.get(..n_sources).unwrap_or_default();
            let trace = self.prepared.trace(0, registers);
            let result = trace.result.map_or(0, |result| result.bits);
            for bits in registers.iter().chain([&result]) {
                // A String takes whatever is written to it.
                let _ = write!(text, "{bits:0n_digits$X} ");
            }
            let _ = writeln!(text, "{:02X}", self.flags(registers, &trace));
        }
        text
    }

    const fn operation(&self) -> Operation {
        self.prepared.lane_op().operation
    }

    /// Returns the exceptions of an evaluation.
    fn flags(&self, registers: &[u64], trace: &Trace) -> u8 {
        let op = self.prepared.lane_op();
        match trace.outcome() {
            Some(Outcome::Rule { rule, .. }) => self.flags_of_rule(*rule, registers),
            Some(Outcome::Finite { .. }) => {
                let Some(conversion) = trace.conversion() else { return 0 };
                let inexact = if conversion.is_inexact() { INEXACT } else { 0 };
                let overflow = if conversion.overflowed { OVERFLOW } else { 0 };
                let is_tiny = inexact != 0 && is_tiny(op, &self.prepared, registers);
                inexact | overflow | if is_tiny { UNDERFLOW } else { 0 }
            }
            None => 0,
        }
    }

    /// Returns the exceptions of a result that no number was rounded to.
    fn flags_of_rule(&self, rule: Rule, registers: &[u64]) -> u8 {
        let class = |bits: &u64| Format::Float(self.format).classify(*bits);
        match rule {
            Rule::InfinityTimesZero
            | Rule::OppositeInfinities
            | Rule::ZeroByZero
            | Rule::InfinityByInfinity
            | Rule::NoValue => INVALID,
            Rule::NanOperand { .. } => {
                let is_signaling = registers.iter().any(|it| class(it) == Class::SignalingNan);
                // IEEE 754 leaves to the implementation whether a quiet NaN may be added to it.
                let is_product_invalid = self.operation() == Operation::Fma
                    && matches!(
                        registers,
                        [a, b, _] if matches!(
                            (class(a), class(b)),
                            (Class::Infinite, Class::Zero) | (Class::Zero, Class::Infinite)
                        )
                    );
                if is_signaling || is_product_invalid { INVALID } else { 0 }
            }
            Rule::Infinite { .. } if self.operation() == Operation::Div => {
                let is_finite = |bits: &u64| class(bits) != Class::Infinite;
                if registers.first().is_some_and(is_finite) { INFINITE } else { 0 }
            }
            Rule::OutOfBounds { .. }
            | Rule::NanToInteger { .. }
            | Rule::Zero { .. }
            | Rule::Infinite { .. }
            | Rule::Sign
            | Rule::Selected { .. }
            | Rule::Tested { .. }
            | Rule::Wrapped { .. } => 0,
        }
    }
}

/// Whether the rounded result lies below the smallest normal number before the exponent range limits
/// it: tininess after rounding, which is how a flush is decided.
fn is_tiny(op: &LaneOp, prepared: &Prepared, registers: &[u64]) -> bool {
    let flush = Flush { cause: FlushCause::Modifier, operands: false, result: true };
    let mut trace = Trace::default();
    let flushing = LaneOp { flush, ..*op };
    let _ = flushing.evaluate(&prepared.gather(0, registers), &mut trace);
    trace.conversion().is_some_and(|conversion| conversion.flushed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{LATEST_ISA, USUAL_TARGET};
    use crate::syntax::check;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    const CONTEXT: Context = Context { isa: LATEST_ISA, target: USUAL_TARGET };

    fn of(statement: &str) -> Option<TestFloat> {
        TestFloat::of(&check(statement, &CONTEXT).instruction.expect(statement), &CONTEXT)
    }

    #[test]
    fn flags_are_those_of_softfloat() {
        let results: &[(&str, &[u64], u64, u8)] = &[
            ("add.rn.f32", &[0x3f80_0000, 0x3f80_0000], 0x4000_0000, 0),
            ("add.rn.f32", &[0x7f7f_ffff, 0x7f7f_ffff], 0x7f80_0000, OVERFLOW | INEXACT),
            ("add.rn.f32", &[0x7f80_0000, 0xff80_0000], 0x7fff_ffff, INVALID),
            ("add.rn.f32", &[0x7f80_0001, 0x3f80_0000], 0x7fff_ffff, INVALID),
            ("add.rn.f32", &[0x7fc0_0001, 0x3f80_0000], 0x7fff_ffff, 0),
            ("add.rn.f32", &[0x0000_0001, 0x0000_0001], 0x0000_0002, 0),
            // Just below the smallest normal number, which 24 bits round to, or only the exponent range.
            ("mul.rn.f32", &[0x007f_ffff, 0x3f80_0001], 0x0080_0000, INEXACT),
            ("mul.rn.f32", &[0x00ff_ffff, 0x3f00_0000], 0x0080_0000, UNDERFLOW | INEXACT),
            ("mul.rz.f32", &[0x00ff_ffff, 0x3f00_0000], 0x007f_ffff, UNDERFLOW | INEXACT),
            ("mul.rn.f32", &[0x0080_0000, 0x3f00_0000], 0x0040_0000, 0),
            ("div.rn.f32", &[0x3f80_0000, 0x8000_0000], 0xff80_0000, INFINITE),
            ("div.rn.f32", &[0x7f80_0000, 0x0000_0000], 0x7f80_0000, 0),
            ("div.rn.f32", &[0, 0], 0x7fff_ffff, INVALID),
            ("sqrt.rn.f64", &[0xbff0_0000_0000_0000], 0xfff8_0000_0000_0000, INVALID),
            ("fma.rn.f16", &[0x7c00, 0x0000, 0x7e00], 0x7fff, INVALID),
            ("fma.rn.f16", &[0x7800, 0x4000, 0xfbff], 0x5000, 0),
        ];
        for (statement, operands, bits, flags) in results {
            let test = of(statement).expect(statement);
            let trace = test.prepared.trace(0, operands);
            assert_eq!(trace.result.map(|result| result.bits), Some(*bits), "{statement}");
            assert_eq!(test.flags(operands, &trace), *flags, "{statement} {operands:x?}");
        }
    }

    #[test]
    fn other_instructions_have_no_function() {
        for statement in [
            "add.rn.ftz.f32",
            "add.rn.sat.f32",
            "add.rn.f16x2",
            "add.rn.bf16",
            "div.full.f32",
            "sqrt.approx.f32",
            "min.f32",
            "add.rn.f32.f16",
        ] {
            let context = crate::explore::sequence::usual_context(statement, None, None);
            let instruction = check(statement, &context).instruction.expect(statement);
            assert!(TestFloat::of(&instruction, &context).is_none(), "{statement}");
        }
    }

    #[test]
    fn lines_are_those_of_testfloat() {
        let lines = of("sub.f16").expect("sub").lines(Random { count: 0, seed: 0 });
        assert_eq!(lines.lines().count(), 256);
        assert!(lines.contains("\n7C00 7C00 7FFF 10\n"), "{lines}");
        assert!(lines.contains("\n0001 0001 0000 00\n"), "{lines}");
    }
}
