//! Operands that follow from a number of 32 bits, so that a device can make them all by itself.

use std::fmt::Write as _;

use ptxfp::catalog::{Context, Instruction, Operation};
use ptxfp::eval::Prepared;

/// The factors that spread a number over several registers; an odd one reaches every value.
pub(crate) const FACTORS: [u32; 4] = [1, 0x9e37_79b1, 0x85eb_ca6b, 0xc2b2_ae35];

/// How the source registers of an instruction follow from a number. Over all numbers, the operands of
/// each lane take all of their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbered {
    /// One register of 32 bits is the number.
    Whole,
    /// Two registers of 16 bits are its upper and lower half.
    Halves,
    /// Two registers with two lanes of 16 bits: the number, and the number with its halves swapped.
    Swapped,
    /// Each register of 32 bits is the number times a factor; a lane has one of them as its operand.
    Spread,
    /// A register of 64 bits has the number as its upper half, which alone is read, and the number
    /// times a factor as its lower half.
    Upper,
}

impl Numbered {
    /// The rule for an instruction; `None` if its operands do not follow from 32 bits.
    #[must_use]
    pub fn of(instruction: &Instruction, context: &Context) -> Option<Self> {
        let prepared = Prepared::new(instruction, context);
        let n_sources = instruction.form.operands.len() - 1;
        if (0..n_sources).any(|source| prepared.is_random(source)) {
            return None;
        }
        let source = |index| {
            let packing = prepared.source(index);
            (packing.register_width(), packing.lanes)
        };
        let sources: Vec<_> = (0..n_sources).map(source).collect();
        let is_alone = |lane| prepared.operands_of_lane(lane).count() == 1;
        let operation = instruction.form.operation;
        match &sources[..] {
            [(64, 1)] if matches!(operation, Operation::RcpUpper | Operation::RsqrtUpper) => {
                Some(Self::Upper)
            }
            [(32, _)] => Some(Self::Whole),
            [(16, 1), (16, 1)] => Some(Self::Halves),
            [(32, 2), (32, 2)] if prepared.has_like_lanes() => Some(Self::Swapped),
            all if all.len() <= FACTORS.len()
                && all.iter().all(|it| *it == (32, 1))
                && (0..prepared.lanes()).all(is_alone) =>
            {
                Some(Self::Spread)
            }
            _ => None,
        }
    }

    /// The register of a source.
    #[must_use]
    pub fn register(self, source: usize, number: u32) -> u64 {
        if self == Self::Upper {
            return u64::from(number) << 32 | u64::from(number.wrapping_mul(FACTORS[1]));
        }
        u64::from(match (self, source) {
            (Self::Whole | Self::Upper, _) | (Self::Swapped, 0) => number,
            (Self::Halves, 0) => number >> 16,
            (Self::Halves, _) => number & 0xffff,
            (Self::Swapped, _) => number.rotate_left(16),
            (Self::Spread, _) => number.wrapping_mul(FACTORS[source % FACTORS.len()]),
        })
    }

    /// Writes the PTX that makes the registers `%r1` and so on from `%number`.
    pub(crate) fn write(self, text: &mut String, n_sources: usize) -> std::fmt::Result {
        match self {
            Self::Whole => writeln!(text, "mov.b32 %r1, %number;"),
            Self::Halves => writeln!(text, "mov.b32 {{%r2, %r1}}, %number;"),
            Self::Swapped => {
                writeln!(text, "mov.b32 %r1, %number;\nshf.l.wrap.b32 %r2, %number, %number, 16;")
            }
            Self::Upper => {
                writeln!(text, ".reg .b32 %low;\nmul.lo.u32 %low, %number, {};", FACTORS[1])?;
                writeln!(text, "mov.b64 %r1, {{%low, %number}};")
            }
            Self::Spread => (0..n_sources).try_for_each(|source| {
                writeln!(text, "mul.lo.u32 %r{}, %number, {};", source + 1, FACTORS[source])
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Numbered;
    use crate::plan::Plan;

    fn rule(spelling: &str) -> Option<Numbered> {
        let plan = Plan::new("sm_100a").expect("a plan");
        let found = plan.instructions.iter().find(|it| it.to_string() == spelling);
        Numbered::of(found.expect(spelling), &plan.context)
    }

    #[test]
    fn operands_of_32_bits_follow_from_a_number() {
        assert_eq!(rule("tanh.approx.f32"), Some(Numbered::Whole));
        assert_eq!(rule("tanh.approx.bf16x2"), Some(Numbered::Whole));
        assert_eq!(rule("add.f16"), Some(Numbered::Halves));
        assert_eq!(rule("max.NaN.bf16x2"), Some(Numbered::Swapped));
        assert_eq!(rule("cvt.rn.f16x2.f32"), Some(Numbered::Spread));
        assert_eq!(rule("rcp.approx.ftz.f64"), Some(Numbered::Upper));
        // Two operands of 32 bits in a lane, three of 16, random bits, and what is narrower.
        for other in ["add.f32", "fma.rn.f16", "cvt.rs.f16x2.f32", "tanh.approx.f16", "sqrt.rn.f64"]
        {
            assert_eq!(rule(other), None, "{other}");
        }
    }

    #[test]
    fn registers_are_what_the_kernel_makes_of_a_number() {
        let registers = |rule: Numbered| [0, 1].map(|source| rule.register(source, 0x1234_abcd));
        assert_eq!(registers(Numbered::Halves), [0x1234, 0xabcd]);
        assert_eq!(registers(Numbered::Swapped), [0x1234_abcd, 0xabcd_1234]);
        assert_eq!(registers(Numbered::Spread)[0], 0x1234_abcd);
        assert_eq!(
            Numbered::Upper.register(0, 3),
            3 << 32 | u64::from(0x9e37_79b1_u32.wrapping_mul(3))
        );
        let distinct: std::collections::BTreeSet<_> =
            (0..1 << 16).map(|number| Numbered::Spread.register(1, number << 16)).collect();
        assert_eq!(distinct.len(), 1 << 16);
    }
}
