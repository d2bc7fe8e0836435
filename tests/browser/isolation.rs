//! Tests leave nothing in a browser for the next ones.

use std::sync::mpsc;

use serde_json::json;

use crate::page::Page;
use crate::session::run_with;

/// An argument that no other test has: the second run gets the browser of the first.
const OWN: &[&str] = &["--force-color-profile=srgb"];

/// Leaves what can be left, and calls back when all of it is there.
const LEAVE: &str = "
    const [done] = arguments;
    (async () => {
        document.cookie = 'left=1; max-age=600';
        localStorage.left = '1';
        await (await caches.open('left')).put('/left', new Response('left'));
        await navigator.serviceWorker.register('./offline.js');
        await navigator.serviceWorker.ready;
        open('about:blank');
        done(null);
    })().catch(error => done(String(error)))";

/// Calls back with what there is of it.
const FIND: &str = "
    const [done] = arguments;
    (async () => done([
        document.cookie, Object.keys(localStorage), await caches.keys(),
        (await navigator.serviceWorker.getRegistrations()).length, window.left ?? null, innerWidth,
    ]))().catch(error => done(String(error)))";

/// The tabs of the browser, the one that stays first.
async fn tabs(page: &Page) -> Vec<String> {
    let client = page.element("body").await.client();
    let tabs = client.windows().await.expect("tabs");
    tabs.into_iter().map(String::from).collect()
}

/// Returns the number of bytes that an origin keeps.
async fn usage(page: &Page, origin: &str) -> u64 {
    let usage = page.dev_tools("Storage.getUsageAndQuota", json!({ "origin": origin })).await;
    usage["usage"].as_u64().expect("a number of bytes")
}

#[test]
fn what_a_test_leaves_is_not_found_by_the_next() {
    let (leave, left) = mpsc::channel();
    run_with(OWN, move |page| async move {
        page.before_anything("window.left = 1").await;
        page.resize(375, 800).await;
        page.open("").await;
        assert_eq!(page.script_async(LEAVE, vec![]).await, json!(null));
        let found = page.script_async(FIND, vec![]).await;
        assert_eq!(found[0], json!("left=1"), "{found}");
        assert_eq!(found[1], json!(["left"]), "{found}");
        assert!(found[2].as_array().is_some_and(|caches| caches.len() > 1), "{found}");
        assert_eq!([&found[3], &found[4], &found[5]], [&json!(1), &json!(1), &json!(375)]);
        let n_tabs = || async { tabs(&page).await.len().to_string() };
        page.expect("tabs", "3", n_tabs).await;
        assert!(usage(&page, page.address()).await > 0);
        page.refuse(&["*/app*"]).await;
        leave.send((page.address().to_owned(), tabs(&page).await)).expect("a next test");
    });
    let (origin, before) = left.recv().expect("what was left");
    run_with(OWN, |page| async move {
        page.open("").await;
        let now = tabs(&page).await;
        assert_eq!((now.len(), &now[0]), (2, &before[0]), "the same browser");
        assert_ne!(page.address(), origin);
        let found = page.script_async(FIND, vec![]).await;
        assert_eq!(
            found.as_array().map(|all| &all[..5]),
            json!(["", [], [], 0, null]).as_array().map(|all| &all[..]),
            "{found}"
        );
        assert_ne!(found[5], json!(375));
        let kept = || async { usage(&page, &origin).await.to_string() };
        page.expect("bytes of the first", "0", kept).await;
    });
}
