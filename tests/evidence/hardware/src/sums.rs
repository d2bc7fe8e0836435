//! Sums over the results of all operands, which a device makes by itself: a number for 2^28 results
//! instead of a gigabyte.
//!
//! A result is mixed with the number that its operands follow from ([`Numbered`]), and the mixed words
//! of a part are added up, in any order. A part is a range of numbers: of [`PARTS`], each has the sign
//! and the three upper bits of the exponent of f32 in common.

use std::array;
use std::fmt::Write as _;
use std::num::NonZero;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use ptxfp::catalog::{Context, Instruction, Modifier};
use ptxfp::eval::{Columns, LANE_OPERANDS, N_ROWS};

use crate::Result;
use crate::device::Device;
use crate::expected::Expected;
use crate::numbered::{FACTORS, Numbered};
use crate::plan::{Plan, statement};

/// The number of parts in a record.
pub const PARTS: u32 = 16;

/// A result mixed with its number: the output function of `SplitMix64`.
#[must_use]
pub const fn mixed(number: u32, result: u64) -> u64 {
    let mut word = result.wrapping_add((number as u64).wrapping_mul(MIX[0]));
    word = (word ^ (word >> 30)).wrapping_mul(MIX[1]);
    word = (word ^ (word >> 27)).wrapping_mul(MIX[2]);
    word ^ (word >> 31)
}

/// The increment and the factors of `SplitMix64`.
pub(crate) const MIX: [u64; 3] =
    [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb];

/// The sums that are expected of a GPU.
pub struct Sums {
    expected: Expected,
    rule: Numbered,
    n_sources: usize,
}

impl Sums {
    /// Those of an instruction; `None` if its operands do not follow from a number, or nobody knows
    /// the results.
    #[must_use]
    pub fn of(instruction: &Instruction, context: &Context) -> Option<Self> {
        let rule = Numbered::of(instruction, context)?;
        let expected = Expected::of(instruction, context);
        let is_approximate =
            [Modifier::Approx, Modifier::Full].iter().any(|it| instruction.has(*it));
        let is_known = expected.observed.is_some() || !is_approximate;
        let n_sources = instruction.form.operands.len() - 1;
        is_known.then_some(Self { expected, rule, n_sources })
    }

    /// The sum of a part of the numbers below 2^`bits`; `parts` is a power of two.
    #[must_use]
    pub fn sum(&self, part: u32, parts: u32, bits: u32) -> u64 {
        let length = (1_u64 << bits) / u64::from(parts);
        let first = u64::from(part) * length;
        // Threads take a piece at a time.
        let piece = length.min(1 << 16);
        let next = AtomicU32::new(0);
        let worker = || {
            let mut sum = 0_u64;
            loop {
                let turn = u64::from(next.fetch_add(1, Ordering::Relaxed));
                if turn * piece >= length {
                    return sum;
                }
                sum = sum.wrapping_add(self.sum_of_piece(first + turn * piece, piece));
            }
        };
        let n_workers = thread::available_parallelism().map_or(1, NonZero::get);
        thread::scope(|scope| {
            let workers: Vec<_> = (0..n_workers).map(|_| scope.spawn(worker)).collect();
            workers.into_iter().fold(0_u64, |sum, worker| match worker.join() {
                Ok(part) => sum.wrapping_add(part),
                Err(panic) => std::panic::resume_unwind(panic),
            })
        })
    }

    fn sum_of_piece(&self, first: u64, length: u64) -> u64 {
        let Ok(first) = u32::try_from(first) else { return 0 };
        let numbers = (0..length).zip(first..=u32::MAX).map(|(_, number)| number);
        if self.expected.observed.is_some() {
            return numbers.fold(0, |sum, number| {
                let registers: [u64; FACTORS.len()] =
                    array::from_fn(|source| self.rule.register(source, number));
                let result = self.expected.result(&registers[..self.n_sources]);
                sum.wrapping_add(mixed(number, result))
            });
        }
        let prepared = &self.expected.prepared;
        let (batch, packing) = (prepared.batch(), prepared.destination());
        let mut columns = vec![[0; N_ROWS]; self.n_sources];
        let mut operands: Columns = [[0; N_ROWS]; LANE_OPERANDS];
        let (mut results, mut bits) = ([0; N_ROWS], [0; N_ROWS]);
        let numbers: Vec<_> = numbers.collect();
        let mut sum = 0_u64;
        for numbers in numbers.chunks(N_ROWS) {
            for (source, column) in columns.iter_mut().enumerate() {
                for (register, &number) in column.iter_mut().zip(numbers) {
                    *register = self.rule.register(source, number);
                }
            }
            results.fill(0);
            let columns: Vec<&[u64]> = columns.iter().map(|it| &it[..numbers.len()]).collect();
            for lane in 0..packing.lanes {
                prepared.gather_many(lane, &columns, &mut operands);
                batch.bits(&operands, numbers.len(), &mut bits);
                for (result, &bits) in results.iter_mut().zip(&bits) {
                    *result = packing.insert(*result, lane, bits);
                }
            }
            for (&number, &result) in numbers.iter().zip(&results) {
                sum = sum.wrapping_add(mixed(number, result));
            }
        }
        sum
    }
}

/// The numbers of a record: those below 2^`bits`, in so many parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The number of bits.
    pub bits: u32,
    /// The number of parts, a power of two.
    pub parts: u32,
}

/// Has a device add up the results of every instruction that begins with `only` and whose operands
/// follow from a number; passes on each line of the record. Returns the number of instructions.
///
/// # Errors
///
/// If the device fails.
pub fn run(
    plan: &Plan,
    device: &mut Device,
    only: &str,
    range: Range,
    mut write_line: impl FnMut(&str),
) -> Result<usize> {
    let mut n_instructions = 0;
    for (kernel, instruction) in plan.instructions.iter().enumerate() {
        let text = statement(instruction);
        if !text.starts_with(only) || Numbered::of(instruction, &plan.context).is_none() {
            continue;
        }
        let sums = device
            .sum(&Plan::sums_of(kernel), kernel, range.bits, range.parts)
            .map_err(|error| format!("{text}: {error}"))?;
        let mut line = format!("{text} sums");
        for sum in sums {
            // Writing to a String cannot fail.
            let _ = write!(line, " {sum:016x}");
        }
        write_line(&line);
        n_instructions += 1;
    }
    Ok(n_instructions)
}

/// The first lines of a record of sums.
#[must_use]
pub fn head(range: Range) -> String {
    format!("# numbers: below 2^{}, in {} parts", range.bits, range.parts)
}

/// How an instruction of a record compares with what is expected.
#[derive(Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Nobody knows the results.
    Unknown,
    /// Those of these parts differ.
    Compared(Vec<u32>),
}

/// Compares a record with the expected results: every instruction that begins with `only`, in every
/// `step`-th part. Passes on each statement with its comparison.
///
/// # Errors
///
/// If the record cannot be read.
pub fn compare(
    record: &str,
    only: &str,
    step: usize,
    mut tell: impl FnMut(&str, Comparison),
) -> Result<()> {
    let field = |name: &str| {
        let line = record.lines().find_map(|line| line.strip_prefix(name));
        line.ok_or_else(|| format!("the record has no line '{name}'"))
    };
    let plan = Plan::new(field("# target: ")?.split(',').next().unwrap_or_default())?;
    let range =
        range(field("# numbers: below 2^")?).ok_or("the record does not say its numbers")?;
    for instruction in &plan.instructions {
        let text = statement(instruction);
        if !text.starts_with(only) {
            continue;
        }
        let start = format!("{text} sums ");
        let Some(sums) = record.lines().find_map(|line| line.strip_prefix(&*start)) else {
            continue;
        };
        let Some(expected) = Sums::of(instruction, &plan.context) else {
            tell(&text, Comparison::Unknown);
            continue;
        };
        let mut differing = Vec::new();
        for (part, sum) in (0..).zip(sums.split(' ')).step_by(step) {
            let sum =
                u64::from_str_radix(sum, 16).map_err(|_| format!("{text}: {sum} is no sum"))?;
            if expected.sum(part, range.parts, range.bits) != sum {
                differing.push(part);
            }
        }
        tell(&text, Comparison::Compared(differing));
    }
    Ok(())
}

fn range(text: &str) -> Option<Range> {
    let (bits, rest) = text.split_once(", in ")?;
    let bits = bits.parse().ok().filter(|bits| *bits <= 32)?;
    let parts: u32 = rest.strip_suffix(" parts")?.parse().ok()?;
    parts.is_power_of_two().then_some(Range { bits, parts })
}
