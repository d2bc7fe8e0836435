//! The time that the page takes for every operand of an instruction.

use std::time::Duration;

use super::run_before;
use crate::session::{is_nightly, report, run_alone, skip, variable};

/// Asks for all operands.
const ALL: &str = "all";

/// Their time limit.
const LIMIT: Duration = Duration::from_hours(2);

/// The interval at which the page is checked: long, since checking distorts the measurement.
const PERIOD: Duration = Duration::from_secs(2);

/// Has the page start two workers, whatever the machine has.
const TWO_WORKERS: &str =
    "Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 2 })";

/// The number of operands: that of the variable, or the default.
const HOW_MANY: [(&str, &str); 2] = [(ALL, "4,294,967,296 operands"), ("all/16", "268,435,456 of")];

#[test]
fn observed_errors_of_every_operand() {
    let asked = variable("PTXFP_SWEEP");
    let is_whole = asked.is_some_and(|it| it == ALL);
    if !is_whole && !is_nightly() {
        skip("PTXFP_NIGHTLY measures 2^28 operands, PTXFP_SWEEP=all all 2^32");
        return;
    }
    let (domain, count) = HOW_MANY[usize::from(!is_whole)];
    run_alone(&[], "", LIMIT, move |page| async move {
        run_before(&page, TWO_WORKERS).await;
        let link = format!("v1/rcp.approx.f32@sm_90?a=0x40400000&sweep=a,{domain},observed");
        page.explore(&link).await;
        let progress = loop {
            let progress = page.text("#sweep-progress").await;
            if progress.contains(" in ") {
                break progress;
            }
            tokio::time::sleep(PERIOD).await;
        };
        assert!(progress.starts_with(count), "{progress}");
        page.expect_text("#panel", "are correctly rounded").await;
        page.expect_visible("[aria-label^='Observed errors in ulp']").await;
        report(&format!("rcp.approx.f32, observed errors, two workers: {progress}"));
    });
}
