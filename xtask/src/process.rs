//! Running other programs.

use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context as _, Result, bail};

/// Variables that Cargo sets for the program it runs (this one) and that must not reach the Cargo
/// we run: build scripts that watch them would rebuild at every call.
const SET_BY_CARGO: [&str; 5] = [
    "CARGO",
    "CARGO_MANIFEST_DIR",
    "CARGO_MANIFEST_PATH",
    "CARGO_PRIMARY_PACKAGE",
    "CARGO_BIN_NAME",
];

/// `cargo`, as the user would have called it.
pub(crate) fn cargo() -> Command {
    command("cargo")
}

/// A program without what Cargo's `run` put into our environment.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for name in SET_BY_CARGO {
        command.env_remove(name);
    }
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("CARGO_PKG_") {
            command.env_remove(name);
        }
    }
    command
}

/// Runs a command to its end with our output; anything but success is an error.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start `{}`", shown(command)))?;
    if !status.success() {
        bail!("`{}` ended with {status}", shown(command));
    }
    Ok(())
}

/// [`run`], which also shows each line of the command's standard output to `see` as it comes.
pub(crate) fn run_with_lines(command: &mut Command, mut see: impl FnMut(&str)) -> Result<()> {
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start `{}`", shown(command)))?;
    let output = child.stdout.take().context("a command without output")?;
    for line in BufReader::new(output).lines() {
        let line = line.with_context(|| format!("cannot read from `{}`", shown(command)))?;
        // Whoever reads only the first lines has what they wanted.
        let _ = writeln!(io::stdout(), "{line}");
        see(&line);
    }
    let status = child.wait().with_context(|| format!("cannot wait for `{}`", shown(command)))?;
    if !status.success() {
        bail!("`{}` ended with {status}", shown(command));
    }
    Ok(())
}

/// Runs a command and returns its standard output; on failure, the error carries its standard
/// error.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start `{}`", shown(command)))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("`{}` ended with {}: {}", shown(command), output.status, said.trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The program of this name on PATH.
pub(crate) fn find_on_path(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(name).with_extension(env::consts::EXE_EXTENSION))
        .find(|candidate| fs::metadata(candidate).is_ok_and(|found| found.is_file()))
}

/// PATH with these folders in front.
pub(crate) fn path_with(folders: &[&Path]) -> Result<OsString> {
    let rest = env::var_os("PATH").unwrap_or_default();
    let folders = folders.iter().map(|folder| folder.to_path_buf());
    env::join_paths(folders.chain(env::split_paths(&rest)))
        .context("a tool's folder cannot be put on PATH")
}

/// The command as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{command, output, shown};

    #[test]
    fn commands_are_shown_as_typed() {
        assert_eq!(shown(command("cargo").args(["doc", "--no-deps"])), "cargo doc --no-deps");
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = output(&mut command("no-such-program-of-ours")).expect_err("it does not exist");
        assert!(error.to_string().contains("no-such-program-of-ours"), "{error}");
    }
}
