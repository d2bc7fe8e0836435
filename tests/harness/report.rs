//! Comparison of the core with an oracle, and reports of differences.

use std::fmt::Write as _;
use std::time::Instant;

use ptxfp::eval::Guarantee;

use crate::expected::{Expected, expected};
use crate::oracle::Oracle;
use crate::spelling::MAX_REGISTERS;
use crate::subject::Subject;

/// The number of differences that are printed.
const SHOWN: usize = 12;

/// The counts and differences of a comparison.
#[derive(Debug)]
pub struct Report {
    oracle: &'static str,
    family: String,
    start: Instant,
    /// Lanes that an oracle had an answer for.
    pub n_compared: u64,
    /// Lanes that differed.
    pub n_different: u64,
    text: String,
}

impl Report {
    /// An empty report on the comparison of a family of instructions with an oracle.
    pub fn new(oracle: &'static str, family: impl Into<String>) -> Self {
        let (family, start, text) = (family.into(), Instant::now(), String::new());
        Self { oracle, family, start, n_compared: 0, n_different: 0, text }
    }

    /// Evaluates an instruction on registers and compares every lane with the oracle.
    pub fn compare(
        &mut self,
        oracle: &dyn Oracle,
        subject: &Subject,
        registers: [u64; MAX_REGISTERS],
    ) {
        let spelling = &subject.spelling;
        let evaluation = subject.evaluate(&registers);
        for (lane, ours) in (0..spelling.n_lanes()).zip(evaluation.lanes()) {
            let elements = spelling.elements(&registers, lane);
            let Some(theirs) = expected(oracle, spelling, elements) else { continue };
            self.n_compared += 1;
            let guarantee = match theirs {
                Expected::Bits(_) => Guarantee::Bits,
                Expected::Nan(_) => Guarantee::AnyNan,
                Expected::Open(_) => Guarantee::Unspecified,
            };
            // Which results readings decide is tested where the readings are; their bits are here.
            let is_reading = ours.guarantee == Guarantee::Reading;
            let is_sure =
                ours.guarantee == guarantee || is_reading && guarantee != Guarantee::Unspecified;
            if ours.bits != theirs.bits() || !is_sure {
                self.n_different += 1;
                self.describe(format_args!(
                    "{} {elements:x?}: core {:x} {:?}, {} {theirs:x?}",
                    subject.name,
                    ours.bits,
                    ours.guarantee,
                    oracle.name(),
                ));
            }
        }
    }

    /// Counts a comparison that was made elsewhere.
    pub fn note(&mut self, is_same: bool, difference: impl FnOnce() -> String) {
        self.n_compared += 1;
        if !is_same {
            self.n_different += 1;
            self.describe(format_args!("{}", difference()));
        }
    }

    fn describe(&mut self, difference: std::fmt::Arguments<'_>) {
        if self.text.lines().count() < SHOWN {
            // Writing to a String cannot fail.
            let _ = writeln!(self.text, "{difference}");
        }
    }

    /// Prints the counts; `cargo xtask oracles` adds up these lines.
    ///
    /// Fails if anything differed, or if fewer lanes than `least` were compared.
    ///
    /// # Panics
    ///
    /// In these cases.
    pub fn finish(&self, least: u64) {
        let Self { oracle, family, start, n_compared, n_different, text } = self;
        let seconds = start.elapsed().as_secs_f64();
        eprintln!(
            "oracle {oracle}: {n_compared} compared, {n_different} differ in {seconds:.1} s ({family})"
        );
        assert!(*n_different == 0, "{n_different} of {n_compared} differ:\n{text}");
        assert!(*n_compared >= least, "only {n_compared} of at least {least} compared");
    }
}
