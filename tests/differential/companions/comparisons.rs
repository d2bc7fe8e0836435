//! Comparisons of integers, floats and packed lanes, and selections.

use std::cmp::Ordering;

use super::{W, compare, number, shape};

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
