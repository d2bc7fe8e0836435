//! `cargo xtask test`: the checks, in three tiers.
//!
//! - [`stage`] has the stages and what each runs; [`beside`] runs some beside the others.
//! - [`times`] keeps how long stages and tests took, and prints the slowest.
//! - At the end, everything that was skipped is listed: [`skipped`].

mod beside;
mod run;
mod stage;
mod times;

use std::time::Instant;

use anyhow::{Context as _, Result};

use beside::Beside;
pub(crate) use run::{browser, in_browser};
pub(crate) use stage::{StageName, Tier};
use times::Times;

use crate::cli::TestOptions;
use crate::skipped;

/// The stages that run beside others, if there are others: what the browser needs, which is compiled
/// in a folder of its own. They leave a processor idle at times, since programs are optimized one after
/// the other, and browsers wait.
const BESIDE: [StageName; 3] = [StageName::ClippyWasm, StageName::Page, StageName::Browser];

/// Runs the stages of a tier, or the chosen ones; stops at the first that fails.
pub(crate) fn run(options: &TestOptions) -> Result<()> {
    let tier = match (options.quick, options.nightly) {
        (true, _) => Tier::Quick,
        (_, true) => Tier::Nightly,
        (false, false) => Tier::Default,
    };
    let times = Times::begin(options.beside)?;
    skipped::begin(times::folder().join("skipped.tsv"), options.beside)?;
    let outcome = stages(tier, options, &times);
    if !options.beside {
        eprint!("{}{}", times.summary()?, skipped::summary()?);
    }
    outcome
}

fn stages(tier: Tier, options: &TestOptions, times: &Times) -> Result<()> {
    let all: Vec<_> = stage::chosen(tier, &options.only).collect();
    // Nightly stages also measure times.
    let is_split = tier == Tier::Default && !options.beside;
    let (later, first): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|stage| is_split && BESIDE.contains(stage));
    let mut beside = None;
    let mut result = Ok(());
    for stage in &first {
        // `setup` has installed their tools.
        if *stage != StageName::Setup && beside.is_none() && !later.is_empty() {
            beside = Some(Beside::begin(&later)?);
        }
        result = run_stage(*stage, tier, times);
        if result.is_err() {
            break;
        }
    }
    match beside {
        Some(beside) => result.and(beside.end()),
        None => {
            result.and_then(|()| later.iter().try_for_each(|stage| run_stage(*stage, tier, times)))
        }
    }
}

/// Runs a stage, and adds its time.
fn run_stage(stage: StageName, tier: Tier, times: &Times) -> Result<()> {
    let name = stage.argument();
    eprintln!("\n[xtask] === {name}: {}", stage.title());
    let start = Instant::now();
    let outcome = stage.run(tier);
    times.add_stage(&name, start.elapsed(), outcome.is_ok())?;
    outcome.with_context(|| {
        format!("stage `{name}` failed; to run it alone: cargo xtask test --only {name}")
    })
}
