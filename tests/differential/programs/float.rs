//! Tricks with floats.

use super::Program;

fn float(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn bits(number: f32) -> u64 {
    number.to_bits().into()
}

/// Returns results that are numbers; the host's NaN is another one.
fn numbers(results: &[f32]) -> Option<Vec<u64>> {
    let is_nan = results.iter().any(|number| number.is_nan());
    (!is_nan).then(|| results.iter().map(|number| bits(*number)).collect())
}

pub(super) const PROGRAMS: &[Program] = &[
    Program {
        what: "a sum and its error",
        seen: None,
        text: "add.rn.f32 s, a, b; sub.rn.f32 t, s, a; sub.rn.f32 u, s, t; sub.rn.f32 v, b, t; sub.rn.f32 w, a, u; add.rn.f32 e, v, w; mov.b32 r, s; mov.b32 f, e;",
        formula: |x| {
            let [a, b] = [float(x[0]), float(x[1])];
            let sum = a + b;
            let exact = f64::from(a) + f64::from(b) - f64::from(sum);
            // In f64 the sum is exact where the exponents are close.
            let [one, two] = [a.abs(), b.abs()];
            let is_close = one.max(two) < 1e6 && one.min(two) > 1e-2;
            is_close.then(|| numbers(&[sum, exact as f32]))?
        },
    },
    Program {
        what: "a product and its error",
        seen: None,
        text: "mul.rn.f32 p, a, b; neg.f32 n, p; fma.rn.f32 e, a, b, n; mov.f32 q, p;",
        formula: |x| {
            let [a, b] = [float(x[0]), float(x[1])];
            let exact = f64::from(a) * f64::from(b);
            let product = exact as f32;
            let is_close = (1e-10..1e10).contains(&a.abs()) && (1e-8..1e10).contains(&b.abs());
            is_close.then(|| numbers(&[(exact - f64::from(product)) as f32, product]))?
        },
    },
    Program {
        what: "rectification by a maximum",
        seen: None,
        text: r#"asm("{ max.f32 %0, %1, 0f00000000; }" : "=f"(d) : "f"(x));"#,
        formula: |x| {
            let number = float(x[0]);
            Some(vec![if number > 0.0 { x[0] } else { 0 }])
        },
    },
    Program {
        what: "rectification by a comparison keeps minus zero out and lets no NaN through",
        seen: None,
        text: ".reg .pred %p1; .reg .f32 %f<3>; setp.gt.f32 %p1, %f1, 0f00000000; selp.f32 %f2, %f1, 0f00000000, %p1;",
        formula: |x| Some(vec![if float(x[0]) > 0.0 { x[0] } else { 0 }]),
    },
    Program {
        what: "a maximum that keeps NaNs, by comparisons",
        seen: None,
        text: "setp.nan.f32 p, a, b; setp.gt.f32 q, a, b; selp.f32 t, a, b, q; selp.b32 d, 0x7fffffff, t, p;",
        formula: |x| {
            let [a, b] = [float(x[0]), float(x[1])];
            let is_nan = a.is_nan() || b.is_nan();
            Some(vec![if is_nan {
                0x7fff_ffff
            } else if a > b {
                x[0]
            } else {
                x[1]
            }])
        },
    },
    Program {
        what: "the larger magnitude, with its sign",
        seen: None,
        text: "and.b32 m, a, 0x7fffffff; and.b32 n, b, 0x7fffffff; setp.gt.u32 p, m, n; selp.b32 d, a, b, p;",
        formula: |x| {
            let [a, b] = [float(x[0]).abs(), float(x[1]).abs()];
            let is_first = a.to_bits() > b.to_bits();
            Some(vec![if is_first { x[0] } else { x[1] }])
        },
    },
    Program {
        what: "bits of two numbers by a mask and a table",
        seen: None,
        text: "lop3.b32 d, a, b, 0x80000000, 0xac;",
        formula: |x| {
            // The table, bit by bit.
            let mask = 0x8000_0000_u64;
            let mut all = 0;
            for bit in 0..32 {
                let at = |word: u64| word >> bit & 1;
                let index = at(x[0]) << 2 | at(x[1]) << 1 | at(mask);
                all |= (0xac >> index & 1) << bit;
            }
            Some(vec![all])
        },
    },
    Program {
        what: "an order of integers from one of floats",
        seen: None,
        text: "shr.s32 m, x, 31; or.b32 m, m, 0x80000000; xor.b32 d, x, m;",
        formula: |x| {
            let word = x[0] as u32;
            Some(vec![u64::from(if word >> 31 == 1 { !word } else { word | 1 << 31 })])
        },
    },
    Program {
        what: "a power of two times a number, in its exponent",
        seen: Some("Dao-AILab/flash-attention: flash_attn/cute/utils.py"),
        text: "shl.b32 t, n, 23; add.s32 d, x, t;",
        formula: |x| {
            let (n, number) = (x[0] as u32 as i32, float(x[1]));
            let scaled = f64::from(number) * 2_f64.powi(n.clamp(-300, 300));
            let is_normal =
                |it: f64| (f64::from(f32::MIN_POSITIVE)..=f64::from(f32::MAX)).contains(&it.abs());
            let is_meant =
                n.unsigned_abs() < 300 && is_normal(f64::from(number)) && is_normal(scaled);
            is_meant.then(|| vec![bits(scaled as f32)])
        },
    },
    Program {
        what: "a number to the range from 0 to 1",
        seen: None,
        text: "add.sat.f32 d, x, 0f00000000;",
        formula: |x| {
            let number = float(x[0]);
            Some(vec![bits(if number.is_nan() { 0.0 } else { number.clamp(0.0, 1.0) + 0.0 })])
        },
    },
    Program {
        what: "a guarded scale",
        seen: None,
        text: "setp.neu.f32 p, s, 0f00000000; mov.f32 d, x; @p mul.rn.f32 d, x, s;",
        formula: |x| {
            let [scale, number] = [float(x[0]), float(x[1])];
            if scale == 0.0 { Some(vec![x[1]]) } else { numbers(&[number * scale]) }
        },
    },
    Program {
        what: "whether a number is finite",
        seen: Some("vosen/ZLUDA: ptx/src/test/spirv_run/setp_num.ptx"),
        text: "and.b32 m, x, 0x7f800000; setp.ne.u32 p, m, 0x7f800000; selp.u32 d, 1, 0, p; testp.finite.f32 q, x; selp.u32 e, 1, 0, q;",
        formula: |x| Some(vec![float(x[0]).is_finite().into(); 2]),
    },
];
