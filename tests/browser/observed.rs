//! Observed results, in addition to the guarantee.

use serde_json::json;

use crate::accessibility::{SCHEMES, look_in};
use crate::page::Page;
use crate::session::{run, run_at_each_size};

const QUOTIENT: &str = "v1/div.full.f32@sm_90?a=0x40960000&b=0x3f700000";
const OBSERVED: &str = "#answer [data-observed]";

/// Whether an element is wholly in the first screen.
const IN_VIEW: &str =
    "const { top, bottom } = document.querySelector(arguments[0]).getBoundingClientRect();
    return scrollY === 0 && top >= 0 && bottom <= innerHeight;";

async fn is_in_view(page: &Page, selector: &str) -> bool {
    page.script(IN_VIEW, vec![json!(selector)]).await == json!(true)
}

#[test]
fn one_screen_says_what_is_guaranteed_what_was_observed_and_why_they_differ() {
    run(|page| async move {
        for (width, height) in [(1440, 900), (375, 812)] {
            page.resize(width, height).await;
            page.open(QUOTIENT).await;
            page.expect_text(OBSERVED, "0x40a00001").await;
            page.expect_text(OBSERVED, "5.0000005").await;
            page.expect_text("[data-guarantee]", "any of 5 values").await;
            page.expect_text(".observed-why", "1 value above the correctly rounded one").await;
            page.expect_text(".observed-why", "the reciprocal 1.0666667").await;
            page.expect_text(
                ".observed-why",
                "no comparison covers all operands of the instruction",
            )
            .await;
            page.expect_text(".observed-why", "spot checks on sm_120a").await;
            page.script("scrollTo(0, 0)", vec![]).await;
            for part in ["[data-guarantee]", OBSERVED, ".observed-why"] {
                assert!(is_in_view(&page, part).await, "{part} at {width}");
            }
            page.expect_visible(".number-line .diamond").await;
        }
    });
}

#[test]
fn an_observation_comes_and_goes_and_moves_nothing() {
    run_at_each_size(|page| async move {
        page.open(QUOTIENT).await;
        page.expect_text(OBSERVED, "0x40a00001").await;
        let place = "return document.querySelector('.work').getBoundingClientRect().top + scrollY";
        let before = page.script(place, vec![]).await;
        page.enter("b", 0, "1").await;
        page.expect_text(OBSERVED, "0x40960000").await;
        page.expect_text(".observed-why", "The correctly rounded result.").await;
        assert_eq!(page.script(place, vec![]).await, before);
        page.type_statement("div.rn.f32 4.6875, 0.9375").await;
        page.expect_result("0x40a00000").await;
        page.expect("observations", "0", || async { page.count(OBSERVED).await.to_string() }).await;
    });
}

#[test]
fn the_steps_go_inside_the_unit() {
    run_at_each_size(|page| async move {
        page.explore(QUOTIENT).await;
        page.expect_text("#trace", "Inside the unit").await;
        page.expect_text("#trace", "c1·l").await;
        page.expect_text("#trace", "The reciprocal, with its error, is multiplied by the dividend")
            .await;
        // The numbers follow the operands.
        page.enter("b", 0, "2").await;
        page.expect_text("#trace", "0.5 × 4.6875").await;
    });
}

#[test]
fn observed_errors_are_swept_over() {
    run_at_each_size(|page| async move {
        page.explore("v1/ex2.approx.ftz.f32@sm_90?a=0x3f800000&view=sweep").await;
        page.expect_text("#sweep-progress[data-time]", "evenly spread").await;
        // Observed results come first.
        page.expect_text("#panel", "Observed: at most").await;
        page.expect_text("#panel", "correctly rounded").await;
        page.click("[data-sweep=results]").await;
        page.expect_text("#panel", "The correctly rounded result is at most").await;
        page.click("[data-sweep=observed]").await;
        page.expect_fragment("sweep=a,observed").await;
        page.expect_visible("[aria-label^='Observed errors in ulp']").await;
        page.expect_visible(".plot-key .permitted").await;
        // The worst operand opens with its observed result.
        page.click("#panel table .text-button").await;
        page.expect_text(".observed-why", "correctly rounded one").await;
        page.expect_fragment("sweep=a,observed").await;
    });
}

#[test]
fn the_histogram_of_observed_errors_goes_beyond_half_an_ulp() {
    run_at_each_size(|page| async move {
        // All are in one binade, where the unit's results are up to 1 ulp from the exact value.
        page.explore(
            "v1/ex2.approx.ftz.f32@sm_90?a=0x3f800000&sweep=a,0x3f000000..0x3f7fffff/256,errors",
        )
        .await;
        page.expect_text("#panel", "The correctly rounded result is at most").await;
        page.expect_text("#sweep-progress[data-time]", "operands, evenly spread").await;
        page.expect_visible(HISTOGRAM).await;
        // A bar is as high as 1/32 ulp, so that there are 16 on either side up to 1/2.
        let rounded = bars(&page).await;
        assert!((2..=32).contains(&rounded), "{rounded} bars");
        page.click("[data-sweep=observed]").await;
        page.expect_text("#panel", "Observed: at most").await;
        page.expect_text("#sweep-progress[data-time]", "operands, evenly spread").await;
        page.expect_visible(HISTOGRAM).await;
        let observed = bars(&page).await;
        assert!(observed > 32, "{observed} bars");
    });
}

const HISTOGRAM: &str = "svg[aria-label^='Frequency of each error in ulp']";

/// The number of bars of the histogram.
async fn bars(page: &Page) -> u64 {
    let path = page.attribute(&[HISTOGRAM, " path.results"].concat(), "d").await;
    path.matches('M').count() as u64
}

#[test]
fn what_was_observed_is_compared() {
    run_at_each_size(|page| async move {
        page.explore(&[QUOTIENT, "&with=div.rn.f32@sm_90&view=compare"].concat()).await;
        page.expect_text("#panel", "same result").await;
        page.choose("[data-compare=by]", "observed results").await;
        page.expect_text("#panel", "observed results differ").await;
        page.expect_text("#panel", "GPUs were observed to return 0x40a00001 (composed)").await;
        page.expect_text(".compared li:first-child .linked", "5.0000005").await;
        page.expect_text(".compared li:last-child .linked", "= 5").await;
        page.expect_fragment("view=compare:observed").await;
        page.reload().await;
        page.reach_explorer().await;
        page.expect_text("#panel", "observed results differ").await;
        page.click("[data-compare^=search]").await;
        page.expect_text("#panel", "Observed results differ, for example on").await;
        page.choose("[data-compare=by]", "permitted results").await;
        page.expect_text("#panel", "same result").await;
        page.expect_fragment("view=compare:permitted").await;
    });
}

#[test]
fn a_sequence_shows_what_follows_from_an_observation() {
    run_at_each_size(|page| async move {
        let silu =
            "v1/sequence@sm_90?code=ex2.approx.ftz.f32~t,a~~cvt.rn.bf16.f32~d,t&a=0x3f400000";
        page.open(silu).await;
        page.expect_text("[data-result=t]", "observed").await;
        page.expect_text("[data-result=t]", "0x3fd744f").await;
        page.expect_text("[data-result=d]", "every permitted result leads to these bits").await;
        let plain = "v1/sequence@sm_90?code=div.full.f32~d,a,b&a=0x40960000&b=0x3f700000";
        page.open(plain).await;
        page.expect_text("[data-result=d]", "0x40a00001").await;
        page.expect_text("[data-result=d]", "other permitted results lead to other bits").await;
    });
}

#[test]
fn every_claim_has_its_source() {
    run_at_each_size(|page| async move {
        page.open(QUOTIENT).await;
        page.click("#answer [data-observed] a").await;
        page.expect_fragment("evidence").await;
        page.expect_text(".evidence", "bcarlet/ptx-math").await;
        page.expect_text(".evidence", "2^32 operands on each").await;
        page.expect_text(".evidence", "Add a capture").await;
        // Claims of open bits have the same facts, and readings what they rest on.
        for claim in ["f32-nan", "oob-nan", "rs-layout"] {
            page.expect_visible(&["#evidence-", claim].concat()).await;
        }
        page.expect_text(".evidence", "2,703 instructions on 5 targets").await;
        page.expect_text(".evidence", "2026-11-23").await;
        page.expect_text(".evidence", "the upper of two operands takes them in reverse").await;
        page.back().await;
        page.expect_text(OBSERVED, "0x40a00001").await;
        page.open_path("i/evidence/").await;
        page.expect_text("main", "bcarlet/ptx-math").await;
        page.expect_text("main", "2,703 instructions on 5 targets").await;
        page.expect_text("main", "rs-layout").await;
    });
}

#[test]
fn nothing_is_wrong_with_an_observation() {
    look_in(SCHEMES, |look| async move {
        let page = &look.page;
        page.explore(QUOTIENT).await;
        page.expect_text("#trace", "Inside the unit").await;
        look.is_clean("the playground").await;
        page.explore(
            "v1/ex2.approx.ftz.f32@sm_90?a=0x3f800000&sweep=a,0x3f800000..0x40000000/128,observed",
        )
        .await;
        page.expect_text("#panel", "correctly rounded").await;
        look.is_clean("the sweep").await;
        page.explore(&[QUOTIENT, "&with=div.rn.f32@sm_90&view=compare"].concat()).await;
        page.choose("[data-compare=by]", "observed results").await;
        page.expect_text("#panel", "observed results differ").await;
        look.is_clean("the comparison").await;
        page.open("v1/sequence@sm_90?code=div.full.f32~d,a,b&a=0x40960000&b=0x3f700000").await;
        page.expect_text("[data-result=d]", "0x40a00001").await;
        look.is_clean("the sequence").await;
        page.open("evidence").await;
        page.expect_text(".evidence", "Add a capture").await;
        look.is_clean("the evidence").await;
        page.open_path("i/evidence/").await;
        look.is_clean("the page of evidence").await;
    });
}
