//! The views of the page: each is fetched when it is needed, and none is in the way of another.

use serde_json::{Value, json};

use crate::page::Page;
use crate::session::{run, run_at_each_size};

/// The number of files of the app's main chunk and of the library's own that have been asked for, and
/// the view that is shown.
const STATE: &str = "
    const files = performance.getEntriesByType('resource').map(entry => entry.name);
    const asked = ['app', 'library'].map(name => files.filter(file => file.includes(`/${name}-`)).length);
    const mains = [...document.querySelectorAll('main')].filter(main => main.checkVisibility());
    const current = [...document.querySelectorAll('[aria-current=page]')];
    return [...asked, mains.map(main => main.id).join(), current.map(link => link.textContent).join()]";

async fn state(page: &Page) -> Value {
    page.script(STATE, vec![]).await
}

async fn title(page: &Page) -> String {
    let title = page.script("return document.title", vec![]).await;
    title.as_str().unwrap_or_default().to_owned()
}

#[test]
fn the_library_is_fetched_when_it_is_visited() {
    run(|page| async move {
        page.open("").await;
        page.enter("a", 0, "2.5").await;
        assert_eq!(state(&page).await, json!([2, 0, "playground", "Playground"]));
        let title_before = title(&page).await;
        page.click("#views a[href='#formats']").await;
        page.expect_visible("#format-f16").await;
        assert_eq!(state(&page).await, json!([2, 1, "library", "Formats"]));
        assert_eq!(title(&page).await, "Formats · PTX Float Playground");
        page.click("#views a[href='#reference']").await;
        page.expect_visible("#query").await;
        assert_eq!(state(&page).await, json!([2, 1, "library", "Reference"]));
        page.click("#views a:nth-child(1)").await;
        page.expect_visible("#instruction").await;
        assert_eq!(state(&page).await, json!([2, 1, "playground", "Playground"]));
        assert_eq!(title(&page).await, title_before);
    });
}

#[test]
fn the_playground_is_drawn_when_it_is_visited() {
    run(|page| async move {
        page.open("reference?q=op:rcp").await;
        assert_eq!(state(&page).await, json!([2, 1, "library", "Reference"]));
        assert_eq!(page.count("#instruction").await, 0);
        page.click("#views a:nth-child(1)").await;
        page.expect_visible("#instruction").await;
        assert_eq!(state(&page).await, json!([2, 1, "playground", "Playground"]));
        page.back().await;
        page.expect_visible("#query").await;
        page.expect_fragment("reference?q=op:rcp").await;
        assert_eq!(page.value("#query").await, "op:rcp");
    });
}

#[test]
fn a_link_of_the_library_reaches_a_playground_that_runs() {
    run(|page| async move {
        page.open("v1/add.f16@sm_90?a=0x3c00&b=0x3c00").await;
        page.expect_result("0x4000").await;
        page.click("#views a[href='#reference']").await;
        page.type_over("#query", "op:ex2 type:f32").await;
        page.expect_fragment("ex2").await;
        page.click("[data-fold]").await;
        page.click("details[open] .button.primary").await;
        page.expect_fragment("v1/ex2.approx").await;
        page.expect_visible("#instruction").await;
        let is_shown = |text: &String| text.starts_with("ex2");
        page.wait_for("the statement", || page.statement(), is_shown).await;
        page.back().await;
        page.back().await;
        page.expect_result("0x4000").await;
    });
}

#[test]
fn a_library_that_cannot_be_fetched_says_so_and_leaves_the_playground_alone() {
    run(|page| async move {
        page.open("").await;
        page.refuse(&["*/library*"]).await;
        page.click("#views a[href='#reference']").await;
        page.expect_text("#library .failure", "could not be loaded").await;
        page.expect_errors(1, "").await;
        page.click("#views a:nth-child(1)").await;
        page.type_statement("mul.f16").await;
        page.enter("a", 0, "3").await;
        page.enter("b", 0, "1").await;
        page.expect_result("0x4200").await;
        // The next visit tries again.
        page.refuse(&[]).await;
        page.click("#views a[href='#formats']").await;
        page.expect_visible("#format-f16").await;
    });
}

/// The number of files of the explorer's own chunk that have been asked for.
const EXPLORER: &str = "
    const files = performance.getEntriesByType('resource').map(entry => entry.name);
    return files.filter(file => file.includes('/explorer')).length";

#[test]
fn the_explorer_is_fetched_when_it_comes_near_the_view() {
    run(|page| async move {
        page.resize(375, 500).await;
        page.open("v1/fma.rn.f16@sm_90?a=0x3c00&b=0x3c00&c=0x4000").await;
        page.expect_result("0x4200").await;
        assert_eq!(page.script(EXPLORER, vec![]).await, json!(0));
        page.enter("c", 0, "0.25").await;
        page.reach_explorer().await;
        assert_eq!(page.script(EXPLORER, vec![]).await, json!(1));
        // It shows the present operands.
        page.expect_text(".matrix .note", "c = 0.25").await;
        page.enter("c", 0, "0.1875").await;
        page.expect_text(".matrix .note", "c = 0.1875").await;
    });
}

/// Has the page believe that the visitor pays for each byte.
const SAVE_DATA: &str =
    "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })";

#[test]
fn an_explorer_that_cannot_be_fetched_says_so_and_leaves_the_playground_alone() {
    run(|page| async move {
        // Who saves data gets no further attempt on the page's own initiative.
        page.before_anything(SAVE_DATA).await;
        page.refuse(&["*/explorer*"]).await;
        page.open("v1/add.f16@sm_90?a=0x3c00&b=0x3c00").await;
        page.script("document.querySelector('#explorer').scrollIntoView()", vec![]).await;
        page.expect_text("#explorer .failure", "could not be loaded").await;
        page.expect_errors(1, "").await;
        page.enter("a", 0, "3").await;
        page.expect_result("0x4400").await;
        let mark = "document.querySelector('#explorer .failure button').dataset.first = ''";
        page.script(mark, vec![]).await;
        page.click("#explorer .failure button").await;
        // The second attempt has failed as well, and is no longer under way.
        page.expect_visible("#explorer .failure button:not([data-first])").await;
        page.refuse(&[]).await;
        page.click("#explorer .failure button").await;
        page.expect_visible("#explorer .trace").await;
    });
}

#[test]
fn what_is_typed_stays_when_the_explorer_loads_operands() {
    run(|page| async move {
        page.explore("v1/add.f16@sm_90?a=0x3c00&b=0x3c00").await;
        page.type_over("#instruction", "add.bogus.f16 d, a, b;").await;
        page.script("document.querySelector('[data-cell=\"0 0\"]').click()", vec![]).await;
        page.expect_result("0xfc00").await;
        assert_eq!(page.statement().await, "add.bogus.f16 d, a, b;");
        // The address has what is in the line.
        page.expect_fragment("v1/add.bogus.f16@sm_90?").await;
    });
}

#[test]
fn sharing_copies_the_address_in_the_other_views() {
    run_at_each_size(|page| async move {
        page.open("reference").await;
        page.catch_copies().await;
        page.type_over("#query", "op:tanh").await;
        // At once: what was typed is not in the address yet.
        page.script("document.querySelector('#share').click()", vec![]).await;
        page.expect("the button", "Copied", || page.text("#share")).await;
        let copied = page.copied().await;
        assert!(copied.contains("reference?q=op:tanh"), "{copied}");
        page.let_time_pass().await;
        page.expect("the button", "Share", || page.text("#share")).await;
        page.script("navigator.clipboard.writeText = () => Promise.reject(new Error())", vec![])
            .await;
        page.click("#share").await;
        page.expect_text("#by-hand", "Copy the text from here").await;
    });
}
