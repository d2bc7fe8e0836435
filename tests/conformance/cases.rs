//! The case files: the core gives what they say, and so does an oracle.

use conformance::apfloat::Apfloat;
use conformance::cases::{Case, parse};
use conformance::expected::expected;
use conformance::operation::Operation;
use conformance::subject::{context, era};
use conformance::{Spelling, Subject, files};
use ptxfp::catalog::opcodes;
use ptxfp::eval::{Evaluation, Guarantee, LaneResult};
use ptxfp::syntax::{Legality, check};

/// The files, one for each opcode.
fn names() -> Vec<String> {
    let found = std::fs::read_dir(files::path("cases")).expect("the folder of the case files");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.expect("an entry").path();
        path.file_stem().expect("a name").to_string_lossy().into_owned()
    };
    let mut names: Vec<_> = found.map(name).collect();
    names.sort();
    names
}

pub(crate) fn cases() -> Vec<Case> {
    let read = |name: String| {
        let path = format!("cases/{name}.cases");
        parse(&path, &files::read(&path))
    };
    names().into_iter().flat_map(read).collect()
}

/// Opcode and modifiers of a case.
pub(crate) fn spelling(case: &Case) -> &str {
    case.statement.split([' ', ';']).next().unwrap_or_default()
}

fn registers(case: &Case) -> Vec<u64> {
    let hex =
        |text: &String| u64::from_str_radix(text, 16).unwrap_or_else(|_| panic!("{}", case.place));
    case.operands.iter().map(hex).collect()
}

/// The bits of an expected result, and the word after them.
fn result(case: &Case) -> (&str, &str) {
    case.result.split_once(' ').unwrap_or((&case.result, ""))
}

/// The bits and the word of an evaluation; the lane with the weakest guarantee decides the word.
fn shown(evaluation: &Evaluation, digits: usize) -> (String, String) {
    let word = |lane: &LaneResult| match lane.guarantee {
        Guarantee::Bits => (0, String::new()),
        Guarantee::Reading => (1, "reading".to_owned()),
        Guarantee::AnyNan => (2, "nan".to_owned()),
        Guarantee::Within { lo, hi } => (3, format!("within {lo:0digits$x} {hi:0digits$x}")),
        Guarantee::Unbounded => (4, "unbounded".to_owned()),
        Guarantee::Unspecified => (5, "open".to_owned()),
    };
    let (_, word) = evaluation.lanes().iter().map(word).max().unwrap_or_default();
    (format!("{:0digits$x}", evaluation.destination), word)
}

#[test]
fn every_opcode_has_a_case_file() {
    let mut opcodes: Vec<_> = opcodes().collect();
    opcodes.sort_unstable();
    opcodes.dedup();
    assert_eq!(names(), opcodes);
}

#[test]
fn verdicts_are_as_the_tables_say() {
    let (mut count, mut different) = (0, Vec::new());
    for case in cases().iter().filter(|case| case.operands.is_empty()) {
        count += 1;
        let found = check(&case.statement, &context(&case.isa, &case.target));
        let verdict = match found.legality {
            Legality::Documented => "documented",
            Legality::Undocumented(_) => "undocumented",
            Legality::Rejected => "rejected",
        };
        if verdict != case.result {
            different.push(format!("{} {}: {verdict}", case.place, case.statement));
        }
    }
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
    assert!(count > 150, "{count}");
}

#[test]
fn results_are_as_the_tables_say() {
    let (mut count, mut different) = (0, Vec::new());
    for case in cases().iter().filter(|case| !case.operands.is_empty()) {
        let subject = Subject::in_context(&case.statement, &context(&case.isa, &case.target));
        let evaluation = subject.evaluate(&registers(case));
        let (bits, word) = shown(&evaluation, subject.spelling.digits());
        if (bits.as_str(), word.as_str()) != result(case) {
            different.push(format!("{} {}: core {bits} {word}", case.place, case.statement));
        }
        count += 1;
    }
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
    assert!(count > 550, "{count}");
}

#[test]
fn an_oracle_agrees_with_the_case_files() {
    let (mut count, mut different) = (0, Vec::new());
    for case in cases().iter().filter(|case| !case.operands.is_empty()) {
        let place = context(&case.isa, &case.target);
        let spelling = Spelling::read_in(&case.statement, era(&place));
        if spelling.operation == Operation::Approximate {
            continue;
        }
        count += 1;
        let registers = registers(case);
        let lanes = (0..spelling.n_lanes()).map(|lane| {
            let elements = spelling.elements(&registers, lane);
            let element = expected(&Apfloat, &spelling, elements).expect("a verdict").bits();
            spelling.result.place(element, lane)
        });
        let digits = spelling.digits();
        let bits = format!("{:0digits$x}", lanes.sum::<u64>());
        if bits != result(case).0 {
            different.push(format!("{} {}: oracle {bits}", case.place, case.statement));
        }
    }
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
    assert!(count > 800, "{count}");
}
