//! The page's programs, compiled before Trunk asks for each of them.
//!
//! Trunk builds one program after the other, and says nothing about what takes how long. Built here,
//! several are linked at once, and each step has its time; Trunk then finds them made.

use anyhow::Result;

use crate::progress::step;
use crate::setup::wasm_target::{self, TARGET};
use crate::{process, workspace};

/// How programs are built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Profile {
    /// To be there soon.
    Dev,
    /// To be published.
    Release,
}

/// The variable that leaves debug information out of the profile [`Profile::Dev`]: nobody debugs
/// WebAssembly that is served, and linking and wasm-bindgen take a multiple of the time with it.
pub(super) const DEBUG_VARIABLE: &str = "CARGO_PROFILE_DEV_DEBUG";

/// What one call of Cargo builds: what it is, the package's folder, its arguments for each profile,
/// and how long that takes the first time on two cores.
struct Group {
    what: &'static str,
    folder: &'static str,
    dev: &'static [&'static str],
    release: &'static [&'static str],
    expected: [&'static str; 2],
}

/// As index.html has them: a program that is built otherwise there is built twice.
const GROUPS: [Group; 3] = [
    Group {
        what: "the page's programs",
        folder: "app/ui",
        dev: &["--bins"],
        release: &["--bins", "--release"],
        expected: ["1 min", "1 min 30 s"],
    },
    Group {
        what: "what works in the background",
        folder: "app/worker",
        dev: &["--bins"],
        release: &["--bin", "difference", "--release"],
        expected: ["10 s", "20 s"],
    },
    Group {
        what: "what works in the background and is to be quick",
        folder: "app/worker",
        dev: &[],
        release: &["--bin", "worker", "--profile", "speed"],
        expected: ["", "30 s"],
    },
];

/// Builds them, with a variable that Trunk has too.
pub(super) fn build(profile: Profile, variable: Option<&(String, String)>) -> Result<()> {
    let compiler = wasm_target::ensure()?;
    for Group { what, folder, dev, release, expected: [dev_time, release_time] } in GROUPS {
        let (arguments, expected) = match profile {
            Profile::Dev => (dev, dev_time),
            Profile::Release => (release, release_time),
        };
        if arguments.is_empty() {
            continue;
        }
        let mut build = process::cargo();
        compiler.apply(&mut build);
        build
            .current_dir(workspace::root().join(folder))
            .args(["build", "--quiet", "--target", TARGET])
            .args(arguments)
            .envs(variable.map(|(name, value)| (name, value)));
        let expected = format!("{expected} the first time, then seconds");
        step(&format!("{what}: cargo build"), &expected, || process::run(&mut build))?;
    }
    Ok(())
}
