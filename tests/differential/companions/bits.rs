//! Counts, fields, logic, shifts, permutations and packed conversions.

use super::{W, compare, shape};

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
