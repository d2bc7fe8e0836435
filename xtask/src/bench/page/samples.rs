//! The measurements that the browser test wrote.

use anyhow::{Context as _, Result, bail};

/// Each number that was measured, in order.
#[derive(Debug, Default)]
pub(super) struct Samples(Vec<Sample>);

#[derive(Debug)]
struct Sample {
    part: String,
    subject: String,
    slowness: u32,
    round: u32,
    measure: String,
    number: f64,
}

/// The numbers of one measure, at least one.
#[derive(Debug)]
pub(super) struct Numbers {
    /// The numbers of all rounds, the least first.
    all: Vec<f64>,
    /// The numbers of each round, the least first.
    rounds: Vec<Vec<f64>>,
}

impl Samples {
    /// Reads lines of a part, a subject, how many times slower the processor was made, a round, a
    /// measure and a number.
    pub(super) fn read(text: &str) -> Result<Self> {
        let sample = |line: &str| {
            let mut fields = line.split('\t');
            let mut name = || fields.next().map(str::to_owned);
            let (part, subject) = (name()?, name()?);
            let (slowness, round) = (name()?.parse().ok()?, name()?.parse().ok()?);
            let (measure, number) = (name()?, name()?.parse().ok()?);
            Some(Sample { part, subject, slowness, round, measure, number })
        };
        let samples = text
            .lines()
            .map(|line| sample(line).with_context(|| format!("cannot read the line {line:?}")))
            .collect::<Result<_>>()?;
        Ok(Self(samples))
    }

    /// Returns the subjects of a part, in the order in which they were measured: subjects, and the
    /// factor by which the processor was slowed; the slower ones last.
    pub(super) fn subjects(&self, part: &str) -> Vec<(&str, u32)> {
        let mut subjects = Vec::new();
        for sample in self.0.iter().filter(|sample| sample.part == part) {
            let subject = (sample.subject.as_str(), sample.slowness);
            if !subjects.contains(&subject) {
                subjects.push(subject);
            }
        }
        subjects.sort_by_key(|(_, slowness)| *slowness);
        subjects
    }

    /// The measurements of a subject.
    pub(super) fn numbers(
        &self,
        part: &str,
        (subject, slowness): (&str, u32),
        measure: &str,
    ) -> Result<Numbers> {
        let is_asked_for = |sample: &&Sample| {
            let about = (sample.part.as_str(), sample.subject.as_str(), sample.slowness);
            about == (part, subject, slowness) && sample.measure == measure
        };
        let found: Vec<_> = self.0.iter().filter(is_asked_for).collect();
        if found.is_empty() {
            bail!("no {measure} of {part}, {subject}, {slowness} times slower");
        }
        let sorted = |samples: &[&Sample]| {
            let mut numbers: Vec<_> = samples.iter().map(|sample| sample.number).collect();
            numbers.sort_by(f64::total_cmp);
            numbers
        };
        // A round comes after the other.
        let rounds = found.chunk_by(|a, b| a.round == b.round).map(sorted).collect();
        Ok(Numbers { all: sorted(&found), rounds })
    }
}

impl Numbers {
    /// Their number.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// The percentile of all numbers: the least one that is not below `percent` percent of them.
    pub(super) fn share(&self, percent: usize) -> f64 {
        share(&self.all, percent)
    }

    /// The least percentile of a round, because other work of the machine can only add to times.
    pub(super) fn share_at_best(&self, percent: usize) -> f64 {
        self.rounds.iter().map(|round| share(round, percent)).fold(f64::INFINITY, f64::min)
    }

    /// The median.
    pub(super) fn median(&self) -> f64 {
        self.share(50)
    }

    /// The greatest.
    pub(super) fn worst(&self) -> f64 {
        self.share(100)
    }
}

fn share(sorted: &[f64], percent: usize) -> f64 {
    sorted[(sorted.len() * percent).div_ceil(100).saturating_sub(1)]
}

#[cfg(test)]
mod tests {
    use super::Samples;

    fn shown(numbers: [f64; 2]) -> [String; 2] {
        numbers.map(|number| number.to_string())
    }

    #[test]
    fn subjects_keep_their_order_and_numbers_are_sorted() {
        let text = "start\tb\t4\t1\tpaint\t9\nstart\tb\t1\t1\tpaint\t3\nstart\ta\t1\t1\tpaint\t7\n\
                    start\tb\t1\t2\tpaint\t1.5\nother\tc\t1\t1\tpaint\t7\nstart\tb\t1\t2\tpaint\t2\n";
        let samples = Samples::read(text).expect("samples");
        assert_eq!(samples.subjects("start"), [("b", 1), ("a", 1), ("b", 4)]);
        let numbers = samples.numbers("start", ("b", 1), "paint").expect("numbers");
        assert_eq!(numbers.count(), 3);
        assert_eq!(shown([numbers.median(), numbers.worst()]), ["2", "3"]);
        assert_eq!(shown([numbers.share_at_best(95), numbers.share_at_best(50)]), ["2", "1.5"]);
        assert!(samples.numbers("start", ("b", 1), "blink").is_err());
    }

    #[test]
    fn the_share_of_twenty_leaves_one_out() {
        let lines: Vec<_> = (1..=20).map(|number| format!("p\ts\t1\t1\tm\t{number}")).collect();
        let samples = Samples::read(&lines.join("\n")).expect("samples");
        let numbers = samples.numbers("p", ("s", 1), "m").expect("numbers");
        assert_eq!(shown([numbers.share(50), numbers.share(95)]), ["10", "19"]);
    }

    #[test]
    fn a_line_that_is_no_sample_is_reported() {
        for line in
            ["", "start\ta\t1\t1\tpaint", "start\ta\tone\t1\tpaint\t1", "start\ta\t1\t1\tpaint\tx"]
        {
            assert!(Samples::read(&format!("{line}\n")).is_err(), "{line}");
        }
    }
}
