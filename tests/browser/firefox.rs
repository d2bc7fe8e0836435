//! Every view, the card and the element in Firefox.
//!
//! `cargo xtask test --only firefox` brings the browser and its driver. These tests show that the page
//! works there: each view shows its content and follows an edit, nothing is wider than a phone or a
//! desktop, and the console reports nothing. The details are the same code, which the other tests try
//! in Chromium.

use serde_json::json;

use crate::across_sites::{elsewhere, expect_element, show_what_is_hidden};
use crate::embed::{STATE, enter_frame, host, shown};
use crate::layout::WIDER;
use crate::page::Page;
use crate::server::FileServer;
use crate::session::{SIZES, run_in_firefox};

const EX2: &str = "v1/ex2.approx.ftz.f32@sm_90?a=0x3dcccccd";

/// Runs a test on a phone in dark colors and on a desktop in light ones.
fn at_each_size<F>(test: impl Fn(Page) -> F + Send + Sync + 'static)
where
    F: Future<Output = ()> + Send + 'static,
{
    run_in_firefox(|page| async move {
        for ((width, height), scheme) in SIZES.into_iter().zip(["dark", "light"]) {
            page.resize(width, height).await;
            page.prefer_in_firefox(scheme).await;
            test(page.clone()).await;
        }
    });
}

/// Checks that nothing of what is shown is wider than the view. In Firefox, the box of a part of a
/// picture is as large as the picture, wherever that part is.
async fn fits(page: &Page, what: &str) {
    let parts = "querySelectorAll('*')";
    assert!(WIDER.contains(parts));
    let script = WIDER.replace(parts, "querySelectorAll(':not(svg *)')");
    assert_eq!(page.script(&script, vec![]).await, json!([0, []]), "{what}");
}

#[test]
fn the_playground_answers_and_follows_its_operands_and_its_link() {
    at_each_size(|page| async move {
        page.open("").await;
        assert!(!page.result().await.is_empty());
        page.open("v1/fma.rn.f32@sm_90?a=0x3f800000&b=0x40000000&c=0x3f800000").await;
        page.expect_result("0x40400000").await;
        page.enter("a", 0, "3").await;
        page.expect_result("0x40e00000").await;
        page.expect_fragment("a=0x40400000").await;
        page.unfold("a").await;
        page.click(&Page::bit("a", 0, 31)).await;
        page.expect_result("0xc0a00000").await;
        fits(&page, "the bits").await;
        page.press_chip(".sat").await;
        page.expect_result("0x00000000").await;
        fits(&page, "the choices").await;
        page.type_statement("0.1 + 0.2 in bf16").await;
        page.expect("the answer", "0.30078125", || page.text("[data-answer-lane=\"0\"]")).await;
        page.type_statement("bogus.f99 1").await;
        page.expect_legality("rejected").await;
        fits(&page, "a rejected statement").await;
        page.open("v1/div.full.f32@sm_90?a=0x40960000&b=0x3f700000").await;
        page.expect_text("#answer [data-observed]", "0x40a00001").await;
    });
}

#[test]
fn completions_are_offered_and_taken() {
    run_in_firefox(|page| async move {
        page.open("").await;
        page.type_statement("f").await;
        page.expect_visible("#completions").await;
        page.keys("#instruction", "\u{e004}").await;
        page.expect("the statement", "fma.", || page.statement()).await;
        page.keys("#instruction", "\u{e015}\u{e007}").await;
        page.expect("the statement", "fma.rn.", || page.statement()).await;
        page.keys("#instruction", "f1\u{e004}").await;
        page.expect("the statement", "fma.rn.f16 0.1, 0.2, 1", || page.statement()).await;
        page.expect_legality("documented").await;
    });
}

#[test]
fn the_state_is_shared() {
    at_each_size(|page| async move {
        page.open("v1/add.rn.bf16@sm_90?a=0x3dcd&b=0x3e4d").await;
        page.click("#share").await;
        page.expect_text("#shared .card", "0.30078125").await;
        page.expect_text("#shared-link", "d=0x3e9a").await;
        fits(&page, "the dialog").await;
        page.keys("#shared .segmented button", "\u{e00c}").await;
        page.expect("the dialog", "", || page.text("#shared")).await;
    });
}

#[test]
fn the_steps_and_every_tab_have_their_content_and_follow_an_edit() {
    at_each_size(|page| async move {
        page.explore(EX2).await;
        page.expect_text("#trace", "Inside the unit").await;
        for (tab, seen) in [
            ("cases", "Documented cases"),
            ("error", "2 ulp"),
            ("machine", "MUFU.EX2"),
            ("requirements", "generation"),
            ("export", "HTML element"),
            ("compare", "ex2.approx.ftz.f32"),
        ] {
            page.click(&format!("#tab-{tab}")).await;
            page.expect_text("#panel", seen).await;
            let button = format!("#tab-{tab}");
            let chosen = || page.attribute(&button, "aria-selected");
            page.expect(tab, "true", chosen).await;
            fits(&page, tab).await;
        }
        page.enter("a", 0, "1").await;
        page.expect_result("0x40000000").await;
        page.expect_text("#trace", "2").await;
        // A cell of the matrix.
        page.explore("v1/fma.rn.f32@sm_90?a=0x3f800000&b=0x40000000&c=0x3f800000").await;
        page.click("[data-cell=\"0 6\"]").await;
        page.expect_result("0x7fffffff").await;
        page.expect_fragment("a=0xff800000&b=0x00000000").await;
    });
}

#[test]
fn sweeps_and_searches_run_in_their_workers() {
    at_each_size(|page| async move {
        page.explore("v1/add.f16@sm_90?a=0x3c00&b=0x0000&view=sweep").await;
        page.expect_text("#sweep-progress[data-time]", "65,536 operands").await;
        page.expect_text("#panel", "63,486 exact").await;
        page.enter("b", 0, "1").await;
        page.expect_text(".finding strong", "Never more than 0.5 ulp").await;
        page.click("[data-plot]").await;
        page.expect_fragment("a=0x").await;
        fits(&page, "a sweep").await;
        page.explore("v1/mul.f32@sm_90?a=0x3f800000&b=0x40000000&sweep=a,b,errors").await;
        page.expect_visible("[data-map]").await;
        fits(&page, "a map").await;
        page.explore("v1/fma.rn.f32@sm_90?a=0x3f800000&b=0x33800001&c=0x3f800000&with=fma.rz.f32@sm_90&view=compare").await;
        page.click("[data-compare='search 0']").await;
        page.expect_text("#panel", "They differ").await;
        fits(&page, "a comparison").await;
    });
}

#[test]
fn a_program_is_evaluated_stepped_through_and_compared() {
    at_each_size(|page| async move {
        page.open("sequence").await;
        page.expect_text(".sequence-result", "0x").await;
        page.open(
            "v1/sequence@sm_90?code=mul.rn.f32~t,a,a~~add.rn.f32~d,t,b&a=0x40000000&b=0x3f800000",
        )
        .await;
        let sum = || page.attribute("[data-line=\"2\"] [data-result=\"d\"]", "data-value");
        page.expect("the sum", "0x40a00000", sum).await;
        page.type_over("[data-input=\"1\"] input", "0.5\u{e004}").await;
        page.expect("the sum", "0x40900000", sum).await;
        page.type_over("#sequence-code", "mul.rn.f32 t, a, a;\nadd.rn.f32 d, t, t;").await;
        page.expect("the sum", "0x41000000", sum).await;
        page.click(".sequence-stepper .primary").await;
        page.expect_visible("#sequence-registers").await;
        fits(&page, "a step").await;
        page.choose("#sequence-examples", "to e4m3 directly against through f16").await;
        let other = "#sequence-compared li:nth-child(2)";
        page.expect_text(other, "same result").await;
        page.click("[data-compare^=search]").await;
        page.expect_text(other, "They differ").await;
        fits(&page, "a comparison").await;
    });
}

#[test]
fn the_library_is_searched_and_its_links_lead_to_results() {
    at_each_size(|page| async move {
        page.open("reference").await;
        page.expect_text("#count", "forms").await;
        let all = page.count(".form").await;
        page.type_over("#query", "fma bf16 !oob").await;
        page.expect_fragment("reference?q=fma%20bf16%20!oob").await;
        page.wait_for("fewer forms", || page.count(".form"), |n| (1..all / 8).contains(n)).await;
        fits(&page, "the reference").await;
        page.open("formats").await;
        page.expect_visible("#format-e4m3").await;
        fits(&page, "the formats").await;
        page.open("gallery").await;
        page.expect_visible("#lesson-min-of-nan").await;
        fits(&page, "the lessons").await;
        page.click(".lesson li a").await;
        page.expect_result("0x3f800000").await;
        assert_eq!(page.count("#linked").await, 0);
        page.back().await;
        page.expect_visible("#lesson-min-of-nan").await;
        page.open("glossary/ulp").await;
        page.expect_visible("#term-ulp").await;
        page.open("evidence").await;
        page.expect_text(".evidence", "2^32 operands on each").await;
        fits(&page, "the evidence").await;
    });
}

#[test]
fn the_views_lead_to_one_another() {
    at_each_size(|page| async move {
        page.open("").await;
        for (view, seen) in [
            ("tensor", "#tensor-value"),
            ("sequence", "#sequence-code"),
            ("reference", "#query"),
            ("formats", "#format-f16"),
            ("learn", ".learn-chapters"),
        ] {
            page.click(&format!("#views a[href=\"#{view}\"]")).await;
            page.expect_visible(seen).await;
        }
        // The link to the playground has its state.
        page.click("#views a").await;
        page.expect_visible("#instruction").await;
        page.open_path("i/fma/").await;
        page.expect_visible(".corners").await;
        fits(&page, "a page of an opcode").await;
        page.open_path("i/evidence/").await;
        page.expect_text("main", "operands").await;
        fits(&page, "the evidence").await;
    });
}

#[test]
fn the_site_works_without_a_network_after_one_visit() {
    run_in_firefox(|page| async move {
        let server = FileServer::of_the_page("");
        let address = format!("{}#v1/add.f16@sm_90?a=0x3c00&b=0x3c00", server.address);
        page.visit(&address).await;
        page.expect_result("0x4000").await;
        let ready = "navigator.serviceWorker.ready.then(() => arguments[0](null))";
        page.script_async(ready, vec![]).await;
        drop(server);
        page.visit("about:blank").await;
        page.visit(&address).await;
        page.expect_result("0x4000").await;
        page.enter("a", 0, "3").await;
        page.expect_result("0x4400").await;
    });
}

#[test]
fn cards_show_their_parts() {
    at_each_size(|page| async move {
        for (ui, state, seen) in [
            ("result", "v1/add.rn.bf16@sm_90?a=0x3dcd&b=0x3e4d&d=0x3e9a", "reproduced"),
            ("compact", "v1/div.full.f32@sm_90?a=0x40960000&b=0x3f700000", "0x40a00001"),
            ("compact", "v1/add.f16@sm_90?a=0x6800&b=0x3c00&d=0x6801", "The page recorded 0x6801"),
        ] {
            page.visit(&format!("{}embed/?ui={ui}#{state}", page.address())).await;
            page.expect_text(".card", seen).await;
            assert_eq!(page.is_visible(".card-more").await, ui == "compact", "{state}");
            fits(&page, state).await;
        }
    });
}

#[test]
fn the_element_is_shown_on_its_own_site_on_another_one_and_in_a_file() {
    run_in_firefox(|page| async move {
        let host = host(&page, "firefox");
        for address in elsewhere(&host, "").iter().chain([&host.address]) {
            expect_element(&page, address).await;
        }
    });
}

#[test]
fn an_element_that_is_hidden_at_first_is_there_when_it_is_shown() {
    run_in_firefox(|page| async move { show_what_is_hidden(&page, "firefox-hidden").await });
}

#[test]
fn an_embedded_playground_is_edited_and_explored() {
    run_in_firefox(|page| async move {
        let html = format!(
            "<script src=\"{}ptx-float.js\" defer></script><ptx-float state=\"{STATE}\">waiting</ptx-float>",
            page.address()
        );
        let host = FileServer::host("firefox-full", &html);
        page.visit(&host.at_another_site("")).await;
        page.expect("what is shown", "frame", || shown(&page)).await;
        let frame = enter_frame(&page, "ptx-float").await;
        page.enter("a", 0, "3").await;
        page.expect_result("0x40e00000").await;
        page.reach_explorer().await;
        page.click("#tab-error").await;
        page.expect_text("#panel", "exact").await;
        frame.client().enter_parent_frame().await.expect("the page around it");
    });
}
