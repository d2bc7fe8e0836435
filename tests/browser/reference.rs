//! The reference and the formats.

use ptxfp::catalog::{forms, query::Query};
use ptxfp::format::table::{FIXEDS, FLOATS};
use ptxfp::internals::companion::{self, ROWS};
use serde_json::json;

use crate::accessibility::{SCHEMES, look_in};
use crate::layout::WIDER;
use crate::page::Page;
use crate::session::{run, run_at_each_size};

/// Returns the number of forms that the page shows for a query.
fn count(query: &str) -> String {
    let companions = companion::find(query).unwrap_or_default().len();
    let (query, problems) = Query::parse(query);
    // A term that only companions have is a problem for the catalog.
    assert!(problems.is_empty() || companions > 0, "{problems:?}");
    let found = if problems.is_empty() { query.forms().len() } else { 0 };
    let main = format!("{found} of {} forms", forms().count());
    match companions {
        0 => main,
        _ => format!("{main}, {companions} of {} of integers and bits", ROWS.len()),
    }
}

async fn expect_count(page: &Page, query: &str) {
    page.expect("the count", &count(query), || page.text("#count")).await;
}

#[test]
fn a_search_finds_and_narrows() {
    run_at_each_size(|page| async move {
        page.open("reference").await;
        expect_count(&page, "").await;
        let all = forms().count() + ROWS.len();
        assert_eq!(page.count(".form").await, all as u64);
        page.type_over("#query", "fma").await;
        expect_count(&page, "fma").await;
        assert_eq!(page.count(".forms").await, 1);
        page.keys("#query", " bf16 !oob").await;
        expect_count(&page, "fma bf16 !oob").await;
        page.expect_fragment("reference?q=fma%20bf16%20!oob").await;
        // It is said, too.
        page.expect_text("#library-announcement", &count("fma bf16 !oob")).await;
        page.reload().await;
        expect_count(&page, "fma bf16 !oob").await;
        assert_eq!(page.value("#query").await, "fma bf16 !oob");
    });
}

#[test]
fn typing_goes_on_where_the_caret_is() {
    run(|page| async move {
        page.open("reference").await;
        page.type_over("#query", "fma bf16").await;
        expect_count(&page, "fma bf16").await;
        // Five times to the left.
        page.keys("#query", &"\u{e012}".repeat(5)).await;
        page.keys("#query", "x").await;
        page.keys("#query", "\u{e003}").await;
        page.keys("#query", " !oob").await;
        expect_count(&page, "fma !oob bf16").await;
        assert_eq!(page.value("#query").await, "fma !oob bf16");
    });
}

#[test]
fn a_link_may_hold_any_query() {
    run_at_each_size(|page| async move {
        page.open("reference?q=type%3Ae4m3%20sm%3E%3D100%20!approx").await;
        expect_count(&page, "type:e4m3 sm>=100 !approx").await;
        page.open("reference?x=1").await;
        page.expect_text("#problems", "not a key").await;
    });
}

#[test]
fn a_wrong_query_is_explained_and_an_empty_list_offers_other_queries() {
    run_at_each_size(|page| async move {
        page.open("reference").await;
        page.type_over("#query", "fma bf17").await;
        page.expect_text("#problems", "Unknown opcode, modifier or type bf17").await;
        expect_count(&page, "fma").await;
        page.type_over("#query", "max e4m3").await;
        page.expect_text("#problems", "No form matches every term.").await;
        expect_count(&page, "max e4m3").await;
        page.click("#problems button").await;
        expect_count(&page, "e4m3").await;
        page.back().await;
        expect_count(&page, "max e4m3").await;
    });
}

#[test]
fn words_from_elsewhere_find_forms_and_are_listed() {
    run_at_each_size(|page| async move {
        page.open("reference").await;
        for query in ["fp8", "exp", "convert half", "torch.float8_e4m3fn"] {
            page.type_over("#query", query).await;
            expect_count(&page, query).await;
            assert!(page.count(".form").await > 0, "{query}");
            assert_eq!(page.count("#problems .diagnostic").await, 0, "{query}");
        }
        page.keys("[data-fold]", "\u{e007}").await;
        page.expect_text(".also", "float8_e4m3fn").await;
    });
}

#[test]
fn companions_are_found_explained_and_opened_as_programs() {
    run_at_each_size(|page| async move {
        page.open("reference").await;
        page.type_over("#query", "min").await;
        expect_count(&page, "min").await;
        page.expect_text(".companions", "Programs evaluate them.").await;
        page.type_over("#query", "prmt").await;
        expect_count(&page, "prmt").await;
        assert_eq!(page.count("#problems .diagnostic").await, 0);
        page.keys("[data-fold]", "\u{e007}").await;
        page.expect_text(".forms details", "Four bytes of the pair b").await;
        page.expect_text(".forms details", ".rc16").await;
        page.click(".forms details a[href*=sequence]").await;
        page.expect("the text", "prmt.b32 d, a, b, c;", || page.value("#sequence-code")).await;
        page.expect_fragment("v1/sequence@sm_90?code=prmt.b32~d,a,b,c").await;
    });
}

#[test]
fn a_companion_in_the_playground_leads_to_the_program_that_evaluates_it() {
    run_at_each_size(|page| async move {
        page.open("").await;
        page.type_statement("lop3.b32 0xc, 0xa, 0xf, 0x96").await;
        page.expect_text("#diagnostics [data-code=E018]", "which programs evaluate").await;
        assert_eq!(page.statement().await, "lop3.b32 0xc, 0xa, 0xf, 0x96");
        page.click("#diagnostics a").await;
        let normal = "lop3.b32 d, 0xc, 0xa, 0xf, 0x96;";
        page.expect("the text", normal, || page.value("#sequence-code")).await;
        page.expect_text(".sequence-result.output", "0x00000009").await;
    });
}

#[test]
fn a_message_of_the_assembler_is_looked_up() {
    run_at_each_size(|page| async move {
        let message =
            "ptxas k.ptx, line 4; error   : Feature '.rs' not supported on .target 'sm_120'";
        page.open("").await;
        page.paste_statement(message).await;
        page.expect_text("#reading", "a message of the assembler").await;
        page.expect_text("#say", ".rs is about cvt").await;
        page.click("#hits a").await;
        expect_count(&page, ".rs").await;
        // The search takes the whole message, too.
        page.type_over("#query", message).await;
        page.expect_text("#library", "read as .rs").await;
        expect_count(&page, ".rs").await;
        assert_eq!(page.value("#query").await, message);
    });
}

#[test]
fn one_value_is_shown_in_every_format() {
    run_at_each_size(|page| async move {
        page.open("formats").await;
        page.expect_text("[data-format=bf16]", "0.10009765625").await;
        page.expect_text("[data-format=bf16]", "0x3dcd").await;
        page.expect_text("[data-format=bf16]", "+0.0977 %").await;
        page.type_over("#value", "500").await;
        page.expect_text("[data-format=e4m3]", "448").await;
        page.expect_text("[data-format=f16]", "exact").await;
        // The exact value is there for those who ask for it.
        page.type_over("#value", "1e-40").await;
        page.click("[data-format=f32] .all-digits summary").await;
        page.expect_visible("[data-format=f32] .all-digits[open]").await;
        page.type_over("#value", "70000").await;
        page.expect_text("[data-format=e5m2]", "PTX clamps to it").await;
        page.expect_text(".formats-compared", "57344").await;
        page.type_over("#value", "1.5.5").await;
        page.expect_visible("#value-problem").await;
        assert_eq!(page.value("#value").await, "1.5.5");
    });
}

#[test]
fn a_term_is_explained_by_keyboard_and_hidden_by_escape() {
    run_at_each_size(|page| async move {
        page.open("formats").await;
        page.expect_visible(".term button").await;
        assert!(!page.is_visible(".meaning").await, "nobody asked yet");
        page.script("document.querySelector('.term button').focus()", vec![]).await;
        page.expect_visible(".meaning").await;
        page.keys(".term button", "\u{e00c}").await;
        let shown = || async { page.is_visible(".meaning").await.to_string() };
        page.expect("whether it is shown", "false", shown).await;
        page.click(".term button").await;
        page.expect_visible(".meaning").await;
    });
}

#[test]
fn terms_of_the_answer_are_explained() {
    run_at_each_size(|page| async move {
        page.open("v1/add.rn.bf16@sm_90?a=0x3dcd&b=0x3e4d").await;
        for (place, meaning) in [("[data-change]", "nearest"), ("#say", "nearest")] {
            page.click(&format!("{place} .term button")).await;
            page.expect_text(&format!("{place} .meaning:popover-open"), meaning).await;
        }
    });
}

#[test]
fn queries_to_try_are_steps() {
    run_at_each_size(|page| async move {
        page.open("reference").await;
        let query = page.text("#library .chip").await;
        page.click("#library .chip").await;
        expect_count(&page, &query).await;
        page.back().await;
        expect_count(&page, "").await;
        page.forward().await;
        expect_count(&page, &query).await;
    });
}

#[test]
fn a_form_opens_and_leads_to_the_playground_and_back() {
    run_at_each_size(|page| async move {
        page.open("reference?q=op:ex2 type:f32").await;
        assert_eq!(page.count("details[open]").await, 0);
        page.keys("[data-fold]", "\u{e007}").await;
        page.expect_text("details[open]", "First PTX version on each generation of GPUs").await;
        page.expect_text("details[open]", "2 ulp").await;
        page.expect_text(".entry-try .answer-value", "1.0717734").await;
        page.expect_text(".entry-try", "any of 5 values may result").await;
        page.click(".entry-links .primary").await;
        page.expect_legality("documented").await;
        assert!(page.statement().await.starts_with("ex2.approx"));
        assert_eq!(page.count("#banner").await, 0);
        assert!(!page.is_visible(".form").await);
        page.back().await;
        page.expect_text("details[open]", "First PTX version on each generation of GPUs").await;
        page.click("[data-fold]").await;
        page.expect("what is open", "0", || async {
            page.count("details[open]").await.to_string()
        })
        .await;
        page.click("[data-fold]").await;
        page.click(".entry-links a:last-child").await;
        page.expect_fragment("v1/ex2.approx.f32@sm_90?a=0x3dcccccd&isa=9.5&view=cases").await;
    });
}

#[test]
fn a_query_leads_to_lessons_terms_and_formats() {
    run_at_each_size(|page| async move {
        page.open("reference?q=fp8").await;
        page.expect_text(".found", "e5m2 5-bit exponent").await;
        page.expect("the first opcode", "cvt", || page.text(".forms h2")).await;
        page.click(".found a[href='#formats/e4m3']").await;
        page.expect_visible("#format-e4m3").await;
        page.open("reference?q=deonrmal").await;
        page.expect_text(".found", "subnormal").await;
        assert_eq!(page.count(".diagnostic").await + page.count(".form").await, 0);
        page.click(".found a").await;
        page.expect_visible("#term-subnormal").await;
    });
}

#[test]
fn what_a_version_brought_has_a_page() {
    run_at_each_size(|page| async move {
        page.open("reference").await;
        page.click("a[href='#new']").await;
        page.expect_text(".news", "PTX ISA 9.2").await;
        page.click(".news-index a[href='#new/8.6']").await;
        page.expect_visible("#new-8-6").await;
        page.expect_fragment("new/8.6").await;
        page.open("new/9.9").await;
        page.expect_text(".news .diagnostic", "not a version").await;
    });
}

#[test]
fn the_playground_is_as_it_was_after_a_visit() {
    run_at_each_size(|page| async move {
        page.open("").await;
        page.enter("a", 0, "2.5").await;
        page.type_statement("fma.rn.bogus.bf16x2 d, a, b, c;").await;
        page.expect_legality("rejected").await;
        let result = page.result().await;
        page.click("#views a[href='#reference']").await;
        expect_count(&page, "").await;
        assert!(!page.is_visible("#instruction").await);
        page.click("#views a[href='#formats']").await;
        page.element("#format-f16").await;
        page.click("#views a:nth-child(1)").await;
        page.expect_legality("rejected").await;
        page.expect_result(&result).await;
        assert!(page.statement().await.contains("bogus"));
        page.back().await;
        page.element("#format-f16").await;
        page.back().await;
        expect_count(&page, "").await;
        page.back().await;
        page.expect_result(&result).await;
        assert!(page.statement().await.contains("bogus"));
    });
}

#[test]
fn every_format_is_in_the_table() {
    run_at_each_size(|page| async move {
        page.open("formats").await;
        for format in FLOATS {
            assert_eq!(page.count(&format!("#format-{}", format.name)).await, 1, "{}", format.name);
        }
        let all = page.text("#library").await;
        for format in FIXEDS {
            assert!(all.contains(format.name), "{}", format.name);
        }
        let narrow = FLOATS.iter().filter(|format| format.width <= 8).count() + 1;
        assert_eq!(page.count("[data-fold]").await, narrow as u64);
        assert!(page.count("svg[role=img]").await >= narrow as u64);
        page.click("[data-fold=e4m3]").await;
        page.expect_text("details[open]", "448").await;
        assert_eq!(page.count("details[open] td").await, 256);
        page.open("formats/ue8m0").await;
        page.expect("the focus", "format-ue8m0", || async {
            let script = "return document.activeElement.id";
            page.script(script, vec![]).await.as_str().unwrap_or_default().to_owned()
        })
        .await;
        page.open("formats/e9m9").await;
        page.expect_text(".diagnostic", "e9m9 is not a format").await;
    });
}

/// Both views with something open.
async fn views(page: &Page, step: usize) {
    match step {
        0 => page.open("reference").await,
        1 => {
            page.open("reference?q=op:rcp status:documented").await;
            page.click("[data-fold]").await;
            page.type_over("#query", "op:rcp bogus").await;
            page.expect_text("#problems", "bogus").await;
        }
        _ => {
            page.open("formats").await;
            page.click("[data-fold=e5m2]").await;
        }
    }
}

#[test]
fn axe_finds_nothing_in_the_views() {
    look_in(SCHEMES, |look| async move {
        for step in 0..3 {
            views(&look.page, step).await;
            look.is_clean(&step.to_string()).await;
        }
    });
}

#[test]
fn the_views_fit_the_screen() {
    run(|page| async move {
        for step in 0..3 {
            views(&page, step).await;
            for width in [320, 375, 768, 1440] {
                page.resize(width, 900).await;
                let wider = page.script(WIDER, vec![]).await;
                assert_eq!(wider, json!([0, []]), "{width} px, {step}");
            }
        }
    });
}
