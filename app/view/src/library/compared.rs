//! The formats side by side.

use ptxfp::format::table::FLOATS;
use ptxfp::format::{FloatFormat, Format};
use ptxfp::internals::order::sort_by_key;
use ptxfp::text::concise;

use crate::number::with_minus;

/// The formats side by side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompareView {
    /// The names of the columns.
    pub columns: [&'static str; 8],
    /// The name of each format, the widest first, and its cells.
    pub rows: Vec<(&'static str, [String; 7])>,
}

/// The formats side by side.
pub(super) fn compare() -> CompareView {
    let formats = by_width().into_iter().filter_map(Format::float);
    CompareView {
        columns: [
            "format",
            "sign, exponent, significand",
            "largest",
            "least normal",
            "least subnormal",
            "infinity",
            "NaN",
            "step at 1",
        ],
        rows: formats.map(|format| (format.name, compared(format))).collect(),
    }
}

/// The cells of a format.
fn compared(format: &'static FloatFormat) -> [String; 7] {
    let any = Format::Float(format);
    let value = |bits: u64| with_minus(&concise(bits, any));
    let none = || String::from("–");
    let widths = [u32::from(format.signed), format.exponent_width(), format.trailing_width()];
    // Between 1 and the next number.
    let step = ["2^", &(1 - i32::from(format.precision)).to_string()].concat();
    [
        widths.map(|width| width.to_string()).join(" "),
        value(format.max_finite()),
        value(format.min_normal()),
        format.min_subnormal().map_or_else(none, value),
        String::from(if format.infinity().is_some() { "yes" } else { "–" }),
        match format.n_nans() {
            0 => none(),
            1 => String::from("one"),
            2 => String::from("two"),
            _ => String::from("yes"),
        },
        with_minus(&step),
    ]
}

/// Every floating-point format, the widest first; those of one width in the order of the table.
pub(super) fn by_width() -> Vec<Format> {
    let mut formats: Vec<Format> = FLOATS.iter().map(|format| Format::Float(format)).collect();
    sort_by_key(&mut formats, |format| usize::MAX - usize::from(format.width()));
    formats
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_compared_at_one_glance() {
        let view = compare();
        assert_eq!(view.rows.len(), FLOATS.len());
        let row = |name| &view.rows.iter().find(|row| row.0 == name).unwrap().1;
        let e4m3 = ["1 4 3", "448", "0.015625", "0.001953125", "–", "two", "2^−3"];
        assert_eq!(row("e4m3")[..], e4m3);
        assert_eq!(row("f16")[1], "65504");
        assert_eq!((&*row("ue8m0")[3], &*row("ue8m0")[5], &*row("ue8m0")[6]), ("–", "one", "2^0"));
        assert_eq!((&*row("e2m1")[4], &*row("e2m1")[5]), ("–", "–"));
    }
}
