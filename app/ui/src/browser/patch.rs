//! Bringing an element to new markup while keeping what is the same: a part that is focused, or
//! being pressed, stays that part.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, HtmlTemplateElement, Node, window};

/// The attribute of a field that says where its caret goes when its text is replaced, in UTF-16
/// units; without it the caret goes to the end.
pub const CARET: &str = "data-caret";

/// Makes what is in an element equal to markup, in place.
pub fn patch(element: &Element, markup: &str) {
    let template = window().and_then(|w| w.document()?.create_element("template").ok());
    let Some(template) = template else { return };
    template.set_inner_html(markup);
    patch_children(element, &template.unchecked_into::<HtmlTemplateElement>().content());
    fill_fields(element);
    reveal_chosen(element);
}

/// Scrolls the page so that the option looked at is in view.
fn reveal_chosen(element: &Element) {
    let Ok(Some(option)) = element.query_selector("[role=option][aria-selected=true]") else {
        return;
    };
    let Some(root) = window().and_then(|w| w.document()?.document_element()) else { return };
    let (place, height) = (option.get_bounding_client_rect(), root.client_height());
    if place.top() < 0.0 || place.bottom() > f64::from(height) {
        option.scroll_into_view_with_bool(place.top() < 0.0);
    }
}

/// Makes every field show the value of its attribute, which what was typed or chosen hides; text
/// areas and selects do not look at theirs by themselves.
fn fill_fields(element: &Element) {
    let Ok(fields) = element.query_selector_all(":is(input, textarea, select)[value]") else {
        return;
    };
    for index in 0..fields.length() {
        let Some(field) = fields.get(index) else { continue };
        let field: HtmlInputElement = field.unchecked_into();
        let value = field.get_attribute("value").unwrap_or_default();
        // Setting the same again would move the caret in some browsers.
        if field.value() != value {
            field.set_value(&value);
            // The page knows where typing goes on.
            if let Some(caret) = field.get_attribute(CARET).and_then(|caret| caret.parse().ok()) {
                let _ = field.set_selection_range(caret, caret);
            }
        }
    }
}

/// Makes the children of a node equal to those of another, by their order.
fn patch_children(node: &Node, wanted: &Node) {
    let mut old = node.first_child();
    let mut new = wanted.first_child();
    while let Some(next) = new {
        new = next.next_sibling();
        match old {
            Some(present) => {
                old = present.next_sibling();
                patch_node(node, &present, &next);
            }
            None => {
                let _ = node.append_child(&next);
            }
        }
    }
    while let Some(present) = old {
        old = present.next_sibling();
        let _ = node.remove_child(&present);
    }
}

/// Makes one child equal to another.
fn patch_node(parent: &Node, present: &Node, wanted: &Node) {
    if present.is_equal_node(Some(wanted)) {
        return;
    }
    if present.node_name() != wanted.node_name() {
        let _ = parent.replace_child(wanted, present);
    } else if let (Some(present), Some(wanted)) =
        (present.dyn_ref::<Element>(), wanted.dyn_ref::<Element>())
    {
        patch_attributes(present, wanted);
        patch_children(present, wanted);
    } else {
        present.set_node_value(wanted.node_value().as_deref());
    }
}

/// Makes the attributes of one element equal to those of another.
fn patch_attributes(present: &Element, wanted: &Element) {
    for name in names(present) {
        if !wanted.has_attribute(&name) {
            let _ = present.remove_attribute(&name);
        }
    }
    for name in names(wanted) {
        let value = wanted.get_attribute(&name);
        if present.get_attribute(&name) != value {
            let _ = present.set_attribute(&name, &value.unwrap_or_default());
        }
    }
}

/// The names of an element's attributes.
fn names(element: &Element) -> impl Iterator<Item = String> + use<> {
    element.get_attribute_names().into_iter().filter_map(|name| name.as_string())
}
