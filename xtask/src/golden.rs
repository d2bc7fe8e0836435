//! `cargo xtask golden`: renews the files that tests compare their output with.

use anyhow::Result;

use crate::{process, workspace};

/// The tests that compare with such files, as arguments of `cargo test`.
const TESTS: [&[&str]; 5] = [
    // docs/reference.md and the other generated documents.
    &["--package", "ptxfp", "--test", "docs"],
    // docs/catalog.md and docs/vectors.md.
    &["--package", "ptxfp-static", "documents"],
    // core/isa/src/syntax/diagnostics.txt.
    &["--package", "ptxfp-isa", "--lib", "diagnostics_are_up_to_date"],
    // tests/vectors/typed-open.txt.
    &["--package", "ptxfp-cli", "--test", "typed"],
    // tests/vectors/digests.txt and links-v1.digests.
    &["--package", "conformance", "--test", "agreement", "--test", "conformance"],
];

/// Makes the tests rewrite the files instead of failing; `git diff` then shows what changed.
pub(crate) fn renew() -> Result<()> {
    for arguments in TESTS {
        let mut tests = process::cargo();
        tests.current_dir(workspace::root()).args(["test", "--quiet"]).args(arguments);
        process::run(tests.env("UPDATE_EXPECT", "1"))?;
    }
    Ok(())
}
