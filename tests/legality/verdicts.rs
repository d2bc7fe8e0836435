//! The verdicts of the assembler on spellings, as a record of classes has them: `pairs` has versions and
//! targets, `taken` a digit for each of them, and the spellings with these verdicts follow.

use conformance::files;
use ptxfp::catalog::{Context, IsaVersion, Target};

/// A pair such as `8.0/sm_90`.
fn context(pair: &str) -> Context {
    let (isa, target) = pair.split_once('/').expect("a version and a target");
    let isa = IsaVersion::parse(isa).expect("a version");
    Context { isa, target: Target::parse(target).expect("a target") }
}

/// Compares verdicts with a record: `judge` says of a spelling where the core takes it; it skips a
/// spelling by `None`. At least so many verdicts are compared.
pub(crate) fn compare<J: Fn(&Context) -> bool>(
    record: &str,
    least: usize,
    judge: impl Fn(&str) -> Option<J>,
) {
    let text = files::read(record);
    let mut contexts = Vec::new();
    let mut digits = "";
    let (mut compared, mut wrong) = (0, Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(pairs) = line.strip_prefix("pairs ") {
            contexts = pairs.split(' ').map(|pair| (pair, context(pair))).collect();
        } else if let Some(given) = line.strip_prefix("taken ") {
            digits = given;
        } else if let Some(takes) = judge(line.trim()) {
            let mut differing = Vec::new();
            for ((pair, context), digit) in contexts.iter().zip(digits.bytes()) {
                compared += 1;
                let is_taken = takes(context);
                if is_taken != (digit == b'1') {
                    differing.push(format!("{}{pair}", if is_taken { '+' } else { '-' }));
                }
            }
            if !differing.is_empty() {
                wrong.push(format!("{}: {}", line.trim(), differing.join(" ")));
            }
        }
    }
    assert!(compared > least, "{compared} verdicts");
    // `+` is taken by the core only, `-` by the assembler only.
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}
