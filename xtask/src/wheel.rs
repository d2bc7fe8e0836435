//! The wheel for Python: built, installed where nothing else is, and tested there.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context as _, Result};

use crate::progress::{note, step};
use crate::setup::{doc_tools, wheel_tools};
use crate::{process, skipped, workspace};

/// The package.
const FOLDER: &str = "core/python";

/// Products of matrices that a second implementation computed.
const MATRICES: &str = "tests/vectors/tensor-model.txt";
/// The program that records what a GPU returns, which the tests run with a simulated driver.
const CAPTURE: &str = "tests/evidence/hardware/capture.py";
/// The elements that documents may have, with their attributes or mistakes.
const ELEMENTS: &str = "tests/vectors/embed.tsv";
/// The page on the package, which a test makes again.
const PAGE: &str = "docs/python.md";

/// The arguments with which maturin builds the wheel.
const BUILD: [&str; 5] = ["build", "--quiet", "--locked", "--profile", "wheel"];

/// The wheel in an environment of its own, outside the repository; it is removed in the end.
pub(crate) struct Installed {
    folder: PathBuf,
    /// The Python of the environment.
    pub(crate) python: PathBuf,
    /// The templates of notebooks, if what writes documents is there, too.
    pub(crate) templates: Option<PathBuf>,
    /// The tests that lack a tool, and why.
    untested: Vec<(&'static str, String)>,
}

impl Drop for Installed {
    fn drop(&mut self) {
        // The folder for temporary files is emptied some day.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Builds the wheel with the tools that were found, a Python and the folder of its packages, and
/// installs it, beside what tests it and perhaps what writes documents.
pub(crate) fn install((python, tools): (PathBuf, PathBuf)) -> Result<Installed> {
    let wheel = build(&tools)?;
    let folder = env::temp_dir().join(format!("ptxfp-python-{}", std::process::id()));
    let environment = folder.join("environment");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let python_there = doc_tools::python_in(&environment);
    let mut installed =
        Installed { folder, python: python_there, templates: None, untested: Vec::new() };
    // Without pip of its own, which Debian has in another package.
    let venv = ["-m", "venv", "--without-pip"];
    process::output(process::command(&python).args(venv).arg(&environment))?;
    let mut pip = process::command(&python);
    pip.args(["-m", "pip", "--python"]).arg(&installed.python);
    pip.args(["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index"]);
    process::run(pip.arg(&wheel))?;
    // A file that tells Python of further folders with packages, the first ones first.
    let mut others = vec![tools];
    if let Some(python) = installed.optional("Sphinx and notebooks", doc_tools::ensure_python()) {
        others.push(packages(&python)?);
        let environment = python.parent().and_then(Path::parent);
        installed.templates = environment.map(|folder| folder.join("share/jupyter"));
    }
    let lines: Vec<_> = others.iter().map(|folder| format!("{}\n", folder.display())).collect();
    fs::write(packages(&installed.python)?.join("tools.pth"), lines.concat())
        .context("cannot write what Python finds")?;
    Ok(installed)
}

/// The folder of a Python's packages.
fn packages(python: &Path) -> Result<PathBuf> {
    let question = "import sysconfig; print(sysconfig.get_path('purelib'))";
    Ok(process::output(process::command(python).args(["-c", question]))?.trim().into())
}

/// Runs the tests of the wheel against what is installed from it.
pub(crate) fn test() -> Result<()> {
    let mut clippy = process::cargo();
    clippy.current_dir(workspace::root());
    process::run(clippy.args(["clippy", "--package", "ptxfp-python", "--", "-D", "warnings"]))?;
    let installed = match wheel_tools::ensure() {
        Ok(tools) => install(tools)?,
        Err(error) => return skipped::part("the wheel for Python", &format!("{error:#}")),
    };
    for (what, why) in &installed.untested {
        skipped::part(what, why)?;
    }
    let tests = installed.folder.join("tests");
    crate::npm::copy_files(&workspace::root().join(FOLDER).join("tests"), &tests)?;
    let configuration = workspace::root().join(FOLDER).join("pyproject.toml");
    let others = [MATRICES, CAPTURE, PAGE, ELEMENTS].map(|file| workspace::root().join(file));
    for file in [&configuration].into_iter().chain(&others) {
        let name = file.file_name().context("a file name")?;
        fs::copy(file, tests.join(name))
            .with_context(|| format!("cannot copy {}", file.display()))?;
    }
    installed.run(&["mypy", "--config-file", "tests/pyproject.toml", "-p", "ptxfp"])?;
    let doctest = ["--doctest-modules", "--doctest-ignore-import-errors", "--pyargs", "ptxfp"];
    let pytest = ["pytest", "-q", "-rs", "--durations=5", "-p", "no:cacheprovider"];
    installed.run(&[&pytest[..], &doctest, &["tests"]].concat())
}

/// Builds the wheel; returns its file.
fn build(tools: &Path) -> Result<PathBuf> {
    let folder = workspace::target_dir().join("python/wheels");
    if folder.exists() {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    pack(tools, &folder, &BUILD)?;
    let mut files =
        fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    Ok(files.next().context("maturin wrote no wheel")??.path())
}

/// Writes the wheel for this system into a folder, for a release.
pub(crate) fn release(folder: &Path) -> Result<()> {
    let (_, tools) = wheel_tools::ensure()?;
    pack(&tools, folder, &BUILD)
}

/// Writes the sources of the wheel into a folder, for a release.
pub(crate) fn release_sources(folder: &Path) -> Result<()> {
    let (_, tools) = wheel_tools::ensure()?;
    pack(&tools, folder, &["sdist"])?;
    // The workspace's manifest goes along; what it says of crates that do not would end a build.
    let name = format!("ptxfp-{}", crate::npm::release());
    let archive = folder.join(format!("{name}.tar.gz"));
    let manifest = folder.join(&name).join("Cargo.toml");
    let tar = |arguments: &[&str]| {
        let mut tar = process::command("tar");
        process::run(tar.arg("-C").arg(folder).args(arguments).arg(&archive).arg(&name))
    };
    tar(&["-xzf"])?;
    let text = fs::read_to_string(&manifest).context("the sources have no manifest")?;
    fs::write(&manifest, without_patches(&text)).context("cannot write the manifest")?;
    tar(&["-czf"])?;
    fs::remove_dir_all(folder.join(name)).context("cannot remove the sources")
}

/// A manifest without its table of patches.
fn without_patches(manifest: &str) -> String {
    let mut is_left_out = false;
    let lines = manifest.split_inclusive('\n').filter(|line| {
        if line.starts_with('[') {
            is_left_out = line.starts_with("[patch.");
        }
        !is_left_out
    });
    lines.collect()
}

/// Has maturin write files into a folder.
fn pack(tools: &Path, folder: &Path, arguments: &[&str]) -> Result<()> {
    let mut maturin = process::command(tools.join("bin/maturin"));
    maturin.current_dir(workspace::root().join(FOLDER)).args(arguments).arg("--out").arg(folder);
    step("the package for Python: maturin", "2 min the first time", || process::run(&mut maturin))
}

impl Installed {
    /// The path that was found, or `None` with a message about tests without it.
    fn optional(&mut self, tests: &'static str, found: Result<PathBuf>) -> Option<PathBuf> {
        let untested = |error| {
            note(&format!("missing for {tests}: {error:#}"));
            self.untested.push((tests, format!("{error:#}")));
        };
        found.map_err(untested).ok()
    }

    /// Runs a module of Python in the folder around the environment.
    fn run(&self, arguments: &[&str]) -> Result<()> {
        let mut command = process::command(&self.python);
        command.current_dir(&self.folder).env_remove("PYTHONPATH").arg("-m");
        process::run(command.args(arguments))
    }
}

#[cfg(test)]
mod tests {
    use super::without_patches;
    use crate::workspace;

    #[test]
    fn the_sources_have_no_patches() {
        let text = include_str!("../../Cargo.toml");
        let before = workspace::table("Cargo.toml").expect("the manifest");
        let mut after: toml::Table = without_patches(text).parse().expect("a manifest");
        assert!(before.contains_key("patch") && !after.contains_key("patch"));
        after.insert("patch".to_owned(), before["patch"].clone());
        assert_eq!(before, after);
    }
}
