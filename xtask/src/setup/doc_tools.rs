//! Tools that write documentation, so that tests can see the playground in what they write.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::{apt, cache, cargo_tool, npm_tool, python, version};
use crate::progress::{note, step};
use crate::{process, workspace};

/// The Python packages: Sphinx, and those that run and convert notebooks.
const PACKAGES: [(&str, &str); 3] =
    [("sphinx", "8.1.3"), ("nbconvert", "7.17.2"), ("ipykernel", "6.31.0")];

/// The oldest Node.js that Docusaurus 3 runs on.
const OLDEST_NODE: u32 = 20;

/// Finds or installs a tool and says where it is.
type Ensure = fn() -> Result<PathBuf>;

/// Finds or installs the tools; returns the variable that names each to the tests.
///
/// A tool that cannot be installed is left out, and so are its tests.
pub(crate) fn ensure() -> Vec<(&'static str, PathBuf)> {
    let tools: [(_, _, Ensure); 3] = [
        ("mdBook is", "PTXFP_MDBOOK", cargo_tool::ensure_mdbook),
        ("Docusaurus is", "PTXFP_DOCUSAURUS", ensure_docusaurus),
        ("hosting behind nginx is", "PTXFP_NGINX", find_nginx),
    ];
    let mut found = Vec::new();
    for (what, variable, ensure) in tools {
        match ensure() {
            Ok(place) => found.push((variable, place)),
            Err(error) => note(&format!("{what} not tested: {error:#}")),
        }
    }
    found
}

/// A Python that has Sphinx and nbconvert.
pub(crate) fn ensure_python() -> Result<PathBuf> {
    let (package, own_version) = PACKAGES[0];
    let cached = python_in(&cache::tool(package, own_version)?);
    if version::reported_by(&cached).is_some() {
        return Ok(cached);
    }
    let place = step("Sphinx and nbconvert, for tests of embedding: pip install", "20 s", || {
        let python = python::with_pip()?;
        cache::install(package, own_version, |staging| {
            // Without pip of its own, which Debian has in another package.
            let venv = ["-m", "venv", "--without-pip"];
            process::output(process::command(&python).args(venv).arg(staging))?;
            let pip = ["--quiet", "--disable-pip-version-check", "--no-input"];
            process::output(
                process::command(&python)
                    .args(["-m", "pip", "--python"])
                    .arg(python_in(staging))
                    .args(["install", "--only-binary", ":all:"])
                    .args(pip)
                    .args(PACKAGES.map(|(name, version)| format!("{name}=={version}"))),
            )
            .map(|_| ())
        })
    })?;
    Ok(python_in(&place))
}

/// nginx, which is not installed for anyone: its package starts a server.
fn find_nginx() -> Result<PathBuf> {
    let usual = || Some(PathBuf::from("/usr/sbin/nginx")).filter(|path| path.is_file());
    let found = process::find_on_path("nginx").or_else(usual);
    found.with_context(|| format!("nginx is missing; {}", apt::by_hand(&["nginx-light"])))
}

/// The program of a virtual environment.
pub(crate) fn python_in(folder: &Path) -> PathBuf {
    folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
}

/// The folder that has the packages of the example for Docusaurus, which says what they are.
fn ensure_docusaurus() -> Result<PathBuf> {
    let list = workspace::root().join("docs/examples/docusaurus/package.json");
    let text =
        fs::read_to_string(&list).with_context(|| format!("cannot read {}", list.display()))?;
    let own_version = version_in(&text).context("package.json does not name @docusaurus/core")?;
    let name = "docusaurus";
    let cached = cache::tool(name, own_version)?;
    if cached.join("node_modules/@docusaurus/core").is_dir() {
        return Ok(cached);
    }
    let what = format!("{name} {own_version}, for tests of embedding: npm install");
    npm_tool::ensure_npm(name, "builds sites")?;
    if !version::reported_by(Path::new("node")).is_some_and(|answer| is_good_node(&answer)) {
        bail!("it needs Node.js {OLDEST_NODE} or newer");
    }
    step(&what, "1 to 2 min, 240 MB", || {
        cache::install(name, own_version, |staging| {
            fs::create_dir_all(staging)
                .with_context(|| format!("cannot create {}", staging.display()))?;
            // The tests install the packages of this repository.
            let others = text.lines().filter(|line| !line.contains("\"file:"));
            let text = others.collect::<Vec<_>>().join("\n");
            fs::write(staging.join("package.json"), text).context("cannot write package.json")?;
            process::output(&mut npm_tool::npm_install(staging)).map(|_| ())
        })
    })
}

/// Whether this `--version` answer is of a Node.js that runs Docusaurus.
fn is_good_node(answer: &str) -> bool {
    let major = version::first_number(answer).and_then(|number| number.split('.').next());
    major.and_then(|major| major.parse().ok()).is_some_and(|major: u32| major >= OLDEST_NODE)
}

/// The version of Docusaurus in a list of packages.
fn version_in(list: &str) -> Option<&str> {
    list.split_once("\"@docusaurus/core\": \"")?.1.split('"').next()
}

#[cfg(test)]
mod tests {
    use super::{is_good_node, version_in};

    #[test]
    fn the_example_names_its_docusaurus_and_the_packages_that_are_built_here() {
        let list = include_str!("../../../docs/examples/docusaurus/package.json");
        let version = version_in(list).expect("a version");
        assert!(version.starts_with(|c: char| c.is_ascii_digit()), "{version}");
        assert_eq!(version_in("{}"), None);
        for name in ["docusaurus-plugin-ptx-float", "ptxfp"] {
            let own = format!("\"{name}\": \"file:../../../target/npm/{name}\",");
            assert!(list.contains(&own), "{list}");
        }
    }

    #[test]
    fn an_old_node_is_refused() {
        assert!(is_good_node("v20.20.2\n") && is_good_node("v100.0.0"));
        assert!(!is_good_node("v18.19.0") && !is_good_node("node"));
    }
}
