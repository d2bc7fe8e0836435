//! Programs that come as npm packages, for machines that have npm.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use super::{cache, version};
use crate::process;
use crate::progress::{note, step};

/// Minifies the JavaScript that wasm-bindgen generates. Trunk's own minifier does not parse it.
const ESBUILD: (&str, &str) = ("esbuild", "0.28.2");

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
    if process::find_on_path("npm").is_none() {
        bail!("{package}, which {purpose}, comes with npm: install Node.js 20 or newer");
    }
    step(&format!("{package} {package_version}, which {purpose}: npm install"), "10 s", || {
        cache::install(package, package_version, |staging| {
            process::output(
                process::command("npm")
                    .args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"])
                    .arg(staging)
                    .arg(format!("{package}@{package_version}")),
            )
            .map(|_| ())
        })
    })?;
    find(package, package_version, command)
        .with_context(|| format!("npm's {package} {package_version} does not run here"))
}
