//! The operands of a sweep: values, zoom, two operands; all of it in the link.

use serde_json::json;

use crate::accessibility::{SCHEMES, look_in};
use crate::session::{run, run_at_each_size};

const TANH: &str = "v1/tanh.approx.f16@sm_90?a=0x3c00&view=sweep";
const MUL: &str = "v1/mul.f32@sm_90?a=0x3f800000&b=0x40000000";
const PLOT: &str = "[data-plot]";
const MAP: &str = "[data-map]";

#[test]
fn workers_start_when_they_are_reached_for() {
    run(|page| async move {
        page.explore("v1/tanh.approx.f16@sm_90?a=0x3c00").await;
        let note = "const Before = Worker; window.started = 0;
            window.Worker = class extends Before {
                constructor(...all) { super(...all); window.started++; }
            };";
        page.script(note, vec![]).await;
        let started = "return window.started > 0";
        page.mouse("mouseMoved", "#tab-error", [0.5, 0.5], 0).await;
        assert_eq!(page.script(started, vec![]).await, json!(false));
        page.mouse("mouseMoved", "#tab-sweep", [0.5, 0.5], 0).await;
        page.expect("workers", "true", || async { page.script(started, vec![]).await.to_string() })
            .await;
        page.click("#tab-sweep").await;
        page.expect_text("#sweep-progress[data-time]", "all 65,536 operands").await;
        // Workers are started once.
        let once = "return window.started <= navigator.hardwareConcurrency";
        assert_eq!(page.script(once, vec![]).await, json!(true));
    });
}

#[test]
fn a_plot_is_zoomed_and_moved_by_a_drag() {
    run_at_each_size(|page| async move {
        page.explore(TANH).await;
        page.expect_text("#sweep-progress[data-time]", "all 65,536 operands").await;
        page.script(
            "document.querySelector('[data-plot]').scrollIntoView({ block: 'center' })",
            vec![],
        )
        .await;
        page.drag(PLOT, [0.5, 0.75], 0).await;
        page.expect_fragment("sweep=a,0x").await;
        page.expect_text("#panel", "Whole range").await;
        // No operand was loaded.
        page.expect_fragment("a=0x3c00").await;
        let zoomed = page.value("#sweep-values").await;
        page.drag(PLOT, [0.75, 0.25], 8).await;
        let moved = || async { (page.value("#sweep-values").await != zoomed).to_string() };
        page.expect("other values", "true", moved).await;
        let moved = page.value("#sweep-values").await;
        page.mouse("mouseWheel", PLOT, [0.5, 0.5], 2).await;
        let closer = || async { (page.value("#sweep-values").await != moved).to_string() };
        page.expect("fewer values", "true", closer).await;
        page.script(
            "document.querySelector('[data-plot]').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))",
            vec![],
        )
        .await;
        page.expect_text("#sweep-progress[data-time]", "all 65,536 operands").await;
        page.expect_fragment("sweep=a").await;
        // A finger that moves up or down scrolls the page.
        let touch = "return getComputedStyle(document.querySelector('[data-plot]')).touchAction";
        assert_eq!(page.script(touch, vec![]).await, json!("pan-y"));
        // A press still loads.
        page.mouse("mousePressed", PLOT, [0.5, 0.5], 0).await;
        page.mouse("mouseReleased", PLOT, [0.5, 0.5], 0).await;
        page.expect_fragment("a=0x0").await;
    });
}

#[test]
fn what_is_used_stays_the_same_element() {
    run(|page| async move {
        let keep = "window.kept = document.querySelector(arguments[0])";
        let stays = "return kept === document.querySelector(arguments[0])";
        page.explore(TANH).await;
        page.expect_text("#sweep-progress[data-time]", "all 65,536 operands").await;
        page.script(keep, vec![json!(PLOT)]).await;
        page.script("kept.scrollIntoView({ block: 'center' })", vec![]).await;
        page.drag(PLOT, [0.5, 0.75], 0).await;
        page.expect_fragment("sweep=a,0x").await;
        page.mouse("mouseWheel", PLOT, [0.5, 0.5], 2).await;
        page.expect_text("#panel", "Whole range").await;
        assert_eq!(page.script(stays, vec![json!(PLOT)]).await, json!(true));

        page.explore(&format!("{MUL}&sweep=a,b")).await;
        page.expect_text("#sweep-progress[data-time]", "18,225 cells").await;
        page.script(keep, vec![json!(MAP)]).await;
        page.keys(MAP, "\u{e015}\u{e007}").await;
        page.expect_fragment("a=0x4").await;
        page.click("[data-sweep=errors]").await;
        page.expect_text(".sweep-legend", "up to 0.5 ulp").await;
        assert_eq!(page.script(stays, vec![json!(MAP)]).await, json!(true));
    });
}

#[test]
fn values_are_typed_and_are_in_the_link() {
    run_at_each_size(|page| async move {
        page.explore(TANH).await;
        page.type_over("#sweep-values", "random:1000:7\u{e007}").await;
        page.expect_text("#sweep-progress[data-time]", "1,000 operands").await;
        page.expect_fragment("&sweep=a,random:1000:7").await;
        page.click("[data-sweep=errors]").await;
        page.expect_fragment("&sweep=a,random:1000:7,errors").await;
        page.reload().await;
        page.reach_explorer().await;
        page.expect_text("#sweep-progress[data-time]", "1,000 operands").await;
        assert_eq!(page.value("#sweep-values").await, "random:1000:7");
        page.expect_visible("[aria-label^='Errors in ulp']").await;
        page.type_over("#sweep-values", "half\u{e007}").await;
        page.expect_text("#sweep-wrong", "a range such as").await;
        assert_eq!(page.value("#sweep-values").await, "half");
        // The link of another tab keeps the sweep, and names the tab.
        page.click("#tab-cases").await;
        page.expect_fragment("sweep=a,random:1000:7,errors&view=cases").await;
        page.reload().await;
        page.reach_explorer().await;
        page.expect_visible(".matrix").await;
        // Another operand keeps the sweep; another instruction starts without one.
        page.enter("a", 0, "2").await;
        page.expect_fragment("a=0x4000&sweep=a,random:1000:7,errors").await;
        page.type_over("#instruction", "tanh.approx.f32 d, a;").await;
        page.expect_fragment("tanh.approx.f32@sm_90?a=0x40000000&view=cases").await;
    });
}

#[test]
fn an_unreadable_choice_is_reported_and_nothing_is_lost() {
    run(|page| async move {
        page.explore(&format!("{MUL}&sweep=a,half,errors")).await;
        page.expect_text("#sweep-wrong", "cannot be read").await;
        page.expect_text("#sweep-progress[data-time]", "operands, evenly spread").await;
        page.enter("b", 0, "3").await;
        page.expect_fragment("b=0x40400000&sweep=a,half,errors").await;
        page.explore(&format!("{MUL}&sweep=a%20b")).await;
        page.expect_text("#banner", "does not belong in the value of sweep").await;
        page.expect_result("0x40000000").await;
    });
}

#[test]
fn two_operands_make_a_map() {
    run_at_each_size(|page| async move {
        page.explore(&format!("{MUL}&view=sweep")).await;
        page.choose("#sweep-other", "b").await;
        page.expect_text("#sweep-progress[data-time]", "18,225 cells").await;
        page.expect_fragment("sweep=a,b").await;
        page.expect_text(".sweep-legend", "subnormal").await;
        page.expect_text("#panel", "277 have a NaN").await;
        page.click("[data-sweep=errors]").await;
        page.expect_text(".sweep-legend", "up to 0.5 ulp").await;
        page.click("[data-sweep=inexact]").await;
        page.expect_fragment("sweep=a,b,inexact").await;
        // The keyboard reaches every cell: from that of 1 and 2 to that of -inf and 0.
        page.keys(MAP, "\u{e015}").await;
        page.expect_text("#sweep-cell", "a = 4 to").await;
        page.expect_text("#sweep-cell", "pairs: normal").await;
        page.keys(MAP, &"\u{e00e}".repeat(9)).await;
        page.expect_text("#sweep-cell", "a = \u{2212}inf").await;
        page.keys(MAP, "\u{e010}").await;
        page.expect_text("#sweep-cell", "b = NaN").await;
        page.keys(MAP, "\u{e007}").await;
        page.expect_fragment("a=0xff800000&b=0x7f").await;
        page.expect_result("0x7fffffff").await;
        // A click loads a cell, too.
        page.script(
            "document.querySelector('[data-map]').scrollIntoView({ block: 'center' })",
            vec![],
        )
        .await;
        page.mouse("mouseMoved", MAP, [0.999, 0.001], 0).await;
        page.expect_text("#sweep-cell", "a = \u{2212}inf, b = NaN").await;
        page.mouse("mouseMoved", MAP, [0.001, 0.001], 0).await;
        page.expect_text("#sweep-cell", "a = \u{2212}inf, b = \u{2212}inf").await;
        page.mouse("mousePressed", MAP, [0.001, 0.001], 0).await;
        page.mouse("mouseReleased", MAP, [0.001, 0.001], 0).await;
        page.expect_fragment("a=0xff800000&b=0xff800000").await;
        page.reload().await;
        page.reach_explorer().await;
        page.expect_text("#sweep-progress[data-time]", "18,225 cells").await;
    });
}

#[test]
fn a_map_is_saved() {
    run(|page| async move {
        page.explore("v1/add.f16@sm_90?a=0x3c00&b=0x3c00&sweep=a,b,errors").await;
        page.expect_text("#sweep-progress[data-time]", "4,489 cells").await;
        let keep = "const before = URL.createObjectURL;
            URL.createObjectURL = blob => { blob.text().then(text => window.saved = text); return before(blob) }";
        page.script(keep, vec![]).await;
        page.click("[data-sweep=csv]").await;
        let lines = "return String((window.saved ?? '').split('\\n').length)";
        let count =
            || async { page.script(lines, vec![]).await.as_str().unwrap_or_default().to_owned() };
        // A head, a line for each cell, and nothing after the last line feed.
        page.expect("the number of lines", "4491", count).await;
        let second = "return window.saved.split('\\n')[1]";
        let second = page.script(second, vec![]).await;
        assert_eq!(second, json!("0xfc00,0xfc00,0xfc00,0xfc00,0xfc00,0xfc00,1,0,,infinite"));
    });
}

#[test]
fn axe_finds_nothing_and_nothing_overflows() {
    look_in(SCHEMES, |look| async move {
        for link in [&*format!("{MUL}&sweep=a,b"), &format!("{MUL}&sweep=a,half")] {
            look.page.explore(link).await;
            look.page.expect_visible("#sweep-progress[data-time]").await;
            look.is_clean(link).await;
        }
    });
}
