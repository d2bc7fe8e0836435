//! The pages that need no script.

use ptxfp::catalog::{forms_of, opcodes};
use serde_json::json;

use crate::accessibility::{SCHEMES, look_in};
use crate::layout::WIDER;
use crate::session::{is_nightly, run};

#[test]
fn the_pages_can_be_read_without_scripts() {
    run(|page| async move {
        page.allow_scripts(false).await;
        page.open_path("").await;
        page.click("noscript a").await;
        assert_eq!(
            page.title().await,
            "PTX floating-point instructions: forms, special operands, error bounds"
        );
        page.click(".opcode-table [href='../i/fma/']").await;
        let heading = page.element("h1").await;
        assert_eq!(heading.text().await.expect("a text"), "fma");
        let all = page.element("main").await.text().await.expect("a text");
        for form in forms_of("fma") {
            assert!(all.contains(&form.requires.to_string()), "{}", form.syntax());
        }
        page.click(".neighbors [rel=next]").await;
        assert!(page.title().await.starts_with("mad "));
        page.allow_scripts(true).await;
    });
}

#[test]
fn an_example_opens_the_playground_in_its_state() {
    run(|page| async move {
        page.open_path("i/fma/").await;
        let link = page.attribute(".lesson li a", "href").await;
        page.click(".lesson li a").await;
        page.expect_visible("#lesson").await;
        let (_, fragment) = link.split_once('#').expect("a fragment");
        assert_eq!(page.fragment().await, fragment);
        page.back().await;
        // A special operand of the first form: what the table says is what the playground says.
        let operand = || page.text(".corners tbody tr:nth-child(1) a");
        page.expect("the operand", "nan", operand).await;
        page.click(".corners tbody tr:nth-child(1) a").await;
        page.expect_legality("documented").await;
        assert_eq!(page.result_lane(0).await.value, "NaN");
        assert_eq!(page.count("#banner").await, 0);
    });
}

#[test]
fn the_page_leads_to_them() {
    run(|page| async move {
        page.open("").await;
        page.click(".footer a").await;
        page.element(".opcode-table").await;
        assert_eq!(page.count(".opcode-table tbody tr").await, opcodes().count() as u64);
    });
}

#[test]
fn every_page_fits_the_screen() {
    run(|page| async move {
        let lists = ["i/".to_owned(), "i/companions/".to_owned()];
        for folder in lists.into_iter().chain(opcodes().map(|it| format!("i/{it}/"))) {
            page.open_path(&folder).await;
            page.element("h1").await;
            for width in [320, 375, 1440] {
                page.resize(width, 900).await;
                let wider = page.script(WIDER, vec![]).await;
                assert_eq!(wider, json!([0, []]), "{width} px, {folder}");
            }
        }
    });
}

#[test]
fn axe_finds_nothing_in_static_pages() {
    look_in(SCHEMES, |look| async move {
        // The lists and one of the pages, which are all made alike.
        let more: &[&str] = if is_nightly() { &["i/div/", "i/cvt/"] } else { &[] };
        for folder in ["i/", "i/fma/", "i/companions/"].iter().chain(more) {
            look.page.open_path(folder).await;
            look.is_clean(folder).await;
        }
    });
}
