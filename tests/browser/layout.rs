//! The page fits the screen.

use serde_json::json;

use crate::page::Page;
use crate::session::run;

const LINKS: [&str; 5] = [
    "v1/add.f16@sm_90?a=0x3c00&b=0x3c00",
    "v1/fma.rn.relu.bf16x2@sm_90?a=0x3f803f80&b=0x7fc03f80&c=0xbf803f80",
    "v1/fma.rn.f32x2@sm_100?a=0x0000000100000001&b=0x3f8000013f800001&c=0x7f7fffffff7fffff",
    "v1/fma.rp.f64@sm_90?a=0x0000000000000001&b=0x3ff0000000000001&c=0x7fefffffffffffff",
    "v1/fma.rz.sat.f32.bf16@sm_100?a=0x0001&b=0x3f80&c=0x3f800001",
];

/// Phones, tablets and a desktop.
const WIDTHS: [u32; 5] = [320, 375, 768, 1024, 1440];

/// Elements that are wider than the view, except for those that scroll by themselves.
pub(crate) const WIDER: &str = "
    const width = document.documentElement.clientWidth;
    const scrolls = e => { for (; e; e = e.parentElement) { if (/auto|scroll|hidden|clip/.test(getComputedStyle(e).overflowX)) return true; } return false; };
    const wide = [...document.body.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > width + 0.5 && !scrolls(e.parentElement));
    return [document.documentElement.scrollWidth - width, wide.slice(0, 5).map(e => e.tagName + '#' + e.id + '.' + e.className)]";

#[test]
fn nothing_overflows_to_the_side() {
    run(|page| async move {
        for link in LINKS {
            page.open(link).await;
            for width in WIDTHS {
                page.resize(width, 900).await;
                let wider = page.script(WIDER, vec![]).await;
                assert_eq!(wider, json!([0, []]), "{width} px, {link}");
            }
        }
    });
}

#[test]
fn a_rejected_statement_does_not_overflow_either() {
    run(|page| async move {
        page.open(LINKS[1]).await;
        page.type_statement("fma.rn.ftz.sat.approx.f16.f64.bf16x2 d, a").await;
        page.expect_legality("rejected").await;
        for width in WIDTHS {
            page.resize(width, 900).await;
            let wider = page.script(WIDER, vec![]).await;
            assert_eq!(wider, json!([0, []]), "{width} px");
        }
    });
}

/// Results with two lanes, of different lengths and guarantees.
const PACKED: [&str; 4] = [
    "v1/tanh.approx.f16x2@sm_90?a=0x3c003800",
    "v1/tanh.approx.bf16x2@sm_90?a=0x3231bf3f",
    "v1/add.rn.f32x2@sm_100a?a=0x3eaaaaab3eaaaaab&b=0x3eaaaaab00000001",
    "v1/cvt.rn.f16x2.f32@sm_90?a=0x3eaaaaab&b=0x33800001",
];

/// The values that stand on the bits or on the guarantee of a lane.
const COVERED: &str = "
    const range = document.createRange();
    const of = name => [...document.querySelectorAll('.answer .out ' + name)];
    const covers = (a, b) => a.right > b.left + 1 && a.left < b.right - 1 && a.bottom > b.top + 6 && a.top < b.bottom - 6;
    return of('.answer-value').filter(e => {
        range.selectNodeContents(e);
        const own = range.getBoundingClientRect();
        return [...of('.hex'), ...of('.guarantee')].some(other => covers(own, other.getBoundingClientRect()));
    }).map(e => e.textContent)";

#[test]
fn no_value_of_a_lane_stands_on_its_bits() {
    run(|page| async move {
        for link in PACKED {
            page.open(link).await;
            for width in [375, 860, 1024, 1200, 1366, 1440, 1920] {
                page.resize(width, 900).await;
                let covered = page.script(COVERED, vec![]).await;
                assert_eq!(covered, json!([]), "{width} px, {link}");
            }
        }
    });
}

/// Whether the value of an answer lies within the view: that of the line, or its copy in the pinned row.
const IN_VIEW: &str = "
    const inside = e => {
        const { top, bottom, left, right } = e.getBoundingClientRect();
        return e.checkVisibility() && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    };
    return [...document.querySelectorAll(arguments[0])].every(inside)";

#[test]
fn the_answer_is_in_view_at_every_width_and_wherever_the_page_is_scrolled() {
    run(|page| async move {
        for link in [LINKS[0], LINKS[1]] {
            for width in WIDTHS {
                page.resize(width, 800).await;
                page.open(link).await;
                let values = page.script(IN_VIEW, vec![json!("[data-answer-lane]")]).await;
                assert_eq!(values, json!(true), "{width} px, {link}");
                assert!(!page.is_visible("#pin").await, "{width} px, {link}");
                page.reach_explorer().await;
                page.script("document.querySelector('#trace').scrollIntoView()", vec![]).await;
                page.expect_visible("#pin").await;
                let copy = page.script(IN_VIEW, vec![json!("#pin strong")]).await;
                assert_eq!(copy, json!(true), "{width} px, {link}");
                page.click(".pin-statement").await;
                let focused = || focused(&page);
                page.expect("the focus", "instruction", focused).await;
                page.wait_for("no pinned row", || page.is_visible("#pin"), |shown| !shown).await;
            }
        }
    });
}

/// The identifier of what has the focus.
async fn focused(page: &Page) -> String {
    let id = page.script("return document.activeElement.id", vec![]).await;
    id.as_str().unwrap_or_default().to_owned()
}

/// The top of the answer, and of the part below it.
const PLACES: &str = "
    const place = selector => document.querySelector(selector).getBoundingClientRect();
    return [place('.answer-value').left, place('.register-line').top, place('#say').top, place('.modifiers').top, place('.work').top]";

#[test]
fn nothing_moves_with_the_length_of_the_value() {
    run(|page| async move {
        for width in [375, 1024, 1440] {
            page.resize(width, 900).await;
            page.open("v1/add.f32@sm_90?a=0x3f800000&b=0x00000000").await;
            let before = page.script(PLACES, vec![]).await;
            for value in ["inf", "0.30078125", "1.17549435e-38"] {
                page.enter("a", 0, value).await;
                let shown = || page.text(".answer-value");
                page.wait_for("another value", shown, |shown| shown != "1").await;
                let after = page.script(PLACES, vec![]).await;
                // Below the line, a sentence may be longer than the two lines that wait for it.
                for place in 0..3 {
                    assert_eq!(after[place], before[place], "{width} px, {value}");
                }
            }
        }
    });
}

#[test]
fn a_message_has_its_row_already() {
    run(|page| async move {
        for width in [1024, 1440] {
            page.resize(width, 900).await;
            page.open(LINKS[0]).await;
            let before = page.script(PLACES, vec![]).await;
            page.type_statement("add.f17").await;
            page.script("document.activeElement.blur()", vec![]).await;
            page.expect_legality("rejected").await;
            assert_eq!(page.script(PLACES, vec![]).await, before, "{width} px");
        }
    });
}
