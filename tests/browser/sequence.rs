//! Sequences of statements.

use serde_json::json;

use crate::accessibility::{SCHEMES, look_in};
use crate::page::Page;
use crate::session::{run, run_at_each_size};

const SUM: &str =
    "v1/sequence@sm_90?code=mul.rn.f32~t,a,a~~add.rn.f32~d,t,b&a=0x40000000&b=0x3f800000";

/// Returns the value of the register that a statement writes.
async fn result(page: &Page, line: u8, name: &str) -> String {
    let place = format!("[data-line=\"{line}\"] [data-result=\"{name}\"]");
    page.attribute(&place, "data-value").await
}

/// The number of files of the view's own chunk that have been asked for.
const FILES: &str = "
    const files = performance.getEntriesByType('resource').map(entry => entry.name);
    return files.filter(file => file.includes('/sequence')).length";

#[test]
fn the_sequence_view_is_fetched_when_visited_and_shows_an_example() {
    run_at_each_size(|page| async move {
        page.open("").await;
        assert_eq!(page.script(FILES, vec![]).await, json!(0));
        page.click("#views a[href='#sequence']").await;
        page.expect_visible("#sequence-code").await;
        assert_eq!(page.script(FILES, vec![]).await, json!(1));
        assert!(!page.is_visible("#instruction").await);
        assert_eq!(page.text("[aria-current=page]").await, "Program");
        assert_eq!(page.title().await, "Program on sm_90 · PTX Float Playground");
        // Rounded once and twice.
        assert_eq!(result(&page, 1, "once").await, "0x3939");
        assert_eq!(result(&page, 3, "twice").await, "0x3838");
        page.choose("#sequence-examples", "mul and add, and fma").await;
        page.expect_fragment("fma.rn.f32~one,a,a,c&a=0x3f800800").await;
        page.back().await;
        page.click("#views a:nth-child(1)").await;
        page.expect_visible("#instruction").await;
        page.assert_no_errors().await;
    });
}

#[test]
fn results_and_address_follow_what_is_typed() {
    run_at_each_size(|page| async move {
        page.open(SUM).await;
        assert_eq!(result(&page, 2, "d").await, "0x40a00000");
        page.type_over("[data-input=\"1\"] input", "0.5\u{e004}").await;
        page.expect("the sum", "0x40900000", || result(&page, 2, "d")).await;
        page.expect_text(".sequence-result.output", "4.5").await;
        page.type_over("[data-input=\"0\"] input", "0.1\u{e004}").await;
        page.expect_text("[data-input=\"0\"] .entry-note", "0.1").await;
        page.expect_fragment("&a=0x3dcccccd&b=0x3f000000").await;
        page.type_over("#sequence-code", "// a sum\nadd.rn.f64 d, a, b;").await;
        // An input of another type keeps its value.
        page.expect_fragment("d,a,b&a=0x3fb999999999999a&b=0x3fe0000000000000").await;
        let sum = "0x3fe3333333333333";
        page.expect("the sum", sum, || result(&page, 2, "d")).await;
        page.expect("the text", "// a sum\nadd.rn.f64 d, a, b;", || page.value("#sequence-code"))
            .await;
        // The link loses the comment and nothing else.
        page.reload().await;
        page.expect("the sum", sum, || result(&page, 1, "d")).await;
        assert_eq!(page.count("#banner").await, 0);
    });
}

#[test]
fn typing_goes_on_where_the_caret_is() {
    run(|page| async move {
        page.open(SUM).await;
        // From the end of the first statement to before its modifier.
        page.keys("#sequence-code", &"\u{e013}".repeat(5)).await;
        page.keys("#sequence-code", "\u{e011}\u{e014}\u{e014}\u{e014}").await;
        page.keys("#sequence-code", ".").await;
        page.expect_text("#sequence-problems", "1:").await;
        page.keys("#sequence-code", "\u{e003}").await;
        page.expect("no problem", "", || page.text("#sequence-problems")).await;
        page.keys("#sequence-code", ".ftz").await;
        let text = "mul.ftz.rn.f32 t, a, a;\nadd.rn.f32 d, t, b;";
        page.expect("the text", text, || page.value("#sequence-code")).await;
    });
}

#[test]
fn unknown_keys_are_reported_and_the_rest_is_evaluated() {
    run_at_each_size(|page| async move {
        page.open(SUM).await;
        let text = "mul.rn.f32 t, a, a;\n  fused.f32 u, a, b;\nadd.rn.f32 e, t, b;";
        page.type_over("#sequence-code", text).await;
        page.expect_text("#sequence-problems", "2:3").await;
        page.expect_text("[data-line=\"2\"]", "not known").await;
        page.expect("the sum", "0x40a00000", || result(&page, 3, "e")).await;
        // A fix replaces the spelling alone.
        page.type_over("#sequence-code", "// fused\nfma.rn.ftz.bf16x2 d, a, b, c;").await;
        page.expect_text("#sequence-problems", "2:7").await;
        page.click("#sequence-problems button").await;
        let fixed = "// fused\nfma.rn.bf16x2 d, a, b, c;";
        page.expect("the text", fixed, || page.value("#sequence-code")).await;
        assert_eq!(page.text("#sequence-problems").await, "");
    });
}

#[test]
fn a_statement_is_explained_and_opens_in_the_playground() {
    run(|page| async move {
        page.open(SUM).await;
        page.click("[data-line=\"2\"] summary").await;
        page.expect_text("[data-line=\"2\"] details", "Round").await;
        page.expect_text("[data-line=\"2\"] details", "from line 1").await;
        page.expect_text("[data-line=\"2\"] details", "Nothing reads the result.").await;
        page.click("[data-line=\"1\"] summary").await;
        page.expect_text("[data-line=\"1\"] details", "an input").await;
        page.expect_text("[data-line=\"1\"] details", "Read in line 2.").await;
        page.click("[data-line=\"2\"] .sequence-why > a").await;
        page.expect_visible("#instruction").await;
        page.expect_result("0x40a00000").await;
        page.expect_fragment("v1/add.rn.f32@sm_90?a=0x40800000&b=0x3f800000").await;
        page.back().await;
        page.expect_visible("#sequence-code").await;
        page.expect("the sum", "0x40a00000", || result(&page, 2, "d")).await;
        // The link of the header leads to what there was.
        page.click("#views a:nth-child(1)").await;
        page.click("#views a[href='#sequence']").await;
        page.expect_visible("#sequence-code").await;
        assert_eq!(result(&page, 2, "d").await, "0x40a00000");
    });
}

#[test]
fn recorded_results_are_compared_and_broken_links_reported() {
    run(|page| async move {
        page.open(&format!("{SUM}&out=0x40a00000")).await;
        page.expect_text("#sequence-linked", "reproduced").await;
        page.open(&format!("{SUM}&out=0x40a00001")).await;
        page.expect_text("#sequence-linked", "d was 0x40a00001").await;
        page.open(&format!("{SUM}&c=0x0")).await;
        page.expect_text("#banner", "is not a key").await;
        assert_eq!(result(&page, 2, "d").await, "0x40a00000");
        page.click("#banner button").await;
        page.expect("the banner", "0", || async { page.count("#banner").await.to_string() }).await;
    });
}

#[test]
fn every_result_that_contraction_leaves_is_shown() {
    let code = "mul.f32~t,a,a~~add.f32~d,t,c&a=0x3f800800&c=0xbf801000";
    run(|page| async move {
        page.open(&format!("v1/sequence@sm_90?code={code}&out=0x33800000")).await;
        page.expect_text("#sequence-linked", "permitted").await;
        page.expect_text("[data-line=\"2\"]", "0x33800000").await;
        page.expect_text("[data-line=\"2\"]", "contracted or not").await;
        page.expect_text("[data-line=\"2\"] .note", "9.7.3.3").await;
        page.type_over("#sequence-code", "mul.rn.f32 t, a, a; add.f32 d, t, c;").await;
        page.expect_text("[data-line=\"1\"] .output", "exact bits guaranteed").await;
        page.assert_no_errors().await;
    });
}

/// The number of cases.
const CASES: &str = "return String(document.querySelectorAll('#sequence-cases tbody tr').length)";

async fn cases(page: &Page) -> String {
    page.script(CASES, vec![]).await.as_str().unwrap_or_default().to_owned()
}

#[test]
fn edge_cases_are_added_and_used() {
    run_at_each_size(|page| async move {
        page.open(SUM).await;
        page.click("#sequence-cases button:nth-child(2)").await;
        page.expect_visible("#sequence-cases tbody tr").await;
        assert_eq!(cases(&page).await, "14");
        page.click("#sequence-cases tbody tr:nth-child(6) button").await;
        page.expect_fragment("&a=0x7f800000&b=0x3f800000").await;
        page.expect("the sum", "0x7f800000", || result(&page, 2, "d")).await;
        page.expect_visible("#sequence-cases .current").await;
        // Back undoes it, and the cases stay.
        page.back().await;
        page.expect("the sum", "0x40a00000", || result(&page, 2, "d")).await;
        page.click("#sequence-cases button:nth-child(3)").await;
        page.expect_text("#sequence-cases tbody tr:last-child", "15").await;
        page.click("#sequence-cases button:nth-child(4)").await;
        page.expect("the number of cases", "0", || cases(&page)).await;
        page.assert_no_errors().await;
    });
}

#[test]
fn a_register_is_shown_as_another_type() {
    run(|page| async move {
        page.open(SUM).await;
        page.choose("[data-line=\"2\"] .sequence-lens", ".bf16x2").await;
        page.expect_text("[data-line=\"2\"] .sequence-value", "{5, 0}").await;
        page.choose("[data-line=\"2\"] .sequence-lens", "binary").await;
        page.expect_text("[data-line=\"2\"] .sequence-value", "0100 0000 1010 0000").await;
        page.choose("[data-line=\"2\"] .sequence-lens", ".f32").await;
        page.expect_text("[data-line=\"2\"] .sequence-value", "5").await;
        page.assert_no_errors().await;
    });
}

/// The names of the registers that are marked as changed.
const CHANGED: &str = "
    const all = document.querySelectorAll('#sequence-registers .changed-now');
    return [...all].map(each => each.dataset.register).join()";

async fn changed(page: &Page) -> String {
    page.script(CHANGED, vec![]).await.as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_program_is_stepped_forward_and_back() {
    run_at_each_size(|page| async move {
        page.open(SUM).await;
        page.expect_text("#sequence-step", "2 statements").await;
        assert_eq!(page.count("#sequence-registers").await, 0);
        page.click(".sequence-stepper button:nth-child(2)").await;
        page.expect_text("#sequence-step", "step 1 of 2").await;
        page.expect_text("#sequence-registers", "after line 1").await;
        page.expect("the changed register", "t", || changed(&page)).await;
        page.expect_text("[data-register=d]", "not yet written").await;
        page.expect_visible("#sequence-steps [data-line=\"1\"][aria-current=step]").await;
        page.click(".sequence-stepper button:nth-child(2)").await;
        page.expect("the changed register", "d", || changed(&page)).await;
        page.click(".sequence-stepper button:nth-child(1)").await;
        page.expect("the changed register", "t", || changed(&page)).await;
        // Arrows in the numbers of lines step, too; Escape shows all.
        page.keys("#sequence-steps [data-line=\"1\"] .sequence-line", "\u{e015}").await;
        page.expect("the changed register", "d", || changed(&page)).await;
        page.keys("#sequence-steps [data-line=\"2\"] .sequence-line", "\u{e00c}").await;
        page.expect_text("#sequence-step", "2 statements").await;
        assert_eq!(result(&page, 2, "d").await, "0x40a00000");
        page.assert_no_errors().await;
    });
}

/// Whether the output is in view without scrolling.
const IN_VIEW: &str = "
    const place = document.querySelector('[data-output]').getBoundingClientRect();
    return place.top >= 0 && place.bottom <= innerHeight";

#[test]
fn the_outputs_are_in_view_below_the_text() {
    run_at_each_size(|page| async move {
        page.open(SUM).await;
        let output = "[data-output=d]";
        page.expect_text(output, "0x40a00000").await;
        page.expect_text(output, "exact bits guaranteed").await;
        assert_eq!(page.script(IN_VIEW, vec![]).await, json!(true));
        assert_eq!(page.count("[data-output]").await, 1);
        // A comparison has the outputs of both.
        page.click("[data-compare=begin]").await;
        page.expect_visible("#other-code").await;
        assert_eq!(page.count("[data-output]").await, 0);
    });
}

#[test]
fn a_register_shows_its_uses_and_is_watched() {
    run(|page| async move {
        page.open(SUM).await;
        page.click("[data-line=\"1\"] .sequence-name .register-name").await;
        page.expect_text("#sequence-uses", "written in line 1, read in line 2").await;
        page.expect_visible("[data-line=\"1\"].writes").await;
        page.expect_visible("[data-line=\"2\"].reads").await;
        page.click("[data-line=\"2\"] .sequence-why .text-button").await;
        page.expect_text("#sequence-watch", "0x40a00000").await;
        page.choose("#sequence-watch .sequence-lens", ".bf16x2").await;
        page.expect_text("#sequence-watch tbody tr:last-child", "{5, 0}").await;
        page.click("#sequence-watch tbody tr:first-child button").await;
        page.expect_text("#sequence-step", "start").await;
        page.click("#sequence-watch thead .text-button").await;
        page.expect("no watch", "0", || async { page.count("#sequence-watch").await.to_string() })
            .await;
        page.assert_no_errors().await;
    });
}

#[test]
fn directives_and_choices_are_one() {
    run(|page| async move {
        page.open(SUM).await;
        page.type_over("#sequence-code", ".version 8.6\n.target sm_100a\nadd.rn.f32x2 d, a, b;")
            .await;
        page.expect_fragment("v1/sequence@sm_100a?code=add.rn.f32x2").await;
        page.choose("#sequence-target", "sm_90").await;
        let text = ".version 8.6\n.target sm_90\nadd.rn.f32x2 d, a, b;";
        page.expect("the text", text, || page.value("#sequence-code")).await;
    });
}

#[test]
fn a_view_that_cannot_be_fetched_shows_an_error() {
    run(|page| async move {
        page.open("").await;
        page.refuse(&["*/sequence*"]).await;
        page.click("#views a[href='#sequence']").await;
        page.expect_text("#sequence .failure", "could not be loaded").await;
        page.expect_errors(1, "").await;
        page.refuse(&[]).await;
    });
}

#[test]
fn axe_finds_nothing_and_nothing_overflows() {
    look_in(SCHEMES, |look| async move {
        let page = &look.page;
        page.open("sequence").await;
        page.click("[data-line=\"3\"] summary").await;
        look.is_clean("an example").await;
        page.open("v1/sequence@sm_90?code=fma.rn.ftz.bf16x2~d,a,b,c~~ex2.approx.f32~u,x~~add.f64~a_rather_long_name,%25f1,1&out=1").await;
        page.type_over("[data-input] input", "banana").await;
        look.is_clean("with mistakes").await;
        page.open(
            "v1/sequence@sm_90?code=ex2.approx.f32~t,a~~add.f32~d,t,b&a=0x40000000&b=0x3f800000",
        )
        .await;
        page.click("#sequence-cases button:nth-child(2)").await;
        page.expect_visible("#sequence-cases tbody tr").await;
        look.is_clean("with cases").await;
        page.click(".sequence-why .text-button").await;
        page.expect_visible("#sequence-watch").await;
        page.click(".sequence-stepper button:nth-child(2)").await;
        page.click(".sequence-name .register-name").await;
        page.expect_visible("#sequence-registers").await;
        look.is_clean("at a step").await;
    });
}

/// Goes through all that can be focused.
const FOCUS: &str = "
    const all = [...document.querySelectorAll('main:not([hidden]) :is(a, button, summary, input, select, textarea, [tabindex])')];
    for (const each of all) { each.focus(); each.blur(); }
    return all.filter(each => each.closest('#sequence-problems') && each.localName === 'a').length";

#[test]
fn a_link_in_a_diagnostic_can_be_reached() {
    run(|page| async move {
        page.open("v1/sequence@sm_80?code=mad.f64~d,a,b,c&a=0x3ff0000000000000").await;
        page.expect_visible("#sequence-problems a").await;
        assert!(page.script(FOCUS, vec![]).await.as_u64() > Some(0));
        page.assert_no_errors().await;
        page.type_over("#sequence-code", "mul.f16 d, a, b;").await;
        page.expect_visible("[data-result=d]").await;
    });
}
