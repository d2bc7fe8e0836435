//! Typing, pasting, chips, bits.

use crate::page::Page;
use crate::session::{run, run_at_each_size};

#[test]
fn a_typed_instruction_with_typed_operands_gives_its_lanes_and_survives_a_reload() {
    run_at_each_size(|page| async move {
        page.open("").await;
        page.type_statement("fma.rn.relu.bf16x2").await;
        page.expect_legality("documented").await;
        for (operand, low, high) in [("a", "1", "1.5"), ("b", "2", "-1"), ("c", "0.5", "0")] {
            page.enter(operand, 0, low).await;
            page.enter(operand, 1, high).await;
        }
        // 1*2 + 0.5, and 1.5*-1 + 0 below zero.
        page.expect_result("0x00004020").await;
        let lanes = page.result_lanes().await;
        assert_eq!((lanes[0].bits.as_str(), lanes[0].value.as_str()), ("0x4020", "2.5"));
        assert_eq!((lanes[1].bits.as_str(), lanes[1].value.as_str()), ("0x0000", "0"));
        page.expect_fragment("c=0x00003f00").await;
        page.reload().await;
        page.expect_result("0x00004020").await;
        assert_eq!(page.result_lanes().await, lanes);
        assert!(page.statement().await.starts_with("fma.rn.relu.bf16x2"));
    });
}

#[test]
fn a_rejected_statement_says_why_and_offers_a_fix() {
    run_at_each_size(|page| async move {
        page.open("").await;
        page.type_statement("fma.rn.ftz.bf16x2").await;
        page.expect_legality("rejected").await;
        page.expect_text("#diagnostics [data-code]", ".ftz").await;
        page.click("#diagnostics [data-code] button").await;
        page.expect_legality("documented").await;
        assert!(!page.statement().await.contains(".ftz"));
    });
}

#[test]
fn a_target_that_lacks_the_instruction_rejects_it() {
    run_at_each_size(|page| async move {
        page.open("v1/add.f32x2@sm_100?a=0x0000000000000000&b=0x0000000000000000").await;
        page.expect_legality("documented").await;
        page.choose("#target", "sm_90").await;
        page.expect_legality("rejected").await;
        page.expect_text("#diagnostics", "sm_100").await;
        page.choose("#target", "sm_100a").await;
        page.expect_legality("documented").await;
        page.choose("#isa", "8.5").await;
        page.expect_legality("rejected").await;
        page.expect_text("#diagnostics", "8.6").await;
    });
}

#[test]
fn a_pasted_statement_brings_its_operands_along() {
    run_at_each_size(|page| async move {
        page.open("").await;
        page.paste_statement("fma.rn.f32 %f4, 1.5, 0f40000000, 0fBF800000; // from a kernel").await;
        page.expect_legality("documented").await;
        page.expect_result("0x40000000").await;
        page.expect_fragment("fma.rn.f32@").await;
        page.expect_fragment("a=0x3fc00000&b=0x40000000&c=0xbf800000").await;
        page.paste_statement("\tadd.f32\n\td, 0.25, 0.5;\n").await;
        page.expect_result("0x3f400000").await;
    });
}

#[test]
fn pasted_statements_lead_to_the_view_for_several() {
    run_at_each_size(|page| async move {
        page.open("").await;
        page.choose("#target", "sm_80").await;
        page.paste_statement("mul.rn.f32 %f3, %f1, %f2;\nadd.rn.f32 %f4, %f3, %f1; // sum").await;
        page.expect_visible("#listing").await;
        page.click("#say a[href^='#v1/sequence']").await;
        let normal = "mul.rn.f32 %f3, %f1, %f2;\nadd.rn.f32 %f4, %f3, %f1;";
        page.expect("the text", normal, || page.value("#sequence-code")).await;
        page.expect("the target", "sm_80", || page.value("#sequence-target")).await;
    });
}

#[test]
fn a_chip_changes_the_instruction() {
    run_at_each_size(|page| async move {
        page.open("v1/fma.rn.f16@sm_90?a=0xbc00&b=0x3c00&c=0x0000").await;
        page.expect_result("0xbc00").await;
        page.press_chip(".relu").await;
        page.expect_result("0x0000").await;
        assert!(page.statement().await.starts_with("fma.rn.relu.f16"));
        page.expect("the chip", "true", || page.attribute("[data-chip=\".relu\"]", "aria-pressed"))
            .await;
        page.click("[data-chip=\".relu\"]").await;
        page.expect_result("0xbc00").await;
    });
}

#[test]
fn an_unavailable_chip_says_why() {
    run_at_each_size(|page| async move {
        page.open("v1/fma.rn.bf16x2@sm_90?a=0x00000000&b=0x00000000&c=0x00000000").await;
        page.open_choices().await;
        let chip = "[data-chip=\".ftz\"]";
        page.expect("the chip", "true", || page.attribute(chip, "aria-disabled")).await;
        let before = page.statement().await;
        page.press_chip(".ftz").await;
        page.expect_text("#chip-line", ".ftz").await;
        assert!(page.text("#chip-line").await.len() > 20, "a reason");
        assert_eq!(page.statement().await, before);
    });
}

#[test]
fn choices_that_cannot_be_made_are_one_line() {
    run(|page| async move {
        for (link, limit) in [("v1/add.f32@sm_90?a=0x3f800000&b=0x3f800000", 330), (CVT, 480)] {
            page.resize(1440, 900).await;
            page.open(link).await;
            page.open_choices().await;
            let height = page.script(CHOICES, vec![]).await.as_i64().expect("a height");
            assert!(height <= limit, "{link}: {height}");
            assert_eq!(page.count(".choices [aria-disabled]").await, 0);
            page.resize(375, 800).await;
            let height = page.script(CHOICES, vec![]).await.as_i64().expect("a height");
            assert!(height <= 1000, "{link} on a phone: {height}");
        }
        page.click(".choose-rest summary").await;
        page.expect_visible(".choose-rest .chip").await;
    });
}

/// The height of the choices, without the foot.
const CHOICES: &str = "
    const [choices, foot] = ['.choices', '.choose-foot'].map(it => document.querySelector(it).getBoundingClientRect());
    return Math.round(foot.top - choices.top)";
const CVT: &str = "v1/cvt.rn.satfinite.e4m3x2.f32@sm_90?a=0x43fa0000&b=0x00000000";

#[test]
fn a_bit_is_flipped_by_keyboard() {
    run_at_each_size(|page| async move {
        page.open("v1/add.f16@sm_90?a=0x3c00&b=0x0000").await;
        page.expect_result("0x3c00").await;
        page.unfold("a").await;
        // From the sign to the lowest exponent bit, and over to the end.
        page.keys(&Page::bit("a", 0, 15), " ").await;
        page.expect_result("0xbc00").await;
        page.keys(&Page::bit("a", 0, 15), "\u{e014}").await;
        let focused = || async {
            let bit = page.script("return document.activeElement.dataset.bit ?? ''", vec![]).await;
            bit.as_str().unwrap_or_default().to_owned()
        };
        page.expect("the focused bit", "14", focused).await;
        page.keys(&Page::bit("a", 0, 14), "\u{e010}").await;
        page.expect("the focused bit", "0", focused).await;
        page.keys(&Page::bit("a", 0, 0), " ").await;
        page.expect_result("0xbc01").await;
        let switch = Page::bit("a", 0, 0);
        page.expect("the switch", "true", || page.attribute(&switch, "aria-checked")).await;
        page.click(&Page::bit("a", 0, 15)).await;
        page.expect_result("0x3c01").await;
    });
}

#[test]
fn an_inexact_or_unreadable_entry_is_reported() {
    run_at_each_size(|page| async move {
        page.open("v1/add.bf16@sm_90?a=0x0000&b=0x0000").await;
        page.enter("a", 0, "0.1").await;
        page.expect_result("0x3dcd").await;
        assert!(page.entry_note("a", 0).await.contains("0.10009765625"));
        page.enter("a", 0, "banana").await;
        let note = page.entry_note("a", 0).await;
        assert!(!note.is_empty());
        page.expect_result("0x3dcd").await;
        page.enter_register("b", "0x7f80").await;
        page.expect_result("0x7f80").await;
    });
}

#[test]
fn a_field_keeps_what_is_typed_until_it_is_settled() {
    run_at_each_size(|page| async move {
        page.open("v1/add.bf16@sm_90?a=0x3f80&b=0x0000").await;
        let field = "[data-operand=\"a\"][data-lane=\"0\"] input";
        let shows = |text: &'static str| page.expect("the field", text, || page.value(field));
        // The caret stays where it is, too: 1.500 becomes 1.5200.
        page.type_over(field, "1.500").await;
        page.expect_result("0x3fc0").await;
        shows("1.500").await;
        page.keys(field, "\u{e012}\u{e012}2").await;
        shows("1.5200").await;
        page.keys(field, "\u{e00c}").await;
        shows("1.5234375").await;
        page.type_over(field, "1.50\u{e007}").await;
        shows("1.5").await;
        page.type_over(field, "banana\u{e00c}").await;
        shows("1.5").await;
        page.unfold("a").await;
        page.click(&Page::bit("a", 0, 15)).await;
        shows("-1.5").await;
    });
}

#[test]
fn a_preset_fills_an_operand() {
    run_at_each_size(|page| async move {
        page.open("v1/mul.f32@sm_90?a=0x3f800000&b=0x3f800000").await;
        page.unfold("a").await;
        let presets = page.count("[data-register=\"a\"] .preset").await;
        assert!(presets >= 4, "{presets}");
        let script = "[...document.querySelectorAll('[data-register=\"a\"] .preset')].find(b => b.innerText.trim() === 'inf').click()";
        page.script(script, vec![]).await;
        page.expect_result("0x7f800000").await;
    });
}

#[test]
fn the_opcode_is_chosen_from_a_list() {
    run_at_each_size(|page| async move {
        page.open("v1/add.rz.f32@sm_90?a=0x40400000&b=0x40000000").await;
        page.expect_result("0x40a00000").await;
        page.open_choices().await;
        page.open_choices().await;
        page.choose("#opcode", "mul").await;
        page.expect_result("0x40c00000").await;
        assert!(page.statement().await.starts_with("mul.rz.f32"));
    });
}

#[test]
fn the_steps_explain_the_result() {
    run_at_each_size(|page| async move {
        page.open("v1/fma.rn.ftz.f32@sm_90?a=0x3f7fffff&b=0x00800000&c=0x00000000").await;
        page.expect_result("0x00000000").await;
        page.reach_explorer().await;
        assert!(page.count("#trace .step").await >= 4);
        page.expect_text("#trace", ".ftz").await;
        // Steps that changed nothing are one line, and the section stands once above all.
        page.expect_text("#trace .idle summary", ": no change").await;
        assert_eq!(page.count("#trace .band-head a[href*='parallel-thread']").await, 1);
        page.click("#trace .idle summary").await;
        page.expect_visible("#trace .idle h3").await;
        // The changed result is announced.
        page.enter("c", 0, "1").await;
        page.expect_text("#announcement", "1").await;
    });
}
