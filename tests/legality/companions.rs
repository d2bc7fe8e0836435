//! Companion instructions: what the core takes beside what the assembler takes.

use ptxfp::catalog::Context;
use ptxfp::explore::sequence::Sequence;

use crate::verdicts::compare;

/// Whether the assembler accepts a statement that the ISA does not have: `addc`, `subc` and `madc`
/// of 16 bits without `.cc`.
fn is_bug(statement: &str) -> bool {
    let head = statement.split(' ').next().unwrap_or_default();
    let is_carried = ["addc.", "subc.", "madc."].iter().any(|opcode| head.starts_with(opcode));
    is_carried && !head.contains(".cc") && head.ends_with("16")
}

#[test]
fn companions_are_taken_where_the_assembler_takes_them() {
    compare("vectors/ptxas-companions.txt", 300_000, |statement| {
        let statement = statement.to_owned();
        (!is_bug(&statement)).then_some(move |context: &Context| takes(&statement, context))
    });
}

/// Whether the core takes a statement.
fn takes(statement: &str, context: &Context) -> bool {
    let carry = statement
        .split(' ')
        .next()
        .is_some_and(|head| ["addc", "subc", "madc"].iter().any(|opcode| head.starts_with(opcode)));
    let (parsed, diagnostics) = ptxfp::syntax::parse(statement);
    if !diagnostics.is_empty() {
        return false;
    }
    match ptxfp::internals::companion::resolve(&parsed, context) {
        Some(Ok(_)) if carry => true,
        Some(Ok(_)) => Sequence::new(statement, context).is_complete(),
        _ => false,
    }
}
