//! Many evaluations of one instruction.

use super::instruction::{Instruction, OperandError};
use crate::catalog::MAX_SOURCES;
use crate::eval::{Guarantee, LANE_OPERANDS, LaneResult};
use crate::format::mask;

/// How many operands are evaluated before their results are written.
const N_AT_ONCE: usize = 256;

impl Instruction {
    /// Evaluates it on many operands: a column of registers for each operand, in the order of the
    /// syntax line, and a place in `results` for each row. A column of one register is that register
    /// in every row. Returns how many rows were evaluated: as many as the shortest of the longer
    /// columns and `results` have.
    ///
    /// An evaluation costs a few nanoseconds here. What the ISA says of each result,
    /// [`evaluate`](Self::evaluate) says.
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
    /// As those of [`evaluate`](Self::evaluate); what is wrong with the first wrong register.
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
        let packing = self.destination().packing();
        let nothing = LaneResult { bits: 0, guarantee: Guarantee::Bits };
        let mut operands = [[0; LANE_OPERANDS]; N_AT_ONCE];
        let mut lanes = [nothing; N_AT_ONCE];
        let rows = results.get_mut(..n_rows).unwrap_or_default();
        for (number, results) in rows.chunks_mut(N_AT_ONCE).enumerate() {
            let first = number * N_AT_ONCE;
            results.fill(0);
            for lane in 0..self.prepared.lanes() {
                for (row, operands) in operands.iter_mut().take(results.len()).enumerate() {
                    let mut registers = [0; MAX_SOURCES];
                    for (register, column) in registers.iter_mut().zip(columns) {
                        let row = if column.len() == 1 { 0 } else { first + row };
                        *register = column.get(row).copied().unwrap_or(0);
                    }
                    *operands = self.prepared.gather(lane, &registers);
                }
                batch.run(operands.get(..results.len()).unwrap_or_default(), &mut lanes);
                for (register, result) in results.iter_mut().zip(&lanes) {
                    *register = packing.insert(*register, lane, result.bits);
                }
            }
        }
        Ok(n_rows)
    }
}
