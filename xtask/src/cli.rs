//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::page::Address;
use crate::test::StageName;

/// Set up, build, serve and test the PTX Float Playground.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// The command to run.
    #[command(subcommand)]
    pub(crate) task: Task,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    /// Set up, build and serve the page, and rebuild it on every change.
    Serve(ServeOptions),
    /// Set up and build the release page into dist/.
    Build(BuildOptions),
    /// Set up and run the tests: those of continuous integration, or fewer, or more.
    Test(TestOptions),
    /// Measure the first commands of a newcomer, from a clone and empty caches, step by step.
    FirstRun(FirstRunOptions),
    /// Compare the page in dist/ with its size budgets.
    Size,
    /// Measure the page in dist/ with Lighthouse, and compare with the limits.
    Lighthouse(LighthouseOptions),
    /// Take pictures of the page in its main states, on screens of five widths.
    Screenshots(ScreenshotOptions),
    /// Renew every file that tests compare their output with: the generated documentation,
    /// diagnostics, digests.
    #[command(alias = "docs")]
    Golden,
    /// Install every tool that the other commands need, and do nothing else.
    Setup,
    /// Record which instructions NVIDIA's assembler accepts, for every version and target.
    Ptxas(PtxasOptions),
    /// Record the machine code that NVIDIA's assembler makes of every instruction.
    MachineCode,
    /// Compare the core with every reference implementation on many operands, and count them.
    #[command(alias = "judges")]
    Oracles(OraclesOptions),
    /// Evaluate inline assembly and kernels of public projects, and compare with independent results.
    Fragments(FragmentsOptions),
    /// Search for texts that break a claim of tests/evidence/fuzz/, with libFuzzer.
    Fuzz(FuzzOptions),
    /// Build and pack what a release publishes: the command for this system, or the page.
    Release(ReleaseOptions),
    /// Write the packages of a registry into the target folder, ready to publish.
    Package(PackageOptions),
    /// Build the release page twice, in two folders, and compare every file.
    Reproduce,
    /// Measure the evaluator and other implementations, or the page, and write docs/speed.md.
    Bench(BenchOptions),
    /// Pack a folder that runs every instruction on a GPU and checks the results.
    Hardware(HardwareOptions),
    /// Trunk's `post_build` hook; not for use by hand.
    #[command(hide = true)]
    FinishPage,
}

/// Options of `cargo xtask serve`.
#[derive(Debug, Args)]
pub(crate) struct ServeOptions {
    /// Port of 127.0.0.1 to listen on.
    #[arg(long, default_value_t = 8080)]
    pub(crate) port: u16,
    /// Open the page in the default browser once it is built.
    #[arg(long)]
    pub(crate) open: bool,
    /// Serve the optimized page: slower to build, as fast and as small as the published one.
    #[arg(long)]
    pub(crate) release: bool,
}

/// Options of `cargo xtask build`.
#[derive(Debug, Default, Args)]
pub(crate) struct BuildOptions {
    /// The address of the site, such as `https://example.org/ptxfp/`. It adds canonical links
    /// and a sitemap.xml, which need whole addresses. All other links are relative.
    #[arg(long, value_name = "URL", value_parser = Address::parse)]
    pub(crate) base_url: Option<Address>,
}

/// Options of `cargo xtask test`.
#[derive(Debug, Args)]
pub(crate) struct TestOptions {
    /// Run only formatting, Clippy and unit tests: under two minutes once compiled.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Also run everything that takes long, measures time or acts at random: hours.
    #[arg(long, conflicts_with = "quick")]
    pub(crate) nightly: bool,
    /// Run only this stage; may be given more than once.
    #[arg(long, value_name = "STAGE")]
    pub(crate) only: Vec<StageName>,
    /// Add to the times of another run, which prints the summary.
    #[arg(long, hide = true)]
    pub(crate) beside: bool,
}

/// Options of `cargo xtask first-run`.
#[derive(Debug, Args)]
pub(crate) struct FirstRunOptions {
    /// Keep the installed tools, as on a machine that can download prebuilt ones.
    #[arg(long)]
    pub(crate) with_tools: bool,
}

/// Options of `cargo xtask lighthouse`.
#[derive(Debug, Args)]
pub(crate) struct LighthouseOptions {
    /// Fail if a limit is missed, instead of only reporting it.
    #[arg(long)]
    pub(crate) strict: bool,
}

/// Options of `cargo xtask screenshots`.
#[derive(Debug, Args)]
pub(crate) struct ScreenshotOptions {
    /// The folder of the pictures; the default is `screenshots` in Cargo's target folder.
    pub(crate) folder: Option<PathBuf>,
    /// Use the page in dist/ as it is.
    #[arg(long)]
    pub(crate) no_build: bool,
    /// Show only this state; may be given more than once.
    #[arg(long, value_name = "STATE")]
    pub(crate) only: Vec<String>,
    /// Renew the pictures of docs/, too: of the page as it is, so it is built.
    #[arg(long, conflicts_with = "no_build")]
    pub(crate) docs: bool,
}

/// Options of `cargo xtask ptxas`.
#[derive(Debug, Args)]
pub(crate) struct PtxasOptions {
    /// The assembler to ask; the default is the recorded one, installed if needed.
    #[arg(long, value_name = "PATH")]
    pub(crate) ptxas: Option<PathBuf>,
    /// Write nothing, and fail if the answers differ from the record.
    #[arg(long)]
    pub(crate) verify: bool,
}

/// Options of `cargo xtask bench`.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch")]
#[derive(Debug, Default, Args)]
pub(crate) struct BenchOptions {
    /// Print the table only, and leave docs/speed.md as it is.
    #[arg(long)]
    pub(crate) dry: bool,
    /// Measure the page in dist/ instead, in a browser: start, interaction, memory and sweeps.
    #[arg(long)]
    pub(crate) page: bool,
    /// Leave out WebAssembly, which needs a browser.
    #[arg(long, conflicts_with = "page")]
    pub(crate) without_wasm: bool,
    /// Leave out MPFR, which needs a C compiler, make, m4 and a few minutes to build.
    #[arg(long, conflicts_with = "page")]
    pub(crate) without_mpfr: bool,
}

/// Options of `cargo xtask hardware`.
#[derive(Debug, Args)]
pub(crate) struct HardwareOptions {
    /// The folder, for a machine with a GPU.
    pub(crate) folder: PathBuf,
    /// The target of that GPU.
    #[arg(long, default_value = "sm_90")]
    pub(crate) target: String,
}

/// Options of `cargo xtask oracles`.
#[derive(Debug, Args)]
pub(crate) struct OraclesOptions {
    /// The least number of results for each comparison.
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub(crate) vectors: u64,
    /// Leave out MPFR, which needs a C compiler, make, m4 and a few minutes to build.
    #[arg(long)]
    pub(crate) without_mpfr: bool,
}

/// Options of `cargo xtask release`.
#[derive(Debug, Args)]
pub(crate) struct ReleaseOptions {
    /// The part to pack.
    pub(crate) part: ReleasePart,
    /// Build with whatever compiler there is, and only report that it is not the pinned one.
    #[arg(long)]
    pub(crate) any_compiler: bool,
}

/// Options of `cargo xtask package`.
#[derive(Debug, Args)]
pub(crate) struct PackageOptions {
    /// The registry.
    pub(crate) kind: PackageKind,
}

/// A registry of packages.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum PackageKind {
    /// npm: the core, the custom element, and the plugin of Docusaurus.
    Npm,
}

/// A part of a release.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ReleasePart {
    /// The command `ptxfp` for this system.
    Command,
    /// The page, to be unpacked on any host.
    Page,
    /// The wheel for Python for this system.
    Wheel,
    /// The sources of the package for Python, which pip builds where there is no wheel.
    Sdist,
    /// The npm packages.
    Npm,
}

/// Options of `cargo xtask fragments`.
#[derive(Debug, Default, Args)]
pub(crate) struct FragmentsOptions {
    /// A folder that has the projects as OWNER/NAME, with their git objects; without it, they are
    /// fetched from GitHub.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) from: Option<PathBuf>,
    /// Rewrite digests and expected results, after adding a fragment or a kernel to its list.
    #[arg(long)]
    pub(crate) renew: bool,
}

/// Options of `cargo xtask fuzz`.
#[derive(Debug, Args)]
pub(crate) struct FuzzOptions {
    /// The target, such as `link`; the default is all, one after the other.
    pub(crate) target: Option<String>,
    /// The time for each target.
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) seconds: u32,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::Arguments;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
