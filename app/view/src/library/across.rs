//! One value in every format.

use ptxfp::catalog::aliases::names_of_format;
use ptxfp::catalog::{Choice, Form, Modifier, Slot, forms_of};
use ptxfp::format::Format;
use ptxfp::internals::arith::Dyadic;
use ptxfp::text::{Exactness, concise, hex, hex_digits, parse, relative_error};

use crate::library::compared::by_width;
use crate::message::sentence;
use crate::number::with_minus;

/// One value in every format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AcrossView {
    /// The text that is typed.
    pub typed: String,
    /// The error in it; may be empty.
    pub problem: String,
    /// A row for each format, the widest first.
    pub rows: Vec<StoredView>,
}

/// A value in a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredView {
    /// The format.
    pub name: &'static str,
    /// Its names elsewhere.
    pub also: String,
    /// The stored value.
    pub value: String,
    /// All of its digits, where those are too many for a column; may be empty.
    pub digits: String,
    /// The outcome for a value beyond the largest number; may be empty.
    pub remark: String,
    /// Its encoding.
    pub hex: String,
    /// The bits of sign, exponent and significand.
    pub bits: [String; 3],
    /// The relative error or `exact`; empty if there is none.
    pub error: String,
    /// The reason why the format has no such value; empty if it has, or if no format can read it.
    pub lacks: String,
    /// The position of the error on a logarithmic scale from 10^−17 to 1, in percent.
    pub place: Option<i32>,
}

/// The value that is shown before something is typed.
pub const FIRST: &str = "0.1";
/// The power of ten at the left end of the scale.
const LEAST: i32 = -17;
/// The largest number of characters of a value, as wide as its column: those of a value that fills
/// 32 bits, and two lines of them for 64.
const LENGTH: usize = 30;
/// The number of digits shown of a value that is longer.
const DIGITS: usize = 19;
/// The number of names shown from elsewhere.
const NAMES: usize = 2;

/// One value in every format.
pub fn across(typed: &str) -> AcrossView {
    let formats = by_width();
    let wrong = formats.iter().find_map(|format| parse(typed, *format).err());
    // If the widest format cannot hold the value, no other can.
    let is_wrong = formats.first().is_none_or(|format| parse(typed, *format).is_err());
    let problem = wrong.filter(|_| is_wrong).map(|error| sentence(&error.message));
    let mut rows: Vec<_> = formats.iter().map(|format| stored(typed, *format)).collect();
    if problem.is_some() {
        // It is said once, above the rows.
        for row in &mut rows {
            row.lacks.clear();
        }
    }
    AcrossView { typed: typed.to_owned(), problem: problem.unwrap_or_default(), rows }
}

/// A value in a format.
fn stored(typed: &str, format: Format) -> StoredView {
    let names: Vec<_> =
        names_of_format(format).filter(|name| !name.starts_with('_')).take(NAMES).collect();
    let mut view = StoredView {
        name: format.name(),
        also: names.join(", "),
        value: String::from("–"),
        digits: String::new(),
        remark: String::new(),
        hex: String::new(),
        bits: Default::default(),
        error: String::new(),
        lacks: String::new(),
        place: None,
    };
    let entry = match parse(typed, format) {
        Ok(entry) => entry,
        Err(error) => {
            view.lacks = sentence(&error.message);
            return view;
        }
    };
    let bits = entry.bits;
    let number = Dyadic::from_datum(&format.decode(bits)).filter(|number| !number.is_zero());
    let value = number.as_ref().map(|number| exact(number, format));
    view.value = with_minus(&value.unwrap_or_else(|| concise(bits, format)));
    if let Some(number) = number.filter(|_| view.value.contains('…')) {
        view.digits = with_minus(&number.to_decimal());
    }
    if let Exactness::Overflowed { largest, .. } = &entry.exactness {
        let is_infinite = format.float().is_some_and(|it| it.infinity().is_some());
        view.remark = match () {
            () if !is_infinite => String::from("clamped"),
            () if clamps(format) => ["beyond ", largest, "; PTX clamps to it"].concat(),
            () => ["beyond ", largest].concat(),
        };
    }
    view.hex = register(bits, format);
    view.bits = fields(bits, format);
    let is_number = !format.is_nan(bits);
    match relative_error(typed, bits, format) {
        Some(error) => {
            view.place = Some((error.exponent.max(LEAST) - LEAST).min(-LEAST) * 100 / -LEAST);
            view.error = with_minus(&error.text);
        }
        None if is_number && format.float().is_some_and(|it| it.infinity() != Some(bits)) => {
            view.error = String::from("exact");
        }
        None => {}
    }
    view
}

/// The bits as a register has them: those of tf32 are at the upper end of 32.
fn register(bits: u64, format: Format) -> String {
    let width = u32::from(format.width());
    match width {
        17..32 => hex(bits << (32 - width), 32),
        _ => hex(bits, width),
    }
}

/// Whether PTX converts to a format with `.satfinite` only.
fn clamps(format: Format) -> bool {
    let has_type = |slot: Option<&Slot>| {
        let mut choices = slot.into_iter().flat_map(|slot| slot.choices);
        choices.any(
            |choice| matches!(choice.modifier, Modifier::Type(kind) if kind.format() == format),
        )
    };
    let is_free = |form: &Form| {
        let is_limit = |choice: &Choice| choice.modifier == Modifier::Satfinite;
        let limits = |slot: &&Slot| slot.is_required() && slot.choices.iter().any(is_limit);
        !form.slots.iter().any(|slot| limits(&slot))
    };
    let mut to = forms_of("cvt").filter(|form| has_type(form.type_slots().next())).peekable();
    to.peek().is_some() && !to.any(is_free)
}

/// Every digit of a number, as long as they fit their column.
fn exact(number: &Dyadic, format: Format) -> String {
    let lines = usize::from(format.width().div_ceil(32));
    let text = number.to_decimal();
    if text.len() <= lines * LENGTH { text } else { number.to_decimal_shortened(DIGITS) }
}

/// The bits of sign, exponent and significand.
fn fields(bits: u64, format: Format) -> [String; 3] {
    let mut all = String::new();
    for place in (0..u32::from(format.width())).rev() {
        all.push_str(&hex_digits(bits >> place & 1, 1));
    }
    let sign = usize::from(format.is_signed());
    let exponent = sign + format.exponent_width() as usize;
    let piece = |from: usize, to: usize| all.get(from..to).unwrap_or_default().to_owned();
    [piece(0, sign), piece(sign, exponent), piece(exponent, all.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_is_stored_in_every_format() {
        let view = across(FIRST);
        assert_eq!(view.problem, "");
        let names: Vec<_> = view.rows.iter().map(|row| row.name).collect();
        assert_eq!(
            names,
            [
                "f64", "f32", "tf32", "f16", "bf16", "e4m3", "e5m2", "ue5m3", "ue8m0", "e2m3",
                "e3m2", "e2m1"
            ]
        );
        let bf16 = view.rows.iter().find(|row| row.name == "bf16").unwrap();
        assert_eq!((bf16.value.as_str(), bf16.hex.as_str()), ("0.10009765625", "0x3dcd"));
        assert_eq!(bf16.bits, ["0", "01111011", "1001101"]);
        assert_eq!((bf16.error.as_str(), bf16.also.as_str()), ("+0.0977 %", "bfloat16, bfloat"));
        let places: Vec<_> = view.rows.iter().map(|row| row.place.unwrap()).collect();
        assert!(places.iter().all(|place| (0..=100).contains(place)), "{places:?}");
        assert!(places.is_sorted() || places[0] == 0, "{places:?}");
    }

    #[test]
    fn what_cannot_be_read_is_a_problem_and_what_a_format_lacks_is_not() {
        let view = across("1.5.5");
        assert!(view.problem.contains("1.5.5") || !view.problem.is_empty());
        assert!(view.rows.iter().all(|row| row.lacks.is_empty() && row.error.is_empty()));
        let view = across("inf");
        assert_eq!(view.problem, "");
        let row = |name| view.rows.iter().find(|row| row.name == name).unwrap();
        assert!(row("e4m3").lacks.contains("no infinity"));
        assert_eq!((row("f16").value.as_str(), row("f16").error.as_str()), ("inf", ""));
        let view = across("1.5");
        let rounded: Vec<_> = view.rows.iter().filter(|row| row.error != "exact").collect();
        assert_eq!(rounded.iter().map(|row| row.name).collect::<Vec<_>>(), ["ue8m0"]);
        assert_eq!((rounded[0].value.as_str(), rounded[0].error.as_str()), ("2", "+33.3 %"));
        assert_eq!(across("-0.1").rows[4].value, "−0.10009765625");
    }

    #[test]
    fn a_value_beyond_the_largest_one_is_marked() {
        let view = across("70000");
        let row = |name| view.rows.iter().find(|row| row.name == name).unwrap();
        let beyond = ("inf", "beyond 57344; PTX clamps to it");
        assert_eq!((&*row("e5m2").value, &*row("e5m2").remark), beyond);
        assert_eq!((&*row("f16").value, &*row("f16").remark), ("inf", "beyond 65504"));
        assert_eq!((&*row("e4m3").value, &*row("e4m3").remark), ("448", "clamped"));
        assert_eq!((&*row("bf16").value, &*row("bf16").remark), ("70144", ""));
        assert!(across("inf").rows.iter().all(|row| row.remark.is_empty()));
    }

    #[test]
    fn a_value_has_every_digit_if_they_fit_its_column() {
        let value = |typed: &str, name| {
            let mut rows = across(typed).rows.into_iter();
            rows.find(|row| row.name == name).unwrap().value
        };
        assert_eq!(value(FIRST, "f32"), "0.100000001490116119384765625");
        let wide = "0.1000000000000000055511151231257827021181583404541015625";
        assert_eq!(value(FIRST, "f64"), wide);
        assert_eq!(value("1e-40", "f32"), "9.999946101114759581…e−41");
        let rows = across("1e-40").rows;
        let row = |name| rows.iter().find(|row| row.name == name).unwrap();
        let digits = &row("f32").digits;
        assert!(digits.len() > 80 && !digits.contains('…'), "{digits}");
        assert_eq!(row("f16").digits, "");
        // tf32 is a register of 32 bits.
        assert_eq!(across("0.1").rows[2].hex, "0x3dccc000");
        for typed in ["1e-300", "-1e-300", "0.1", "-1.7e308", "pi", "16777217", "-3e-39", "1e30"] {
            for row in across(typed).rows {
                let lines = if row.name == "f64" { 2 } else { 1 };
                assert!(row.value.chars().count() <= lines * LENGTH, "{typed}: {}", row.value);
            }
        }
    }

    #[test]
    fn scale_factors_have_no_sign_and_ue8m0_no_zero() {
        let row = |typed: &str, name| {
            let mut rows = across(typed).rows.into_iter();
            rows.find(|row| row.name == name).unwrap()
        };
        let tenth = row(FIRST, "ue5m3");
        assert_eq!((tenth.value.as_str(), tenth.hex.as_str()), ("0.1015625", "0x5d"));
        assert_eq!(tenth.bits, ["", "01011", "101"]);
        assert_eq!(row(FIRST, "ue8m0").bits, ["", "01111100", ""]);
        assert!(row("-0.1", "ue5m3").lacks.contains("no sign"));
        assert!(row("0", "ue8m0").lacks.contains("no zero"));
        assert_eq!(row("0", "ue5m3").error, "exact");
    }
}
