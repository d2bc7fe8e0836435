//! `cargo xtask`: every command of this repository.
//!
//! The commands install what they need (`setup`), so that a machine with Rust needs nothing else by
//! hand.
//!
//! - [`setup`] finds or installs one tool per file and caches it outside the checkout.
//! - [`page`] has Trunk build or serve the page, and finishes Trunk's output.
//! - [`golden`] renews the files that tests compare with, among them the generated documentation.
//! - [`size`] compares the page with its size budgets.
//! - [`mod@test`] runs every check in order.
//! - [`skipped`] counts and names what a run of the tests leaves out.
//! - [`oracles`] compares the core with other implementations at length.
//! - [`tensor`] compares tensor cores with a model of another group.
//! - [`fragments`] evaluates inline assembly and kernels of public projects.
//! - [`fuzz`] searches for texts that break a claim, [`mutants`] for changes that no test notices;
//!   [`deny`] checks dependencies, and [`reproduce`] that a build does not depend on its folder.
//! - [`interface`] compares the library's public interface with that of the last release.
//! - [`release`] packs what a release publishes, and [`workflows`] checks GitHub's workflows.
//! - [`npm`] makes the npm packages, and [`strangers`] follows our documents outside the repository.
//! - [`first_run`] measures how long a newcomer waits.
//! - [`mod@bench`] measures the evaluator and other implementations, and the page.
//! - [`screenshots`] has the browser tests take pictures of the page; [`pictures`] are those of the README.
//! - [`lighthouse`] measures the page with Lighthouse.
//! - `circles` tests that the modules of the page name each other in no circle, and `prose` how
//!   comments begin.
//! - [`ptxas`] records what NVIDIA's assembler accepts, and [`machine_code`] the code it generates.

mod bench;
#[cfg(test)]
mod circles;
mod cli;
mod deny;
mod document;
mod first_run;
mod fragments;
mod fuzz;
mod golden;
mod hardware;
mod interface;
mod lighthouse;
mod machine_code;
mod mutants;
mod npm;
mod oracles;
mod page;
mod parallel;
mod pictures;
mod process;
mod progress;
#[cfg(test)]
mod prose;
mod ptxas;
mod release;
mod reproduce;
mod screenshots;
mod setup;
mod size;
mod skipped;
mod strangers;
mod tensor;
mod test;
mod wheel;
mod workflows;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser as _;
use cli::{Arguments, PackageKind, PackageOptions, Task};

fn main() -> ExitCode {
    let Err(error) = run(Arguments::parse().task) else { return ExitCode::SUCCESS };
    // Not anyhow's own form, which may add a backtrace: these errors are for users.
    eprintln!("\nerror: {error}");
    for cause in error.chain().skip(1) {
        eprintln!("  because: {cause}");
    }
    ExitCode::FAILURE
}

fn run(task: Task) -> Result<()> {
    match task {
        Task::Serve(options) => page::serve(&options),
        Task::Build(options) => page::build_release(&options),
        Task::Test(options) => test::run(&options),
        Task::FirstRun(options) => first_run::run(&options),
        Task::Size => size::check(&workspace::dist()),
        Task::Lighthouse(options) => lighthouse::run(&options),
        Task::Screenshots(options) => screenshots::take(&options),
        Task::Golden => golden::renew(),
        Task::Setup => setup::everything(),
        Task::Ptxas(options) => ptxas::run(&options),
        Task::MachineCode => machine_code::record(),
        Task::Oracles(options) => oracles::run(&options),
        Task::Fragments(options) => fragments::run(&options),
        Task::Fuzz(options) => fuzz::run(&options),
        Task::Release(options) => release::pack(&options),
        Task::Package(PackageOptions { kind: PackageKind::Npm }) => npm::package(),
        Task::Reproduce => reproduce::run(),
        Task::Bench(options) => bench::run(&options),
        Task::Hardware(options) => hardware::pack(&options),
        Task::FinishPage => page::finish_from_trunk(),
    }
}
