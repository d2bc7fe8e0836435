//! What opens and closes.

use crate::browser::events::Happening;
use crate::markup::Markup;

/// The attribute that carries what is opened or closed.
const FOLD: &str = "data-fold";

/// What is pressed: what is open is in the state, so the browser leaves it alone.
pub(super) fn pressed(happening: &Happening) -> Option<String> {
    let key = happening.press(FOLD)?;
    happening.take();
    Some(key)
}

/// Opens the element, and in it its summary.
pub(super) fn fold<'m>(markup: &'m mut Markup, key: &str, is_open: bool) -> &'m mut Markup {
    markup.open("details");
    if is_open {
        markup.attribute("open", "");
    }
    markup.open("summary").attribute(FOLD, key)
}
