//! Debian and Ubuntu packages.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::process;
use crate::progress::step;

/// Installs packages, as root or through `sudo` if that asks for no password.
///
/// Never removes a package: one that conflicts with what the user has is an error.
pub(crate) fn install(why: &str, expected: &str, packages: &[&str]) -> Result<()> {
    if process::find_on_path("apt-get").is_none() {
        bail!("this machine has no apt-get");
    }
    let Some(root) = root_access() else {
        bail!("installing packages needs root; run: {}", by_hand(packages));
    };
    step(&format!("{why}: {}", by_hand(packages)), expected, || {
        let install = || process::output(apt_get(root).args(install_arguments(packages)));
        // The package lists of a fresh machine are empty or old.
        install().or_else(|_| {
            process::output(apt_get(root).arg("update"))?;
            install()
        })?;
        Ok(())
    })
}

/// Downloads a source package into a folder, from where binary packages come from.
///
/// Needs no root and no `deb-src` in the system's lists: it has lists of its own in that folder.
pub(super) fn download_source(package: &str, folder: &Path) -> Result<()> {
    if process::find_on_path("apt-get").is_none() {
        bail!("this machine has no apt-get");
    }
    let mut targets = process::command("apt-get");
    let line = "deb-src $(SITE) $(RELEASE) $(COMPONENT)";
    targets.args(["indextargets", "--format", line, "Created-By: Packages"]);
    let sources = folder.join("sources.list");
    let (lists, cache) = (folder.join("lists"), folder.join("cache"));
    for each in [lists.join("partial"), cache.join("archives/partial")] {
        fs::create_dir_all(&each).with_context(|| format!("cannot create {}", each.display()))?;
    }
    fs::write(&sources, process::output(&mut targets)?)?;
    let apt_get = || {
        let mut command = process::command("apt-get");
        command.current_dir(folder).args([
            "--quiet",
            "--option",
            "Dir::Etc::SourceParts=/dev/null",
        ]);
        for (option, path) in
            [("Etc::SourceList", &sources), ("State::lists", &lists), ("Cache", &cache)]
        {
            command.arg("--option").arg(format!("Dir::{option}={}", path.display()));
        }
        command
    };
    // Some of the system's sources may have no source packages; what is missing is missing below.
    let updated = process::output(apt_get().arg("update"));
    let downloaded = process::output(apt_get().args(["source", "--download-only", package]));
    downloaded.map(|_| ()).with_context(|| match updated {
        Ok(_) => format!("no source package {package}"),
        Err(error) => format!("no source package {package}: {error:#}"),
    })
}

/// The command for the user to run.
pub(crate) fn by_hand(packages: &[&str]) -> String {
    format!("sudo apt-get install --no-install-recommends {}", packages.join(" "))
}

/// Runs a command as root, with the means by which packages are installed.
pub(crate) fn as_root(program: &str) -> Option<Command> {
    root_access().map(|root| root.command(program))
}

/// The command that runs another one as root.
#[derive(Clone, Copy)]
enum Root {
    Already,
    Sudo,
}

impl Root {
    fn command(self, program: &str) -> Command {
        match self {
            Self::Already => process::command(program),
            Self::Sudo => {
                let mut command = process::command("sudo");
                command.args(["-n", "--", program]);
                command
            }
        }
    }
}

fn root_access() -> Option<Root> {
    if process::output(process::command("id").arg("-u")).is_ok_and(|user| user.trim() == "0") {
        return Some(Root::Already);
    }
    process::output(process::command("sudo").args(["-n", "true"])).ok().map(|_| Root::Sudo)
}

fn apt_get(root: Root) -> Command {
    let mut command = root.command("env");
    command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet"]);
    command
}

fn install_arguments<'a>(packages: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    ["install", "--yes", "--no-install-recommends", "--no-remove"]
        .into_iter()
        .chain(packages.iter().copied())
}
