//! A browser and its `WebDriver`, for the tests.

use std::env;
use std::env::consts::{ARCH, OS};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use super::{apt, archive, cache, version};
use crate::process;
use crate::progress::{attempt, step};

/// Chromium (or Chrome) and the chromedriver of the same version.
#[derive(Debug)]
pub(crate) struct Browser {
    /// The browser.
    pub(crate) chromium: PathBuf,
    /// Its `WebDriver` server.
    pub(crate) chromedriver: PathBuf,
}

/// The variables with which users name a browser, and xtask names it to the tests.
const CHROMIUM_VARIABLE: &str = "PTXFP_CHROMIUM";
const CHROMEDRIVER_VARIABLE: &str = "PTXFP_CHROMEDRIVER";

/// The names of the browser, the best first.
const CHROMIUM_NAMES: [&str; 4] =
    ["chromium", "google-chrome", "google-chrome-stable", "chromium-browser"];

/// Debian's packages of both.
const DEBIAN_PACKAGES: [&str; 2] = ["chromium", "chromium-driver"];

/// Google's package, for Ubuntu, whose own Chromium is a snap: those do not run in containers.
const CHROME_PACKAGE: &str =
    "https://dl.google.com/linux/direct/google-chrome-stable_current_amd64.deb";

/// The address of the chromedrivers, by version.
const CHROMEDRIVERS: &str = "https://storage.googleapis.com/chrome-for-testing-public";

impl Browser {
    /// The browser's name and version, such as `Chromium 131.0.6778.85`.
    pub(crate) fn version(&self) -> Option<String> {
        name_and_version(&self.chromium)
    }

    /// Sets the variables that name the browser to a test program.
    pub(crate) fn apply(&self, command: &mut Command) {
        command
            .env(CHROMIUM_VARIABLE, &self.chromium)
            .env(CHROMEDRIVER_VARIABLE, &self.chromedriver);
    }
}

/// Finds or installs a browser with its driver.
pub(crate) fn ensure() -> Result<Browser> {
    if let Some(found) = find() {
        return Ok(found);
    }
    let what = "a browser for the tests";
    attempt(what, "20 s", || apt::install("Debian's Chromium", "20 s", &DEBIAN_PACKAGES));
    if find().is_none() && (OS, ARCH) == ("linux", "x86_64") {
        attempt("Google's Chrome and its driver instead", "1 min", install_chrome);
    }
    find().with_context(|| {
        format!(
            "no browser for the tests; run: {}\nor install Chrome and the chromedriver of the same \
             version from https://googlechromelabs.github.io/chrome-for-testing/ and name them: \
             {CHROMIUM_VARIABLE}=PATH {CHROMEDRIVER_VARIABLE}=PATH cargo xtask test",
            apt::by_hand(&DEBIAN_PACKAGES)
        )
    })
}

fn find() -> Option<Browser> {
    let chromium = one_of(CHROMIUM_VARIABLE, &CHROMIUM_NAMES)?;
    let chromedriver = one_of(CHROMEDRIVER_VARIABLE, &["chromedriver"])
        .or_else(|| cached_driver(&browser_version(&chromium)?).filter(|path| runs(path)))?;
    Some(Browser { chromium, chromedriver })
}

/// The name and the version that a browser reports.
pub(super) fn name_and_version(browser: &Path) -> Option<String> {
    let answer = version::reported_by(browser)?;
    let number = version::first_number(&answer)?;
    let (name, _) = answer.split_once(number)?;
    Some(format!("{}{number}", name.trim_start()))
}

/// The program that the variable names, or else the first of these names on PATH that runs:
/// Ubuntu's `chromium-browser` may be a placeholder for a snap that is not there.
pub(super) fn one_of(variable: &str, names: &[&str]) -> Option<PathBuf> {
    let named = env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let found = names.iter().filter_map(|name| process::find_on_path(name));
    named.into_iter().chain(found).find(|program| runs(program))
}

fn runs(program: &Path) -> bool {
    version::reported_by(program).is_some()
}

/// `131.0.6778.85`, say.
fn browser_version(browser: &Path) -> Option<String> {
    version::first_number(&version::reported_by(browser)?).map(str::to_owned)
}

fn cached_driver(version: &str) -> Option<PathBuf> {
    Some(cache::tool("chromedriver", version).ok()?.join("chromedriver-linux64/chromedriver"))
}

/// Installs Chrome from Google's package, so that apt brings the libraries it needs, and the driver
/// of its version into the cache.
fn install_chrome() -> Result<()> {
    let package = cache::folder()?.join("chrome.deb");
    archive::download(CHROME_PACKAGE, &package)?;
    apt::install("Chrome", "1 min", &[&package.to_string_lossy(), "unzip"])?;
    let browser = one_of(CHROMIUM_VARIABLE, &CHROMIUM_NAMES).context("Chrome does not run")?;
    let version = browser_version(&browser).context("Chrome does not report its version")?;
    step("its driver", "5 s", || {
        cache::install("chromedriver", &version, |staging| {
            let url = format!("{CHROMEDRIVERS}/{version}/linux64/chromedriver-linux64.zip");
            archive::unpack_zip(&url, staging)
        })
    })?;
    if !cached_driver(&version).is_some_and(|driver| runs(&driver)) {
        bail!("the driver does not run");
    }
    Ok(())
}
