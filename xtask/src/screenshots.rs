//! `cargo xtask screenshots`: pictures of the page in its main states.

use std::fs;
use std::path::absolute;

use anyhow::{Context as _, Result};

use crate::cli::{BuildOptions, ScreenshotOptions};
use crate::progress::note;
use crate::{page, process, test, workspace};

/// The pictures of the README: the state and width that it shows, and where they are.
const DOCS: [(&str, &str); 2] = [
    ("playground-1440-light.png", "docs/playground-light.png"),
    ("playground-1440-dark.png", "docs/playground-dark.png"),
];

/// Has the test that takes them write them: `tests/browser/screenshots.rs`.
pub(crate) fn take(options: &ScreenshotOptions) -> Result<()> {
    if !options.no_build {
        page::build_release(&BuildOptions::default())?;
    }
    let folder = options.folder.clone();
    let folder = folder.unwrap_or_else(|| workspace::target_dir().join("screenshots"));
    let folder = absolute(&folder).with_context(|| format!("what is {}?", folder.display()))?;
    let mut tests = test::browser()?;
    tests.args(["screenshots::", "--", "--nocapture"]);
    tests.env("PTXFP_SCREENSHOTS", &folder);
    tests.env("PTXFP_SCREENSHOTS_ONLY", options.only.join(","));
    process::run(&mut tests)?;
    if options.docs {
        for (picture, place) in DOCS {
            let picture = folder.join(picture);
            fs::copy(&picture, workspace::root().join(place))
                .with_context(|| format!("cannot copy {} to {place}", picture.display()))?;
            note(&format!("{place} is new"));
        }
    }
    Ok(())
}
