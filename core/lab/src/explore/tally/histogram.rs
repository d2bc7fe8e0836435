//! Errors, counted in fixed buckets.

use super::super::measure::{ERROR_BITS, ULP};

/// The number of buckets in an ulp, as a power of two.
const FINE_BITS: u32 = 5;
/// The number of buckets of one sign within an ulp.
const N_FINE: usize = 1 << FINE_BITS;
/// The number of buckets of one sign beyond an ulp, each twice as wide as the one before; the last
/// has no end.
const N_COARSE: usize = 24;
const PER_SIGN: usize = N_FINE + N_COARSE;

/// The number of buckets: for negative errors, 0 and positive ones.
pub(crate) const BUCKETS: usize = 2 * PER_SIGN + 1;

/// Errors, counted in fixed buckets: 1/32 ulp wide up to an ulp, then up to 2, 4, 8 ulp and so on.
///
/// A bucket includes its end that is further from 0 and excludes the nearer one; the middle bucket
/// is for 0 only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Histogram {
    counts: [u64; BUCKETS],
}

impl Default for Histogram {
    fn default() -> Self {
        Self { counts: [0; BUCKETS] }
    }
}

impl Histogram {
    /// The counts, from the most negative error to the most positive one.
    pub const fn counts(&self) -> &[u64; BUCKETS] {
        &self.counts
    }

    /// Returns the number of errors that were counted.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The bucket of an error.
    pub const fn bucket(error: i64) -> usize {
        let Some(below) = error.unsigned_abs().checked_sub(1) else { return PER_SIGN };
        let distance = if below < ULP.unsigned_abs() {
            crate::bits::low_half(below >> (ERROR_BITS - FINE_BITS)) as usize
        } else {
            let power = (below.ilog2() - ERROR_BITS) as usize;
            N_FINE + if power < N_COARSE { power } else { N_COARSE - 1 }
        };
        if error < 0 { PER_SIGN - 1 - distance } else { PER_SIGN + 1 + distance }
    }

    /// The ends of a bucket, the lesser first; the outermost ones end at the ends of `i64`.
    pub const fn ends(bucket: usize) -> [i64; 2] {
        let distance = bucket.abs_diff(PER_SIGN);
        let Some(place) = distance.checked_sub(1) else { return [0, 0] };
        let (near, far) = (edge(place), edge(place + 1));
        if bucket < PER_SIGN { [-far, -near] } else { [near, far] }
    }

    pub(super) fn add(&mut self, error: i64) {
        if let Some(count) = self.counts.get_mut(Self::bucket(error)) {
            *count += 1;
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (sum, part) in self.counts.iter_mut().zip(other.counts) {
            *sum += part;
        }
    }

    pub(super) const fn from_counts(counts: &[u64; BUCKETS]) -> Self {
        Self { counts: *counts }
    }
}

/// The end nearer to 0 of the bucket at a distance from the middle one.
const fn edge(place: usize) -> i64 {
    #[expect(clippy::cast_possible_wrap, reason = "there are few buckets")]
    let steps = place as i64;
    if place <= N_FINE {
        steps << (ERROR_BITS - FINE_BITS)
    } else if place < PER_SIGN {
        ULP << (place - N_FINE)
    } else {
        i64::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn buckets_have_their_errors() {
        let steps = (0..63).flat_map(|power| [(1_i64 << power) - 1, 1 << power, (1 << power) + 1]);
        let fine = (0..70).map(|step| step * ULP / 64);
        for magnitude in steps.chain(fine).chain([i64::MAX]) {
            for error in [magnitude, -magnitude] {
                let bucket = Histogram::bucket(error);
                let [low, high] = Histogram::ends(bucket);
                let is_inside = match error.signum() {
                    0 => low == 0 && high == 0,
                    1 => low < error && error <= high,
                    _ => low <= error && error < high,
                };
                assert!(is_inside, "{error}: {low} {high}");
            }
        }
        assert_eq!((Histogram::bucket(i64::MIN), Histogram::bucket(i64::MAX)), (0, BUCKETS - 1));
    }

    #[test]
    fn buckets_leave_no_gap() {
        let ends: alloc::vec::Vec<_> = (0..BUCKETS).map(Histogram::ends).collect();
        assert!(ends.windows(2).all(|pair| pair[0][1] == pair[1][0]));
        // Half an ulp ends a bucket, so that correct rounding leaves those after it empty.
        assert_eq!(Histogram::ends(Histogram::bucket(ULP / 2))[1], ULP / 2);
    }
}
