//! What is known of two subjects, in words.

use ptxfp::explore::difference::{CONTRACT, Proof, Severity, Verdict};
use ptxfp::explore::question::Told;
use ptxfp::number::text::grouped;

use crate::hunt::Hunt;
use crate::view_model::compare::HuntView;

/// What a proof that compares references leaves open.
const OPEN: &str =
    " Where the ISA permits several results, or leaves one open, GPUs may differ all the same.";

/// What to say of results on the present operands, which are the same bits or not, and why.
pub fn verdict(hunt: &Hunt, is_same: bool) -> (&'static str, Option<[String; 3]>) {
    match hunt.here() {
        Some(Some(told)) if told.severity == Severity::Certain => ("differs", Some(reason(told))),
        Some(Some(told)) => ("may differ", Some(reason(told))),
        Some(None) => ("same result", None),
        None if is_same => ("same result", None),
        None => ("another result", None),
    }
}

fn reason(told: &Told) -> [String; 3] {
    told.reason.clone()
}

/// The search for operands.
pub fn hunted(hunt: &Hunt) -> HuntView {
    if let Some(failure) = hunt.failure() {
        return HuntView { words: failure.to_owned(), ..HuntView::default() };
    }
    let known = hunt.known();
    let verdict = known.map_or(Verdict::Open, |known| known.verdict);
    let tried = known.map_or(0, |known| known.progress.tried);
    let tried = [&*grouped(tried), " operands tried"].concat();
    let words = match (verdict, hunt.is_begun) {
        (Verdict::NoneExists(Proof::SameOperation), _) => {
            String::from("They never differ: both do the same.")
        }
        (_, false) => String::new(),
        (Verdict::NoneExists(Proof::EveryOperand), _) => {
            let is_open = known.is_some_and(|known| known.is_open);
            let open = if is_open { OPEN } else { "" };
            ["They never differ: ", &tried, ", and there are no others.", open].concat()
        }
        (Verdict::Differ, _) => String::from("They differ, for example on"),
        (Verdict::MayDiffer, _) if hunt.found().is_some_and(|told| told.reason[0] == CONTRACT) => {
            String::from("They may differ: contraction leaves several results, each permitted, on")
        }
        (Verdict::MayDiffer, _) => String::from(
            "The references differ, and the ISA leaves open whether the results do, on",
        ),
        (Verdict::Open, _) => known.map_or(tried.clone(), |known| {
            let of = known.progress.of.map(|of| [" of ", &*grouped(of)].concat());
            [&*tried, &of.unwrap_or_default(), ": ", known.progress.phase.name()].concat()
        }),
    };
    let found = hunt.found();
    HuntView {
        is_offered: verdict == Verdict::Open && !hunt.is_running,
        is_running: hunt.is_running,
        words,
        found: found.map(|found| found.operands.clone()),
        // On the present operands it is said of them.
        reason: found.filter(|found| hunt.here() != Some(Some(found))).map(reason),
    }
}

/// What came of searches that have ended, for a screen reader.
pub fn spoken<'h>(hunts: impl IntoIterator<Item = &'h Hunt>) -> String {
    let mut spoken = String::new();
    for hunt in hunts.into_iter().filter(|hunt| hunt.is_begun && !hunt.is_running) {
        let HuntView { words, found, .. } = hunted(hunt);
        for part in [Some(words), found].into_iter().flatten() {
            spoken.extend([&*part, " "]);
        }
    }
    spoken
}
