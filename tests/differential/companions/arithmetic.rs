//! Sums, products, signs, extrema, packed lanes and dot products of integers.

use super::{W, compare, kept, number, shape};

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
