//! The headers of CUDA's core libraries, which CUDA's headers for narrow numbers include.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::cache;
use super::pypi::Packages;

/// The package that holds them, in a version that goes with the compiler.
const PACKAGE: Packages = Packages {
    name: "nvidia-cuda-cccl",
    version: "13.3.5.0.6",
    what: "the headers of CUDA's core libraries",
    size: "4 MB",
    requirements: &["nvidia-cuda-cccl==13.3.5.0.6"],
};

/// The folder to include: that of the cache, else installed.
pub(crate) fn ensure() -> Result<PathBuf> {
    let cached = cache::tool(PACKAGE.name, PACKAGE.version)?.join(folder());
    if is_right(&cached) {
        return Ok(cached);
    }
    let place = PACKAGE.install(|staging| {
        if !is_right(&staging.join(folder())) {
            bail!("the package has no header nv/target");
        }
        Ok(())
    });
    let missing = || format!("{} {} is missing", PACKAGE.name, PACKAGE.version);
    Ok(place.with_context(missing)?.join(folder()))
}

fn is_right(folder: &Path) -> bool {
    folder.join("nv/target").is_file()
}

/// Its path in the package.
fn folder() -> &'static Path {
    Path::new("nvidia/cu13/include")
}
