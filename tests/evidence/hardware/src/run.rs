//! A run: every instruction of a folder on a device, compared with the evaluator, and its record.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use ptxfp::catalog::Instruction;

use crate::Result;
use crate::device::Device;
use crate::expected::Expected;
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

/// Runs the instructions, each on one of the devices, and passes on the lines of the record in the
/// order of the plan, as soon as they are known. Returns the number of instructions, and the number of
/// those with a result that the ISA does not permit.
///
/// # Errors
///
/// If a device fails.
pub fn run(
    plan: &Plan,
    devices: &mut [Device],
    selection: Selection<'_>,
    mut write_line: impl FnMut(&str),
) -> Result<[usize; 2]> {
    let selected: Vec<_> = (0..)
        .zip(&plan.instructions)
        .filter(|(_, instruction)| statement(instruction).starts_with(selection.only))
        .collect();
    let n_workers = thread::available_parallelism().map_or(1, NonZero::get);
    let n_workers = n_workers.div_ceil(devices.len().max(1));
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for device in devices {
            let sender = sender.clone();
            let (next, selected) = (&next, &selected);
            scope.spawn(move || {
                loop {
                    let turn = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&(kernel, instruction)) = selected.get(turn) else { return };
                    let amount = selection.amount;
                    let result = one(plan, device, kernel, instruction, amount, n_workers);
                    let has_failed = result.is_err();
                    // The receiver goes at the first failure.
                    if sender.send((turn, result)).is_err() || has_failed {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut counts = [0; 2];
        let mut waiting = BTreeMap::new();
        for (turn, result) in receiver {
            waiting.insert(turn, result?);
            while let Some((is_wrong, line)) = waiting.remove(&counts[0]) {
                counts[0] += 1;
                counts[1] += usize::from(is_wrong);
                write_line(&line);
            }
        }
        Ok(counts)
    })
}

/// Runs an instruction; returns whether a result is not permitted, and the record.
fn one(
    plan: &Plan,
    device: &mut Device,
    kernel: usize,
    instruction: &Instruction,
    amount: Amount,
    n_workers: usize,
) -> Result<(bool, String)> {
    let text = statement(instruction);
    let expected = Expected::of(instruction, &plan.context);
    let mut inputs = Inputs::new(instruction, &plan.context, amount);
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
        tally.merge(compared(&expected, &elements, Some(&returned), n_workers));
    }
    Ok((tally.differing > 0, line(&text, inputs.is_exhaustive(), &tally)))
}

/// Compares on this many threads; parts in the order of the elements, so that the digest is the same
/// everywhere. Without results, those expected count.
pub(crate) fn compared(
    expected: &Expected,
    elements: &[&[u64]],
    returned: Option<&[u64]>,
    n_workers: usize,
) -> Tally {
    const PART: usize = 1 << 14;
    let returned = |first: usize| returned.and_then(|all| all.get(first..));
    let parts: Vec<_> = (0..).step_by(PART).zip(elements.chunks(PART)).collect();
    let mut tally = Tally::default();
    for turn in parts.chunks(n_workers) {
        thread::scope(|scope| {
            let workers: Vec<_> = turn
                .iter()
                .map(|&(first, elements)| {
                    scope.spawn(move || {
                        let mut tally = Tally::default();
                        tally.add(expected, elements, returned(first));
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
    if tally.beyond > 0 {
        let _ = write!(line, " beyond {}", tally.beyond);
    }
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
