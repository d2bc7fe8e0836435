//! `cargo xtask test`: the checks, in three tiers.
//!
//! - [`stage`] has the stages and what each runs, [`beside`] the one that runs beside others.
//! - [`times`] keeps how long stages and tests took, and prints the slowest.

mod beside;
mod run;
mod stage;
mod times;

use std::time::Instant;

use anyhow::{Context as _, Result};

use beside::Beside;
pub(crate) use run::{browser, in_browser};
pub(crate) use stage::{StageName, Tier};

use crate::cli::TestOptions;

/// The stage that is built beside others, where there are others: one program after the other is
/// optimised as a whole, which takes one processor.
const PAGE: StageName = StageName::Page;

/// Runs the stages of a tier, or the chosen ones; stops at the first that fails.
pub(crate) fn run(options: &TestOptions) -> Result<()> {
    let tier = match (options.quick, options.nightly) {
        (true, _) => Tier::Quick,
        (_, true) => Tier::Nightly,
        (false, false) => Tier::Default,
    };
    let mut times = times::Times::begin()?;
    let stages: Vec<_> = stage::chosen(tier, &options.only).collect();
    let mut beside = None;
    let mut result = Ok(());
    for (index, stage) in stages.iter().enumerate() {
        let name = stage.argument();
        // What it needs is there once `setup` has run.
        if *stage != StageName::Setup && beside.is_none() && stages[index + 1..].contains(&PAGE) {
            beside = Some(Beside::begin(&PAGE.argument(), &["build", "size"])?);
        }
        eprintln!("\n[xtask] === {name}: {}", stage.title());
        let start = Instant::now();
        let outcome = match beside.take_if(|_| *stage == PAGE) {
            Some(page) => page.end(),
            None => stage.run(tier).map(|()| start.elapsed()),
        };
        times.add_stage(&name, *outcome.as_ref().unwrap_or(&start.elapsed()), outcome.is_ok())?;
        if let Err(error) = outcome {
            result = Err(error).with_context(|| {
                format!("stage `{name}` failed; to run it alone: cargo xtask test --only {name}")
            });
            break;
        }
    }
    eprint!("{}", times.summary()?);
    if let Some(page) = beside {
        eprintln!("[xtask] the page is still being built");
        // The stage that failed before says enough.
        let _ = page.wait();
    }
    result
}
