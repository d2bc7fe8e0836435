//! `cargo xtask machine-code`: records what NVIDIA's assembler makes of every instruction.
//!
//! Not part of any check: the record is committed, and tests and page read it. Run this when the
//! catalog grows, or for another version of the assembler.

use anyhow::Result;
use ptxas_record::vectors;

use crate::progress::step;
use crate::ptxas::today;
use crate::{process, setup, workspace};

/// The record, in `tests/vectors/`.
const RECORD: &str = "machine-code.txt";

/// Assembles and disassembles every instruction for every recorded target.
pub(crate) fn record() -> Result<()> {
    let (ptxas, assembler) = setup::ptxas::ensure(None)?;
    let (nvdisasm, disassembler) = setup::nvdisasm::ensure()?;
    let origin = format!("ptxas {assembler} -O3, nvdisasm {disassembler}, {}", today());
    let mut record = process::cargo();
    // A package of its own, so that this program compiles without the core.
    record
        .current_dir(workspace::root())
        .args(["run", "--quiet", "--package", "machine-code", "--"])
        .args([ptxas, nvdisasm])
        .arg(origin)
        .arg(vectors().join(RECORD));
    step("the machine code of every instruction", "2 min", || process::run(&mut record))
}
