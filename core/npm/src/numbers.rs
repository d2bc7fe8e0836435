//! Exact changes of format, so that JavaScript sees numbers and passes them.

use js_sys::{Array, BigUint64Array, Uint32Array};
use ptxfp::catalog::Type;
use ptxfp::format::table::{F32, F64, by_name};
use ptxfp::format::{FixedFormat, Format, Packing, Specials};
use ptxfp::internals::arith::{Datum, Kind};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::given::Words;

/// Whether a format holds every number of another one, the infinities and NaN included.
pub(crate) fn holds(to: Format, from: Format) -> bool {
    match (to, from) {
        (Format::Float(to), Format::Float(from)) => {
            let is_special = to.specials == Specials::Ieee754 || from.specials == to.specials;
            let is_fine = to.precision >= from.precision && to.min_quantum() <= from.min_quantum();
            let is_zero = to.subnormals || !from.subnormals;
            let is_signed = to.signed || !from.signed;
            is_special && is_fine && is_zero && is_signed && to.emax() >= from.emax()
        }
        (Format::Float(to), Format::Fixed(from)) => {
            // The smallest integer is a power of two.
            let digits = from.width - u8::from(from.signed);
            let is_wide = to.precision >= digits && to.emax() >= i32::from(digits);
            is_wide && to.subnormals && (to.signed || !from.signed) && from.fraction == 0
        }
        (Format::Fixed(to), Format::Fixed(from)) => {
            let is_wider = to.width >= from.width && to.fraction == from.fraction;
            is_wider && if from.signed { to.signed } else { !to.signed || to.width > from.width }
        }
        (Format::Fixed(_), Format::Float(_)) => false,
    }
}

/// The encoding in a format that holds the number. A NaN becomes quiet and keeps its payload, as in
/// IEEE 754.
pub(crate) fn widened(bits: u64, from: Format, to: Format) -> u64 {
    let datum = from.decode(bits);
    let kind = match datum.kind {
        Kind::Nan { payload, .. } => {
            let shift = to.trailing_width().saturating_sub(from.trailing_width());
            Kind::Nan { quiet: true, payload: payload << shift }
        }
        other => other,
    };
    to.encode(&Datum { kind, ..datum })
}

/// The format of JavaScript's typed arrays that holds every number of a format.
fn shown_as(format: Format) -> Format {
    const fn of(width: u8, signed: bool) -> &'static FixedFormat {
        use ptxfp::format::table::{S32, S64, U32, U64};
        match (width > 32, signed) {
            (false, false) => &U32,
            (false, true) => &S32,
            (true, false) => &U64,
            (true, true) => &S64,
        }
    }
    match format {
        Format::Fixed(own) if own.fraction == 0 => Format::Fixed(of(own.width, own.signed)),
        _ if format.width() > 32 => Format::Float(&F64),
        _ => Format::Float(&F32),
    }
}

/// The lanes of a type, or of a format by its name.
fn lanes(kind: &str) -> Result<(Format, Packing), Failure> {
    let name = kind.trim_start_matches('.');
    let others = [Type::Pred, Type::B32];
    let spelled = Type::SPELLED.into_iter().chain(others);
    let found =
        spelled.map(|kind| (kind.spelling(), kind)).find(|(spelling, _)| spelling[1..] == *name);
    if let Some((_, kind)) = found {
        return Ok((kind.format(), kind.packing()));
    }
    let format = by_name(name).ok_or_else(|| Failure::of(format_args!("unknown type `{kind}`")))?;
    Ok((format, Packing::scalar(format.width())))
}

/// The numbers in registers of a type, lane 0 first: a format, and their encodings in it.
#[wasm_bindgen]
pub fn values(kind: &str, registers: &JsValue) -> Result<Array, JsValue> {
    let (format, packing) = lanes(kind)?;
    let words = Words::of(registers).ok_or_else(|| Failure::of("expected registers"))?;
    let to = shown_as(format);
    let encoded = |bits| if format == to { bits } else { widened(bits, format, to) };
    let rows = words.between(0, words.len()).into_iter();
    let all = rows.flat_map(|row| (0..packing.lanes).map(move |lane| packing.extract(row, lane)));
    let all: Vec<u64> = all.map(encoded).collect();
    Ok(Array::of2(&to.name().into(), &typed(&all, to.width())))
}

/// Integers as a typed array of 32 or 64 bits.
pub(crate) fn typed(all: &[u64], width: u8) -> JsValue {
    if width > 32 {
        return BigUint64Array::from(all).into();
    }
    #[expect(clippy::cast_possible_truncation, reason = "they have at most 32 bits")]
    let narrow: Vec<u32> = all.iter().map(|bits| *bits as u32).collect();
    Uint32Array::from(&*narrow).into()
}
