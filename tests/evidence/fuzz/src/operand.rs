//! Operand text: what is read has the width of its format, and is read back from every print.

use std::str::FromStr;

use ptxfp::catalog::Type;
use ptxfp::format::Format;
use ptxfp::format::mask;
use ptxfp::format::table::{F32, F64, FIXEDS, FLOATS};
use ptxfp::syntax;
use ptxfp::text::{Exactness, TextError, c_hex, concise, exact_decimal, parse, shortest};

use crate::input::{Input, assert_inside, assert_plain};

/// A format and a type of registers by a byte each, and the text of an operand.
pub fn operand(data: &[u8]) {
    let mut input = Input::new(data);
    let floats = FLOATS.iter().copied().map(Format::Float);
    let formats: Vec<_> = FIXEDS.iter().copied().map(Format::Fixed).chain(floats).collect();
    let format = *input.choose(&formats);
    let kind = *input.choose(&Type::SPELLED);
    let text = &*input.text();
    match parse(text, format) {
        Ok(entry) => {
            if let Some(note) = entry.note() {
                assert_plain(&note);
            }
            assert_read_back(entry.bits, format);
        }
        Err(error) => assert_error(text, &error),
    }
    assert_as_host(text);
    for read in
        [|text: &str, kind| syntax::register(text, kind).map(|entry| entry.bits), syntax::value]
    {
        match read(text, kind) {
            Ok(bits) => {
                let width = kind.packing().register_width();
                assert_eq!(bits & !mask(width.into()), 0, "{bits:#x}");
            }
            Err(error) => assert_error(text, &error),
        }
    }
}

fn assert_error(text: &str, error: &TextError) {
    assert_inside(text, &error.span);
    assert_plain(&error.message);
}

/// Every way to write it is read as it was; of NaNs, as the canonical one.
fn assert_read_back(bits: u64, format: Format) {
    assert_eq!(bits & !mask(format.width().into()), 0, "{bits:#x}");
    let expected = if format.is_nan(bits) { format.canonical_nan() } else { Some(bits) };
    let writers: [fn(u64, Format) -> String; 4] = [shortest, concise, exact_decimal, c_hex];
    for (index, write) in writers.into_iter().enumerate() {
        let text = write(bits, format);
        let entry = parse(&text, format);
        assert_eq!(entry.as_ref().ok().map(|entry| entry.bits), expected, "{text}: {entry:?}");
        let is_rounded =
            matches!(entry, Ok(entry) if matches!(entry.exactness, Exactness::Rounded { .. }));
        // The shorter ones may denote a value beside the datum.
        assert!(index < 2 || !is_rounded, "{text}");
    }
}

/// A plain decimal number is what Rust's own library reads, for f32 and f64.
fn assert_as_host(text: &str) {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    if !is_plain || text.len() > ptxfp::text::MAX_LENGTH {
        return;
    }
    if let Ok(host) = f64::from_str(text) {
        let entry = parse(text, &F64);
        assert_eq!(entry.map(|entry| entry.bits), Ok(host.to_bits()), "{text}");
    }
    if let Ok(host) = f32::from_str(text) {
        let entry = parse(text, &F32);
        assert_eq!(entry.map(|entry| entry.bits), Ok(host.to_bits().into()), "{text}");
    }
}
