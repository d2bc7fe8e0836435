//! Evaluates inline assembly and kernels of public projects, and compares with independent results.
//!
//! ```text
//! fragments fetch FOLDER      # brings the projects of the lists into FOLDER/OWNER/NAME
//! fragments compare FOLDER    # evaluates every fragment and kernel on every case
//! ```
//!
//! `list.toml` names project, commit, file and lines of each fragment, a digest of these lines, and
//! cases: bits of inputs with the expected bits of outputs; `kernels.toml` names kernels and what one thread
//! stores. No text of a project is in this repository. `expected.py` and `expected_kernels.py` write
//! digests and cases. `cargo xtask fragments` calls all of this.

mod compare;
mod git;
mod kernels;
mod list;

use std::env;
use std::path::Path;
use std::process::ExitCode;

use kernels::{Kernels, Tally};
use list::{List, Project};

/// The list, next to this package's manifest.
const LIST: &str = include_str!("../list.toml");

/// The list of kernels.
const KERNELS: &str = include_str!("../kernels.toml");

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let problems = match arguments.as_slice() {
        ["fetch", folder] => with_lists(|lists| fetch(lists, Path::new(folder))),
        ["compare", folder] => with_lists(|lists| compare(lists, Path::new(folder))),
        _ => vec!["usage: fragments fetch|compare FOLDER".to_owned()],
    };
    for problem in &problems {
        eprintln!("error: {problem}");
    }
    if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn with_lists(work: impl FnOnce(&(List, Kernels)) -> Vec<String>) -> Vec<String> {
    let lists = List::parse(LIST).and_then(|list| Ok((list, Kernels::parse(KERNELS)?)));
    lists.map_or_else(|problem| vec![problem], |lists| work(&lists))
}

/// Brings the projects into a folder; returns the problems.
fn fetch((list, kernels): &(List, Kernels), folder: &Path) -> Vec<String> {
    let fetched = |project: &Project| git::fetch(project, folder).err();
    list.projects.iter().chain(&kernels.projects).filter_map(fetched).collect()
}

/// Evaluates every fragment and every kernel; returns the problems.
fn compare((list, kernels): &(List, Kernels), folder: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    let mut n_cases = 0;
    for fragment in &list.fragments {
        match git::lines(&fragment.place, folder) {
            Ok(text) => problems.extend(compare::differences(fragment, &text)),
            Err(problem) => problems.push(format!("{}: {problem}", fragment.place)),
        }
        n_cases += fragment.cases.len();
    }
    eprintln!(
        "{} fragments of {} projects, {n_cases} cases: {} problems",
        list.fragments.len(),
        list.projects.len(),
        problems.len()
    );
    let n_problems = problems.len();
    let mut tally = Tally::default();
    for kernel in &kernels.kernels {
        match git::lines(&kernel.place, folder) {
            Ok(text) => problems.extend(kernels::differences(kernel, &text, &mut tally)),
            Err(problem) => problems.push(format!("{}: {problem}", kernel.place)),
        }
    }
    eprintln!(
        "{} kernels of {} projects, {tally}: {} problems",
        kernels.kernels.len(),
        kernels.projects.len(),
        problems.len() - n_problems
    );
    problems
}
