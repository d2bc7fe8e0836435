//! A column of operands that JavaScript passed: registers, numbers, or texts.
//!
//! It comes as a pair of a kind and the data. The kind is `registers`, with a typed array of unsigned
//! integers; `texts`, with a list of texts and of registers as bigints; or the format of numbers, with
//! their encodings in a typed array: no number crosses the boundary as a float, which would lose the
//! bits of a NaN.

use std::fmt;

use js_sys::{Array, BigUint64Array, Uint8Array, Uint16Array, Uint32Array};
use ptxfp::catalog::Type;
use ptxfp::format::table::{F32, TF32, by_name};
use ptxfp::format::{Format, Packing, mask};
use ptxfp::syntax::value;
use ptxfp::tensor::{read_element, written_width};
use wasm_bindgen::prelude::*;

use crate::bounded;
use crate::failure::Failure;
use crate::numbers::{holds, widened};

/// The place of a column: an operand of an instruction, or a list of elements of a matrix.
pub(crate) struct Place<'a> {
    /// Its name, such as `operand a`.
    pub(crate) name: &'a str,
    /// The format of a lane.
    pub(crate) format: Format,
    /// The lanes of a row.
    pub(crate) packing: Packing,
    /// The type of an operand; a matrix has none.
    pub(crate) kind: Option<Type>,
}

impl<'a> Place<'a> {
    /// A list of elements of a matrix.
    pub(crate) fn of_elements(name: &'a str, format: Format) -> Self {
        Self { name, format, packing: packing_of(format), kind: None }
    }

    /// An operand of an instruction.
    pub(crate) const fn of_operand(name: &'a str, kind: Type) -> Self {
        Self { name, format: kind.format(), packing: kind.packing(), kind: Some(kind) }
    }

    /// The name of a row, of which there may be only one.
    fn row(&self, index: usize, n: usize) -> String {
        let part = if self.kind.is_some() { "row" } else { "element" };
        if n > 1 { format!("{}, {part} {index}", self.name) } else { self.name.to_owned() }
    }

    /// Reads a text, or a register as a bigint, that errors name.
    pub(crate) fn read(&self, name: &str, given: JsValue) -> Result<u64, Failure> {
        let failed = |message: &dyn fmt::Display| Failure::of(format_args!("{name}{message}"));
        let Some(text) = given.as_string() else {
            let width = self.packing.register_width();
            let bits = u64::try_from(given).ok().filter(|bits| bits & !mask(width.into()) == 0);
            return bits
                .ok_or_else(|| failed(&format!(" has {width} bits, but the register has more")));
        };
        let text = bounded(&text)?;
        if self.packing.lanes == 1 && text.starts_with('{') {
            return Err(failed(&format!(" is one {} and takes no list", self.format)));
        }
        let read = match self.kind {
            Some(kind) => value(text, kind),
            None => read_element(text, self.format).map(|entry| entry.bits),
        };
        read.map_err(|error| failed(&format!(": {error}")))
    }

    /// Whether numbers of a format are of its own: tf32 is held in registers with numbers in f32.
    fn is_own(&self, format: Format) -> bool {
        let is_tf32 = self.format == Format::Float(&TF32) && format == Format::Float(&F32);
        format == self.format || is_tf32 && self.packing.lanes == 1
    }

    /// The error for numbers that would have to be rounded.
    fn narrowing(&self, from: Format) -> Failure {
        Failure::of(format_args!(
            "{} is {}, which does not hold every number of {from}: convert the array first, pass a list of \
             numbers, each of which is rounded to nearest, or pass registers as unsigned integers",
            self.name, self.format
        ))
    }
}

/// The layout of an element of a matrix in a register: that of a number of tf32 has bits below it.
fn packing_of(format: Format) -> Packing {
    let stride = written_width(format);
    Packing { stride, padding_below: stride - format.width(), ..Packing::scalar(format.width()) }
}

/// A typed array of unsigned integers.
pub(crate) enum Words {
    U8(Uint8Array),
    U16(Uint16Array),
    U32(Uint32Array),
    U64(BigUint64Array),
}

impl Words {
    pub(crate) fn of(given: &JsValue) -> Option<Self> {
        let of_8 = || given.dyn_ref().cloned().map(Self::U8);
        let of_16 = || given.dyn_ref().cloned().map(Self::U16);
        let of_32 = || given.dyn_ref().cloned().map(Self::U32);
        let of_64 = || given.dyn_ref().cloned().map(Self::U64);
        of_8().or_else(of_16).or_else(of_32).or_else(of_64)
    }

    pub(crate) fn len(&self) -> usize {
        let len = match self {
            Self::U8(array) => array.length(),
            Self::U16(array) => array.length(),
            Self::U32(array) => array.length(),
            Self::U64(array) => array.length(),
        };
        usize::try_from(len).unwrap_or(usize::MAX)
    }

    /// The integers from one index to another one.
    pub(crate) fn between(&self, from: usize, to: usize) -> Vec<u64> {
        fn wide<T: Into<u64>>(all: Vec<T>) -> Vec<u64> {
            all.into_iter().map(Into::into).collect()
        }
        let place = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        let (from, to) = (place(from), place(to));
        match self {
            Self::U8(array) => wide(array.subarray(from, to).to_vec()),
            Self::U16(array) => wide(array.subarray(from, to).to_vec()),
            Self::U32(array) => wide(array.subarray(from, to).to_vec()),
            Self::U64(array) => array.subarray(from, to).to_vec(),
        }
    }
}

/// A column.
pub(crate) enum Column {
    /// A register for each row.
    Registers(Words),
    /// A number for each lane of each row, lane 0 first.
    Numbers { words: Words, from: Format, to: Format, packing: Packing, is_own: bool },
    /// Rows that are read already.
    Read(Vec<u64>),
}

impl Column {
    /// Reads a pair of a kind and the data for a place.
    pub(crate) fn of(given: &JsValue, place: &Place<'_>) -> Result<Self, Failure> {
        let pair = Array::from(given);
        let (kind, data) = (pair.get(0).as_string().unwrap_or_default(), pair.get(1));
        if kind == "texts" {
            return read_all(&Array::from(&data), place).map(Self::Read);
        }
        let expected = || Failure::of(format_args!("{}: expected a column", place.name));
        let words = Words::of(&data).ok_or_else(expected)?;
        if kind == "registers" {
            return Ok(Self::Registers(words));
        }
        let from = by_name(&kind).ok_or_else(expected)?;
        let is_own = place.is_own(from);
        if !is_own && !holds(place.format, from) {
            return Err(place.narrowing(from));
        }
        let lanes = usize::from(place.packing.lanes);
        if words.len() % lanes != 0 {
            let n = words.len();
            return Err(Failure::of(format_args!(
                "{} has {lanes} lanes, and {n} numbers are no multiple of that",
                place.name
            )));
        }
        Ok(Self::Numbers { words, from, to: place.format, packing: place.packing, is_own })
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Registers(words) => words.len(),
            Self::Numbers { words, packing, .. } => words.len() / usize::from(packing.lanes.max(1)),
            Self::Read(all) => all.len(),
        }
    }

    /// The registers from one row to another one.
    pub(crate) fn rows(&self, from: usize, to: usize) -> Vec<u64> {
        match self {
            Self::Registers(words) => words.between(from, to),
            Self::Read(all) => all.get(from..to.min(all.len())).unwrap_or_default().to_vec(),
            Self::Numbers { words, from: own, to: format, packing, is_own } => {
                let lanes = usize::from(packing.lanes.max(1));
                let numbers = words.between(from * lanes, to * lanes);
                if *is_own && lanes == 1 {
                    return numbers;
                }
                let encoded = |bits| if *is_own { bits } else { widened(bits, *own, *format) };
                let row = |numbers: &[u64]| {
                    let lanes = (0..packing.lanes).zip(numbers);
                    lanes.fold(0, |row, (lane, bits)| packing.insert(row, lane, encoded(*bits)))
                };
                numbers.chunks(lanes).map(row).collect()
            }
        }
    }

    /// All its registers.
    pub(crate) fn all(&self) -> Vec<u64> {
        self.rows(0, self.len())
    }
}

/// Reads a list of texts, and of registers as bigints.
fn read_all(list: &Array, place: &Place<'_>) -> Result<Vec<u64>, Failure> {
    let n = list.iter().count();
    list.iter().enumerate().map(|(index, given)| place.read(&place.row(index, n), given)).collect()
}
