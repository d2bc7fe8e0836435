//! Berkeley `TestFloat`, whose cases and speed are measured beside the core's.
//!
//! No registry has a package of it. Debian's source package of QEMU contains it, with `SoftFloat`.

use std::env::consts::{ARCH, OS};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::{apt, cache};
use crate::process;
use crate::progress::step;

const NAME: &str = "testfloat";
const VERSION: &str = "3e";

/// The source package, and the folders of it that may hold both: of old and of new versions.
const PACKAGE: &str = "qemu";
const PLACES: [&str; 2] = ["tests/fp", "subprojects"];

/// The rules of the build for the only platform that it is measured on.
const RULES: &str = "build/Linux-x86_64-GCC";

/// The programs that print cases, that test `SoftFloat`, and that verify results.
#[derive(Debug)]
pub(crate) struct TestFloat {
    /// Prints cases with their results.
    pub(crate) generate: PathBuf,
    /// Tests `SoftFloat`.
    pub(crate) test: PathBuf,
    /// Verifies cases with results.
    pub(crate) verify: PathBuf,
}

const PROGRAMS: [&str; 3] = ["testfloat_gen", "testsoftfloat", "testfloat_ver"];

/// The programs: from PATH or the cache, else built.
pub(crate) fn ensure() -> Result<TestFloat> {
    if let [Some(generate), Some(test), Some(verify)] = PROGRAMS.map(process::find_on_path) {
        return Ok(TestFloat { generate, test, verify });
    }
    let cached = cache::tool(NAME, VERSION)?;
    let is_there = PROGRAMS.iter().all(|program| cached.join(program).is_file());
    let folder = if is_there { cached } else { install()? };
    let [generate, test, verify] = PROGRAMS.map(|program| folder.join(program));
    Ok(TestFloat { generate, test, verify })
}

fn install() -> Result<PathBuf> {
    if (ARCH, OS) != ("x86_64", "linux") {
        bail!("TestFloat is built on x86-64 Linux only");
    }
    for tool in ["gcc", "make", "tar"] {
        if process::find_on_path(tool).is_none() {
            bail!("TestFloat is built with {tool}, which is not installed");
        }
    }
    let what = format!("TestFloat {VERSION}, from Debian's sources of QEMU: apt-get source, make");
    step(&what, "1 min, 33 MB", || cache::install(NAME, VERSION, build))
}

/// Builds the programs in a folder, and leaves nothing else there.
fn build(folder: &Path) -> Result<()> {
    let work = folder.join("work");
    apt::download_source(PACKAGE, &work)?;
    let archive = find(&work, |name| name.contains(".orig.tar.") && !name.contains(".asc"))
        .context("the source package has no archive of its sources")?;
    let parts = ["softfloat", "testfloat"].map(|part| format!("*/berkeley-{part}-3/*"));
    process::output(
        process::command("tar")
            .current_dir(&work)
            .arg("-xf")
            .arg(&archive)
            .arg("--wildcards")
            .args(parts),
    )?;
    let sources = find(&work, |name| name.starts_with(PACKAGE) && !name.contains('_'))
        .into_iter()
        .flat_map(|root| PLACES.map(|place| root.join(place)))
        .find(|place| place.join("berkeley-testfloat-3").is_dir())
        .context("the source package has no TestFloat")?;
    let make = |part: &str, targets: &[&str]| {
        let rules = sources.join(format!("berkeley-{part}-3")).join(RULES);
        process::output(process::command("make").current_dir(&rules).arg("--silent").args(targets))
            .map(|_| rules)
    };
    make("softfloat", &["softfloat.a"])?;
    let built = make("testfloat", &PROGRAMS)?;
    for program in PROGRAMS {
        fs::copy(built.join(program), folder.join(program))
            .with_context(|| format!("cannot copy {program}"))?;
    }
    fs::remove_dir_all(&work).with_context(|| format!("cannot remove {}", work.display()))
}

/// The entry of a folder with such a name.
fn find(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    let mut named = entries.filter(|entry| entry.file_name().to_str().is_some_and(&is_wanted));
    named.next().map(|entry| entry.path())
}
