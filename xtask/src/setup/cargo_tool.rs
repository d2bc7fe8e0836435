//! Trunk, the commands of wasm-bindgen, mdBook: programs that Cargo can install.

use std::env::consts::{ARCH, EXE_EXTENSION, OS};
use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use super::{archive, cache, version};
use crate::progress::{attempt, step};
use crate::{process, workspace};

/// A program that its project publishes on crates.io.
struct CargoTool {
    /// The package's name.
    package: &'static str,
    /// The one version that will do.
    version: String,
    /// The commands to install; the first one's version is checked.
    commands: &'static [&'static str],
    /// Its purpose, in a few words.
    purpose: &'static str,
    /// The address of the project's own binaries for this machine, if it publishes any.
    release: Option<String>,
    /// The outer folders in that archive.
    release_strip: u8,
    /// Arguments of `cargo install` that leave out what is not needed here.
    trimmed: &'static [&'static str],
    /// The optimization level: none for tools that run for seconds, a little for those that run at
    /// every change.
    opt_level: &'static str,
    /// The time to compile it on two cores.
    expected: &'static str,
}

/// Builds and serves the page. 0.22 needs a newer compiler than this repository does.
const TRUNK_VERSION: &str = "0.21.14";

/// Finds or installs Trunk; returns its folder.
pub(crate) fn ensure_trunk() -> Result<PathBuf> {
    CargoTool {
        package: "trunk",
        version: TRUNK_VERSION.to_owned(),
        commands: &["trunk"],
        purpose: "builds and serves the page",
        release: host_triple("gnu")
            .map(|host| github("trunk-rs/trunk", &format!("v{TRUNK_VERSION}/trunk-{host}.tar.gz"))),
        release_strip: 0,
        // No update check and no TLS: it serves on the loopback address, and downloads nothing
        // because its tools are on its PATH already.
        trimmed: &["--locked", "--no-default-features"],
        opt_level: "0",
        expected: "up to 4 min to compile on 2 cores, once",
    }
    .ensure()
}

/// Finds or installs `wasm-bindgen` and `wasm-bindgen-test-runner` in the very version that
/// `Cargo.lock` pins, for the two sides of the format between them must match; returns their
/// folder.
pub(crate) fn ensure_wasm_bindgen() -> Result<PathBuf> {
    let version = workspace::locked_version("wasm-bindgen")?;
    CargoTool {
        package: "wasm-bindgen-cli",
        commands: &["wasm-bindgen", "wasm-bindgen-test-runner"],
        purpose: "runs tests in a browser, and makes the npm package",
        release: host_triple("musl").map(|host| {
            let file = format!("{version}/wasm-bindgen-{version}-{host}.tar.gz");
            github("wasm-bindgen/wasm-bindgen", &file)
        }),
        version,
        release_strip: 1,
        // No TLS: the test runner talks to a browser on the loopback address only. Not `--locked`:
        // its lock file may name versions that have been withdrawn.
        trimmed: &["--no-default-features"],
        opt_level: "1",
        expected: "up to 2 min to compile on 2 cores, once",
    }
    .ensure()
}

/// Builds the example that shows the playground in a book.
const MDBOOK_VERSION: &str = "0.5.4";

/// Finds or installs mdBook; returns the program.
pub(crate) fn ensure_mdbook() -> Result<PathBuf> {
    let folder = CargoTool {
        package: "mdbook",
        version: MDBOOK_VERSION.to_owned(),
        commands: &["mdbook"],
        purpose: "builds a book for tests of embedding",
        release: host_triple("musl").map(|host| {
            let file = format!("v{MDBOOK_VERSION}/mdbook-v{MDBOOK_VERSION}-{host}.tar.gz");
            github("rust-lang/mdBook", &file)
        }),
        release_strip: 0,
        // It neither searches, nor watches, nor serves.
        trimmed: &["--locked", "--no-default-features"],
        opt_level: "0",
        expected: "up to 2 min to compile on 2 cores, once",
    }
    .ensure()?;
    Ok(folder.join("mdbook").with_extension(EXE_EXTENSION))
}

/// Drives Firefox.
const GECKODRIVER_VERSION: &str = "0.37.1";

/// Finds or installs geckodriver; returns the program.
pub(super) fn ensure_geckodriver() -> Result<PathBuf> {
    let system = match (OS, ARCH) {
        ("linux", "x86_64") => Some("linux64"),
        ("linux", "aarch64") => Some("linux-aarch64"),
        ("macos", "x86_64") => Some("macos"),
        ("macos", "aarch64") => Some("macos-aarch64"),
        _ => None,
    };
    let folder = CargoTool {
        package: "geckodriver",
        version: GECKODRIVER_VERSION.to_owned(),
        commands: &["geckodriver"],
        purpose: "drives Firefox in tests",
        release: system.map(|system| {
            let version = GECKODRIVER_VERSION;
            let file = format!("v{version}/geckodriver-v{version}-{system}.tar.gz");
            github("mozilla/geckodriver", &file)
        }),
        release_strip: 0,
        trimmed: &["--locked"],
        opt_level: "0",
        expected: "1 min 30 s to compile on 2 cores, once",
    }
    .ensure()?;
    Ok(folder.join("geckodriver").with_extension(EXE_EXTENSION))
}

/// Has libFuzzer run the targets of `tests/evidence/fuzz/`.
const CARGO_FUZZ_VERSION: &str = "0.13.2";

/// Finds or installs cargo-fuzz; returns its folder.
pub(crate) fn ensure_cargo_fuzz() -> Result<PathBuf> {
    CargoTool {
        package: "cargo-fuzz",
        version: CARGO_FUZZ_VERSION.to_owned(),
        commands: &["cargo-fuzz"],
        purpose: "looks for texts that break a claim",
        release: host_triple("musl").map(|host| {
            let file =
                format!("{CARGO_FUZZ_VERSION}/cargo-fuzz-{CARGO_FUZZ_VERSION}-{host}.tar.gz");
            github("rust-fuzz/cargo-fuzz", &file)
        }),
        release_strip: 0,
        trimmed: &["--locked"],
        opt_level: "0",
        expected: "1 to 2 min to compile on 2 cores, once",
    }
    .ensure()
}

/// Changes the core here and there, to see whether a test fails.
const CARGO_MUTANTS_VERSION: &str = "27.1.0";

/// Finds or installs cargo-mutants; returns its folder.
pub(crate) fn ensure_cargo_mutants() -> Result<PathBuf> {
    CargoTool {
        package: "cargo-mutants",
        version: CARGO_MUTANTS_VERSION.to_owned(),
        commands: &["cargo-mutants"],
        purpose: "looks for changes that no test notices",
        release: None,
        release_strip: 0,
        trimmed: &["--locked"],
        opt_level: "0",
        expected: "2 to 3 min to compile on 2 cores, once",
    }
    .ensure()
}

/// Compares a public interface with an earlier one.
const CARGO_SEMVER_CHECKS_VERSION: &str = "0.51.0";

/// Finds or installs cargo-semver-checks; returns its folder.
pub(crate) fn ensure_cargo_semver_checks() -> Result<PathBuf> {
    let file = |host| format!("v{CARGO_SEMVER_CHECKS_VERSION}/cargo-semver-checks-{host}.tar.gz");
    CargoTool {
        package: "cargo-semver-checks",
        version: CARGO_SEMVER_CHECKS_VERSION.to_owned(),
        commands: &["cargo-semver-checks"],
        purpose: "looks for changes that break users of the library",
        release: host_triple("gnu")
            .map(|host| github("obi1kenobi/cargo-semver-checks", &file(host))),
        release_strip: 0,
        trimmed: &["--locked"],
        opt_level: "0",
        expected: "5 min to compile on 2 cores, once",
    }
    .ensure()
}

/// Knows the licenses, sources and reported weaknesses of dependencies.
const CARGO_DENY_VERSION: &str = "0.20.2";

/// Finds cargo-deny, or installs a prebuilt one; returns its folder. To compile it would take
/// longer than all that it checks is worth: 12 min 30 s on 2 busy cores.
pub(crate) fn ready_made_cargo_deny() -> Result<PathBuf> {
    CargoTool {
        package: "cargo-deny",
        version: CARGO_DENY_VERSION.to_owned(),
        commands: &["cargo-deny"],
        purpose: "knows the advisories about dependencies",
        release: host_triple("musl").map(|host| {
            let file =
                format!("{CARGO_DENY_VERSION}/cargo-deny-{CARGO_DENY_VERSION}-{host}.tar.gz");
            github("EmbarkStudios/cargo-deny", &file)
        }),
        release_strip: 1,
        trimmed: &["--locked"],
        opt_level: "0",
        expected: "12 min to compile on 2 cores, once",
    }
    .ready_made()
}

impl CargoTool {
    fn ensure(&self) -> Result<PathBuf> {
        self.find()?.map_or_else(|| self.install(), Ok)
    }

    /// Its folder, on PATH or in the cache.
    fn find(&self) -> Result<Option<PathBuf>> {
        let first = self.commands[0];
        if let Some(folder) = process::find_on_path(first).as_deref().and_then(Path::parent)
            && self.is_in(folder)
        {
            return Ok(Some(folder.to_path_buf()));
        }
        let cached = cache::tool(self.package, &self.version)?.join("bin");
        Ok(self.is_in(&cached).then_some(cached))
    }

    /// Its folder, installed if there is a binary of it for this machine.
    fn ready_made(&self) -> Result<PathBuf> {
        if let Some(found) = self.find()? {
            return Ok(found);
        }
        let Self { package, version, .. } = self;
        let place = cache::install(package, version, |staging| {
            self.binstall(staging).or_else(|_| self.download(staging))
        })?;
        Ok(place.join("bin"))
    }

    /// Whether all commands are in this folder, the first in the right version.
    fn is_in(&self, folder: &Path) -> bool {
        let program = |name: &str| folder.join(name).with_extension(EXE_EXTENSION);
        self.commands.iter().all(|name| program(name).is_file())
            && version::reported_by(&program(self.commands[0]))
                .is_some_and(|answer| version::first_number(&answer) == Some(&self.version))
    }

    fn install(&self) -> Result<PathBuf> {
        let Self { package, version, purpose, expected, .. } = self;
        let name = format!("{package} {version}, which {purpose}");
        let place = cache::install(package, version, |staging| {
            attempt(&format!("{name}: a prebuilt binary"), "seconds", || {
                self.binstall(staging).or_else(|_| self.download(staging))
            })
            .map_or_else(
                || step(&format!("{name}: cargo install"), expected, || self.compile(staging)),
                Ok,
            )
        });
        let place = place.with_context(|| {
            format!(
                "{name}, is missing; run: cargo install {package}@{version} {}",
                self.trimmed.join(" ")
            )
        })?;
        Ok(place.join("bin"))
    }

    /// The ordinary way to get binaries of Rust programs, for those who have it.
    fn binstall(&self, staging: &Path) -> Result<()> {
        if process::find_on_path("cargo-binstall").is_none() {
            bail!("cargo-binstall is not installed");
        }
        process::output(
            process::cargo()
                .args(["binstall", "--no-confirm", "--disable-strategies", "compile", "--root"])
                .arg(staging)
                .arg(format!("{}@{}", self.package, self.version)),
        )?;
        self.check(staging)
    }

    /// The project's own binary.
    fn download(&self, staging: &Path) -> Result<()> {
        let url =
            self.release.as_deref().context("the project publishes no binary for this machine")?;
        archive::unpack_tar(url, &staging.join("bin"), self.release_strip)?;
        self.check(staging)
    }

    /// Compiles it, for the shortest time to a working tool.
    fn compile(&self, staging: &Path) -> Result<()> {
        let mut install = compiling(staging, self.opt_level);
        install
            // Away from the checkout, whose Cargo configuration is not meant for it.
            .current_dir(cache::folder()?)
            .args(["install", "--force", "--root"])
            .arg(staging)
            .arg(format!("{}@{}", self.package, self.version))
            .args(self.trimmed);
        if !io::stderr().is_terminal() {
            install.arg("--quiet");
        }
        for command in self.commands {
            install.args(["--bin", command]);
        }
        process::run(&mut install)?;
        remove_build(staging)?;
        self.check(staging)
    }

    fn check(&self, staging: &Path) -> Result<()> {
        if !self.is_in(&staging.join("bin")) {
            bail!(
                "the installed program is not {} {}, or does not run here",
                self.package,
                self.version
            );
        }
        Ok(())
    }
}

/// A call of Cargo that compiles in `build/` in this folder, for the shortest time to a working tool.
pub(super) fn compiling(staging: &Path, opt_level: &str) -> Command {
    let mut cargo = process::cargo();
    cargo
        .env("CARGO_TARGET_DIR", staging.join(BUILD))
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", opt_level)
        .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env_remove("RUSTFLAGS");
    cargo
}

/// The folder in which it compiles.
pub(super) const BUILD: &str = "build";

/// Removes that folder.
pub(super) fn remove_build(staging: &Path) -> Result<()> {
    fs::remove_dir_all(staging.join(BUILD)).context("cannot remove the build folder")
}

/// The address of a file of a project's release.
fn github(project: &str, file: &str) -> String {
    format!("https://github.com/{project}/releases/download/{file}")
}

/// This machine, as release archives name it; `None` where no archive was ever seen.
fn host_triple(linux_libc: &str) -> Option<String> {
    match OS {
        "linux" => Some(format!("{ARCH}-unknown-linux-{linux_libc}")),
        "macos" => Some(format!("{ARCH}-apple-darwin")),
        _ => None,
    }
}
