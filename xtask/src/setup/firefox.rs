//! Firefox and its `WebDriver`, for the tests of the page in a second browser.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};

use super::browser::{name_and_version, one_of};
use super::{apt, cargo_tool};
use crate::progress::attempt;

/// Firefox and geckodriver.
#[derive(Debug)]
pub(crate) struct Firefox {
    /// The browser.
    firefox: PathBuf,
    /// Its `WebDriver` server.
    geckodriver: PathBuf,
}

/// The variables with which users name them, and xtask names them to the tests.
const FIREFOX_VARIABLE: &str = "PTXFP_FIREFOX";
const GECKODRIVER_VARIABLE: &str = "PTXFP_GECKODRIVER";

/// The names of the browser: others' and Debian's.
const NAMES: [&str; 2] = ["firefox", "firefox-esr"];

/// Debian's package.
const DEBIAN_PACKAGE: &str = "firefox-esr";

impl Firefox {
    /// The browser's name and version, such as `Mozilla Firefox 140.5.0esr`.
    pub(crate) fn version(&self) -> Option<String> {
        name_and_version(&self.firefox)
    }

    /// Sets the variables that name the browser to a test program.
    pub(crate) fn apply(&self, command: &mut Command) {
        command.env(FIREFOX_VARIABLE, &self.firefox).env(GECKODRIVER_VARIABLE, &self.geckodriver);
    }
}

/// Finds or installs Firefox with its driver.
pub(crate) fn ensure() -> Result<Firefox> {
    let find = || one_of(FIREFOX_VARIABLE, &NAMES);
    if find().is_none() {
        let install = || apt::install("Debian's Firefox", "20 s", &[DEBIAN_PACKAGE]);
        attempt("a second browser for the tests", "20 s", install);
    }
    let firefox = find().with_context(|| {
        format!(
            "no Firefox for the tests; run: {}\nor name one: {FIREFOX_VARIABLE}=PATH cargo xtask test",
            apt::by_hand(&[DEBIAN_PACKAGE])
        )
    })?;
    let geckodriver = match one_of(GECKODRIVER_VARIABLE, &[]) {
        Some(named) => named,
        None => cargo_tool::ensure_geckodriver()?,
    };
    Ok(Firefox { firefox, geckodriver })
}
