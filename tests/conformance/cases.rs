//! The case files: the core gives what they say, and so does a judge.

use conformance::apfloat::Apfloat;
use conformance::cases::{Case, parse};
use conformance::expected::expected;
use conformance::operation::Operation;
use conformance::subject::{context, era, has_open_nan};
use conformance::{Spelling, Subject, expect};
use ptxfp::syntax::{Legality, check};

const FILES: [&str; 4] = ["add", "sub", "mul", "fma"];

fn cases() -> Vec<Case> {
    let read =
        |name| parse(&format!("cases/{name}.cases"), &expect::read(&format!("cases/{name}.cases")));
    FILES.into_iter().flat_map(read).collect()
}

fn registers(case: &Case) -> Vec<u64> {
    let hex =
        |text: &String| u64::from_str_radix(text, 16).unwrap_or_else(|_| panic!("{}", case.place));
    case.operands.iter().map(hex).collect()
}

/// The bits of a result, and whether it is an open NaN.
fn result(case: &Case) -> (&str, bool) {
    case.result.split_once(' ').map_or((&case.result, false), |(bits, nan)| (bits, nan == "nan"))
}

#[test]
fn every_case_file_is_read() {
    let found = std::fs::read_dir(expect::path("cases")).expect("the folder of the case files");
    let mut names: Vec<_> = found
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let mut expected: Vec<_> = FILES.iter().map(|name| format!("{name}.cases")).collect();
    expected.sort();
    assert_eq!(names, expected);
}

#[test]
fn verdicts_are_as_the_tables_say() {
    for case in cases().iter().filter(|case| case.operands.is_empty()) {
        let found = check(&case.statement, &context(&case.isa, &case.target));
        let verdict = match found.legality {
            Legality::Documented => "documented",
            Legality::Undocumented(_) => "undocumented",
            Legality::Rejected => "rejected",
        };
        assert_eq!(
            verdict, case.result,
            "{} {}: {:?}",
            case.place, case.statement, found.diagnostics
        );
    }
}

#[test]
fn results_are_as_the_tables_say() {
    let mut count = 0;
    for case in cases().iter().filter(|case| !case.operands.is_empty()) {
        let subject = Subject::in_context(&case.statement, &context(&case.isa, &case.target));
        let evaluation = subject.evaluate(&registers(case));
        let digits = subject.spelling.digits();
        let bits = format!("{:0digits$x}", evaluation.destination);
        let found = (bits.as_str(), has_open_nan(&evaluation));
        assert_eq!(found, result(case), "{} {}", case.place, case.statement);
        count += 1;
    }
    assert!(count > 150, "{count}");
}

#[test]
fn a_judge_agrees_with_the_tables() {
    for case in cases().iter().filter(|case| !case.operands.is_empty()) {
        let place = context(&case.isa, &case.target);
        let spelling = Spelling::read_in(&case.statement, era(&place));
        if spelling.operation == Operation::Approximate {
            continue;
        }
        let registers = registers(case);
        let lanes = (0..spelling.n_lanes()).map(|lane| {
            let elements = spelling.elements(&registers, lane);
            let element = expected(&Apfloat, &spelling, elements).expect("a verdict").bits();
            spelling.result.place(element, lane)
        });
        let digits = spelling.digits();
        let bits = format!("{:0digits$x}", lanes.sum::<u64>());
        assert_eq!(bits, result(case).0, "{} {}", case.place, case.statement);
    }
}
