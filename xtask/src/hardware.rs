//! `cargo xtask hardware`: a folder that runs every instruction on a GPU, and checks what it
//! returns, on a machine that has nothing else of the project.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::cli::HardwareOptions;
use crate::progress::{note, step};
use crate::{process, setup, workspace};

/// The device for a GPU.
const DEVICE: &str = "cuda.py";
/// The program that runs and checks.
const PROGRAM: &str = "hardware";

/// Packs the folder.
pub(crate) fn pack(options: &HardwareOptions) -> Result<()> {
    let HardwareOptions { folder, target } = options;
    let (ptxas, assembler) = setup::ptxas::ensure(None)?;
    let mut build = process::cargo();
    build.current_dir(workspace::root());
    build.args(["build", "--quiet", "--package", PROGRAM, "--release"]);
    step("the program that runs and checks", "2 min the first time", || process::run(&mut build))?;
    let program = workspace::target_dir().join("release").join(PROGRAM);
    let mut pack = process::command(&program);
    pack.args(["pack", target]).arg(ptxas).arg(format!("ptxas {assembler}")).arg(folder);
    step("a kernel for every instruction", "1 min", || process::run(&mut pack))?;
    copy(&program, folder)?;
    copy(&workspace::root().join("tests/evidence/hardware").join(DEVICE), folder)?;
    note(&format!(
        "with a GPU: cd {} && ./{PROGRAM} run . -- python3 {DEVICE} .",
        folder.display()
    ));
    note(&format!(
        "to try it without a GPU: ./{PROGRAM} run . --count 1000 -- ./{PROGRAM} simulate ."
    ));
    Ok(())
}

fn copy(file: &Path, folder: &Path) -> Result<()> {
    let name = file.file_name().context("a file has a name")?;
    fs::copy(file, folder.join(name)).with_context(|| format!("cannot copy {}", file.display()))?;
    Ok(())
}
