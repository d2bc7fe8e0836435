//! Frames with a sandbox: what they may not do, the embedded page says or does without.

use serde_json::json;

use crate::page::Page;
use crate::server::FileServer;
use crate::session::run;

/// As hosts of static pages say it.
const FOR_ALL: &str = "Access-Control-Allow-Origin: *\r\n";

const STATE: &str = "v1/add.f16@sm_90?a=0x3c00&b=0x3c00";

/// Visits a page whose frame has a sandbox, and enters the frame.
async fn enter(page: &Page, name: &str, playground: &str, sandbox: &str) -> FileServer {
    let html = format!(
        "<iframe id=embed sandbox=\"{sandbox}\" src=\"{playground}embed/#{STATE}\" width=700 height=900></iframe>"
    );
    let host = FileServer::host(&format!("sandbox-{name}"), &html);
    page.visit(&host.address).await;
    page.element("#embed").await.enter_frame().await.expect("its document");
    host
}

#[test]
fn with_scripts_and_its_origin_it_works() {
    run(|page| async move {
        let _host = enter(&page, "both", page.address(), "allow-scripts allow-same-origin").await;
        page.expect_result("0x4000").await;
        page.enter("a", 0, "2").await;
        page.expect_result("0x4200").await;
    });
}

#[test]
fn without_its_origin_it_works_where_files_may_be_fetched_from_anywhere() {
    run(|page| async move {
        let playground = FileServer::of_the_page(FOR_ALL);
        let _host = enter(&page, "shared", &playground.address, "allow-scripts").await;
        assert_eq!(page.script("return origin", vec![]).await, json!("null"));
        page.expect_result("0x4000").await;
        page.enter("a", 0, "2").await;
        page.expect_result("0x4200").await;
        // The programs of workers are fetched from another origin, too.
        page.reach_explorer().await;
        page.click("#tab-sweep").await;
        page.expect_text("#panel .failure", "could not start").await;
        page.allow_errors();
    });
}

#[test]
fn without_its_origin_it_says_that_files_cannot_be_fetched() {
    run(|page| async move {
        let _host = enter(&page, "scripts", page.address(), "allow-scripts").await;
        // Without a style sheet, either: it could not be looked at.
        page.expect_visible(".late").await;
        page.expect_text(".late", "keeps it from loading").await;
        page.expect_visible("#views a").await;
        page.allow_errors();
    });
}

#[test]
fn without_scripts_it_says_that_it_needs_them() {
    run(|page| async move {
        let playground = FileServer::of_the_page(FOR_ALL);
        let _host = enter(&page, "nothing", &playground.address, "").await;
        let said = page.element("noscript p").await.text().await.expect("a text");
        assert!(said.contains("needs JavaScript"), "{said}");
        let late = page.element(".late").await;
        assert!(!late.is_displayed().await.expect("a style"));
    });
}
