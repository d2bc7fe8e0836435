//! The program that Trunk calls as wasm-bindgen, from `xtask/bindgen`.
//!
//! It is compiled to the cache, where every clean clone with the same sources finds it.

use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::cache;
use super::cargo_tool::{BUILD, compiling, remove_build};
use crate::progress::step;
use crate::{process, workspace};

/// The name of its package and its program.
const PACKAGE: &str = "ptxfp-bindgen";
/// The name under which Trunk finds it.
const COMMAND: &str = "wasm-bindgen";
/// The files that decide what it is.
const SOURCES: [&str; 2] = ["Cargo.toml", "src/main.rs"];

/// Finds or compiles it; returns its folder.
pub(crate) fn ensure() -> Result<PathBuf> {
    let source = workspace::root().join("xtask/bindgen");
    let mut hasher = DefaultHasher::new();
    for file in SOURCES {
        let path = source.join(file);
        let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        text.hash(&mut hasher);
    }
    let version = workspace::locked_version("wasm-bindgen")?;
    let version = format!("{version}-{:016x}", hasher.finish());
    let command = Path::new("bin").join(COMMAND).with_extension(EXE_EXTENSION);
    let mut place = cache::tool(PACKAGE, &version)?;
    if !place.join(&command).is_file() {
        place = cache::install(PACKAGE, &version, |staging| {
            let what = "wasm-bindgen, which connects the page to its WebAssembly and splits it: \
                        cargo build";
            step(what, "up to 2 min to compile on 2 cores, once", || compile(staging))?;
            let built = staging.join(BUILD).join("release").join(PACKAGE);
            let own = staging.join(&command);
            fs::create_dir_all(staging.join("bin")).context("cannot make a folder for the tool")?;
            fs::copy(built.with_extension(EXE_EXTENSION), &own)
                .with_context(|| format!("cannot write {}", own.display()))?;
            remove_build(staging)
        })?;
    }
    Ok(place.join("bin"))
}

fn compile(staging: &Path) -> Result<()> {
    let mut build = compiling(staging, "1");
    build.current_dir(workspace::root()).args(["build", "--release", "--package", PACKAGE]);
    if !io::stderr().is_terminal() {
        build.arg("--quiet");
    }
    process::run(&mut build)
}

#[cfg(test)]
mod tests {
    use crate::workspace;

    #[test]
    fn it_answers_with_the_version_that_the_page_is_compiled_with() {
        let source = include_str!("../../bindgen/src/main.rs");
        let version = workspace::locked_version("wasm-bindgen").unwrap();
        assert!(source.contains(&format!("const VERSION: &str = \"{version}\";")), "{version}");
    }
}
