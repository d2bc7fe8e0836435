//! Data: the output of `ptxfp eval --json` for a state, without the steps and what follows from them.

use alloc::string::String;
use alloc::vec::Vec;

use super::subject::Subject;
use crate::bits::hex;
use crate::present::data::{Lane, Report};
use crate::present::json::{Each, Members, members, to_json};
use crate::text::concise;

pub(super) fn data(subject: &Subject) -> String {
    let format = subject.presented.prepared.lane_op().result;
    let observed = subject.seen.as_ref().map(|seen| Observed {
        bits: hex(seen.bits, format.width().into()),
        value: concise(seen.bits, format),
        grade: seen.grade.clone(),
    });
    let report = subject.presented.report(subject.state.to_fragment());
    let url = (!subject.base.is_empty()).then(|| subject.link());
    to_json(&Copied { report: &report, observed: observed.as_ref(), url }) + "\n"
}

/// The observed result, in short.
struct Observed {
    bits: String,
    value: String,
    grade: String,
}
members!(Observed { bits, value, grade });

/// A report without steps.
struct Copied<'r> {
    report: &'r Report,
    observed: Option<&'r Observed>,
    /// The whole link, where the address of the site is known.
    url: Option<String>,
}

impl Members for Copied<'_> {
    fn members(&self, each: Each<'_>) {
        let lane = |lane| CopiedLane { lane, observed: self.observed };
        let lanes: Vec<_> = self.report.lanes.iter().map(lane).collect();
        self.report.members(&mut |name, value| {
            each(name, if name == "lanes" { &lanes } else { value });
        });
        if let Some(url) = &self.url {
            each("url", url);
        }
    }
}

/// A lane of it.
struct CopiedLane<'r> {
    lane: &'r Lane,
    /// The instructions that are observed have one lane.
    observed: Option<&'r Observed>,
}

impl Members for CopiedLane<'_> {
    fn members(&self, each: Each<'_>) {
        /// The steps, what follows from them, and an observed result with its own steps.
        const OMITTED: [&str; 5] = ["exact", "is_inexact", "error_ulp", "steps", "observed"];
        self.lane.members(&mut |name, value| {
            if !OMITTED.contains(&name) {
                each(name, value);
            }
        });
        if let Some(observed) = self.observed {
            each("observed", observed);
        }
    }
}
