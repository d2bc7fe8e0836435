//! The result of an instruction.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::instruction::Instruction;
use super::value::Value;
use crate::eval::{self, Explanation, Guarantee, LaneResult, MAX_SOURCES, explain};
use crate::format::{Format, Packing};
use crate::observed::Observed;
use crate::text::concise;
use crate::verdict::Verdict;

/// The result of an instruction: the bits of its destination register, and the guarantee for
/// each lane.
///
/// ```
/// use ptxfp::{Guarantee, Instruction};
///
/// let exp = Instruction::parse("ex2.approx.f32", "sm_90")?;
/// let d = exp.evaluate(&[0x3f00_0000])?;
/// // The correctly rounded result; the ISA permits every result between two.
/// assert_eq!(d.bits(), 0x3fb5_04f3);
/// assert!(matches!(d.guarantee(), Guarantee::Within { .. }));
/// assert!(d.permits(0x3fb5_04f4) && !d.permits(0x3fb5_0500));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Evaluation {
    instruction: Instruction,
    registers: [u64; MAX_SOURCES],
    result: eval::Evaluation,
}

impl Evaluation {
    /// Makes one from as many registers as the instruction has operands.
    pub(super) fn new(instruction: Instruction, given: &[u64]) -> Self {
        let mut registers = [0; MAX_SOURCES];
        for (place, bits) in registers.iter_mut().zip(given) {
            *place = *bits;
        }
        Self { instruction, registers, result: instruction.prepared.evaluate(given) }
    }

    /// Returns the instruction.
    #[must_use]
    pub fn instruction(&self) -> &Instruction {
        &self.instruction
    }

    /// Returns the registers of the source operands, in the order of the syntax line.
    #[must_use]
    pub fn registers(&self) -> &[u64] {
        self.registers.get(..self.instruction.operands().len()).unwrap_or_default()
    }

    /// Returns the destination register.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.result.destination
    }

    /// Returns the destination register as a value, if it has that type.
    ///
    /// ```
    /// use ptxfp::Instruction;
    ///
    /// let sum = Instruction::parse("add.rn.f32", "sm_90")?.evaluate_values(&[1.5_f32, 2.0])?;
    /// assert_eq!(sum.value(), Some(3.5_f32));
    /// assert_eq!(sum.value::<f64>(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn value<V: Value>(&self) -> Option<V> {
        let is_of_type = self.instruction.row().destination_type() == V::TYPE;
        is_of_type.then(|| V::from_bits(self.bits()))
    }

    /// Returns the lanes of the destination, the least significant first.
    pub fn lanes(&self) -> impl ExactSizeIterator<Item = Lane> {
        let format = self.instruction.prepared.lane_op().result;
        self.result.lanes().iter().map(move |lane| Lane::new(*lane, format))
    }

    /// Returns the guarantee of the least certain lane.
    #[must_use]
    pub fn guarantee(&self) -> Guarantee {
        let all = self.result.lanes().iter().map(|lane| lane.guarantee);
        all.max_by_key(|guarantee| guarantee.uncertainty()).unwrap_or(Guarantee::Bits)
    }

    /// Returns whether the ISA permits a destination register, by any reading of an unclear text.
    #[must_use]
    pub fn permits(&self, bits: u64) -> bool {
        self.verdict(bits) != Verdict::Differs
    }

    /// Returns the destination register that GPUs were observed to return, where that is known: an
    /// observation, which is [permitted](Self::permits) and not guaranteed.
    /// [`observed`](crate::observed) has the evidence.
    ///
    /// ```
    /// use ptxfp::Instruction;
    ///
    /// let full = Instruction::parse("div.full.f32", "sm_90")?.evaluate_values(&[4.6875_f32, 0.9375])?;
    /// assert_eq!((full.bits(), full.observed()), (0x40a0_0000, Some(0x40a0_0001)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn observed(&self) -> Option<u64> {
        let observed = Observed::of(self.instruction.row(), self.instruction.context())?;
        observed.bits(self.registers())
    }

    /// Compares a destination register from elsewhere with this one.
    ///
    /// ```
    /// use ptxfp::{Instruction, Verdict};
    ///
    /// let full = Instruction::parse("div.full.f32", "sm_90")?.evaluate_values(&[4.6875_f32, 0.9375])?;
    /// assert_eq!(full.verdict(0x40a0_0000), Verdict::Reproduced);
    /// assert_eq!(full.verdict(0x40a0_0001), Verdict::Observed);
    /// assert_eq!(full.verdict(0x409f_ffff), Verdict::Permitted);
    /// assert_eq!(full.verdict(0x40b0_0000), Verdict::Differs);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn verdict(&self, bits: u64) -> Verdict {
        let verdict = Verdict::of(bits, &self.instruction.prepared, self.registers(), &self.result);
        match verdict {
            // Only then it makes a difference.
            Verdict::Permitted => verdict.or_observed(bits, self.observed()),
            Verdict::Reproduced | Verdict::Observed | Verdict::Differs => verdict,
        }
    }

    /// Returns the steps that lead to a lane, with a sentence for each; none beyond the last lane.
    ///
    /// ```
    /// use ptxfp::Instruction;
    ///
    /// let sum = Instruction::parse("add.rn.f32", "sm_90")?.evaluate_values(&[1.0_f32, 1e-9])?;
    /// assert!(sum.steps(0).iter().any(|step| step.title == "Round"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn steps(&self, lane: u8) -> Vec<Explanation> {
        let prepared = &self.instruction.prepared;
        if lane >= prepared.lanes() {
            return Vec::new();
        }
        let trace = prepared.trace(lane, self.registers());
        explain(self.instruction.row(), prepared, lane, &trace)
    }
}

impl fmt::Debug for Evaluation {
    /// Writes the instruction, its operands and the result with its guarantee.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Evaluation({} of {:x?}: {self})", self.instruction, self.registers())
    }
}

impl fmt::Display for Evaluation {
    /// Writes the destination register, its value and the guarantee of its least certain lane.
    ///
    /// ```
    /// use ptxfp::Instruction;
    ///
    /// let sum = Instruction::parse("add.rn.f16x2", "sm_90")?.evaluate(&[0x3c00_0000, 0x3c00_3c00])?;
    /// assert_eq!(sum.to_string(), "0x40003c00 ({2, 1}), exact bits guaranteed");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let destination = self.instruction.destination();
        let digits = usize::from(destination.width().div_ceil(4));
        let value = braced(self.bits(), destination.packing(), destination.format());
        write!(f, "{:#0width$x} ({value}), ", self.bits(), width = digits + 2)?;
        f.write_str(self.guarantee().words())
    }
}

/// The lanes of a register in decimal, several in braces, the highest first.
pub(super) fn braced(register: u64, packing: Packing, format: Format) -> String {
    let lanes =
        (0..packing.lanes).rev().map(|lane| concise(packing.extract(register, lane), format));
    let lanes = lanes.collect::<Vec<_>>().join(", ");
    if packing.lanes == 1 { lanes } else { alloc::format!("{{{lanes}}}") }
}

/// A lane of a result.
///
/// ```
/// use ptxfp::{Guarantee, Instruction};
///
/// let sum = Instruction::parse("add.f16x2", "sm_90")?.evaluate(&[0x3c00_7e00, 0x3c00_3c00])?;
/// let [low, high] = <[_; 2]>::try_from(sum.lanes().collect::<Vec<_>>()).unwrap();
/// assert_eq!((low.text(), low.guarantee()), ("NaN".to_string(), Guarantee::AnyNan));
/// assert_eq!((high.bits(), high.to_string()), (0x4000, "2".to_string()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    result: LaneResult,
    format: Format,
}

impl Lane {
    pub(super) const fn new(result: LaneResult, format: Format) -> Self {
        Self { result, format }
    }

    /// Returns the bits of the element, in the lowest bits.
    #[must_use]
    pub const fn bits(&self) -> u64 {
        self.result.bits
    }

    /// Returns the format of the element.
    #[must_use]
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Returns what the ISA guarantees of the bits.
    #[must_use]
    pub const fn guarantee(&self) -> Guarantee {
        self.result.guarantee
    }

    /// Returns the element in decimal: every digit where those are few, else a short decimal that
    /// rounds to it; or `inf`, `-inf`, `NaN`.
    #[must_use]
    pub fn text(&self) -> String {
        concise(self.bits(), self.format)
    }
}

impl fmt::Display for Lane {
    /// Writes the element in decimal, as [`text`](Self::text) returns it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}
