//! Companion instructions: what the core takes beside what the assembler takes.

use conformance::files;
use ptxfp::catalog::{Context, IsaVersion, Target};
use ptxfp::explore::sequence::Sequence;

/// A pair such as `8.0/sm_90`.
fn context(pair: &str) -> Context {
    let (isa, target) = pair.split_once('/').expect("a version and a target");
    let isa = IsaVersion::parse(isa).expect("a version");
    Context { isa, target: Target::parse(target).expect("a target") }
}

/// Whether the assembler accepts a statement that the ISA does not have: `addc`, `subc` and `madc`
/// of 16 bits without `.cc`.
fn is_bug(statement: &str) -> bool {
    let head = statement.split(' ').next().unwrap_or_default();
    let is_carried = ["addc.", "subc.", "madc."].iter().any(|opcode| head.starts_with(opcode));
    is_carried && !head.contains(".cc") && head.ends_with("16")
}

#[test]
fn companions_are_taken_where_the_assembler_takes_them() {
    let text = files::read("vectors/ptxas-companions.txt");
    let mut contexts = Vec::new();
    let mut digits = "";
    let (mut compared, mut wrong) = (0, Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(pairs) = line.strip_prefix("pairs ") {
            contexts = pairs.split(' ').map(|pair| (pair, context(pair))).collect();
        } else if let Some(given) = line.strip_prefix("taken ") {
            digits = given;
        } else {
            let statement = line.trim();
            let mut differing = Vec::new();
            for ((pair, context), digit) in contexts.iter().zip(digits.bytes()) {
                compared += 1;
                let is_taken = takes(statement, context);
                if is_taken != (digit == b'1') && !is_bug(statement) {
                    let sign = if is_taken { '+' } else { '-' };
                    differing.push(format!("{sign}{pair}"));
                }
            }
            if !differing.is_empty() {
                wrong.push(format!("{statement}: {}", differing.join(" ")));
            }
        }
    }
    assert!(compared > 300_000, "{compared} verdicts");
    // `+` is taken by the core only, `-` by the assembler only.
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
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
