//! A number in a format as an answer.

use ptxfp::format::{Class, FloatFormat, Format};
use ptxfp::syntax::ask::{Rounded, Value};
use ptxfp::text::{hex, stored};

use super::{Certainty, NumberView, PictureView, ReplyView};
use crate::message::sentence;
use crate::number::{value, with_minus};
use crate::route::Route;
use crate::stored::{in_full, ulps};

/// The answer that a number is.
pub(super) fn reply(view: ReplyView, number: &Value) -> ReplyView {
    let Value { format, bits, rounded } = number;
    let text = with_minus(&stored(*bits, *format));
    let hex = hex(*bits, format.width().into());
    let facts = facts(*bits, *format);
    let words = rounded.as_ref().map(|it| sentence(&with_minus(&it.words(*format))));
    let words = words.into_iter().chain([facts]).collect::<Vec<_>>().join(" ");
    let across = Route::Across(stored(*bits, *format)).fragment();
    ReplyView {
        number: Some(NumberView {
            in_full: in_full(*bits, *format, &text),
            value: text,
            change: rounded.as_ref().map_or(String::new(), change),
            guarantee: String::new(),
            observed: String::new(),
            certainty: Certainty::Exact,
            picture: Some(PictureView {
                format: String::from(format.name()),
                bits: *bits,
                permitted: None,
                exact: None,
            }),
            hex,
        }),
        sentence: words,
        open: Some((String::from("This number in every format"), ["#", &*across].concat())),
        ..view
    }
}

/// Describes the change from the typed number, in a few words.
fn change(rounded: &Rounded) -> String {
    match &rounded.error_ulp {
        Some(error) => ulps("rounded", error, " ulp"),
        None => String::from("beyond the largest number"),
    }
}

/// Describes the place of the number in its format, in sentences.
fn facts(bits: u64, format: Format) -> String {
    let Format::Float(float) = format else { return neighbors(bits, format) };
    let name = format.name();
    let magnitude = bits & float.magnitude_mask();
    let is = |other: u64| magnitude == other;
    match format.classify(bits) {
        Class::QuietNan | Class::SignalingNan => ["A NaN of ", name, "."].concat(),
        Class::Infinite => ["An infinity of ", name, "."].concat(),
        _ if is(float.max_finite()) => {
            let above = above_the_largest(float, magnitude);
            ["The largest number of ", name, " in magnitude. ", &above].concat()
        }
        _ if is(float.min_normal()) => {
            ["The smallest normal number of ", name, ". ", &neighbors(bits, format)].concat()
        }
        Class::Subnormal if magnitude == 1 => {
            ["The smallest number of ", name, " above 0."].concat()
        }
        Class::Subnormal => ["A subnormal number. ", &neighbors(bits, format)].concat(),
        Class::Zero | Class::Normal => neighbors(bits, format),
    }
}

/// Describes the encoding above the largest number.
fn above_the_largest(format: &'static FloatFormat, magnitude: u64) -> String {
    let above = magnitude + 1;
    if above > format.magnitude_mask() {
        return String::from("It has neither infinities nor NaNs.");
    }
    let is = if format.decode(above).is_nan() { "a NaN" } else { "infinity" };
    let digits = hex(above, format.width.into());
    let none = if format.infinity().is_none() { "; it has no infinity" } else { "" };
    ["One above, ", &*digits, ", is ", is, none, "."].concat()
}

/// The numbers beside it.
fn neighbors(bits: u64, format: Format) -> String {
    let near = [format.next_down(bits), format.next_up(bits)];
    let near: Vec<_> = near.into_iter().flatten().map(|it| value(it, format)).collect();
    ["Its neighbors in ", format.name(), " are ", &near.join(" and "), "."].concat()
}
