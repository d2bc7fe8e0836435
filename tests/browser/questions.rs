//! Questions that a newcomer types into an empty page, and whether the answer is on the screen.

use serde_json::json;

use crate::page::Page;
use crate::session::{is_nightly, run};

const ESCAPE: &str = "\u{e00c}";

/// Questions as they are typed, each with the lane of its answer, and the answer. The first three
/// are those of a first visit; the last ones are PTX, and what the lessons are about.
const QUESTIONS: &str = include_str!("questions.tsv");

/// Where the answer of a lane is, unless it is in view and not covered.
const IN_VIEW: &str = "
    const value = document.querySelector(`[data-answer-lane=\"${arguments[0]}\"]`);
    const { top, bottom, left, right } = value.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isIn = scrollY === 0 && top >= 0 && left >= 0 && bottom <= clientHeight && right <= clientWidth;
    return isIn && value.contains(seen) ? '' : JSON.stringify({ scrollY, top, bottom, left, right })";

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
            let elsewhere = page.script(IN_VIEW, vec![json!(lane)]).await;
            assert_eq!(elsewhere, json!(""), "{question} at {width} px");
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
fn how_a_question_is_read_stays_until_it_is_edited() {
    run(|page| async move {
        page.open("").await;
        page.type_statement("0.1 + 0.3 in bf16").await;
        page.expect_text("#reading", "add.rn.bf16 0.1, 0.3").await;
        page.keys("#instruction", "\u{e007}").await;
        page.expect_fragment("v1/add.rn.bf16@").await;
        assert_eq!(page.statement().await, "0.1 + 0.3 in bf16");
        page.expect_text("#reading", "add.rn.bf16 0.1, 0.3").await;
        page.expect_text("#say", "Neither 0.1 nor 0.3 is a bf16").await;
        // Another value makes it the statement.
        page.enter("b", 0, "0.5").await;
        page.expect("the statement", "add.rn.bf16 0.1, 0.5", || page.statement()).await;
        assert_eq!(page.count("#reading").await, 0);
    });
}

/// Texts that are no single statement, each with a part of the page that has the answer, and its text.
const REPLIES: [(&str, &str, &str); 8] = [
    ("0x7e in e4m3", "#number", "448"),
    ("expf(1)", "#number", "2.71828175"),
    ("expf(1)", "#listing", "ex2.approx.ftz.f32"),
    ("0.1 + 0.2 == 0.3", "#number", "true"),
    ("why does my max not propagate NaN", "#hits", "min of NaN"),
    ("what is an ulp", "#say", "Unit in the last place"),
    ("help", "#hits", "In words"),
    ("Rounding modifier required for instruction 'div'", "#say", "must say how it rounds"),
];

#[test]
fn texts_that_are_no_statement_have_answers() {
    run(|page| async move {
        for (width, height) in [(1440, 900), (375, 667)] {
            page.resize(width, height).await;
            page.open("").await;
            for (text, place, answer) in REPLIES {
                page.type_statement(text).await;
                page.expect_text(place, answer).await;
                assert_eq!(page.statement().await, text);
                page.keys("#instruction", "\u{e007}").await;
                let word = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
                page.expect_fragment(word).await;
                assert_eq!(page.statement().await, text);
                // Parts of the statement before are not shown.
                assert_eq!(page.count("#calculator .work, #calculator .modifiers").await, 0);
            }
            page.type_statement("1 + 2").await;
            page.expect("the answer", "3", || page.text("[data-answer-lane=\"0\"]")).await;
            assert_eq!(page.count("#hits, #listing, #number").await, 0);
        }
    });
}

/// Inline assembly of one statement is that statement: its inputs can be edited, and its halves
/// exchanged.
#[test]
fn one_statement_of_inline_assembly_has_operands() {
    run(|page| async move {
        page.open("").await;
        let code = r#"asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(x), "f"(y));"#;
        page.type_statement(code).await;
        page.expect_text(
            "#reading",
            "%1 (x) goes to the high half, %2 (y) to the low one, which is first in memory",
        )
        .await;
        page.expect("the high half", "1", || page.text("[data-answer-lane=\"1\"]")).await;
        page.expect("the low half", "2", || page.text("[data-answer-lane=\"0\"]")).await;
        assert_eq!(page.statement().await, code);
        page.expect_text("#next", "{2, 1}").await;
        page.click("#next").await;
        page.expect("the statement", "cvt.rn.bf16x2.f32 2, 1", || page.statement()).await;
        page.type_statement(code).await;
        page.expect_text("#reading", "%1 (x)").await;
        page.enter("b", 0, "0.1").await;
        page.expect("the statement", "cvt.rn.bf16x2.f32 1, 0.1", || page.statement()).await;
        // A statement that is rejected says why.
        page.type_statement(
            r#"asm("fma.rn.ftz.bf16 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "h"(c));"#,
        )
        .await;
        page.expect_text("#say", "takes .ftz only with").await;
    });
}

/// A result that the ISA leaves open stands among those that it permits.
#[test]
fn permitted_results_of_a_program_are_drawn() {
    run(|page| async move {
        page.open("").await;
        page.type_statement("expf(1)").await;
        page.expect_text("#number", "2.71828175").await;
        let is_four = |count: &u64| *count == 4;
        page.wait_for("permitted numbers", || page.count(".number-picture .permitted"), is_four)
            .await;
        assert_eq!(page.count(".number-picture .diamond").await, 1);
        page.type_statement("0.1 + 0.2 + 0.3").await;
        page.expect_text("#number", "0.6").await;
        assert_eq!(page.count(".number-picture").await, 0);
    });
}

#[test]
fn what_is_found_can_be_tried() {
    run(|page| async move {
        page.open("").await;
        page.type_statement("why does my max not propagate NaN").await;
        page.expect_text("#hits", "min of NaN").await;
        page.click("#hits li:first-child a").await;
        page.expect("the statement", "max.f32 NaN, 1", || page.statement()).await;
        page.type_statement("min of nan").await;
        page.expect_text("#hits", "min of NaN").await;
        page.click("#hits li:first-child a").await;
        page.expect_text("#lesson", "NaN").await;
        page.type_statement("max(nan, 1)").await;
        page.expect_text("#next", "max.NaN.f32 nan, 1").await;
        page.click("#next").await;
        page.expect("the answer", "NaN", || page.text("[data-answer-lane=\"0\"]")).await;
        page.type_statement("500 in fp8").await;
        page.expect_text("#reading", "e5m2").await;
        page.click("#reading .text-button").await;
        page.expect_text("#reading", "cvt.rn.satfinite.e5m2x2.f32").await;
    });
}

#[test]
fn a_first_visit_shows_the_kinds_of_texts_until_it_is_over() {
    run(|page| async move {
        page.open("").await;
        page.expect("the example", "0.1 + 0.2", || page.text("#example")).await;
        page.expect("the answer", "0.300000012", || page.text("[data-answer-lane=\"0\"]")).await;
        assert!(page.is_visible("#orient").await);
        page.click("#kinds li:nth-child(2) button").await;
        page.expect("the question", "1/3 in half", || page.statement()).await;
        page.expect("the answer", "0.333251953", || page.text("[data-answer-lane=\"0\"]")).await;
        page.open("v1/add.f32@sm_90?a=0x3f800000&b=0x3f800000").await;
        assert_eq!(page.count("#orient, #kinds").await, 0);
        page.open("").await;
        page.expect("the example", "0.1 + 0.2", || page.text("#example")).await;
        assert_eq!((page.count("#orient").await, page.count("#kinds").await), (0, 1));
    });
}

#[test]
fn an_empty_box_shows_the_example_and_why() {
    run(|page| async move {
        page.resize(1440, 925).await;
        page.open("").await;
        page.expect("the example", "0.1 + 0.2", || page.text("#example")).await;
        assert_eq!(page.statement().await, "");
        page.element("#explorer .trace").await;
        let height =
            "return document.querySelector('#explorer .trace h2').getBoundingClientRect().bottom";
        let bottom = page.script(height, vec![]).await.as_f64().expect("a number");
        assert!(bottom <= 925.0, "Why is in view: {bottom}");
        page.type_statement("mul.f16 3, 2").await;
        page.expect_result("0x4600").await;
        assert_eq!(page.count("#example").await, 0);
        // Leaving the box empty asks for nothing; what was asked before is a step back.
        page.expect_fragment("v1/mul.f16").await;
        page.keys("#instruction", ESCAPE).await;
        page.expect("the example", "0.1 + 0.2", || page.text("#example")).await;
        page.expect("an empty box", "", || page.statement()).await;
        page.back().await;
        page.expect("the statement", "mul.f16 3, 2", || page.statement()).await;
        // An alternative names what it asks for.
        page.keys("#instruction", ESCAPE).await;
        page.click("[aria-label=\"0.1 + 0.2 in bf16\"]").await;
        page.expect("the question", "0.1 + 0.2 in bf16", || page.statement()).await;
        page.expect_result("0x3e9a").await;
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
