//! Corner cases, error bound and requirements.

use serde_json::json;

use crate::accessibility::{SCHEMES, look_in};
use crate::session::{SIZES, run, run_at_each_size};

const FMA: &str = "v1/fma.rn.f32@sm_90?a=0x3f800000&b=0x40000000&c=0x3f800000";

#[test]
fn a_cell_of_the_matrix_loads_its_operands() {
    run(|page| async move {
        for (width, height) in SIZES {
            page.resize(width, height).await;
            page.explore(FMA).await;
            // -inf down, +0 across.
            page.script("document.querySelector('[data-cell=\"0 6\"]').click()", vec![]).await;
            page.expect_result("0x7fffffff").await;
            page.expect_fragment("a=0xff800000&b=0x00000000").await;
            assert_eq!(page.text("[aria-current=true][data-cell]").await, "NaN");
            page.back().await;
            page.expect_result("0x40400000").await;
        }
    });
}

#[test]
fn keys_move_among_the_cells_and_load() {
    run_at_each_size(|page| async move {
        page.explore(FMA).await;
        page.keys("[data-cell=\"0 0\"]", "\u{e015}\u{e014}").await;
        let reached = "return document.activeElement.dataset.cell";
        assert_eq!(page.script(reached, vec![]).await, json!("1 1"));
        page.keys("[data-cell=\"1 1\"]", "\u{e007}").await;
        page.expect_result("0x7f800000").await;
        let stops = "return document.querySelectorAll('[data-cell][tabindex=\"0\"]').length";
        assert_eq!(page.script(stops, vec![]).await, json!(1));
    });
}

#[test]
fn a_matrix_says_what_it_shows_in_short_words() {
    run(|page| async move {
        for (width, height) in SIZES {
            page.resize(width, height).await;
            page.explore("v1/max.f32@sm_90?a=0x7fffffff&b=0x3f800000").await;
            let lead = "NaN is ignored, so the result is b.";
            page.expect("the finding", lead, || page.text(".matrix .finding strong")).await;
            let longest = "return Math.max(...[...document.querySelectorAll('[data-cell]')].map(cell => cell.innerText.length))";
            assert!(page.script(longest, vec![]).await.as_u64() <= Some(5));
            assert_eq!(page.count(".matrix th.loaded").await, 2);
            assert_eq!(page.text("[data-cell][aria-current=true]").await, "+1");
            page.expect("the loaded cell in view", "true", || async {
                page.script(
                    IN_VIEW,
                    vec![json!(".matrix .scroll"), json!("[data-cell][aria-current]")],
                )
                .await
                .to_string()
            })
            .await;
        }
    });
}

/// Whether an element lies between the left and the right edge of another one.
const IN_VIEW: &str = "
    const [outer, inner] = [...arguments].map(it => document.querySelector(it).getBoundingClientRect());
    return inner.left >= outer.left && inner.right <= outer.right + 0.5";

#[test]
fn tabs_are_in_one_row_and_the_chosen_one_is_in_view() {
    run(|page| async move {
        for width in [1440, 768, 375, 320] {
            page.resize(width, 800).await;
            for tab in ["export", "cases"] {
                page.explore(&format!("{FMA}&view={tab}")).await;
                let tops = "return new Set([...document.querySelectorAll('[role=tab]')].map(tab => tab.offsetTop)).size";
                assert_eq!(page.script(tops, vec![]).await, json!(1));
                let chosen = format!("#tab-{tab}");
                page.expect("the chosen tab in view", "true", || async {
                    page.script(IN_VIEW, vec![json!(".tab-list"), json!(chosen)]).await.to_string()
                })
                .await;
            }
        }
    });
}

#[test]
fn other_operands_can_vary() {
    run_at_each_size(|page| async move {
        page.explore(FMA).await;
        page.choose("#pair", "b down, c across").await;
        page.expect_text(".matrix .note", "a = 1").await;
        // +inf down, -inf across: 1 × inf − inf.
        page.script("document.querySelector('[data-cell=\"11 0\"]').click()", vec![]).await;
        page.expect_fragment("b=0x7f800000&c=0xff800000").await;
        page.expect_result("0x7fffffff").await;
    });
}

#[test]
fn a_documented_case_agrees_and_is_loaded() {
    run_at_each_size(|page| async move {
        page.explore("v1/rsqrt.approx.f32@sm_90?a=0x3f800000").await;
        assert!(page.count(".documented-cases .agrees").await > 4);
        assert_eq!(page.count(".documented-cases .differs").await, 0);
        page.click(".documented-cases button").await;
        page.expect_fragment("a=0xff800000").await;
        page.expect_result("0x7fffffff").await;
    });
}

#[test]
fn tabs_are_chosen_by_press_and_key_and_are_in_the_link() {
    run_at_each_size(|page| async move {
        page.explore("v1/ex2.approx.ftz.f32@sm_90?a=0x3dcccccd").await;
        page.click("#tab-error").await;
        page.expect_text("#panel", "2 ulp").await;
        page.expect_fragment("view=error").await;
        page.keys("#tab-error", "\u{e014}").await;
        page.keys("#tab-requirements", " ").await;
        page.expect_text("#panel", "generation of GPUs").await;
        page.expect_fragment("view=requirements").await;
        page.reload().await;
        page.element("#tab-requirements").await;
        assert_eq!(page.attribute("#tab-requirements", "aria-selected").await, "true");
        page.click("#tab-cases").await;
        page.expect_text("#panel", "Documented cases").await;
        page.expect("the end of the link", "0x3dcccccd", || async {
            page.fragment().await.split('=').next_back().unwrap_or_default().to_owned()
        })
        .await;
    });
}

#[test]
fn another_tab_leaves_the_recorded_result() {
    run_at_each_size(|page| async move {
        page.explore("v1/add.f16@sm_90?a=0x3c00&b=0x3c00&d=0x4000").await;
        page.expect_text("#linked", "reproduced").await;
        page.click("#tab-requirements").await;
        page.expect_text("#linked", "reproduced").await;
    });
}

#[test]
fn axe_finds_nothing_in_any_tab_and_nothing_overflows() {
    look_in(SCHEMES, |look| async move {
        for link in [
            FMA,
            "v1/cos.approx.f32@sm_90?a=0x3dcccccd",
            "v1/cvt.rn.satfinite.e4m3x2.f32@sm_90?a=0x0&b=0x0",
        ] {
            look.page.explore(link).await;
            for tab in ["cases", "error", "requirements"] {
                look.page.click(&format!("#tab-{tab}")).await;
                look.is_clean(&format!("{link}, {tab}")).await;
            }
        }
    });
}

#[test]
fn keys_are_listed_and_lead_to_the_instruction() {
    run_at_each_size(|page| async move {
        page.explore(FMA).await;
        page.keys("#tab-cases", "\u{e009}/\u{e000}").await;
        page.expect_visible("#keys[open]").await;
        page.click("#keys button").await;
        assert!(!page.is_visible("#keys").await);
        page.keys("#tab-cases", "\u{e009}k\u{e000}").await;
        let focused = page.script("return document.activeElement.id", vec![]).await;
        assert_eq!(focused, json!("instruction"));
    });
}
