//! Integers and bits around floats.

use super::Program;

fn word(number: u64) -> u32 {
    number as u32
}

pub(super) const PROGRAMS: &[Program] = &[
    Program {
        what: "bytes of a word in the other order",
        seen: None,
        text: "ld.param.b32 %r1, [x]; prmt.b32 %r2, %r1, 0, 0x0123; st.param.b32 [d], %r2; ret;",
        formula: |x| Some(vec![word(x[0]).swap_bytes().into()]),
    },
    Program {
        what: "a rotation",
        seen: None,
        text: "shf.l.wrap.b32 d, x, x, n;",
        formula: |x| Some(vec![word(x[0]).rotate_left(word(x[1]) & 31).into()]),
    },
    Program {
        what: "a sum of 64 bits by carry",
        seen: Some("vosen/ZLUDA: ptx/src/test/spirv_run/add_extended.ptx"),
        text: "mov.b64 {a, b}, x; mov.b64 {c, e}, y; add.cc.u32 l, a, c; addc.u32 h, b, e; mov.b64 d, {l, h};",
        formula: |x| Some(vec![x[0].wrapping_add(x[1])]),
    },
    Program {
        what: "a difference of 64 bits by carry",
        seen: Some("vosen/ZLUDA: ptx/src/test/spirv_run/sub_extended.ptx"),
        text: "mov.b64 {a, b}, x; mov.b64 {c, e}, y; sub.cc.u32 l, a, c; subc.u32 h, b, e; mov.b64 d, {l, h};",
        formula: |x| Some(vec![x[0].wrapping_sub(x[1])]),
    },
    Program {
        what: "a product of 64 bits from products of 32",
        seen: Some("vosen/ZLUDA: ptx/src/test/spirv_run/mad_extended.ptx"),
        text: "mov.b64 {a, b}, x; mov.b64 {c, e}, y; mul.wide.u32 t, a, c; mov.b64 {l, h}, t; mad.lo.u32 h, a, e, h; mad.lo.u32 h, b, c, h; mov.b64 d, {l, h};",
        formula: |x| Some(vec![x[0].wrapping_mul(x[1])]),
    },
    Program {
        what: "a third, by the upper half of a product",
        seen: Some("NVIDIA/cutlass: include/cutlass/fast_math.h"),
        text: "mul.hi.u32 t, x, 0xAAAAAAAB; shr.u32 d, t, 1;",
        formula: |x| Some(vec![x[0] / 3]),
    },
    Program {
        what: "a tenth of a signed number",
        seen: None,
        text: "mul.hi.s32 t, x, 0x66666667; shr.s32 t, t, 2; shr.u32 s, x, 31; add.s32 d, t, s;",
        formula: |x| Some(vec![u64::from((word(x[0]) as i32 / 10) as u32)]),
    },
    Program {
        what: "a maximum of three",
        seen: None,
        text: "max.s32 t, a, b; max.s32 d, t, c;",
        formula: |x| {
            let all = x.iter().map(|each| word(*each) as i32);
            Some(vec![u64::from(all.max()? as u32)])
        },
    },
    Program {
        what: "means of four bytes",
        seen: None,
        text: "and.b32 c, a, b; xor.b32 t, a, b; shr.u32 t, t, 1; and.b32 t, t, 0x7f7f7f7f; add.u32 d, c, t;",
        formula: |x| {
            let mean = |lane: u32| (x[0] >> lane & 255).midpoint(x[1] >> lane & 255) << lane;
            Some(vec![mean(0) | mean(8) | mean(16) | mean(24)])
        },
    },
    Program {
        what: "a product of four signed bytes and a sum",
        seen: None,
        text: r#"asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));"#,
        formula: |x| {
            let byte = |number: u64, lane: u32| i64::from((number >> (8 * lane)) as u8 as i8);
            let sum: i64 = (0..4).map(|lane| byte(x[0], lane) * byte(x[1], lane)).sum();
            Some(vec![u64::from(word(x[2]).wrapping_add(sum as u32))])
        },
    },
    Program {
        what: "the sum of three absolute differences",
        seen: Some("vosen/ZLUDA: ptx/src/test/spirv_run/sad_s64.ptx"),
        text: "sad.u32 s, a, b, 0; sad.u32 s, b, c, s; sad.u32 d, c, a, s;",
        formula: |x| {
            let [a, b, c] = [word(x[0]), word(x[1]), word(x[2])];
            let sum = a.abs_diff(b).wrapping_add(b.abs_diff(c)).wrapping_add(c.abs_diff(a));
            Some(vec![sum.into()])
        },
    },
    Program {
        what: "the next power of two",
        seen: None,
        text: "sub.u32 t, x, 1; clz.b32 n, t; sub.u32 n, 32, n; shl.b32 d, 1, n;",
        formula: |x| {
            let number = word(x[0]);
            (1..=1 << 31).contains(&number).then(|| vec![number.next_power_of_two().into()])
        },
    },
    Program {
        what: "the place of the highest bit, and how many there are",
        seen: None,
        text: "bfind.u32 d, x; popc.b32 e, x; brev.b32 r, x; clz.b32 z, r;",
        formula: |x| {
            let number = word(x[0]);
            let place = number.checked_ilog2().unwrap_or(u32::MAX);
            let all = [place, number.count_ones(), number.trailing_zeros()];
            Some(all.map(u64::from).to_vec())
        },
    },
    Program {
        what: "a field of a word, signed and not",
        seen: None,
        text: "bfe.u32 d, x, 5, 9; bfe.s32 e, x, 5, 9;",
        formula: |x| {
            let number = word(x[0]);
            let signed = ((number as i32) << (32 - 14)) >> (32 - 9);
            Some(vec![u64::from(number >> 5 & 511), u64::from(signed as u32)])
        },
    },
    Program {
        what: "bytes from an address that is not a multiple of four",
        seen: None,
        text: ".reg .b32 n; and.b32 n, k, 3; shl.b32 n, n, 3; shf.r.wrap.b32 d, low, high, n;",
        formula: |x| {
            let both = x[2] << 32 | x[1];
            Some(vec![both >> (8 * (x[0] & 3)) & 0xffff_ffff])
        },
    },
];
