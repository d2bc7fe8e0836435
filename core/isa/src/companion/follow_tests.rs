//! Results for open bits, compared with the results for all values of those bits.

use alloc::vec;
use alloc::vec::Vec;

use super::{Given, MAX_OPERANDS, Partial, Prepared, resolve};
use crate::catalog::{Context, LATEST_ISA, Target};
use crate::syntax::parse;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn prepared(text: &str) -> Prepared {
    let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
    resolve(&parse(text).0, &context).unwrap().unwrap().prepare(&context)
}

/// Operands by letter: one letter is one register, and `#` is a constant.
fn given(partials: &[(char, Partial)]) -> [Given; MAX_OPERANDS] {
    let nothing = Given { partial: Partial::determined(0), register: None };
    let mut given = [nothing; MAX_OPERANDS];
    for (place, (name, partial)) in given.iter_mut().zip(partials) {
        let register = (*name != '#').then_some(*name as usize);
        *place = Given { partial: *partial, register };
    }
    given
}

/// The first result of an instruction.
fn result(text: &str, partials: &[(char, Partial)]) -> Partial {
    let [result, _] = prepared(text).follow(&given(partials), [32, 1]);
    result
}

/// An f32 NaN of any sign and payload.
fn nan() -> Partial {
    Partial::with_runs(0x7fff_ffff, 0x807f_ffff, 0x007f_ffff)
}

const fn constant(bits: u64) -> (char, Partial) {
    ('#', Partial::determined(bits))
}

#[test]
fn what_no_open_bit_changes_is_determined() {
    let t = ('t', nan());
    let u = ('u', nan());
    let cases = [
        ("and.b32 d, t, 0x7f800000", vec![t, constant(0x7f80_0000)], 0x7f80_0000),
        ("or.b32 d, t, -1", vec![t, constant(0xffff_ffff)], 0xffff_ffff),
        ("xor.b32 d, t, t", vec![t, t], 0),
        ("sub.u32 d, t, t", vec![t, t], 0),
        ("lop3.b32 d, t, t, c, 0x66", vec![t, t, constant(5), constant(0x3c)], 0),
        ("cnot.b32 d, t", vec![t], 0),
        ("setp.gt.u32 p, t, 0x7f800000", vec![t, constant(0x7f80_0000)], 1),
        ("setp.eq.u32 p, t, 0", vec![t, constant(0)], 0),
        ("setp.eq.u32 p, t, t", vec![t, t], 1),
        ("setp.lt.f32 p, t, u", vec![t, u], 0),
        ("set.ne.u32.f32 d, t, u", vec![t, u], 0),
        ("set.neu.u32.f32 d, t, u", vec![t, u], 0xffff_ffff),
        ("clz.b32 d, t", vec![('t', nan().masked(0x7fff_ffff))], 1),
        ("bfe.u32 d, t, 23, 8", vec![t, constant(23), constant(8)], 0xff),
        ("shl.b32 d, t, 32", vec![t, constant(32)], 0),
        ("min.u32 d, t, 5", vec![t, constant(5)], 5),
    ];
    for (text, given, bits) in cases {
        assert_eq!(result(text, &given), Partial::determined(bits), "{text}");
    }
}

#[test]
fn a_payload_is_not_zero_behind_bits_that_are_moved() {
    let magnitude = result("and.b32 u, t, 0x7fffffff", &[('t', nan()), constant(0x7fff_ffff)]);
    assert_eq!(magnitude.least(), 0x7f80_0001);
    let shifted = result("shl.b32 u, t, 1", &[('t', nan()), constant(1)]);
    assert_eq!(shifted.least(), 0xff00_0002);
    // The lowest bit of the payload is shifted out.
    let lost = result("shr.u32 u, t, 1", &[('t', nan()), constant(1)]);
    assert_eq!(lost.least(), 0x3fc0_0000);
    // The complement of a payload may be 0.
    assert_eq!(result("not.b32 u, t", &[('t', nan())]).least(), 0);
    let other = [('t', nan()), ('u', Partial::open(0, 0x7f_ffff))];
    assert_eq!(result("xor.b32 u, t, u", &other).least(), 0x7f80_0000);
    assert_eq!(result("or.b32 u, t, u", &other).least(), 0x7f80_0001);
}

#[test]
fn either_operand_of_an_open_selection_is_possible() {
    let condition = ('p', Partial::open(1, 1));
    let nine_or_eight = [constant(9), ('b', Partial::determined(8)), condition];
    assert_eq!(result("selp.b32 d, a, b, p", &nine_or_eight), Partial::open(9, 1));
    let same = [('a', nan()), ('a', nan()), condition];
    assert_eq!(result("selp.b32 d, a, a, p", &same), nan());
    // A comparison with a NaN is false, whatever the sign of the NaN.
    let of_nan = [constant(9), ('b', Partial::determined(8)), ('t', nan())];
    assert_eq!(result("slct.b32.f32 d, a, b, t", &of_nan), Partial::determined(8));
    assert_eq!(result("slct.b32.s32 d, a, b, t", &of_nan), Partial::open(9, 1));
}

/// A generator of pseudorandom bits.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        self.0 >> 32
    }

    /// An operand of 32 bits: mostly with many open bits, and with runs.
    fn operand(&mut self) -> Partial {
        let bits = self.bits();
        match self.bits() % 5 {
            0 => Partial::determined(bits),
            1 => Partial::open(bits, self.bits() & self.bits()),
            2 => Partial::open(bits & 0xf_ffff, self.bits() & 0xf_ffff),
            3 => Partial::with_runs(bits | 0x7f80_0001, 0x807f_ffff, 0x007f_ffff),
            _ => {
                let run = (bits | 1) & 0xff << (self.bits() % 24);
                Partial::with_runs(bits | run, self.bits() | run, run)
            }
        }
    }

    /// A permitted value of an operand.
    fn filling(&mut self, partial: &Partial) -> u64 {
        let chosen = [self.bits() & self.bits(), self.bits(), 0, u64::MAX];
        let chosen = chosen[usize::try_from(self.bits() % 4).unwrap()];
        let bits = partial.bits & !partial.open | chosen & partial.open;
        if partial.admits(bits) { bits } else { partial.least() }
    }
}

/// Instructions of every kind.
const TEXTS: [&str; 89] = [
    "and.b32",
    "or.b32",
    "xor.b32",
    "not.b32",
    "cnot.b32",
    "shl.b32",
    "shr.u32",
    "shr.s32",
    "shf.l.wrap.b32",
    "shf.r.clamp.b32",
    "lop3.b32",
    "lop3.or.b32",
    "prmt.b32",
    "prmt.b32.f4e",
    "prmt.b32.rc8",
    "bfe.u32",
    "bfe.s32",
    "bfi.b32",
    "brev.b32",
    "popc.b32",
    "clz.b32",
    "bfind.u32",
    "bfind.s32",
    "bfind.shiftamt.u32",
    "szext.wrap.s32",
    "szext.clamp.u32",
    "add.s32",
    "sub.s32",
    "add.sat.s32",
    "mul.lo.s32",
    "mul.hi.u32",
    "mad.lo.u32",
    "neg.s32",
    "abs.s32",
    "min.s32",
    "max.u32",
    "min.u16x2",
    "mul24.lo.s32",
    "mul24.hi.u32",
    "sad.s32",
    "div.u32",
    "rem.s32",
    "setp.lt.s32",
    "setp.le.u32",
    "setp.eq.s32",
    "setp.ne.u32",
    "setp.ge.and.s32",
    "setp.gt.f32",
    "setp.leu.f32",
    "setp.num.f32",
    "set.gt.u32.s32",
    "set.lt.f32.u32",
    "set.eq.xor.u32.f32",
    "selp.b32",
    "slct.b32.s32",
    "slct.b32.f32",
    "dp4a.u32.s32",
    "dp2a.lo.s32.u32",
    "bmsk.clamp.b32",
    "cvt.pack.sat.s16.s32",
    "add.cc.u32",
    "subc.cc.u32",
    "setp.lt.f16x2",
    "setp.le.u64",
    "setp.eq.s64",
    "set.gt.u32.s64",
    "and.b64",
    "shr.s64",
    "shl.b64",
    "bfe.s64",
    "bfi.b64",
    "brev.b64",
    "popc.b64",
    "clz.b64",
    "bfind.u64",
    "min.s64",
    "max.u64",
    "add.s64",
    "mul.lo.u64",
    "mul.wide.s32",
    "neg.s64",
    "selp.b64",
    "slct.b64.s32",
    "setp.lt.f64",
    "and.b16",
    "min.s16",
    "setp.lt.s16",
    "cnot.b16",
    "not.b64",
];

impl Random {
    fn index(&mut self, count: usize) -> usize {
        usize::try_from(self.bits()).unwrap() % count
    }

    /// Operands for an instruction: some are the same register, some constants.
    fn operands(&mut self, text: &str) -> [Given; MAX_OPERANDS] {
        let known = [(); 4].map(|()| {
            let (low, high) = (self.operand(), self.operand());
            let is_long = text.contains("64");
            let narrow = if text.contains("16") { low.masked(0xffff) } else { low };
            if is_long { low.beside(&high.shifted(32)) } else { narrow }
        });
        let n_names = 1 + self.index(4);
        let condition = ('p', Partial::open(1, self.bits() & 1));
        let has_condition = [".and", ".xor", "selp", "subc"].iter().any(|it| text.contains(it));
        let operands: Vec<_> = (0..MAX_OPERANDS)
            .map(|place| match place {
                4 => condition,
                2 if has_condition => condition,
                // Half of the amounts and tables are known.
                1.. if self.bits().is_multiple_of(2) => constant(self.bits() & 0x1f),
                3 => constant(self.bits() & 0xff),
                _ => {
                    let name = self.index(n_names);
                    (char::from(b"abcd"[name]), known[name])
                }
            })
            .collect();
        given(&operands)
    }

    /// A permitted value of each operand; operands in one register have the same value.
    fn fillings(&mut self, all: &[Given; MAX_OPERANDS]) -> [u64; MAX_OPERANDS] {
        let mut known: Vec<(usize, u64)> = Vec::new();
        all.map(|each| {
            let bits = self.filling(&each.partial);
            let Some(register) = each.register else { return bits };
            let before = known.iter().find(|(own, _)| *own == register);
            let bits = before.map_or(bits, |(_, bits)| *bits);
            known.push((register, bits));
            bits
        })
    }
}

#[test]
fn every_filling_is_admitted() {
    let mut random = Random(11);
    let (mut n_pinned, mut n_open) = (0, 0);
    for text in TEXTS {
        let prepared = prepared(text);
        for _ in 0..300 {
            let all = random.operands(text);
            let width = if text.contains("64") || text.contains("wide") { 64 } else { 32 };
            let widths = if text.starts_with("setp") { [1, 1] } else { [width, 1] };
            let results = prepared.follow(&all, widths);
            for _ in 0..20 {
                let found = prepared.evaluate(&random.fillings(&all));
                for (result, bits) in results.iter().zip(found) {
                    assert!(result.admits(bits), "{text} {all:x?} {result:x?} {bits:#x}");
                }
            }
            let [first, _] = results;
            if first.is_determined() { n_pinned += 1 } else { n_open += 1 }
        }
    }
    assert!(n_pinned > 2_000 && n_open > 2_000, "{n_pinned} {n_open}");
}
