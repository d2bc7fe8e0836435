//! A record of a run, beside what the evaluator says today.

use std::num::NonZero;
use std::thread;

use crate::Result;
use crate::expected::Expected;
use crate::inputs::{Amount, Inputs};
use crate::plan::{Plan, statement};
use crate::run::{CHUNK, compared};

/// Compares a record with what is expected now: where every result was reproduced then, it must be now.
/// Takes every `step`-th of those instructions, and returns their number.
///
/// # Errors
///
/// If an instruction has other results now, or the record cannot be read.
pub fn check(record: &str, step: usize) -> Result<usize> {
    let field = |name: &str| {
        let line = record.lines().find_map(|line| line.strip_prefix(name));
        line.ok_or_else(|| format!("the record has no line '{name}'"))
    };
    let number = |text: &str| text.parse::<u64>().map_err(|_| format!("{text} is no number"));
    let target = field("# target: ")?.split(',').next().unwrap_or_default();
    let (biased, rest) = field("# operands: ")?
        .split_once(", all of ")
        .ok_or("the record does not say how many operands there were")?;
    let exhaustive = number(rest.split(' ').next().unwrap_or_default())?;
    let exhaustive = u32::try_from(exhaustive).map_err(|_| "too many bits")?;
    let amount = Amount { biased: number(biased)?, exhaustive };
    let plan = Plan::new(target)?;
    let n_workers = thread::available_parallelism().map_or(1, NonZero::get);
    let mut n_claimed = 0;
    for instruction in &plan.instructions {
        let text = statement(instruction);
        // An instruction that the record lacks was not run.
        let Some(line) = record.lines().find(|line| line.starts_with(&*text)) else { continue };
        let Some(digest) = line.split_once(" permitted 0 differing 0 digest ") else { continue };
        n_claimed += 1;
        if (n_claimed - 1) % step != 0 {
            continue;
        }
        let digest = digest.1.split(' ').next().unwrap_or_default();
        let expected = Expected::of(instruction, &plan.context);
        let mut inputs = Inputs::new(instruction, &plan.context, amount);
        let mut tally = crate::tally::Tally::default();
        loop {
            let registers = inputs.take(CHUNK);
            if registers.is_empty() {
                break;
            }
            let elements: Vec<_> = registers.chunks(inputs.n_sources()).collect();
            tally.merge(compared(&expected, &elements, None, n_workers));
        }
        let now = format!("{:016x}", tally.digest);
        if now != digest {
            return Err(format!("{text} has other results than in the record"));
        }
    }
    Ok(n_claimed.div_ceil(step))
}
