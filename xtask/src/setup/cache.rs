//! The cache folder for tools, outside the checkout.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::{env, process};

use anyhow::{Context as _, Result};

/// The cache folder: `$XDG_CACHE_HOME/ptxfp`, or `~/.cache/ptxfp`.
pub(crate) fn folder() -> Result<PathBuf> {
    let base = env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| env::home_dir().map(|home| home.join(".cache")))
        .context("no home folder is known: set HOME, or XDG_CACHE_HOME to a folder for tools")?;
    Ok(base.join("ptxfp"))
}

/// The folder of this version of a tool, whether it exists or not.
pub(crate) fn tool(name: &str, version: &str) -> Result<PathBuf> {
    Ok(folder()?.join(plain(name, version)))
}

/// A name for a folder; that of an npm package may have a scope (`@scope/name`).
fn plain(name: &str, version: &str) -> String {
    format!("{}-{version}", name.trim_start_matches('@').replace('/', "-"))
}

/// Installs into the cache under a lock: `fill` writes to a folder beside the final one, which then
/// takes its place, so that an interrupted installation leaves nothing that looks finished.
pub(crate) fn install(
    name: &str,
    version: &str,
    fill: impl FnOnce(&Path) -> Result<()>,
) -> Result<PathBuf> {
    let cache = folder()?;
    fs::create_dir_all(&cache)
        .with_context(|| format!("cannot create the cache folder {}", cache.display()))?;
    let _lock = lock(&cache)?;
    let name = plain(name, version);
    let staging = cache.join(format!("{name}.partial-{}", process::id()));
    let result = fill(&staging);
    let place = cache.join(name);
    if result.is_ok() {
        if place.exists() {
            fs::remove_dir_all(&place)
                .with_context(|| format!("cannot replace {}", place.display()))?;
        }
        fs::rename(&staging, &place)
            .with_context(|| format!("cannot move {} into place", staging.display()))?;
    } else if staging.exists() {
        fs::remove_dir_all(&staging)
            .with_context(|| format!("cannot remove {}", staging.display()))?;
    }
    result.map(|()| place)
}

/// Waits until no other installation runs; the lock ends with the file's life.
fn lock(cache: &Path) -> Result<File> {
    let path = cache.join("lock");
    let file = File::create(&path).with_context(|| format!("cannot create {}", path.display()))?;
    file.lock().with_context(|| format!("cannot lock {}", path.display()))?;
    Ok(file)
}
