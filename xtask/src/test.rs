//! `cargo xtask test`: every check, in order.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;

use crate::cli::{BuildOptions, TestOptions};
use crate::progress::{self, seconds};
use crate::setup::wasm_target::{self, TARGET, WasmCompiler};
use crate::setup::{
    self, browser, browser::Browser, cargo_tool, components, doc_tools, npm_tool, nvcc, ptxas,
};
use crate::{deny, page, process, size, workspace};

/// The stages, in the order in which they run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StageName {
    /// Install what the other stages need.
    Setup,
    /// rustfmt.
    Fmt,
    /// Clippy on the native code, tests included.
    Clippy,
    /// Clippy on what runs in the browser.
    ClippyWasm,
    /// Licences, versions, sources and known weaknesses of what comes from others.
    Deny,
    /// Unit tests, conformance tests and documentation examples; the page's own logic.
    Native,
    /// What is copied from the page is assembled and compiled by NVIDIA's tools.
    Elsewhere,
    /// The documentation builds without a warning.
    Doc,
    /// The core's unit tests, and every instruction's digest, as WebAssembly in a browser.
    Wasm,
    /// The release page builds and keeps its byte budgets.
    Page,
    /// The release page in a real browser.
    Browser,
    /// The release page inside what tools for documentation write: docs/examples/.
    Tools,
}

impl StageName {
    /// The name on the command line.
    fn argument(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// What it checks.
    fn title(self) -> String {
        let help =
            self.to_possible_value().and_then(|value| value.get_help().map(ToString::to_string));
        help.unwrap_or_default()
    }

    fn run(self) -> Result<()> {
        match self {
            Self::Setup => setup::everything(),
            Self::Fmt => run_cargo(&["fmt", "--all", "--check"]),
            Self::Clippy => {
                run_cargo(&["clippy", "--all-targets", "--all-features", "--", "-D", "warnings"])
            }
            Self::ClippyWasm => clippy_wasm(),
            Self::Deny => deny::check(),
            Self::Native => run_cargo(&["test"])
                .and_then(|()| run_cargo(&["test", "--package", "ptxfp-app", "--lib"])),
            Self::Elsewhere => elsewhere_tests(),
            Self::Doc => {
                process::run(cargo(&["doc", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))
            }
            Self::Wasm => wasm_tests(),
            Self::Page => page::build_release(&BuildOptions::default())
                .and_then(|()| size::check(&workspace::dist())),
            Self::Browser => browser_tests(),
            Self::Tools => {
                process::run(browser()?.envs(doc_tools::ensure()).args(["--", "examples::"]))
            }
        }
    }
}

/// Runs the chosen stages, or all; stops at the first that fails.
pub(crate) fn run(options: &TestOptions) -> Result<()> {
    let all = StageName::value_variants().iter().copied();
    let chosen = all.filter(|stage| options.only.is_empty() || options.only.contains(stage));
    let mut times = Vec::new();
    for stage in chosen {
        let name = stage.argument();
        eprintln!("\n[xtask] === {name}: {}", stage.title());
        let start = Instant::now();
        let result = stage.run();
        times.push((name.clone(), start.elapsed(), result.is_ok()));
        if result.is_err() {
            eprint!("{}", summary(&times));
            return result.with_context(|| {
                format!("stage `{name}` failed; to run it alone: cargo xtask test --only {name}")
            });
        }
    }
    eprint!("{}", summary(&times));
    Ok(())
}

/// The stages with their times.
fn summary(times: &[(String, Duration, bool)]) -> String {
    let mut text = "\n[xtask] stages\n".to_owned();
    for (name, time, passed) in times {
        let verdict = if *passed { "ok" } else { "FAILED" };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "[xtask]   {name:<12} {verdict:<7} {:>12}", seconds(*time));
    }
    text
}

fn cargo(arguments: &[&str]) -> Command {
    let mut command = process::cargo();
    command.current_dir(workspace::root()).args(arguments);
    command
}

fn run_cargo(arguments: &[&str]) -> Result<()> {
    if matches!(arguments[0], "fmt" | "clippy") {
        components::ensure()?;
    }
    process::run(&mut cargo(arguments))
}

fn clippy_wasm() -> Result<()> {
    let mut arguments =
        vec!["clippy", "--package", "ptxfp", "--package", "ptxfp-app", "--no-default-features"];
    // Clippy belongs to one compiler. Where another one builds for the browser, the same code is
    // checked natively.
    if wasm_target::ensure()? == WasmCompiler::Default {
        arguments.extend(["--target", TARGET]);
    }
    arguments.extend(["--", "-D", "warnings"]);
    run_cargo(&arguments)
}

fn wasm_tests() -> Result<()> {
    let compiler = wasm_target::ensure()?;
    let runner = cargo_tool::ensure_wasm_bindgen()?.join("wasm-bindgen-test-runner");
    let browser = browser::ensure()?;
    // The core's unit tests, and the results of every instruction against the recorded digests.
    for tests in [
        ["test", "--package", "ptxfp", "--lib", "--no-default-features", "--target", TARGET],
        ["test", "--package", "conformance", "--test", "agreement", "--target", TARGET],
    ] {
        let mut tests = cargo(&tests);
        compiler.apply(&mut tests);
        in_browser(&mut tests, &runner, &browser)?;
        process::run(&mut tests)?;
    }
    Ok(())
}

/// Makes tests that are WebAssembly run in the browser.
pub(crate) fn in_browser(tests: &mut Command, runner: &Path, browser: &Browser) -> Result<()> {
    tests
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner)
        .env("WASM_BINDGEN_USE_BROWSER", "1")
        .env("WASM_BINDGEN_TEST_TIMEOUT", "300")
        .env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "30")
        .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", write_capabilities(browser)?)
        .env("CHROMEDRIVER", &browser.chromedriver);
    Ok(())
}

/// Tells the test runner which browser to start, in the file that it reads for that.
fn write_capabilities(browser: &Browser) -> Result<PathBuf> {
    let path = workspace::target_dir().join("webdriver.json");
    let chromium =
        browser.chromium.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
    // /dev/shm is too small for Chromium in many containers.
    let text = format!(
        r#"{{"goog:chromeOptions": {{"binary": "{chromium}", "args": ["disable-dev-shm-usage"]}}}}"#
    );
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

/// Needs NVIDIA's tools, which not every machine can have: what is not tested is told.
fn elsewhere_tests() -> Result<()> {
    let assembler = match ptxas::ensure(None) {
        Ok((assembler, _)) => assembler,
        Err(error) => {
            progress::note(&format!("skipped, for there is no assembler: {error:#}"));
            return Ok(());
        }
    };
    process::run(
        cargo(&["test", "--package", "hardware", "--test", "assembled", "--", "--nocapture"])
            .env("PTXFP_PTXAS", &assembler),
    )?;
    let mut tests = cargo(&["test", "--package", "conformance", "--features", "elsewhere"]);
    tests.args(["--test", "elsewhere"]).env("PTXFP_PTXAS", assembler);
    tests.args(["--", "--nocapture"]);
    match nvcc::ensure() {
        Ok(compiler) => {
            tests.env("PTXFP_NVCC", compiler);
        }
        Err(error) => {
            progress::note(&format!("CUDA programs are not compiled: {error:#}"));
            tests.args(["--skip", "cuda"]);
        }
    }
    process::run(&mut tests)
}

/// The tests of the built page, ready to run.
pub(crate) fn browser() -> Result<Command> {
    let dist = workspace::dist();
    if !dist.join("index.html").is_file() {
        bail!("there is no page in {}; run: cargo xtask build", dist.display());
    }
    let browser = browser::ensure()?;
    let mut tests =
        cargo(&["test", "--package", "conformance", "--features", "browser", "--test", "browser"]);
    browser.apply(&mut tests);
    tests.env("PTXFP_DIST", dist);
    Ok(tests)
}

fn browser_tests() -> Result<()> {
    let mut tests = browser()?;
    match npm_tool::ensure_axe() {
        Ok(axe) => {
            tests.env("PTXFP_AXE", axe);
        }
        Err(error) => progress::note(&format!("accessibility is not tested: {error:#}")),
    }
    process::run(&mut tests)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use clap::ValueEnum as _;

    use super::{StageName, summary};

    #[test]
    fn every_stage_says_what_it_checks() {
        for stage in StageName::value_variants() {
            assert!(!stage.title().is_empty() && !stage.argument().is_empty(), "{stage:?}");
        }
    }

    #[test]
    fn the_summary_names_stages_times_and_failures() {
        let text = summary(&[
            ("native".to_owned(), Duration::from_secs(75), true),
            ("page".to_owned(), Duration::from_millis(1500), false),
        ]);
        assert!(text.contains("native       ok        1 min 15 s"), "{text}");
        assert!(text.contains("page         FAILED         1.5 s"), "{text}");
    }
}
