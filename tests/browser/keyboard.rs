//! Every part of the page is reached with a few keys.

use serde_json::json;

use crate::page::Page;
use crate::session::run_at_each_size;

const LINK: &str = "v1/add.f16@sm_90?a=0x3c00&b=0x4000";
const F6: &str = "\u{e036}";
const ALT: &str = "\u{e00a}";
const DOWN: &str = "\u{e015}";
const UP: &str = "\u{e013}";
const RIGHT: &str = "\u{e014}";
const LEFT: &str = "\u{e012}";
const TAB: &str = "\u{e004}";
const ESCAPE: &str = "\u{e00c}";

/// Returns the identifier of the element with the focus, or else its text.
async fn focused(page: &Page) -> String {
    let name = "const e = document.activeElement; return e.id || e.innerText";
    let name = page.script(name, vec![]).await;
    name.as_str().unwrap_or_default().to_owned()
}

#[test]
fn one_key_leads_from_part_to_part() {
    run_at_each_size(|page| async move {
        // The steps are fetched later.
        page.explore(LINK).await;
        page.script("document.querySelector('#instruction').focus()", vec![]).await;
        for part in ["change", "entry-a-0-field", "copy-steps"] {
            page.keys("*:focus", F6).await;
            page.expect("the part", part, || focused(&page)).await;
        }
    });
}

#[test]
fn one_key_leads_from_value_to_value() {
    run_at_each_size(|page| async move {
        page.open(LINK).await;
        page.keys("#entry-a-0-field", &format!("{ALT}{DOWN}")).await;
        page.expect("the value", "entry-b-0-field", || focused(&page)).await;
        page.keys("#entry-b-0-field", &format!("{ALT}{UP}")).await;
        page.expect("the value", "entry-a-0-field", || focused(&page)).await;
        // The next number is not meant.
        page.expect_result("0x4200").await;
    });
}

#[test]
fn presets_are_one_stop() {
    run_at_each_size(|page| async move {
        page.open(LINK).await;
        page.unfold("a").await;
        page.script("document.querySelector('[data-bit][tabindex=\"0\"]').focus()", vec![]).await;
        page.keys("*:focus", TAB).await;
        page.expect("the first preset", "0", || focused(&page)).await;
        page.keys("*:focus", RIGHT).await;
        page.expect("the next one", "sub", || focused(&page)).await;
        page.keys("*:focus", LEFT).await;
        page.keys("*:focus", LEFT).await;
        page.expect("the last one", "swap b", || focused(&page)).await;
        page.keys("*:focus", TAB).await;
        page.expect("the next operand", "entry-b-0-field", || focused(&page)).await;
    });
}

#[test]
fn all_choices_close_with_a_key() {
    run_at_each_size(|page| async move {
        page.open(LINK).await;
        page.open_choices().await;
        page.script("document.querySelector('[data-chip]').focus()", vec![]).await;
        page.keys("*:focus", ESCAPE).await;
        page.expect("the focus", "change", || focused(&page)).await;
        assert_eq!(
            page.script("return document.querySelectorAll('.choices').length", vec![]).await,
            json!(0)
        );
    });
}
