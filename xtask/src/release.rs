//! `cargo xtask release`: packs what a release publishes.
//!
//! The workflow `release.yml` runs this on each system, with the compiler that `Cargo.toml` pins.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::cli::{BuildOptions, ReleaseOptions, ReleasePart};
use crate::progress::note;
use crate::{npm, page, process, size, wheel, workspace};

/// Files that every archive has besides what it is about.
const DOCUMENTS: [&str; 4] = ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// Builds a part of the release and packs it into `target/release-files/`.
pub(crate) fn pack(options: &ReleaseOptions) -> Result<()> {
    let rustc = process::output(process::command("rustc").arg("-vV"))?;
    check_compiler(&rustc, options.any_compiler)?;
    let target = workspace::target_dir();
    match options.part {
        ReleasePart::Command => {
            let mut build = process::cargo();
            build.current_dir(workspace::root());
            build.args(["build", "--locked", "--release", "--bin", "ptxfp"]);
            process::run(&mut build)?;
            let program = Path::new("ptxfp").with_extension(std::env::consts::EXE_EXTENSION);
            let host = field(&rustc, "host").context("rustc does not name its host")?;
            archive(&name_of_command(host), &[target.join("release").join(program)])
        }
        ReleasePart::Page => {
            page::build_release(&BuildOptions::default())?;
            size::check(&workspace::dist())?;
            archive(&format!("ptxfp-page-{}", npm::release()), &[workspace::dist()])
        }
        ReleasePart::Wheel => wheel::release(&folder()?),
        ReleasePart::Sdist => wheel::release_sources(&folder()?),
        ReleasePart::Npm => {
            npm::package()?;
            npm::pack(&folder()?).map(|_| ())
        }
    }
}

/// The name of the archive with the command for a system.
fn name_of_command(host: &str) -> String {
    format!("ptxfp-{}-{host}", npm::release())
}

/// The folder of the files of a release.
fn folder() -> Result<PathBuf> {
    let folder = workspace::target_dir().join("release-files");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    Ok(folder)
}

/// Fails unless the compiler is the one that releases are built with.
fn check_compiler(rustc: &str, is_any_allowed: bool) -> Result<()> {
    let pinned = workspace::release_compiler()?;
    let found = field(rustc, "release").unwrap_or_default();
    if found == pinned {
        return Ok(());
    }
    let difference = format!("this is rustc {found}, but releases are built with {pinned}");
    if !is_any_allowed {
        bail!("{difference}; to try it anyway, add --any-compiler");
    }
    note(&difference);
    Ok(())
}

/// A field of the output of `rustc -vV`.
fn field<'r>(rustc: &'r str, name: &str) -> Option<&'r str> {
    rustc.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

/// Packs files and folders, and the documents, into `target/release-files/NAME.tar.gz`.
fn archive(name: &str, contents: &[PathBuf]) -> Result<()> {
    let file = folder()?.join(format!("{name}.tar.gz"));
    let mut tar = process::command("tar");
    tar.arg("-czf").arg(&file);
    for path in contents {
        let parent = path.parent().context("a file in a folder")?;
        tar.arg("-C").arg(parent).arg(path.file_name().context("a file name")?);
    }
    tar.arg("-C").arg(workspace::root()).args(DOCUMENTS);
    process::run(&mut tar)?;
    note(&format!("packed {}", file.display()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{check_compiler, field, name_of_command};
    use crate::{npm, workspace};

    const RUSTC: &str =
        "rustc 1.2.3 (abc 2026-01-01)\nhost: x86_64-pc-windows-msvc\nrelease: 1.2.3";

    #[test]
    fn fields_of_the_version_are_found() {
        assert_eq!(field(RUSTC, "host"), Some("x86_64-pc-windows-msvc"));
        assert_eq!(field(RUSTC, "LLVM version"), None);
    }

    /// They are published together, so none is used with a part of another release.
    #[test]
    fn the_crates_of_the_library_need_each_other_in_one_version() {
        let manifest = workspace::table("Cargo.toml").expect("the manifest");
        let dependencies = &manifest["workspace"]["dependencies"];
        for name in workspace::CORE {
            let needed = dependencies[name]["version"].as_str();
            assert_eq!(needed, Some(&*format!("={}", npm::release())), "{name}");
        }
    }

    /// cargo-binstall replaces `{ version }` by all of the version, whose last part is in no name of
    /// a file; so the manifest has the number itself.
    #[test]
    fn binstall_finds_the_archives() {
        let manifest = workspace::table("core/cli/Cargo.toml").expect("the manifest");
        let own = &manifest["package"]["metadata"]["binstall"];
        let text = |key: &str| own[key].as_str().expect("a text");
        let system = "x86_64-unknown-linux-gnu";
        let address = text("pkg-url").replace("{ target }", system).replace("{ repo }", "R");
        let (release, name) = (npm::release(), name_of_command(system));
        assert_eq!(address, format!("R/releases/download/v{release}/{name}.tar.gz"));
        assert_eq!((text("pkg-fmt"), text("bin-dir")), ("tgz", "{ bin }{ binary-ext }"));
    }

    #[test]
    fn another_compiler_is_refused() {
        let error = check_compiler(RUSTC, false).expect_err("it is another one");
        assert!(error.to_string().starts_with("this is rustc 1.2.3"), "{error}");
        assert!(check_compiler(RUSTC, true).is_ok());
    }
}
