//! The stages: their names, tiers and what each runs.

use anyhow::Result;
use clap::ValueEnum;

use super::run;
use crate::cli::{
    BenchOptions, BuildOptions, FragmentsOptions, FuzzOptions, LighthouseOptions, OraclesOptions,
};
use crate::{
    bench, deny, fragments, fuzz, interface, lighthouse, mutants, npm, oracles, page, reproduce,
    setup, size, strangers, tensor, wheel, workflows, workspace,
};

/// A tier of tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tier {
    /// The tests that a change breaks most often, in under two minutes.
    Quick,
    /// All tests that a change must pass.
    Default,
    /// These, and tests that take long, measure time or act at random.
    Nightly,
}

/// The stages, in the order in which they run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StageName {
    /// Install the tools of the other stages.
    Setup,
    /// rustfmt.
    Fmt,
    /// Clippy on the native code, tests included.
    Clippy,
    /// Unit tests of the core, of the page's logic and of these commands.
    Units,
    /// Clippy on the code that runs in the browser.
    ClippyWasm,
    /// Licenses, versions, sources and advisories of dependencies.
    Deny,
    /// Unit tests, conformance tests and documentation examples; the page's own logic.
    Native,
    /// NVIDIA's tools assemble and compile the page's exports.
    #[value(alias = "elsewhere")]
    Exports,
    /// The documentation builds without a warning.
    Doc,
    /// GitHub's workflows, with actionlint, and the action that checks links.
    Workflows,
    /// Every instruction's digest as WebAssembly in a browser.
    Wasm,
    /// The core's unit tests as WebAssembly in a browser.
    WasmUnits,
    /// The release page builds and keeps its byte budgets.
    Page,
    /// The release page in a real browser; nightly with more random actions and all long tests.
    Browser,
    /// The release page in Firefox: every view, the card and the element.
    Firefox,
    /// The release page inside the output of documentation tools: docs/examples/.
    Tools,
    /// The wheel for Python, installed where nothing else is, against `NumPy` and `ml_dtypes`.
    Python,
    /// The npm packages, installed where nothing else is, in Node, beside the command's results.
    Npm,
    /// The smallest project of each kind of user, in an empty folder, by our documents alone.
    Strangers,
    /// Lighthouse, and the page's times and memory: a report.
    Measure,
    /// Inline assembly of public projects, fetched from GitHub, beside independent results.
    Fragments,
    /// libFuzzer, a minute for each target.
    Fuzz,
    /// A part of the mutants, another one each day: a report.
    Mutants,
    /// Every operand where the default tier takes samples.
    Exhaustive,
    /// Ten million operands for each comparison with a reference implementation.
    #[value(alias = "judges")]
    Oracles,
    /// Tensor cores beside another group's model, a million rows of each form.
    Tensor,
    /// The library's public interface beside that of the last release.
    Interface,
    /// Two builds of the release page from nothing are equal.
    Reproduce,
}

impl StageName {
    /// The name on the command line.
    pub(crate) fn argument(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// The description of its checks.
    pub(crate) fn title(self) -> String {
        let help =
            self.to_possible_value().and_then(|value| value.get_help().map(ToString::to_string));
        help.unwrap_or_default()
    }

    /// Whether a tier has it.
    fn is_in(self, tier: Tier) -> bool {
        match self {
            Self::Fmt | Self::Clippy => true,
            // The others run these tests with all native ones.
            Self::Units => tier == Tier::Quick,
            Self::Setup
            | Self::ClippyWasm
            | Self::Deny
            | Self::Native
            | Self::Exports
            | Self::Doc
            | Self::Workflows
            | Self::Wasm
            | Self::Page
            | Self::Browser => tier != Tier::Quick,
            Self::WasmUnits
            | Self::Firefox
            | Self::Tools
            | Self::Python
            | Self::Npm
            | Self::Strangers
            | Self::Measure
            | Self::Fragments
            | Self::Fuzz
            | Self::Mutants
            | Self::Exhaustive
            | Self::Oracles
            | Self::Tensor
            | Self::Interface
            | Self::Reproduce => tier == Tier::Nightly,
        }
    }

    /// Runs it.
    pub(super) fn run(self, tier: Tier) -> Result<()> {
        match self {
            Self::Setup if tier == Tier::Nightly => setup::everything(),
            Self::Setup => setup::for_tests(),
            Self::Fmt => run::fmt(),
            Self::Clippy => run::clippy(),
            Self::Units => run::units(),
            Self::ClippyWasm => run::clippy_wasm(),
            Self::Deny => deny::check(),
            Self::Native => run::native(),
            Self::Exports => run::exports(tier == Tier::Nightly),
            Self::Doc => run::doc(),
            Self::Workflows => workflows::check(),
            Self::Wasm => run::wasm(&["--package", "conformance", "--test", "agreement"]),
            Self::WasmUnits => {
                let core = workspace::CORE.iter().flat_map(|name| ["--package", *name]);
                let arguments = core.chain(["--lib", "--no-default-features"]);
                run::wasm(&arguments.collect::<Vec<_>>())
            }
            Self::Page => page::build_release(&BuildOptions::default())
                .and_then(|()| size::check(&workspace::dist())),
            Self::Browser => run::in_the_page(tier == Tier::Nightly),
            Self::Firefox => run::in_firefox(),
            Self::Tools => run::documentation_tools(),
            Self::Python => wheel::test(),
            Self::Npm => npm::test(),
            Self::Strangers => strangers::run(),
            Self::Measure => lighthouse::run(&LighthouseOptions { strict: false }).and_then(|()| {
                bench::run(&BenchOptions { dry: true, page: true, ..BenchOptions::default() })
            }),
            Self::Fragments => fragments::run(&FragmentsOptions::default()),
            Self::Fuzz => fuzz::run(&FuzzOptions { target: None, seconds: 60 }),
            Self::Mutants => mutants::run_part_of_today(),
            Self::Exhaustive => run::exhaustive(),
            Self::Oracles => {
                oracles::run(&OraclesOptions { vectors: 10_000_000, without_mpfr: false })
            }
            Self::Tensor => tensor::compare(1_000_000),
            Self::Interface => interface::check(),
            Self::Reproduce => reproduce::run(),
        }
    }
}

/// The stages of a tier, or those that are named.
pub(super) fn chosen(tier: Tier, only: &[StageName]) -> impl Iterator<Item = StageName> {
    let all = StageName::value_variants().iter().copied();
    all.filter(move |stage| if only.is_empty() { stage.is_in(tier) } else { only.contains(stage) })
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;

    use super::{StageName, Tier, chosen};

    #[test]
    fn every_stage_says_what_it_checks_and_is_in_a_tier() {
        for stage in StageName::value_variants() {
            assert!(!stage.title().is_empty() && !stage.argument().is_empty(), "{stage:?}");
            let tiers = [Tier::Quick, Tier::Default, Tier::Nightly];
            assert!(tiers.into_iter().any(|tier| stage.is_in(tier)), "{stage:?}");
        }
    }

    #[test]
    fn the_nightly_workflow_runs_every_nightly_stage() {
        let workflow = include_str!("../../../.github/workflows/nightly.yml");
        for stage in chosen(Tier::Nightly, &[]).filter(|stage| !stage.is_in(Tier::Default)) {
            let option = format!("--only {}", stage.argument());
            assert!(workflow.contains(&option), "nothing runs `{option}`");
        }
    }

    #[test]
    fn a_larger_tier_has_more() {
        let count = |tier| chosen(tier, &[]).count();
        assert!(count(Tier::Quick) < count(Tier::Default));
        assert!(count(Tier::Default) < count(Tier::Nightly));
        let named = [StageName::Units, StageName::Fuzz];
        assert!(chosen(Tier::Default, &named).eq([StageName::Units, StageName::Fuzz]));
    }
}
