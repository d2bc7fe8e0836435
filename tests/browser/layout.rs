//! The page fits the screen.

use serde_json::json;

use crate::session::run;

const LINKS: [&str; 5] = [
    "v1/add.f16@sm_90?a=0x3c00&b=0x3c00",
    "v1/fma.rn.relu.bf16x2@sm_90?a=0x3f803f80&b=0x7fc03f80&c=0xbf803f80",
    "v1/fma.rn.f32x2@sm_100?a=0x0000000100000001&b=0x3f8000013f800001&c=0x7f7fffffff7fffff",
    "v1/fma.rp.f64@sm_90?a=0x0000000000000001&b=0x3ff0000000000001&c=0x7fefffffffffffff",
    "v1/fma.rz.sat.f32.bf16@sm_100?a=0x0001&b=0x3f80&c=0x3f800001",
];

/// What is wider than the view, but for what scrolls by itself.
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
            for width in [320, 375, 768, 1440] {
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
        for width in [320, 375, 768, 1440] {
            page.resize(width, 900).await;
            let wider = page.script(WIDER, vec![]).await;
            assert_eq!(wider, json!([0, []]), "{width} px");
        }
    });
}
