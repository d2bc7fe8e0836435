//! Changes of an operand by one press or key.

use crate::page::Page;
use crate::session::{SIZES, run, run_at_each_size};

const LINK: &str = "v1/add.f16x2@sm_90?a=0x3c003c00&b=0x40004000";

/// Presses the button with a text in an operand.
async fn press(page: &Page, operand: &str, text: &str) {
    let script = "const [operand, text] = arguments;
        const all = [...document.querySelectorAll(`[data-register=${operand}] .presets button`)];
        all.find(button => button.innerText === text).click()";
    page.script(script, vec![operand.into(), text.into()]).await;
}

#[test]
fn operands_are_negated_stepped_and_swapped() {
    run(|page| async move {
        for (width, height) in SIZES {
            page.resize(width, height).await;
            page.open(LINK).await;
            press(&page, "a", "±").await;
            page.expect_fragment("a=0xbc00bc00").await;
            press(&page, "a", "next").await;
            page.expect_fragment("a=0xbbffbbff").await;
            press(&page, "a", "prev").await;
            press(&page, "a", "prev").await;
            page.expect_fragment("a=0xbc01bc01").await;
            press(&page, "a", "swap b").await;
            page.expect_fragment("a=0x40004000&b=0xbc01bc01").await;
        }
    });
}

#[test]
fn the_lane_that_was_last_focused_is_changed_alone() {
    run_at_each_size(|page| async move {
        page.open(LINK).await;
        page.click("[data-operand=a][data-lane=\"1\"] input").await;
        press(&page, "a", "inf").await;
        page.expect_fragment("a=0x7c003c00").await;
        press(&page, "a", "±").await;
        page.expect_fragment("a=0xfc003c00").await;
    });
}

#[test]
fn arrows_in_a_value_go_to_the_next_number() {
    run_at_each_size(|page| async move {
        page.open(LINK).await;
        let field = "[data-operand=b][data-lane=\"0\"] input";
        page.keys(field, "\u{e013}\u{e013}").await;
        page.expect_fragment("b=0x40004002").await;
        page.keys(field, "\u{e015}").await;
        page.expect("the value", "2.002", || page.value(field)).await;
    });
}

#[test]
fn random_operands_differ() {
    run_at_each_size(|page| async move {
        page.open("v1/add.f64@sm_90?a=0x0000000000000000&b=0x0000000000000000").await;
        page.unfold("a").await;
        press(&page, "a", "rand").await;
        let register = "[data-register=a] header input";
        let first = page.value(register).await;
        press(&page, "a", "rand").await;
        assert_ne!(page.value(register).await, first);
    });
}

#[test]
fn an_integer_without_sign_is_not_negated() {
    run_at_each_size(|page| async move {
        page.open("v1/cvt.rn.f32.u32@sm_90?a=0x00000001").await;
        page.unfold("a").await;
        let all = page.text("[data-register=a] .adjustments").await;
        assert!(all.contains("next") && !all.contains('±'), "{all}");
    });
}

#[test]
fn a_lane_of_the_result_is_copied() {
    run_at_each_size(|page| async move {
        page.open(LINK).await;
        page.catch_copies().await;
        page.click("#copy-lane-1").await;
        page.expect("the button", "Copied", || page.text("#copy-lane-1")).await;
        assert_eq!(page.copied().await, "0x4200");
        page.click("#copy-result").await;
        page.expect("the button", "Copied", || page.text("#copy-result")).await;
        assert_eq!(page.copied().await, "0x42004200");
    });
}

#[test]
fn the_bits_of_one_operand_are_open_at_a_time() {
    run_at_each_size(|page| async move {
        page.open("v1/add.f16@sm_90?a=0x3c00&b=0x4000").await;
        assert_eq!(page.count("[data-bit]").await, 0);
        page.unfold("a").await;
        page.unfold("b").await;
        assert_eq!(page.count("[data-operand=a] [data-bit]").await, 0);
        page.click(&Page::bit("b", 0, 15)).await;
        page.expect_result("0xbc00").await;
    });
}
