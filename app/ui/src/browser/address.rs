//! The fragment of the page's address.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, History, HtmlAnchorElement, window};

use super::elements::element;

/// The attribute in which an embedded page keeps its fragment instead of in its address
/// (`app/embed/embed.js`).
const KEPT: &str = "data-state";

/// The element that keeps the fragment of an embedded page.
fn keeper() -> Option<Element> {
    window()?.document()?.document_element().filter(|root| root.has_attribute(KEPT))
}

/// The part of the address after the first `#`, undecoded.
///
/// It is cut from the whole address because some browsers decode the fragment they hand out.
pub fn fragment() -> String {
    if let Some(kept) = keeper().and_then(|root| root.get_attribute(KEPT)) {
        return kept;
    }
    let href = window().and_then(|w| w.location().href().ok()).unwrap_or_default();
    href.split_once('#').map(|(_, fragment)| fragment.to_owned()).unwrap_or_default()
}

/// The whole address of the page without a fragment; for an embedded page, that of the page beside it,
/// to which its link leads.
pub fn home() -> String {
    let href = element("#views a").map(|link| link.unchecked_into::<HtmlAnchorElement>().href());
    let href = href.unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}

/// Replaces the fragment without reloading.
pub fn replace_fragment(fragment: &str) {
    set_fragment(fragment, |history, address| {
        history.replace_state_with_url(&JsValue::NULL, "", Some(address))
    });
}

/// Sets the fragment without reloading; the back button returns to the one before.
pub fn push_fragment(fragment: &str) {
    set_fragment(fragment, |history, address| {
        history.push_state_with_url(&JsValue::NULL, "", Some(address))
    });
}

/// Browsers limit how often an address may be set and throw beyond it: that is ignored, because the
/// next change of state writes the whole state again.
fn set_fragment(fragment: &str, set: fn(&History, &str) -> Result<(), JsValue>) {
    if fragment == self::fragment() {
        return;
    }
    if let Some(root) = keeper() {
        let _ = root.set_attribute(KEPT, fragment);
        return;
    }
    if let Some(history) = window().and_then(|w| w.history().ok()) {
        let _ = set(&history, &["#", fragment].concat());
    }
}

/// Sets the title of the page, which names its entry in the history.
pub fn set_title(title: &str) {
    if let Some(document) = window().and_then(|w| w.document()) {
        document.set_title(title);
    }
}
