//! Links, history, and what a link may get wrong.

use crate::session::{run, run_at_each_size};

/// The Enter key.
const ENTER: &str = "\u{e007}";

const LINK: &str = "v1/fma.rn.relu.bf16x2@sm_90?a=0x3f803f80&b=0x3f803f80&c=0xbf803f80";

#[test]
fn a_link_opened_in_a_new_browser_shows_the_same_lanes() {
    run(|first| async move {
        first.open("").await;
        first.type_statement("fma.rn.f16x2").await;
        first.enter_register("a", "0x3c014000").await;
        first.enter_register("b", "0x3c013800").await;
        first.enter_register("c", "0xbc020001").await;
        first.expect_fragment("a=0x3c014000&b=0x3c013800&c=0xbc020001").await;
        let (link, lanes) = (first.fragment().await, first.result_lanes().await);
        assert_eq!(lanes.len(), 2);
        // Another browser with another profile, on another thread: each has a runtime of its own.
        std::thread::spawn(move || {
            run(|second| async move {
                second.open(&link).await;
                assert_eq!(second.result_lanes().await, lanes);
                assert_eq!(second.fragment().await, link);
                assert_eq!(second.count("#banner").await, 0);
            });
        })
        .join()
        .unwrap();
    });
}

#[test]
fn a_link_gives_the_documented_example() {
    run_at_each_size(|page| async move {
        page.open(LINK).await;
        page.expect_result("0x00004000").await;
        assert_eq!(page.result_lane(0).await.value, "2");
        assert_eq!(page.count("#banner").await, 0);
    });
}

#[test]
fn a_broken_link_names_what_is_wrong() {
    run_at_each_size(|page| async move {
        for (fragment, part) in [
            ("v1/fma.rn.bf16x2@sm_9000?a=0x3f803f80", "sm_9000"),
            ("v1/add.f32@sm_90?a=banana&b=0x3f800000", "banana"),
            ("v1/add.f32@sm_90?a=0x3f800000&b=0x3f800000&q=1", "q"),
            ("v9/add.f32@sm_90", "v9"),
            ("nonsense", "nonsense"),
        ] {
            page.open(fragment).await;
            page.expect_text("#banner", part).await;
            // There is a page all the same.
            assert!(page.result().await.starts_with("0x"));
        }
        page.click("#banner button").await;
        page.expect("the banner", "", || page.text("#banner")).await;
    });
}

#[test]
fn back_and_forward_move_through_what_was_picked() {
    run_at_each_size(|page| async move {
        page.open("v1/add.rn.f32@sm_90?a=0x3f800000&b=0x33800001").await;
        page.expect_result("0x3f800001").await;
        page.press_chip(".rz").await;
        page.expect_result("0x3f800000").await;
        page.press_chip(".rp").await;
        page.expect_result("0x3f800001").await;
        page.expect_fragment("add.rp.f32").await;
        page.back().await;
        page.expect_result("0x3f800000").await;
        assert!(page.statement().await.starts_with("add.rz.f32"));
        page.back().await;
        page.expect_fragment("add.rn.f32").await;
        page.expect_result("0x3f800001").await;
        page.forward().await;
        page.expect_result("0x3f800000").await;
        page.expect_fragment("add.rz.f32").await;
    });
}

#[test]
fn back_to_the_opening_shows_its_example() {
    run_at_each_size(|page| async move {
        page.open("").await;
        page.click("#kinds li:nth-child(2) button").await;
        page.expect("the question", "1/3 in half", || page.statement()).await;
        page.expect_result("0x3555").await;
        page.back().await;
        page.expect("the example", "0.1 + 0.2", || page.text("#example")).await;
        page.expect_result("0x3e99999a").await;
        assert_eq!(page.statement().await, "");
        page.forward().await;
        page.expect_result("0x3555").await;
    });
}

#[test]
fn back_returns_from_each_text_that_was_typed() {
    run_at_each_size(|page| async move {
        page.open("").await;
        page.expect_result("0x3e99999a").await;
        for (text, result) in [("2 + 3 in f16", "0x4500"), ("mul.f32 2, 3", "0x40c00000")] {
            page.type_statement(text).await;
            page.keys("#instruction", ENTER).await;
            page.expect_result(result).await;
        }
        page.back().await;
        page.expect("the question", "2 + 3 in f16", || page.statement()).await;
        page.expect_result("0x4500").await;
        page.back().await;
        page.expect("the example", "0.1 + 0.2", || page.text("#example")).await;
        page.expect("an empty box", "", || page.statement()).await;
        page.forward().await;
        page.expect_result("0x4500").await;
        page.forward().await;
        page.expect("the statement", "mul.f32 2, 3", || page.statement()).await;
    });
}

#[test]
fn a_changed_fragment_changes_the_page() {
    run_at_each_size(|page| async move {
        page.open(LINK).await;
        page.expect_result("0x00004000").await;
        page.script(
            "location.hash = arguments[0]",
            vec!["v1/add.f16@sm_90?a=0x3c00&b=0x3c00".into()],
        )
        .await;
        page.expect_result("0x4000").await;
    });
}

#[test]
fn a_recorded_result_is_compared() {
    run_at_each_size(|page| async move {
        page.open(&format!("{LINK}&d=0x00004000")).await;
        page.expect_text("#linked", "reproduced").await;
        page.open(&format!("{LINK}&d=0x00004001")).await;
        page.expect_text("#linked", "differs").await;
        page.expect_text("#linked", "exact bits guaranteed").await;
        page.enter("a", 0, "3").await;
        page.expect("the verdict", "", || page.text("#linked")).await;
    });
}

#[test]
fn an_undocumented_instruction_has_its_badge() {
    run_at_each_size(|page| async move {
        page.open("v1/fma.rn.oob.sat.f16@sm_90?a=0x7ff7&b=0x3c00&c=0x3c00").await;
        page.expect_legality("undocumented").await;
        page.expect_result("0x0000").await;
        page.open("v1/fma.rz.bf16@sm_90?a=0x3f80&b=0x3f80&c=0x3f80").await;
        page.expect_legality("undocumented").await;
        let lane = page.result_lane(0).await;
        assert!(!lane.guarantee.is_empty(), "{lane:?}");
    });
}

#[test]
fn nothing_is_loaded_from_another_host() {
    run_at_each_size(|page| async move {
        page.open(LINK).await;
        page.click("#share").await;
        let script = "return performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith(location.origin) && !n.startsWith('data:'))";
        assert_eq!(page.script(script, vec![]).await, serde_json::json!([]));
        let own = "return performance.getEntriesByType('resource').filter(e => e.name.startsWith(location.origin)).length > 3";
        assert_eq!(page.script(own, vec![]).await, serde_json::json!(true));
        // That the first visit is over is all that is kept.
        let stored =
            page.script("return [Object.keys(localStorage), document.cookie]", vec![]).await;
        assert_eq!(stored, serde_json::json!([["ptxfp-visited"], ""]));
    });
}
