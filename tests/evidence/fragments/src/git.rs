//! Files of projects at a commit, from git.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use sha2::{Digest as _, Sha256};

use crate::list::{Place, Project};

fn git(folder: &Path) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder).stdin(Stdio::null());
    // A project that is gone must be an error, not a question for a password.
    git.env("GIT_TERMINAL_PROMPT", "0");
    git
}

fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|error| format!("cannot start git: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
}

/// Brings the commit of a project into a folder, without the contents of its files, which git
/// fetches when they are read.
pub(crate) fn fetch(project: &Project, folder: &Path) -> Result<(), String> {
    let Project { name, commit } = project;
    let own = folder.join(name);
    let failed = |problem| format!("{name} cannot be fetched: {problem}");
    fs::create_dir_all(&own).map_err(|error| failed(error.to_string()))?;
    let is_there = || output(git(&own).args(["cat-file", "-e", &format!("{commit}^{{commit}}")]));
    if own.join("HEAD").is_file() && is_there().is_ok() {
        return Ok(());
    }
    eprintln!("{name} at {commit}");
    let address = format!("https://github.com/{name}");
    let steps = [
        &["init", "--quiet", "--bare"][..],
        &["config", "remote.origin.url", &address],
        &["fetch", "--quiet", "--depth", "1", "--filter=blob:none", "origin", commit],
    ];
    for step in steps {
        output(git(&own).args(step)).map_err(failed)?;
    }
    Ok(())
}

/// Returns the lines of a place, which must have its digest.
pub(crate) fn lines(place: &Place, folder: &Path) -> Result<String, String> {
    let Place { project: Project { name, commit }, file, lines, digest } = place;
    let own = folder.join(name);
    if !own.is_dir() {
        return Err(format!("no copy of {name} in {}", folder.display()));
    }
    let bytes = output(git(&own).args(["show", &format!("{commit}:{file}")]))?;
    cut(&bytes, *lines, digest)
}

/// Cuts lines out of a file.
fn cut(bytes: &[u8], [first, last]: [usize; 2], digest: &str) -> Result<String, String> {
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let text = lines.skip(first - 1).take(last + 1 - first).flatten().copied().collect::<Vec<_>>();
    let found = Sha256::digest(&text).iter().fold(String::new(), |mut all, byte| {
        // A String takes whatever is written to it.
        let _ = write!(all, "{byte:02x}");
        all
    });
    if found != digest {
        return Err(format!("the lines are others: their digest is {found}, not {digest}"));
    }
    String::from_utf8(text).map_err(|_| "the lines are not UTF-8".to_owned())
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn lines_are_cut_and_compared_with_their_digest() {
        // `printf 'two\nthree\n' | sha256sum`
        let digest = "f3952ccd5acbc3122b2fdc39d122b73e55f403fcb49dc411de7da4b4e987c07f";
        let found = cut(b"one\ntwo\nthree\nfour\n", [2, 3], digest);
        assert_eq!(found.as_deref(), Ok("two\nthree\n"));
        let other = cut(b"one\ntwo\nthree\nfour\n", [1, 2], digest);
        assert!(other.is_err_and(|problem| problem.contains(digest)));
    }
}
