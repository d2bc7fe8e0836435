//! Modifiers in another order, and twice.

use std::collections::HashSet;
use std::fmt::Write as _;

use ptxas_record::ORDER;
use ptxfp::catalog::{Context, LATEST_ISA, Target};
use ptxfp::syntax::{Legality, check};

use crate::recorded::{Recorded, file, is_wanted};

/// The number of differing statements that are shown.
const SHOWN: usize = 60;

#[test]
fn order_and_repetition_are_accepted_as_by_the_assembler() {
    let text = file(ORDER);
    let context = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").expect("a target") };
    assert!(text.contains(&format!("\ncontext {LATEST_ISA} sm_100a\n")));
    let accepted: HashSet<_> =
        text.lines().filter_map(|line| line.strip_prefix("accepted ")).collect();
    let grid = Recorded::read().grid;
    assert!(!grid.orders.is_empty() && !accepted.is_empty(), "nothing to compare");
    let (mut n_different, mut shown) = (0, String::new());
    for statement in grid.orders.iter().filter(|it| is_wanted(&it.group(&grid))) {
        let statement = statement.to_string();
        let ours = check(&format!("{statement};"), &context).legality != Legality::Rejected;
        if ours != accepted.contains(statement.as_str()) {
            n_different += 1;
            if n_different <= SHOWN {
                let verdict = if ours { "takes  " } else { "rejects" };
                // Writing to a String cannot fail.
                let _ = writeln!(shown, "core {verdict} {statement}");
            }
        }
    }
    assert!(n_different == 0, "{n_different} statements differ:\n{shown}");
}
