//! The behavior of the page where something that it needs is missing, refused, slow or broken.

use serde_json::{from_value, json};

use crate::page::Page;
use crate::server::FileServer;
use crate::session::run;

const STATE: &str = "v1/tanh.approx.f16@sm_90?a=0x3c00";
/// The paragraph that says that a program has stopped, and what it hands over to be copied.
const FAILURE: &str = "#failure";
const REPORT: &str = "#failure textarea";

/// Has each message to a worker answered before it is sent, which no browser does: what is reported of
/// it is borrowed then, and the program panics.
const ANSWER_TOO_SOON: &str = "Worker.prototype.postMessage = function () { this.dispatchEvent(new MessageEvent('message', { data: null })) }";

/// Keeps what the page would hear of parts that come into view and leave it, until `hear` is called:
/// as on a busy machine, several changes are reported at once.
const HEAR_LATE: &str = "
    window.unheard = [];
    const Before = IntersectionObserver;
    window.IntersectionObserver = class extends Before {
        constructor(report, options) {
            const mine = [];
            super((changes) => { mine.push(...changes); unheard.push(...changes); }, options);
            window.hear ??= () => hearing.forEach((each) => each());
            (window.hearing ??= []).push(() => mine.length && report(mine.splice(0), this));
        }
    }";

/// Asserts that a program has said why it stopped, with a link, and that the page is still there.
async fn has_said(page: &Page, why: &str, link: &str) {
    page.expect_visible(FAILURE).await;
    page.expect_text(FAILURE, "stopped because of a bug").await;
    let report = page.value(REPORT).await;
    assert!(report.contains(why), "{report}");
    assert!(report.contains(link), "{report}");
    assert!(page.is_visible("#instruction").await);
    page.expect_errors(1, "").await;
}

/// Removes the expected message, as a test must end without errors.
async fn forget(page: &Page) {
    page.allow_errors();
    page.visit("about:blank").await;
}

#[test]
fn a_busy_page_fetches_what_came_into_view_meanwhile() {
    run(|page| async move {
        page.before_anything(HEAR_LATE).await;
        page.resize(1440, 200).await;
        page.open(STATE).await;
        let seen = async || {
            let seen = "return unheard.filter(({ target }) => target.id === 'explorer')
                .map(({ isIntersecting }) => isIntersecting)";
            page.script(seen, vec![]).await.to_string()
        };
        page.expect("changes", "[false]", seen).await;
        page.resize(1440, 1000).await;
        page.expect("changes", "[false,true]", seen).await;
        page.script("hear()", vec![]).await;
        page.element("#explorer #panel").await;
    });
}

#[test]
fn a_program_that_panics_says_so_with_a_link_to_the_state() {
    run(|page| async move {
        page.explore(STATE).await;
        page.script(ANSWER_TOO_SOON, vec![]).await;
        page.click("#tab-sweep").await;
        let link = format!("{}#{STATE}", page.address());
        has_said(&page, "RefCell already borrowed", &link).await;
        // Calculation goes on, since another part stopped.
        page.script("scrollTo(0, 0)", vec![]).await;
        page.enter("a", 0, "0").await;
        page.expect_result("0x0000").await;
        // The first report stays.
        assert!(page.value(REPORT).await.contains(&link));
        forget(&page).await;
    });
}

#[test]
fn an_embedded_program_that_panics_says_so_with_a_link_to_the_playground() {
    run(|page| async move {
        page.visit(&format!("{}embed/#{STATE}", page.address())).await;
        page.element("#result-register").await;
        page.reach_explorer().await;
        page.script(ANSWER_TOO_SOON, vec![]).await;
        page.click("#tab-sweep").await;
        page.expect_visible(FAILURE).await;
        let link = format!("{}#{STATE}", page.address());
        has_said(&page, "RefCell already borrowed", &link).await;
        forget(&page).await;
    });
}

#[test]
fn a_program_that_stops_without_a_panic_is_reported_too() {
    run(|page| async move {
        for path in ["", "embed/"] {
            page.visit(&format!("{}{path}#{STATE}", page.address())).await;
            page.expect_result("0x3a18").await;
            page.unfold("a").await;
            // The browser gives the program a value that is no text.
            let broken = "const get = () => undefined;
                Object.defineProperty(HTMLInputElement.prototype, 'value', { get });
                document.querySelector('[data-bit]').click()";
            page.script(broken, vec![]).await;
            let link = format!("{}#v1/tanh.approx.f16", page.address());
            has_said(&page, "TypeError", &link).await;
            forget(&page).await;
        }
    });
}

#[test]
fn without_storage_the_theme_is_that_of_the_visit() {
    run(|page| async move {
        let refuse = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })";
        page.before_anything(refuse).await;
        page.watch().await;
        page.open(STATE).await;
        page.expect_result("0x3a18").await;
        for theme in ["light", "dark", "auto"] {
            page.click("#theme").await;
            assert_eq!(page.attribute("html", "data-theme").await, theme);
        }
        assert_eq!(page.wrong().await, json!([]));
    });
}

#[test]
fn without_a_clipboard_the_text_can_be_copied_by_hand() {
    run(|page| async move {
        page.before_anything("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
            .await;
        page.watch().await;
        page.open(STATE).await;
        page.click("#copy-result").await;
        page.expect_text("#by-hand", "Copy the text from here").await;
        assert_eq!(page.value("#by-hand textarea").await, "0x3a18");
        // A dialog shows its text, and what is behind it cannot be reached.
        page.click("#share").await;
        page.click("#copy-shared").await;
        let selected = || async {
            let text = page.script("return String(getSelection())", vec![]).await;
            text.as_str().unwrap_or_default().to_owned()
        };
        let link = page.text("#shared-link").await;
        assert!(link.contains(STATE), "{link}");
        page.expect("what is selected", &link, selected).await;
        page.visit(&format!("{}embed/#{STATE}", page.address())).await;
        page.expect_result("0x3a18").await;
        page.click("#copy-result").await;
        page.expect("the button", "0x3a18", || page.text("#copy-result")).await;
        assert_eq!(page.wrong().await, json!([]));
    });
}

#[test]
fn without_webassembly_the_page_says_what_it_needs() {
    run(|page| async move {
        page.before_anything("delete globalThis.WebAssembly").await;
        for (path, place, part) in [
            ("", "#waiting", "needs a browser with WebAssembly"),
            ("#reference", "#waiting", "needs a browser with WebAssembly"),
            ("#sequence", "#waiting", "needs a browser with WebAssembly"),
            ("embed/", "#calculator", "needs a browser with WebAssembly"),
        ] {
            page.visit(&format!("{}{path}", page.address())).await;
            page.expect_text(&format!("{place} .failure:not(.late)"), part).await;
            // The failure has its reason, and no other message follows.
            assert!(!page.is_visible(".late").await);
            assert!(!page.is_visible(FAILURE).await);
        }
        forget(&page).await;
    });
}

#[test]
fn without_workers_the_rest_goes_on() {
    run(|page| async move {
        page.explore(&format!("{STATE}&view=cases")).await;
        page.script("delete window.Worker", vec![]).await;
        page.click("#tab-sweep").await;
        page.expect_text("#panel .failure", "could not start").await;
        page.click("#tab-compare").await;
        page.expect_visible("#compare-draft").await;
        page.script("scrollTo(0, 0)", vec![]).await;
        page.enter("a", 0, "0").await;
        page.expect_result("0x0000").await;
    });
}

#[test]
fn a_worker_whose_program_cannot_be_fetched_is_reported_and_tried_again() {
    run(|page| async move {
        // The module, and both scripts.
        for (attribute, which) in [("content", 0), ("data-scripts", 0), ("data-scripts", 1)] {
            page.open(STATE).await;
            let lose = "const [attribute, which] = arguments;
                window.meta = document.querySelector('meta[name=sweeps]');
                window.kept = meta.getAttribute(attribute);
                const files = kept.split(' ');
                if (which >= files.length) throw new Error('there is no such file');
                files[which] = './nowhere';
                meta.setAttribute(attribute, files.join(' '))";
            page.script(lose, vec![json!(attribute), json!(which)]).await;
            page.reach_explorer().await;
            page.click("#tab-sweep").await;
            page.expect_text("#panel .failure", "could not start").await;
            let find = "meta.setAttribute(arguments[0], kept)";
            page.script(find, vec![json!(attribute)]).await;
            page.click("#tab-cases").await;
            page.click("#tab-sweep").await;
            page.expect_text("#sweep-progress[data-time]", "all 65,536 operands").await;
            assert_eq!(page.count("#panel .failure").await, 0);
        }
        forget(&page).await;
    });
}

#[test]
fn a_script_that_cannot_be_fetched_is_reported_after_a_while() {
    run(|page| async move {
        page.refuse(&["*/boot*"]).await;
        // The while is an animation, which does not begin.
        page.animate(0).await;
        page.visit(page.address()).await;
        let visibility = || async {
            let style = "return getComputedStyle(document.querySelector('.late')).visibility";
            page.script(style, vec![]).await.as_str().unwrap_or_default().to_owned()
        };
        page.element(".late").await;
        page.frames(10).await;
        assert_eq!(visibility().await, "hidden");
        page.animate(100).await;
        page.expect("what is said", "visible", visibility).await;
        page.expect_text(".late", "Reload it").await;
        page.refuse(&[]).await;
        page.reload().await;
        page.element("#result-register").await;
        forget(&page).await;
    });
}

#[test]
fn an_embedded_page_tries_again_what_could_not_be_fetched() {
    run(|page| async move {
        page.refuse(&["*/sequence*"]).await;
        let embed = format!("{}embed/", page.address());
        page.visit(&format!("{embed}#{STATE}")).await;
        page.expect_result("0x3a18").await;
        let sequence = "v1/sequence@sm_90?code=add.rn.f32~d,a,b&a=0x3f800000&b=0x33800001";
        let show = |fragment: &'static str| {
            page.script("location.hash = arguments[0]", vec![json!(fragment)])
        };
        show(sequence).await;
        page.expect_text("#sequence .failure", "could not be loaded").await;
        show(STATE).await;
        page.expect_visible("#instruction").await;
        page.refuse(&[]).await;
        show(sequence).await;
        page.expect_visible("[data-result=d]").await;
        forget(&page).await;
    });
}

/// The text and the place of each part of the answer.
const ANSWERED: &str = "return ['.example', '.answer-value', '.hex', '.in-full', '.say p:not([hidden])']
    .map((part) => document.querySelector(`#app main:not([hidden]) ${part}`))
    .map((part) => [part.innerText, part.getBoundingClientRect().x, part.getBoundingClientRect().y])";

#[test]
fn the_first_answer_is_painted_before_the_app_and_stays_where_it_is() {
    run(|page| async move {
        page.hide_scrollbars().await;
        let answered = async || -> Vec<(String, f64, f64)> {
            from_value(page.script(ANSWERED, vec![]).await).expect("texts and places")
        };
        let stays = async |site: &FileServer| {
            site.hold_back(&["app"]);
            page.visit(&site.address).await;
            page.expect_visible(".waiting .answer-value").await;
            let before = answered().await;
            site.hold_back(&[]);
            page.expect_result("0x3e99999a").await;
            let after = answered().await;
            page.reach_explorer().await;
            assert_eq!(before.len(), 5);
            for (before, after) in before.iter().zip(&after) {
                let is_there =
                    (before.1 - after.1).abs() < 1.0 && (before.2 - after.2).abs() <= 2.0;
                assert!(before.0 == after.0 && is_there, "{before:?}, {after:?}");
            }
        };
        // Whatever the page fetches after its start comes from them, too.
        let [wide, narrow] = [(); 2].map(|()| FileServer::of_the_page(""));
        page.resize(1440, 900).await;
        stays(&wide).await;
        page.resize(375, 900).await;
        stays(&narrow).await;
        // The example is not the answer of another address.
        narrow.hold_back(&["app"]);
        page.visit(&format!("{}#{STATE}", narrow.address)).await;
        page.expect_visible("#linked").await;
        assert!(!page.is_visible(".waiting .answer-value").await);
        narrow.hold_back(&[]);
        page.expect_result("0x3a18").await;
        page.reach_explorer().await;
        // Another visit has no introduction.
        stays(&narrow).await;
        assert_eq!(page.count("#orient").await, 0);
    });
}

#[test]
fn while_files_are_on_their_way_the_page_says_so_and_loses_nothing() {
    run(|page| async move {
        page.watch().await;
        let site = FileServer::of_the_page("");
        site.hold_back(&["app", "library", "explorer"]);
        page.visit(&format!("{}#{STATE}", site.address)).await;
        // The contents of the page are there before its program.
        page.expect_visible(".waiting .orient").await;
        assert_eq!(page.count("#instruction").await, 0);
        site.hold_back(&["library", "explorer"]);
        page.expect_result("0x3a18").await;
        // Another view is asked for, and left before it is there.
        page.click("#views a[href='#reference']").await;
        page.expect_text("#library", "Loading the library").await;
        page.click("#views a").await;
        page.type_statement("add.f16 d, a, b;").await;
        page.enter("b", 0, "3").await;
        page.expect_result("0x4400").await;
        // The explorer is on its way, too, while more is typed.
        page.script("document.querySelector('#explorer').scrollIntoView()", vec![]).await;
        page.enter("b", 0, "0.5").await;
        assert_eq!(page.count("#panel, #query").await, 0);
        site.hold_back(&[]);
        page.element("#explorer #panel").await;
        page.element("#library #query").await;
        assert!(!page.is_visible("#library").await);
        page.expect_result("0x3e00").await;
        page.expect_fragment("a=0x3c00&b=0x3800").await;
        assert_eq!(page.statement().await, "add.f16 1, 0.5");
        assert_eq!(page.wrong().await, json!([]));
    });
}
