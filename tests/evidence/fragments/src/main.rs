//! Evaluates inline assembly of public projects, and compares with independent results.
//!
//! ```text
//! fragments fetch FOLDER      # brings the projects of the list into FOLDER/OWNER/NAME
//! fragments compare FOLDER    # evaluates every fragment on every case
//! ```
//!
//! `list.toml` names project, commit, file and lines of each fragment, a digest of these lines, and
//! cases: bits of inputs with the expected bits of outputs. No text of a project is in this repository.
//! `expected.py` writes digests and cases. `cargo xtask fragments` calls all of this.

mod compare;
mod git;
mod list;

use std::env;
use std::path::Path;
use std::process::ExitCode;

use list::List;

/// The list, next to this package's manifest.
const LIST: &str = include_str!("../list.toml");

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let problems = match arguments.as_slice() {
        ["fetch", folder] => with_list(|list| fetch(list, Path::new(folder))),
        ["compare", folder] => with_list(|list| compare(list, Path::new(folder))),
        _ => vec!["usage: fragments fetch|compare FOLDER".to_owned()],
    };
    for problem in &problems {
        eprintln!("error: {problem}");
    }
    if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn with_list(work: impl FnOnce(&List) -> Vec<String>) -> Vec<String> {
    List::parse(LIST).map_or_else(|problem| vec![problem], |list| work(&list))
}

/// Brings the projects into a folder; returns the problems.
fn fetch(list: &List, folder: &Path) -> Vec<String> {
    let fetched = list.projects.iter().map(|project| git::fetch(project, folder));
    fetched.filter_map(Result::err).collect()
}

/// Evaluates every fragment; returns the problems.
fn compare(list: &List, folder: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    let mut n_cases = 0;
    for fragment in &list.fragments {
        match git::lines(fragment, folder) {
            Ok(text) => problems.extend(compare::differences(fragment, &text)),
            Err(problem) => problems.push(format!("{}: {problem}", fragment.place())),
        }
        n_cases += fragment.cases.len();
    }
    let n_projects = list.projects.len();
    eprintln!(
        "{} fragments of {n_projects} projects, {n_cases} cases: {} problems",
        list.fragments.len(),
        problems.len()
    );
    problems
}
