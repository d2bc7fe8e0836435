//! Observed results are permitted, except for a few quotients and cosines, and stay as they are.
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

/// The newest target: the permitted intervals are the same on all.
const PLACE: (&str, &str) = ("9.1", "sm_120");

/// The fraction bits and the lowest three of the exponent.
const NEAR: u64 = 0x03ff_ffff;

/// The largest distance of a result from the permitted interval, in encodings.
const CLOSE: u64 = 8;

/// An instruction and its observed behavior.
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

    /// The observed result, if the ISA does not permit it, and whether a number close to it is
    /// permitted.
    fn stray(&self, operands: &[u64]) -> Option<(u64, bool)> {
        let bits = self.observed.bits(operands).expect("operands that fit");
        let evaluation = self.prepared.evaluate(operands);
        let is_permitted =
            |bits| Verdict::of(bits, &self.prepared, operands, &evaluation) != Verdict::Differs;
        let is_close = || {
            (1..=CLOSE).any(|distance| {
                is_permitted(bits.wrapping_sub(distance)) || is_permitted(bits + distance)
            })
        };
        (!is_permitted(bits)).then(|| (bits, is_close()))
    }
}

/// Works on numbers below `count` in parallel: of n threads, each on every n-th number.
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

/// Checks that observed results are permitted, except for the stated number of operands.
fn check_permitted(all: &[(&str, usize)]) {
    let wrong: Vec<_> =
        all.iter().filter_map(|(spelling, n)| not_permitted(spelling, *n)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Reports operands whose observed result is not permitted, unless there are as many as expected
/// (with `EXTENSIVE=1`; otherwise no more), and each result is close to the permitted interval.
fn not_permitted(spelling: &str, n_expected: usize) -> Option<String> {
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
            strays.extend(subject.stray(operands).map(|stray| (operands.to_vec(), stray)));
        }
        strays
    });
    let strays: Vec<_> = strays.into_iter().flatten().collect();
    let n_strays = strays.len();
    eprintln!("{spelling}: {n_strays} of {count} are not permitted");
    let is_expected = if is_extensive() { n_strays == n_expected } else { n_strays <= n_expected };
    let are_close = strays.iter().all(|(_, (_, is_close))| *is_close);
    let some = strays.get(..8.min(n_strays));
    (!is_expected || !are_close).then(|| format!("{spelling}: {n_strays} of {count}: {some:x?}"))
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
    check_permitted(&[("rcp.approx.f32", 0), ("rcp.approx.ftz.f32", 0)]);
}

#[test]
fn observed_roots_are_permitted() {
    check_permitted(&[
        ("sqrt.approx.f32", 0),
        ("sqrt.approx.ftz.f32", 0),
        ("rsqrt.approx.f32", 0),
        ("rsqrt.approx.ftz.f32", 0),
    ]);
}

/// For how many of 2^26 operands the error of a cosine is above the documented 2^-20.5. All are near
/// 4.9, where the operand in turns is cut off to 24 bits; the error is 2^-20.42 at most.
const N_COSINES: usize = 72;

#[test]
fn observed_sines_are_permitted() {
    check_permitted(&[
        ("sin.approx.f32", 0),
        ("sin.approx.ftz.f32", 0),
        ("cos.approx.f32", N_COSINES),
        ("cos.approx.ftz.f32", N_COSINES),
    ]);
}

#[test]
fn observed_logarithms_and_powers_are_permitted() {
    check_permitted(&[
        ("lg2.approx.f32", 0),
        ("lg2.approx.ftz.f32", 0),
        ("ex2.approx.f32", 0),
        ("ex2.approx.ftz.f32", 0),
    ]);
}

/// Quotients, and for how many of 2^26 operands they are beyond the documented 2 ulp. The unit's
/// reciprocal has a relative error of up to 1.65 * 2^-24, so that the product is wrong by up to
/// 1.65 ulp where its significand is near 2, and it is rounded after that: 2.15 ulp at most.
const QUOTIENTS: [(&str, usize); 4] = [
    ("div.approx.f32", 20),
    ("div.approx.ftz.f32", 20),
    ("div.full.f32", 20),
    ("div.full.ftz.f32", 20),
];

#[test]
fn observed_quotients_are_nearly_permitted() {
    check_permitted(&QUOTIENTS);
}

/// The digests of each instruction with one operand: of each 4,099th operand, and of all.
const DIGESTS: [(&str, u64, u64); 14] = [
    ("rcp.approx.f32", 0x2341_a005_b4cc_cf72, 0x7ecb_5f70_29bb_8cea),
    ("rcp.approx.ftz.f32", 0x89b6_11f1_5b6d_cf3e, 0x7dba_95f0_7dd5_9126),
    ("sqrt.approx.f32", 0xbea7_97d7_d6e0_3980, 0x3b91_ed96_bdb7_787c),
    ("sqrt.approx.ftz.f32", 0xb31b_beb0_1464_5229, 0xff8a_2c52_8d9a_b73f),
    ("rsqrt.approx.f32", 0x3add_2755_2d3c_350d, 0x7e92_e63b_aa05_5ff7),
    ("rsqrt.approx.ftz.f32", 0x53c2_62f9_42e6_4f9f, 0x8437_de58_f856_3278),
    ("sin.approx.f32", 0x0821_102c_b2ab_c9b9, 0x54a5_d6a4_d6c8_f526),
    ("sin.approx.ftz.f32", 0x0821_102c_b2ab_c9b9, 0x54a5_d6a4_d6c8_f526),
    ("cos.approx.f32", 0x7c55_6136_80d4_bf8f, 0x19f1_0745_d4d6_c1a0),
    ("cos.approx.ftz.f32", 0x7c55_6136_80d4_bf8f, 0x19f1_0745_d4d6_c1a0),
    ("lg2.approx.f32", 0x6744_c6e1_0d1e_76dd, 0x7c91_806c_4274_392f),
    ("lg2.approx.ftz.f32", 0x33ea_ab41_b69d_30a0, 0x9678_dae0_63c0_f2ba),
    ("ex2.approx.f32", 0x8b89_fa82_0413_224f, 0x4271_9499_1dac_6cdc),
    ("ex2.approx.ftz.f32", 0xa468_fa63_6285_3922, 0x694a_2e70_c955_d967),
];

#[test]
fn observed_results_have_the_recorded_digests() {
    let mut different = Vec::new();
    for (spelling, sampled, all) in DIGESTS {
        let (step, recorded) = if is_extensive() { (1, all) } else { (4099, sampled) };
        let found = digest(spelling, step);
        eprintln!("{spelling}: {found:#018x}");
        if found != recorded {
            different.push(format!("{spelling}: {found:#018x}"));
        }
    }
    assert!(different.is_empty(), "{different:#?}");
}
