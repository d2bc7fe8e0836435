//! Times of several contestants, taken in turns.
//!
//! The machine is never quiet, and slower for seconds at a time. So contestants take turns, a
//! millisecond or two each; a ratio is taken within a turn, and of many the median counts.
//! So it is measured by hand: criterion and divan measure one thing after the other. Each runs once in
//! its turn to find its operands in the cache, and then the quickest of several runs counts: what else
//! the processor does only makes them slower.

use std::hint::black_box;
use std::iter;

/// The number of turns of each contestant.
pub const N_TURNS: usize = 61;

/// The number of runs in a turn.
const N_RUNS: usize = 5;

/// The times of the contestants, turn by turn, in nanoseconds.
#[derive(Clone, Debug)]
pub struct Times(Vec<Vec<f64>>);

/// Lets contestants take turns; `now` is a clock in nanoseconds.
pub fn race(contestants: &mut [&mut dyn FnMut()], now: impl Fn() -> f64) -> Times {
    let mut times = vec![Vec::with_capacity(N_TURNS); contestants.len()];
    for contestant in &mut *contestants {
        contestant();
    }
    for _ in 0..N_TURNS {
        for (contestant, times) in contestants.iter_mut().zip(&mut times) {
            contestant();
            let time = || {
                let start = now();
                black_box(&mut *contestant)();
                now() - start
            };
            times.push(iter::repeat_with(time).take(N_RUNS).fold(f64::INFINITY, f64::min));
        }
    }
    Times(times)
}

impl Times {
    /// The median time of a contestant.
    pub fn median(&self, index: usize) -> f64 {
        median(self.0[index].clone())
    }

    /// Returns the time of a contestant as a multiple of that of `unit`.
    pub fn ratio(&self, index: usize, unit: usize) -> f64 {
        median(self.ratios(index, unit))
    }

    /// The spread of these multiples: half the distance of their quartiles, in percent of the median.
    pub fn spread(&self, index: usize, unit: usize) -> f64 {
        let mut ratios = self.ratios(index, unit);
        ratios.sort_by(f64::total_cmp);
        let at = |part: usize| ratios.get(ratios.len() * part / 4).copied().unwrap_or(0.0);
        50.0 * (at(3) - at(1)) / at(2)
    }

    fn ratios(&self, index: usize, unit: usize) -> Vec<f64> {
        self.0[index].iter().zip(&self.0[unit]).map(|(time, unit)| time / unit).collect()
    }
}

/// The median; 0 of nothing.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
