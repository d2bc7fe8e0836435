//! Every row of the catalog has an oracle.

use conformance::apfloat::Apfloat;
use conformance::expected::expected;
use conformance::operands::Operands;
use conformance::subject::is_evident;
use conformance::{Random, Subject};
use ptxfp::catalog::{Form, forms, instructions_of};

const REFUSED: &str = "the assembler rejects it: no program can show what it does";
const UNSPECIFIED: &str = "undocumented, and the assembler emits code that does something else";

/// Returns the reason why a row is not compared with an oracle here.
fn reason(form: &'static Form) -> Option<&'static str> {
    if form.bound().is_some() {
        Some("approximate: functions_against_mpfr and functions_against_host check its bound")
    } else if !form.is_assembled() {
        Some(REFUSED)
    } else if !instructions_of(form).all(|instruction| is_evident(&instruction)) {
        Some(UNSPECIFIED)
    } else {
        None
    }
}

#[test]
fn every_exact_row_is_compared_on_every_spelling() {
    let subjects: Vec<_> = Subject::exact().collect();
    let mut not_compared = Vec::new();
    for form in forms().filter(|form| reason(form).is_none()) {
        for instruction in instructions_of(form) {
            // Rows that share spellings and places are one to the assembler.
            let is_there = |subject: &&Subject| subject.instruction == instruction;
            let of_same_name = |subject: &&Subject| {
                Subject::of_instruction(instruction).is_some_and(|it| it.name == subject.name)
            };
            let subject = subjects.iter().find(is_there);
            let Some(subject) = subject.or_else(|| subjects.iter().find(of_same_name)) else {
                not_compared.push(format!("{instruction}: {}", form.syntax()));
                continue;
            };
            let mut operands = Operands::new(&subject.spelling, Random::named(&subject.name));
            let elements = subject.spelling.elements(&operands.registers(), 0);
            if expected(&Apfloat, &subject.spelling, elements).is_none() {
                not_compared.push(subject.name.clone());
            }
        }
    }
    assert!(
        not_compared.is_empty(),
        "{} not compared:\n{}",
        not_compared.len(),
        not_compared.join("\n")
    );
    assert!(subjects.len() > 1_200, "{}", subjects.len());
}

#[test]
fn rows_without_oracle_are_known() {
    let rows = || forms().filter(|form| reason(form).is_some());
    let is_approximate = |form: &&Form| form.bound().is_some();
    assert_eq!(rows().filter(is_approximate).count(), 26);
    let others: Vec<_> = rows().filter(|form| !is_approximate(form)).collect();
    let reported: Vec<_> =
        others.into_iter().map(|form| (form.syntax(), reason(form).unwrap_or_default())).collect();
    let known = [
        ("add.ftz.f16x2.f32x2.f32x2  d, a, c;", UNSPECIFIED),
        ("add.bf16x2.f32x2.f32x2  d, a, c;", UNSPECIFIED),
        ("sub.ftz.f16x2.f32x2.f32x2  d, a, c;", UNSPECIFIED),
        ("sub.bf16x2.f32x2.f32x2  d, a, c;", UNSPECIFIED),
        ("fma.rnd{.oob}{.relu}.type  d, a, b, c;", UNSPECIFIED),
        ("fma{.ftz}{.sat}.type  d, a, b, c;", REFUSED),
        ("fma{.ftz}.relu.type  d, a, b, c;", REFUSED),
        ("fma{.relu}.type  d, a, b, c;", REFUSED),
        ("fma.oob{.relu}.type  d, a, b, c;", REFUSED),
        ("fma.f32x2.atype.f32x2.f32x2  d, a, b, c;", REFUSED),
        ("rcp.f64  d, a;", REFUSED),
        ("cvt.rnd.pzo.fp16type.f32  d, a;", UNSPECIFIED),
        ("cvt.rnd.ftz.pzo.bf16.f32  d, a;", UNSPECIFIED),
        ("cvt.sat.dtype.bf16  d, a;", REFUSED),
        ("cvt.frnd.sat.f16.bf16  d, a;", REFUSED),
        ("cvt.irnd.sat.dtype.bf16  d, a;", REFUSED),
        ("cvt.frnd2.satfinite.f16.f32  d, a;", REFUSED),
        ("cvt.rna{.satfinite}.relu.tf32.f32  d, a;", REFUSED),
        ("cvt.frnd3{.satfinite}.relu.ue8m0x2.bf16x2  d, a;", REFUSED),
    ];
    assert_eq!(reported, known.map(|(row, reason)| (row.to_owned(), reason)));
}
