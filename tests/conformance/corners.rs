//! The documented results of special operands are those of the evaluator.

use conformance::subject::context;
use ptxfp::catalog::{Context, Instruction, Operation, Status, forms, instructions_of, opcodes};
use ptxfp::eval::Prepared;
use ptxfp::explore::corner::{
    ClassMatrix, Kind, Landmark, corners, error_bounds, lane_sources, ones, silence,
};
use ptxfp::format::Format;
use ptxfp::internals::arith::clamp::Clamp;
use ptxfp::source::Document;
use ptxfp::syntax::check;

/// One context of every kind: subnormals flushed by the target, legacy defaults, the newest.
const CONTEXTS: [(&str, &str); 9] = [
    ("1.3", "sm_13"),
    ("1.4", "sm_13"),
    ("2.3", "sm_13"),
    ("3.1", "sm_30"),
    ("8.1", "sm_90"),
    ("9.1", "sm_100a"),
    ("9.1", "sm_121a"),
    ("9.5", "sm_100a"),
    ("9.5", "sm_107a"),
];

/// Every instruction that the ISA has, in each of the contexts that have it; where none has it, in
/// the newest.
fn instructions() -> impl Iterator<Item = (Instruction, Context)> {
    forms().flat_map(instructions_of).flat_map(|instruction| {
        let contexts = CONTEXTS.map(|(isa, target)| context(isa, target));
        let mut fitting: Vec<_> =
            contexts.into_iter().filter(|context| instruction.is_available(context)).collect();
        fitting.extend(fitting.is_empty().then(|| context("9.1", "sm_100a")));
        fitting.into_iter().map(move |context| (instruction, context))
    })
}

#[test]
fn every_documented_corner_is_what_the_evaluator_returns() {
    let (mut count, mut wrong) = (0, Vec::new());
    for (instruction, context) in instructions() {
        for row in corners(&instruction, &context) {
            count += 1;
            if !row.agrees() {
                let Context { isa, target } = context;
                let operands: Vec<_> = row.operands().iter().map(|each| each.0).collect();
                wrong.push(format!(
                    "{instruction} {isa} {}: {operands:?} -> {} {:x?}, is {:x?} ({})",
                    target.name, row.name, row.documented, row.live, row.source
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 30_000, "{count}");
}

#[test]
fn every_row_has_a_source_and_appears_once() {
    for (instruction, context) in instructions() {
        let rows = corners(&instruction, &context);
        for (index, row) in rows.iter().enumerate() {
            let source = row.source;
            assert!(!source.section.is_empty(), "{instruction}");
            assert!(matches!(source.document, Document::PtxIsa(_) | Document::Ieee754));
            assert_eq!(source.url().is_some(), source.isa().is_some());
            assert!(!row.name.is_empty() && !row.operands().is_empty(), "{instruction}");
            let twin = rows[..index].iter().find(|each| each.operands() == row.operands());
            assert!(twin.is_none(), "{instruction}: {row:?}");
        }
    }
}

/// Instructions that the documents say nothing about: conversions between integers that take the
/// lowest bits, and exact ones.
#[test]
fn instructions_without_rows_are_known() {
    for (instruction, context) in instructions() {
        let is_documented = !matches!(instruction.form.status, Status::Undocumented { .. });
        let is_empty = corners(&instruction, &context).is_empty();
        assert!(is_documented || is_empty, "{instruction}");
        let op = *Prepared::new(&instruction, &context).lane_op();
        let is_number = |format: Format| format.canonical_nan().is_none();
        let is_exact = op.operation == Operation::Convert
            && matches!(op.clamp, Clamp::None | Clamp::Finite)
            && is_number(op.operands[0]);
        assert!(is_exact || !is_documented || !is_empty, "{instruction}");
        assert_ne!(silence(&instruction), "");
    }
}

#[test]
fn every_opcode_has_rows() {
    for opcode in opcodes() {
        let mut rows = 0;
        for (instruction, context) in instructions() {
            let is_of_opcode = instruction.form.opcode == opcode;
            rows += if is_of_opcode { corners(&instruction, &context).len() } else { 0 };
        }
        assert!(rows > 4, "{opcode}");
    }
}

/// The statements about an instruction that must be there, as operands and result in the words of a
/// table.
const STATED: &[(&str, &str)] = &[
    ("add.rn.f32", "+inf −inf = NaN, +max +max = +inf, +1 −1 = +0, +sub −0 = +sub"),
    ("add.rm.f32", "+1 −1 = −0, +max +max = +max, −max −max = −inf"),
    ("add.sat.f32", "qNaN +1 = +0, −inf +1 = +0, +inf +1 = +1"),
    ("sub.ftz.f32", "+inf +inf = NaN, +1 +1 = +0, −sub +0 = −0"),
    ("mul.f16", "+0 +inf = NaN, −0 −1 = +0"),
    ("mul.ftz.f32x2", "+sub +1 = +0, +min 0.5 = +0"),
    ("fma.rn.relu.bf16", "qNaN +1 +1 = canonical NaN, −1 +1 +0 = +0, +0 +inf +1 = canonical NaN"),
    ("fma.rn.oob.f16", "OOB NaN +1 +1 = +0, +1 +1 qNaN = NaN"),
    ("fma.rn.sat.f32.f16", "qNaN +1 +1 = +0, 2 +1 +1 = +1"),
    ("div.rn.f64", "+0 +0 = NaN, +1 −0 = −inf, +max +min = +inf"),
    ("div.approx.f32", "−1 +max = −0, +inf +max = NaN"),
    ("rcp.rz.f32", "−0 = −inf, +sub = +max"),
    ("rcp.approx.ftz.f64", "−sub = −inf, qNaN = canonical NaN"),
    ("sqrt.rn.f32", "−0 = −0, −min = NaN, −sub = NaN"),
    ("sqrt.approx.ftz.f32", "−sub = −0, +sub = +0"),
    ("rsqrt.approx.f32", "−0 = −inf, +inf = +0"),
    ("sin.approx.f32", "−0 = −0, +inf = NaN"),
    ("cos.approx.ftz.f32", "−0 = +1, +sub = +1"),
    ("lg2.approx.f32", "+0 = −inf, −min = NaN"),
    ("ex2.approx.ftz.bf16", "−sub = +1, −inf = +0"),
    ("tanh.approx.f16x2", "−inf = −1, −0 = −0"),
    ("abs.f64", "sNaN = sNaN, −0 = +0"),
    ("neg.ftz.f32", "+sub = −0, qNaN = NaN"),
    ("copysign.f32", "−1 +inf = −inf, +1 sNaN = sNaN"),
    ("min.f32", "−0 +0 = −0, qNaN +1 = +1, qNaN qNaN = NaN"),
    ("max.NaN.bf16", "qNaN +1 = canonical NaN, −0 +0 = +0"),
    ("min.xorsign.abs.f16", "−inf +1 = −1, −1 −inf = +1, −0 +0 = −0"),
    ("testp.normal.f64", "−0 = 1, +sub = 0, qNaN = 0"),
    ("cvt.rni.s32.f32", "qNaN = 0, +inf = max, −max = min"),
    ("cvt.rni.s64.f32", "qNaN = 0x8000000000000000"),
    ("cvt.rni.u8.f64", "qNaN = 0x80, −1 = 0"),
    ("cvt.rz.f16.f32", "+max = +max, +inf = +inf"),
    ("cvt.rn.satfinite.f16.f32", "qNaN = NaN, −inf = −max, +max = +max"),
    ("cvt.rn.satfinite.relu.e4m3x2.f32", "qNaN = canonical NaN, −inf = +0"),
    ("cvt.rn.satfinite.e2m1x2.f32", "qNaN = +max, −inf = −max"),
    ("cvt.rna.tf32.f32", "+max = +inf"),
    ("cvt.rz.satfinite.ue8m0x2.f32", "−inf = +max, qNaN = NaN"),
    ("cvt.rn.satfinite.s2f6x2.f32", "qNaN = max, −inf = −max"),
    ("cvt.sat.f32.f32", "qNaN = +0, −1 = +0, +max = +1"),
    ("cvt.sat.u8.s16", "min = 0, max = max"),
    ("cvt.rn.f16.u64", "max = +inf"),
    ("cvt.rpi.f32.f32", "+sub = +1, −sub = −0"),
];

#[test]
fn what_the_isa_states_has_its_row() {
    let context = context("9.1", "sm_100a");
    for (spelling, expected) in STATED {
        let instruction = check(spelling, &context).instruction;
        let instruction = instruction.unwrap_or_else(|| panic!("{spelling}"));
        let op = *Prepared::new(&instruction, &context).lane_op();
        let rows = corners(&instruction, &context).into_iter().map(|row| {
            let operands = row.operands().iter().zip(op.operands);
            let names: Vec<_> = operands.map(|(each, format)| each.0.name(format)).collect();
            let count = if op.operation == Operation::Convert { 1 } else { names.len() };
            format!("{} = {}", names[..count].join(" "), row.name)
        });
        let rows: Vec<_> = rows.collect();
        for row in expected.split(", ") {
            assert!(rows.iter().any(|each| each == row), "{spelling}: {row}\n{rows:#?}");
        }
    }
}

#[test]
fn a_matrix_has_what_evaluation_returns() {
    for form in forms() {
        let Some(instruction) = instructions_of(form).last() else { continue };
        let context = context("9.1", "sm_100a");
        let prepared = Prepared::new(&instruction, &context);
        let sources: Vec<_> = lane_sources(&prepared).collect();
        let ones = ones(&instruction, &prepared);
        let axes = match *sources.as_slice() {
            [a, b, c] => vec![(None, b), (Some(a), b), (Some(c), a)],
            [a, b] => vec![(None, a), (Some(b), a)],
            _ => vec![(None, sources[0])],
        };
        for (down, across) in axes {
            let matrix = ClassMatrix::new(&instruction, &context, down, across, &ones).unwrap();
            assert_eq!(matrix.rows.is_empty(), down.is_none());
            for row in 0..matrix.rows.len().max(1) {
                for column in 0..matrix.columns.len() {
                    let registers = matrix.registers(&prepared, row, column, &ones);
                    let result = prepared.evaluate(&registers).lanes()[0];
                    let cell = matrix.cell(row, column).unwrap();
                    assert_eq!(cell.result, result, "{instruction} {registers:x?}");
                    let is_nan = prepared.lane_op().result.is_nan(result.bits);
                    assert_eq!(matches!(cell.kind, Kind::Nan | Kind::AnyNan), is_nan);
                    let has_clamp = prepared.lane_op().clamp != Clamp::None;
                    assert!(has_clamp || !cell.is_clamped, "{instruction}");
                }
                assert!(matrix.cell(row, matrix.columns.len()).is_none());
            }
        }
        let none =
            |down, across| ClassMatrix::new(&instruction, &context, down, across, &ones).is_none();
        assert!(none(None, 9) && none(Some(sources[0]), sources[0]), "{instruction}");
    }
}

#[test]
fn a_matrix_marks_clamps_and_flushes() {
    use Landmark::{NegativeOne, PositiveOne, PositiveSubnormal, PositiveZero, QuietNan};
    let context = context("9.1", "sm_100a");
    let cell = |spelling: &str, a: Landmark, b: Landmark| {
        let instruction = check(spelling, &context).instruction.unwrap();
        let matrix = ClassMatrix::new(&instruction, &context, Some(0), 1, &[]).unwrap();
        let place = |marks: &[(Landmark, u64)], wanted| {
            marks.iter().position(|each| each.0 == wanted).unwrap()
        };
        let cell = *matrix.cell(place(&matrix.rows, a), place(&matrix.columns, b)).unwrap();
        (cell.kind, cell.is_clamped, cell.is_flushed)
    };
    assert_eq!(cell("add.sat.f32", NegativeOne, PositiveZero), (Kind::Zero, true, false));
    assert_eq!(cell("add.sat.f32", PositiveOne, PositiveZero), (Kind::Finite, false, false));
    assert_eq!(cell("mul.ftz.f32", PositiveSubnormal, PositiveOne), (Kind::Zero, false, true));
    assert_eq!(cell("mul.f32", PositiveSubnormal, PositiveOne), (Kind::Subnormal, false, false));
    assert_eq!(cell("copysign.f64", NegativeOne, QuietNan), (Kind::Nan, false, false));
    assert_eq!(cell("mul.f32", NegativeOne, QuietNan), (Kind::AnyNan, false, false));
}

#[test]
fn errors_are_stated_for_every_instruction() {
    for (instruction, context) in instructions() {
        let bounds = error_bounds(&instruction, &context);
        assert!(!bounds.is_empty(), "{instruction}");
        for bound in bounds {
            assert!(!bound.over.is_empty() && !bound.error.is_empty(), "{instruction}");
        }
    }
    let context = context("9.1", "sm_100a");
    let error_text = |spelling: &str| {
        let instruction = check(spelling, &context).instruction.unwrap();
        let bounds = error_bounds(&instruction, &context).into_iter();
        let lines: Vec<_> =
            bounds.map(|bound| format!("{}: {}", bound.over, bound.error)).collect();
        lines.join("; ")
    };
    assert_eq!(
        error_text("sin.approx.f32"),
        "|a| ≤ 2π: 2^−20.5; |a| ≤ 100π: 2^−14.7; any other operand: no documented bound"
    );
    assert_eq!(error_text("neg.f32"), "every operand: exact");
    assert_eq!(error_text("cvt.f64.f32"), "every operand: exact");
    assert_eq!(error_text("cvt.u8.s32"), "every operand: exact modulo 2^n: the n lowest bits");
    assert_eq!(error_text("cvt.rn.f64.s32"), "every operand: exact");
    assert_eq!(
        error_text("mul.rz.ftz.f32"),
        "every operand: correctly rounded towards 0: less than 1 ulp; \
         subnormal operands: treated as zeros of the same sign; \
         subnormal results: zeros of the same sign"
    );
    assert_eq!(
        error_text("cvt.rni.sat.s8.f32"),
        "numbers in the range of the result: correctly rounded to the nearest, ties to even: \
         at most 0.5 ulp; numbers beyond it: its nearer limit"
    );
    assert_eq!(
        error_text("cvt.rz.ue8m0x2.f32"),
        "magnitudes from 2^−127: the magnitude is correctly rounded towards 0: less than 1 ulp; \
         magnitudes below 2^−127: the smallest number"
    );
    assert_eq!(error_text("fma.rz.bf16"), "every operand: not specified");
    assert!(error_text("cvt.rn.satfinite.e2m1x2.f32").ends_with("NaN: the largest number"));
}
