//! `cargo xtask docs`: the documentation that follows from the catalogue.

use anyhow::Result;

use crate::{process, workspace};

/// Has the tests that compare it write it instead: `core/tests/docs/`.
pub(crate) fn write() -> Result<()> {
    let mut tests = process::cargo();
    tests.current_dir(workspace::root());
    tests.args(["test", "--package", "ptxfp", "--test", "docs"]);
    process::run(tests.env("PTXFP_WRITE_DOCS", "1"))
}
