//! Where things are in the checkout, and what its lock file pins.

use std::path::{Path, PathBuf, absolute};
use std::{env, fs};

use anyhow::{Context as _, Result};

/// The checkout's root.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Where the release page is built.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}

/// Cargo's folder for what it builds.
pub(crate) fn target_dir() -> PathBuf {
    let configured = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    configured.and_then(|folder| absolute(folder).ok()).unwrap_or_else(|| root().join("target"))
}

/// Cargo's folder for what it downloads.
pub(crate) fn cargo_home() -> Option<PathBuf> {
    let named = env::var_os("CARGO_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    named.or_else(|| env::home_dir().map(|home| home.join(".cargo")))
}

/// The version of a package in `Cargo.lock`.
pub(crate) fn locked_version(package: &str) -> Result<String> {
    let path = root().join("Cargo.lock");
    let lock =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    version_in_lock(&lock, package)
        .map(str::to_owned)
        .with_context(|| format!("Cargo.lock has no package `{package}`"))
}

/// The version that follows the package's name in the text of a lock file.
fn version_in_lock<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::version_in_lock;

    #[test]
    fn lock_file_versions_are_found_by_the_whole_name() {
        let lock = "[[package]]\nname = \"wasm-bindgen-test\"\nversion = \"0.3.80\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(version_in_lock(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(version_in_lock(lock, "wasm"), None);
    }
}
