//! Every row of the catalog has a case.

use conformance::subject::{context, is_evident};
use ptxfp::catalog::{Form, forms, instructions_of};
use ptxfp::syntax::check;

use crate::cases::{cases, spelling};

/// The part of a row that must be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// A result.
    Result,
    /// A verdict: what the assembler makes of it is not known, or it does not take it.
    Verdict,
}

fn wanted(form: &'static Form) -> Wanted {
    let is_known = instructions_of(form).all(|instruction| is_evident(&instruction));
    if form.is_assembled() && is_known { Wanted::Result } else { Wanted::Verdict }
}

#[test]
fn every_row_has_a_case() {
    let (mut shown, mut checked) = (Vec::new(), Vec::new());
    for case in cases() {
        let found = check(&case.statement, &context(&case.isa, &case.target));
        match found.instruction {
            Some(instruction) if case.operands.is_empty() => checked.push(instruction.form),
            Some(instruction) => shown.push(instruction.form),
            // A row that the assembler refuses is none of a statement's; its spelling decides.
            None => {
                let refused = forms().filter(|form| !form.is_assembled());
                let named = refused.filter(|form| {
                    instructions_of(form).any(|each| each.to_string() == spelling(&case))
                });
                checked.extend(named);
            }
        }
    }
    let has = |all: &[&'static Form], form: &'static Form| {
        all.iter().any(|each| std::ptr::eq(*each, form))
    };
    let missing: Vec<_> = forms()
        .filter(|form| match wanted(form) {
            Wanted::Result => !has(&shown, form),
            Wanted::Verdict => !has(&checked, form),
        })
        .map(|form| format!("{} {:?}", form.syntax(), wanted(form)))
        .collect();
    assert!(missing.is_empty(), "{} rows without case:\n{}", missing.len(), missing.join("\n"));
}

/// The rows without a result are these and no others.
#[test]
fn rows_without_result_are_known() {
    let found: Vec<_> =
        forms().filter(|form| wanted(form) == Wanted::Verdict).map(Form::syntax).collect();
    let known = [
        // The assembler accepts them and has no code for them.
        "add.ftz.f16x2.f32x2.f32x2  d, a, c;",
        "add.bf16x2.f32x2.f32x2  d, a, c;",
        "sub.ftz.f16x2.f32x2.f32x2  d, a, c;",
        "sub.bf16x2.f32x2.f32x2  d, a, c;",
        // The assembler emits code that does not round that way.
        "fma.rnd{.oob}{.relu}.type  d, a, b, c;",
        // The assembler rejects these.
        "fma{.ftz}{.sat}.type  d, a, b, c;",
        "fma{.ftz}.relu.type  d, a, b, c;",
        "fma{.relu}.type  d, a, b, c;",
        "fma.oob{.relu}.type  d, a, b, c;",
        "fma.f32x2.atype.f32x2.f32x2  d, a, b, c;",
        "rcp.f64  d, a;",
        // No code, and code without `.pzo`.
        "cvt.rnd.pzo.fp16type.f32  d, a;",
        "cvt.rnd.ftz.pzo.bf16.f32  d, a;",
        "cvt.sat.dtype.bf16  d, a;",
        "cvt.frnd.sat.f16.bf16  d, a;",
        "cvt.irnd.sat.dtype.bf16  d, a;",
        "cvt.frnd2.satfinite.f16.f32  d, a;",
        "cvt.rna{.satfinite}.relu.tf32.f32  d, a;",
        "cvt.frnd3{.satfinite}.relu.ue8m0x2.bf16x2  d, a;",
    ];
    assert_eq!(found, known);
}
