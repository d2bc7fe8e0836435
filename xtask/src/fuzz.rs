//! `cargo xtask fuzz`: libFuzzer on the targets of `tests/evidence/fuzz/`.
//!
//! New inputs stay in Cargo's target folder, so that a later run continues from there; committed
//! ones are only read.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::cli::FuzzOptions;
use crate::progress::{note, step};
use crate::setup::cargo_tool;
use crate::{process, workspace};

/// The longest input in bytes: what is longer than the longest statement is refused as it is.
const MAX_LENGTH: u32 = 4096;

/// The longest time that one input may take, in seconds.
const TIMEOUT: u32 = 20;

/// Runs a target, or each, and fails if one finds something.
pub(crate) fn run(options: &FuzzOptions) -> Result<()> {
    let root = workspace::root().join("tests/evidence/fuzz");
    let all = targets(&root.join("driver/targets"))?;
    let chosen: Vec<_> = match &options.target {
        Some(name) if all.contains(name) => vec![name.clone()],
        Some(name) => bail!("unknown target `{name}`; expected one of {}", all.join(", ")),
        None => all,
    };
    let place = workspace::target_dir().join("fuzz");
    cargo_tool::ensure_cargo_fuzz()?;
    step("the targets, for libFuzzer", "2 min the first time, with a C++ compiler", || {
        process::run(cargo_fuzz(&root, &place, "build")?.args(&options.target))
    })?;
    for target in chosen {
        fuzz(&root, &place, &target, options.seconds).with_context(|| {
            format!(
                "`{target}` found a failure; fix it, and commit the file in \
                 tests/evidence/fuzz/regressions/{target}/"
            )
        })?;
    }
    Ok(())
}

/// The names of the targets.
fn targets(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let name = entry?.file_name();
        names.extend(name.to_string_lossy().strip_suffix(".rs").map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

fn fuzz(root: &Path, place: &Path, target: &str, seconds: u32) -> Result<()> {
    let learned = folder(place.join("corpus").join(target))?;
    let found = folder(place.join("artifacts").join(target))?;
    note(&format!("{target}, for {seconds} s"));
    let mut run = cargo_fuzz(root, place, "run")?;
    run.arg(target).arg(learned);
    for kind in ["corpus", "regressions"] {
        let committed = root.join(kind).join(target);
        if committed.is_dir() {
            run.arg(committed);
        }
    }
    run.arg("--")
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-max_len={MAX_LENGTH}"))
        .arg(format!("-timeout={TIMEOUT}"))
        .arg(format!("-artifact_prefix={}/", found.display()))
        .arg("-print_final_stats=1");
    process::run(&mut run)
}

/// cargo-fuzz, for this compiler: sanitizers need an unstable one, and code without `unsafe` little
/// of them.
fn cargo_fuzz(root: &Path, place: &Path, command: &str) -> Result<std::process::Command> {
    let tool = cargo_tool::ensure_cargo_fuzz()?;
    let mut cargo = process::cargo();
    cargo
        .current_dir(root.join("driver"))
        .env("PATH", process::path_with(&[&tool])?)
        .env("CARGO_TARGET_DIR", place.join("build"))
        .args(["fuzz", command, "--fuzz-dir", ".", "--sanitizer", "none"]);
    Ok(cargo)
}

fn folder(path: PathBuf) -> Result<PathBuf> {
    fs::create_dir_all(&path).with_context(|| format!("cannot create {}", path.display()))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::targets;
    use crate::workspace;

    /// A target is a program, a name in the program's manifest, a corpus and a claim.
    #[test]
    fn every_target_is_whole() {
        let root = workspace::root().join("tests/evidence/fuzz");
        let manifest = std::fs::read_to_string(root.join("driver/Cargo.toml")).expect("a manifest");
        let names = targets(&root.join("driver/targets")).expect("a folder");
        assert!(names.len() > 5);
        for name in &names {
            assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
            assert!(root.join("corpus").join(name).is_dir(), "{name}");
        }
        let library = std::fs::read_to_string(root.join("src/lib.rs")).expect("a library");
        let claims = library.lines().filter(|line| line.starts_with("    (\"")).count();
        assert_eq!(claims, names.len(), "TARGETS has as many");
    }
}
