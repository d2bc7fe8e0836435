//! Constants and predicates as operands of statements.

use alloc::format;
use alloc::vec::Vec;

use super::tests::sequence;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// The first output of a program whose inputs are these.
fn run(text: &str, inputs: &[u64]) -> u64 {
    let sequence = sequence(text);
    assert!(sequence.is_complete(), "{text}: {:?}", sequence.statements()[0].diagnostics);
    sequence.evaluate(inputs)[sequence.outputs()[0]].bits
}

fn refusal(text: &str) -> alloc::string::String {
    sequence(text).statements()[0].diagnostics.first().unwrap().message.clone()
}

#[test]
fn an_integer_that_is_a_predicate_is_true_unless_it_is_zero() {
    for (text, result) in [
        ("selp.f32 d, 1.0, 2.0, 2;", 0x3f80_0000),
        ("selp.f32 d, 1.0, 2.0, 0x10-16;", 0x4000_0000),
        ("mov.pred p, 2;", 1),
        ("mov.pred p, 0x100000000;", 1),
        ("mov.pred p, -2;", 1),
        ("mov.pred p, !2;", 0),
        ("mov.pred p, !2+1;", 1),
        ("selp.b32 d, 11, 22, !2 + 1;", 11),
        ("selp.b32 d, 11, 22, !!2;", 11),
        ("mov.pred p, WARP_SZ;", 1),
        ("not.pred p, 2;", 0),
        ("not.pred p, !2;", 1),
        ("xor.pred p, 2, 1;", 0),
        ("or.pred p, 2, 0;", 1),
        ("and.pred p, 2, 4;", 1),
        ("setp.lt.and.f32 p, 0.0, 1.0, 2;", 1),
        ("setp.lt.and.f32 p, 0.0, 1.0, !2;", 0),
        ("set.lt.xor.u32.s32 d, 1, 2, 6;", 0),
        ("set.lt.and.u32.f32 d, 0.0, 1.0, 6;", 0xffff_ffff),
        ("lop3.or.b32 d|p, 0, 0, 0, 0x80, 2; selp.b32 e, 1, 2, p;", 1),
    ] {
        let text = format!("{text}\n");
        if text.starts_with("lop3") {
            let found = sequence(&text);
            let values = found.evaluate(&[]);
            let last = found.outputs().iter().map(|index| values[*index].bits).max();
            assert_eq!(last, Some(result), "{text}");
        } else {
            assert_eq!(run(&text, &[]), result, "{text}");
        }
    }
    assert!(refusal("mov.pred p, 1.0;").contains("takes an integer"));
}

/// ptxas 13.5.37 takes `!` before every source that is a predicate, and before no other operand.
#[test]
fn a_source_that_is_a_predicate_may_be_negated() {
    for (text, truths) in [
        ("selp.b32 d, 1, 0, !a;", [1, 0, 1, 0]),
        ("selp.f64 d, 0d0000000000000001, 0.0, ! a;", [1, 0, 1, 0]),
        ("mov.pred d, !a;", [1, 0, 1, 0]),
        ("not.pred d, !a;", [0, 1, 0, 1]),
        ("and.pred d, !a, b;", [0, 0, 1, 0]),
        ("and.pred d, a, !b;", [0, 1, 0, 0]),
        ("or.pred d, !a, !b;", [1, 1, 1, 0]),
        ("xor.pred d, a, !b;", [1, 0, 0, 1]),
        ("setp.eq.and.s32 d, 1, 1, !a;", [1, 0, 1, 0]),
        ("set.eq.and.u32.s32 t, 1, 1, !a; and.b32 d, t, 1;", [1, 0, 1, 0]),
        ("@b mov.pred d, !a;\n@!b mov.pred d, a;", [0, 1, 1, 0]),
    ] {
        let names = ["a", "b"];
        for (index, truth) in truths.into_iter().enumerate() {
            let (a, b) = (index as u64 & 1, index as u64 >> 1);
            let found = sequence(text);
            assert!(found.is_complete(), "{text}");
            let inputs: Vec<_> = found
                .inputs()
                .iter()
                .map(|input| [a, b][usize::from(found.registers()[*input].name == names[1])])
                .collect();
            let values = found.evaluate(&inputs);
            assert_eq!(values[found.outputs()[0]].bits, truth, "{text} {a} {b}");
        }
    }
    for text in [
        "not.b32 d, !a;",
        "and.b32 d, !a, b;",
        "selp.b32 d, !a, b, p;",
        "slct.b32.s32 d, a, b, !c;",
        "mov.b32 d, !a;",
        "setp.eq.s32 p, !a, b;",
        "mov.pred p, !!q;",
        "selp.b32 d, a, b, {!p};",
    ] {
        assert!(!sequence(text).is_complete(), "{text}");
    }
}

#[test]
fn a_table_that_the_text_does_not_define_is_an_input() {
    let text = |table: &str, before: &str| {
        format!(
            "{before}asm(\"lop3.b32 %0, %1, %2, %3, %4;\" : \"=r\"(d) : \"r\"(a), \"r\"(b), \"r\"(c), \"n\"({table}));"
        )
    };
    let inputs = [0xc, 0xa, 0xf, 0x96];
    assert_eq!(run(&text("table", ""), &inputs), 9);
    assert_eq!(run(&text("TABLE", "constexpr int TABLE = 0x90 | 6;\n"), &inputs[..3]), 9);
    // A register is no constant.
    assert_eq!(refusal("lop3.b32 d, a, b, c, e;"), "expected a constant from 0 to 255");
    let register = text("0x96", "").replace("\"n\"(0x96)", "\"r\"(e)");
    assert_eq!(refusal(&register), "expected a constant from 0 to 255");
}

/// As ptxas 13.5.37 has it.
#[test]
fn constants_are_refused_where_the_assembler_takes_none() {
    for (text, message) in [
        ("add.u16x2 d, 5, a;", "an operand of .u16x2 must be a register, not a constant"),
        ("min.relu.s16x2 d, a, -1;", "an operand of .s16x2 must be a register"),
        ("bmsk.clamp.b32 d, 0f3f800000, a;", "takes an integer, but `0f3f800000` is a floating"),
        ("dp4a.u32.u32 d, a, b, 0f3f800000;", "takes an integer"),
        ("dp2a.lo.s32.u32 d, 0f3f800000, a, b;", "takes an integer"),
        ("bfe.u32 d, a, -1, b;", "expected a constant from 0 to 255"),
        ("bfi.b64 d, a, b, c, 256;", "expected a constant from 0 to 255"),
    ] {
        let found = refusal(text);
        assert!(found.contains(message), "{text}: {found}");
    }
    for (text, result) in [
        ("bmsk.clamp.b32 d, 0, 4;", 0xf),
        ("dp4a.u32.u32 d, 0x01010101, 0x02020202, 5;", 13),
        ("bfe.u32 d, 0xff0, 4, 255;", 0xff),
        ("prmt.b32 d, 0f3f800000, 0, 0x3210;", 0x3f80_0000),
        ("and.b32 d, 0f3f800000, -1;", 0x3f80_0000),
    ] {
        assert_eq!(run(text, &[]), result, "{text}");
    }
}

#[test]
fn operands_are_constant_expressions() {
    for (text, result) in [
        ("mov.f64 d, 1.0+2.0;", 0x4008_0000_0000_0000),
        ("mov.f32 d, 1.0/3.0;", 0x3eaa_aaab),
        ("add.f32 d, -(-1.0), 1.0;", 0x4000_0000),
        ("fma.rn.f64 d, 2.0, (1.0+0.5)*2.0, 0.0;", 0x4018_0000_0000_0000),
        ("mov.b64 d, 1.5*2.0;", 0x4008_0000_0000_0000),
        ("mov.u64 d, -1U/2;", u64::MAX / 2),
        ("mov.u64 d, (.u64)-1>>63;", 1),
        ("mov.u32 d, WARP_SZ;", 32),
        ("mov.u32 d, WARP_SZ-1;", 31),
        ("mov.u32 d, -1%16;", 15),
        ("mov.s32 d, !5;", 0),
        ("mov.s32 d, - -5;", 5),
        ("add.s32 d, (.s64)5, +3;", 8),
        ("mov.u32 d, 1.0<2.0;", 1),
        ("shl.b32 d, 1, WARP_SZ/2;", 0x1_0000),
    ] {
        assert_eq!(run(text, &[]), result, "{text}");
    }
    for (text, reason) in [
        ("mov.u64 d, 1<<64;", "shift by 64 or more places"),
        ("mov.f64 d, 1.5+1;", "takes no floating-point operand"),
        ("mov.f32 d, 1+1;", ".f32 takes a floating-point constant, but `1+1` is an integer"),
        (
            "mov.u32 d, 1.0+1.0;",
            ".u32 takes an integer, but `1.0+1.0` is a floating-point constant",
        ),
        ("mov.b32 d, 1.0+1.0;", "a `mov` of 32 bits takes an integer"),
        ("add.f16 d, 1.0+1.0, a;", "must be a register, not a constant"),
        ("mov.u32 d, 5u;", "`5u` is not a PTX constant; write 5U"),
    ] {
        let found = refusal(text);
        assert!(found.contains(reason), "{text}: {found}");
    }
}
