//! Companion instructions beside a second implementation: host integers where the core works with
//! bits, bits where it works with integers, and the host's own comparisons of floats.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "host integers that are cut and taken as signed are the reference"
)]

use std::cmp::Ordering;
use std::collections::BTreeSet;

use conformance::is_extensive;
use conformance::random::Random;
use ptxfp::catalog::{Context, LATEST_ISA, Target};
use ptxfp::internals::companion::{Prepared, resolve};
use ptxfp::syntax::parse;

/// The least number of operands of each opcode that are compared.
const COUNT: usize = 1_000_000;

type Reference = fn(&str, &[u64; 5]) -> [u64; 2];

fn prepared(spelling: &str) -> Prepared {
    let context = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").expect("a target") };
    let (statement, _) = parse(spelling);
    let found = resolve(&statement, &context).unwrap_or_else(|| panic!("{spelling}"));
    found.unwrap_or_else(|wrong| panic!("{spelling}: {}", wrong.message)).prepare(&context)
}

/// Operands where something happens: ends of ranges, few bits, small numbers.
fn operand(random: &mut Random, width: u32) -> u64 {
    let all = u64::MAX >> (64 - width);
    let bits = match random.below(7) {
        0 => random.below(80),
        1 => random.below(80).wrapping_neg(),
        2 => 1 << random.below(64),
        3 => (1 << random.below(64)) - 1,
        4 => !(1 << random.below(64)),
        5 => random.bits() & random.bits() & random.bits(),
        _ => random.bits(),
    };
    // The same number in each half, too.
    if random.below(16) == 0 {
        (bits << (width / 2) | bits & all >> (width / 2)) & all
    } else {
        bits & all
    }
}

/// Compares spellings of one opcode: each with the widths of its operands.
fn compare(name: &str, spellings: &[(&str, &[u32])], reference: Reference) {
    let mut random = Random::named(name);
    let count = if is_extensive() { 100 * COUNT } else { COUNT };
    let opcodes: BTreeSet<_> = spellings.iter().map(|(text, _)| text.split('.').next()).collect();
    let each = (count * opcodes.len()).div_ceil(spellings.len());
    for (spelling, widths) in spellings {
        let prepared = prepared(spelling);
        for _ in 0..each {
            let mut operands = [0; 5];
            for (place, width) in operands.iter_mut().zip(*widths) {
                *place = operand(&mut random, *width);
            }
            let found = prepared.evaluate(&operands);
            let expected = reference(spelling, &operands);
            assert_eq!(found, expected, "{spelling} {operands:x?}");
        }
    }
}

/// Bits of a type, and whether it is signed.
fn shape(spelling: &str) -> (u32, bool) {
    let kind = spelling
        .rsplit('.')
        .find(|part| part.starts_with(['s', 'u', 'b']) && part[1..].parse::<u32>().is_ok());
    let kind = kind.unwrap_or("b32");
    (kind[1..].parse().expect("a width"), kind.starts_with('s'))
}

fn signed(bits: u64, width: u32) -> i128 {
    i128::from((bits << (64 - width)).cast_signed() >> (64 - width))
}

fn number(bits: u64, (width, is_signed): (u32, bool)) -> i128 {
    if is_signed { signed(bits, width) } else { i128::from(bits) }
}

/// The remainder of a number for a register.
fn kept(number: i128, width: u32) -> u64 {
    u64::try_from(number.rem_euclid(1 << width)).expect("64 bits")
}

const W: [&[u32]; 3] = [&[16, 16, 16], &[32, 32, 32], &[64, 64, 64]];

#[test]
fn sums() {
    let spellings = [
        ("add.u16", W[0]),
        ("add.s32", W[1]),
        ("add.u64", W[2]),
        ("add.sat.s32", W[1]),
        ("add.s16x2", W[1]),
        ("sub.s16", W[0]),
        ("sub.u32", W[1]),
        ("sub.s64", W[2]),
        ("sub.sat.s32", W[1]),
    ];
    compare("add, sub", &spellings, |spelling, &[a, b, ..]| {
        let is_sub = spelling.starts_with("sub");
        if spelling.ends_with("16x2") {
            let low = (a as u16).wrapping_add(b as u16);
            let high = ((a >> 16) as u16).wrapping_add((b >> 16) as u16);
            return [u64::from(high) << 16 | u64::from(low), 0];
        }
        if spelling.contains(".sat") {
            let (a, b) = (a as u32 as i32, b as u32 as i32);
            let sum = if is_sub { a.saturating_sub(b) } else { a.saturating_add(b) };
            return [u64::from(sum as u32), 0];
        }
        let (width, _) = shape(spelling);
        let sum = if is_sub { a.wrapping_sub(b) } else { a.wrapping_add(b) };
        [sum & u64::MAX >> (64 - width), 0]
    });
}

#[test]
fn sums_with_carry() {
    let spellings: [(&str, &[u32]); 10] = [
        ("add.cc.u32", &[32, 32]),
        ("add.cc.s64", &[64, 64]),
        ("addc.cc.u32", &[32, 32, 1]),
        ("addc.u64", &[64, 64, 1]),
        ("addc.cc.u64", &[64, 64, 1]),
        ("sub.cc.u32", &[32, 32]),
        ("sub.cc.u64", &[64, 64]),
        ("subc.u32", &[32, 32, 1]),
        ("subc.cc.s64", &[64, 64, 1]),
        ("subc.cc.u32", &[32, 32, 1]),
    ];
    compare("add.cc, addc, sub.cc, subc", &spellings, |spelling, &[a, b, carry, ..]| {
        let (width, _) = shape(spelling);
        let writes = true;
        let reads = spelling.starts_with("addc") || spelling.starts_with("subc");
        let (a, b) = (i128::from(a), i128::from(b));
        let (sum, carried) = if spelling.starts_with("sub") {
            // The carry means that nothing was borrowed.
            let borrowed = i128::from(reads && carry == 0);
            let difference = a - b - borrowed;
            (difference, difference >= 0)
        } else {
            let sum = a + b + if reads { i128::from(carry) } else { 0 };
            (sum, sum >= 1 << width)
        };
        [kept(sum, width), u64::from(writes && carried)]
    });
}

/// A product of 128 bits by schoolbook multiplication of halves.
fn product(a: u64, b: u64) -> (u64, u64) {
    let (al, ah, bl, bh) = (a & 0xffff_ffff, a >> 32, b & 0xffff_ffff, b >> 32);
    let (ll, lh, hl, hh) = (al * bl, al * bh, ah * bl, ah * bh);
    let middle = (ll >> 32) + (lh & 0xffff_ffff) + (hl & 0xffff_ffff);
    (hh + (lh >> 32) + (hl >> 32) + (middle >> 32), middle << 32 | ll & 0xffff_ffff)
}

/// The halves of a product of a type.
fn halves(a: u64, b: u64, (width, is_signed): (u32, bool)) -> (u64, u64) {
    let all = u64::MAX >> (64 - width);
    let (high, low) = if width == 64 {
        product(a, b)
    } else {
        let whole = a * b;
        (whole >> width, whole & all)
    };
    // A negative factor is 2^width too large.
    let mut high = high;
    for (one, other) in [(a, b), (b, a)] {
        if is_signed && one >> (width - 1) & 1 == 1 {
            high = high.wrapping_sub(other);
        }
    }
    (high & all, low)
}

#[test]
fn products() {
    let spellings: [(&str, &[u32]); 17] = [
        ("mul.lo.u16", W[0]),
        ("mul.hi.s16", W[0]),
        ("mul.wide.s16", W[0]),
        ("mul.lo.s32", W[1]),
        ("mul.hi.u32", W[1]),
        ("mul.hi.s32", W[1]),
        ("mul.wide.u32", W[1]),
        ("mul.wide.s32", W[1]),
        ("mul.lo.u64", W[2]),
        ("mul.hi.u64", W[2]),
        ("mul.hi.s64", W[2]),
        ("mad.lo.s32", W[1]),
        ("mad.hi.u64", W[2]),
        ("mad.wide.s32", &[32, 32, 64]),
        ("mad.wide.u16", &[16, 16, 32]),
        ("mad.hi.sat.s32", W[1]),
        ("mad.lo.u16", W[0]),
    ];
    compare("mul, mad", &spellings, |spelling, &[a, b, c, ..]| {
        let shape = shape(spelling);
        let width = shape.0;
        let (high, low) = halves(a, b, shape);
        let all = u64::MAX >> (64 - width);
        let c = if spelling.starts_with("mad") { c } else { 0 };
        if spelling.contains(".sat") {
            let sum = (high as u32 as i32).saturating_add(c as u32 as i32);
            return [u64::from(sum as u32), 0];
        }
        if spelling.contains(".wide") {
            let whole = high << width | low;
            return [whole.wrapping_add(c) & u64::MAX >> (64 - 2 * width), 0];
        }
        [if spelling.contains(".hi") { high } else { low }.wrapping_add(c) & all, 0]
    });
}

#[test]
fn products_with_carry() {
    let spellings: [(&str, &[u32]); 6] = [
        ("mad.lo.cc.u32", &[32, 32, 32]),
        ("mad.hi.cc.s32", &[32, 32, 32]),
        ("mad.lo.cc.u64", &[64, 64, 64]),
        ("madc.hi.cc.u64", &[64, 64, 64, 1]),
        ("madc.lo.u32", &[32, 32, 32, 1]),
        ("madc.hi.s64", &[64, 64, 64, 1]),
    ];
    compare("mad.cc, madc", &spellings, |spelling, &[a, b, c, carry, ..]| {
        let shape = shape(spelling);
        let (high, low) = halves(a, b, shape);
        let part = if spelling.contains(".hi") { high } else { low };
        let carry = if spelling.starts_with("madc") { carry } else { 0 };
        let sum = u128::from(part) + u128::from(c) + u128::from(carry);
        [(sum % (1 << shape.0)) as u64, u64::from(sum >= 1 << shape.0)]
    });
}

#[test]
fn signs_and_extrema() {
    let spellings = [
        ("abs.s16", W[0]),
        ("abs.s32", W[1]),
        ("abs.s64", W[2]),
        ("neg.s16", W[0]),
        ("neg.s32", W[1]),
        ("neg.s64", W[2]),
        ("min.u16", W[0]),
        ("min.s32", W[1]),
        ("max.u64", W[2]),
        ("max.s64", W[2]),
        ("min.u32", W[1]),
        ("max.s16", W[0]),
        ("min.relu.s32", W[1]),
        ("max.relu.s32", W[1]),
        ("sad.u16", W[0]),
        ("sad.s32", W[1]),
        ("sad.u64", W[2]),
        ("sad.s64", W[2]),
    ];
    compare("abs, neg, min, max, sad", &spellings, |spelling, &[a, b, c, ..]| {
        let shape = shape(spelling);
        let (x, y) = (number(a, shape), number(b, shape));
        let result = match &spelling[..3] {
            "abs" => {
                if x < 0 {
                    -x
                } else {
                    x
                }
            }
            "neg" => -x,
            "min" => {
                if x < y {
                    x
                } else {
                    y
                }
            }
            "max" => {
                if x > y {
                    x
                } else {
                    y
                }
            }
            _ => i128::from(c) + if x < y { y - x } else { x - y },
        };
        let result = if spelling.contains(".relu") && result < 0 { 0 } else { result };
        [kept(result, shape.0), 0]
    });
}

#[test]
fn lanes() {
    let spellings = [
        ("min.s16x2", W[1]),
        ("max.u16x2", W[1]),
        ("min.relu.s16x2", W[1]),
        ("max.relu.s16x2", W[1]),
        ("add.u16x2", W[1]),
    ];
    compare("packed integers", &spellings, |spelling, &[a, b, ..]| {
        let lane = |shift: u32| {
            let (x, y) = ((a >> shift) as u16, (b >> shift) as u16);
            let (i, j) = (x as i16, y as i16);
            match spelling {
                "min.s16x2" => i.min(j) as u16,
                "max.u16x2" => x.max(y),
                "min.relu.s16x2" => i.min(j).max(0) as u16,
                "max.relu.s16x2" => i.max(j).max(0) as u16,
                _ => x.wrapping_add(y),
            }
        };
        [u64::from(lane(16)) << 16 | u64::from(lane(0)), 0]
    });
}

#[test]
fn dot_products() {
    let spellings = [
        ("dp4a.u32.u32", W[1]),
        ("dp4a.s32.s32", W[1]),
        ("dp4a.u32.s32", W[1]),
        ("dp4a.s32.u32", W[1]),
        ("dp2a.lo.s32.u32", W[1]),
        ("dp2a.hi.s32.s32", W[1]),
        ("dp2a.lo.u32.u32", W[1]),
        ("dp2a.hi.u32.s32", W[1]),
    ];
    compare("dp4a, dp2a", &spellings, |spelling, &[a, b, c, ..]| {
        let types: Vec<&str> = spelling.rsplit('.').take(2).collect();
        let (one, other) = (types[1] == "s32", types[0] == "s32");
        let byte = |bits: u64, is_signed: bool| {
            if is_signed { i64::from(bits as u8 as i8) } else { i64::from(bits as u8) }
        };
        let half =
            |bits: u64| if one { i64::from(bits as u16 as i16) } else { i64::from(bits as u16) };
        let mut sum = i64::from(c as u32);
        if spelling.starts_with("dp4a") {
            for shift in [0, 8, 16, 24] {
                sum += byte(a >> shift, one) * byte(b >> shift, other);
            }
        } else {
            let b = if spelling.contains(".hi") { b >> 16 } else { b };
            sum += half(a) * byte(b, other) + half(a >> 16) * byte(b >> 8, other);
        }
        [u64::from(sum as u32), 0]
    });
}

/// The bits of a register, the lowest first.
fn bits(value: u64, width: u32) -> Vec<bool> {
    (0..width).map(|index| value >> index & 1 == 1).collect()
}

fn register(bits: &[bool]) -> u64 {
    bits.iter().rev().fold(0, |all, bit| all << 1 | u64::from(*bit))
}

#[test]
fn counts_and_places() {
    let spellings = [
        ("popc.b32", W[1]),
        ("popc.b64", W[2]),
        ("clz.b32", W[1]),
        ("clz.b64", W[2]),
        ("brev.b32", W[1]),
        ("brev.b64", W[2]),
        ("bfind.u32", W[1]),
        ("bfind.s32", W[1]),
        ("bfind.u64", W[2]),
        ("bfind.s64", W[2]),
        ("bfind.shiftamt.u32", W[1]),
        ("bfind.shiftamt.s64", W[2]),
    ];
    compare("popc, clz, brev, bfind", &spellings, |spelling, &[a, ..]| {
        let (width, is_signed) = shape(spelling);
        let mut all = bits(a, width);
        let sign = is_signed && all[all.len() - 1];
        let result = match &spelling[..4] {
            "popc" => all.iter().filter(|bit| **bit).count() as u64,
            "clz." => all.iter().rev().take_while(|bit| !**bit).count() as u64,
            "brev" => {
                all.reverse();
                register(&all)
            }
            _ => match all.iter().rposition(|bit| *bit != sign) {
                None => 0xffff_ffff,
                Some(place) if spelling.contains("shiftamt") => all.len() as u64 - 1 - place as u64,
                Some(place) => place as u64,
            },
        };
        [result, 0]
    });
}

#[test]
fn fields() {
    let spellings: [(&str, &[u32]); 14] = [
        ("bfe.u32", &[32, 8, 8]),
        ("bfe.s32", &[32, 8, 8]),
        ("bfe.u64", &[64, 8, 8]),
        ("bfe.s64", &[64, 8, 8]),
        ("bfe.s32", &[32, 5, 6]),
        ("bfe.s64", &[64, 32, 6]),
        ("bfi.b32", &[32, 32, 6, 6]),
        ("bfi.b64", &[64, 64, 7, 7]),
        ("bfi.b32", &[32, 32, 32, 32]),
        ("szext.clamp.s32", &[32, 6]),
        ("szext.wrap.s32", &[32, 32]),
        ("szext.clamp.u32", &[32, 32]),
        ("bmsk.clamp.b32", &[6, 6]),
        ("bmsk.wrap.b32", &[32, 6]),
    ];
    compare("bfe, bfi, szext, bmsk", &spellings, |spelling, &[a, b, c, d, ..]| {
        let (width, is_signed) = shape(spelling);
        let n = width as usize;
        let source = bits(a, width);
        let result = match &spelling[..3] {
            "bfe" => {
                let (place, length) = ((b & 255) as usize, (c & 255) as usize);
                let sign = is_signed && length > 0 && source[(place + length - 1).min(n - 1)];
                let bit =
                    |i: usize| if i < length && place + i < n { source[place + i] } else { sign };
                (0..n).map(bit).collect()
            }
            "bfi" => {
                let (place, length) = ((c & 255) as usize, (d & 255) as usize);
                let mut into = bits(b, width);
                for i in 0..length.min(n) {
                    if place + i < n {
                        into[place + i] = source[i];
                    }
                }
                into
            }
            "sze" => {
                let is_all = b >= 32 && spelling.contains("clamp");
                let length = if is_all { 32 } else { (b % 32) as usize };
                let sign = is_signed && length > 0 && source[length - 1];
                (0..n).map(|i| if i < length { source[i] } else { sign }).collect()
            }
            _ => {
                let is_clamped = spelling.contains("clamp");
                let place = if is_clamped { a } else { a % 32 };
                let length = if is_clamped { b } else { b % 32 };
                (0..32).map(|i| i >= place && i - place < length).collect()
            }
        };
        [register(&result), 0]
    });
}

#[test]
fn logic() {
    let spellings: [(&str, &[u32]); 12] = [
        ("and.b32", W[1]),
        ("or.b64", W[2]),
        ("xor.b16", W[0]),
        ("not.b32", W[1]),
        ("not.b64", W[2]),
        ("cnot.b16", W[0]),
        ("cnot.b64", W[2]),
        ("and.pred", &[1, 1]),
        ("not.pred", &[1]),
        ("lop3.b32", &[32, 32, 32, 8]),
        ("lop3.and.b32", &[32, 32, 32, 8, 1]),
        ("lop3.or.b32", &[3, 3, 3, 8, 1]),
    ];
    compare("and, or, xor, not, cnot, lop3", &spellings, |spelling, &[a, b, c, table, q]| {
        let width = if spelling.ends_with("pred") { 1 } else { shape(spelling).0 };
        let (x, y, z) = (bits(a, width), bits(b, width), bits(c, width));
        if spelling.starts_with("cnot") {
            return [u64::from(x.iter().all(|bit| !bit)), 0];
        }
        let bit = |i: usize| match spelling.split('.').next() {
            Some("and") => x[i] && y[i],
            Some("or") => x[i] || y[i],
            Some("xor") => x[i] != y[i],
            Some("not") => !x[i],
            _ => table >> (4 * u32::from(x[i]) + 2 * u32::from(y[i]) + u32::from(z[i])) & 1 == 1,
        };
        let result = register(&(0..width as usize).map(bit).collect::<Vec<_>>());
        let second = match spelling {
            "lop3.and.b32" => result != 0 && q == 1,
            "lop3.or.b32" => result != 0 || q == 1,
            _ => false,
        };
        [result, u64::from(second)]
    });
}

#[test]
fn shifts() {
    let spellings: [(&str, &[u32]); 14] = [
        ("shl.b16", &[16, 6]),
        ("shl.b32", &[32, 6]),
        ("shl.b64", &[64, 7]),
        ("shl.b32", &[32, 32]),
        ("shr.u16", &[16, 6]),
        ("shr.s16", &[16, 6]),
        ("shr.b32", &[32, 6]),
        ("shr.s32", &[32, 6]),
        ("shr.s64", &[64, 7]),
        ("shr.u64", &[64, 32]),
        ("shf.l.wrap.b32", &[32, 32, 7]),
        ("shf.r.wrap.b32", &[32, 32, 32]),
        ("shf.l.clamp.b32", &[32, 32, 6]),
        ("shf.r.clamp.b32", &[32, 32, 32]),
    ];
    compare("shl, shr, shf", &spellings, |spelling, &[a, b, c, ..]| {
        let (width, is_signed) = shape(spelling);
        let n = width as usize;
        if spelling.starts_with("shf") {
            let count = if spelling.contains("clamp") { c.min(32) } else { c % 32 };
            let mut both = bits(a, 32);
            both.extend(bits(b, 32));
            let from =
                if spelling.starts_with("shf.l") { 32 - count as usize } else { count as usize };
            return [register(&both[from..from + 32]), 0];
        }
        let source = bits(a, width);
        let count = b.min(1 << 20) as usize;
        let sign = is_signed && source[n - 1];
        let bit = |i: usize| {
            if spelling.starts_with("shl") {
                i >= count && source[i - count]
            } else if i + count < n {
                source[i + count]
            } else {
                sign
            }
        };
        [register(&(0..n).map(bit).collect::<Vec<_>>()), 0]
    });
}

/// The bytes that each mode takes, the lowest first, as the ISA's table has them.
const PERMUTED: [(&str, [[u8; 4]; 4]); 6] = [
    (".f4e", [[0, 1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 5], [3, 4, 5, 6]]),
    (".b4e", [[0, 7, 6, 5], [1, 0, 7, 6], [2, 1, 0, 7], [3, 2, 1, 0]]),
    (".rc8", [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]]),
    (".ecl", [[0, 1, 2, 3], [1, 1, 2, 3], [2, 2, 2, 3], [3, 3, 3, 3]]),
    (".ecr", [[0, 0, 0, 0], [0, 1, 1, 1], [0, 1, 2, 2], [0, 1, 2, 3]]),
    (".rc16", [[0, 1, 0, 1], [2, 3, 2, 3], [0, 1, 0, 1], [2, 3, 2, 3]]),
];

#[test]
fn permutations() {
    let spellings = [
        ("prmt.b32", W[1]),
        ("prmt.b32.f4e", W[1]),
        ("prmt.b32.b4e", W[1]),
        ("prmt.b32.rc8", W[1]),
        ("prmt.b32.ecl", W[1]),
        ("prmt.b32.ecr", W[1]),
        ("prmt.b32.rc16", W[1]),
    ];
    compare("prmt", &spellings, |spelling, &[a, b, c, ..]| {
        let mut bytes = (a as u32).to_le_bytes().to_vec();
        bytes.extend((b as u32).to_le_bytes());
        let table = PERMUTED.iter().find(|(mode, _)| spelling.ends_with(mode));
        let result: Vec<u8> = (0..4_u32)
            .map(|place| {
                if let Some((_, rows)) = table {
                    bytes[usize::from(rows[(c & 3) as usize][place as usize])]
                } else {
                    let selector = c >> (4 * place) & 15;
                    let byte = bytes[(selector & 7) as usize];
                    if selector < 8 { byte } else { (byte as i8 >> 7) as u8 }
                }
            })
            .collect();
        [u64::from(u32::from_le_bytes(result.try_into().unwrap())), 0]
    });
}

#[test]
fn packed_conversions() {
    let spellings = [
        ("cvt.pack.sat.u16.s32", W[1]),
        ("cvt.pack.sat.s16.s32", W[1]),
        ("cvt.pack.sat.u8.s32.b32", W[1]),
        ("cvt.pack.sat.s8.s32.b32", W[1]),
        ("cvt.pack.sat.u4.s32.b32", W[1]),
        ("cvt.pack.sat.s4.s32.b32", W[1]),
        ("cvt.pack.sat.u2.s32.b32", W[1]),
        ("cvt.pack.sat.s2.s32.b32", W[1]),
    ];
    compare("cvt.pack", &spellings, |spelling, &[a, b, c, ..]| {
        let kind = spelling.split('.').nth(3).unwrap();
        let n: u32 = kind[1..].parse().expect("a width");
        let (least, most) = if kind.starts_with('s') {
            (-(1_i32 << (n - 1)), (1 << (n - 1)) - 1)
        } else {
            (0, (1 << n) - 1)
        };
        let part = |bits: u64| {
            let value = bits as u32 as i32;
            let value = if value < least {
                least
            } else if value > most {
                most
            } else {
                value
            };
            u64::from(value as u32) % (1 << n)
        };
        let low = part(a) * (1 << n) + part(b);
        [if n == 16 { low } else { (c * (1 << (2 * n)) + low) % (1 << 32) }, 0]
    });
}

/// Whether a comparison of integers holds.
fn holds(name: &str, a: i128, b: i128) -> bool {
    match name {
        "eq" => a.partial_cmp(&b).is_some_and(Ordering::is_eq),
        "ne" => a.partial_cmp(&b).is_some_and(Ordering::is_ne),
        "lt" | "lo" => a < b,
        "le" | "ls" => a <= b,
        "gt" | "hi" => a > b,
        _ => a >= b,
    }
}

#[test]
fn comparisons_of_integers() {
    let spellings: [(&str, &[u32]); 10] = [
        ("setp.lt.s32", W[1]),
        ("setp.hs.u16", W[0]),
        ("setp.ne.b64", W[2]),
        ("setp.ge.and.s64", &[64, 64, 1]),
        ("setp.ls.or.u32", &[4, 4, 1]),
        ("setp.gt.xor.s16", &[16, 16, 1]),
        ("set.le.u32.s32", &[32, 32]),
        ("set.eq.and.s32.b16", &[2, 2, 1]),
        ("setp.hi.u64", &[64, 64]),
        ("setp.lo.xor.u64", &[64, 64, 1]),
    ];
    compare("setp, set of integers", &spellings, |spelling, &[a, b, c, ..]| {
        let parts: Vec<&str> = spelling.split('.').collect();
        let shape = shape(parts[parts.len() - 1]);
        let result = holds(parts[1], number(a, shape), number(b, shape));
        let combine = |one: bool| match parts[2] {
            "and" => one && c == 1,
            "or" => one || c == 1,
            "xor" => one != (c == 1),
            _ => one,
        };
        if parts[0] == "set" {
            return [if combine(result) { 0xffff_ffff } else { 0 }, 0];
        }
        [u64::from(combine(result)), u64::from(combine(!result))]
    });
}

/// Whether a comparison of floats holds.
fn floats(name: &str, a: f64, b: f64) -> bool {
    let is_nan = a.is_nan() || b.is_nan();
    match name {
        "num" => return !is_nan,
        "nan" => return is_nan,
        _ => {}
    }
    let plain = name.strip_suffix('u').filter(|_| name.len() == 3);
    if is_nan {
        return plain.is_some();
    }
    match plain.unwrap_or(name) {
        "eq" => a.partial_cmp(&b).is_some_and(Ordering::is_eq),
        "ne" => a.partial_cmp(&b).is_some_and(Ordering::is_ne),
        "lt" => a < b,
        "le" => a <= b,
        "gt" => a > b,
        _ => a >= b,
    }
}

/// The value of a datum, by the host.
fn value(bits: u64, kind: &str, flushes: bool) -> f64 {
    let value = match kind {
        "f64" => f64::from_bits(bits),
        "f32" => f32::from_bits(bits as u32).into(),
        "f16" => half::f16::from_bits(bits as u16).to_f64(),
        _ => half::bf16::from_bits(bits as u16).to_f64(),
    };
    let least = match kind {
        "f16" => half::f16::MIN_POSITIVE.to_f64(),
        _ => f32::MIN_POSITIVE.into(),
    };
    if flushes && value.abs() < least { 0.0 } else { value }
}

#[test]
fn comparisons_of_floats() {
    let mut spellings: Vec<(String, &[u32])> = Vec::new();
    for name in
        ["eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"]
    {
        for (kind, widths) in [
            ("f32", W[1]),
            ("ftz.f32", W[1]),
            ("f64", W[2]),
            ("f16", W[0]),
            ("ftz.f16", W[0]),
            ("bf16", W[0]),
        ] {
            spellings.push((format!("setp.{name}.{kind}"), widths));
        }
    }
    let spellings: Vec<_> =
        spellings.iter().map(|(text, widths)| (text.as_str(), *widths)).collect();
    compare("setp of floats", &spellings, |spelling, &[a, b, ..]| {
        let parts: Vec<&str> = spelling.split('.').collect();
        let (kind, flushes) = (parts[parts.len() - 1], parts[2] == "ftz");
        let result = floats(parts[1], value(a, kind, flushes), value(b, kind, flushes));
        [u64::from(result), u64::from(!result)]
    });
}

#[test]
fn comparisons_of_lanes() {
    let spellings = [
        ("setp.ltu.f16x2", W[1]),
        ("setp.ge.ftz.f16x2", W[1]),
        ("setp.eq.bf16x2", W[1]),
        ("set.gt.f16x2.f16x2", W[1]),
        ("set.neu.u32.bf16x2", W[1]),
        ("set.le.bf16x2.bf16x2", W[1]),
    ];
    compare("setp, set of lanes", &spellings, |spelling, &[a, b, ..]| {
        let parts: Vec<&str> = spelling.split('.').collect();
        let kind = parts[parts.len() - 1].trim_end_matches("x2");
        let flushes = parts[2] == "ftz";
        let lane = |shift: u32| {
            floats(
                parts[1],
                value(a >> shift & 0xffff, kind, flushes),
                value(b >> shift & 0xffff, kind, flushes),
            )
        };
        let one = match parts[2] {
            "f16x2" => 0x3c00,
            "bf16x2" => 0x3f80,
            _ => 0xffff,
        };
        if parts[0] == "setp" {
            return [u64::from(lane(0)), u64::from(lane(16))];
        }
        [u64::from(lane(0)) * one + ((u64::from(lane(16)) * one) << 16), 0]
    });
}

#[test]
fn selections() {
    let spellings: [(&str, &[u32]); 7] = [
        ("selp.b32", &[32, 32, 1]),
        ("selp.f64", &[64, 64, 1]),
        ("slct.u32.s32", &[32, 32, 32]),
        ("slct.f64.s32", &[64, 64, 32]),
        ("slct.b16.f32", &[16, 16, 32]),
        ("slct.ftz.s64.f32", &[64, 64, 32]),
        ("selp.u16", &[16, 16, 1]),
    ];
    compare("selp, slct", &spellings, |spelling, &[a, b, c, ..]| {
        let takes_first = match spelling {
            text if text.starts_with("selp") => c == 1,
            text if text.ends_with("s32") => (c as u32 as i32) >= 0,
            text => value(c, "f32", text.contains("ftz")) >= 0.0,
        };
        [if takes_first { a } else { b }, 0]
    });
}
