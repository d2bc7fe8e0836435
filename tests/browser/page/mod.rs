//! The page as a visitor sees it. Every selector of the tests is here; `app/ui/src/lib.rs` lists them.

mod emulate;
mod expect;
mod firefox;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource as _, KeyAction, KeyActions};
use fantoccini::elements::Element;
use fantoccini::error::{CmdError, ErrorStatus};
use fantoccini::wd::WindowHandle;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};
use url::Url;

use crate::commands::Command;
use crate::server::EMPTY;

/// The time limit for an expected state of the page.
///
/// It is no statement about the page: a machine may be busy with other work.
const PATIENCE: Duration = Duration::from_mins(1);

/// The pause between two looks at the page.
const PERIOD: Duration = Duration::from_millis(20);

/// Control pressed with a letter, as `WebDriver` spells it.
const SELECT_ALL: &str = "\u{e009}a\u{e000}";

/// A result lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ResultLane {
    /// The bits, such as `0x4000`.
    pub(crate) bits: String,
    /// The guarantee.
    pub(crate) guarantee: String,
    /// The value.
    pub(crate) value: String,
}

/// The kind of a browser, for what is beyond `WebDriver`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    Chromium,
    Firefox,
}

/// The page in a browser.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    client: Client,
    engine: Engine,
    address: String,
    may_have_errors: Arc<AtomicBool>,
}

impl Page {
    pub(crate) fn new(client: Client, engine: Engine, address: String) -> Self {
        Self { client, engine, address, may_have_errors: Arc::default() }
    }

    /// Opens the page with a fragment, which may be empty, and waits until it is there.
    pub(crate) async fn open(&self, fragment: &str) {
        let hash = if fragment.is_empty() { "" } else { "#" };
        self.visit(&format!("{}{hash}{fragment}", self.address)).await;
        self.ready().await;
    }

    /// Returns the address of the page.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Opens any address.
    pub(crate) async fn visit(&self, address: &str) {
        let present = self.client.current_url().await.expect("an address");
        // A change of fragment alone would not load the page again. An empty page of the same origin
        // costs half of what about:blank does, for which the browser starts a process.
        if address.split('#').next() == present.as_str().split('#').next() {
            let empty = present.join(EMPTY).ok().filter(|_| present.has_host());
            let empty = empty.as_ref().map_or("about:blank", Url::as_str);
            self.client.goto(empty).await.expect("an empty page");
        }
        self.client.goto(address).await.unwrap_or_else(|error| panic!("{address}: {error}"));
    }

    /// Opens a static page, or what the playground is before it starts.
    pub(crate) async fn open_path(&self, path: &str) {
        let address = format!("{}{path}", self.address);
        self.client.goto(&address).await.expect("the page");
        // On a busy machine the driver has been seen to return before the page is there.
        let look = "return document.URL === arguments[0] && document.readyState !== 'loading'";
        let is_read = || async { self.script(look, vec![json!(address)]).await.to_string() };
        self.expect("whether it is read", "true", is_read).await;
    }

    /// The title of the page.
    pub(crate) async fn title(&self) -> String {
        self.client.title().await.expect("a title")
    }

    pub(crate) async fn reload(&self) {
        self.client.refresh().await.expect("a reload");
        self.ready().await;
    }

    pub(crate) async fn back(&self) {
        self.client.back().await.expect("a step back");
    }

    pub(crate) async fn forward(&self) {
        self.client.forward().await.expect("a step forward");
    }

    /// Waits until the last part is drawn of what the address asks for. The page itself looks for it,
    /// since a question from here every few milliseconds would slow its start.
    async fn ready(&self) {
        let look = "const [patience, done] = arguments;
            const last = 'main:not([hidden]) :is(#announcement, #tensor-announcement, #library-announcement, #learn-announcement, #sequence-announcement)';
            const end = performance.now() + patience;
            const look = () => {
                const is_there = document.querySelector(last) !== null;
                if (is_there || performance.now() > end) done(is_there); else setTimeout(look, 10);
            };
            look()";
        let is_there = self.script_async(look, vec![json!(PATIENCE.as_millis())]).await;
        assert_eq!(is_there, json!(true), "the page is not drawn");
    }

    /// Opens the playground with a fragment, and has its explorer fetched.
    pub(crate) async fn explore(&self, fragment: &str) {
        self.open(fragment).await;
        self.reach_explorer().await;
    }

    /// Scrolls to the part below the steps, which is fetched then.
    pub(crate) async fn reach_explorer(&self) {
        self.script("document.querySelector('#explorer').scrollIntoView()", vec![]).await;
        self.element("#explorer #panel").await;
    }

    /// The part of the address after the `#`.
    pub(crate) async fn fragment(&self) -> String {
        let address = self.client.current_url().await.expect("an address");
        address.fragment().unwrap_or_default().to_owned()
    }

    /// The element of a selector.
    pub(crate) async fn element(&self, selector: &str) -> Element {
        let wait = self.client.wait().at_most(PATIENCE).every(PERIOD);
        let found = wait.for_element(Locator::Css(selector)).await;
        found.unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    /// The text of an element; nothing if there is none, or none to be seen.
    pub(crate) async fn text(&self, selector: &str) -> String {
        let script = "const element = document.querySelector(arguments[0]);
            return element?.checkVisibility() ? element.innerText : ''";
        let text = self.script(script, vec![json!(selector)]).await;
        text.as_str().unwrap_or_default().trim().to_owned()
    }

    /// An attribute of an element; nothing if there is none.
    pub(crate) async fn attribute(&self, selector: &str, name: &str) -> String {
        let script =
            "return document.querySelector(arguments[0])?.getAttribute(arguments[1]) ?? ''";
        let text = self.script(script, vec![json!(selector), json!(name)]).await;
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Presses an element, brought to the middle of the view as a visitor would.
    pub(crate) async fn click(&self, selector: &str) {
        let center = "document.querySelector(arguments[0])?.scrollIntoView({ block: 'center' })";
        let start = Instant::now();
        loop {
            let element = self.element(selector).await;
            self.script(center, vec![json!(selector)]).await;
            match element.click().await {
                Ok(()) => return,
                // The page was drawn anew in between.
                Err(CmdError::Standard(error))
                    if error.error == ErrorStatus::StaleElementReference
                        && start.elapsed() < PATIENCE => {}
                Err(error) => panic!("{selector}: {error}"),
            }
        }
    }

    /// Presses keys in an element.
    pub(crate) async fn keys(&self, selector: &str, keys: &str) {
        let element = self.element(selector).await;
        element.send_keys(keys).await.unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Replaces the text of a field, key by key.
    pub(crate) async fn type_over(&self, selector: &str, text: &str) {
        match self.engine {
            Engine::Chromium => self.keys(selector, &format!("{SELECT_ALL}{text}")).await,
            // Its driver holds Control until all keys have been pressed.
            Engine::Firefox => {
                self.select_all(selector).await;
                self.keys(selector, text).await;
            }
        }
    }

    /// Selects the text of a field.
    pub(crate) async fn select_all(&self, selector: &str) {
        self.keys(selector, SELECT_ALL).await;
    }

    /// Types where the focus is, with a pause after each key, and says how long that took.
    pub(crate) async fn type_evenly(&self, text: &str, pause: Duration) -> Duration {
        let mut typing = KeyActions::new("keyboard".to_owned());
        for value in text.chars() {
            typing = typing.then(KeyAction::Down { value }).then(KeyAction::Up { value });
            typing = typing.pause(pause);
        }
        let start = Instant::now();
        self.client.perform_actions(typing).await.expect("keys");
        start.elapsed()
    }

    pub(crate) async fn type_statement(&self, text: &str) {
        self.type_over("#instruction", text).await;
    }

    /// Replaces the statement in one go, as pasting does.
    pub(crate) async fn paste_statement(&self, text: &str) {
        let script =
            "const field = document.querySelector('#instruction'); field.focus(); field.select();
            return document.execCommand('insertText', false, arguments[0])";
        assert_eq!(self.script(script, vec![json!(text)]).await, json!(true));
    }

    /// The text of the statement.
    pub(crate) async fn statement(&self) -> String {
        self.value("#instruction").await
    }

    /// The text of a field.
    pub(crate) async fn value(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.value ?? ''";
        let text = self.script(script, vec![json!(selector)]).await;
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Types the value of a lane and leaves the field.
    pub(crate) async fn enter(&self, operand: &str, lane: u8, text: &str) {
        self.type_over(
            &format!("{} input", lane_selector(operand, lane)),
            &format!("{text}\u{e004}"),
        )
        .await;
    }

    /// Types the digits of a register and leaves the field.
    pub(crate) async fn enter_register(&self, operand: &str, text: &str) {
        let selector = format!("[data-register=\"{operand}\"] header input");
        self.type_over(&selector, &format!("{text}\u{e004}")).await;
    }

    /// The note below the field of a lane.
    pub(crate) async fn entry_note(&self, operand: &str, lane: u8) -> String {
        self.text(&format!("{} .entry-note", lane_selector(operand, lane))).await
    }

    /// Opens all choices, if they are closed.
    pub(crate) async fn open_choices(&self) {
        if self.count(".choices").await == 0 {
            self.click("#change").await;
            self.element(".choices").await;
        }
    }

    /// Presses a chip among all choices; one that cannot be chosen is folded.
    pub(crate) async fn press_chip(&self, spelling: &str) {
        self.open_choices().await;
        let chip = format!("[data-chip=\"{spelling}\"]");
        let unfold =
            "document.querySelector(arguments[0]).closest('details')?.setAttribute('open', '')";
        self.script(unfold, vec![json!(chip)]).await;
        self.click(&chip).await;
    }

    /// Opens the bits of an operand of one lane, if they are closed.
    pub(crate) async fn unfold(&self, operand: &str) {
        let button = format!("[data-unfold=\"{operand}\"]");
        if self.attribute(&button, "aria-expanded").await == "false" {
            self.click(&button).await;
            self.element(&format!("{button}[aria-expanded=true]")).await;
        }
    }

    /// The selector of a bit.
    pub(crate) fn bit(operand: &str, lane: u8, bit: u8) -> String {
        format!("{} [data-bit=\"{bit}\"]", lane_selector(operand, lane))
    }

    /// Chooses an option of a select by its text.
    pub(crate) async fn choose(&self, selector: &str, value: &str) {
        let element = self.element(selector).await;
        element.select_by_label(value).await.unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// The destination register, as `0x` and digits.
    ///
    /// In an embedded card, it is that of the card.
    pub(crate) async fn result(&self) -> String {
        self.attribute(":is(#result-register, [data-embed] .card)", "data-value").await
    }

    /// A lane of the result.
    pub(crate) async fn result_lane(&self, lane: u8) -> ResultLane {
        let root = format!("[data-result-lane=\"{lane}\"]");
        ResultLane {
            bits: self.attribute(&root, "data-bits").await,
            guarantee: self.text(&format!("[data-guarantee=\"{lane}\"]")).await,
            value: self.text(&format!("[data-answer-lane=\"{lane}\"]")).await,
        }
    }

    /// The lanes of the result, the lowest first.
    pub(crate) async fn result_lanes(&self) -> Vec<ResultLane> {
        let count = self.count("[data-result-lane]").await;
        let mut lanes = Vec::new();
        for lane in 0..count {
            lanes.push(self.result_lane(u8::try_from(lane).expect("few lanes")).await);
        }
        lanes
    }

    /// Returns the number of elements of a selector.
    pub(crate) async fn count(&self, selector: &str) -> u64 {
        let script = "return document.querySelectorAll(arguments[0]).length";
        self.script(script, vec![json!(selector)]).await.as_u64().unwrap_or(0)
    }

    /// Whether an element of a selector is in view.
    pub(crate) async fn is_visible(&self, selector: &str) -> bool {
        let script = "return document.querySelector(arguments[0])?.checkVisibility() ?? false";
        self.script(script, vec![json!(selector)]).await == json!(true)
    }

    /// Has the document note in `window.copied` what is copied; what it would do in a second or
    /// later waits for [`Page::let_time_pass`].
    pub(crate) async fn catch_copies(&self) {
        let script = "
            const writeText = async text => { window.copied = text };
            Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
            const before = window.setTimeout;
            window.later = [];
            window.setTimeout = (what, time, ...all) =>
                time < 1000 ? before(what, time, ...all) : later.push(() => what(...all))";
        self.script(script, vec![]).await;
    }

    /// Returns the text that was copied.
    pub(crate) async fn copied(&self) -> String {
        let text = self.script("return window.copied ?? ''", vec![]).await;
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Does what waits since [`Page::catch_copies`].
    pub(crate) async fn let_time_pass(&self) {
        self.script("for (const what of later.splice(0)) what()", vec![]).await;
    }

    /// Opens another tab, behind the present one.
    pub(crate) async fn new_tab(&self) -> WindowHandle {
        self.client.new_window(true).await.expect("a tab").handle
    }

    /// Goes to another tab, which is drawn from then on, and returns the one it left.
    pub(crate) async fn switch_tab(&self, tab: &WindowHandle) -> WindowHandle {
        let present = self.client.window().await.expect("a tab");
        self.client.switch_to_window(tab.clone()).await.expect("the other tab");
        self.dev_tools("Page.bringToFront", json!({})).await;
        present
    }

    /// Closes another tab.
    pub(crate) async fn close_tab(&self, tab: &WindowHandle) {
        let present = self.switch_tab(tab).await;
        self.client.close_window().await.expect("the tab closes");
        self.client.switch_to_window(present).await.expect("the tab that stays");
    }

    /// Runs a script in the page.
    pub(crate) async fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.client
            .execute(script, arguments)
            .await
            .unwrap_or_else(|error| panic!("{script:.200}: {error}"))
    }

    /// Runs a script that calls its last argument with a result.
    pub(crate) async fn script_async(&self, script: &str, arguments: Vec<Value>) -> Value {
        let result = self.client.execute_async(script, arguments).await;
        result.unwrap_or_else(|error| panic!("{script:.200}: {error}"))
    }

    /// Has a script run in every document, frames included, before anything of theirs.
    pub(crate) async fn before_anything(&self, script: &str) {
        let parameters = json!({ "source": script });
        self.dev_tools("Page.addScriptToEvaluateOnNewDocument", parameters).await;
    }

    /// Notes from the start what goes wrong in the page, for [`Page::wrong`].
    pub(crate) async fn watch(&self) {
        self.before_anything(include_str!("watch.js")).await;
    }

    /// Returns the errors in the document, and the violations of its policy.
    pub(crate) async fn wrong(&self) -> Value {
        self.script("return [...window.watched.wrong, ...window.watched.violations]", vec![]).await
    }

    /// Runs a command of the `DevTools` protocol.
    pub(crate) async fn dev_tools(&self, command: &'static str, parameters: Value) -> Value {
        let answer = self.client.issue_cmd(Command::DevTools(command, parameters)).await;
        answer.unwrap_or_else(|error| panic!("{command}: {error}"))
    }
}

fn lane_selector(operand: &str, lane: u8) -> String {
    format!("[data-operand=\"{operand}\"][data-lane=\"{lane}\"]")
}
