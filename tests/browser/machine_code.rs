//! The machine code of an instruction.

use crate::accessibility::{SCHEMES, look_in};
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
        page.expect_text("#panel", "register names are not recorded").await;
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

#[test]
fn axe_finds_nothing_in_machine_code_and_nothing_overflows() {
    look_in(SCHEMES, |look| async move {
        for link in [EX2, "v1/div.rn.f64@sm_100a?a=0x0&b=0x0&view=machine"] {
            look.page.explore(link).await;
            look.page.expect_text(".machine-code", "MUFU").await;
            look.is_clean(link).await;
        }
    });
}
