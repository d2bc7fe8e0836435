//! Many evaluations of one instruction.

use alloc::vec::Vec;

use super::evaluation::Lane;
use super::instruction::{Instruction, OperandError};
use crate::catalog::MAX_SOURCES;
use crate::eval::{Columns, Guarantee, LANE_OPERANDS, LaneResult, N_ROWS};
use crate::format::mask;

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
        let packing = self.prepared.destination();
        let field = mask(packing.width.into());
        let n_rows = rows_of(columns).min(results.len());
        results.iter_mut().take(n_rows).for_each(|register| *register = 0);
        let batch = self.prepared.batch();
        let mut found = [0; N_ROWS];
        self.run_lanes(columns, n_rows, |first, lane, operands, n| {
            batch.bits(operands, n, &mut found);
            let offset = packing.offset(lane);
            let registers = results.get_mut(first..).unwrap_or_default();
            for (register, bits) in registers.iter_mut().zip(&found).take(n) {
                *register |= (bits & field) << offset;
            }
        })?;
        Ok(n_rows)
    }

    /// Evaluates it on as many rows, and gives `take` every lane of every result, with the number of its
    /// row and its own; [`evaluate_many`](Self::evaluate_many) explains columns.
    ///
    /// ```
    /// use ptxfp::{Guarantee, Instruction};
    ///
    /// let exp = Instruction::parse("ex2.approx.f32", "sm_90")?;
    /// let mut exact = Vec::new();
    /// exp.evaluate_lanes(&[&[0x0000_0000, 0x3f00_0000]], 2, |_, _, lane| {
    ///     exact.push(lane.guarantee() == Guarantee::Bits);
    /// })?;
    /// assert_eq!(exact, [true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Like those of [`evaluate`](Self::evaluate); the error in the first wrong register.
    pub fn evaluate_lanes(
        &self,
        columns: &[&[u64]],
        n_rows: usize,
        mut take: impl FnMut(usize, u8, Lane),
    ) -> Result<(), OperandError> {
        let format = self.prepared.lane_op().result;
        let batch = self.prepared.batch();
        let mut found = [LaneResult { bits: 0, guarantee: Guarantee::Bits }; N_ROWS];
        self.run_lanes(columns, n_rows, |first, lane, operands, n| {
            let found = found.get_mut(..n).unwrap_or_default();
            batch.results(operands, found);
            for (row, result) in found.iter().enumerate() {
                take(first + row, lane, Lane::new(*result, format));
            }
        })
    }

    /// Gives `take` the operands of a lane of several rows: the first of them, the lane, the operands,
    /// and the number of rows.
    fn run_lanes(
        &self,
        columns: &[&[u64]],
        n_rows: usize,
        mut take: impl FnMut(usize, u8, &Columns, usize),
    ) -> Result<(), OperandError> {
        self.check_columns(columns)?;
        // A column of one register is that register in every row.
        let constant = |column: &&[u64]| [column.first().copied().unwrap_or(0); N_ROWS];
        let constants: Vec<[u64; N_ROWS]> = columns.iter().map(constant).collect();
        let mut operands = [[0; N_ROWS]; LANE_OPERANDS];
        let n_rows = n_rows.min(rows_of(columns));
        for first in (0..n_rows).step_by(N_ROWS) {
            let n = N_ROWS.min(n_rows - first);
            let mut parts: [&[u64]; MAX_SOURCES] = [&[]; MAX_SOURCES];
            for ((part, column), constant) in parts.iter_mut().zip(columns).zip(&constants) {
                *part = match column {
                    [_] => constant,
                    _ => column.get(first..first + n).unwrap_or_default(),
                };
            }
            let parts = parts.get(..columns.len()).unwrap_or_default();
            for lane in 0..self.prepared.lanes() {
                self.prepared.gather_many(lane, parts, &mut operands);
                take(first, lane, &operands, n);
            }
        }
        Ok(())
    }

    fn check_columns(&self, columns: &[&[u64]]) -> Result<(), OperandError> {
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
        Ok(())
    }
}

/// The number of rows of columns: those of one register are as long as needed.
fn rows_of(columns: &[&[u64]]) -> usize {
    let longer = columns.iter().map(|column| column.len()).filter(|len| *len != 1);
    longer.min().unwrap_or(usize::MAX)
}
