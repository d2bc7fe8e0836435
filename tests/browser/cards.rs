//! Cards: an instruction with its result in a few lines, inside other pages.

use ptxfp::internals::export::{FRAME_WIDTHS, Kind, Look, export, frame_height};
use ptxfp::link::{State, parse};
use serde_json::json;

use crate::accessibility::{SCHEMES, look_in};
use crate::page::Page;
use crate::session::{report, run};

/// Instructions with cards of different heights, each with a name.
pub(crate) const CARDS: [(&str, &str); 10] = [
    ("sum", "v1/add.rn.bf16@sm_90?a=0x3dcd&b=0x3e4d&d=0x3e9a"),
    ("one operand", "v1/neg.f32@sm_90?a=0x3f800000&d=0xbf800000"),
    (
        "f32x2",
        "v1/fma.rn.f32x2@sm_100?a=0x0000000100000001&b=0x3f8000013f800001&c=0x7f7fffffff7fffff",
    ),
    ("two lanes", "v1/fma.rn.relu.bf16x2@sm_90?a=0x3fc07fc0&b=0x3fc03f80&c=0x3c034000"),
    (
        "64 bits",
        "v1/fma.rp.f64@sm_90?a=0x0000000000000001&b=0x3ff0000000000001&c=0x7fefffffffffffff",
    ),
    ("approximate", "v1/ex2.approx.ftz.f32@sm_90?a=0x3dcccccd&d=0x3f892fe0"),
    ("differs", "v1/add.f16@sm_90?a=0x6800&b=0x3c00&d=0x6801"),
    ("undocumented", "v1/fma.rz.bf16@sm_90?a=0x3f80&b=0x7fc0&c=0x3f80"),
    (
        "a long statement of two lanes",
        "v1/cvt.rn.satfinite.scaled::n2::ue8m0.s2f6x2.f32@sm_100a?a=0x3f9d70a4&b=0xbf9d70a4&scale-factor=0x7f7f",
    ),
    (
        "four lanes",
        "v1/cvt.rs.satfinite.e2m1x4.f32@sm_100a?a=0x3fa66666&b=0xbf000000&e=0x40e00000&f=0x7fc00000&rbits=0x12345678",
    ),
];

const LOOKS: [Look; 2] = [Look::Result, Look::Compact];
const WIDTHS: [u32; 7] = [320, 375, 520, 521, 600, 720, 1280];

/// The height that is reserved for a state in a frame of this width.
fn reserved(state: &State, look: Look, width: u32) -> u32 {
    let least = FRAME_WIDTHS.into_iter().find(|least| width >= *least).expect("no narrower phone");
    frame_height(state, look, least)
}

/// The most that is reserved for a card of this height. At the width that is documented, a line may stay
/// empty, for sentences differ in length. On a phone, words and fonts decide more, and of several rulers
/// some may have nothing to show.
pub(crate) const fn most(height: u32, width: u32) -> u32 {
    height + if width >= FRAME_WIDTHS[0] { 24 } else { height / 5 + 60 }
}

/// The link that is copied for a state: with its own result.
fn copied(state: &State) -> String {
    export(Kind::Link, state, "").trim_start_matches('#').to_owned()
}

/// Opens a card by itself.
async fn open(page: &Page, look: Look, query: &str, fragment: &str) {
    let address = format!("{}embed/?ui={}{query}#{fragment}", page.address(), look.name());
    page.visit(&address).await;
    page.element(".card").await;
}

/// Returns the height of what is shown, and how much of it is out of sight sideways.
async fn measure(page: &Page) -> [u32; 2] {
    let script = "const { scrollWidth, clientWidth } = document.documentElement;
        return [Math.ceil(document.body.getBoundingClientRect().height), scrollWidth - clientWidth]";
    serde_json::from_value(page.script(script, vec![]).await).expect("two numbers")
}

#[test]
fn frames_are_high_enough_and_hardly_higher() {
    run(|page| async move {
        let mut wrong = Vec::new();
        for (name, fragment) in CARDS {
            let state = parse(fragment).sound().unwrap();
            for look in LOOKS {
                page.resize(WIDTHS[0], reserved(&state, look, WIDTHS[0])).await;
                open(&page, look, "", &copied(&state)).await;
                let mut found = Vec::new();
                for width in WIDTHS {
                    let frame = reserved(&state, look, width);
                    page.resize(width, frame).await;
                    page.frames(2).await;
                    let [height, hidden] = measure(&page).await;
                    // Between, it is what the narrower ones need.
                    let is_high = FRAME_WIDTHS.contains(&width) && frame > most(height, width);
                    if height > frame || hidden > 0 || is_high {
                        wrong.push(format!("{name}, {look:?}, {width} px: {height} of {frame}"));
                    }
                    found.push(format!("{height} of {frame}"));
                }
                report(&format!("{name}, {look:?}: {}", found.join(", ")));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

#[test]
fn a_card_wraps_in_a_narrow_column() {
    run(|page| async move {
        for (name, fragment) in CARDS {
            for look in LOOKS {
                open(&page, look, "", fragment).await;
                page.resize(300, 900).await;
                page.frames(2).await;
                let [_, hidden] = measure(&page).await;
                assert_eq!(hidden, 0, "{name}, {look:?}");
            }
        }
    });
}

#[test]
fn a_card_of_a_result_is_low() {
    run(|page| async move {
        for (name, fragment) in [CARDS[0], CARDS[1], CARDS[6]] {
            open(&page, Look::Result, "", fragment).await;
            // A sentence of two lines has one more.
            for (width, most) in [(720, 130), (320, 200)] {
                page.resize(width, 600).await;
                page.frames(2).await;
                let [height, _] = measure(&page).await;
                assert!(height <= most, "{name}: {height} of {most} at {width} px");
            }
        }
    });
}

#[test]
fn a_frame_of_every_opcode_needs_no_scroll_bar() {
    run(|page| async move {
        for opcode in ptxfp::catalog::opcodes() {
            let example = ptxfp::catalog::forms_of(opcode).find_map(State::example);
            let state = example.expect("an example");
            open(&page, Look::Compact, "", &copied(&state)).await;
            for width in [320, 375, 720] {
                page.resize(width, reserved(&state, Look::Compact, width)).await;
                page.frames(2).await;
                let rest = "const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
                    const wide = [...document.querySelectorAll('body *')].filter(each => each.getBoundingClientRect().right > clientWidth);
                    return [scrollWidth - clientWidth, scrollHeight - clientHeight, wide.map(each => each.outerHTML.slice(0, 120))]";
                let rest = page.script(rest, vec![]).await;
                assert_eq!(rest, json!([0, 0, []]), "{} at {width} px", copied(&state));
            }
        }
    });
}

#[test]
fn a_card_says_what_the_page_recorded() {
    run(|page| async move {
        open(&page, Look::Result, "", CARDS[0].1).await;
        page.expect_text("[data-verdict]", "reproduced").await;
        page.expect_text(".card-why", "¼ ulp").await;
        assert_eq!(page.count(".card-record").await, 0);
        page.expect_text(".card-place", "sm_90").await;
        open(&page, Look::Result, "", CARDS[6].1).await;
        page.expect_text("[data-verdict]", "differs").await;
        page.expect_text(".card-record", "The page recorded 0x6801").await;
        assert_eq!(page.text(".card-record .changed").await, "1");
        open(&page, Look::Result, "", "v1/add.f32@sm_90?a=0x7fc00000&b=0x3f800000&d=0x7fc00000")
            .await;
        page.expect_text("[data-verdict]", "permitted").await;
        page.expect_text(".card-record", "the bits of this NaN are unspecified").await;
    });
}

#[test]
fn a_card_has_one_link_and_no_controls() {
    run(|page| async move {
        for look in LOOKS {
            open(&page, look, "", CARDS[6].1).await;
            let visible =
                "return [...document.querySelectorAll('a, button, input, select, textarea')]
                .filter(each => each.checkVisibility()).map(each => each.innerText)";
            let found = page.script(visible, vec![]).await;
            assert_eq!(found, json!(["Open in the playground"]));
            // It leads to what the page says, record included.
            let href = page.attribute(".card a", "href").await;
            assert_eq!(href, format!("../#{}", CARDS[6].1));
        }
    });
}

#[test]
fn a_link_that_is_broken_says_so_above_the_card() {
    run(|page| async move {
        open(&page, Look::Compact, "", "v1/add.f16@sm_9000?a=0x3c00&b=0x3c00").await;
        page.expect_text("#banner", "sm_9000").await;
        page.click("#banner button").await;
        page.expect("the notice", "", || page.text("#banner")).await;
        page.expect_result("0x4000").await;
    });
}

#[test]
fn axe_finds_nothing_on_cards() {
    look_in(SCHEMES, |look| async move {
        for (name, fragment) in CARDS {
            open(&look.page, Look::Compact, "", fragment).await;
            look.is_clean(name).await;
        }
        open(&look.page, Look::Result, "&ro=1", CARDS[6].1).await;
        look.is_clean("differs, result").await;
    });
}
