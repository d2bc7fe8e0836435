//! `cargo xtask screenshots`: pictures of the page in its main states.

use std::path::absolute;

use anyhow::{Context as _, Result};

use crate::cli::{BuildOptions, ScreenshotOptions};
use crate::{page, pictures, process, test, workspace};

/// Has the test that takes them write them: `tests/browser/screenshots.rs`.
pub(crate) fn take(options: &ScreenshotOptions) -> Result<()> {
    if !options.no_build {
        page::build_release(&BuildOptions::default())?;
    }
    let folder = options.folder.clone();
    let folder = folder.unwrap_or_else(|| workspace::target_dir().join("screenshots"));
    let folder = absolute(&folder).with_context(|| format!("what is {}?", folder.display()))?;
    let mut tests = test::browser()?;
    tests.args(["screenshots::", "--", "--nocapture", "--ignored"]);
    tests.env("PTXFP_SCREENSHOTS", &folder);
    let mut only = options.only.clone();
    if options.docs && !only.is_empty() {
        only.push(pictures::STATE.to_owned());
    }
    tests.env("PTXFP_SCREENSHOTS_ONLY", only.join(","));
    process::run(&mut tests)?;
    if options.docs { pictures::renew(&folder) } else { Ok(()) }
}
