//! The style sheet that the page does not start with: that of explorer, library, program and card.

use std::cell::RefCell;

use js_sys::Promise;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlLinkElement, window};

use super::files::file;

/// The name of its entry in the page.
const LATER: &str = "later";

thread_local! {
    /// The sheet, once it is asked for.
    static SHEET: RefCell<Option<Promise>> = const { RefCell::new(None) };
}

/// Fetches the sheet; `false` if that failed, and then the next call tries again.
pub fn later() -> impl Future<Output = bool> {
    let asked = SHEET.with_borrow_mut(|sheet| sheet.get_or_insert_with(ask).clone());
    let answer = JsFuture::from(asked);
    async move {
        let is_there = answer.await.is_ok();
        if !is_there {
            SHEET.take();
        }
        is_there
    }
}

fn ask() -> Promise {
    Promise::new(&mut |done, refuse| {
        if add(&done, &refuse).is_none() {
            let _ = refuse.call0(&JsValue::NULL);
        }
    })
}

/// Adds the element that fetches the sheet.
fn add(done: &js_sys::Function, refuse: &js_sys::Function) -> Option<()> {
    let (sheet, _) = file(LATER)?;
    let document = window()?.document()?;
    let link: HtmlLinkElement = document.create_element("link").ok()?.dyn_into().ok()?;
    link.set_rel("stylesheet");
    // In a frame without its own origin, only files shared with every origin can be checked.
    link.set_cross_origin(Some(""));
    let _ = link.set_attribute("integrity", &sheet.integrity);
    link.set_href(&sheet.address);
    link.set_onload(Some(done));
    link.set_onerror(Some(refuse));
    document.head()?.append_child(&link).ok()?;
    Some(())
}
