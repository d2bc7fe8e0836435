//! wasm-opt, binaryen's optimizer of WebAssembly.

use std::env::consts::{ARCH, OS};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::{archive, cache, npm_tool, version};
use crate::process;
use crate::progress::{attempt, note};

/// The oldest version that is taken. With Debian 12's 108 the page stops at its first use of the
/// table through which JavaScript values pass; 116 works, and lacks some of the passes for size.
const OLDEST: u32 = 132;

/// The version that is installed here.
const VERSION: &str = "132";

/// The npm package of that version.
const NPM: (&str, &str) = ("binaryen", "132.0.0");

/// A wasm-opt of a good version, if there is one.
pub(crate) fn find() -> Option<PathBuf> {
    let downloaded =
        cache::tool("wasm-opt", VERSION).ok().map(|folder| folder.join("bin/wasm-opt"));
    process::find_on_path("wasm-opt")
        .into_iter()
        .chain(downloaded)
        .find(|program| is_good(program))
        .or_else(|| npm_tool::find(NPM.0, NPM.1, "wasm-opt"))
}

/// Installs wasm-opt if it is missing; without it the page works as well, and is larger.
pub(crate) fn ensure() {
    if find().is_some() {
        return;
    }
    let purpose = "makes the WebAssembly smaller";
    let what = format!("wasm-opt {VERSION}, which {purpose}: a prebuilt binary");
    let installed = attempt(&what, "seconds", download)
        .map_or_else(|| npm_tool::install(NPM.0, NPM.1, "wasm-opt", purpose).map(|_| ()), Ok);
    if let Err(error) = installed {
        note(&format!("the page will be larger: wasm-opt is missing: {error:#}"));
    }
}

/// binaryen's own binary.
fn download() -> Result<()> {
    let host = match (OS, ARCH) {
        ("linux", arch) => format!("{arch}-linux"),
        ("macos", "aarch64") => "arm64-macos".to_owned(),
        ("macos", arch) => format!("{arch}-macos"),
        _ => bail!("binaryen publishes no binary for this machine"),
    };
    let release = "https://github.com/WebAssembly/binaryen/releases/download";
    cache::install("wasm-opt", VERSION, |staging| {
        archive::unpack_tar(
            &format!("{release}/version_{VERSION}/binaryen-version_{VERSION}-{host}.tar.gz"),
            staging,
            1,
        )?;
        if is_good(&staging.join("bin/wasm-opt")) {
            Ok(())
        } else {
            bail!("the binary does not run here")
        }
    })?;
    Ok(())
}

/// Whether this program is a wasm-opt that keeps the page working.
fn is_good(program: &Path) -> bool {
    version::reported_by(program).is_some_and(|answer| is_good_version(&answer))
}

/// Whether this `--version` answer names a version that is known to be good.
fn is_good_version(answer: &str) -> bool {
    version::first_number(answer)
        .and_then(|number| number.parse().ok())
        .is_some_and(|number: u32| number >= OLDEST)
}

#[cfg(test)]
mod tests {
    use super::is_good_version;

    #[test]
    fn versions_that_break_the_page_are_refused() {
        assert!(is_good_version("wasm-opt version 132 (version_132)\n"));
        assert!(!is_good_version("wasm-opt version 108 (version_108)"));
        assert!(!is_good_version("wasm-opt version unknown"));
    }
}
