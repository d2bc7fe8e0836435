//! The lessons.

use serde_json::{Value, json};

use crate::accessibility::{SCHEMES, look_in};
use crate::session::{SIZES, run, run_at_each_size};

#[test]
fn a_lesson_leads_to_its_recorded_result() {
    run(|page| async move {
        for (width, height) in SIZES {
            page.resize(width, height).await;
            page.open("gallery").await;
            page.expect_visible("#lesson-min-of-nan").await;
            assert!(page.count(".lesson").await >= 15);
            page.click(".lesson li a").await;
            page.expect_result("0x3f800000").await;
            // The record in its link is not the reader's.
            assert_eq!(page.count("#linked").await, 0);
            page.back().await;
            page.expect_visible("#lesson-min-of-nan").await;
        }
    });
}

#[test]
fn going_back_leads_to_where_the_lessons_were_left() {
    run_at_each_size(|page| async move {
        page.open("gallery").await;
        page.expect_visible("#lesson-double-rounding").await;
        page.click("#lesson-double-rounding ~ * li a").await;
        page.expect_visible("#lesson").await;
        let top = || async { page.script("return scrollY", vec![]).await };
        assert_eq!(top().await, json!(0));
        page.back().await;
        page.expect_visible("#lesson-double-rounding").await;
        page.wait_for("the place", top, |top| top.as_f64() > Some(300.0)).await;
    });
}

#[test]
fn a_link_to_a_lesson_focuses_it_and_an_unknown_one_is_reported() {
    run(|page| async move {
        page.open("gallery/double-rounding").await;
        page.expect_visible("#lesson-double-rounding").await;
        let focused = || async {
            let id = page.script("return document.activeElement.id", vec![]).await;
            id.as_str().unwrap_or_default().to_owned()
        };
        page.expect("the focus", "lesson-double-rounding", focused).await;
        page.open("gallery/nonsense").await;
        page.expect_text(".lessons .diagnostic", "nonsense").await;
    });
}

#[test]
fn the_terms_are_shown_at_every_visit() {
    run(|page| async move {
        let top = || async {
            let script = "return document.querySelector('#glossary')?.getBoundingClientRect().top";
            page.script(script, vec![]).await
        };
        for _ in 0..3 {
            page.open("learn").await;
            page.click("a[href='#glossary']").await;
            page.expect_visible("#glossary").await;
            let is_first = |top: &Value| top.as_f64().is_some_and(|top| (0.0..60.0).contains(&top));
            page.wait_for("the terms at the top of the view", top, is_first).await;
        }
    });
}

#[test]
fn the_terms_are_below_the_lessons() {
    run(|page| async move {
        page.open("glossary/ulp").await;
        page.expect_visible("#term-ulp").await;
        page.expect_text(".glossary", "Unit in the last place").await;
        let focused = || async {
            let id = page.script("return document.activeElement.id", vec![]).await;
            id.as_str().unwrap_or_default().to_owned()
        };
        page.expect("the focus", "term-ulp", focused).await;
        page.open("glossary/nonsense").await;
        page.expect_text(".lessons .diagnostic", "nonsense").await;
    });
}

#[test]
fn axe_finds_nothing_and_nothing_overflows() {
    look_in(SCHEMES, |look| async move {
        look.page.open("gallery").await;
        look.is_clean("lessons").await;
    });
}
