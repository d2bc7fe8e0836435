//! A text that the build has put beside the page: fetched when first needed, and again after a
//! failure.

use std::cell::RefCell;
use std::time::Duration;

use js_sys::Promise;
use leptos::leptos_dom::helpers::set_timeout;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Response;

use super::files::{fetch, file};

#[derive(Default)]
struct Texts {
    is_asked: bool,
    receiver: Option<Box<dyn Fn(Option<String>)>>,
}

thread_local! {
    static TEXTS: RefCell<Texts> = RefCell::new(Texts::default());
}

/// Sets the receiver of the text or of the failure.
pub fn connect(receiver: impl Fn(Option<String>) + 'static) {
    TEXTS.with_borrow_mut(|texts| texts.receiver = Some(Box::new(receiver)));
}

/// Ensures that a text is fetched: the name of the `<meta>` that has its address.
pub fn want(name: Option<&str>) {
    let Some(name) = name else { return };
    if TEXTS.with_borrow_mut(|texts| std::mem::replace(&mut texts.is_asked, true)) {
        return;
    }
    if ask(name).is_none() {
        set_timeout(|| report(None), Duration::ZERO);
    }
}

fn ask(name: &str) -> Option<()> {
    let (file, _) = file(name)?;
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

fn report(text: Option<String>) {
    // The receiver may request it again at once.
    let receiver = TEXTS.with_borrow_mut(|texts| {
        texts.is_asked = text.is_some();
        texts.receiver.take()
    });
    if let Some(receiver) = &receiver {
        receiver(text);
    }
    TEXTS.with_borrow_mut(|texts| texts.receiver = receiver);
}
