//! Texts of chapters, which the build has put beside the page: fetched when needed.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use js_sys::Promise;
use leptos::leptos_dom::helpers::set_timeout;
use ptxfp_view::chapters::Listed;
use ptxfp_view::explorer::tabs::machine::FILE;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Response, Storage, window};

use super::files::{beside, fetch, file};

/// Takes the index of a chapter with its text, or without after a failure.
type Receiver = Rc<dyn Fn(usize, Option<String>)>;

/// The key of what this browser remembers.
const KEY: &str = "ptxfp-again";

thread_local! {
    static RECEIVER: RefCell<Option<Receiver>> = const { RefCell::new(None) };
    static ASKED: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Sets the receiver of texts and failures.
pub fn connect(receiver: impl Fn(usize, Option<String>) + 'static) {
    RECEIVER.with_borrow_mut(|place| *place = Some(Rc::new(receiver)));
}

/// Ensures that the text of a chapter is fetched.
pub fn want(index: usize, listed: &Listed) {
    if ASKED.with_borrow(|asked| asked.contains(&index)) {
        return;
    }
    ASKED.with_borrow_mut(|asked| asked.push(index));
    if ask(index, listed).is_none() {
        set_timeout(move || report(index, None), Duration::ZERO);
    }
}

fn ask(index: usize, listed: &Listed) -> Option<()> {
    let (other, _) = file(FILE)?;
    let file = beside(&other, listed.file, listed.integrity)?;
    let content = Closure::<dyn FnMut(JsValue) -> JsValue>::new(|response: JsValue| {
        let response = response.dyn_ref::<Response>().filter(|response| response.ok());
        let text: Option<Promise> = response.and_then(|response| response.text().ok());
        text.map_or(JsValue::UNDEFINED, Into::into)
    });
    let came =
        Closure::<dyn FnMut(JsValue)>::new(move |text: JsValue| report(index, text.as_string()));
    let failed = Closure::<dyn FnMut(JsValue)>::new(move |_| report(index, None));
    let promise = fetch(&file)?;
    let then: js_sys::Function =
        js_sys::Reflect::get(&promise, &"then".into()).ok()?.dyn_into().ok()?;
    let text = then.call1(&promise, content.as_ref()).ok()?;
    then.call2(&text, came.as_ref(), failed.as_ref()).ok()?;
    // They are called later, and rarely created.
    content.forget();
    came.forget();
    failed.forget();
    Some(())
}

fn report(index: usize, content: Option<String>) {
    ASKED.with_borrow_mut(|asked| asked.retain(|other| *other != index));
    let receiver = RECEIVER.with_borrow(Clone::clone);
    if let Some(receiver) = receiver {
        receiver(index, content);
    }
}

fn storage() -> Option<Storage> {
    window()?.local_storage().ok()?
}

/// The day, from 1 January 1970, UTC.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a day is a small number, and what is not is saturated"
)]
pub fn today() -> u32 {
    const MILLISECONDS: f64 = 24.0 * 60.0 * 60.0 * 1000.0;
    (js_sys::Date::now() / MILLISECONDS) as u32
}

/// The text that this browser remembers, if any.
pub fn kept() -> Option<String> {
    storage()?.get_item(KEY).ok()?
}

/// Remembers a text, or nothing any more.
pub fn keep(text: Option<&str>) {
    let Some(storage) = storage() else { return };
    let _ = match text {
        Some(text) => storage.set_item(KEY, text),
        None => storage.remove_item(KEY),
    };
}
