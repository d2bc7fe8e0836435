//! Quotients, products of 24 bits, and packed integers of 8 bits.

use super::{W, compare, number, shape};

#[test]
fn quotients_and_remainders() {
    let spellings = [
        ("div.u16", W[0]),
        ("div.s16", W[0]),
        ("div.u32", W[1]),
        ("div.s32", W[1]),
        ("div.u64", W[2]),
        ("div.s64", W[2]),
        ("rem.u16", W[0]),
        ("rem.s16", W[0]),
        ("rem.u32", W[1]),
        ("rem.s32", W[1]),
        ("rem.u64", W[2]),
        ("rem.s64", W[2]),
    ];
    compare("div, rem", &spellings, |spelling, &[a, b, ..]| {
        let shape = shape(spelling);
        let all = u64::MAX >> (64 - shape.0);
        if b == 0 {
            return [all, 0];
        }
        // Magnitudes by shifts and subtractions, then the signs.
        let (x, y) = (number(a, shape), number(b, shape));
        let (mut quotient, mut rest) = (0_u128, 0_u128);
        for place in (0..64).rev() {
            rest = rest << 1 | x.unsigned_abs() >> place & 1;
            quotient <<= 1;
            if rest >= y.unsigned_abs() {
                rest -= y.unsigned_abs();
                quotient |= 1;
            }
        }
        let is_div = spelling.starts_with("div");
        let is_negative = if is_div { (x < 0) != (y < 0) } else { x < 0 };
        let magnitude = if is_div { quotient } else { rest } as u64;
        [if is_negative { magnitude.wrapping_neg() } else { magnitude } & all, 0]
    });
}

#[test]
fn products_of_24_bits() {
    let spellings = [
        ("mul24.lo.u32", W[1]),
        ("mul24.hi.u32", W[1]),
        ("mul24.lo.s32", W[1]),
        ("mul24.hi.s32", W[1]),
        ("mad24.lo.u32", W[1]),
        ("mad24.hi.s32", W[1]),
        ("mad24.hi.sat.s32", W[1]),
    ];
    compare("mul24, mad24", &spellings, |spelling, &[a, b, c, ..]| {
        let factor = |bits: u64| {
            let top = (bits as u32) << 8;
            if spelling.ends_with("s32") { i64::from(top as i32 >> 8) } else { i64::from(top >> 8) }
        };
        let product = factor(a) * factor(b);
        let part = if spelling.contains(".hi") { product >> 16 } else { product } as u32;
        let c = if spelling.starts_with("mad") { c as u32 } else { 0 };
        let sum = if spelling.contains(".sat") {
            (part as i32).saturating_add(c as i32) as u32
        } else {
            part.wrapping_add(c)
        };
        [u64::from(sum), 0]
    });
}

#[test]
fn packed_integers_of_8_bits() {
    let spellings: [(&str, &[u32]); 14] = [
        ("add.u8x4", W[1]),
        ("add.s8x4", W[1]),
        ("add.sat.u8x4", W[1]),
        ("add.sat.s8x4", W[1]),
        ("sub.u8x4", W[1]),
        ("sub.s8x4", W[1]),
        ("sub.sat.u8x4", W[1]),
        ("sub.sat.s8x4", W[1]),
        ("min.u8x4", W[1]),
        ("min.s8x4", W[1]),
        ("min.relu.s8x4", W[1]),
        ("max.u8x4", W[1]),
        ("max.relu.s8x4", W[1]),
        ("neg.s8x4", &[32]),
    ];
    compare("add, sub, min, max, neg of bytes", &spellings, |spelling, &[a, b, ..]| {
        let mut result = (a as u32).to_le_bytes();
        for (x, y) in result.iter_mut().zip((b as u32).to_le_bytes()) {
            let (s, t) = (*x as i8, y as i8);
            *x = match spelling.trim_end_matches("8x4") {
                "add.u" | "add.s" => x.wrapping_add(y),
                "sub.u" | "sub.s" => x.wrapping_sub(y),
                "add.sat.u" => x.saturating_add(y),
                "sub.sat.u" => x.saturating_sub(y),
                "add.sat.s" => s.saturating_add(t) as u8,
                "sub.sat.s" => s.saturating_sub(t) as u8,
                "min.u" => (*x).min(y),
                "max.u" => (*x).max(y),
                "min.s" => s.min(t) as u8,
                "min.relu.s" => s.min(t).max(0) as u8,
                "max.relu.s" => s.max(t).max(0) as u8,
                "neg.s" => s.wrapping_neg() as u8,
                other => panic!("{other}"),
            };
        }
        [u64::from(u32::from_le_bytes(result)), 0]
    });
}

#[test]
fn saturated_sums() {
    let spellings = [("add.sat.u32", W[1]), ("add.sat.u16x2", W[1]), ("add.sat.s16x2", W[1])];
    compare("add.sat", &spellings, |spelling, &[a, b, ..]| {
        if spelling.ends_with("u32") {
            return [u64::from((a as u32).saturating_add(b as u32)), 0];
        }
        let lane = |place: u32| {
            let (x, y) = ((a >> place) as u16, (b >> place) as u16);
            let sum = if spelling.contains(".s16") {
                (x as i16).saturating_add(y as i16) as u16
            } else {
                x.saturating_add(y)
            };
            u64::from(sum) << place
        };
        [lane(0) | lane(16), 0]
    });
}
