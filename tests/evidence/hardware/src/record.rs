//! A record of a run, beside what the evaluator says today.

use ptxfp::eval::Prepared;

use crate::Result;
use crate::inputs::{Amount, Inputs};
use crate::plan::{Plan, statement};
use crate::run::{CHUNK, compared};

/// Compares a record with the evaluator: where every result was reproduced then, it must be now.
/// Returns the number of instructions in the record.
///
/// # Errors
///
/// If an instruction has other results now, or the record cannot be read.
pub fn check(record: &str) -> Result<usize> {
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
    let mut n_checked = 0;
    for instruction in &plan.instructions {
        let text = statement(instruction);
        // An instruction that the record lacks was not run.
        let Some(line) = record.lines().find(|line| line.starts_with(&*text)) else { continue };
        let Some(digest) = line.split_once(" permitted 0 differing 0 digest ") else { continue };
        let digest = digest.1.split(' ').next().unwrap_or_default();
        let prepared = Prepared::new(instruction, &plan.context);
        let mut inputs = Inputs::new(instruction, &plan.context, amount);
        let mut tally = crate::tally::Tally::default();
        loop {
            let registers = inputs.take(CHUNK);
            if registers.is_empty() {
                break;
            }
            let elements: Vec<_> = registers.chunks(inputs.n_sources()).collect();
            let results: Vec<_> =
                elements.iter().map(|element| prepared.evaluate(element).destination).collect();
            tally.merge(compared(&prepared, &elements, &results));
        }
        let now = format!("{:016x}", tally.digest);
        if now != digest {
            return Err(format!("{text} has other results than in the record"));
        }
        n_checked += 1;
    }
    Ok(n_checked)
}
