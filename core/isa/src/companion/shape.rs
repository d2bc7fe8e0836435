//! The types that companion instructions spell.

use crate::catalog::Type;

/// The interpretation of bits by a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// They have no interpretation.
    Bits,
    /// They are unsigned integers.
    Unsigned,
    /// They are integers in two's complement.
    Signed,
    /// They are floating-point data.
    Float,
}

/// A type, and how its data lie in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The spelling, with its dot.
    pub spelling: &'static str,
    /// Bits of a datum.
    pub width: u8,
    /// The number of data in a register.
    pub lanes: u8,
    /// The kind of bits.
    pub class: Class,
    /// The type that displays its registers.
    pub kind: Type,
    /// Whether that type tells how the bits are interpreted.
    pub is_typed: bool,
}

impl Shape {
    /// The type of a spelling.
    pub fn parse(spelling: &str) -> Option<&'static Self> {
        SHAPES.iter().find(|shape| shape.spelling == spelling)
    }

    /// Bits of a register.
    pub const fn register_width(&self) -> u8 {
        self.width * self.lanes
    }
}

const fn bits(spelling: &'static str, width: u8, kind: Type) -> Shape {
    Shape { spelling, width, lanes: 1, class: Class::Bits, kind, is_typed: false }
}

const fn unsigned(spelling: &'static str, width: u8, kind: Type) -> Shape {
    Shape { spelling, width, lanes: 1, class: Class::Unsigned, kind, is_typed: true }
}

const fn signed(spelling: &'static str, width: u8, kind: Type) -> Shape {
    Shape { class: Class::Signed, ..unsigned(spelling, width, kind) }
}

const fn float(spelling: &'static str, width: u8, lanes: u8, kind: Type) -> Shape {
    Shape { class: Class::Float, lanes, ..unsigned(spelling, width, kind) }
}

/// A predicate.
pub(super) const PRED: Shape = Shape { is_typed: true, ..bits(".pred", 1, Type::Pred) };
/// 32 bits.
pub(super) const B32: Shape = bits(".b32", 32, Type::B32);
/// 64 bits.
pub(super) const B64: Shape = bits(".b64", 64, Type::U64);
/// An unsigned integer of 32 bits.
pub(super) const U32: Shape = unsigned(".u32", 32, Type::U32);
/// A signed integer of 32 bits.
pub(super) const S32: Shape = signed(".s32", 32, Type::S32);
/// An unsigned integer of 64 bits.
pub(super) const U64: Shape = unsigned(".u64", 64, Type::U64);
/// A signed integer of 64 bits.
pub(super) const S64: Shape = signed(".s64", 64, Type::S64);

const SHAPES: [Shape; 27] = [
    PRED,
    bits(".b16", 16, Type::U16),
    B32,
    B64,
    unsigned(".u8", 8, Type::U8),
    unsigned(".u16", 16, Type::U16),
    U32,
    U64,
    signed(".s8", 8, Type::S8),
    signed(".s16", 16, Type::S16),
    S32,
    S64,
    Shape { lanes: 2, is_typed: false, ..unsigned(".u16x2", 16, Type::B32) },
    Shape { lanes: 2, is_typed: false, ..signed(".s16x2", 16, Type::B32) },
    Shape { lanes: 4, is_typed: false, ..unsigned(".u8x4", 8, Type::B32) },
    Shape { lanes: 4, is_typed: false, ..signed(".s8x4", 8, Type::B32) },
    // Parts of `cvt.pack`; no register has their size.
    unsigned(".u2", 2, Type::U8),
    unsigned(".u4", 4, Type::U8),
    signed(".s2", 2, Type::S8),
    signed(".s4", 4, Type::S8),
    float(".f16", 16, 1, Type::F16),
    float(".bf16", 16, 1, Type::Bf16),
    float(".f16x2", 16, 2, Type::F16x2),
    float(".bf16x2", 16, 2, Type::Bf16x2),
    float(".f32", 32, 1, Type::F32),
    float(".f64", 64, 1, Type::F64),
    bits(".b8", 8, Type::U8),
];
