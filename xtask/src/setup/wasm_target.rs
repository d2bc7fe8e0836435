//! A compiler and standard library for `wasm32-unknown-unknown`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use super::{apt, cache};
use crate::process;
use crate::progress::{attempt, step};

/// The target's name.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's compiler for its browser packages, with the sources of its standard library.
const DEBIAN_PACKAGES: [&str; 3] = ["rustc-web", "rust-web-src", "rust-web-llvm"];

/// The linker of that compiler: a link to the command, and so to the package, of one LLVM version.
const DEBIAN_LINKER: &str = "/usr/bin/rust-lld";

/// The path of that compiler on Debian.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

/// The compiler that builds for the browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WasmCompiler {
    /// The one that Cargo uses anyway, which has the target's standard library.
    Default,
    /// Another one, of which only the compiler is used: Cargo, rustfmt and clippy remain the
    /// default ones.
    Other(PathBuf),
}

impl WasmCompiler {
    /// Makes a Cargo command, or one that will call Cargo, use this compiler.
    pub(crate) fn apply(&self, command: &mut Command) {
        if let Self::Other(rustc) = self {
            command.env("RUSTC", rustc);
        }
    }

    fn rustc(&self) -> &Path {
        match self {
            Self::Default => Path::new("rustc"),
            Self::Other(path) => path,
        }
    }

    /// Whether the target's standard library is installed for this compiler.
    fn has_target(&self) -> bool {
        let Ok(folder) = self.target_libraries() else { return false };
        let Ok(mut files) = fs::read_dir(folder) else { return false };
        // `test` is what the library's own packages end with; the tests need it.
        files.any(|file| {
            let name = file.map(|file| file.file_name()).unwrap_or_default();
            let name = name.to_string_lossy();
            name.starts_with("libtest-") && name.ends_with(".rlib")
        })
    }

    fn target_libraries(&self) -> Result<PathBuf> {
        let mut rustc = process::command(self.rustc());
        let folder = process::output(rustc.args(["--print", "target-libdir", "--target", TARGET]))?;
        Ok(PathBuf::from(folder.trim()))
    }
}

/// Finds or installs a compiler for the browser.
pub(crate) fn ensure() -> Result<WasmCompiler> {
    if WasmCompiler::Default.has_target() {
        return Ok(WasmCompiler::Default);
    }
    let debian = WasmCompiler::Other(PathBuf::from(DEBIAN_RUSTC));
    if debian.has_target() {
        return Ok(debian);
    }
    let what = format!("Rust's library for the browser: rustup target add {TARGET}");
    let ordinary = attempt(&what, "10 s", || {
        process::output(process::command("rustup").args(["target", "add", TARGET]))?;
        if WasmCompiler::Default.has_target() { Ok(()) } else { bail!("the library is missing") }
    });
    if ordinary.is_some() {
        return Ok(WasmCompiler::Default);
    }
    from_debian(&debian).with_context(|| {
        format!("Rust cannot compile for the browser; run: rustup target add {TARGET}")
    })?;
    Ok(debian)
}

/// Installs Debian's compiler and builds its standard library for the target once, where every
/// later build finds it, as if the target had been added.
fn from_debian(debian: &WasmCompiler) -> Result<()> {
    apt::install("a compiler with the library's sources", "30 s", &DEBIAN_PACKAGES)?;
    if let Ok(linker) = fs::read_link(DEBIAN_LINKER)
        && !Path::new("/usr/bin").join(&linker).exists()
    {
        apt::install("its linker", "5 s", &[&linker.to_string_lossy()])?;
    }
    let libraries = debian.target_libraries()?;
    let built = step(
        &format!("Rust's library for the browser, for {}", libraries.display()),
        "1 min",
        || {
            let folder = cache::folder()?.join("standard-library");
            build_standard_library(debian, &folder)?;
            Ok(folder)
        },
    )?;
    let as_root = |program| apt::as_root(program).context("this needs root");
    process::output(as_root("mkdir")?.arg("-p").arg(&libraries))?;
    process::output(as_root("cp")?.args(rlibs(&built)?).arg(&libraries))?;
    fs::remove_dir_all(&built).with_context(|| format!("cannot remove {}", built.display()))?;
    if !debian.has_target() {
        bail!("{DEBIAN_RUSTC} still has no library for {TARGET}");
    }
    Ok(())
}

/// Builds the standard library as the dependency of an empty crate.
fn build_standard_library(debian: &WasmCompiler, folder: &Path) -> Result<()> {
    let source = folder.join("src");
    fs::create_dir_all(&source).with_context(|| format!("cannot create {}", source.display()))?;
    fs::write(
        folder.join("Cargo.toml"),
        "[package]\nname = \"empty\"\nedition = \"2024\"\n[workspace]\n",
    )?;
    fs::write(source.join("lib.rs"), "#![no_std]\n")?;
    let mut build = process::cargo();
    debian.apply(&mut build);
    build
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        // The sources are Debian's own release of the library; `-Z build-std` is only how Cargo
        // names this build.
        .env("RUSTC_BOOTSTRAP", "1")
        // Release builds optimize across crates, for which the library must carry its bitcode.
        .env("RUSTFLAGS", "-Cembed-bitcode=yes")
        .args([
            "build",
            "--quiet",
            "--release",
            "-Zbuild-std=std,panic_abort,test",
            "--target",
            TARGET,
        ]);
    process::run(&mut build)
}

/// The libraries that the empty crate's build left behind, without its own.
fn rlibs(folder: &Path) -> Result<Vec<PathBuf>> {
    let deps = folder.join("target").join(TARGET).join("release/deps");
    let mut found = Vec::new();
    for file in fs::read_dir(&deps).with_context(|| format!("cannot read {}", deps.display()))? {
        let path = file?.path();
        let own =
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libempty-"));
        if path.extension().is_some_and(|extension| extension == "rlib") && !own {
            found.push(path);
        }
    }
    Ok(found)
}
