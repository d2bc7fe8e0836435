//! Elementary functions are enclosed closely enough to round every f32 number correctly.
//!
//! Each result is decided, so are the ends of what the ISA permits, and the result is where the
//! host's f64 function has it; all together have the digest that is recorded here.
//!
//! `EXTENSIVE=1` goes through all operands instead of every 4,099th: with `--profile extensive` four
//! to ten minutes of processor time for each function.

use std::thread;

use conformance::digest::mix;
use conformance::is_extensive;
use ptxfp::format::table::F32;
use ptxfp::internals::arith::Datum;
use ptxfp::internals::arith::elementary::{Function, Truth};
use ptxfp::internals::arith::rounding::{Rounding, Subnormals};

use crate::ends::Ends;

/// The positive operands.
const POSITIVE: [u64; 2] = [0, 0x7f80_0000];
/// The negative operands.
const NEGATIVE: [u64; 2] = [0x8000_0000, 0xff80_0000];

/// The largest error of the host's f64 function, in parts of its result.
const SLACK: f64 = 64.0 * f64::EPSILON;

/// The results of a range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Found {
    n_finite: u64,
    /// Results whose bounds lie on both sides of a rounding boundary.
    n_undecided: u64,
    /// Results that the host's function rules out.
    n_misplaced: u64,
    /// Results where a number lies between the bounds of an end of the permitted interval.
    n_open: u64,
    /// A sum, so that it does not depend on who computed which result.
    digest: u64,
}

impl Found {
    const fn and(self, other: Self) -> Self {
        Self {
            n_finite: self.n_finite + other.n_finite,
            n_undecided: self.n_undecided + other.n_undecided,
            n_misplaced: self.n_misplaced + other.n_misplaced,
            n_open: self.n_open + other.n_open,
            digest: self.digest.wrapping_add(other.digest),
        }
    }

    fn note(&mut self, function: Function, ends: &Ends, bits: u64) {
        let result = match function.evaluate(F32.decode(bits), Datum::zero(false)) {
            Truth::Finite(value) => {
                self.n_finite += 1;
                let decided = value.decided(&F32, Rounding::TiesToEven, Subnormals::Keep);
                let Some(datum) = decided else {
                    self.n_undecided += 1;
                    return;
                };
                let result = F32.encode(&datum);
                self.n_misplaced += u64::from(!is_plausible(function, bits, result));
                self.n_open += u64::from(!ends.are_decided(&value, single(bits)));
                result
            }
            Truth::Zero { negative } => F32.encode(&Datum::zero(negative)),
            Truth::Infinite { negative } => F32.encode(&Datum::infinite(negative)),
            Truth::Invalid => panic!("{function:?} of {bits:08x} is invalid"),
        };
        self.digest = self.digest.wrapping_add(mix(0, bits << 32 | result));
    }
}

fn single(bits: u64) -> f32 {
    f32::from_bits(u32::try_from(bits).expect("32 bits"))
}

/// Whether a result lies between the f32 numbers nearest to both ends of where the host, which is
/// at most [`SLACK`] off, has the true value. One time in 2^20 these are two numbers.
fn is_plausible(function: Function, bits: u64, result: u64) -> bool {
    let x = f64::from(single(bits));
    let value = match function {
        Function::Root => x.sqrt(),
        Function::ReciprocalRoot => x.sqrt().recip(),
        Function::Sine => x.sin(),
        Function::Cosine => x.cos(),
        Function::Log2 => x.log2(),
        Function::Exp2 => x.exp2(),
        Function::Tanh => x.tanh(),
        Function::Quotient | Function::Reciprocal => panic!("{function:?} is no function here"),
    };
    #[expect(clippy::cast_possible_truncation, reason = "it rounds to nearest, as is wanted")]
    let nearest = |value: f64| value as f32;
    let distance = value.abs() * SLACK;
    // An infinity has no distance from itself.
    let [low, high] = if value.is_infinite() {
        [nearest(value); 2]
    } else {
        [nearest(value - distance), nearest(value + distance)]
    };
    (low..=high).contains(&single(result))
}

/// The results of each `step`-th operand of a range.
fn run(function: Function, [first, last]: [u64; 2], step: u64) -> Found {
    let ends = Ends::of(function);
    let n_threads = thread::available_parallelism().map_or(1, |it| it.get() as u64);
    thread::scope(|scope| {
        let spawn = |thread| {
            let ends = &ends;
            scope.spawn(move || {
                let mut found = Found::default();
                let mut bits = first + thread * step;
                while bits < last {
                    found.note(function, ends, bits);
                    bits += step * n_threads;
                }
                found
            })
        };
        let threads: Vec<_> = (0..n_threads).map(spawn).collect();
        threads
            .into_iter()
            .map(|it| it.join().expect("no panic"))
            .fold(Found::default(), Found::and)
    })
}

/// Checks the results of ranges of operands, and their digests: of each 4,099th, and of all.
fn check(function: Function, ranges: &[[u64; 2]], [sampled, all]: [u64; 2]) {
    let (step, digest) = if is_extensive() { (1, all) } else { (4099, sampled) };
    let found =
        ranges.iter().map(|range| run(function, *range, step)).fold(Found::default(), Found::and);
    eprintln!("{function:?}: {found:#x?}");
    assert!(found.n_finite > 4_000, "{function:?}: {found:?}");
    assert_eq!([found.n_undecided, found.n_misplaced, found.n_open], [0; 3], "{function:?}");
    assert_eq!(found.digest, digest, "{function:?}: {:#018x}", found.digest);
}

/// Beyond the subnormal numbers all repeats after two binades.
const TWO_BINADES: [[u64; 2]; 2] = [[0x3f80_0000, 0x4080_0000], [0, 0x0080_0000]];

#[test]
fn roots_are_decided() {
    check(Function::Root, &TWO_BINADES, [0x6fce_5046_980f_305f, 0x297a_cad2_fcaf_dd53]);
}

#[test]
fn reciprocal_roots_are_decided() {
    check(Function::ReciprocalRoot, &TWO_BINADES, [0x21e1_0245_5b53_9076, 0x4e01_55a4_4737_6a2a]);
}

/// The sign of the operand changes the sign of the result at most, here and below.
#[test]
fn sines_are_decided() {
    check(Function::Sine, &[POSITIVE], [0x566b_a720_7158_dc45, 0x3431_c7df_b519_589f]);
}

#[test]
fn cosines_are_decided() {
    check(Function::Cosine, &[POSITIVE], [0xd84b_5587_5df4_eeba, 0xadfd_7624_baa6_9aaf]);
}

/// There is no logarithm of a negative number.
#[test]
fn logarithms_are_decided() {
    check(Function::Log2, &[POSITIVE], [0xc928_dbf6_7d53_eb80, 0xacf5_8fe0_257e_daf0]);
}

#[test]
fn powers_are_decided() {
    check(Function::Exp2, &[POSITIVE, NEGATIVE], [0x489e_8924_97db_5b4b, 0xb159_1997_2bda_b53d]);
}

#[test]
fn hyperbolic_tangents_are_decided() {
    check(Function::Tanh, &[POSITIVE], [0xab7b_f29b_38d1_bee1, 0xe5f1_94ac_52a4_9204]);
}
