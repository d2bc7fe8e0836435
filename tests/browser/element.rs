//! The element `<ptx-float>`: how it looks inside a page, and what it takes from there.

use serde_json::{Value, json};

use crate::across_sites::elsewhere;
use crate::embed::{enter_frame, shown};
use crate::page::Page;
use crate::server::FileServer;
use crate::session::run;

const SUM: &str = "v1/add.rn.f16@sm_90?a=0x6800&amp;b=0x3c00";

/// A page with a style, and elements.
fn host(page: &Page, name: &str, start: &str, elements: &str) -> FileServer {
    let script = format!("<script src=\"{}ptx-float.js\" defer></script>", page.address());
    FileServer::host(name, &format!("{start}{script}{elements}"))
}

/// The theme inside the first frame.
async fn theme(page: &Page) -> String {
    let frame = enter_frame(page, "ptx-float").await;
    let theme = page.attribute("html", "data-theme").await;
    frame.client().enter_parent_frame().await.expect("the page around it");
    theme
}

/// Pages that name their theme, each with a script that turns it.
const PAGES: [(&str, &str, [&str; 2]); 6] = [
    (
        "<html data-theme=dark>",
        "document.documentElement.dataset.theme = 'light'",
        ["dark", "light"],
    ),
    ("<html class='js navy'>", "document.documentElement.className = 'js rust'", ["dark", "light"]),
    (
        "<html><body data-md-color-scheme=slate>",
        "document.body.setAttribute('data-md-color-scheme', 'default')",
        ["dark", "light"],
    ),
    ("<html class=dark>", "document.documentElement.className = 'light'", ["dark", "light"]),
    (
        "<html style='color-scheme: dark'><body data-theme=auto>",
        "document.body.dataset.theme = 'light'",
        ["dark", "light"],
    ),
    (
        "<html data-theme=light>",
        "document.documentElement.dataset.theme = 'dark'",
        ["light", "dark"],
    ),
];

#[test]
fn the_element_follows_the_theme_of_the_page() {
    run(|page| async move {
        let elements = format!("<ptx-float ui=result state=\"{SUM}\">2048</ptx-float>");
        for (index, (start, turn, [before, after])) in PAGES.into_iter().enumerate() {
            let start = format!("<!doctype html>{start}");
            let host = host(&page, &format!("theme-{index}"), &start, &elements);
            for address in elsewhere(&host, "") {
                page.visit(&address).await;
                page.expect("what is shown", "frame", || shown(&page)).await;
                page.expect(start.as_str(), before, || theme(&page)).await;
                page.script(turn, vec![]).await;
                page.expect(turn, after, || theme(&page)).await;
                // An attribute counts more than the page, and its removal less.
                let set = "document.querySelector('ptx-float').setAttribute('theme', arguments[0])";
                page.script(set, vec![json!(before)]).await;
                page.expect("its own theme", before, || theme(&page)).await;
                page.script(set, vec![json!("auto")]).await;
                page.expect("that of the page", after, || theme(&page)).await;
            }
        }
    });
}

/// The least and the greatest distance between neighbors.
const DISTANCES: &str = "const all = [...document.querySelectorAll('p, ptx-float')].filter(e => !e.parentNode.closest('ptx-float'));
    const boxes = all.map(e => e.getBoundingClientRect());
    return boxes.slice(1).map((box, at) => Math.round(box.top - boxes[at].bottom))";

#[test]
fn cards_keep_a_distance_that_a_page_can_change() {
    run(|page| async move {
        let card = format!("<ptx-float ui=result state=\"{SUM}\"><p>2048</p></ptx-float>");
        let elements = format!("<p>before</p>{card}{card}<p>after</p>");
        for (style, distance) in
            [("", 16), ("<style>ptx-float { margin: 0 } p { margin: 0 }</style>", 0)]
        {
            let start = format!("<!doctype html>{style}");
            let host = host(&page, &format!("distance-{distance}"), &start, &elements);
            page.visit(&host.at_another_site("")).await;
            page.expect("what is shown", "frame", || shown(&page)).await;
            let expected = json!([distance, distance, distance]).to_string();
            page.expect("the distances", &expected, || async {
                page.script(DISTANCES, vec![]).await.to_string()
            })
            .await;
        }
    });
}

#[test]
fn values_that_no_attribute_has_are_reported_and_not_taken() {
    run(|page| async move {
        page.allow_errors();
        let elements = format!("<ptx-float ui=huge theme=blue state=\"{SUM}\">2048</ptx-float>");
        let watch = "<!doctype html><script>window.said = []; console.error = (text) => said.push(text)</script>";
        let host = host(&page, "values", watch, &elements);
        page.visit(&host.address).await;
        page.expect("what is shown", "frame", || shown(&page)).await;
        let said = page.script("return said.join('\\n')", vec![]).await;
        let said = said.as_str().unwrap_or_default();
        for part in
            ["`huge` is no value of `ui`; expected full, compact", "`blue` is no value of `theme`"]
        {
            assert!(said.contains(part), "{said}");
        }
        let frame = enter_frame(&page, "ptx-float").await;
        assert_eq!(page.attribute("html", "data-ui").await, "full");
        frame.client().enter_parent_frame().await.expect("the page around it");
    });
}

/// States that cannot be shown, each as attributes, with a part of what the console says.
const UNSHOWN: [(&str, &str); 5] = [
    ("state='hello world'", "this is not a link to an instruction"),
    ("ui=result state='hello world'", "this is not a link to an instruction"),
    ("exercise=nope-1", "`exercise=\"nope-1\"` cannot be shown: expected the name of an exercise"),
    ("state='gallery/fma'", "`state=\"gallery/fma\"` cannot be shown: other pages can show"),
    ("state='v1/tensor@sm_90?code=hello'", "hello is no instruction of tensor cores"),
];

/// Keeps what is said in the console.
const LISTEN: &str =
    "<!doctype html><script>window.said = []; console.error = (text) => said.push(text)</script>";

/// Returns the lines of the console, in lower case.
async fn said(page: &Page) -> String {
    let said = page.script("return said.join('\\n')", vec![]).await;
    said.as_str().unwrap_or_default().to_lowercase()
}

#[test]
fn a_state_that_cannot_be_shown_leaves_the_content_and_is_reported() {
    run(|page| async move {
        page.allow_errors();
        for (index, (attributes, reason)) in UNSHOWN.into_iter().enumerate() {
            let elements = format!("<ptx-float {attributes}><p id=fallback>2048</p></ptx-float>");
            let host = host(&page, &format!("unshown-{index}"), LISTEN, &elements);
            page.visit(&host.at_another_site("")).await;
            let is_said = || async { said(&page).await.contains(reason).to_string() };
            page.expect(reason, "true", is_said).await;
            page.frames(30).await;
            assert_eq!(said(&page).await.matches("<ptx-float>").count(), 1, "{attributes}");
            assert!(page.is_visible("#fallback").await, "{attributes}");
            assert_eq!(shown(&page).await, "fallback", "{attributes}");
            // Another state takes its place.
            let set = "const element = document.querySelector('ptx-float');
                element.removeAttribute('exercise');
                element.setAttribute('state', arguments[0])";
            page.script(set, vec![json!(SUM.replace("&amp;", "&"))]).await;
            page.expect("what is shown", "frame", || shown(&page)).await;
            assert!(!page.is_visible("#fallback").await, "{attributes}");
        }
    });
}

#[test]
fn without_content_the_reason_is_shown_alone() {
    run(|page| async move {
        page.allow_errors();
        for (index, (attributes, _)) in UNSHOWN.into_iter().enumerate() {
            let elements = format!("<ptx-float {attributes}></ptx-float>");
            let host = host(&page, &format!("alone-{index}"), LISTEN, &elements);
            page.visit(&host.address).await;
            let frame = enter_frame(&page, "ptx-float").await;
            page.expect_visible("#wrong").await;
            let views = "return [...document.querySelectorAll('main')].filter(it => it.checkVisibility()).length";
            assert_eq!(page.script(views, vec![]).await, json!(0), "{attributes}");
            frame.client().enter_parent_frame().await.expect("the page around it");
            let low = "const { offsetHeight } = document.querySelector('ptx-float');
                return String(50 < offsetHeight && offsetHeight < 150)";
            page.expect(attributes, "true", || async {
                page.script(low, vec![]).await.as_str().unwrap_or_default().to_owned()
            })
            .await;
        }
    });
}

#[test]
fn a_state_that_is_wrong_in_part_is_shown_and_reported() {
    run(|page| async move {
        page.allow_errors();
        let state = SUM.replace("sm_90", "sm_9000");
        let elements = format!("<ptx-float ui=result state=\"{state}\">2048</ptx-float>");
        let host = host(&page, "part", LISTEN, &elements);
        page.visit(&host.address).await;
        page.expect("what is shown", "frame", || shown(&page)).await;
        let said = said(&page).await;
        assert!(said.contains("is wrong in part: sm_9000 is not a target"), "{said}");
    });
}

#[test]
fn every_view_has_the_same_edge() {
    run(|page| async move {
        let edge = "const box = document.querySelector('#playground:not([hidden]) .card') ?? document.body;
            const { borderTopWidth, borderTopColor, borderTopLeftRadius, paddingLeft, paddingTop } = getComputedStyle(box);
            const { left, right } = box.getBoundingClientRect();
            return [borderTopWidth, borderTopColor, borderTopLeftRadius, paddingLeft, paddingTop, left, document.documentElement.clientWidth - right].join(' ')";
        let sum = SUM.replace("&amp;", "&");
        let program = "v1/sequence@sm_90?code=add.rn.f32~d,a,b&a=0x3f800000&b=0x33800001";
        let tensor = "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32&a=0x3c00&b=0x3c00&c=0x00000000&isa=9.5";
        for width in [720, 360] {
            page.resize(width, 800).await;
            let mut first = None;
            for (query, state, seen) in [
                ("ui=result", &*sum, ".card"),
                ("", &*sum, "#instruction"),
                ("ui=compact", program, "[data-result=d]"),
                ("ui=result", tensor, "#tensor-value"),
                ("", "exercise/tie-2049", ".exercise"),
            ] {
                page.visit(&format!("{}embed/?{query}#{state}", page.address())).await;
                page.expect_visible(seen).await;
                let found = page.script(edge, vec![]).await;
                assert_eq!(*first.get_or_insert_with(|| found.clone()), found, "{query}, {state}");
            }
        }
    });
}

#[test]
fn an_exercise_is_answered_where_nothing_is_edited_and_stays_in_its_frame() {
    run(|page| async move {
        page.visit(&format!("{}embed/?ro=1#exercise/tie-2049", page.address())).await;
        page.click(".exercise-choice").await;
        page.click("#check").await;
        page.expect_visible(".exercise-verdict").await;
        let client = page.element("body").await.client();
        // The page that teaches it, and its own link.
        for place in 1..=2 {
            let before = client.windows().await.expect("windows").len();
            page.click(&format!(".exercise-share a:nth-of-type({place})")).await;
            let n_windows = || async { client.windows().await.expect("windows").len().to_string() };
            page.expect("windows", &(before + 1).to_string(), n_windows).await;
            page.expect_visible(".exercise-verdict").await;
        }
    });
}

#[test]
fn the_rows_of_the_table_are_what_the_frame_is_asked_for() {
    run(|page| async move {
        page.visit(&host(&page, "table", "<!doctype html>", "").address).await;
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/embed.tsv");
        let table = std::fs::read_to_string(path).expect("the table");
        let rows = table.lines().filter_map(|line| line.split('\t').nth(3));
        let rows: Vec<_> = rows.filter(|outcome| outcome.starts_with("state=")).collect();
        assert!(rows.len() > 10, "the table has rows");
        for outcome in rows {
            // A frame that goes while it loads leaves errors of what it was fetching.
            let add = "const [markup, done] = arguments;
                document.body.innerHTML = `<ptx-float ${markup}>x</ptx-float>`;
                const element = document.querySelector('ptx-float');
                const own = name => element.getAttribute(name);
                addEventListener('message', function shown({ data }) {
                    if (data.type !== 'ptx-float:height' || data.shows === 'waiting') return;
                    removeEventListener('message', shown);
                    const { searchParams, hash } = new URL(element.shadowRoot.querySelector('iframe').src);
                    const [ui, views, theme, ro] = ['ui', 'views', 'theme', 'ro'].map(name => searchParams.get(name));
                    const isTheme = ['auto', null].includes(own('theme')) || own('theme') === theme;
                    done([hash.slice(1) === own('state'), ui === own('ui'), views === own('views'), isTheme,
                        (ro === '1') === element.hasAttribute('readonly'), data.shows]);
                })";
            let found = page.script_async(add, vec![json!(outcome.replace('&', "&amp;"))]).await;
            assert_eq!(found, json!([true, true, true, true, true, "state"]), "{outcome}");
        }
    });
}

#[test]
fn what_begins_something_else_is_not_there_for_those_who_only_read() {
    run(|page| async move {
        let state = SUM.replace("&amp;", "&");
        for (query, is_there) in [("", true), ("ro=1", false)] {
            page.visit(&format!("{}embed/?{query}#{state}", page.address())).await;
            page.expect_result("0x6800").await;
            assert_eq!(page.is_visible("#examples").await, is_there, "{query}");
            page.reach_explorer().await;
            page.click("#tab-compare").await;
            page.expect_visible("#panel").await;
            let searches = "return [...document.querySelectorAll('.search > .button')].filter(it => it.offsetParent).length";
            let n: Value = page.script(searches, vec![]).await;
            assert!(is_there || n == json!(0), "{query}: {n}");
        }
    });
}
