//! Programs as people have them: inline assembly, companions, guards, parameters.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Sequence, Standing, normal};
use crate::catalog::{Context, LATEST_ISA, Target};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// A text without complaints, its inputs by name, and its outputs; the same from its link.
pub(super) fn check(text: &str, inputs: &[(&str, u64)], outputs: &[(&str, u64)]) {
    for text in [text, &normal(text)] {
        check_text(text, inputs, outputs);
    }
}

/// A text without complaints, its inputs by name, and its outputs.
fn check_text(text: &str, inputs: &[(&str, u64)], outputs: &[(&str, u64)]) {
    let context = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").unwrap() };
    let sequence = Sequence::new(text, &context);
    assert!(sequence.diagnostics().is_empty(), "{text}: {:?}", sequence.diagnostics());
    let names: Vec<_> = sequence.input_registers().map(|it| it.name.as_str()).collect();
    assert_eq!(names, inputs.iter().map(|(name, _)| *name).collect::<Vec<_>>(), "{text}");
    let bits: Vec<_> = inputs.iter().map(|(_, bits)| *bits).collect();
    let values = sequence.evaluate(&bits);
    let outcomes = sequence.outcomes(&bits);
    let found = sequence.outputs().iter().map(|index| {
        let value = values[*index];
        assert_eq!(value, outcomes.value(*index), "{text}");
        assert_eq!(value.standing, Standing::Determined, "{text}");
        (sequence.registers()[*index].name.as_str(), value.bits)
    });
    assert_eq!(found.collect::<Vec<_>>(), outputs, "{text}");
}

#[test]
fn inline_assembly_is_evaluated_as_it_stands() {
    check(
        r#"asm volatile("{\n\t.reg .b16 %%t;\n\t cvt.rn.bf16.f32 %%t, %1;\n\t mov.b32 %0, {%%t, %%t};}" : "=r"(d) : "f"(a));"#,
        &[("%1", 0x3f80_0000)],
        &[("%0", 0x3f80_3f80)],
    );
    check(
        r#"asm("lop3.b32 %[d], %[a], 0xf, %0, %2;" : [d] "+r"(d) : [a] "r"(a), "n"(0x1 << 7));"#,
        &[("%a", 0xff), ("%d", 5)],
        &[("%d", 5)],
    );
    check("add.f32 $0, $1, $2", &[("$1", 0x3f80_0000), ("$2", 0)], &[("$0", 0x3f80_0000)]);
}

#[test]
fn several_statements_of_assembly_are_one_program() {
    check(
        r#"constexpr int kMask = 0x000f000f, kLut = 0xea;
        asm volatile( \
            "lop3.b32 %0, %1, %2, %3, %4;" : "=r"(lo) : "r"(q), "n"(kMask), "n"(0x64006400), "n"((0xf0 & 0xcc) | 0xaa));
        asm("{ .reg .f16x2 t; mov.b32 t, %1; sub.f16x2 %0, t, %2; }" : "=r"(h) : "r"(lo), "r"(bias));"#,
        &[("%q", 0x00a0_0043), ("%bias", 0x6400_6400)],
        &[("%h", 0x0000_4200)],
    );
    // An operand that is read has its value from before the assembly, whatever is written first.
    check(
        r#"asm("neg.s32 %0, %1; add.s32 %0, %0, %1;" : "=r"(x) : "r"(x)); asm("add.s32 %0, %0, 1;" : "+r"(x));"#,
        &[("%x", 5)],
        &[("%x_2", 1)],
    );
}

#[test]
fn results_of_assembly_are_those_that_it_lists() {
    // Its link has the statements alone.
    check_text(
        r#"asm("{ .reg .b32 t; not.b32 t, %2; mov.b32 %0, %2; add.u32 %1, %0, 1; }" : "=r"(a), "=r"(b) : "r"(c));"#,
        &[("%2", 7)],
        &[("%0", 7), ("%1", 8)],
    );
}

#[test]
fn parameters_may_be_bytes_and_vectors() {
    check(
        "ld.param.u8 %rs1, [a]; ld.param.s8 %rs2, [b]; st.param.b8 [d], %rs2; st.param.b16 [d+2], %rs1",
        &[("a", 0xfe), ("b", 0xfe)],
        &[("d", 0xfe), ("d+2", 0xfe)],
    );
    check(
        ".reg .b32 %r1; ld.param.s8 %r1, [b]; st.param.b32 [d], %r1",
        &[("b", 0xfe)],
        &[("d", 0xffff_fffe)],
    );
    check(
        "ld.param.v4.f32 {%f1, %f2, %f3, %f4}, [a]; add.f32 %f5, %f1, %f4; st.param.v2.f32 [d+4], {%f5, %f2}",
        &[("a", 0x3f80_0000), ("a+4", 1), ("a+8", 2), ("a+12", 0x4000_0000)],
        &[("%f3", 2), ("d+4", 0x4040_0000), ("d+8", 1)],
    );
}

#[test]
fn companions_are_evaluated() {
    check(
        "setp.gt.f32 p, a, 0f00000000; selp.f32 d, a, 0f00000000, p",
        &[("a", 0x7fc0_0000)],
        &[("d", 0)],
    );
    check("shl.b32 t, a, 16; and.b32 d, t, 0xffff0000", &[("a", 0x3f80)], &[("d", 0x3f80_0000)]);
    check(
        "setp.lt.s32 p|q, a, -1; selp.b32 d, 1, 0, p; selp.b32 e, 1, 0, q",
        &[("a", 0)],
        &[("d", 0), ("e", 1)],
    );
    check(
        "add.cc.u32 x, a, b; addc.u32 y, c, (1 << 2)",
        &[("a", 0xffff_ffff), ("b", 1), ("c", 0)],
        &[("x", 0), ("y", 5)],
    );
    check(
        "sub.cc.u32 x, a, 1; subc.u32 y, b, 0",
        &[("a", 0), ("b", 7)],
        &[("x", 0xffff_ffff), ("y", 6)],
    );
    check("mad.wide.s32 d, a, -2, c", &[("a", 3), ("c", 1)], &[("d", (-5_i64).cast_unsigned())]);
    check(
        "prmt.b32 d, a, b, 0x5410",
        &[("a", 0x1111_2222), ("b", 0x3333_4444)],
        &[("d", 0x4444_2222)],
    );
    check(
        "lop3.or.b32 _|p, a, 0, 0, 0, q; selp.b32 d, 1, 2, p",
        &[("a", 1), ("q", 1)],
        &[("d", 1)],
    );
    check("set.lt.and.u32.f32 d, a, b, !p", &[("a", 0), ("b", 1), ("p", 0)], &[("d", 0xffff_ffff)]);
}

#[test]
fn guards_decide_what_a_register_holds() {
    let text = "setp.gt.s32 p, a, 0; mov.b32 d, 1; @p mov.b32 d, 2; @!p add.u32 d, d, 4";
    check(text, &[("a", 5)], &[("d", 2)]);
    check(text, &[("a", 0)], &[("d", 5)]);
    check("@p add.f32 d, a, a; @!p neg.f32 d, a", &[("p", 0), ("a", 1)], &[("d", 0x8000_0001)]);
}

#[test]
fn functions_have_parameters_and_an_end() {
    check(
        ".version 8.5\n.target sm_90\n.address_size 64\n.visible .func (.param .b32 r) f(\n .param .b32 x,\n .param .b32 y\n)\n{\n.reg .f32 %f<4>;\n.loc 1 2 3\nld.param.f32 %f1, [x];\nld.param.f32 %f2, [y+4];\n$L: add.rn.f32 %f3, %f1, %f2;\nst.param.f32 [r+0], %f3;\nret;\n}",
        &[("x", 0x3f80_0000), ("y+4", 0x4000_0000)],
        &[("r", 0x4040_0000)],
    );
}

#[test]
fn what_does_not_run_or_fit_is_reported() {
    let reported = |text: &str| -> Vec<String> {
        let context = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").unwrap() };
        let sequence = Sequence::new(text, &context);
        sequence.diagnostics().iter().map(|it| it.message.clone()).collect()
    };
    for (text, message) in [
        ("ret; add.f32 d, a, b", "this never runs: it follows `ret` or `exit`"),
        ("#define X 1\nadd.f32 d, a, b", "a preprocessor line; paste its expansion"),
        ("addc.u32 d, a, b", "no earlier statement sets the carry; those with `.cc` do"),
        ("setp.foo.s32 p, a, b", "unexpected `.foo`; expected `setp.CmpOp.stype  p{|q}, a, b`"),
        ("shl.b32 d, a", "the operands are `shl.b32 d, a, b`"),
        ("lop3.b32 d, a, b, c, e", "expected a constant from 0 to 255"),
        ("@1 add.f32 d, a, b", "expected a predicate after `@`"),
    ] {
        assert_eq!(reported(text), [message], "{text}");
    }
}

#[test]
fn long_programs_are_read_in_time_that_grows_with_them() {
    let mut text = String::from("mov.b32 r0, a;\n");
    for index in 1..2200 {
        let (new, old) = (index.to_string(), (index - 1).to_string());
        text.extend(["@p add.u32 r", &*new, ", r", &*old, ", 1;\n"]);
    }
    let context = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").unwrap() };
    let sequence = Sequence::new(&text, &context);
    assert_eq!(sequence.diagnostics(), Vec::<&crate::syntax::Diagnostic>::new());
    let values = sequence.evaluate(&[5, 1]);
    assert_eq!(values[sequence.outputs()[0]].bits, 2204);
}
