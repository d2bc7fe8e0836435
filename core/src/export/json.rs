//! Data: the output of `ptxfp eval --json` for a state, without the steps and what follows from them.

use alloc::string::String;
use alloc::vec::Vec;

use super::subject::Subject;
use crate::bits::hex;
use crate::present::data::{Lane, Report};
use crate::present::json::{Each, Members, members, to_json};
use crate::text::concise;

pub(super) fn data(subject: &Subject) -> String {
    let prepared = &subject.presented.prepared;
    let format = prepared.lane_op().result;
    let observed = subject.seen.as_ref().map(|seen| {
        let lane = |lane| {
            let bits = prepared.destination().extract(seen.bits, lane);
            Observed {
                bits: hex(bits, format.width().into()),
                value: concise(bits, format),
                grade: seen.grade.clone(),
            }
        };
        (0..prepared.lanes()).map(lane).collect()
    });
    let report = subject.presented.report(subject.state.to_fragment());
    let url = (!subject.base.is_empty()).then(|| subject.link());
    to_json(&Copied { report: &report, observed, url }) + "\n"
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
    /// The observed results of the lanes.
    observed: Option<Vec<Observed>>,
    /// The whole link, where the address of the site is known.
    url: Option<String>,
}

impl Members for Copied<'_> {
    fn members(&self, each: Each<'_>) {
        let observed = |index: usize| self.observed.as_ref().and_then(|lanes| lanes.get(index));
        let lanes = self.report.lanes.iter().enumerate();
        let lanes: Vec<_> =
            lanes.map(|(index, lane)| CopiedLane { lane, observed: observed(index) }).collect();
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
