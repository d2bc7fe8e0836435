//! Tests of the npm packages, installed where nothing else is.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context as _, Result};

use super::{copy_files, pack, package};
use crate::setup::{browser, npm_tool};
use crate::{process, skipped, workspace};

/// The projects of `tests/` that TypeScript checks: modules of Node and of a
/// bundler, and a script with `require`.
const PROJECTS: [&str; 3] = ["tsconfig.json", "tsconfig.bundler.json", "tsconfig.commonjs.json"];

/// The tests with bundlers that are installed for them, which the stage `tools` runs.
const BUNDLERS: &str = "bundlers.test.js";

/// Packs the packages, installs them in an empty folder outside the repository, and tests them there.
pub(crate) fn test() -> Result<()> {
    let checker = npm_tool::ensure_typescript();
    npm_tool::ensure_esbuild();
    package()?;
    elsewhere(|place| {
        check_types(place, checker)?;
        let mut node = node_in(place)?;
        node.env("PTXFP_COMMAND", command()?);
        if let Some(program) = npm_tool::find_esbuild() {
            node.env("PTXFP_ESBUILD", program);
        }
        run(node.args(tests(place)?))
    })
}

/// Tests the packages that are written in the projects of other bundlers.
pub(crate) fn test_bundlers() -> Result<()> {
    let folder = npm_tool::ensure_bundlers();
    elsewhere(|place| {
        let mut node = node_in(place)?;
        match folder {
            Ok(folder) => {
                node.env("PTXFP_BUNDLERS", folder);
            }
            Err(error) => skipped::part("bundlers", &format!("they are missing: {error:#}"))?,
        }
        for (name, variable) in [("deno", "PTXFP_DENO"), ("bun", "PTXFP_BUN")] {
            if let Some(program) = process::find_on_path(name) {
                node.env(variable, program);
            }
        }
        run(node.arg(BUNDLERS))
    })
}

/// Runs tests in a folder outside the repository that has the packages and the tests.
fn elsewhere(tests: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let place = env::temp_dir().join(format!("ptxfp-npm-{}", std::process::id()));
    fs::create_dir_all(&place).with_context(|| format!("cannot create {}", place.display()))?;
    let result = install(&place).and_then(|()| tests(&place));
    fs::remove_dir_all(&place).with_context(|| format!("cannot remove {}", place.display()))?;
    result
}

fn install(place: &Path) -> Result<()> {
    fs::write(place.join("package.json"), "{\"private\": true, \"type\": \"module\"}\n")?;
    let mut install = npm_tool::npm_install(place);
    process::output(install.args(pack(place)?).arg("--offline"))?;
    let table = workspace::root().join("tests/vectors/embed.tsv");
    fs::copy(&table, place.join("embed.tsv")).context("cannot copy the table of elements")?;
    copy_files(&workspace::root().join("core/npm/tests"), place)
}

fn check_types(place: &Path, checker: Result<PathBuf>) -> Result<()> {
    let program = match checker {
        Ok(program) => program,
        Err(error) => {
            let why = format!("tsc is missing: {error:#}");
            return skipped::part("declarations of npm packages", &why);
        }
    };
    for project in PROJECTS {
        let mut check = process::command(&program);
        process::run(check.current_dir(place).args(["--noEmit", "--project", project]))?;
    }
    Ok(())
}

/// The command `ptxfp`, with whose results those of the package are compared.
fn command() -> Result<PathBuf> {
    let mut cargo = process::cargo();
    cargo.current_dir(workspace::root()).args(["build", "--quiet", "--release"]);
    process::run(cargo.args(["--package", "ptxfp-cli"]))?;
    Ok(workspace::target_dir().join("release/ptxfp"))
}

/// Node's runner of tests in a folder, which knows the browser.
fn node_in(place: &Path) -> Result<Command> {
    let mut node = process::command("node");
    node.current_dir(place).args(["--test", "--test-reporter=spec"]);
    match browser::ensure() {
        Ok(browser) => {
            node.env("PTXFP_CHROMIUM", browser.chromium);
        }
        Err(error) => skipped::part("the npm package in a browser", &format!("{error:#}"))?,
    }
    Ok(node)
}

/// The tests that need no bundlers of their own.
fn tests(place: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(place)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".test.js") && name != BUNDLERS {
            found.push(name);
        }
    }
    found.sort();
    Ok(found)
}

/// Runs tests, and counts those that are skipped.
fn run(node: &mut Command) -> Result<()> {
    let mut all = Vec::new();
    let outcome = process::run_with_lines(node, |line| {
        all.extend(skipped_test(line).map(|(name, why)| (name.to_owned(), why.to_owned())));
    });
    for (name, why) in all {
        skipped::part(&format!("npm, {name}"), &why)?;
    }
    outcome
}

/// The name and the reason in a line such as `﹣ deno (0.4ms) # PTXFP_DENO names no deno`.
fn skipped_test(line: &str) -> Option<(&str, &str)> {
    let (before, why) = line.trim_start().strip_prefix('\u{fe63}')?.split_once("ms) # ")?;
    let (name, _) = before.rsplit_once(" (")?;
    Some((name.trim(), why.trim()))
}

#[cfg(test)]
mod tests {
    use super::skipped_test;

    #[test]
    fn skipped_tests_are_read_from_the_output_of_node() {
        let line = "\u{fe63} webpack (for node) (0.44ms) # PTXFP_BUNDLERS names no folder";
        let expected = ("webpack (for node)", "PTXFP_BUNDLERS names no folder");
        assert_eq!(skipped_test(line), Some(expected));
        for other in ["\u{2714} require (272.18ms)", "\u{2139} skipped 4", ""] {
            assert_eq!(skipped_test(other), None, "{other}");
        }
    }
}
