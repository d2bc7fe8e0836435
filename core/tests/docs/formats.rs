//! `docs/formats.md`: every format.

use std::fmt::Write as _;

use ptxfp::catalog::Type;
use ptxfp::format::table::{FIXEDS, FLOATS};
use ptxfp::format::{FloatFormat, Format};
use ptxfp::internals::quote::code;
use ptxfp::text::{concise, exact_brief};

use crate::text::{section, table};

pub(crate) fn text() -> String {
    let mut text = String::from(
        "# Formats\n\n\
         A finite datum is ±*m* · 2^*q* with an integer significand *m* of *precision* bits.\n\
         emin and emax are the exponents of the smallest and of the largest normal binade.\n\n",
    );
    let head = [
        "format",
        "bits",
        "sign",
        "exponent",
        "significand",
        "precision",
        "bias",
        "emin",
        "emax",
        "NaNs",
        "defined in",
    ];
    text += &table(&head, FLOATS.iter().copied().map(parameters));
    text += "Fixed-point formats; signed ones use two's complement:\n\n";
    let row = |format: &&'static ptxfp::format::FixedFormat| {
        let end = |bits| exact_brief(bits, *format);
        vec![
            code(format.name),
            format.width.to_string(),
            format.fraction.to_string(),
            end(format.min()),
            end(format.max()),
            types(Format::Fixed(format)),
            section(&format.source),
        ]
    };
    let head = ["format", "bits", "fraction bits", "least", "largest", "types", "defined in"];
    text += &table(&head, FIXEDS.iter().map(row));
    for format in FLOATS {
        let _ = write!(text, "## {}\n\n", format.name);
        let _ = write!(text, "Types: {}.\n\n", types(Format::Float(format)));
        text += &landmarks(Format::Float(format));
        if format.width <= 8 {
            text += &encodings(Format::Float(format));
        }
    }
    let _ = write!(text, "## s2f6\n\nTypes: {}.\n\n", types((&ptxfp::format::table::S2F6).into()));
    text += &landmarks((&ptxfp::format::table::S2F6).into());
    text += &encodings((&ptxfp::format::table::S2F6).into());
    text.truncate(text.trim_end().len());
    text + "\n"
}

fn parameters(format: &'static FloatFormat) -> Vec<String> {
    let numbers = [
        format.width.to_string(),
        u8::from(format.signed).to_string(),
        format.exponent_width().to_string(),
        format.trailing_width().to_string(),
        format.precision.to_string(),
        format.bias.to_string(),
        format.emin().to_string(),
        format.emax().to_string(),
        format.n_nans().to_string(),
    ];
    [format!("[{0}](#{0})", format.name)]
        .into_iter()
        .chain(numbers)
        .chain([section(&format.source)])
        .collect()
}

fn types(format: Format) -> String {
    let types = Type::SPELLED.into_iter().filter(|each| each.format() == format);
    types.map(|each| code(each.spelling())).collect::<Vec<_>>().join(", ")
}

fn landmarks(format: Format) -> String {
    let digits = usize::from(format.width().div_ceil(4));
    let row = |(name, bits): (&str, u64)| {
        let (mut value, decimal) = (exact_brief(bits, format), concise(bits, format));
        if value != decimal {
            value.extend([" ≈ ", &decimal]);
        }
        vec![name.to_owned(), format!("`0x{bits:0digits$x}`"), value]
    };
    table(&["datum", "encoding", "value"], format.landmarks().into_iter().map(row))
}

/// Every encoding: the first digit down, the last across.
fn encodings(format: Format) -> String {
    let count = 1_u64 << format.width();
    let across: Vec<String> = (0..16).map(|digit| format!("`{digit:x}`")).collect();
    let head: Vec<&str> = [""].into_iter().chain(across.iter().map(String::as_str)).collect();
    let row = |start: u64| {
        let cells = (start..start + 16).map(|bits| exact_brief(bits, format));
        [format!("`{:x}`", start / 16)].into_iter().chain(cells).collect()
    };
    let rows = (0..count / 16).map(|row| row * 16).map(row);
    format!(
        "Every encoding, the upper digit down and the lower digit across:\n\n{}",
        table(&head, rows)
    )
}
