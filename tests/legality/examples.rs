//! The statements that the ISA gives as examples.

use std::collections::BTreeMap;

use conformance::files;
use conformance::subject::context;
use ptxfp::catalog::examples;
use ptxfp::syntax::{Legality, check};

#[test]
fn every_example_of_the_isa_is_read_or_is_its_own_mistake() {
    let text = files::read("vectors/isa-examples.txt");
    let here = context("9.1", "sm_100a");
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let line = line.split(" # ").next().unwrap_or_default();
        let (verdict, statement) = line.split_once(' ').expect("a verdict and a statement");
        let found = check(statement, &here).legality;
        let is_right = match verdict {
            "documented" => found == Legality::Documented,
            "reordered" => {
                let spelling = statement.split(' ').next().unwrap_or_default();
                found == Legality::Documented && examples().any(|(each, _)| each == spelling)
            }
            "elsewhere" => {
                let old = context("1.4", "sm_13");
                found == Legality::Rejected
                    && check(statement, &old).legality == Legality::Documented
            }
            "mistake" => found == Legality::Rejected,
            other => panic!("{other} is no verdict"),
        };
        assert!(is_right, "{line}: {found:?}");
        *counts.entry(verdict).or_default() += 1;
    }
    assert_eq!(counts.get("mistake"), Some(&5), "{counts:?}");
    assert_eq!(counts.get("reordered"), Some(&9), "{counts:?}");
    assert!(counts["documented"] >= 120 && counts["elsewhere"] == 1, "{counts:?}");
}
