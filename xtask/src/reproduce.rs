//! `cargo xtask reproduce`: is the release page the same wherever it is built?
//!
//! It is built twice from scratch, from copies of the checkout in folders of different depth, with
//! Cargo's own folder in different places, and every file is compared.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use walkdir::WalkDir;

use crate::progress::{note, step};
use crate::{process, workspace};

/// The folders of the two copies, within Cargo's target folder.
const COPIES: [&str; 2] = ["one", "another/of-two"];

/// Builds twice and compares; fails if a file differs.
pub(crate) fn run() -> Result<()> {
    let place = workspace::target_dir().join("reproduce");
    if place.exists() {
        fs::remove_dir_all(&place).with_context(|| format!("cannot remove {}", place.display()))?;
    }
    let mut pages = Vec::new();
    for copy in COPIES {
        let folder = place.join(copy);
        copy_checkout(&folder)?;
        let what = format!("the page in {}: cargo xtask build", folder.display());
        step(&what, "5 min from scratch", || build(&folder))?;
        pages.push(files(&folder.join("dist"))?);
    }
    let differences = match &pages[..] {
        [one, other] => differences(one, other),
        _ => Vec::new(),
    };
    let n_bytes: usize = pages.iter().flat_map(BTreeMap::values).map(Vec::len).sum();
    if !differences.is_empty() {
        bail!(
            "the two pages differ; both are in {}:\n  {}",
            place.display(),
            differences.join("\n  ")
        );
    }
    note(&format!("{} files, {} bytes: equal in both", pages[0].len(), n_bytes / 2));
    fs::remove_dir_all(&place).with_context(|| format!("cannot remove {}", place.display()))
}

/// Copies the files that Git tracks, and untracked files that it does not ignore.
fn copy_checkout(folder: &Path) -> Result<()> {
    let root = workspace::root();
    let mut list = process::command("git");
    list.current_dir(root).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    for name in process::output(&mut list)?.split('\0').filter(|name| !name.is_empty()) {
        let (from, to) = (root.join(name), folder.join(name));
        // A deleted file is listed until the deletion is committed.
        if !from.is_file() {
            continue;
        }
        fs::create_dir_all(to.parent().unwrap_or(folder))
            .and_then(|()| fs::copy(&from, &to))
            .with_context(|| format!("cannot copy {}", from.display()))?;
    }
    Ok(())
}

/// Builds the page of a copy, without anything that was built before.
fn build(folder: &Path) -> Result<()> {
    let home = folder.join("cargo-home");
    fs::create_dir_all(&home).with_context(|| format!("cannot create {}", home.display()))?;
    let mut build = process::cargo();
    build.current_dir(folder).env("CARGO_TARGET_DIR", folder.join("target"));
    if link_home(&home).is_ok() {
        build.env("CARGO_HOME", home);
    } else {
        note("both builds use the same Cargo folder");
    }
    process::run(build.args(["xtask", "build"]))
}

/// Gives Cargo's folder another name, without downloading all of it again.
#[cfg(unix)]
fn link_home(home: &Path) -> Result<()> {
    let known = workspace::cargo_home().context("there is no such folder")?;
    for name in ["registry", "git", "config.toml"] {
        let from = known.join(name);
        if from.exists() {
            std::os::unix::fs::symlink(from, home.join(name))?;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn link_home(_: &Path) -> Result<()> {
    bail!("there are no links")
}

/// Every file below a folder, by its path.
fn files(folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut found = BTreeMap::new();
    for entry in WalkDir::new(folder) {
        let entry = entry.with_context(|| format!("cannot read {}", folder.display()))?;
        if entry.file_type().is_dir() {
            continue;
        }
        let path = entry.path();
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        found.insert(path.strip_prefix(folder)?.to_path_buf(), bytes);
    }
    Ok(found)
}

/// A line for each file that is not the same in both.
fn differences(
    one: &BTreeMap<PathBuf, Vec<u8>>,
    other: &BTreeMap<PathBuf, Vec<u8>>,
) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, bytes) in one {
        match other.get(name) {
            None => lines.push(format!("{} is only in the first", name.display())),
            Some(others) if bytes != others => {
                let same = bytes.iter().zip(others).take_while(|(a, b)| a == b).count();
                let sizes = (bytes.len(), others.len());
                lines.push(format!("{} from byte {same} on, of {sizes:?}", name.display()));
            }
            Some(_) => {}
        }
    }
    let new = other.keys().filter(|name| !one.contains_key(*name));
    lines.extend(new.map(|name| format!("{} is only in the second", name.display())));
    lines
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::PathBuf;

    use super::differences;

    #[test]
    fn every_difference_is_reported() {
        let page = |files: &[(&str, &str)]| -> BTreeMap<PathBuf, Vec<u8>> {
            files.iter().map(|(name, text)| (PathBuf::from(name), text.as_bytes().into())).collect()
        };
        let one = page(&[("a", "same"), ("b", "abc"), ("c", "")]);
        let other = page(&[("a", "same"), ("b", "abd!"), ("d", "")]);
        assert_eq!(differences(&one, &one), [""; 0]);
        assert_eq!(
            differences(&one, &other),
            ["b from byte 2 on, of (3, 4)", "c is only in the first", "d is only in the second"]
        );
    }
}
