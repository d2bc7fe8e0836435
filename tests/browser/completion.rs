//! Words for the statement, and what can be loaded with one choice.

use serde_json::json;

use crate::accessibility::{SCHEMES, look_in};
use crate::page::Page;
use crate::session::{SIZES, run, run_at_each_size};

const DOWN: &str = "\u{e015}";
const RIGHT: &str = "\u{e014}";
const HOME: &str = "\u{e011}";
const ENTER: &str = "\u{e007}";
const TAB: &str = "\u{e004}";
const ESCAPE: &str = "\u{e00c}";

/// The words that are shown.
async fn words(page: &Page) -> Vec<String> {
    let script =
        "return [...document.querySelectorAll('#completions code')].map(word => word.innerText)";
    let words = page.script(script, vec![]).await;
    let words = words.as_array().expect("a list").iter();
    words.map(|word| word.as_str().unwrap_or_default().to_owned()).collect()
}

/// The highlighted option, by the statement's attribute.
async fn looked_at(page: &Page) -> String {
    let id = page.attribute("#instruction", "aria-activedescendant").await;
    page.text(&format!("#{id} code")).await
}

#[test]
fn an_instruction_is_written_with_a_few_keys() {
    run(|page| async move {
        for (width, height) in SIZES {
            page.resize(width, height).await;
            page.open("").await;
            page.type_statement("f").await;
            page.expect_visible("#completions").await;
            page.keys("#instruction", TAB).await;
            page.expect("the statement", "fma.", || page.statement()).await;
            page.keys("#instruction", DOWN).await;
            page.expect("the word looked at", ".rn", || looked_at(&page)).await;
            page.keys("#instruction", ENTER).await;
            page.expect("the statement", "fma.rn.", || page.statement()).await;
            page.keys("#instruction", "f1").await;
            page.expect("the first word", ".f16", || async {
                words(&page).await.into_iter().next().unwrap_or_default()
            })
            .await;
            page.keys("#instruction", TAB).await;
            page.expect("the statement", "fma.rn.f16 0.1, 0.2, 1", || page.statement()).await;
            page.expect_legality("documented").await;
            assert_eq!(page.count("#completions").await, 0);
        }
    });
}

#[test]
fn a_word_in_the_middle_is_replaced_and_typing_goes_on_behind_it() {
    run_at_each_size(|page| async move {
        page.open("v1/fma.rn.f32@sm_90?a=0x3f800000&b=0x3f800000&c=0x3f800000").await;
        let to_the_word = format!("{HOME}{}", RIGHT.repeat(6));
        page.keys("#instruction", &format!("{to_the_word}{DOWN}{DOWN}{DOWN}{DOWN}{ENTER}")).await;
        page.expect("the statement", "fma.rm.f32 1, 1, 1", || page.statement()).await;
        let start = page.script("return document.activeElement.selectionStart", vec![]).await;
        assert_eq!(start, json!(6));
    });
}

#[test]
fn words_can_be_pressed_and_dismissed() {
    run_at_each_size(|page| async move {
        page.open("").await;
        page.type_statement("rc").await;
        page.click("#completions [role=option]").await;
        page.expect("the statement", "rcp.", || page.statement()).await;
        page.keys("#instruction", ESCAPE).await;
        assert_eq!(page.count("#completions").await, 0);
        // With the list closed, the tabulator leaves.
        page.keys("#instruction", TAB).await;
        let focused = page.script("return document.activeElement.id", vec![]).await;
        assert_ne!(focused, json!("instruction"));
    });
}

#[test]
fn the_page_stays_in_place_while_words_are_shown() {
    run_at_each_size(|page| async move {
        page.open("v1/add.f32@sm_90?a=0x3f800000&b=0x3f800000").await;
        let top = "return document.querySelector('.work').getBoundingClientRect().top";
        let before = page.script(top, vec![]).await;
        page.type_statement("cvt.r").await;
        page.expect_visible("#completions").await;
        assert_eq!(page.script(top, vec![]).await, before);
    });
}

#[test]
fn what_another_target_has_says_what_it_needs() {
    run_at_each_size(|page| async move {
        page.open("v1/add.f32@sm_90?a=0x3f800000&b=0x3f800000").await;
        page.type_statement("add.f32x").await;
        page.expect_text("#completions", "sm_100").await;
        page.keys("#instruction", TAB).await;
        page.expect_legality("rejected").await;
        page.click("#diagnostics button").await;
        page.expect_legality("documented").await;
    });
}

#[test]
fn axe_finds_nothing_in_the_list() {
    look_in(SCHEMES, |look| async move {
        look.page.open("").await;
        look.page.type_statement("cvt.").await;
        look.page.keys("#instruction", DOWN).await;
        look.page.expect_visible("#completions [aria-selected=true]").await;
        look.is_clean("the list").await;
    });
}

#[test]
fn an_example_and_what_was_used_before_are_loaded_with_one_choice() {
    run_at_each_size(|page| async move {
        page.open("v1/add.f64@sm_90?a=0x4000000000000000&b=0x3ff0000000000000").await;
        page.choose("#examples", "min of NaN and a number is the number").await;
        page.expect_result("0x3f800000").await;
        assert_eq!(page.statement().await, "min.f32 NaN, 1");
        page.choose("#examples", "add.f64 on sm_90").await;
        page.expect_result("0x4008000000000000").await;
        page.back().await;
        page.expect_result("0x3f800000").await;
    });
}

#[test]
fn the_selects_say_where_the_instruction_is() {
    run_at_each_size(|page| async move {
        page.open("v1/add.f32x2@sm_100?a=0x0000000000000000&b=0x0000000000000000").await;
        let group = "return document.querySelector('#target').querySelector('optgroup[label^=unsupported] option').text";
        assert_eq!(page.script(group, vec![]).await, json!("sm_10"));
        let isa = "return [...document.querySelector('#isa').querySelectorAll('optgroup[label^=unsupported] option')].map(o => o.text).includes('8.5')";
        assert_eq!(page.script(isa, vec![]).await, json!(true));
    });
}
