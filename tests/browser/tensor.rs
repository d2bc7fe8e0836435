//! The view of tensor cores.

use serde_json::json;

use crate::accessibility::{SCHEMES, look_in};
use crate::session::{run, run_at_each_size};

const E4M3: &str = "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32";

#[test]
fn generations_are_seen_to_differ_and_a_term_is_changed_shared_and_opened_elsewhere() {
    run_at_each_size(|page| async move {
        page.open("").await;
        page.click("#views a[href='#tensor']").await;
        page.expect_text("#tensor-value", "8388612").await;
        page.expect_text("#tensor-why", "25 places further down").await;
        let rows = "return [...document.querySelectorAll('.gpus tbody tr')].map(row => row.innerText.replace(/\\s+/g, ' '))";
        let rows = page.script(rows, vec![]).await.to_string();
        for part in ["V100", "≠ 8388609", "≠ 8388611", "8388612"] {
            assert!(rows.contains(part), "{part}: {rows}");
        }
        // Another preset, and a term of it.
        page.click(".tensor-preset:nth-of-type(2)").await;
        page.expect_text("#tensor-value", "−0.75").await;
        page.type_over("#tensor-b-field", "-2048, -3, -1").await;
        page.expect("the result", "−1.75", || page.text("#tensor-value")).await;
        page.expect_fragment("&b=0xe800,0xc200,0xbc00&").await;
        let link = page.fragment().await;
        // The link opens the same elsewhere.
        page.open("").await;
        page.open(&link).await;
        page.expect("the result", "−1.75", || page.text("#tensor-value")).await;
        // Another GPU for these inputs, and back.
        page.script(
            "[...document.querySelectorAll('.gpus a')].find(a => a.innerText === 'A100').click()",
            vec![],
        )
        .await;
        page.expect("the result", "−1.5", || page.text("#tensor-value")).await;
        page.expect_fragment("@sm_80").await;
        page.back().await;
        page.expect("the result", "−1.75", || page.text("#tensor-value")).await;
    });
}

#[test]
fn an_instruction_is_typed_or_chosen_and_keeps_the_numbers() {
    run(|page| async move {
        page.open("tensor").await;
        page.type_over("#tensor-statement", E4M3).await;
        page.expect_text("#tensor-value", "8388613").await;
        page.expect_text("#tensor-why", "c is added at the end").await;
        assert_eq!(
            page.value("#tensor-a-field").await,
            "1.25, 0.875, 1.75, 3.5, 7, 0, 0, 0, -0.125"
        );
        // A wrong spelling stays as it is typed, beside the right one.
        page.type_over("#tensor-statement", &[E4M3, "x"].concat()).await;
        page.expect_text("#tensor-problems", "f32x").await;
        page.click("#tensor-problems button").await;
        page.expect("the statement", E4M3, || page.value("#tensor-statement")).await;
        page.choose("#tensor-instruction", "wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3")
            .await;
        page.expect("the target", "sm_90a", || page.value("#tensor-target")).await;
        page.expect_text("#tensor-value", "8388608").await;
        page.choose("#tensor-target", "sm_80").await;
        page.expect_text("#tensor-open", "needs").await;
        page.expect_text("#tensor-legality", "rejected").await;
        page.click(".environment button").await;
        page.expect_text("#tensor-value", "8388608").await;
    });
}

#[test]
fn the_place_of_an_element_the_error_of_longer_sums_and_inputs_that_differ_are_shown() {
    run_at_each_size(|page| async move {
        page.open("tensor").await;
        page.choose("#tensor-row", "5").await;
        page.choose("#tensor-column", "3").await;
        page.expect_text(".tensor-seats dl", "lane 21: d1").await;
        let explorer = "return document.querySelector('.seat-tests a').href";
        let address = page.script(explorer, vec![]).await.to_string();
        assert!(address.contains("https://godbolt.org/clientstate/"), "{address}");
        page.click("[data-longer='0 and 1']").await;
        page.expect_text(".growth", "promoted after 128 products").await;
        assert_eq!(page.count(".curves path").await, 5);
        page.click("[data-longer='0 and 1']").await;
        page.wait_for("no curves", || page.count(".growth"), |count| *count == 0).await;
        page.choose("#tensor-find", "A100").await;
        page.wait_for("other inputs", || page.fragment(), |text| !text.contains("0x3d00")).await;
        page.expect_text(".gpus", "≠").await;
    });
}

#[test]
fn what_cannot_be_read_is_said_and_loses_nothing() {
    run_at_each_size(|page| async move {
        page.open("tensor").await;
        page.type_over("#tensor-a-field", "1, two").await;
        page.expect_text("#tensor-a", "lement 1").await;
        assert_eq!(page.value("#tensor-a-field").await, "1, two");
        page.open(
            "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32&a=1,x&c=0",
        )
        .await;
        page.expect_text("#banner", "element 1").await;
        page.expect("the result", "0", || page.text("#tensor-value")).await;
    });
}

#[test]
fn axe_finds_nothing_and_nothing_overflows() {
    look_in(SCHEMES, |look| async move {
        for preset in 1..9 {
            look.page.open("tensor").await;
            look.page.click(&format!(".tensor-preset:nth-of-type({preset})")).await;
            look.page.expect_visible("#tensor-value").await;
            look.is_clean(&format!("preset {preset}")).await;
        }
        look.page.click("[data-longer]").await;
        look.page.expect_visible(".growth").await;
        look.is_clean("longer sums").await;
        let wider = "return Math.max(0, document.documentElement.scrollWidth - innerWidth)";
        assert_eq!(look.page.script(wider, vec![]).await, json!(0));
    });
}
