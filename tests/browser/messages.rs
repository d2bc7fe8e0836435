//! Messages from strangers: an embedded page listens only to its parent, the element only to its
//! frame, and both ignore what they do not understand.

use serde_json::{Value, json};

use crate::embed::{enter_frame, shown};
use crate::page::Page;
use crate::server::FileServer;
use crate::session::run;

const STATE: &str = "v1/fma.rn.f32@sm_90?a=0x3f800000&b=0x40000000&c=0x3f800000";
const OTHER: &str = "v1/add.f16@sm_90?a=0x3c00&b=0x3c00";

/// A frame that posts what it is given to another frame of its page, or to the page.
const STRANGER: &str = "<iframe id=stranger srcdoc=\"<script>
    addEventListener('message', ({ data: { to, what } }) => (parent.frames[to] ?? parent).postMessage(what, '*'))
    </script>\"></iframe>";

/// The messages that an embedded page keeps of those that it received.
const KEPT: &str =
    "return [document.documentElement.dataset.state, document.documentElement.dataset.theme]";

/// Messages that are unknown, whatever their sender.
const JUNK: &str = "[
    null, undefined, 0, NaN, 1n, true, '', 'ptx-float:set', [], [null], {}, new Date(), /x/, new Map([['type', 'ptx-float:set']]),
    new Error('x'), new ArrayBuffer(8), { type: {} }, { type: ['ptx-float:set'], state: 'x' }, { type: 'ptx-float:' },
    { type: 'ptx-float:set' }, { type: 'ptx-float:set', state: null }, { type: 'ptx-float:set', state: {} }, { type: 'ptx-float:set', state: ['v1/add.f16@sm_90'] },
    { type: 'ptx-float:theme' }, { type: 'ptx-float:theme', theme: 'constructor' }, { type: 'ptx-float:theme', theme: ['dark'] },
    { type: 'ptx-float:'.padEnd(1e6, 'x') }, { type: 'PTX-FLOAT:SET', state: 'x' },
    JSON.parse('{ \"__proto__\": { \"type\": \"ptx-float:set\", \"state\": \"v1/add.f16@sm_90?a=0x1&b=0x1\" } }'),
    JSON.parse('{ \"constructor\": { \"prototype\": { \"type\": \"ptx-float:set\" } } }'),
]";

/// Messages that would change something if they came from the right sender.
fn plain() -> String {
    format!(
        "[{{ type: 'ptx-float:set', state: '{OTHER}' }}, {{ type: 'ptx-float:theme', theme: 'dark' }}]"
    )
}

/// The state that an embedded page reports to the page around it, which is visited.
async fn received(page: &Page) -> String {
    let ask = "frames[0].postMessage({ type: 'ptx-float:get' }, '*'); return heard.at(-1) ?? ''";
    page.script(ask, vec![]).await.as_str().unwrap_or_default().to_owned()
}

/// The last message of a series, which is unknown too.
const LAST: &str = "'the last one'";

/// Has the document that is looked at note when a last message comes; each that was sent before by
/// the same sender has come then.
async fn await_last(page: &Page) {
    let note = format!(
        "window.last = false; addEventListener('message', ({{ data }}) => {{ last ||= data === {LAST} }})"
    );
    page.script(&note, vec![]).await;
}

/// Waits until the last message has come, and what it was about to change has been drawn.
async fn last_came(page: &Page) {
    let came = || async { page.script("return last", vec![]).await.to_string() };
    page.expect("a last message", "true", came).await;
    page.frames(3).await;
}

/// Does something in the embedded page, seen from the page around it.
async fn inside<T>(page: &Page, what: impl Future<Output = T>) -> T {
    let frame = page.element("#embed").await;
    frame.clone().enter_frame().await.expect("its document");
    let found = what.await;
    frame.client().enter_parent_frame().await.expect("the page around it");
    found
}

/// The theme of the embedded page and what went wrong in it, seen from the page around it.
async fn state_inside(page: &Page) -> Value {
    let state = "return [document.documentElement.dataset.theme, window.watched.wrong]";
    inside(page, page.script(state, vec![])).await
}

#[test]
fn an_embedded_page_accepts_messages_of_its_parent_only() {
    run(|page| async move {
        page.watch().await;
        let html = format!(
            "<iframe id=embed src=\"{}embed/#{STATE}\" width=700 height=900></iframe>{STRANGER}
             <script>
               const heard = [];
               addEventListener('message', ({{ data, source }}) => {{
                 if (source === frames[0] && data.type === 'ptx-float:state') heard.push(data.state);
               }});
             </script>",
            page.address()
        );
        let host = FileServer::host("strangers", &html);
        page.visit(&host.address).await;
        page.expect("the state", STATE, || received(&page)).await;
        inside(&page, await_last(&page)).await;
        let stranger = format!(
            "for (const what of [...{JUNK}, ...{}, {LAST}]) frames[1].postMessage({{ to: 0, what }}, '*')",
            plain()
        );
        page.script(&stranger, vec![]).await;
        inside(&page, last_came(&page)).await;
        inside(&page, await_last(&page)).await;
        let parent =
            format!("for (const what of [...{JUNK}, {LAST}]) frames[0].postMessage(what, '*')");
        page.script(&parent, vec![]).await;
        inside(&page, last_came(&page)).await;
        page.script("heard.length = 0", vec![]).await;
        page.expect("the state", STATE, || received(&page)).await;
        assert_eq!(state_inside(&page).await, json!(["auto", []]));
        // It does hear its parent.
        let parent = format!("for (const what of {}) frames[0].postMessage(what, '*')", plain());
        page.script(&parent, vec![]).await;
        page.expect("the state", OTHER, || received(&page)).await;
        assert_eq!(state_inside(&page).await, json!(["dark", []]));
        // A state as long as it likes is a link that cannot be read.
        inside(&page, await_last(&page)).await;
        let long = format!(
            "frames[0].postMessage({{ type: 'ptx-float:set', state: 'v1/'.padEnd(2e6, '\\ud800<b>') }}, '*');
             frames[0].postMessage({LAST}, '*')"
        );
        page.script(&long, vec![]).await;
        inside(&page, last_came(&page)).await;
        assert_eq!(state_inside(&page).await, json!(["dark", []]));
        assert_eq!(page.wrong().await, json!([]));
    });
}

#[test]
fn an_embedded_page_without_a_parent_ignores_its_own_messages() {
    run(|page| async move {
        let embed = format!("{}embed/#{STATE}", page.address());
        page.visit(&embed).await;
        page.expect_result("0x40400000").await;
        await_last(&page).await;
        let say = format!("for (const what of [...{}, {LAST}]) postMessage(what, '*')", plain());
        page.script(&say, vec![]).await;
        last_came(&page).await;
        assert_eq!(page.script(KEPT, vec![]).await, json!([STATE, "auto"]));
    });
}

#[test]
fn an_embedded_page_ignores_messages_of_its_opener() {
    run(|page| async move {
        page.visit(page.address()).await;
        let client = page.element("body").await.client();
        let opener = client.window().await.expect("a window");
        let before = client.windows().await.expect("windows");
        let open = format!("window.opened = open('{}embed/#{STATE}')", page.address());
        page.script(&open, vec![]).await;
        let n_windows = || async { client.windows().await.expect("windows").len().to_string() };
        page.expect("windows", &(before.len() + 1).to_string(), n_windows).await;
        let windows = client.windows().await.expect("windows");
        let opened = windows.into_iter().find(|it| !before.contains(it)).expect("another window");
        client.switch_to_window(opened.clone()).await.expect("the one opened");
        page.expect_result("0x40400000").await;
        assert_eq!(page.script("return opener !== null", vec![]).await, json!(true));
        await_last(&page).await;
        client.switch_to_window(opener).await.expect("the one that opened it");
        let say =
            format!("for (const what of [...{}, {LAST}]) opened.postMessage(what, '*')", plain());
        page.script(&say, vec![]).await;
        client.switch_to_window(opened).await.expect("the one opened");
        page.dev_tools("Page.bringToFront", json!({})).await;
        last_came(&page).await;
        assert_eq!(page.script(KEPT, vec![]).await, json!([STATE, "auto"]));
    });
}

#[test]
fn the_element_accepts_messages_of_its_frame_only() {
    run(|page| async move {
        page.watch().await;
        let html = format!(
            "{STRANGER}<script src=\"{}ptx-float.js\" defer></script><ptx-float ui=compact state=\"{STATE}\">waiting</ptx-float>
             <script>
               const heard = [];
               document.querySelector('ptx-float').addEventListener('change', e => heard.push(e.detail));
             </script>",
            page.address()
        );
        let host = FileServer::host("element", &html);
        page.visit(&host.address).await;
        page.expect("what is shown", "frame", || shown(&page)).await;
        // The frame reports its state when the program has written it.
        let frame = enter_frame(&page, "ptx-float").await;
        page.expect_result("0x40400000").await;
        page.frames(30).await;
        frame.client().enter_parent_frame().await.expect("the page around it");
        page.frames(30).await;
        let look =
            "const frame = document.querySelector('ptx-float').shadowRoot.querySelector('iframe');
            return [frame.style.cssText, heard.length]";
        let before = page.script(look, vec![]).await;
        await_last(&page).await;
        let say =
            "[{ type: 'ptx-float:height', height: 7777 }, { type: 'ptx-float:state', state: 'x' }]";
        let stranger = format!(
            "for (const what of [...{JUNK}, ...{say}]) {{ frames[0].postMessage({{ to: 9, what }}, '*'); postMessage(what, '*'); }}
             frames[0].postMessage({{ to: 9, what: {LAST} }}, '*')"
        );
        page.script(&stranger, vec![]).await;
        last_came(&page).await;
        assert_eq!(page.script(look, vec![]).await, before);
        // Unknown messages from the frame are ignored.
        await_last(&page).await;
        let frame = enter_frame(&page, "ptx-float").await;
        let odd = format!(
            "for (const what of {JUNK}) parent.postMessage(what, '*');
             for (const height of [null, undefined, {{}}, [], -1, NaN, '1px;display:none', 'auto', '1em'])
                 parent.postMessage({{ type: 'ptx-float:height', height }}, '*');
             parent.postMessage({LAST}, '*')"
        );
        page.script(&odd, vec![]).await;
        frame.client().enter_parent_frame().await.expect("the page around it");
        last_came(&page).await;
        assert_eq!(page.script(look, vec![]).await, before);
        assert_eq!(page.wrong().await, json!([]));
    });
}
