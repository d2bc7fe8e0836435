//! NVIDIA's assembler, for renewing the record of what it accepts.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::pypi::Packages;
use super::{cache, version};
use crate::process;

/// The Python package that holds it, in the version that belongs to PTX ISA 9.5.
const PACKAGE: Packages = Packages {
    name: "nvidia-cuda-nvcc",
    version: "13.5.37",
    what: "NVIDIA's assembler",
    size: "47 MB",
    requirements: &["nvidia-cuda-nvcc==13.5.37"],
};

/// The assembler with its version: the one that is named, else the right one from PATH or the
/// cache, else from `PyPI`, or whatever index pip is configured for.
pub(crate) fn ensure(named: Option<&Path>) -> Result<(PathBuf, String)> {
    if let Some(program) = named {
        let version = version_of(program)
            .with_context(|| format!("{} does not answer like ptxas", program.display()))?;
        return Ok((program.to_path_buf(), version));
    }
    let cached = cache::tool(PACKAGE.name, PACKAGE.version)?.join(program_in_package());
    let is_right = |program: &PathBuf| version_of(program).as_deref() == Some(PACKAGE.version);
    let found = process::find_on_path("ptxas").into_iter().chain([cached]).find(is_right);
    let program = found.map_or_else(install, Ok)?;
    Ok((program, PACKAGE.version.to_owned()))
}

fn install() -> Result<PathBuf> {
    let Packages { name, version, .. } = PACKAGE;
    let place = PACKAGE.install(|staging| {
        let program = staging.join(program_in_package());
        if version_of(&program).as_deref() != Some(version) {
            bail!("{} does not run here, or is another version", program.display());
        }
        Ok(())
    });
    let missing = || {
        format!(
            "ptxas {version} is missing; it is in the Python package {name}. To use another one: \
             cargo xtask ptxas --ptxas PATH"
        )
    };
    Ok(place.with_context(missing)?.join(program_in_package()))
}

/// Its path in the package.
fn program_in_package() -> PathBuf {
    Path::new("nvidia/cu13/bin/ptxas").with_extension(std::env::consts::EXE_EXTENSION)
}

fn version_of(program: &Path) -> Option<String> {
    release(&version::reported_by(program)?).map(str::to_owned)
}

/// `13.1.115` of `Cuda compilation tools, release 13.1, V13.1.115`.
pub(super) fn release(answer: &str) -> Option<&str> {
    let starts_so = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    answer.split_whitespace().filter_map(|word| word.strip_prefix('V')).find(starts_so)
}

#[cfg(test)]
mod tests {
    use super::release;

    #[test]
    fn the_release_is_read_from_what_ptxas_prints() {
        let answer = "ptxas: NVIDIA (R) Ptx optimizing assembler\nCuda compilation tools, release \
                      13.1, V13.1.115\nBuild cuda_13.1.r13.1/compiler.37061995_0\n";
        assert_eq!(release(answer), Some("13.1.115"));
        assert_eq!(release("Version 3"), None);
    }
}
