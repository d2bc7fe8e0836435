//! NVIDIA's assembler, for those who renew the record of what it takes.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::{cache, python, version};
use crate::process;
use crate::progress::step;

/// The Python package that holds it.
const PACKAGE: &str = "nvidia-cuda-nvcc";

/// The version that belongs to PTX ISA 9.1.
const VERSION: &str = "13.1.115";

/// The assembler with its version: the one that is named, else the right one from PATH or the
/// cache, else from `PyPI`, or whatever index pip is configured for.
pub(crate) fn ensure(named: Option<&Path>) -> Result<(PathBuf, String)> {
    if let Some(program) = named {
        let version = version_of(program)
            .with_context(|| format!("{} does not answer as ptxas does", program.display()))?;
        return Ok((program.to_path_buf(), version));
    }
    let cached = cache::tool(PACKAGE, VERSION)?.join(program_in_package());
    let is_right = |program: &PathBuf| version_of(program).as_deref() == Some(VERSION);
    let found = process::find_on_path("ptxas").into_iter().chain([cached]).find(is_right);
    let program = found.map_or_else(install, Ok)?;
    Ok((program, VERSION.to_owned()))
}

fn install() -> Result<PathBuf> {
    let missing = || {
        format!(
            "ptxas {VERSION} is not here; it comes in the Python package {PACKAGE}, and one that \
             is elsewhere can be named: cargo xtask ptxas --ptxas PATH"
        )
    };
    let python = python::with_pip().with_context(missing)?;
    let what = format!("{PACKAGE} {VERSION}, which is NVIDIA's assembler: pip install");
    let place = step(&what, "42 MB", || {
        cache::install(PACKAGE, VERSION, |staging| {
            // Its dependencies are for compiling CUDA.
            process::output(
                process::command(&python)
                    .args(["-m", "pip", "install", "--no-deps", "--only-binary", ":all:"])
                    .args(["--quiet", "--disable-pip-version-check", "--no-input", "--target"])
                    .arg(staging)
                    .arg(format!("{PACKAGE}=={VERSION}")),
            )?;
            let program = staging.join(program_in_package());
            if version_of(&program).as_deref() != Some(VERSION) {
                bail!("{} does not run here, or is another version", program.display());
            }
            Ok(())
        })
    });
    Ok(place.with_context(missing)?.join(program_in_package()))
}

/// Where the package has it.
fn program_in_package() -> PathBuf {
    Path::new("nvidia/cu13/bin/ptxas").with_extension(std::env::consts::EXE_EXTENSION)
}

fn version_of(program: &Path) -> Option<String> {
    release(&version::reported_by(program)?).map(str::to_owned)
}

/// `13.1.115` of `Cuda compilation tools, release 13.1, V13.1.115`.
fn release(answer: &str) -> Option<&str> {
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
