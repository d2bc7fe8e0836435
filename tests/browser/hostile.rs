//! Links that are meant to do harm: all that they hold is shown as text, or refused.

use serde_json::json;

use crate::page::Page;
use crate::session::{FREELY, is_nightly, report, run_with};

/// Texts that might do something if they were more than text.
const TEXTS: &[&str] = &[
    "<img src=x onerror=alert(1)>",
    "</textarea><script>alert(1)</script><textarea>",
    "\"><b data-injected>bold</b>",
    "' autofocus onfocus=alert(1) data-injected='",
    "<svg/onload=alert(1)>",
    "&lt;b data-injected&gt;",
    "javascript:alert(1)",
    "</title><style>body{display:none}</style>",
    "\u{202e}evil\u{202c}\u{2066}x\u{2069}",
    "\u{200b}\u{200d}\u{feff}\u{ad}",
    "\u{7}\u{1b}[31m\u{0}",
    "__proto__",
    "constructor",
    "{{7*7}}${7*7}",
];

/// The positions in a link that may have one; `#` is replaced by it.
const PLACES: &[&str] = &[
    "#",
    "v1/#",
    "v1/add.#.f32@sm_90?a=0x1&b=0x1",
    "v1/add.f32@#?a=0x1&b=0x1",
    "v1/add.f32@sm_90?a=#&b=0x1",
    "v1/add.f32@sm_90?a=0x1&b=0x1&#=1",
    "v1/add.f32@sm_90?a=0x1&b=0x1&d=#",
    "v1/add.f16@sm_90?a=0x1&b=0x1&view=#",
    "v1/add.f16@sm_90?a=0x1&b=0x1&sweep=#",
    "v1/add.f16@sm_90?a=0x1&b=0x1&with=#",
    "v1/add.f16@sm_90?a=0x1&b=0x1&isa=#",
    "v1/sequence@sm_90?code=#&a=0x1",
    "v1/sequence@sm_90?code=add.f32~#,a,b&a=0x1&with=#",
    "reference?q=#",
    "reference?#",
    "formats/#",
    "gallery/#",
];

/// Puts links in the place of a text one after the other, each as it is and percent-encoded, and
/// says what was wrong: elements that a text has made, or characters of the page's own words that
/// nobody sees or that change the order of others.
const TRY: &str = "
    const [texts, places, done] = arguments;
    const turn = () => new Promise(next => setTimeout(next));
    const shownTexts = new Set();
    const hidden = /[\\u0000-\\u0008\\u000b-\\u001f\\u00ad\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]/;
    const made = '[data-injected], main :is(img, script, style, iframe, object), [onerror], [onload], [onfocus]';
    const wrong = [];
    const look = async link => {
        location.hash = link;
        await turn(); await turn();
        if (document.querySelector(made)) wrong.push(['an element', link]);
        const main = document.querySelector('main:not([hidden])');
        // A statement stands as it is typed, below a text area with what keeps its last line.
        let shown = main.innerText;
        for (const typed of main.querySelectorAll('.mirror')) shown = shown.replace(typed.innerText, '');
        shownTexts.add(main.id + shown + [...main.querySelectorAll('input, textarea')].map(field => field.value).join());
        const found = shown.match(hidden);
        if (found) wrong.push(['a character', found[0].codePointAt().toString(16), link, shown.slice(found.index - 60, found.index + 60)]);
        if (hidden.test(document.title)) wrong.push(['a title', link]);
    };
    (async () => {
        for (const place of places) {
            for (const text of texts) {
                for (const form of [text, encodeURIComponent(text)]) await look(place.replaceAll('#', () => form));
            }
        }
        done([wrong.slice(0, 10), shownTexts.size]);
    })()";

/// Tries texts in every place of links, which must show something else for many of them: by default
/// every second text in each, the others in the next.
async fn try_everywhere(page: &Page, texts: &[&str]) {
    for (index, place) in PLACES.iter().enumerate() {
        let step = if is_nightly() { 1 } else { 2 };
        let texts: Vec<_> = texts.iter().copied().skip(index % step).step_by(step).collect();
        try_in(page, place, &texts).await;
    }
}

async fn try_in(page: &Page, place: &str, texts: &[&str]) {
    let found = page.script_async(TRY, vec![json!(texts), json!([place])]).await;
    assert_eq!(found[0], json!([]), "{place}");
    let n_shown = found[1].as_u64().unwrap_or(0);
    assert!(n_shown > texts.len() as u64 / 3, "{place}: {n_shown} things for {texts:?}");
}

/// Has every program of one document run.
async fn start_all(page: &Page) {
    page.open("").await;
    page.reach_explorer().await;
    for (view, seen) in
        [("reference", "#query"), ("sequence", "#sequence-code"), ("", "#instruction")]
    {
        page.script("location.hash = arguments[0]", vec![json!(view)]).await;
        page.expect_visible(seen).await;
    }
}

async fn answers(page: &Page) {
    // The address may be this one still, if a text was typed just now.
    let go = "location.hash = ''; location.hash = 'v1/add.f16@sm_90?a=0x3c00&b=0x3c00'";
    page.script(go, vec![]).await;
    page.expect_visible("#instruction").await;
    page.expect_result("0x4000").await;
    assert_eq!(page.wrong().await, json!([]));
}

#[test]
fn what_a_link_holds_is_a_text_in_every_place() {
    run_with(FREELY, |page| async move {
        page.watch().await;
        start_all(&page).await;
        try_everywhere(&page, TEXTS).await;
        answers(&page).await;
    });
}

#[test]
fn halves_of_characters_and_bytes_that_are_no_text_do_no_harm() {
    run_with(FREELY, |page| async move {
        page.watch().await;
        start_all(&page).await;
        let texts =
            ["%ED%A0%80", "%ED%B0%80%ED%A0%80", "%FF%FE", "%C3", "%", "%2", "%u0041", "%00"];
        try_everywhere(&page, &texts).await;
        // Text of JavaScript may hold what UTF-8 cannot: JSON does not carry it.
        let halves = "
            for (const half of ['\\ud800', '\\udc00', 'add\\ud83d.f32', '\\udfff d, a, b;'])
                for (const place of ['#', 'v1/#', 'v1/add.f32@sm_90?a=#', 'v1/sequence@sm_90?code=#', 'reference?q=#'])
                    location.hash = place.replace('#', half);";
        page.script(halves, vec![]).await;
        answers(&page).await;
        let typed = "
            for (const selector of ['#instruction', '[data-register=a] header input', '[data-operand=a] input']) {
                const field = document.querySelector(selector);
                field.value = '0x3c00\\ud800';
                for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
            }";
        page.script(typed, vec![]).await;
        answers(&page).await;
    });
}

#[test]
fn a_megabyte_in_any_place_is_answered() {
    run_with(FREELY, |page| async move {
        page.watch().await;
        start_all(&page).await;
        let mut longest: f64 = 0.0;
        let parts = ["x", ".sat", "%25", "&a=0x1", "0", "\u{fffd}"];
        let all = PLACES.iter().zip(parts.iter().cycle());
        // An instruction and an operand; other places take seconds, the query of the reference most.
        let is_tried =
            |place: &str| is_nightly() || place == "v1/#" || place.contains("@sm_90?a=#");
        for (place, part) in all.filter(|(place, _)| is_tried(place)) {
            let took = "
                const [place, part, done] = arguments;
                const start = performance.now();
                addEventListener('hashchange', () => setTimeout(() => done(performance.now() - start)), { once: true });
                location.hash = place.replace('#', () => part.repeat(1e6 / part.length));";
            let took = page.script_async(took, vec![json!(place), json!(part)]).await;
            longest = longest.max(took.as_f64().expect("a time"));
        }
        // Chromium alone takes 0.3 s for such an address, on a machine that does nothing else.
        report(&format!("a megabyte in a link is answered after {longest:.0} ms at most"));
        answers(&page).await;
        // In fields, by one paste.
        for selector in ["#instruction", "[data-register=a] header input", "[data-operand=a] input"]
        {
            let paste = "
                const field = document.querySelector(arguments[0]);
                field.focus();
                field.select();
                field.value = '9'.repeat(1e6);
                for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));";
            page.script(paste, vec![json!(selector)]).await;
            answers(&page).await;
        }
    });
}
