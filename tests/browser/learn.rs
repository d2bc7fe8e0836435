//! The course.

use serde_json::json;

use crate::accessibility::{SCHEMES, look_in};
use crate::page::Page;
use crate::session::{SIZES, run};

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";
const RIGHT: &str = "\u{e014}";

#[test]
fn a_prediction_is_judged_and_its_mistake_named() {
    run(|page| async move {
        for (width, height) in SIZES {
            page.resize(width, height).await;
            page.open("learn/rounding/tie-2051").await;
            page.expect_visible(".exercise-choice").await;
            page.click(".exercise-choice:last-child").await;
            page.click("#check").await;
            page.expect_visible(".exercise-verdict").await;
            page.expect_text(".exercise-verdict", "2052").await;
        }
    });
}

#[test]
fn a_seeded_exercise_needs_no_chapter_and_a_page_fetches_its_own() {
    run(|page| async move {
        page.open("exercise/zeros/3").await;
        page.expect_visible(".exercise-choice").await;
        page.open("learn/bits/minus-one").await;
        page.expect_text("#learn-title", "The sign").await;
        page.click(".learn-figure .bit.sign").await;
        page.expect_text(".figure-value", "0xbc00").await;
        page.click(".learn-next").await;
        page.expect_text("#learn-title", "The exponent").await;
    });
}

#[test]
fn a_sheet_has_its_solutions() {
    run(|page| async move {
        page.open("sheet/1").await;
        page.expect_visible(".sheet-solutions").await;
        assert_eq!(json!(page.count(".sheet-solutions li").await), json!(12));
    });
}

#[test]
fn a_page_is_read_answered_and_left_by_keyboard_alone() {
    run(|page| async move {
        page.open("learn/bits/minus-one").await;
        page.expect_text("#learn-title", "The sign").await;
        page.script("document.querySelector('#learn-title').focus()", vec![]).await;
        tab_to(&page, ".exercise .bit").await;
        // −1 is 0xbc00: the sign and the lower four bits of the exponent.
        let bits = ["", RIGHT, "", RIGHT, RIGHT, RIGHT];
        for (index, step) in bits.into_iter().enumerate() {
            if !step.is_empty() {
                page.keys("*:focus", step).await;
            }
            if index != 1 && index != 2 {
                page.keys("*:focus", " ").await;
            }
        }
        page.keys("*:focus", RIGHT).await;
        page.keys("*:focus", " ").await;
        page.expect_text(".exercise-lane code", "0x").await;
        tab_to(&page, "#check").await;
        page.keys("*:focus", ENTER).await;
        page.expect_visible(".exercise-verdict").await;
        tab_to(&page, ".learn-next").await;
        page.keys("*:focus", ENTER).await;
        page.expect_text("#learn-title", "The exponent").await;
    });
}

/// Presses the tabulator until an element has the focus, twenty times at most.
async fn tab_to(page: &Page, selector: &str) {
    for _ in 0..20 {
        page.keys("*:focus", TAB).await;
        let is_there = "return document.activeElement.matches(arguments[0])";
        if page.script(is_there, vec![json!(selector)]).await == json!(true) {
            return;
        }
    }
    panic!("{selector} is not reached");
}

#[test]
fn what_went_wrong_comes_again_if_that_is_wanted() {
    run(|page| async move {
        page.open("learn").await;
        page.click("#learn-remember").await;
        page.open("exercise/tie-2051").await;
        page.click(".exercise-choice:first-child").await;
        page.click("#check").await;
        page.expect_visible(".exercise-verdict.wrong").await;
        page.open("learn").await;
        page.expect_text(".learn-again", "The other tie").await;
        page.reload().await;
        page.expect_text(".learn-again", "The other tie").await;
        page.click(".learn-again a").await;
        page.click(".exercise-choice:last-child").await;
        page.click("#check").await;
        page.expect_visible(".exercise-verdict").await;
        page.open("learn").await;
        page.click("#learn-remember").await;
        let kept = "return localStorage.getItem('ptxfp-again')";
        assert_eq!(page.script(kept, vec![]).await, json!(null));
    });
}

#[test]
fn a_sheet_has_the_number_and_the_topics_that_are_chosen_and_prints_its_solutions_apart() {
    run(|page| async move {
        page.open("sheet/1").await;
        page.choose("#sheet-count", "6").await;
        page.click(".sheet-choose summary").await;
        page.click(".sheet-topics label:nth-of-type(4) input").await;
        page.expect_fragment("sheet/1/6/ties").await;
        page.reload().await;
        page.expect_visible(".sheet-solutions").await;
        assert_eq!(page.count(".sheet-solutions li").await, 6);
        assert_eq!(page.count(".learn-sheet a[href^='#exercise/ties/']").await, 6);
        page.emulate("print", &[]).await;
        let style = "const at = selector => getComputedStyle(document.querySelector(selector));
            return [at('.sheet-tools').display, at('.sheet-choose').display,
                at('.learn-sheet h3').breakBefore]";
        let style = page.script(style, vec![]).await;
        assert_eq!(style, json!(["none", "none", "page"]));
        page.emulate("", &[]).await;
    });
}

#[test]
fn results_forms_and_terms_lead_to_the_page_that_teaches_them() {
    run(|page| async move {
        page.open("v1/add.rn.f16@sm_90?a=0x6800&b=0x3c00").await;
        page.expect_text("#taught", "A tie").await;
        page.click("#taught").await;
        page.expect_text("#learn-title", "A tie").await;
        page.open("glossary/ulp").await;
        page.click("a[href='#learn/rounding/half-an-ulp']").await;
        page.expect_text("#learn-title", "A unit in the last place").await;
        page.open("reference?q=op:copysign").await;
        page.click(".form summary").await;
        page.click(".form a[href='#learn/selection/copysign-operands']").await;
        page.expect_text("#learn-title", "A sign from elsewhere").await;
    });
}

#[test]
fn axe_finds_nothing_and_nothing_overflows_in_the_course() {
    look_in(SCHEMES, |look| async move {
        for (fragment, name) in [
            ("learn", "the chapters"),
            ("learn/bits/minus-one", "bits"),
            ("learn/tensor/a100-and-h100", "a sum"),
            ("learn/rounding/order-of-three", "a puzzle"),
            ("sheet/1", "a sheet"),
        ] {
            look.page.open(fragment).await;
            look.page.expect_visible(".course h2").await;
            look.is_clean(name).await;
        }
    });
}
