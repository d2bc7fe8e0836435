//! The machine code of an instruction.

use serde_json::json;

use crate::accessibility::{SCHEMES, look_in};
use crate::layout::WIDER;
use crate::page::Page;
use crate::session::run_at_each_size;

const EX2: &str = "v1/ex2.approx.f32@sm_90?a=0x3f800000&view=machine";

#[test]
fn the_code_of_each_target_is_shown() {
    run_at_each_size(|page| async move {
        page.explore(EX2).await;
        page.expect_text(".machine-code", "MUFU.EX2").await;
        page.expect_text(".machine-code h3", "sm_75, sm_80, sm_90, sm_100a, sm_107a").await;
        page.expect_text(".machine-code", "with scaling").await;
        page.expect_text("#panel", "ptxas 13.5.37").await;
        page.expect_text("#panel", "not a guarantee").await;
        page.expect_text("#panel", "leaves out loads, stores, copies").await;
        page.expect_text("#panel caption", "SASS mnemonics").await;
        page.catch_copies().await;
        page.click("#copy-code-sm_75").await;
        page.expect("the button", "Copied", || page.text("#copy-code-sm_75")).await;
        assert!(page.copied().await.contains("MUFU.EX2;\n"), "{}", page.copied().await);
    });
}

#[test]
fn the_code_follows_the_instruction() {
    run_at_each_size(|page| async move {
        page.explore("v1/ex2.approx.ftz.bf16@sm_90?a=0x3f80").await;
        page.click("#tab-machine").await;
        page.expect_fragment("view=machine").await;
        page.expect_text(".machine-code", "Not available").await;
        page.expect_text(".machine-code:last-of-type", "MUFU.EX2.BF16").await;
        page.explore("v1/add.rn.f32@sm_89?a=0x0&b=0x0&view=machine").await;
        page.expect_text(".machine-code", "FADD").await;
        page.expect_text("#panel", "Nothing is recorded for sm_89").await;
        page.explore("v1/mad.f32@sm_13?a=0x0&b=0x0&c=0x0&view=machine").await;
        page.expect_text("#panel", "Nothing is recorded for this instruction").await;
    });
}

#[test]
fn a_record_that_cannot_be_fetched_is_reported_and_tried_again() {
    run_at_each_size(|page| async move {
        page.explore("v1/ex2.approx.f32@sm_90?a=0x3f800000").await;
        let meta = "const it = document.querySelector('meta[name=machine-code]');";
        // No address at all: the browser would report one that has nothing as an error of the page.
        let away = [meta, "it.dataset.kept = it.content; it.content = 'https://'"].concat();
        page.script(&away, vec![]).await;
        page.click("#tab-machine").await;
        page.expect_text("#panel", "could not be loaded").await;
        page.script(&[meta, "it.content = it.dataset.kept"].concat(), vec![]).await;
        page.click("#tab-machine").await;
        page.expect_text(".machine-code", "MUFU.EX2").await;
    });
}

/// The text of the first block with whole code, as it is.
async fn first_whole(page: &Page) -> String {
    let script = "return document.querySelector('.machine-whole pre')?.textContent ?? ''";
    page.script(script, vec![]).await.as_str().unwrap_or_default().to_owned()
}

#[test]
fn the_whole_code_is_shown_and_copied_on_demand() {
    run_at_each_size(|page| async move {
        page.explore(EX2).await;
        page.expect_text("#whole-code", "Show all instructions").await;
        assert_eq!(first_whole(&page).await, "");
        page.click("#whole-code").await;
        page.expect_text(".machine-whole pre", "MUFU.EX2 R2, R0 ;").await;
        page.expect_text(".machine-whole h3", "sm_75").await;
        page.expect_text("#whole-code", "Hide all instructions").await;
        let active = page.script("return document.activeElement.id", vec![]).await;
        assert_eq!(active, json!("whole-code"));
        // The short form is still there, above it.
        page.expect_text(".machine-codes", "@P FMUL R, 0.5").await;
        page.catch_copies().await;
        page.click("#copy-whole-sm_75").await;
        page.expect("the button", "Copied", || page.text("#copy-whole-sm_75")).await;
        let shown = first_whole(&page).await;
        assert_eq!(page.copied().await, shown);
        for line in [
            "// ex2.approx.f32 on sm_75\n// ptxas 13.5.37 -O3, nvdisasm 13.5.37, 2026-",
            "\nkernel:\n/*0000*/ ",
            " LDG.E.SYS R0, [UR4] ;\n",
            " STG.E.SYS [UR4], R",
            " EXIT ;\n",
        ] {
            assert!(shown.contains(line), "{line:?} in {shown}");
        }
        for width in [320, 375] {
            page.resize(width, 800).await;
            assert_eq!(page.script(WIDER, vec![]).await, json!([0, []]), "{width} px");
        }
        // It follows the instruction, to a file of another opcode.
        page.script("location.hash = 'v1/div.rn.f32@sm_90?a=0x0&b=0x0&view=machine'", vec![]).await;
        let routine = "\n$__internal_0_$__cuda_sm3x_div_rn_noftz_f32_slowpath:\n";
        page.expect_text(".machine-whole pre", routine).await;
        page.expect_text(".machine-whole", "the current target").await;
        page.click("#whole-code").await;
        page.expect("the code", "", || first_whole(&page)).await;
    });
}

#[test]
fn whole_code_that_cannot_be_fetched_is_reported_and_tried_again() {
    run_at_each_size(|page| async move {
        page.explore(EX2).await;
        page.expect_text(".machine-code", "MUFU.EX2").await;
        let meta = "const it = document.querySelector('meta[name=machine-code]');";
        let away = [meta, "it.dataset.kept = it.content; it.content = 'https://'"].concat();
        page.script(&away, vec![]).await;
        page.click("#whole-code").await;
        page.expect_text(".machine-whole", "could not be loaded").await;
        page.expect_text(".machine-codes", "MUFU.EX2").await;
        page.script(&[meta, "it.content = it.dataset.kept"].concat(), vec![]).await;
        page.click("#whole-code").await;
        page.expect_text(".machine-whole pre", "MUFU.EX2").await;
    });
}

#[test]
fn axe_finds_nothing_in_machine_code_and_nothing_overflows() {
    look_in(SCHEMES, |look| async move {
        for link in [EX2, "v1/div.rn.f64@sm_100a?a=0x0&b=0x0&view=machine"] {
            look.page.explore(link).await;
            look.page.expect_text(".machine-code", "MUFU").await;
            look.is_clean(link).await;
            if look.page.text(".machine-whole pre").await.is_empty() {
                look.page.click("#whole-code").await;
            }
            look.page.expect_text(".machine-whole pre", "MUFU").await;
            look.is_clean(link).await;
        }
    });
}
