//! The ulp ruler.

use ptxfp_view::playground::result::{MarkView, NumberLineView, Place};

use crate::markup::Markup;

/// Draws representable values as marks, the exact value as a stem, the reference as a filled dot,
/// permitted ones as rings, the bound as a band and rounding midpoints dotted.
pub(super) fn number_line(markup: &mut Markup, view: &NumberLineView) {
    let size = [("role", "img"), ("width", "100%"), ("height", "92")];
    markup.open_class("svg", "number-line").attribute("aria-label", &view.label).attributes(&size);
    if let Some((low, high)) = view.bound {
        let (left, right, width) = (percent(low), percent(high), percent(high - low));
        let place = [("x", &*left), ("y", "28"), ("width", &width), ("height", "32")];
        markup.open_class("rect", "bound").attributes(&place).close();
        stem(markup, "bound-end", &left, ("28", "60"));
        stem(markup, "bound-end", &right, ("28", "60"));
    }
    let axis = [("x1", "0"), ("x2", "100%"), ("y1", "44"), ("y2", "44"), ("class", "axis")];
    markup.shape("line", &axis);
    for at in &view.midpoints {
        stem(markup, "midpoint", &percent(*at), ("37", "51"));
    }
    for each in &view.marks {
        mark(markup, each);
    }
    let (exact, text) = &view.exact;
    let exact = percent(*exact);
    stem(markup, "exact", &exact, ("22", "44"));
    label(markup, "exact-text", &exact, "16", text);
    markup.close();
}

/// One representable value.
fn mark(markup: &mut Markup, mark: &MarkView) {
    let x = percent(mark.at);
    stem(markup, "mark", &x, ("35", "53"));
    let dot = match (mark.reference, mark.permitted) {
        (true, _) => Some(("reference", "5.5")),
        (false, true) => Some(("permitted", "4")),
        (false, false) => None,
    };
    if let Some((class, r)) = dot {
        markup.shape("circle", &[("cx", &x), ("cy", "44"), ("r", r), ("class", class)]);
    }
    label(markup, if mark.reference { "reference-text" } else { "" }, &x, "75", &mark.digits);
    label(markup, "", &x, "89", &mark.value);
}

/// An upright line.
fn stem(markup: &mut Markup, class: &str, x: &str, (top, bottom): (&str, &str)) {
    markup.shape("line", &[("x1", x), ("x2", x), ("y1", top), ("y2", bottom), ("class", class)]);
}

/// A text at a place.
pub(super) fn label(markup: &mut Markup, class: &str, x: &str, y: &str, text: &str) {
    markup.open_class("text", class).attributes(&[("x", x), ("y", y)]).text(text).close();
}

/// A place as a percentage of the ruler's length.
fn percent(at: Place) -> String {
    let (sign, size) = if at < 0 { ("-", -at) } else { ("", at) };
    let hundredths = size % 100;
    let zero = if hundredths < 10 { "0" } else { "" };
    [sign, &(size / 100).to_string(), ".", zero, &hundredths.to_string(), "%"].concat()
}
