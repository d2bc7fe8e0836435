//! Observed results are permitted, and stay as they are.
//!
//! By default a sample; with `EXTENSIVE=1` 2^26 operands of each instruction, and the digests are
//! those of all 2^32 operands. Alone:
//! `EXTENSIVE=1 cargo test --profile extensive -p conformance --test exhaustive observed -- --nocapture`.

use std::thread;

use conformance::Random;
use conformance::digest::mix;
use conformance::is_extensive;
use conformance::subject::context;
use ptxfp::eval::Prepared;
use ptxfp::link::Verdict;
use ptxfp::observed::Observed;
use ptxfp::syntax::check;

/// The newest target: what is permitted is the same on all.
const PLACE: (&str, &str) = ("9.1", "sm_120");

/// The fraction bits and the lowest three of the exponent.
const NEAR: u64 = 0x03ff_ffff;

/// An instruction and what is observed of it.
struct Subject {
    prepared: Prepared,
    observed: Observed,
}

impl Subject {
    fn new(spelling: &str) -> Self {
        let context = context(PLACE.0, PLACE.1);
        let instruction = check(spelling, &context).instruction.expect("an instruction");
        let observed = Observed::of(&instruction, &context).expect("an observation");
        Self { prepared: Prepared::new(&instruction, &context), observed }
    }

    /// The observed result, if the ISA does not permit it.
    fn stray(&self, operands: &[u64]) -> Option<u64> {
        let bits = self.observed.bits(operands).expect("operands that fit");
        let evaluation = self.prepared.evaluate(operands);
        let verdict = Verdict::of(bits, &self.prepared, operands, &evaluation);
        (verdict == Verdict::Differs).then_some(bits)
    }
}

/// Works on numbers below `count` in parallel, each thread on its share.
fn in_parallel<T: Send>(
    count: u64,
    work: impl Fn(&mut dyn Iterator<Item = u64>) -> T + Sync,
) -> Vec<T> {
    let n_threads = thread::available_parallelism().map_or(1, |it| it.get() as u64);
    let step = usize::try_from(n_threads).expect("few threads");
    thread::scope(|scope| {
        let work = &work;
        let spawn = |first| scope.spawn(move || work(&mut (first..count).step_by(step)));
        let threads: Vec<_> = (0..n_threads).map(spawn).collect();
        threads.into_iter().map(|it| it.join().expect("no panic")).collect()
    })
}

/// Operands that are spread evenly over all encodings, from a number.
const fn spread(number: u64) -> u64 {
    number.wrapping_mul(0x9e37_79b1) & 0xffff_ffff
}

/// Checks that what is observed of an instruction is permitted.
fn check_permitted(spelling: &str) {
    let subject = Subject::new(spelling);
    let count: u64 = if is_extensive() { 1 << 26 } else { 1 << 15 };
    let is_quotient = subject.prepared.operands_of_lane(0).count() == 2;
    let strays = in_parallel(count, |numbers| {
        let mut strays = Vec::new();
        for number in numbers {
            // Exponents that are close make quotients that are not special.
            let a = spread(number);
            let random = Random::new(number).bits();
            let b = if number & 1 == 0 { spread(random) } else { a ^ random & NEAR };
            let operands = if is_quotient { &[a, b][..] } else { &[a][..] };
            strays.extend(subject.stray(operands).map(|bits| (operands.to_vec(), bits)));
        }
        strays
    });
    let strays: Vec<_> = strays.into_iter().flatten().collect();
    eprintln!("{spelling}: {} of {count} are not permitted", strays.len());
    assert!(
        strays.is_empty(),
        "{spelling}: {} of {count}: {:x?}",
        strays.len(),
        strays.get(..8.min(strays.len()))
    );
}

/// The digest of the results of each `step`-th operand.
fn digest(spelling: &str, step: u64) -> u64 {
    let subject = Subject::new(spelling);
    let digests = in_parallel((1_u64 << 32).div_ceil(step), |numbers| {
        numbers.fold(0_u64, |digest, number| {
            let operand = number * step;
            let bits = subject.observed.bits(&[operand]).expect("one operand");
            digest.wrapping_add(mix(0, operand << 32 | bits))
        })
    });
    digests.into_iter().fold(0, u64::wrapping_add)
}

#[test]
fn observed_reciprocals_are_permitted() {
    check_permitted("rcp.approx.f32");
    check_permitted("rcp.approx.ftz.f32");
}

#[test]
fn observed_roots_are_permitted() {
    check_permitted("sqrt.approx.f32");
    check_permitted("sqrt.approx.ftz.f32");
    check_permitted("rsqrt.approx.f32");
    check_permitted("rsqrt.approx.ftz.f32");
}

#[test]
fn observed_sines_are_permitted() {
    check_permitted("sin.approx.f32");
    check_permitted("sin.approx.ftz.f32");
    check_permitted("cos.approx.f32");
    check_permitted("cos.approx.ftz.f32");
}

#[test]
fn observed_logarithms_and_powers_are_permitted() {
    check_permitted("lg2.approx.f32");
    check_permitted("lg2.approx.ftz.f32");
    check_permitted("ex2.approx.f32");
    check_permitted("ex2.approx.ftz.f32");
}

#[test]
fn observed_quotients_are_permitted() {
    check_permitted("div.approx.f32");
    check_permitted("div.approx.ftz.f32");
    check_permitted("div.full.f32");
    check_permitted("div.full.ftz.f32");
}

/// The digests of each instruction with one operand: of each 4,099th operand, and of all, where that
/// was computed.
const DIGESTS: [(&str, u64, Option<u64>); 14] = [
    ("rcp.approx.f32", 0x2341_a005_b4cc_cf72, Some(0x7ecb_5f70_29bb_8cea)),
    ("rcp.approx.ftz.f32", 0x89b6_11f1_5b6d_cf3e, Some(0x7dba_95f0_7dd5_9126)),
    ("sqrt.approx.f32", 0xbea7_97d7_d6e0_3980, None),
    ("sqrt.approx.ftz.f32", 0xb31b_beb0_1464_5229, None),
    ("rsqrt.approx.f32", 0x3add_2755_2d3c_350d, None),
    ("rsqrt.approx.ftz.f32", 0x53c2_62f9_42e6_4f9f, None),
    ("sin.approx.f32", 0x0821_102c_b2ab_c9b9, None),
    ("sin.approx.ftz.f32", 0x0821_102c_b2ab_c9b9, None),
    ("cos.approx.f32", 0x7c55_6136_80d4_bf8f, None),
    ("cos.approx.ftz.f32", 0x7c55_6136_80d4_bf8f, None),
    ("lg2.approx.f32", 0x6744_c6e1_0d1e_76dd, None),
    ("lg2.approx.ftz.f32", 0x33ea_ab41_b69d_30a0, None),
    ("ex2.approx.f32", 0x8b89_fa82_0413_224f, None),
    ("ex2.approx.ftz.f32", 0xa468_fa63_6285_3922, None),
];

#[test]
fn observed_results_have_the_recorded_digests() {
    let mut different = Vec::new();
    for (spelling, sampled, all) in DIGESTS {
        let (step, recorded) = if is_extensive() { (1, all) } else { (4099, Some(sampled)) };
        let found = digest(spelling, step);
        eprintln!("{spelling}: {found:#018x}");
        if recorded.is_some_and(|recorded| found != recorded) {
            different.push(format!("{spelling}: {found:#018x}"));
        }
    }
    assert!(different.is_empty(), "{different:#?}");
}
