//! Constant expressions whose values NVIDIA's assembler was asked for.

use conformance::files;
use ptxfp::catalog::{Context, LATEST_ISA, Target};
use ptxfp::explore::sequence::Sequence;

/// The value of an expression, or the message why there is none.
fn value(expression: &str) -> Result<u64, String> {
    let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").expect("a target") };
    let sequence = Sequence::new(&format!("mov.b64 d, {expression};"), &context);
    if let Some(wrong) = sequence.statements()[0].diagnostics.first() {
        return Err(wrong.message.clone());
    }
    Ok(sequence.evaluate(&[])[sequence.outputs()[0]].bits)
}

/// Where the core has no value although the assembler has one: the ISA says nothing about it, or
/// something else.
const OPEN: [&str; 3] =
    ["a shift by 64 or more places", "keeps the type of the chosen one", "the result is a NaN"];

/// Where the core has a value although the assembler has none: PTX ISA 4.5.6 has `?:` of f64.
fn is_documented(expression: &str, message: &str) -> bool {
    expression == "1?1.0:2.0" && message == "Integer constant expression expected"
}

#[test]
fn expressions_have_the_values_of_the_assembler() {
    let text = files::read("vectors/ptxas-expressions.txt");
    let (mut compared, mut open, mut refused, mut wrong) = (0, [0; OPEN.len()], 0, Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (expression, answer) = line.rsplit_once(" => ").expect("an arrow");
        let ours = value(expression);
        match (answer.strip_prefix("refused: "), ours) {
            (None, Ok(bits)) if format!("{bits:016x}") == answer => compared += 1,
            (None, Err(message)) if OPEN.iter().any(|reason| message.contains(reason)) => {
                for (count, reason) in open.iter_mut().zip(OPEN) {
                    *count += usize::from(message.contains(reason));
                }
            }
            (Some(_), Err(_)) => refused += 1,
            (Some(message), Ok(_)) if is_documented(expression, message) => {}
            (_, ours) => wrong.push(format!("{line}, core {ours:x?}")),
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 450 && refused > 50, "{compared} compared, {refused} refused");
    assert!(open.iter().all(|count| *count > 0), "{open:?}");
}
