//! Debian and Ubuntu packages.

use std::process::Command;

use anyhow::{Result, bail};

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
