//! Many evaluations of one instruction.

use alloc::vec::Vec;

use super::instruction::{Instruction, OperandError};
use crate::catalog::MAX_SOURCES;
use crate::eval::{Guarantee, LANE_OPERANDS, LaneResult};
use crate::format::mask;

/// The number of operands that are evaluated before their results are written.
const N_AT_ONCE: usize = 256;

impl Instruction {
    /// Evaluates it on many operands: a column of registers for each operand, in the order of the
    /// syntax line, and a place in `results` for each row. A column of one register is that
    /// register in every row. Returns the number of evaluated rows: as many as the shortest of the
    /// longer columns and `results` have.
    ///
    /// An evaluation costs a few nanoseconds here. [`evaluate`](Self::evaluate) also returns the
    /// guarantee of each result.
    ///
    /// ```
    /// use ptxfp::Instruction;
    ///
    /// let add = Instruction::parse("add.f16x2", "sm_90")?;
    /// let mut sums = [0; 3];
    /// let n = add.evaluate_many(&[&[0x3c00_3c00, 0x0000_3c00, 0x7c00_0000], &[0x3c00_0000]], &mut sums)?;
    /// assert_eq!((n, sums), (3, [0x4000_3c00, 0x3c00_3c00, 0x7c00_0000]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Like those of [`evaluate`](Self::evaluate); the error in the first wrong register.
    pub fn evaluate_many(
        &self,
        columns: &[&[u64]],
        results: &mut [u64],
    ) -> Result<usize, OperandError> {
        if columns.len() != self.operands().len() {
            return Err(self.miscount(columns.len()));
        }
        for (operand, column) in self.operands().zip(columns) {
            let (name, width) = (operand.name(), operand.width());
            let outside = !mask(u32::from(width));
            if let Some(bits) = column.iter().find(|register| *register & outside != 0) {
                return Err(OperandError::Width { name, width, bits: *bits });
            }
        }
        let longer = columns.iter().map(|column| column.len()).filter(|len| *len != 1);
        let n_rows = longer.min().unwrap_or(usize::MAX).min(results.len());
        let batch = self.prepared.batch();
        let packing = self.prepared.destination();
        let nothing = LaneResult { bits: 0, guarantee: Guarantee::Bits };
        // A column of one register is that register in every row.
        let constant = |column: &&[u64]| [column.first().copied().unwrap_or(0); N_AT_ONCE];
        let constants: Vec<[u64; N_AT_ONCE]> = columns.iter().map(constant).collect();
        let mut operands = [[0; LANE_OPERANDS]; N_AT_ONCE];
        let mut lanes = [nothing; N_AT_ONCE];
        let rows = results.get_mut(..n_rows).unwrap_or_default();
        for (number, results) in rows.chunks_mut(N_AT_ONCE).enumerate() {
            let first = number * N_AT_ONCE;
            results.fill(0);
            let mut parts: [&[u64]; MAX_SOURCES] = [&[]; MAX_SOURCES];
            for ((part, column), constant) in parts.iter_mut().zip(columns).zip(&constants) {
                *part = match column {
                    [_] => constant,
                    _ => column.get(first..).unwrap_or_default(),
                };
            }
            let parts = parts.get(..columns.len()).unwrap_or_default();
            let operands = operands.get_mut(..results.len()).unwrap_or_default();
            for lane in 0..self.prepared.lanes() {
                self.prepared.gather_many(lane, parts, operands);
                batch.run(operands, &mut lanes);
                for (register, result) in results.iter_mut().zip(&lanes) {
                    *register = packing.insert(*register, lane, result.bits);
                }
            }
        }
        Ok(n_rows)
    }
}
