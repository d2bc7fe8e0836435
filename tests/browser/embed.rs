//! The playground inside other pages.

use fantoccini::Locator;
use fantoccini::elements::Element;
use serde_json::{Value, json};

use crate::accessibility::look_in;
use crate::page::Page;
use crate::server::FileServer;
use crate::session::run;

pub(crate) const STATE: &str = "v1/fma.rn.f32@sm_90?a=0x3f800000&b=0x40000000&c=0x3f800000";

async fn open(page: &Page, query: &str) {
    page.visit(&format!("{}embed/?{query}#{STATE}", page.address())).await;
    page.expect_result("0x40400000").await;
}

#[test]
fn the_address_stays_and_the_link_to_the_playground_follows_the_state() {
    run(|page| async move {
        open(&page, "").await;
        page.enter("a", 0, "3").await;
        page.expect_result("0x40e00000").await;
        let playground = || page.attribute("#views a", "href");
        let expected = format!("../#{}", STATE.replace("0x3f800000&b", "0x40400000&b"));
        page.expect("the link to the playground", &expected, playground).await;
        page.press_chip(".rz").await;
        page.expect_text("#legality", "documented").await;
        assert_eq!(page.fragment().await, STATE);
        let entries = page.script("return history.length", vec![]).await;
        page.click("[data-chip=\".rp\"]").await;
        assert_eq!(page.script("return history.length", vec![]).await, entries);
    });
}

const SEQUENCE: &str =
    "v1/sequence@sm_90?code=add.rn.f32~d,a,b&a=0x3f800000&b=0x33800001&with=add.rz.f32~d,a,b";

#[test]
fn a_sequence_is_shown_and_its_link_opens_it_in_the_playground() {
    run(|page| async move {
        page.visit(&format!("{}embed/#{SEQUENCE}", page.address())).await;
        page.expect_text("#sequence-compared li:nth-child(2)", "differs").await;
        assert!(!page.is_visible("#calculator").await);
        page.type_over("[data-input=\"0\"] input", "2\u{e004}").await;
        let playground = || page.attribute("#views a", "href");
        let edited = SEQUENCE.replace("a=0x3f800000", "a=0x40000000");
        page.expect("the link to the playground", &format!("../#{edited}"), playground).await;
        assert_eq!(page.fragment().await, SEQUENCE);
        for (query, hidden) in [("ui=compact", ".sequence-why"), ("ui=result", "#sequence-code")] {
            page.visit(&format!("{}embed/?{query}#{SEQUENCE}", page.address())).await;
            page.expect_text("#sequence-compared li:nth-child(2)", "differs").await;
            assert!(!page.is_visible(hidden).await, "{query}");
        }
    });
}

const ELEMENT: &str = "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32&a=0x3c00,0x3c00&b=0x3c00,0x4000&c=0x00000000&isa=9.5";

#[test]
fn an_element_of_tensor_cores_is_shown_on_another_site_and_is_edited() {
    run(|page| async move {
        let host = host(&page, "tensor");
        page.resize(800, 900).await;
        page.visit(&host.at_another_site("")).await;
        page.expect("what is shown", "frame", || shown(&page)).await;
        let set = "document.querySelector('ptx-float').setAttribute('state', arguments[0])";
        page.script(set, vec![json!(ELEMENT)]).await;
        let frame = enter_frame(&page, "ptx-float").await;
        page.expect_text("#tensor-value", "3").await;
        assert!(!page.is_visible("#calculator").await);
        page.type_over("#tensor-c-field", "4").await;
        page.expect("the result", "7", || page.text("#tensor-value")).await;
        let edited = ELEMENT.replace("c=0x00000000", "c=0x40800000");
        page.expect("the link to the playground", &format!("../#{edited}"), || {
            page.attribute("#views a", "href")
        })
        .await;
        frame.client().enter_parent_frame().await.expect("the page around it");
        for (query, hidden) in [("ui=compact", ".tensor-presets"), ("ui=result", ".tensor-inputs")]
        {
            page.visit(&format!("{}embed/?{query}#{ELEMENT}", page.address())).await;
            page.expect_text("#tensor-value", "3").await;
            assert!(!page.is_visible(hidden).await, "{query}");
            let wider = "return Math.max(0, document.documentElement.scrollWidth - innerWidth)";
            assert_eq!(page.script(wider, vec![]).await, json!(0), "{query}");
        }
    });
}

#[test]
fn a_frame_changes_between_instructions_and_sequences() {
    run(|page| async move {
        let host = host(&page, "sequences");
        page.visit(&host.address).await;
        page.expect("what is shown", "frame", || shown(&page)).await;
        let set = "document.querySelector('ptx-float').setAttribute('state', arguments[0])";
        for state in [SEQUENCE, STATE, ELEMENT, STATE, SEQUENCE] {
            page.script(set, vec![json!(state)]).await;
            let frame = enter_frame(&page, "ptx-float").await;
            let seen = match state {
                STATE => ".card",
                ELEMENT => "#tensor-value",
                _ => "#sequence-compared",
            };
            page.expect_visible(seen).await;
            page.expect("the link to the playground", &format!("../#{state}"), || {
                page.attribute("#views a", "href")
            })
            .await;
            frame.client().enter_parent_frame().await.expect("the page around it");
        }
    });
}

#[test]
fn the_query_says_how_it_looks() {
    run(|page| async move {
        for (query, shown, hidden) in [
            ("", ".trace", ".none"),
            ("ui=compact", ".card-more", "main textarea"),
            ("ui=result", ".card", ".card-more"),
            ("views=steps", ".trace", ".tabs"),
            ("views=lanes,cases", ".tabs", ".trace"),
        ] {
            open(&page, query).await;
            page.expect_visible(shown).await;
            assert!(!page.is_visible(hidden).await, "{query}: {hidden}");
        }
        open(&page, "theme=dark").await;
        let dark = "return getComputedStyle(document.body).backgroundColor";
        assert_eq!(page.script(dark, vec![]).await, json!("rgb(18, 20, 23)"));
    });
}

#[test]
fn what_leads_away_opens_beside_the_page_around() {
    run(|page| async move {
        let client = page.element("body").await.client();
        for ui in ["full", "result"] {
            let state = "v1/div.full.f32@sm_90?a=0x40960000&b=0x3f700000";
            page.visit(&format!("{}embed/?ui={ui}#{state}", page.address())).await;
            page.expect_text("[data-observed]", "0x40a00001").await;
            let before = client.windows().await.expect("windows").len();
            page.click("[data-observed] a").await;
            let n_windows = || async { client.windows().await.expect("windows").len().to_string() };
            page.expect("windows", &(before + 1).to_string(), n_windows).await;
            page.expect_text("[data-observed]", "0x40a00001").await;
        }
    });
}

#[test]
fn what_is_read_only_cannot_be_edited() {
    run(|page| async move {
        open(&page, "ro=1").await;
        page.keys("[data-operand=a][data-lane=\"0\"] input", "7").await;
        page.script("document.querySelector('#change').click()", vec![]).await;
        assert_eq!(page.count(".choices").await, 0);
        page.unfold("a").await;
        page.script(
            "document.querySelector('[data-register=a] [data-bit=\"31\"]').click()",
            vec![],
        )
        .await;
        page.script("document.querySelector('.presets button').click()", vec![]).await;
        page.reach_explorer().await;
        page.click("#tab-error").await;
        page.expect_text("#panel", "exact").await;
        assert_eq!(page.result().await, "0x40400000");
        assert_eq!(page.statement().await, "fma.rn.f32 1, 2, 1");
    });
}

#[test]
fn axe_finds_nothing_and_nothing_overflows() {
    look_in(&["light"], |look| async move {
        for query in ["theme=light", "theme=dark&ui=compact", "theme=dark&ui=result&ro=1"] {
            open(&look.page, query).await;
            look.is_clean(query).await;
        }
        look.page.visit(&format!("{}embed/?ui=compact#{SEQUENCE}", look.page.address())).await;
        look.page.expect_text("#sequence-compared li:nth-child(2)", "differs").await;
        look.is_clean("a sequence").await;
    });
}

/// A page at another address that embeds the playground as documented.
pub(crate) fn host(page: &Page, name: &str) -> FileServer {
    let html = format!(
        "<script src=\"{}ptx-float.js\" defer></script>\
         <ptx-float ui=compact state=\"{STATE}\"><p id=fallback>1 × 2 + 1 = 3</p></ptx-float>\
         <script>
           window.heard = [];
           document.querySelector('ptx-float').addEventListener('change', e => heard.push(e.detail));
         </script>",
        page.address()
    );
    FileServer::host(name, &html)
}

/// The height of the frame; nothing while the placeholder is shown.
pub(crate) async fn height(page: &Page) -> Value {
    let script =
        "const frame = document.querySelector('ptx-float').shadowRoot?.querySelector('iframe');
        return frame && !frame.previousSibling ? frame.clientHeight : null";
    page.script(script, vec![]).await
}

pub(crate) async fn shown(page: &Page) -> String {
    if height(page).await.as_u64().is_some_and(|height| height > 100) {
        "frame"
    } else {
        "fallback"
    }
    .to_owned()
}

/// Calls back with the heights of all frames once they have been the same for sixty drawings, in which
/// frame and element would have exchanged many others if they grew in a loop.
const SETTLED: &str = "
    const [done] = arguments;
    const heights = () => [...document.querySelectorAll('ptx-float')].map(element => element.shadowRoot.querySelector('iframe').clientHeight);
    let before = '', same = 0, frames = 0;
    const look = () => {
        const now = JSON.stringify(heights());
        same = now === before ? same + 1 : 0;
        before = now;
        if (same === 60) done(heights());
        else if (++frames === 3000) done(['they do not settle']);
        else requestAnimationFrame(look);
    };
    look()";

#[test]
fn the_element_replaces_its_content_and_fits_its_height() {
    run(|page| async move {
        let host = host(&page, "height");
        page.visit(&host.address).await;
        page.expect("what is shown", "frame", || shown(&page)).await;
        assert!(!page.is_visible("#fallback").await);
        // The frame may first show that programs are being fetched.
        let frame = enter_frame(&page, "ptx-float").await;
        page.expect_result("0x40400000").await;
        frame.client().enter_parent_frame().await.expect("the page around it");
        let settled = page.script_async(SETTLED, vec![]).await[0].clone();
        assert_eq!(height(&page).await, settled);
        // A narrower frame is higher; a wide one is as before.
        page.resize(360, 900).await;
        page.expect("what is shown", "higher", || async {
            let now = height(&page).await;
            if now.as_u64() > settled.as_u64() { "higher" } else { "as before" }.to_owned()
        })
        .await;
    });
}

#[test]
fn the_element_takes_a_state_and_reports_its_changes() {
    run(|page| async move {
        let host = host(&page, "state");
        page.visit(&host.address).await;
        page.expect("what is shown", "frame", || shown(&page)).await;
        let set = "document.querySelector('ptx-float').setAttribute('state', arguments[0])";
        let heard = || async {
            let heard = page.script("return heard.at(-1) ?? ''", vec![]).await;
            heard.as_str().unwrap_or_default().to_owned()
        };
        for state in ["v1/add.f16@sm_90?a=0x3c00&b=0x3c00", STATE] {
            page.script(set, vec![json!(state)]).await;
            page.expect("the state", state, heard).await;
        }
    });
}

/// Enters the frame of an element; the page around it is the parent.
pub(crate) async fn enter_frame(page: &Page, selector: &str) -> Element {
    let root = page.element(selector).await.shadow_root().await.expect("a shadow root");
    let frame = root.find(Locator::Css("iframe")).await.expect("a frame");
    frame.clone().enter_frame().await.expect("its document");
    frame
}

#[test]
fn the_element_takes_a_state_at_any_time() {
    run(|page| async move {
        let host = host(&page, "early");
        page.visit(&host.address).await;
        page.expect("what is shown", "frame", || shown(&page)).await;
        let add = "const [id, before, now] = arguments;
            const element = document.createElement('ptx-float');
            element.id = id;
            if (before) element.setAttribute('state', before);
            document.body.prepend(element);
            const frame = element.shadowRoot.querySelector('iframe');
            const wait = () => {
                if (!frame.src) return requestAnimationFrame(wait);
                // A first state, and one for a frame that does not listen yet.
                element.setAttribute('state', now);
                element.setAttribute('theme', 'dark');
            };
            wait()";
        let sum = "v1/add.f16@sm_90?a=0x3c00&b=0x3c00";
        for (id, before) in [("changed", STATE), ("first", "")] {
            page.script(add, vec![json!(id), json!(before), json!(sum)]).await;
            let frame = enter_frame(&page, &format!("#{id}")).await;
            page.expect_result("0x4000").await;
            assert_eq!(page.attribute("html", "data-theme").await, "dark");
            frame.client().enter_parent_frame().await.expect("the page around it");
        }
    });
}

#[test]
fn without_the_playground_the_content_stays() {
    run(|page| async move {
        let host = host(&page, "fallback");
        page.refuse(&["*/embed/*"]).await;
        page.visit(&host.address).await;
        // Its document is there, and no script of it.
        let state = "const { documentElement, readyState } = document;
            return `${location.pathname} ${readyState} ${documentElement.dataset.theme}`";
        let inside = || async {
            let frame = enter_frame(&page, "ptx-float").await;
            let found = page.script(state, vec![]).await;
            frame.client().enter_parent_frame().await.expect("the page around it");
            found.as_str().unwrap_or_default().to_owned()
        };
        page.expect("the document in the frame", "/embed/ complete undefined", inside).await;
        page.frames(30).await;
        assert!(page.is_visible("#fallback").await);
    });
}

/// Twelve elements, as many looks and instructions of different heights.
fn crowd(page: &Page) -> FileServer {
    let states = [
        STATE,
        "v1/add.f16@sm_90?a=0x3c00&b=0x3c00",
        "v1/fma.rn.relu.bf16x2@sm_90?a=0x3fc07fc0&b=0x3fc03f80&c=0x3c034000",
        "v1/cvt.rs.satfinite.e2m1x4.f32@sm_100a?a=0x3fa66666&b=0xbf000000&e=0x40e00000&f=0x7fc00000&rbits=0x12345678",
    ];
    let elements = ["full", "compact", "result"].into_iter().flat_map(|ui| {
        states.map(|state| {
            let state = state.replace('&', "&amp;");
            format!("<ptx-float state=\"{state}\" ui=\"{ui}\">waiting</ptx-float>")
        })
    });
    let html = format!(
        "<meta name=viewport content=width=device-width>
         <script src=\"{}ptx-float.js\" defer></script>{}",
        page.address(),
        elements.collect::<String>()
    );
    FileServer::host("crowd", &html)
}

/// Brings an element into view, near which it loads.
const REACH: &str = "document.querySelectorAll('ptx-float')[arguments[0]].scrollIntoView()";

#[test]
fn twelve_frames_settle_without_scroll_bars_on_a_phone_and_on_a_desktop() {
    run(|page| async move {
        let host = crowd(&page);
        for width in [375, 1280] {
            page.resize(width, 800).await;
            page.visit(&host.address).await;
            for place in 1..=12 {
                page.script(REACH, vec![json!(place - 1)]).await;
                page.expect("the frame", "true", || async {
                    let there = "return String(document.querySelectorAll('ptx-float')[arguments[0]].shadowRoot?.querySelector('slot') === null)";
                    page.script(there, vec![json!(place - 1)]).await.as_str().unwrap_or_default().to_owned()
                })
                .await;
                let frame = enter_frame(&page, &format!("ptx-float:nth-of-type({place})")).await;
                page.element(":is(#result-register, .card)").await;
                frame.client().enter_parent_frame().await.expect("the page around it");
            }
            let settled = page.script_async(SETTLED, vec![]).await;
            assert_eq!(settled.as_array().map_or(0, Vec::len), 12, "{width}: {settled}");
            for place in 1..=12 {
                page.script(REACH, vec![json!(place - 1)]).await;
                let frame = enter_frame(&page, &format!("ptx-float:nth-of-type({place})")).await;
                let rest = "const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
                    return [scrollHeight - clientHeight, scrollWidth - clientWidth]";
                let at = format!("what frame {place} of {width} px, {settled}, hides");
                page.expect(&at, "[0,0]", || async { page.script(rest, vec![]).await.to_string() })
                    .await;
                frame.client().enter_parent_frame().await.expect("the page around it");
            }
        }
    });
}
