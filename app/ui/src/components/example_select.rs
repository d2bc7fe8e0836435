//! What can be loaded with one choice.

use ptxfp_view::library::lessons::EXAMPLES;
use ptxfp_view::playground::{Edit, Screen};

use crate::markup::Markup;

/// The edit of a choice.
pub(super) fn chosen(value: &str) -> Option<Edit> {
    let (kind, index) = value.split_at_checked(1)?;
    let index = index.parse().ok()?;
    Some(if kind == RECENT { Edit::Return(index) } else { Edit::Example(index) })
}

const RECENT: &str = "r";
const EXAMPLE: &str = "e";

/// A select over what was used before and the lessons; it shows neither, but what it is for.
pub(super) fn example_select(markup: &mut Markup, screen: &Screen) {
    markup.open("select");
    markup.attributes(&[("id", "examples"), ("aria-label", "recent and examples"), ("value", "")]);
    markup.open("option").attribute("value", "").text("Recent, examples").close();
    let recent = screen.recent.iter().map(String::as_str);
    group(markup, "used before", RECENT, recent);
    group(markup, "examples", EXAMPLE, EXAMPLES.iter().map(|head| head.title));
    markup.close();
}

fn group<'t>(
    markup: &mut Markup,
    label: &str,
    kind: &str,
    names: impl ExactSizeIterator<Item = &'t str>,
) {
    if names.len() == 0 {
        return;
    }
    markup.open("optgroup").attribute("label", label);
    for (index, name) in names.enumerate() {
        let value = [kind, &index.to_string()].concat();
        markup.open("option").attribute("value", &value).text(name).close();
    }
    markup.close();
}
