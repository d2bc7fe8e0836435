//! Links to statements that are not legal: they open as what they were made from.

use serde_json::json;

use crate::page::Page;
use crate::session::{run, run_at_each_size};

const ILLEGAL: &str = "v1/fma.rn.ftz.bf16@sm_90?a=1&b=2&c=3&isa=9.5";
const ELSEWHERE: &str = "v1/cvt.rn.satfinite.e4m3x2.f32@sm_80?a=0x43fa0000&b=0x00000000&isa=9.5";
const TYPO: &str = "v1/ad.rn.bf16@sm_90?a=0.1&b=0.2&isa=9.5";
const QUESTION: &str = "v1/statement@sm_90?code=why~does@20max&isa=9.5";
const GARBAGE: &str = "v1/statement@sm_90?code=xyzzy~plugh&isa=9.5";

/// The statement in the line is that, rejected.
async fn expect_rejected(page: &Page, statement: &str, reason: &str) {
    page.expect("the statement", statement, || page.statement()).await;
    page.expect_legality("rejected").await;
    page.expect_text("#say", reason).await;
    assert_eq!(page.count("#banner").await, 0);
}

/// No part of the page is about an instruction.
async fn expect_nothing_else(page: &Page) {
    for selector in ["#explorer", ".work", "#result-register", "#copy-result", "#change", "#pin"] {
        assert!(!page.is_visible(selector).await, "{selector} is shown");
    }
}

#[test]
fn a_link_to_an_illegal_statement_shows_it_and_nothing_else() {
    run_at_each_size(|page| async move {
        for (link, statement, reason) in [
            (ILLEGAL, "fma.rn.ftz.bf16 1, 2, 3", "fma takes .ftz only with"),
            (TYPO, "ad.rn.bf16 0.1, 0.2", "did you mean add?"),
        ] {
            page.open(link).await;
            expect_rejected(&page, statement, reason).await;
            expect_nothing_else(&page).await;
            page.reload().await;
            expect_rejected(&page, statement, reason).await;
            expect_nothing_else(&page).await;
            assert_eq!(page.fragment().await, link);
        }
        // Words that nothing is found for are not rejected: the kinds of texts with an answer are shown.
        page.open(GARBAGE).await;
        page.expect_text("#say", "Not understood").await;
        assert_eq!(page.statement().await, "xyzzy plugh");
        assert_eq!(page.count("#legality").await, 0);
        expect_nothing_else(&page).await;
        // It all appears as soon as the statement is legal.
        page.open(TYPO).await;
        expect_rejected(&page, "ad.rn.bf16 0.1, 0.2", "did you mean").await;
        page.click("#say .fixes button").await;
        page.expect_result("0x3e9a").await;
        page.expect_visible(".work").await;
        page.reach_explorer().await;
        page.expect_visible("#explorer .tabs").await;
        page.expect_fragment("v1/add.rn.bf16@sm_90?a=0x3dcd&b=0x3e4d").await;
        page.back().await;
        expect_rejected(&page, "ad.rn.bf16 0.1, 0.2", "did you mean").await;
        page.expect_text("#answer", "Still showing").await;
    });
}

#[test]
fn a_link_to_what_is_legal_elsewhere_shows_the_result_there() {
    run(|page| async move {
        page.open(ELSEWHERE).await;
        let statement = "cvt.rn.satfinite.e4m3x2.f32 500, 0";
        expect_rejected(&page, statement, "needs sm_89 or higher; the target is sm_80").await;
        page.expect_result("0x7e00").await;
        page.expect_text("#answer", "On sm_89: cvt.rn.satfinite.e4m3x2.f32 500, 0").await;
        page.expect_visible(".stale").await;
        // The bits are not the answer to this statement.
        let copy = "return document.querySelector('#copy-result').checkVisibility({ visibilityProperty: true })";
        assert_eq!(page.script(copy, vec![]).await, json!(false));
        page.click("#say .fixes button").await;
        page.expect_fragment("@sm_89?a=0x43fa0000&b=0x00000000").await;
        page.expect_legality("documented").await;
        page.back().await;
        expect_rejected(&page, statement, "needs sm_89").await;
        assert_eq!(page.fragment().await, ELSEWHERE);
    });
}

#[test]
fn what_is_typed_and_rejected_is_in_the_address_and_is_shared() {
    run(|page| async move {
        page.open("v1/add.rn.bf16@sm_90?a=0x3dcd&b=0x3e4d&isa=9.5").await;
        page.catch_copies().await;
        page.type_statement("fma.rn.ftz.bf16 1, 2, 3").await;
        page.expect_fragment(ILLEGAL).await;
        page.click("#share").await;
        page.expect_visible("#shared .card").await;
        page.expect_text("#shared .card", "fma.rn.ftz.bf16 1, 2, 3").await;
        page.expect_text("#shared .card", "rejected").await;
        page.expect_text("#shared .card", "fma takes .ftz only with").await;
        assert_eq!(page.count("#save-svg").await, 0);
        page.click("#copy-shared").await;
        page.expect("the button", "Copied", || page.text("#copy-shared")).await;
        let recorded = ILLEGAL.replace("&isa", "&d=rejected&isa");
        assert_eq!(page.copied().await, format!("{}#{recorded}", page.address()));
        page.click("#copy-line").await;
        let start = "`fma.rn.ftz.bf16 1, 2, 3` on sm_90, PTX ISA 9.5: rejected: `fma` takes `.ftz`";
        let has = |text: &String| text.starts_with(start);
        page.wait_for("the text", || page.copied(), has).await;
        // The copied link opens the rejected statement.
        page.open(&recorded).await;
        expect_rejected(&page, "fma.rn.ftz.bf16 1, 2, 3", "fma takes .ftz only with").await;
    });
}

#[test]
fn a_card_shows_a_rejected_statement() {
    run(|page| async move {
        for (link, statement, reason) in [
            (ILLEGAL, "fma.rn.ftz.bf16 1, 2, 3", "Remove .ftz."),
            (ELSEWHERE, "cvt.rn.satfinite.e4m3x2.f32 500, 0", "Switch to sm_89."),
        ] {
            page.visit(&format!("{}embed/?ui=result#{link}", page.address())).await;
            page.expect("the statement", statement, || page.text(".card-statement")).await;
            page.expect_text(".card-answer", "rejected").await;
            page.expect_text(".card-why", reason).await;
            assert_eq!(page.count("#banner").await, 0);
            assert_eq!(page.count(".answer-value").await, 0);
        }
        // The playground answers questions, so nothing is rejected.
        page.visit(&format!("{}embed/?ui=result#{QUESTION}", page.address())).await;
        page.expect_text(".card-why", "the playground has its answer").await;
        assert_eq!(page.text(".card-statement").await, "why does max");
        assert_eq!(page.count(".legality").await, 0);
        page.open(QUESTION).await;
        page.expect_visible("#hits").await;
        assert_eq!(page.statement().await, "why does max");
    });
}
