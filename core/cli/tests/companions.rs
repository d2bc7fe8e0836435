//! Companion instructions on the command line.

mod command;
mod illegal;

use command::{answers_with, check_refused, text};
use illegal::check_illegal;
use ptxfp::internals::companion::ROWS;

#[test]
fn a_companion_is_evaluated_as_a_program_of_one_statement() {
    let lop = text(&["eval", "lop3.b32 0xc, 0xa, 0xf, 0x96"]);
    assert!(
        lop.contains("1: lop3.b32 d, a, b, c, 0x96") && lop.contains("out  d  0x00000009"),
        "{lop}"
    );
    assert_eq!(lop, text(&["eval", "lop3.b32 %r1, 0xc, 0xa, 0xf, 0x96"]));
    let compared = text(&["eval", "setp.lt.and.f32 p|q, 1, nan, !1", "--json"]);
    for member in [r#""text": "setp.lt.and.f32 p|q, a, b, c""#, r#""bits": "0x7fffffff""#] {
        assert!(compared.contains(member), "{member}: {compared}");
    }
    assert!(text(&["eval", "add.s32 2, -3"]).contains("out  d .s32  0xffffffff = -1"));
    check_illegal(&["eval", "addc.u32 1, 2"], "reads the carry, which an earlier statement sets");
    check_illegal(&["eval", "shl.b32 1"], "shl.b32 needs values for a, b");
    check_illegal(&["eval", "shl.b32 1, x"], "column 12: operand b: ");
    check_illegal(&["eval", "selp.f16 1, 2, 1"], "column 5: unexpected `.f16`; expected");
}

#[test]
fn a_predicate_is_any_integer_and_may_be_negated() {
    for (statement, result) in [
        ("selp.b32 1, 2, 2", "out  d  0x00000001"),
        ("selp.b32 1, 2, !2", "out  d  0x00000002"),
        ("selp.b32 1, 2, -1", "out  d  0x00000001"),
        ("and.pred 4, !0", "out  d .pred  0x1"),
        ("mov.pred p, !0", "out  p .pred  0x1"),
        ("mov.pred 6", "out  d .pred  0x1"),
        ("mov.f64 1.0/3.0", "0x3fd5555555555555"),
    ] {
        let found = text(&["eval", statement]);
        assert!(found.contains(result), "{statement}: {found}");
    }
    check_illegal(&["eval", "selp.b32 1, 2, 0.5"], "column 16: operand c: a predicate is 0 or");
    check_illegal(&["eval", "mov.b32 d, a"], "column 12: a needs a constant, or `ptxfp run`");
    check_illegal(&["eval", "mov.b32 1.0"], "column 9: a `mov` of 32 bits takes an integer");
    for legal in ["setp.lt.and.f32 p, a, b, !q", "mov.pred p, q;", "mov.b32"] {
        assert_eq!(text(&["check", legal]), "ok", "{legal}");
    }
    for taken in ["selp.b32 d, a, b, !p", "xor.pred p, q, !r;", "mov.pred p, !q;"] {
        let found = text(&["check", taken]);
        assert!(found.starts_with("ok undocumented") && found.contains("no `!`"), "{found}");
    }
    check_illegal(&["check", "mov.b32 d, !a"], "neither a register nor a value");
}

#[test]
fn a_companion_is_evaluated_where_it_is_legal_and_with_its_modifiers_in_any_order() {
    let sum = text(&["eval", "add.sat.u8x4 0x80ff017f, 0x8101ff7f"]);
    assert!(sum.starts_with("sm_12") && sum.contains("out  d  0xfffffffe"), "{sum}");
    check_illegal(
        &["eval", "add.u8x4 1, 2", "--target", "sm_90"],
        "needs the family of sm_120f or sm_107f; the target is sm_90, and no sm_9x has it",
    );
    check_illegal(
        &["check", "add.u8x4 d, a, b", "--isa", "9.1", "--target", "sm_120f"],
        "needs PTX ISA 9.2 or newer",
    );
    assert_eq!(text(&["check", "add.sat.u32 d, a, b", "--target", "sm_121a"]), "ok");
    assert!(text(&["eval", "prmt.f4e.b32 1, 2, 3"]).contains("1: prmt.b32.f4e d, a, b, c"));
    let order = text(&["check", "prmt.f4e.b32 d, a, b, c"]);
    assert!(order.starts_with("ok undocumented\nprmt.b32.f4e: the ISA's syntax line"), "{order}");
    assert!(text(&["eval", "div.u32 7, 2"]).contains("out  d .u32  0x00000003 = 3"));
    assert!(text(&["eval", "mul24.hi.u32 0xffffffff, 0xffffffff"]).contains("0xfffffe00"));
}

#[test]
fn a_companion_is_checked_like_other_statements() {
    for legal in
        ["setp.lt.f32 p, a, b", "setp.lt.f32", "addc.u32 d, a, b;", "mad.wide.u16 d, a, b, c"]
    {
        assert_eq!(text(&["check", legal]), "ok", "{legal}");
    }
    check_illegal(&["check", "addc.u32 d, a"], "column 1: the operands are `addc.u32 d, a, b`");
    check_illegal(
        &["check", "lop3.b32 d, a, b, c"],
        "the operands are `lop3.b32 d, a, b, c, immLut`",
    );
    check_illegal(
        &["check", "prmt.b32", "--target", "sm_10", "--isa", "1.0"],
        "needs sm_20 or higher",
    );
    let lines = b"9.1 sm_90 setp.lt.f32 p, a, b\n9.1 sm_90 setp.lt.f16 p, a\n";
    let answers = answers_with(1, &["check", "--batch"], lines);
    assert_eq!(answers[0], "ok");
    assert!(answers[1].starts_with("error: the operands are"), "{}", answers[1]);
}

#[test]
fn companions_are_listed_and_searched() {
    let list = text(&["list", "--companions"]);
    let json = text(&["list", "--companions", "--json"]);
    for form in &ROWS {
        assert!(list.contains(&form.syntax()), "{}", form.syntax());
        assert!(json.contains(&format!(r#""syntax": "{}""#, form.syntax())), "{}", form.syntax());
    }
    assert!(json.contains(r#""link": "v1/sequence@sm_90?code=prmt.b32~d,a,b,c&a="#));
    let found = text(&["list", "--companions", "setp f16x2"]);
    assert!(found.contains(".f16x2") || found.contains(".stype"), "{found}");
    assert!(!found.contains("\nset\n"));
    check_refused(&["list", "prmt"], "--companions finds some");
    check_refused(
        &["list", "--companions", "satfinite"],
        "no companion instruction meets `satfinite`",
    );
}
