//! Texts that are no statements as data: the output of `ptxfp eval --json`. Field names are stable.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use crate::catalog::Instruction;
use crate::format::Field;
pub use crate::present::data::Assumption;
use crate::syntax::ask;
use crate::text::{c_hex, exact_decimal, hex, stored};
use crate::typed::{Link, Said};

/// A number in a format.
#[derive(Serialize)]
pub struct Number {
    /// The reading.
    pub reading: String,
    /// The assumptions and remarks of the reading.
    pub assumptions: Vec<Assumption>,
    /// The number.
    pub value: NumberIn,
}

/// A number with its bits.
#[derive(Serialize)]
pub struct NumberIn {
    /// The format, such as `f32`.
    pub format: &'static str,
    /// The bits, in hexadecimal with `0x`.
    pub bits: String,
    /// The bits of sign, exponent and significand, in binary; without those that the format lacks.
    pub fields: Fields,
    /// The number in decimal as it is stored, to at most 9 digits, of f64 to at most 17; or `inf`,
    /// `-inf`, `NaN`.
    pub value: String,
    /// The number in decimal, every digit.
    pub exact: String,
    /// The number as a hexadecimal floating-point number of C.
    pub c_hex: String,
    /// The class, such as `subnormal`.
    pub class: &'static str,
    /// The change from the number that was typed, if the format does not have that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounded: Option<Rounding>,
}

/// Bits in binary.
#[derive(Serialize)]
pub struct Fields {
    /// The sign; nothing if the format has none.
    pub sign: String,
    /// The exponent field; nothing for integers.
    pub exponent: String,
    /// The significand without its leading bit, or an integer.
    pub significand: String,
}

/// The change from a typed number.
#[derive(Serialize)]
pub struct Rounding {
    /// The number as it was typed.
    pub typed: String,
    /// `up` or `down`.
    pub direction: &'static str,
    /// The stored number minus the typed one in units in the last place; nothing if that is beyond the
    /// largest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_ulp: Option<String>,
}

impl Number {
    /// The answer of a reading that is a value.
    #[must_use]
    pub fn of(reading: &ask::Reading, value: &ask::Value) -> Self {
        let ask::Value { format, bits, rounded } = value;
        let rounded = rounded.as_ref().map(|rounded| Rounding {
            typed: rounded.typed.clone(),
            direction: if rounded.is_up { "up" } else { "down" },
            error_ulp: rounded.error_ulp.clone(),
        });
        let width = u32::from(format.width());
        let field = |wanted: Field| {
            let indices = (0..width).rev().filter(|index| format.field(*index) == wanted);
            indices.map(|index| if bits >> index & 1 == 1 { '1' } else { '0' }).collect()
        };
        let value = NumberIn {
            format: format.name(),
            bits: hex(*bits, width),
            fields: Fields {
                sign: field(Field::Sign),
                exponent: field(Field::Exponent),
                significand: field(Field::Significand),
            },
            value: stored(*bits, *format),
            exact: exact_decimal(*bits, *format),
            c_hex: c_hex(*bits, *format),
            class: format.class_name(*bits),
            rounded,
        };
        Self { reading: reading.sentence(), assumptions: assumptions(reading), value }
    }
}

/// The assumptions of a reading.
#[must_use]
pub fn assumptions(reading: &ask::Reading) -> Vec<Assumption> {
    let all = reading
        .notes
        .iter()
        .map(|note| Assumption { text: note.text.clone(), instead: note.instead.clone() });
    all.collect()
}

/// An instruction that was typed without values.
#[derive(Serialize)]
pub struct FormOf {
    /// The instruction.
    pub form: FormIn,
}

/// An instruction.
#[derive(Serialize)]
pub struct FormIn {
    /// Opcode and modifiers.
    pub instruction: String,
    /// The opcode.
    pub opcode: &'static str,
    /// The operands of the syntax line.
    pub operands: String,
    /// The section with the syntax line.
    pub section: String,
    /// The versions and targets that have it.
    pub requires: String,
}

impl FormOf {
    /// An instruction.
    #[must_use]
    pub fn of(instruction: &Instruction) -> Self {
        let form = instruction.form;
        Self {
            form: FormIn {
                instruction: instruction.to_string(),
                opcode: form.opcode,
                operands: form.operand_list(),
                section: form.source.to_string(),
                requires: form.requires.to_string(),
            },
        }
    }
}

/// A message of the assembler.
#[derive(Serialize)]
pub struct MessageOf<T> {
    /// Its meaning.
    pub message: MessageIn,
    /// The instructions that it is about.
    pub forms: T,
}

/// The meaning of a message.
#[derive(Serialize)]
pub struct MessageIn {
    /// The query for the instructions that it is about.
    pub query: String,
    /// Their opcodes.
    pub opcodes: Vec<String>,
    /// The meaning, in sentences; code is between back quotes.
    pub sentence: String,
    /// Texts that show what helps.
    pub instead: Vec<String>,
}

impl From<Said> for MessageIn {
    fn from(said: Said) -> Self {
        let Said { query, opcodes, sentence, instead } = said;
        Self { query, opcodes, sentence, instead }
    }
}

/// A link to a view of the page that shows no result.
#[derive(Serialize)]
pub struct LinkOf {
    /// The link.
    pub link: LinkIn,
}

/// A view.
#[derive(Serialize)]
pub struct LinkIn {
    /// The view, such as `formats`.
    pub view: String,
    /// The part that it shows, such as `e4m3`; may be empty.
    pub rest: String,
}

impl LinkOf {
    /// A link.
    #[must_use]
    pub fn of(link: &Link) -> Self {
        let (view, rest) = link.fragment().split_once(['/', '?']).unwrap_or((link.fragment(), ""));
        Self { link: LinkIn { view: view.to_string(), rest: rest.to_string() } }
    }
}
