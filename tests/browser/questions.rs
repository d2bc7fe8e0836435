//! Questions that a newcomer types into an empty page, and whether the answer is on the screen.

use serde_json::json;

use crate::page::Page;
use crate::session::{is_nightly, run};

/// Questions as they are typed, each with the lane of its answer, and the answer. The first three
/// are those of a first visit; the last ones are PTX, and what the lessons are about.
const QUESTIONS: &str = include_str!("questions.tsv");

/// Whether the answer of a lane is in view and not covered.
const IN_VIEW: &str = "
    const value = document.querySelector(`[data-answer-lane=\"${arguments[0]}\"]`);
    const { top, bottom, left, right } = value.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return scrollY === 0 && top >= 0 && left >= 0 && bottom <= clientHeight && right <= clientWidth && value.contains(seen)";

/// By default, one question in this many is asked at each width, a different one each; the first
/// three always.
const STEP: usize = 3;

/// Types questions into the empty page, by default those from the one at `first` on; nothing is
/// pressed, and nothing scrolled.
fn ask(width: u32, height: u32, first: usize) {
    let step = if is_nightly() { 1 } else { STEP };
    let is_asked = move |index: &usize| *index < 3 || index % step == first % step;
    run(move |page: Page| async move {
        page.resize(width, height).await;
        page.open("").await;
        for (_, row) in QUESTIONS.lines().enumerate().filter(|(index, _)| is_asked(index)) {
            let [question, lane, answer] = row.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{row}")
            };
            page.script("scrollTo(0, 0)", vec![]).await;
            page.type_statement(question).await;
            let shown = format!("[data-answer-lane=\"{lane}\"]");
            page.expect(question, answer, || page.text(&shown)).await;
            let is_in_view = page.script(IN_VIEW, vec![json!(lane)]).await;
            assert_eq!(is_in_view, json!(true), "{question} at {width} px");
            assert_eq!(page.statement().await, question);
        }
    });
}

#[test]
fn answers_are_in_view_on_a_wide_screen() {
    ask(1440, 900, 0);
}

#[test]
fn answers_are_in_view_on_a_laptop() {
    ask(1024, 700, 1);
}

#[test]
fn answers_are_in_view_on_a_tablet() {
    ask(768, 1024, 2);
}

#[test]
fn answers_are_in_view_on_a_phone() {
    ask(375, 667, 3);
}

#[test]
fn answers_are_in_view_on_a_small_phone() {
    ask(320, 568, 4);
}

#[test]
fn a_question_says_how_it_is_read_and_becomes_a_statement() {
    run(|page| async move {
        page.open("").await;
        // The page opens with the sum of 0.1 and 0.2.
        page.type_statement("0.1 + 0.3 in bf16").await;
        page.expect_text("#say", "add.rn.bf16 0.1, 0.3").await;
        page.keys("#instruction", "\u{e007}").await;
        page.expect("the statement", "add.rn.bf16 0.1, 0.3", || page.statement()).await;
        page.expect_text("#say", "0.1 and 0.3 were already rounded on entry").await;
        page.expect_fragment("v1/add.rn.bf16@").await;
    });
}

#[test]
fn a_first_visit_has_questions_until_it_is_over() {
    run(|page| async move {
        page.open("").await;
        page.expect("the statement", "add.rn.bf16 0.1, 0.2", || page.statement()).await;
        assert!(page.is_visible("#orient").await);
        page.click("#questions button").await;
        page.expect("the answer", "448", || page.text("[data-answer-lane=\"1\"]")).await;
        page.open("v1/add.f32@sm_90?a=0x3f800000&b=0x3f800000").await;
        assert_eq!(page.count("#orient, #questions").await, 0);
        page.open("").await;
        assert_eq!(page.count("#orient, #questions").await, 0);
        page.expect("the statement", "add.rn.bf16 0.1, 0.2", || page.statement()).await;
    });
}

#[test]
fn a_value_that_cannot_be_read_is_marked_where_it_is_and_stays() {
    run(|page| async move {
        page.open("").await;
        page.type_statement("add.f16 0x123456, 1").await;
        page.expect_text("#say", "has 21 bits").await;
        page.expect("the mark", "0x123456", || page.text(".mirror .token-wrong")).await;
        page.expect_text("#answer", "Still showing").await;
        page.keys("#instruction", "\u{e007}").await;
        assert_eq!(page.statement().await, "add.f16 0x123456, 1");
        page.click("#say button").await;
        page.expect_fragment("a=0x3456&b=0x3c00").await;
        assert_eq!(page.count("#answer .stale").await, 0);
    });
}

#[test]
fn fields_and_the_line_follow_one_another() {
    run(|page| async move {
        page.open("v1/add.f32@sm_90?a=0x3f800000&b=0x40000000").await;
        page.expect("the statement", "add.f32 1, 2", || page.statement()).await;
        page.enter("b", 0, "0.1").await;
        page.expect("the statement", "add.f32 1, 0.1", || page.statement()).await;
        page.type_statement("add.f32 4, 0.1").await;
        page.expect_result("0x40833333").await;
        let field = "[data-operand=a][data-lane=\"0\"] input";
        page.expect("the field", "4", || page.value(field)).await;
        // The caret stays where it is while it is typed.
        page.keys("#instruction", "\u{e012}\u{e012}5").await;
        page.expect("the statement", "add.f32 4, 05.1", || page.statement()).await;
        page.keys("#instruction", "\u{e00c}").await;
    });
}
