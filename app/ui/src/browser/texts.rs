//! Texts that the build has put beside the page: fetched when needed, one after the other.

use std::cell::RefCell;
use std::time::Duration;

use js_sys::Promise;
use leptos::leptos_dom::helpers::set_timeout;
use ptxfp_view::explorer::tabs::machine::FILE;
use ptxfp_view::explorer::tabs::machine::whole::Text;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Response;

use super::files::{beside, fetch, file};

/// Takes a text with its contents, or without after a failure.
type Receiver = Box<dyn Fn(Text, Option<String>)>;

#[derive(Default)]
struct Texts {
    asked: Option<Text>,
    receiver: Option<Receiver>,
}

thread_local! {
    static TEXTS: RefCell<Texts> = RefCell::new(Texts::default());
}

/// Sets the receiver of texts and failures.
pub fn connect(receiver: impl Fn(Text, Option<String>) + 'static) {
    TEXTS.with_borrow_mut(|texts| texts.receiver = Some(Box::new(receiver)));
}

/// Ensures that a text is fetched, after the one that is on its way.
pub fn want(text: Option<Text>) {
    let Some(text) = text else { return };
    if TEXTS.with_borrow(|texts| texts.asked.is_some()) {
        return;
    }
    let is_sent = ask(&text).is_some();
    TEXTS.with_borrow_mut(|texts| texts.asked = Some(text));
    if !is_sent {
        set_timeout(|| report(None), Duration::ZERO);
    }
}

fn ask(text: &Text) -> Option<()> {
    let (mut file, _) = file(FILE)?;
    if let Text::Whole(name, integrity) = text {
        file = beside(&file, name, integrity)?;
    }
    let content = Closure::<dyn FnMut(JsValue) -> JsValue>::new(|response: JsValue| {
        let response = response.dyn_ref::<Response>().filter(|response| response.ok());
        let text: Option<Promise> = response.and_then(|response| response.text().ok());
        text.map_or(JsValue::UNDEFINED, Into::into)
    });
    let came = Closure::<dyn FnMut(JsValue)>::new(|text: JsValue| report(text.as_string()));
    let failed = Closure::<dyn FnMut(JsValue)>::new(|_| report(None));
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

fn report(content: Option<String>) {
    // The receiver may request another one at once.
    let (asked, receiver) =
        TEXTS.with_borrow_mut(|texts| (texts.asked.take(), texts.receiver.take()));
    if let (Some(text), Some(receiver)) = (asked, &receiver) {
        receiver(text, content);
    }
    TEXTS.with_borrow_mut(|texts| texts.receiver = receiver);
}
