//! Sweeps, and the state as text for other places.

use crate::accessibility::{SCHEMES, look_in};
use crate::busy::{watch_workers, work_leaves_the_page_free};
use crate::session::{run, run_at_each_size};

const TANH: &str = "v1/tanh.approx.f16@sm_90?a=0x3c00&view=sweep";
const SIN: &str = "v1/sin.approx.ftz.f32@sm_90?a=0x3f800000&view=sweep";

#[test]
fn all_operands_of_sixteen_bits_are_swept_at_once() {
    run_at_each_size(|page| async move {
        page.explore(TANH).await;
        page.expect_text("#sweep-progress[data-time]", "all 65,536 operands").await;
        page.expect_text("#panel", "2,046 are NaN").await;
        page.expect_text("#panel", "Results from \u{2212}1 to 1").await;
        // The errors of a GPU are beside the documented ones.
        page.expect_text(".finding strong", "Documented:").await;
        page.expect_text(".finding", "Observed: at most").await;
        // The worst one is loaded by a press.
        let worst = "return document.querySelector('#panel th + td').innerText";
        let bits = page.script(worst, vec![]).await;
        page.click("#panel th[scope=row] button").await;
        page.expect_fragment(&format!("a={}", bits.as_str().unwrap_or_default())).await;
        page.click("[data-sweep=errors]").await;
        page.expect_text(".finding", "The correctly rounded result is at most").await;
    });
}

#[test]
fn the_plot_loads_what_is_pressed_and_zooms() {
    run_at_each_size(|page| async move {
        page.explore(TANH).await;
        page.expect_text("#sweep-progress[data-time]", "all 65,536 operands").await;
        // The middle of all encodings is a small positive number: NaNs are last.
        page.click("[data-plot]").await;
        page.expect_fragment("a=0x0").await;
        page.click("[data-sweep=in]").await;
        page.expect_text("#sweep-progress[data-time]", "15,873 operands").await;
        page.click("[data-sweep=errors]").await;
        page.expect_visible("[aria-label^='Errors in ulp']").await;
        page.click("[data-sweep=all]").await;
        page.expect_text("#sweep-progress[data-time]", "all 65,536 operands").await;
    });
}

#[test]
fn another_state_is_swept_anew() {
    run(|page| async move {
        page.explore("v1/add.f16@sm_90?a=0x3c00&b=0x0000&view=sweep").await;
        page.expect_text("#panel", "63,486 exact").await;
        page.enter("b", 0, "1").await;
        page.expect_text(".finding strong", "Never more than 0.5 ulp").await;
        assert!(!page.text("#panel").await.contains("63,486 exact"));
        page.choose("#sweep-operand", "b").await;
        page.expect_visible("[aria-label$='over b']").await;
    });
}

#[test]
fn all_operands_of_f32_are_swept_until_that_is_stopped() {
    run(|page| async move {
        watch_workers(&page).await;
        page.explore(SIN).await;
        page.expect_text(
            "#sweep-progress[data-time]",
            "65,536 of 4,294,967,296 operands, evenly spread",
        )
        .await;
        page.click("[data-sweep=whole]").await;
        page.expect_text("#sweep-progress", "left").await;
        work_leaves_the_page_free(&page, "[data-sweep=stop]").await;
        page.expect_text("#sweep-progress", "operands evaluated").await;
        page.click("[data-sweep=whole]").await;
        page.expect_text("#sweep-progress", "left").await;
        // Nothing goes on while nobody looks.
        page.click("#tab-cases").await;
        page.click("#tab-sweep").await;
        page.expect_visible("[data-sweep=stop]").await;
    });
}

#[test]
fn missing_workers_are_reported() {
    run(|page| async move {
        page.resize(375, 500).await;
        page.open(TANH).await;
        page.script("window.Worker = class { constructor() { throw new Error() } }", vec![]).await;
        page.reach_explorer().await;
        page.expect_text("#panel .failure", "could not start").await;
        page.enter("a", 0, "0").await;
        page.expect_result("0x0000").await;
    });
}

#[test]
fn the_state_is_copied_in_every_form() {
    run_at_each_size(|page| async move {
        page.explore("v1/add.f16@sm_90?a=0x3c00&b=0x3c00&view=export").await;
        let copies = "return [...document.querySelectorAll('.exports [data-copy]')].map(b => b.dataset.copy)";
        let copies = page.script(copies, vec![]).await;
        let copies: Vec<_> =
            copies.as_array().into_iter().flatten().filter_map(|it| it.as_str()).collect();
        assert_eq!(copies.len(), 9);
        let state = "v1/add.f16@sm_90?a=0x3c00&b=0x3c00&d=0x4000";
        assert!(
            copies[0].starts_with("http://127.0.0.1") && copies[0].ends_with(&format!("/#{state}")),
            "{}",
            copies[0]
        );
        for part in [
            "<iframe src=\"http",
            "<ptx-float state=",
            "<svg xmlns=",
            ".visible .entry",
            "__global__",
            "https://godbolt.org/",
            "\"destination\"",
        ] {
            assert!(copies.iter().any(|copy| copy.contains(part)), "{part}");
        }
        page.enter("a", 0, "2").await;
        page.click(".exports summary").await;
        page.expect_text(".exports pre", "a=0x4000&b=0x3c00&d=0x4200").await;
        page.catch_copies().await;
        page.click("#copy-link").await;
        page.expect("the button", "Copied", || page.text("#copy-link")).await;
        let copied = page.copied().await;
        let (_, fragment) = copied.split_once('#').expect("a fragment");
        assert_eq!(fragment, "v1/add.f16@sm_90?a=0x4000&b=0x3c00&d=0x4200");
    });
}

#[test]
fn axe_finds_nothing_and_nothing_overflows() {
    look_in(SCHEMES, |look| async move {
        for link in [TANH, "v1/add.f16@sm_90?a=0x3c00&b=0x3c00&view=export"] {
            look.page.explore(link).await;
            look.is_clean(link).await;
        }
        look.page.explore(TANH).await;
        look.page.click("[data-sweep=errors]").await;
        look.page.expect_visible("[aria-label^='Errors in ulp']").await;
        look.is_clean("errors").await;
        look.page
            .explore("v1/add.f32@sm_90?a=0x3f800000&b=0x1&with=add.rp.f32@sm_90&view=compare")
            .await;
        // The first comparison moves what is below it.
        look.page.expect_text(".compared li:nth-child(2)", "differs").await;
        look.page.click("[data-compare='search 0']").await;
        look.page.expect_text(".search", "They differ").await;
        look.is_clean("comparison").await;
    });
}

const ADD: &str = "v1/add.rn.f32@sm_90?a=0x3f800000&b=0x00000001&view=compare";

#[test]
fn an_instruction_is_compared_with_others() {
    run_at_each_size(|page| async move {
        page.explore(ADD).await;
        page.type_over("#compare-draft", "add.rp.f32\u{e007}").await;
        page.expect_text(".compared li:nth-child(2)", "add.rp.f32 on sm_90").await;
        page.expect_text(".compared li:nth-child(2) .changed", "1").await;
        page.expect_text(".compared li:nth-child(2)", "Round").await;
        page.expect_fragment("with=add.rp.f32@sm_90").await;
        // The link holds it.
        page.reload().await;
        page.reach_explorer().await;
        page.expect_text(".compared li:nth-child(2)", "differs").await;
        page.enter("b", 0, "1").await;
        page.expect_text(".compared li:nth-child(2)", "same result").await;
        page.click("[data-compare='swap 0']").await;
        page.expect_fragment("v1/add.rp.f32@sm_90").await;
        page.expect_fragment("with=add.rn.f32@sm_90").await;
        page.click("[data-compare='remove 0']").await;
        page.expect("one row", "1", || async { page.count(".compared li").await.to_string() })
            .await;
        page.type_over("#compare-draft", "mul.f64\u{e007}").await;
        page.expect_text("#compare-wrong", "Different operand widths").await;
        assert_eq!(page.value("#compare-draft").await, "mul.f64");
    });
}

#[test]
fn what_is_typed_in_the_middle_stays_together() {
    run(|page| async move {
        for (link, field, before, text, after) in [
            (ADD, "#compare-draft", "add.f32", "rz.", "add.rz.f32"),
            (TANH, "#sweep-values", "0x0001..0x0400", "000", "0x0001..0x0000400"),
        ] {
            page.explore(link).await;
            page.type_over(field, before).await;
            let left = "\u{e012}".repeat(3);
            for key in left.chars().chain(text.chars()) {
                page.keys(field, &key.to_string()).await;
                page.frames(1).await;
            }
            assert_eq!(page.value(field).await, after);
        }
    });
}

#[test]
fn a_difference_is_searched_for() {
    run(|page| async move {
        for (link, other, expected) in [
            (ADD, "add.rz.f32", "They differ, for example on"),
            ("v1/add.f32@sm_90?a=0x0&b=0x0&view=compare", "add.ftz.f32", "Flush"),
            ("v1/min.f32@sm_90?a=0x0&b=0x0&view=compare", "min.NaN.f32", "NaN"),
            ("v1/mul.f32@sm_20?a=0x0&b=0x0&view=compare", "mul.f32@sm_13@1.4", "They differ"),
            (
                "v1/add.f32@sm_90?a=0x0&b=0x0&view=compare",
                "add.rn.f32",
                "Identical for every input",
            ),
        ] {
            page.explore(link).await;
            page.type_over("#compare-draft", &format!("{other}\u{e007}")).await;
            page.expect_text(".compared li:nth-child(2)", other.split('@').next().unwrap()).await;
            if expected != "Identical for every input" {
                page.click("[data-compare='search 0']").await;
            }
            page.expect_text(".search", expected).await;
        }
        page.explore(ADD).await;
        page.click(".compare-offers button").await;
        page.expect_visible(".compared li:nth-child(2)").await;
        page.click("[data-compare='search 0']").await;
        page.click("[data-compare='load 0']").await;
        page.expect_text(".compared li:nth-child(2)", "differs").await;
    });
}

#[test]
fn stochastic_rounding_shows_every_outcome() {
    run_at_each_size(|page| async move {
        page.explore("v1/cvt.rs.bf16x2.f32@sm_100a?a=0x3f8ccccd&b=0x3f800000&rbits=0x0&view=sweep")
            .await;
        page.expect_text("#panel", "unbiased").await;
        page.expect_text(".outcomes", "65,536 patterns of random bits").await;
        assert_eq!(page.count(".outcomes").await, 2);
    });
}
