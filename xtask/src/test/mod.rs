//! `cargo xtask test`: the checks, in three tiers.
//!
//! - [`stage`] has the stages and what each runs.
//! - [`times`] keeps how long stages and tests took, and prints the slowest.

mod run;
mod stage;
mod times;

use std::time::Instant;

use anyhow::{Context as _, Result};

pub(crate) use run::{browser, in_browser};
pub(crate) use stage::{StageName, Tier};

use crate::cli::TestOptions;

/// Runs the stages of a tier, or the chosen ones; stops at the first that fails.
pub(crate) fn run(options: &TestOptions) -> Result<()> {
    let tier = match (options.quick, options.nightly) {
        (true, _) => Tier::Quick,
        (_, true) => Tier::Nightly,
        (false, false) => Tier::Default,
    };
    let mut times = times::Times::begin()?;
    let mut result = Ok(());
    for stage in stage::chosen(tier, &options.only) {
        let name = stage.argument();
        eprintln!("\n[xtask] === {name}: {}", stage.title());
        let start = Instant::now();
        result = stage.run(tier).with_context(|| {
            format!("stage `{name}` failed; to run it alone: cargo xtask test --only {name}")
        });
        times.add_stage(&name, start.elapsed(), result.is_ok())?;
        if result.is_err() {
            break;
        }
    }
    eprint!("{}", times.summary()?);
    result
}
