//! The course.

use serde_json::json;

use crate::accessibility::{SCHEMES, look_in};
use crate::session::{SIZES, run};

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
