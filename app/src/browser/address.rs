//! The fragment of the page's address.

use wasm_bindgen::JsValue;
use web_sys::window;

use super::events::element;

/// Whether a change of address is a step that the back button returns from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// It is: something was picked.
    Step,
    /// It is not: something was typed.
    Edit,
}

/// The part of the address behind the first `#`, undecoded.
///
/// It is cut from the whole address because some browsers decode the fragment they hand out.
pub fn fragment() -> String {
    let href = window().and_then(|w| w.location().href().ok()).unwrap_or_default();
    href.split_once('#').map(|(_, fragment)| fragment.to_owned()).unwrap_or_default()
}

/// Replaces the fragment without reloading.
///
/// Browsers limit how often this may be called and throw beyond it: that is ignored, because the
/// next change of state writes the whole state again.
pub fn set_fragment(fragment: &str, visit: Visit) {
    if fragment == self::fragment() {
        return;
    }
    let Some(history) = window().and_then(|w| w.history().ok()) else { return };
    let mut address = String::from("#");
    address.push_str(fragment);
    let _ = match visit {
        Visit::Step => history.push_state_with_url(&JsValue::NULL, "", Some(&address)),
        Visit::Edit => history.replace_state_with_url(&JsValue::NULL, "", Some(&address)),
    };
}

/// Sets the title of the page, which names its entry in the history.
pub fn set_title(title: &str) {
    if let Some(document) = window().and_then(|w| w.document()) {
        document.set_title(title);
    }
}

/// Sets the fragment that the header's link to the playground leads back to.
pub fn set_way_back(fragment: &str) {
    if let Some(link) = element("#views a") {
        let _ = link.set_attribute("href", &["#", fragment].concat());
    }
}
