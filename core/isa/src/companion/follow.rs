//! Results of companion instructions for operands with open bits.
//!
//! The answer contains every result for some permitted bits of the operands. It may contain more
//! where an operation mixes bits. All values of a few open bits are tried; for more, the dependence
//! of the operation on its bits says which values suffice.

use super::compare;
use super::evaluate::{Prepared, Results};
use super::form::Operation;
use super::partial::Partial;
use super::shape::Class;
use crate::bits::{bit_length, mask};

/// The largest number of source operands, the carry included.
pub const MAX_OPERANDS: usize = 5;

/// The largest number of open bits that are all tried.
const MAX_TRIED: u32 = 8;

/// A source operand.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    /// Its bits.
    pub partial: Partial,
    /// The register of the operand, so that operands in one register have equal bits; `None` for a
    /// constant.
    pub register: Option<usize>,
}

/// The operands of an instruction.
type Operands = [Given; MAX_OPERANDS];

/// How the bits of the result depend on the bits of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dependence {
    /// Each bit of the result depends on at most one bit of each register.
    Bitwise,
    /// The result is monotone in each operand.
    Monotone,
    /// Each bit of the result depends only on bits at its position and below.
    Upward,
    /// None of the above.
    Mixed,
}

/// The first result, and the bits in which any later one differs from it.
struct Differences {
    first: Results,
    open: Results,
}

impl Differences {
    const fn of(first: Results) -> Self {
        Self { first, open: [0; 2] }
    }

    fn add(&mut self, results: Results) {
        for ((open, first), bits) in self.open.iter_mut().zip(self.first).zip(results) {
            *open |= first ^ bits;
        }
    }

    fn partials(&self) -> [Partial; 2] {
        let [one, two] = self.first;
        let [open, other] = self.open;
        [Partial::open(one, open), Partial::open(two, other)]
    }
}

/// The first operand of each register with open bits.
fn variables(given: &Operands) -> impl Iterator<Item = &Given> + Clone {
    given.iter().enumerate().filter_map(|(index, own)| {
        let mut before = given.iter().take(index);
        let is_known = before.any(|other| other.register == own.register);
        (!own.partial.is_determined() && !is_known).then_some(own)
    })
}

/// Whether all operands in one register have the same bits and open bits.
fn are_consistent(given: &Operands) -> bool {
    given.iter().all(|one| {
        let mut alike = given.iter().filter(|other| other.register == one.register);
        one.register.is_none() || alike.all(|other| other.partial == one.partial)
    })
}

/// The bits of the operands, where `choose` gives those of each register with open bits; it is
/// called with the index of the register in [`variables`].
fn chosen(given: &Operands, choose: impl Fn(usize, &Partial) -> u64) -> [u64; MAX_OPERANDS] {
    given.map(|own| {
        let place = variables(given).position(|each| each.register == own.register);
        match place {
            Some(place) if !own.partial.is_determined() => choose(place, &own.partial),
            _ => own.partial.bits,
        }
    })
}

impl Prepared {
    /// The results for operands in the order of the syntax line; `widths` are those of the written
    /// registers, in bits.
    #[must_use]
    pub fn follow(&self, given: &Operands, widths: [u32; 2]) -> [Partial; 2] {
        let results = self.evaluate(&given.map(|each| each.partial.bits));
        let [one, two] = results;
        if given.iter().all(|each| each.partial.is_determined()) {
            return results.map(Partial::determined);
        }
        let [width, other_width] = widths;
        let any = [Partial::any(one, width), Partial::any(two, other_width)];
        if self.may_be_open() {
            return any;
        }
        if !are_consistent(given) {
            return any;
        }
        let n_open: u32 = variables(given).map(|each| each.partial.open.count_ones()).sum();
        if n_open <= MAX_TRIED {
            return self.tried(given, results, n_open);
        }
        let [.., any_other] = any;
        let [a, b, ..] = given;
        let is_same = a.register.is_some() && a.register == b.register;
        let is_plain = !self.reads_carry && !self.writes_carry;
        if self.operation == Operation::Sub && is_same && is_plain {
            return results.map(Partial::determined);
        }
        if matches!(self.operation, Operation::Set | Operation::Setp) {
            return self.compared(given, results);
        }
        if matches!(self.operation, Operation::Selp | Operation::Slct) {
            return [self.selected(given), any_other];
        }
        if self.operation == Operation::Lop3 {
            let table = self.bitwise(given, one);
            return [table, self.is_any_set(given, &table, two)];
        }
        match self.dependence(given) {
            Dependence::Bitwise => [self.bitwise(given, one), any_other],
            Dependence::Monotone => [self.between_ends(given, one), any_other],
            Dependence::Upward => {
                let [low, high] =
                    [false, true].map(|ones| chosen(given, |_, partial| partial.filled(ones)));
                let changed = low.iter().zip(high).fold(0, |all, (low, high)| all | low ^ high);
                let lowest = changed & changed.wrapping_neg();
                [Partial::open(one, mask(width) & lowest.wrapping_neg()), any_other]
            }
            Dependence::Mixed => any,
        }
    }

    fn dependence(&self, given: &Operands) -> Dependence {
        let are_determined = |places: &[usize]| {
            let mut all = places.iter().filter_map(|place| given.get(*place));
            all.all(|each| each.partial.is_determined())
        };
        let is_plain = !self.is_saturated && !self.reads_carry && !self.writes_carry;
        let (dependence, is_so) = match self.operation {
            Operation::And | Operation::Or | Operation::Xor | Operation::Not | Operation::Brev => {
                (Dependence::Bitwise, true)
            }
            // With a known amount or selector, each bit of the result comes from one bit of an
            // operand.
            Operation::Shl | Operation::Shr | Operation::Szext => {
                (Dependence::Bitwise, are_determined(&[1]))
            }
            Operation::Shf | Operation::Prmt => (Dependence::Bitwise, are_determined(&[2])),
            Operation::Bfe => (Dependence::Bitwise, are_determined(&[1, 2])),
            Operation::Bfi => (Dependence::Bitwise, are_determined(&[2, 3])),
            Operation::Min | Operation::Max => (Dependence::Monotone, self.shape.lanes == 1),
            Operation::Popc | Operation::Clz | Operation::Cnot => (Dependence::Monotone, true),
            Operation::Bfind => {
                // The result for 0 is all ones, which breaks the order.
                let is_positive = given.first().is_some_and(|it| it.partial.least() != 0);
                (Dependence::Monotone, is_positive && self.shape.class != Class::Signed)
            }
            // The carry is an operand of one bit.
            Operation::Add | Operation::Sub | Operation::Neg => {
                (Dependence::Upward, !self.is_saturated)
            }
            Operation::Mul | Operation::Mad | Operation::Mul24 | Operation::Mad24 => {
                (Dependence::Upward, is_plain && !self.is_high())
            }
            Operation::Sad
            | Operation::Div
            | Operation::Rem
            | Operation::Abs
            | Operation::Bmsk
            | Operation::Dp4a
            | Operation::Dp2a
            | Operation::Set
            | Operation::Setp
            | Operation::Selp
            | Operation::Slct
            | Operation::Lop3
            | Operation::Pack => (Dependence::Mixed, true),
        };
        if is_so { dependence } else { Dependence::Mixed }
    }

    /// The results for all values of the open bits, of which there are few.
    fn tried(&self, given: &Operands, results: Results, n_open: u32) -> [Partial; 2] {
        let mut found = Differences::of(results);
        for number in 0..1_u64 << n_open {
            let filling = |place: usize| {
                let before = variables(given).take(place);
                let offset: u32 = before.map(|each| each.partial.open.count_ones()).sum();
                number >> offset
            };
            let mut all = variables(given).enumerate();
            if all.all(|(place, it)| it.partial.admits(it.partial.filling(filling(place)))) {
                found.add(
                    self.evaluate(&chosen(given, |place, partial| partial.filling(filling(place)))),
                );
            }
        }
        found.partials()
    }

    /// Calls `call` for each way to choose one of two values for every register with open bits.
    fn each_way(given: &Operands, mut call: impl FnMut(&dyn Fn(usize) -> bool)) {
        for way in 0..1_u32 << variables(given).count() {
            call(&|place| way >> place & 1 == 1);
        }
    }

    /// The result of a [bitwise](Dependence::Bitwise) operation: it suffices to try all zeros and
    /// all ones for the open bits of each register.
    fn bitwise(&self, given: &Operands, first: u64) -> Partial {
        let mut open = 0;
        Self::each_way(given, |is_one| {
            let operands = chosen(given, |place, partial| partial.filled(is_one(place)));
            let [bits, _] = self.evaluate(&operands);
            open |= bits ^ first;
        });
        let mut nonzero = 0;
        for (place, variable) in variables(given).enumerate() {
            for run in variable.partial.each_run() {
                nonzero |= self.followed_run(given, (place, run), open).unwrap_or(0);
            }
        }
        Partial::with_runs(first, open, nonzero)
    }

    /// The bits of the result of which one must be 1 because one bit of a run of an operand is 1;
    /// `None` if there are none.
    fn followed_run(&self, given: &Operands, (own, run): (usize, u64), open: u64) -> Option<u64> {
        let mut ones: u64 = 0;
        for bit in (0..u64::BITS).map(|place| 1 << place).filter(|bit| run & bit != 0) {
            // The bits that are 1 if this one is, whatever the others are.
            let mut always = open;
            Self::each_way(given, |is_one| {
                let operands = chosen(given, |place, partial| {
                    let bits = partial.filled(is_one(place));
                    if place == own { bits | bit } else { bits }
                });
                let [bits, _] = self.evaluate(&operands);
                always &= bits;
            });
            let lowest = always & always.wrapping_neg();
            if lowest == 0 {
                return None;
            }
            ones |= lowest;
        }
        // A run is contiguous: it has all bits from the lowest to the highest.
        let lowest = ones & ones.wrapping_neg();
        Some(mask(bit_length(ones.into()).unsigned_abs()) & lowest.wrapping_neg())
    }

    /// The predicate of `lop3`: whether a bit of the result is 1, combined with another predicate.
    fn is_any_set(&self, given: &Operands, table: &Partial, first: u64) -> Partial {
        let [.., condition] = given;
        let conditions = [false, true].map(|ones| condition.partial.filled(ones) == 1);
        let mut open = 0;
        for is_set in [table.least() != 0, table.filled(true) != 0] {
            for condition in conditions {
                let bit = self.boolean.is_some_and(|it| it.combine(is_set, condition));
                open |= u64::from(bit) ^ first;
            }
        }
        Partial::open(first, open)
    }

    /// The result of a [monotone](Dependence::Monotone) operation, between those for the least and
    /// the greatest operands.
    fn between_ends(&self, given: &Operands, first: u64) -> Partial {
        let is_signed = self.shape.class == Class::Signed
            && matches!(self.operation, Operation::Min | Operation::Max);
        let sign = if is_signed { 1 << (self.shape.width - 1) } else { 0 };
        let mut ends = [first ^ sign; 2];
        Self::each_way(given, |is_one| {
            let operands = chosen(given, |place, partial| {
                let [least, greatest] = partial.ends(sign);
                if is_one(place) { greatest } else { least }
            });
            let [bits, _] = self.evaluate(&operands);
            let [low, high] = ends;
            // Flipping the sign bit gives the order of unsigned integers.
            ends = [low.min(bits ^ sign), high.max(bits ^ sign)];
        });
        Partial::between(first, ends)
    }

    /// The operand that a selection takes; both, if the condition is open.
    fn selected(&self, given: &Operands) -> Partial {
        let [one, two, condition, ..] = given;
        let partial = &condition.partial;
        let shape = self.other;
        let sign = 1 << (shape.width - 1);
        let is_open = if self.operation == Operation::Selp {
            !partial.is_determined()
        } else if shape.class == Class::Float {
            !partial.is_determined() && !partial.is_nan(shape.kind.format())
        } else {
            partial.open & sign != 0
        };
        let is_same = one.register.is_some() && one.register == two.register;
        let takes_first = self.chosen(&given.map(|each| each.partial.bits)) == Some(0);
        let (taken, other) = if takes_first { (one, two) } else { (two, one) };
        if is_open && !is_same { taken.partial.or(&other.partial) } else { taken.partial }
    }

    /// The results of `set` or `setp`, for every possible result of the comparison.
    fn compared(&self, given: &Operands, results: Results) -> [Partial; 2] {
        let [a, b, condition, ..] = given;
        let is_same = a.register.is_some() && a.register == b.register;
        let holds = [0, 1].map(|lane| self.may_hold(lane, [&a.partial, &b.partial], is_same));
        let mut found = Differences::of(results);
        for condition in [false, true].map(|ones| condition.partial.filled(ones)) {
            for first in compare::BOTH.into_iter().filter(|it| holds[0].contains(it)) {
                for second in compare::BOTH.into_iter().filter(|it| holds[1].contains(it)) {
                    found.add(self.of_comparison([first, second], condition));
                }
            }
        }
        found.partials()
    }
}
