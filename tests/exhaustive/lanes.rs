//! Every instruction whose lanes depend on 16 bits or fewer, on all of them.

use std::thread;

use conformance::apfloat::Apfloat;
use conformance::oracle::Oracle as _;
use conformance::register::Element;
use conformance::report::Report;
use conformance::spelling::{MAX_REGISTERS, Purpose};
use conformance::{Subject, is_extensive};

/// Returns the number of bits that a lane depends on, random bits not counted.
fn n_bits(subject: &Subject) -> u32 {
    let sources = &subject.spelling.sources;
    if sources.iter().any(|source| source.purpose == Purpose::RandomBits) {
        return u32::MAX;
    }
    subject.spelling.lane_sources().map(Element::width).sum()
}

/// The registers in which each lane has its own part of the enumeration: never two the same pattern.
fn registers(subject: &Subject, n_bits: u32, index: u64) -> [u64; MAX_REGISTERS] {
    let mut registers = [0; MAX_REGISTERS];
    let spelling = &subject.spelling;
    let n_patterns = 1 << n_bits;
    for lane in 0..spelling.n_lanes() {
        let first = n_patterns / u64::from(spelling.n_lanes()) * u64::from(lane);
        let mut rest = (index + first) % n_patterns;
        for (register, source) in registers.iter_mut().zip(&spelling.sources) {
            let element = source.register.element;
            *register |= source.register.place(rest & element.mask(), lane);
            rest >>= element.width();
        }
    }
    registers
}

/// Every pattern in some lane; in an extensive run, in every lane.
fn check(subject: &Subject) -> u64 {
    let n_bits = n_bits(subject);
    let n_lanes = u64::from(subject.spelling.n_lanes());
    let n_registers = if is_extensive() { 1 << n_bits } else { (1 << n_bits) / n_lanes };
    let mut report = Report::new(Apfloat.name(), subject.name.as_str());
    for index in 0..n_registers {
        report.compare(&Apfloat, subject, registers(subject, n_bits, index));
    }
    report.finish(n_lanes * n_registers);
    report.n_compared
}

/// Checks every instruction whose lanes depend on that many bits.
fn check_all(widths: std::ops::RangeInclusive<u32>) -> (usize, u64) {
    let subjects: Vec<_> = Subject::exact().filter(|it| widths.contains(&n_bits(it))).collect();
    let n_threads = thread::available_parallelism().map_or(1, usize::from);
    let count = thread::scope(|scope| {
        let spawn = |first| {
            let subjects = &subjects;
            scope.spawn(move || {
                subjects.iter().skip(first).step_by(n_threads).map(check).sum::<u64>()
            })
        };
        let threads: Vec<_> = (0..n_threads).map(spawn).collect();
        threads.into_iter().map(|it| it.join().expect("no difference")).sum::<u64>()
    });
    eprintln!("{} instructions, {count} lanes", subjects.len());
    (subjects.len(), count)
}

#[test]
fn every_pattern_of_16_bits_has_the_result_it_should_have() {
    let (n_subjects, n_lanes) = check_all(1..=16);
    assert!(n_subjects > 250 && n_lanes > 10_000_000, "{n_subjects} {n_lanes}");
}

#[test]
#[ignore = "16 million bf16 and scales, four times; cargo xtask test --only exhaustive"]
fn every_scaled_pattern_has_the_result_it_should_have() {
    assert!(check_all(17..=24).0 >= 2);
}
