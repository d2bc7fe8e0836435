//! Two subjects side by side, and the search for operands on which they differ.

use serde_json::json;

use crate::accessibility::{SCHEMES, look_in};
use crate::busy::{watch_workers, work_leaves_the_page_free};
use crate::page::Page;
use crate::session::{run, run_at_each_size};

const FMA: &str = "v1/sequence@sm_90?code=fma.rn.f32~d,a,b,c&a=0x3f800000&b=0x3f800000&c=0x3f800000&with=mul.rn.f32~t,a,b~~add.rn.f32~d,t,c";
/// Sums without a difference, which have too many operands to try all.
const SUMS: &str = "v1/sequence@sm_90?code=sub.f32~d,a,b&a=0x3f800000&b=0x3f800000&with=neg.f32~t,b~~add.f32~d,a,t";
const OTHER: &str = "#sequence-compared li:nth-child(2)";
const SEARCH: &str = "[data-compare^=search]";
const STOP: &str = "[data-compare=stop]";

/// The statements that are marked as the first to differ.
const PARTING: &str = "return [...document.querySelectorAll('.parting .sequence-statement code')].map(e => e.innerText)";

#[test]
fn a_difference_between_fma_and_mul_and_add_is_found_and_loaded() {
    run_at_each_size(|page| async move {
        page.open(FMA).await;
        page.expect_text(OTHER, "same result").await;
        assert_eq!(page.script(PARTING, vec![]).await, json!([]));
        page.click(SEARCH).await;
        page.expect_text(OTHER, "They differ, for example on").await;
        page.expect_text(OTHER, "Round").await;
        page.click("[data-compare=load]").await;
        page.expect_text(OTHER, "differs").await;
        let parting = page.script(PARTING, vec![]).await;
        assert_eq!(parting, json!(["fma.rn.f32 d, a, b, c;", "mul.rn.f32 t, a, b;"]));
        assert!(page.count(&format!("{OTHER} .changed")).await > 0);
        // The link has both sequences and what was loaded.
        page.expect_fragment("with=mul.rn.f32~t,a,b~~add.rn.f32~d,t,c").await;
        assert!(!page.fragment().await.contains("a=0x3f800000&b=0x3f800000&c=0x3f800000"));
        page.reload().await;
        page.expect_text(OTHER, "differs").await;
        page.back().await;
        page.expect_text(OTHER, "same result").await;
    });
}

#[test]
fn examples_differ_or_are_proven_not_to() {
    run(|page| async move {
        page.open("sequence").await;
        page.choose("#sequence-examples", "to e4m3 directly against through f16").await;
        page.expect_text(OTHER, "same result").await;
        page.click(SEARCH).await;
        page.expect_text(OTHER, "They differ").await;
        page.click("[data-compare=load]").await;
        page.expect_text(OTHER, "differs").await;
        page.choose("#sequence-examples", "the same on sm_90 against sm_13").await;
        page.expect_text(OTHER, "on sm_13, PTX ISA 1.4").await;
        page.click(SEARCH).await;
        page.expect_text(OTHER, "Flush").await;
        page.choose("#sequence-examples", "a square with .sat in f16 against one in f32").await;
        page.click(SEARCH).await;
        page.expect_text(OTHER, "Identical for every input: all 65,").await;
        assert_eq!(page.count(SEARCH).await, 0);
        page.expect_text("#sequence-announcement", "Identical for every input").await;
    });
}

#[test]
fn another_sequence_is_begun_edited_swapped_and_removed() {
    run_at_each_size(|page| async move {
        page.open("v1/sequence@sm_90?code=add.rn.f32~d,a,b&a=0x3f800000&b=0x33800001").await;
        page.click("[data-compare=begin]").await;
        page.expect("the focus", "other-code", || focused(&page)).await;
        page.expect_text(OTHER, "Identical for every input").await;
        page.type_over("#other-code", "add.rz.f32 e, x, y;").await;
        page.expect_text(OTHER, "differs").await;
        page.expect_text(OTHER, "0x3f800000").await;
        page.expect_fragment("&with=add.rz.f32~e,x,y").await;
        page.choose("#other-target", "sm_80").await;
        page.expect_fragment("&with=sm_80~~add.rz.f32~e,x,y").await;
        page.click("[data-compare=swap]").await;
        page.expect_fragment("sequence@sm_80?code=add.rz.f32~e,x,y&x=0x3f800000&y=0x33800001")
            .await;
        page.type_over("#other-code", "abs.f32 d, a;").await;
        page.expect_text("[aria-label=comparison]", "have different inputs").await;
        page.type_over("#other-code", "add.rn.ftz.bf16 d, a, b;").await;
        page.expect_visible("#other-problems button").await;
        page.expect_text("[aria-label=comparison]", "Correct the statements of both").await;
        page.click("#other-problems button").await;
        page.expect("no problem", "", || page.text("#other-problems")).await;
        page.click("[data-compare=end]").await;
        page.expect("the focus", "begin", || focused(&page)).await;
        assert!(!page.fragment().await.contains("with="));
    });
}

/// Returns the identifier of the element with the focus, or its action.
async fn focused(page: &Page) -> String {
    let script = "const e = document.activeElement; return e.id || e.dataset.compare || e.tagName";
    page.script(script, vec![]).await.as_str().unwrap_or_default().to_owned()
}

#[test]
fn the_keyboard_is_enough() {
    run(|page| async move {
        page.open(FMA).await;
        page.expect_text(OTHER, "same result").await;
        page.keys("#other-code", "").await;
        for wanted in ["search", "load"] {
            let mut count = 0;
            while focused(&page).await != wanted {
                page.keys(":focus", "\t").await;
                count += 1;
                assert!(count < 30, "{wanted}");
            }
            page.keys(":focus", "\u{e007}").await;
            if wanted == "search" {
                page.expect_text(OTHER, "They differ").await;
                page.keys("#other-code", "").await;
            }
        }
        page.expect_text(OTHER, "differs").await;
    });
}

/// Returns the number of operands that have been tried.
async fn tried(page: &Page) -> u64 {
    let words = page.text(".search-words").await;
    let digits: String = words.split(" operands").next().unwrap_or_default().replace(',', "");
    digits.parse().unwrap_or_else(|_| panic!("{words}"))
}

async fn is_canceled(page: &Page) {
    page.click(SEARCH).await;
    page.expect_text(".search-words", "random operands").await;
    // At its end no worker is asked any more.
    work_leaves_the_page_free(page, STOP).await;
    page.expect_text(SEARCH, "Continue").await;
    let before = tried(page).await;
    page.frames(30).await;
    assert_eq!(tried(page).await, before);
    page.click(SEARCH).await;
    page.expect("more operands", "more", || async {
        if tried(page).await > before { "more" } else { "as many" }.to_owned()
    })
    .await;
    page.click(STOP).await;
}

#[test]
fn a_search_is_stopped_and_goes_on() {
    run(|page| async move {
        watch_workers(&page).await;
        page.open(SUMS).await;
        is_canceled(&page).await;
        page.explore(
            "v1/div.full.f32@sm_90?a=0x3f800000&b=0x3f800000&with=div.rn.f32@sm_90&view=compare",
        )
        .await;
        is_canceled(&page).await;
        // A stopped search does not start again for other operands.
        page.enter("a", 0, "3").await;
        page.expect_text(".compared li:nth-child(2)", "same result").await;
    });
}

#[test]
fn an_instruction_leads_to_a_sequence() {
    run(|page| async move {
        page.explore("v1/add.rz.f32@sm_80?a=0x3f800000&b=0x33800001&view=compare").await;
        page.click(".compare-ways a").await;
        page.expect_visible("#other-code").await;
        assert_eq!(page.value("#sequence-code").await, "add.rz.f32 d, a, b;");
        page.expect_text(OTHER, "Identical for every input").await;
        assert_eq!(page.count("#banner").await, 0);
    });
}

#[test]
fn a_fused_instruction_is_compared_with_product_and_sum_in_one_press() {
    run(|page| async move {
        page.explore("v1/fma.rn.f32@sm_90?a=0xc0400000&b=0x3f8ccccd&c=0x40000000&view=compare")
            .await;
        page.expect_text("[data-compare=unfused]", "Compare with mul + add").await;
        page.click("[data-compare=unfused]").await;
        page.expect_visible("#other-code").await;
        let both = "mul.rn.f32 t, a, b;\nadd.rn.f32 d, t, c;";
        assert_eq!(page.value("#other-code").await, both);
        page.expect_text(OTHER, "differs").await;
        assert_eq!(page.count("#banner").await, 0);
        page.explore("v1/add.f32@sm_90?a=0x0&b=0x0&view=compare").await;
        assert_eq!(page.count("[data-compare=unfused]").await, 0);
        // A second set of operands is beside the first.
        page.click("[data-compare=twice]").await;
        page.expect_text(".compared li:nth-child(2)", "same result").await;
        page.type_over("[data-compare=\"operand 0 b\"]", "0x40200000").await;
        page.expect_text(".compared li:nth-child(2)", "different result").await;
        page.expect_text(".compared li:nth-child(2)", "0x40200000").await;
        page.expect_text("#result-register", "0x00000000").await;
        page.expect_fragment("with=add.f32@sm_90:0x00000000,0x40200000").await;
    });
}

#[test]
fn one_press_finds_a_difference_and_shows_both_answers() {
    run_at_each_size(|page| async move {
        page.explore("v1/fma.rn.f32@sm_90?a=0x3f800800&b=0x3f800800&c=0xbf801000").await;
        page.click("#find-difference").await;
        page.expect_text(".search", "They differ, for example on").await;
        page.expect_text(".search", "fma.rz.f32").await;
        page.expect_fragment("&with=fma.rz.f32@sm_90&view=compare").await;
        // Product and sum are compared where that is asked for.
        page.click("#against").await;
        page.expect_text("#against-results", "They differ by 8,388,608 ulp").await;
        page.click("#against").await;
        page.expect("no results", "0", || async {
            page.count("#against-results").await.to_string()
        })
        .await;
    });
}

#[test]
fn a_missing_worker_is_reported() {
    run(|page| async move {
        page.open("").await;
        page.script("window.Worker = class { constructor() { throw new Error() } }", vec![]).await;
        page.script("location.hash = arguments[0]", vec![json!(FMA)]).await;
        page.expect_text(OTHER, "could not start").await;
        page.type_over("[data-input=\"0\"] input", "2\u{e004}").await;
        page.expect_text(OTHER, "0x40400000").await;
    });
}

#[test]
fn axe_finds_nothing_and_nothing_overflows() {
    look_in(SCHEMES, |look| async move {
        let page = &look.page;
        page.open(FMA).await;
        page.click(SEARCH).await;
        page.expect_text(OTHER, "They differ").await;
        look.is_clean("found").await;
        page.click("[data-compare=load]").await;
        page.expect_text(OTHER, "differs").await;
        look.is_clean("differs").await;
        page.type_over(
            "#other-code",
            "fma.rn.ftz.bf16x2 a_rather_long_name_of_a_register, a, b, c;",
        )
        .await;
        page.expect_visible("#other-problems button").await;
        look.is_clean("with mistakes").await;
        page.type_over("#other-code", "abs.f64 d, a;").await;
        page.expect_text("[aria-label=comparison]", "different inputs").await;
        look.is_clean("with other inputs").await;
    });
}
