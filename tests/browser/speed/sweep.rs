//! The time that the page takes for a sweep, and for every operand of an instruction.

use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::{LIMIT as ONE_SWEEP, Report, run_before};
use crate::page::Page;
use crate::session::{is_nightly, report, run_alone, skip, variable};

/// Asks for all operands.
const ALL: &str = "all";

/// Their time limit.
const LIMIT: Duration = Duration::from_hours(2);

/// The interval at which the page is checked: long, since checking distorts the measurement.
const PERIOD: Duration = Duration::from_secs(1);

/// Has the page start two workers, whatever the machine has.
const TWO_WORKERS: &str =
    "Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 2 })";

/// The number of operands: that of the variable, or the default.
const HOW_MANY: [(&str, &str); 2] =
    [(ALL, "all 4,294,967,296 operands"), ("all/16", "268,435,456 of")];

/// The operands of a sweep that the command repeats.
const FEWER: &str = "all/128";
const N_FEWER: f64 = 33_554_432.0;
const FEWER_IN_WORDS: &str = "33,554,432 of";

/// The sweeps that the command repeats, with what makes it measure the same.
const REPEATED: [(&str, &str, &[&str]); 7] = [
    ("rcp.approx.f32", "observed", &["--errors", "--observed"]),
    ("ex2.approx.f32", "errors", &["--errors"]),
    ("sqrt.rn.f32", "errors", &["--errors"]),
    ("cvt.rn.f16.f32", "errors", &["--errors"]),
    ("ex2.approx.f32", "results", &[]),
    ("sqrt.rn.f32", "results", &[]),
    ("cvt.rn.f16.f32", "results", &[]),
];

/// The sweeps over every operand, with words of each finding, and the beginning of the plot's label.
const WHOLE: [(&str, &str, &str, &str); 3] = [
    ("rcp.approx.f32", "observed", "correctly rounded", "Observed errors in ulp"),
    ("sqrt.rn.f32", "results", "Errors are not measured", "Results of"),
    ("ex2.approx.f32", "results", "Errors are not measured", "Results of"),
];

/// Waits for the end of a sweep with two workers; the words about it.
async fn swept(page: &Page, instruction: &str, domain: &str, shown: &str) -> String {
    run_before(page, TWO_WORKERS).await;
    let shown = if shown == "results" { String::new() } else { format!(",{shown}") };
    let link = format!("v1/{instruction}@sm_90?a=0x40400000&sweep=a,{domain}{shown}");
    page.explore(&link).await;
    loop {
        let time = "return document.getElementById('sweep-progress').dataset.time || ''";
        let time = page.script(time, vec![]).await;
        if let Some(time) = time.as_str().filter(|time| !time.is_empty()) {
            let progress = page.text("#sweep-progress").await;
            return format!("{progress} in {time} ms");
        }
        tokio::time::sleep(PERIOD).await;
    }
}

/// Measures the page's sweeps, and right after each the same one by the command, in operands a
/// second.
pub(super) fn measure(report: &Report) {
    let command = variable("PTXFP_COMMAND").expect("PTXFP_COMMAND names the command ptxfp");
    for (instruction, shown, options) in REPEATED {
        let (sender, receiver) = mpsc::channel();
        run_alone(&[], "", ONE_SWEEP, move |page| async move {
            let progress = swept(&page, instruction, FEWER, shown).await;
            assert!(progress.starts_with(FEWER_IN_WORDS), "{progress}");
            sender.send(rate(&progress)).expect("a receiver");
        });
        let page = receiver.recv().expect("the page's rate");
        let start = Instant::now();
        let status = Command::new(&command)
            .args(["sweep", instruction, "--target", "sm_90", "--operand"])
            .arg(format!("a={FEWER}"))
            .args(["--columns", "800", "--json", "--jobs", "2"])
            .args(options)
            .stdout(Stdio::null())
            .status();
        assert!(status.as_ref().is_ok_and(std::process::ExitStatus::success), "{status:?}");
        let native = N_FEWER / start.elapsed().as_secs_f64();
        let subject = format!("`{instruction}`, {shown}");
        for (measure, number) in [("page", page), ("command", native), ("ratio", native / page)] {
            report.add("sweep", &subject, 1, measure, number);
        }
    }
}

/// The operands a second, by the time that the page took.
fn rate(progress: &str) -> f64 {
    let found = progress.split_once(" in ").and_then(|(_, rest)| rest.strip_suffix(" ms"));
    let time = found.and_then(|time| time.parse::<f64>().ok());
    N_FEWER / time.unwrap_or_else(|| panic!("no time: {progress}")) * 1e3
}

#[test]
fn sweeps_over_every_operand() {
    let asked = variable("PTXFP_SWEEP");
    let is_whole = asked.is_some_and(|it| it == ALL);
    if !is_whole && !is_nightly() {
        skip("PTXFP_NIGHTLY measures 2^28 operands, PTXFP_SWEEP=all all 2^32");
        return;
    }
    let (domain, count) = HOW_MANY[usize::from(!is_whole)];
    for (instruction, shown, words, label) in WHOLE {
        run_alone(&[], "", LIMIT, move |page| async move {
            let progress = swept(&page, instruction, domain, shown).await;
            assert!(progress.starts_with(count), "{progress}");
            page.expect_text("#panel", words).await;
            page.expect_visible(&format!("[aria-label^='{label}']")).await;
            report(&format!("{instruction}, {shown}, two workers: {progress}"));
        });
    }
}
