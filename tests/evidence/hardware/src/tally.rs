//! Comparison of a device's results with those expected, as counts.

use conformance::digest::mix;
use ptxfp::catalog::bound::count;
use ptxfp::eval::Guarantee;
use ptxfp::link::Verdict;

use crate::expected::Expected;

/// The number of differences that are kept.
const KEPT: usize = 8;
/// The largest distance from the reference in a histogram, in encodings.
pub const REACH: usize = 4;

/// One result that is not what the ISA says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The source registers.
    pub registers: Vec<u64>,
    /// The result of the device.
    pub returned: u64,
    /// The result that was expected.
    pub expected: u64,
}

/// The results of an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of elements.
    pub cases: u64,
    /// The number of results that are expected, bit for bit.
    pub reproduced: u64,
    /// The number of those that the ISA does not permit, though GPUs were observed to return them.
    pub beyond: u64,
    /// The number of other results that the ISA permits.
    pub permitted: u64,
    /// The number of results that it does not permit.
    pub differing: u64,
    /// The first of those.
    pub differences: Vec<Difference>,
    /// The number of lanes with a documented error at each distance from the correctly rounded
    /// result, in encodings: from 4 below, and less, to 4 above, and more.
    pub distances: [u64; 2 * REACH + 1],
    /// The NaNs whose bits the ISA leaves open, by what was returned: the evaluator's, or another.
    pub nans: [u64; 2],
    /// A hash of all returned results, in order.
    pub digest: u64,
}

impl Tally {
    /// Adds the results of elements; without any, those that are expected.
    pub fn add(&mut self, expected: &Expected, registers: &[&[u64]], returned: Option<&[u64]>) {
        let prepared = &expected.prepared;
        let (packing, format) = (prepared.destination(), prepared.lane_op().result);
        for (index, registers) in registers.iter().enumerate() {
            let evaluation = prepared.evaluate(registers);
            let observed = expected.observed.and_then(|it| it.bits(registers));
            let best = observed.unwrap_or(evaluation.destination);
            let returned = returned.and_then(|all| all.get(index)).map_or(best, |it| *it);
            self.cases += 1;
            self.digest = mix(self.digest, returned);
            self.reproduced += u64::from(returned == best);
            match Verdict::of(returned, prepared, registers, &evaluation) {
                Verdict::Differs if returned == best => self.beyond += 1,
                _ if returned == best => {}
                Verdict::Differs => {
                    self.differing += 1;
                    if self.differences.len() < KEPT {
                        let registers = registers.to_vec();
                        self.differences.push(Difference { registers, returned, expected: best });
                    }
                }
                Verdict::Reproduced | Verdict::Observed | Verdict::Permitted => self.permitted += 1,
            }
            for (lane, result) in (0..).zip(evaluation.lanes()) {
                let bits = packing.extract(returned, lane);
                match (result.guarantee, format.float()) {
                    (Guarantee::AnyNan, _) => self.nans[usize::from(bits != result.bits)] += 1,
                    (Guarantee::Within { .. }, Some(float)) => {
                        let above = count(result.bits, bits, float).saturating_sub(1);
                        let below = count(bits, result.bits, float).saturating_sub(1);
                        let near = |distance: u64| {
                            usize::try_from(distance).map_or(REACH, |distance| distance.min(REACH))
                        };
                        self.distances[REACH + near(above) - near(below)] += 1;
                    }
                    _ => {}
                }
            }
        }
    }

    /// Adds what other elements came to, which follow these.
    pub fn merge(&mut self, other: Self) {
        self.cases += other.cases;
        self.reproduced += other.reproduced;
        self.beyond += other.beyond;
        self.permitted += other.permitted;
        self.differing += other.differing;
        self.differences.extend(other.differences);
        self.differences.truncate(KEPT);
        for (sum, more) in self.distances.iter_mut().zip(other.distances) {
            *sum += more;
        }
        for (sum, more) in self.nans.iter_mut().zip(other.nans) {
            *sum += more;
        }
        self.digest = mix(self.digest, other.digest);
    }
}

#[cfg(test)]
mod tests {
    use ptxfp::catalog::{Context, Instruction, LATEST_ISA, Target};

    use super::{REACH, Tally};
    use crate::expected::Expected;
    use crate::plan::Plan;

    fn expected(spelling: &str) -> Expected {
        let plan = Plan::new("sm_90").expect("a plan");
        let is = |it: &&Instruction| it.to_string() == spelling;
        let found = plan.instructions.iter().find(is).expect(spelling);
        let target = Target::parse("sm_90").expect("a target");
        Expected::of(found, &Context { isa: LATEST_ISA, target })
    }

    fn tally(spelling: &str, registers: &[u64], returned: u64) -> Tally {
        let mut tally = Tally::default();
        tally.add(&expected(spelling), &[registers], Some(&[returned]));
        tally
    }

    #[test]
    fn determined_bits_must_be_returned() {
        let sum = [0x3c00, 0x3c00];
        assert_eq!(tally("add.f16", &sum, 0x4000).reproduced, 1);
        let wrong = tally("add.f16", &sum, 0x4001);
        assert_eq!((wrong.differing, wrong.permitted), (1, 0));
        assert_eq!(wrong.differences[0].registers, sum);
        assert_eq!(
            (wrong.differences[0].returned, wrong.differences[0].expected),
            (0x4001, 0x4000)
        );
    }

    #[test]
    fn open_nans_are_distinguished() {
        let nan = [0x7e00, 0x3c00];
        assert_eq!(tally("add.f16", &nan, 0x7fff).nans, [1, 0]);
        let other = tally("add.f16", &nan, 0xfe00);
        assert_eq!((other.permitted, other.nans), (1, [0, 1]));
    }

    #[test]
    fn distances_are_from_the_correctly_rounded_result() {
        let returned = |bits| tally("tanh.approx.f16", &[0x3800], bits);
        let reference = expected("tanh.approx.f16").prepared.evaluate(&[0x3800]).destination;
        for (step, place) in [(-9, 0), (-2, REACH - 2), (0, REACH), (1, REACH + 1), (7, 2 * REACH)]
        {
            let bits = reference.wrapping_add_signed(step);
            assert_eq!(returned(bits).distances[place], 1, "{step}");
        }
    }

    #[test]
    fn parts_come_to_the_same_counts() {
        let sum = [0x3c00, 0x3c00];
        let mut both = tally("add.f16", &sum, 0x4001);
        both.merge(tally("add.f16", &sum, 0x4000));
        assert_eq!((both.cases, both.reproduced, both.differing), (2, 1, 1));
        let mut other = tally("add.f16", &sum, 0x4000);
        other.merge(tally("add.f16", &sum, 0x4001));
        assert_ne!(both.digest, other.digest);
    }
}
