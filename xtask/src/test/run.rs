//! The commands of the stages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use super::times::{self, TIMES_VARIABLE};
use crate::setup::wasm_target::{self, TARGET, WasmCompiler};
use crate::setup::{
    browser, browser::Browser, cargo_tool, cccl, components, doc_tools, firefox, npm_tool, nvcc,
    ptxas, wheel_tools,
};
use crate::{npm, process, progress, skipped, wheel, workspace};

/// The variable that asks the browser tests for their long parts.
const NIGHTLY_VARIABLE: &str = "PTXFP_NIGHTLY";

/// The variable that asks the other tests for their long parts.
const EXTENSIVE_VARIABLE: &str = "EXTENSIVE";

/// How long the tests of one WebAssembly program may run.
const BROWSER_TEST_SECONDS: u32 = 1200;

fn cargo(arguments: &[&str]) -> Command {
    let mut command = process::cargo();
    command.current_dir(workspace::root()).args(arguments);
    command
}

pub(super) fn fmt() -> Result<()> {
    components::ensure()?;
    process::run(&mut cargo(&["fmt", "--all", "--check"]))
}

pub(super) fn clippy() -> Result<()> {
    components::ensure()?;
    // Tests that run only on request are none of all targets.
    let on_request = ["--test", "assembled", "--test", "browser", "--test", "exports"];
    for targets in [&["--all-targets"][..], &on_request] {
        let mut clippy = cargo(&["clippy", "--all-features"]);
        process::run(clippy.args(targets).args(["--", "-D", "warnings"]))?;
    }
    Ok(())
}

pub(super) fn clippy_wasm() -> Result<()> {
    components::ensure()?;
    // With the page's profile, whose macros are compiled once for both.
    let mut arguments = vec!["clippy", "--profile", "page", "--no-default-features"];
    arguments.extend(workspace::CORE.iter().flat_map(|name| ["--package", *name]));
    arguments.extend(["--package", "ptxfp-view"]);
    arguments.extend(["--package", "ptxfp-ui", "--package", "ptxfp-worker"]);
    arguments.extend(["--package", "ptxfp-npm"]);
    // Clippy belongs to one compiler. Where another one builds for the browser, the same code is
    // checked natively.
    if wasm_target::ensure()? == WasmCompiler::Default {
        arguments.extend(["--target", TARGET]);
    }
    arguments.extend(["--", "-D", "warnings"]);
    process::run(&mut cargo(&arguments))
}

pub(super) fn units() -> Result<()> {
    let mut tests = cargo(&["test", "--package", "ptxfp-view", "--package", "xtask"]);
    tests.args(workspace::CORE.iter().flat_map(|name| ["--package", *name]));
    times::run_timed(&mut tests, &["--lib", "--bins"])
}

pub(super) fn native() -> Result<()> {
    times::run_timed(&mut cargo(&["test"]), &["--lib", "--bins", "--tests"])?;
    skipped::run_tests(&mut cargo(&["test", "--doc"]))
}

pub(super) fn doc() -> Result<()> {
    // With the features of Clippy, which has checked the dependencies.
    let mut documentation = cargo(&["doc", "--no-deps", "--all-features"]);
    process::run(documentation.env("RUSTDOCFLAGS", "-D warnings"))
}

/// Runs the tests that the arguments select as WebAssembly.
pub(super) fn wasm(selected: &[&str]) -> Result<()> {
    let compiler = wasm_target::ensure()?;
    let runner = cargo_tool::ensure_wasm_bindgen()?.join("wasm-bindgen-test-runner");
    let browser = browser::ensure()?;
    let tests = || {
        let mut tests = cargo(&["test", "--target", TARGET]);
        tests.args(selected);
        compiler.apply(&mut tests);
        tests
    };
    process::run(tests().arg("--no-run"))?;
    let attempt = || {
        let mut tests = tests();
        in_browser(&mut tests, &runner, &browser).map_err(|error| (error, true))?;
        let mut has_result = false;
        let outcome = skipped::run_tests_with(&mut tests, |line| {
            has_result |= line.starts_with("test result:");
        });
        outcome.map_err(|error| (error, has_result))
    };
    // A busy machine can keep the browser from starting, which says nothing about the tests.
    match attempt() {
        Err((error, false)) => {
            progress::note(&format!("the browser gave no results, trying again: {error:#}"));
            attempt().map_err(|(error, _)| error)
        }
        outcome => outcome.map_err(|(error, _)| error),
    }
}

/// Makes tests that are WebAssembly run in the browser.
pub(crate) fn in_browser(tests: &mut Command, runner: &Path, browser: &Browser) -> Result<()> {
    tests
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner)
        .env("WASM_BINDGEN_USE_BROWSER", "1")
        .env("WASM_BINDGEN_TEST_TIMEOUT", BROWSER_TEST_SECONDS.to_string())
        .env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "30")
        .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", write_capabilities(browser)?)
        .env("CHROMEDRIVER", &browser.chromedriver);
    Ok(())
}

/// Writes the file that tells the test runner which browser to start.
fn write_capabilities(browser: &Browser) -> Result<PathBuf> {
    let path = workspace::target_dir().join("webdriver.json");
    let chromium =
        browser.chromium.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
    // /dev/shm is too small for Chromium in many containers. A test keeps the page busy, and the
    // script that reads the output waits for it: 30 s if nothing else is said, too few on a slow
    // machine.
    let milliseconds = BROWSER_TEST_SECONDS * 1000;
    let text = format!(
        r#"{{"goog:chromeOptions": {{"binary": "{chromium}", "args": ["disable-dev-shm-usage"]}},
            "timeouts": {{"pageLoad": {milliseconds}, "script": {milliseconds}}}}}"#
    );
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

/// Runs tests with NVIDIA's tools; counts what is skipped where these cannot be installed.
pub(super) fn exports(is_nightly: bool) -> Result<()> {
    let assembler = match ptxas::ensure(None) {
        Ok((assembler, _)) => assembler,
        Err(error) => {
            let why = format!("NVIDIA's assembler is missing: {error:#}");
            return skipped::part("PTX modules and CUDA programs", &why);
        }
    };
    let mut tests = cargo(&["test", "--test", "assembled", "--test", "exports"]);
    tests.env("PTXFP_PTXAS", assembler).args(["--", "--nocapture"]);
    if is_nightly {
        tests.env(EXTENSIVE_VARIABLE, "1");
    }
    match nvcc::ensure() {
        Ok(compiler) => {
            tests.env("PTXFP_NVCC", compiler);
            match cccl::ensure() {
                Ok(headers) => {
                    tests.env("PTXFP_CCCL", headers);
                }
                Err(error) => {
                    let why = format!("CUDA's core libraries are missing: {error:#}");
                    skipped::part("what nvcc emits for CUDA's functions", &why)?;
                    tests.args(["--skip", "names"]);
                }
            }
        }
        Err(error) => {
            skipped::part("CUDA programs", &format!("NVIDIA's compiler is missing: {error:#}"))?;
            tests.args(["--skip", "cuda", "--skip", "names"]);
        }
    }
    skipped::run_tests(&mut tests)
}

/// The tests of the built page in Chromium, ready to run.
pub(crate) fn browser() -> Result<Command> {
    let mut tests = of_the_page()?;
    let browser = browser::ensure()?;
    browser.apply(&mut tests);
    name_browser(browser.version().as_deref());
    Ok(tests)
}

/// Says which browser the tests use: none is pinned, so a failure may be one of a new version.
fn name_browser(version: Option<&str>) {
    let version = version.unwrap_or("a browser that does not report its version");
    progress::note(&format!("the page is tested in {version}"));
}

/// The tests of the built page, without a browser.
fn of_the_page() -> Result<Command> {
    let dist = workspace::dist();
    if !dist.join("index.html").is_file() {
        bail!("no page in {}; run: cargo xtask build", dist.display());
    }
    // Selected by its target, not by its package: the dependencies have the features, and are the
    // same, that they have in the stage `native`.
    let mut tests = cargo(&["test", "--test", "browser"]);
    let folder = times::folder();
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    tests.env("PTXFP_DIST", dist).env(TIMES_VARIABLE, times::tests_file());
    skipped::watch(&mut tests);
    Ok(tests)
}

pub(super) fn in_the_page(is_nightly: bool) -> Result<()> {
    let mut tests = browser()?;
    if is_nightly {
        tests.env(NIGHTLY_VARIABLE, "1");
    }
    match npm_tool::ensure_axe() {
        Ok(axe) => {
            tests.env("PTXFP_AXE", axe);
        }
        Err(error) => {
            // Its tests say that they are skipped.
            progress::note(&format!("axe-core is missing: {error:#}"));
        }
    }
    let pictures = workspace::target_dir().join("pictures");
    if pictures.exists() {
        // States may have other names now.
        fs::remove_dir_all(&pictures)
            .with_context(|| format!("cannot remove {}", pictures.display()))?;
    }
    tests.env("PTXFP_PICTURES", &pictures);
    let outcome = skipped::run_tests(&mut tests);
    // Those of a run that failed above all.
    if pictures.exists() {
        progress::note(&format!("pictures of the main states: {}", pictures.display()));
    }
    outcome
}

pub(super) fn in_firefox() -> Result<()> {
    let mut tests = of_the_page()?;
    let firefox = firefox::ensure()?;
    firefox.apply(&mut tests);
    name_browser(firefox.version().as_deref());
    skipped::run_tests(tests.args(["--", "firefox::"]))
}

pub(super) fn documentation_tools() -> Result<()> {
    // mdBook's preprocessor.
    process::run(&mut cargo(&["build", "--bin", "ptxfp"]))?;
    let command = workspace::target_dir().join("debug");
    // A test without its tool says that it is skipped.
    let mut tests = browser()?;
    tests.envs(doc_tools::ensure()).env("PTXFP_COMMAND", command);
    // It is there as long as this lives.
    let installed = match wheel_tools::ensure() {
        Ok(tools) => Some(wheel::install(tools)?),
        Err(error) => {
            progress::note(&format!("the wheel for Python is missing: {error:#}"));
            None
        }
    };
    if let Some((installed, templates)) =
        installed.as_ref().and_then(|it| Some((it, it.templates.as_ref()?)))
    {
        tests.env("PTXFP_PYTHON", &installed.python).env_remove("PYTHONPATH");
        tests.env("JUPYTER_PATH", templates);
    }
    let has_npm = process::find_on_path("npm").is_some();
    if has_npm {
        tests.env("PTXFP_NPM", npm::archives()?);
    } else {
        progress::note("npm is missing");
    }
    skipped::run_tests(tests.args(["--", "examples::", "hosting::"]))?;
    if !has_npm {
        return skipped::part("the npm package with bundlers", "npm is missing");
    }
    npm::test_bundlers()
}

pub(super) fn exhaustive() -> Result<()> {
    let mut tests = cargo(&["test", "--profile", "extensive", "--package", "conformance"]);
    tests.args(["--test", "exhaustive", "--test", "legality"]);
    tests.args(["--", "--nocapture", "--include-ignored"]);
    skipped::run_tests(tests.env(EXTENSIVE_VARIABLE, "1"))
}
