//! The folders of the checkout, and the versions that its manifest and lock file pin.

use std::path::{Path, PathBuf, absolute};
use std::{env, fs};

use anyhow::{Context as _, Result};
use toml::{Table, Value};

/// The checkout's root.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// The crates of the library, lowest first: the order in which they are published.
pub(crate) const CORE: [&str; 4] = ["ptxfp-number", "ptxfp-isa", "ptxfp-lab", "ptxfp"];

/// The folder of the release page.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}

/// Cargo's folder for build output.
pub(crate) fn target_dir() -> PathBuf {
    let configured = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    configured.and_then(|folder| absolute(folder).ok()).unwrap_or_else(|| root().join("target"))
}

/// Cargo's folder for downloads.
pub(crate) fn cargo_home() -> Option<PathBuf> {
    let named = env::var_os("CARGO_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    named.or_else(|| env::home_dir().map(|home| home.join(".cargo")))
}

/// A TOML file of the checkout.
pub(crate) fn table(file: &str) -> Result<Table> {
    let path = root().join(file);
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    text.parse().with_context(|| format!("cannot parse {}", path.display()))
}

/// A package of a lock file.
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: String,
    /// Its exact version.
    pub(crate) version: String,
    /// Its source; `None` for packages of the workspace.
    pub(crate) source: Option<String>,
}

/// The packages of `Cargo.lock`.
pub(crate) fn locked_packages() -> Result<Vec<Package>> {
    Ok(packages(&table("Cargo.lock")?))
}

/// The packages of a parsed lock file.
pub(crate) fn packages(lock: &Table) -> Vec<Package> {
    let all = lock.get("package").and_then(Value::as_array).into_iter().flatten();
    all.filter_map(|package| {
        let text = |key| package.get(key).and_then(Value::as_str).map(str::to_owned);
        Some(Package { name: text("name")?, version: text("version")?, source: text("source") })
    })
    .collect()
}

/// The version of a package in `Cargo.lock`.
pub(crate) fn locked_version(package: &str) -> Result<String> {
    let found = locked_packages()?.into_iter().find(|each| each.name == package);
    found
        .map(|found| found.version)
        .with_context(|| format!("Cargo.lock has no package `{package}`"))
}

/// The compiler that releases are built with: `[workspace.metadata.release]` in `Cargo.toml`.
pub(crate) fn release_compiler() -> Result<String> {
    let manifest = table("Cargo.toml")?;
    let metadata = manifest.get("workspace").and_then(|workspace| workspace.get("metadata"));
    let compiler = metadata.and_then(|metadata| metadata.get("release")?.get("rustc")?.as_str());
    compiler.map(str::to_owned).context("Cargo.toml pins no compiler for releases")
}

#[cfg(test)]
mod tests {
    use super::{locked_version, release_compiler};

    #[test]
    fn locked_versions_are_found_by_the_whole_name() {
        let version = locked_version("wasm-bindgen").expect("a version");
        assert!(version.starts_with(|c: char| c.is_ascii_digit()), "{version}");
        assert!(locked_version("wasm").is_err());
    }

    #[test]
    fn releases_have_a_pinned_compiler() {
        let version = release_compiler().expect("a version");
        assert_eq!(version.split('.').filter(|part| part.parse::<u32>().is_ok()).count(), 3);
    }
}
