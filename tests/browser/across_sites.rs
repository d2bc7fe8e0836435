//! The playground inside pages of another site, and inside files that are opened from a disk.
//!
//! Tests and playground are served by 127.0.0.1, whose ports are one site to a browser. A page of
//! `localhost` is another site, and so is a file: their frames run in a process of their own, which
//! is told what is in view, and draws nothing otherwise.

use ptxfp::internals::export::{Kind, export};
use ptxfp::link::parse;
use serde_json::{Value, json};

use crate::cards::{CARDS, most};
use crate::embed::{STATE, enter_frame, height, host, shown};
use crate::page::Page;
use crate::server::FileServer;
use crate::session::run;

/// A page of a site at the address of another site, and as a file.
pub(crate) fn elsewhere(site: &FileServer, path: &str) -> [String; 2] {
    [site.at_another_site(path), site.as_a_file(path)]
}

/// Checks that the frames of the playground are isolated from the page around them, as they are for
/// readers: each in a process of another site, which the browser lists as a target of its own.
pub(crate) async fn assert_isolated(page: &Page) {
    let targets = page.dev_tools("Target.getTargets", json!({})).await;
    let frames = targets["targetInfos"].as_array().into_iter().flatten();
    let playground = format!("{}embed/", page.address());
    let is_own = |target: &&Value| {
        let address = target["url"].as_str().unwrap_or_default();
        target["type"] == json!("iframe") && address.starts_with(&playground)
    };
    assert!(frames.filter(is_own).count() > 0, "no isolated frame of {playground}: {targets:#}");
}

#[test]
fn the_browser_isolates_sites_as_a_reader_s_does() {
    run(|page| async move {
        let line = page.dev_tools("Browser.getBrowserCommandLine", json!({})).await;
        let arguments: Vec<_> =
            line["arguments"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        assert!(arguments.iter().any(|argument| argument.contains("headless")), "{arguments:?}");
        let words = ["site-isolation", "isolateorigins", "site-per-process", "web-security"];
        for argument in arguments {
            let lower = argument.to_ascii_lowercase();
            assert!(words.iter().all(|word| !lower.contains(word)), "{argument}");
        }
    });
}

/// Opens a page with the element: it is shown, grows where it is narrow, and follows its attribute.
pub(crate) async fn expect_element(page: &Page, address: &str) {
    page.resize(1280, 900).await;
    page.visit(address).await;
    page.expect("what is shown", "frame", || shown(page)).await;
    assert!(!page.is_visible("#fallback").await, "{address}");
    let frame = enter_frame(page, "ptx-float").await;
    page.expect_result("0x40400000").await;
    frame.client().enter_parent_frame().await.expect("the page around it");
    let wide = height(page).await.as_u64();
    page.resize(360, 900).await;
    let grows = || async { (height(page).await.as_u64() > wide).to_string() };
    page.expect("whether it grows", "true", grows).await;
    let set = "document.querySelector('ptx-float').setAttribute('state', arguments[0])";
    let sum = "v1/add.f16@sm_90?a=0x3c00&b=0x3c00";
    page.script(set, vec![json!(sum)]).await;
    let heard = || async {
        let heard = page.script("return window.heard.at(-1) ?? ''", vec![]).await;
        heard.as_str().unwrap_or_default().to_owned()
    };
    page.expect("the state", sum, heard).await;
}

#[test]
fn the_element_is_shown_fits_its_height_and_follows_its_state() {
    run(|page| async move {
        let host = host(&page, "sites");
        for address in elsewhere(&host, "") {
            expect_element(&page, &address).await;
            assert_isolated(&page).await;
        }
    });
}

/// Ways in which pages hide what they show later, as style.
const HIDDEN: [&str; 4] = [
    "display:none",
    "visibility:hidden",
    "content-visibility:hidden",
    "position:absolute;left:-99999px",
];

/// Opens pages whose element is hidden at first, and shows it.
pub(crate) async fn show_what_is_hidden(page: &Page, name: &str) {
    for hidden in HIDDEN {
        let html = format!(
            "<script src=\"{}ptx-float.js\" defer></script><div id=tab style=\"{hidden}\">
             <ptx-float ui=compact state=\"{STATE}\"><p id=fallback>3</p></ptx-float></div>",
            page.address()
        );
        let host = FileServer::host(name, &html);
        for address in [host.address.clone(), host.at_another_site("")] {
            page.visit(&address).await;
            page.element("ptx-float").await;
            page.frames(30).await;
            if hidden == "visibility:hidden" {
                // It takes its place, so it is loaded, and fits its height without being drawn.
                page.expect("what is there", "frame", || shown(page)).await;
            }
            let turn = "const [style, done] = arguments;
                document.querySelector('#tab').style.cssText = style;
                setTimeout(done, 200)";
            page.script_async(turn, vec![json!("")]).await;
            page.expect(&format!("after {hidden}"), "frame", || shown(page)).await;
            let frame = enter_frame(page, "ptx-float").await;
            page.expect_result("0x40400000").await;
            frame.client().enter_parent_frame().await.expect("the page around it");
            // Hidden again, it keeps its height.
            let before = height(page).await;
            page.script_async(turn, vec![json!(hidden)]).await;
            page.script_async(turn, vec![json!("")]).await;
            assert_eq!(height(page).await, before, "{hidden}");
        }
    }
}

#[test]
fn an_element_that_is_hidden_at_first_is_there_when_it_is_shown() {
    run(|page| async move { show_what_is_hidden(&page, "hidden").await });
}

#[test]
fn the_frame_is_shown() {
    run(|page| async move {
        let html = export(Kind::Iframe, &parse(STATE).sound().expect("a state"), page.address());
        let host = FileServer::host("frame", &html);
        for address in elsewhere(&host, "") {
            page.visit(&address).await;
            page.element("iframe").await.enter_frame().await.expect("its document");
            page.expect_result("0x40400000").await;
            page.expect_text("[data-verdict]", "reproduced").await;
            page.element("body")
                .await
                .client()
                .enter_parent_frame()
                .await
                .expect("the page around");
            assert_isolated(&page).await;
        }
    });
}

#[test]
fn copied_frames_are_high_enough_at_every_width() {
    run(|page| async move {
        let frames = CARDS.map(|(_, link)| {
            export(Kind::Iframe, &parse(link).sound().expect("a state"), page.address())
        });
        let html = format!(
            "<meta name=viewport content=width=device-width>
             <style>html {{ scrollbar-width: none }} body {{ margin: 0 }}</style>{}",
            frames.concat()
        );
        let host = FileServer::host("copies", &html);
        page.visit(&host.at_another_site("")).await;
        for (index, (name, _)) in CARDS.into_iter().enumerate() {
            // Each loads when it is near.
            let selector = format!("div:nth-of-type({}) iframe", index + 1);
            let reach = "document.querySelector(arguments[0]).scrollIntoView()";
            for width in [320, 375, 720, 1280] {
                page.resize(width, 900).await;
                page.script(reach, vec![json!(selector)]).await;
                let frame = page.element(&selector).await;
                frame.clone().enter_frame().await.expect("its document");
                page.element(".card").await;
                let heights = "const { body, documentElement: { clientWidth } } = document;
                    return [Math.ceil(body.getBoundingClientRect().height), innerHeight, clientWidth]";
                let expected = u64::from(width.min(720));
                let is_wide = |found: &Value| found[2].as_u64() == Some(expected);
                let read = || async { page.script(heights, vec![]).await };
                page.wait_for(&format!("{name} at {expected} px, no scroll bar"), read, is_wide)
                    .await;
                let found = read().await;
                let [needed, given] = [0, 1].map(|place| found[place].as_u64().unwrap_or_default());
                let most = most(u32::try_from(needed).expect("a height"), width);
                let is_right = needed <= given && given <= u64::from(most);
                assert!(is_right, "{name} at {width} px: {given} for {needed}");
                frame.client().enter_parent_frame().await.expect("the page around it");
            }
        }
    });
}
