//! Operands to test another implementation with: every class of datum beside every other, then random
//! ones.
//!
//! The operands of a lane are numbers of these classes: zeros, the smallest and the largest subnormal,
//! the smallest normal number, ±1, the ends of the range, infinities, NaNs that are canonical,
//! signaling and negative with a payload. Two operands are all pairs of them; with three, all pairs of
//! the first two come with such a third one that any two operands are all pairs. Lanes of a register
//! hold different ones.

use alloc::vec::Vec;

use super::corner::Landmark;
use super::domain::{Domain, Order, Set, noise};
use crate::bits::mask;
use crate::catalog::{
    Availability, Context, Form, ISA_VERSIONS, Instruction, MAX_SOURCES, Modifier, TARGETS,
    USUAL_TARGET, instructions_of,
};
use crate::eval::{LANE_OPERANDS, Prepared};
use crate::format::Format;

/// The random operands that follow those of every class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random {
    /// The number of operands of a lane.
    pub count: u64,
    /// The seed that selects them.
    pub seed: u64,
}

impl Default for Random {
    /// Those of the files that are offered beside the page.
    fn default() -> Self {
        Self { count: 16, seed: 1 }
    }
}

/// Instructions of a form that together have every modifier of every slot, and every slot empty that may
/// be; each with a context that has it, the newest version first.
#[must_use]
pub fn instructions(form: &'static Form) -> Vec<(Instruction, Context)> {
    let all: Vec<_> = instructions_of(form)
        .filter_map(|instruction| Some((instruction, context(&instruction)?)))
        .collect();
    let mut seen = Vec::<(usize, Option<Modifier>)>::new();
    let mut chosen = Vec::new();
    loop {
        let unseen = |instruction: &Instruction| {
            let filled = instruction.filled.iter().copied().enumerate().take(form.slots.len());
            filled.filter(|each| !seen.contains(each)).collect::<Vec<_>>()
        };
        let mut best = (Vec::new(), None);
        for each in &all {
            let new = unseen(&each.0);
            if new.len() > best.0.len() {
                best = (new, Some(*each));
            }
        }
        let (new, Some(instruction)) = best else { return chosen };
        seen.extend(new);
        chosen.push(instruction);
    }
}

/// The newest version with a target that has an instruction: the usual target, or the newest one.
fn context(instruction: &Instruction) -> Option<Context> {
    let targets = || [USUAL_TARGET].into_iter().chain(TARGETS.iter().rev());
    let versions = ISA_VERSIONS.iter().rev();
    let mut all = versions.flat_map(|isa| targets().map(|target| Context { isa: *isa, target }));
    all.find(|context| instruction.availability(context) != Availability::None)
}

/// Registers for the source operands of an instruction, in the order of the syntax line; those that it
/// lacks are 0.
///
/// ```
/// use ptxfp::catalog::{Context, LATEST_ISA, Target};
/// use ptxfp::eval::Prepared;
/// use ptxfp::explore::vectors::{Random, operands};
/// use ptxfp::syntax::check;
///
/// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
/// let add = check("add.rn.f16", &context).instruction.unwrap();
/// let operands = operands(&Prepared::new(&add, &context), Random { count: 100, seed: 1 });
/// assert!(operands.iter().any(|it| it[..2] == [0x7c00, 0xfc00]), "inf − inf");
/// assert_eq!(operands.len(), 16 * 16 + 100);
/// ```
#[must_use]
pub fn operands(prepared: &Prepared, random: Random) -> Vec<[u64; MAX_SOURCES]> {
    let lanes = usize::from(prepared.lanes());
    let op = prepared.lane_op();
    let count = usize::from(op.source_count);
    let formats = op.operands.get(..count).unwrap_or_default();
    let mut tuples = of_every_class(formats);
    tuples.extend((0..random.count).map(|index| drawn(formats, random.seed, index)));
    // An operand of all lanes is that of lane 0, which then needs all tuples.
    let step = if is_shared(prepared) { 1 } else { lanes };
    let mut all = Vec::with_capacity(tuples.len().div_ceil(step));
    for start in (0..tuples.len()).step_by(step) {
        let mut registers = [0; MAX_SOURCES];
        for lane in (0..prepared.lanes()).rev() {
            let index = (start + usize::from(lane)).checked_rem(tuples.len());
            if let Some(tuple) = index.and_then(|index| tuples.get(index)) {
                fill(prepared, lane, tuple, &mut registers);
            }
        }
        fill_random_bits(prepared, (random.seed, all.len()), &mut registers);
        all.push(registers);
    }
    all
}

/// Whether one operand belongs to several lanes.
fn is_shared(prepared: &Prepared) -> bool {
    let places = |lane| prepared.operands_of_lane(lane).filter(|it| !prepared.is_random(it.0));
    prepared.lanes() > 1 && places(0).any(|place| places(1).any(|other| place == other))
}

/// Puts the operands of a lane into their registers.
fn fill(prepared: &Prepared, lane: u8, tuple: &[u64; LANE_OPERANDS], registers: &mut [u64]) {
    let places = prepared.operands_of_lane(lane).filter(|place| !prepared.is_random(place.0));
    for ((source, own), bits) in places.zip(tuple) {
        if let Some(register) = registers.get_mut(source) {
            *register = prepared.source(source).insert(*register, own, *bits);
        }
    }
}

/// Fills the registers of random bits: none, all, then any.
fn fill_random_bits(prepared: &Prepared, (seed, index): (u64, usize), registers: &mut [u64]) {
    for (source, register) in registers.iter_mut().enumerate() {
        if prepared.is_random(source) {
            let all = mask(prepared.source(source).register_width().into());
            *register = all
                & match index % 4 {
                    0 => 0,
                    1 => u64::MAX,
                    _ => noise(seed, index as u64),
                };
        }
    }
}

/// The operands of a lane for every class.
fn of_every_class(formats: &[Format]) -> Vec<[u64; LANE_OPERANDS]> {
    let classes: Vec<Vec<u64>> = formats.iter().map(|format| classes(*format)).collect();
    let length = |place: usize| classes.get(place).map_or(1, Vec::len);
    let at = |place: usize, index: usize| {
        let list = classes.get(place)?;
        list.get(index.checked_rem(list.len())?).copied()
    };
    let mut all = Vec::new();
    for first in 0..length(0).max(length(2)) {
        for second in 0..length(1).max(length(2)) {
            let indices = [first, second, first + second];
            let mut tuple = [0; LANE_OPERANDS];
            for (place, (bits, index)) in tuple.iter_mut().zip(indices).enumerate() {
                *bits = at(place, index).unwrap_or(0);
            }
            all.push(tuple);
        }
    }
    all
}

/// A datum of every class of a format.
fn classes(format: Format) -> Vec<u64> {
    let mut all: Vec<_> = Landmark::of(format).map(|(_, bits)| bits).collect();
    if let Format::Float(float) = format {
        // A format with one bit behind the point has one subnormal.
        if float.subnormals && float.trailing_width() > 1 {
            all.push(float.min_normal() - 1);
        }
        if let Some(infinity) = float.infinity().filter(|_| float.trailing_width() > 1) {
            let quiet = float.min_normal() >> 1;
            all.push(float.sign_mask() | infinity | quiet | 1);
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Random operands of a lane, near the edges of their formats where that is likely to matter.
fn drawn(formats: &[Format], seed: u64, index: u64) -> [u64; LANE_OPERANDS] {
    let mut tuple = [0; LANE_OPERANDS];
    for (place, (bits, format)) in (0..).zip(tuple.iter_mut().zip(formats)) {
        let set = Set::Random { count: u64::MAX, seed: noise(seed, place), edges: true };
        let domain = Domain::new(*format, set, Order::Encoding, 1);
        *bits = domain.map_or(0, |domain| domain.at(index));
    }
    tuple
}

#[cfg(test)]
mod tests;
