//! A run: every instruction of a folder on a device, compared with the evaluator, and its record.

use std::fmt::Write as _;
use std::num::NonZero;
use std::thread;

use ptxfp::eval::Prepared;

use crate::Result;
use crate::device::Device;
use crate::inputs::{Amount, Inputs};
use crate::plan::{Plan, statement};
use crate::tally::Tally;

/// The number of elements that go to the device at once.
pub(crate) const CHUNK: usize = 1 << 20;

/// The selection of a run.
#[derive(Clone, Copy, Debug)]
pub struct Selection<'s> {
    /// The number of operands.
    pub amount: Amount,
    /// The beginning of the statements to run.
    pub only: &'s str,
}

/// Runs the instructions, and passes on each line of the record as soon as it is known. Returns the
/// number of instructions, and the number of those with a result that the ISA does not permit.
///
/// # Errors
///
/// If the device fails.
pub fn run(
    plan: &Plan,
    device: &mut Device,
    selection: Selection<'_>,
    mut write_line: impl FnMut(&str),
) -> Result<[usize; 2]> {
    let mut counts = [0; 2];
    for (kernel, instruction) in plan.instructions.iter().enumerate() {
        let text = statement(instruction);
        if !text.starts_with(selection.only) {
            continue;
        }
        let prepared = Prepared::new(instruction, &plan.context);
        let mut inputs = Inputs::new(instruction, &plan.context, selection.amount);
        let mut tally = Tally::default();
        loop {
            let registers = inputs.take(CHUNK);
            if registers.is_empty() {
                break;
            }
            let n_sources = inputs.n_sources();
            let returned = device
                .run(&Plan::module_of(kernel), kernel, n_sources, &registers)
                .map_err(|error| format!("{text}: {error}"))?;
            let elements: Vec<_> = registers.chunks(n_sources).collect();
            tally.merge(compared(&prepared, &elements, &returned));
        }
        counts[0] += 1;
        counts[1] += usize::from(tally.differing > 0);
        write_line(&line(&text, inputs.is_exhaustive(), &tally));
    }
    Ok(counts)
}

/// Compares on all cores; parts in the order of the elements, so that the digest is the same
/// everywhere.
pub(crate) fn compared(prepared: &Prepared, elements: &[&[u64]], returned: &[u64]) -> Tally {
    const PART: usize = 1 << 14;
    let n_workers = thread::available_parallelism().map_or(1, NonZero::get);
    let parts: Vec<_> = elements.chunks(PART).zip(returned.chunks(PART)).collect();
    let mut tally = Tally::default();
    for turn in parts.chunks(n_workers) {
        thread::scope(|scope| {
            let workers: Vec<_> = turn
                .iter()
                .map(|(elements, returned)| {
                    scope.spawn(|| {
                        let mut tally = Tally::default();
                        tally.add(prepared, elements, returned);
                        tally
                    })
                })
                .collect();
            for worker in workers {
                match worker.join() {
                    Ok(part) => tally.merge(part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
    }
    tally
}

/// The record of an instruction: a line, and one for each difference that is kept.
fn line(text: &str, is_exhaustive: bool, tally: &Tally) -> String {
    let all = if is_exhaustive { "all " } else { "" };
    let mut line = format!(
        "{text} {all}{} reproduced {} permitted {} differing {} digest {:016x}",
        tally.cases, tally.reproduced, tally.permitted, tally.differing, tally.digest
    );
    // Writing to a String cannot fail.
    if tally.nans != [0; 2] {
        let [same, other] = tally.nans;
        let _ = write!(line, " nans {same} {other}");
    }
    if tally.distances.iter().any(|number| *number > 0) {
        let numbers: Vec<_> = tally.distances.iter().map(u64::to_string).collect();
        let _ = write!(line, " distances {}", numbers.join(" "));
    }
    for difference in &tally.differences {
        let registers: Vec<_> = difference.registers.iter().map(|it| format!("{it:x}")).collect();
        let (returned, expected) = (difference.returned, difference.expected);
        let registers = registers.join(" ");
        let _ = write!(line, "\n  {registers} returned {returned:x} expected {expected:x}");
    }
    line
}
