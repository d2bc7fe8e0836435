//! Instruction types: a format, and how its data lie in a register.

use crate::format::{FixedFormat, FloatFormat, Format, Packing, table};

/// A type that an instruction spells, or that an operand has on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// One binary16.
    F16,
    /// Two binary16.
    F16x2,
    /// One bfloat16.
    Bf16,
    /// Two bfloat16.
    Bf16x2,
    /// One binary32.
    F32,
    /// Two binary32.
    F32x2,
    /// One binary64.
    F64,
    /// One tf32, in the upper 19 bits of 32.
    Tf32,
    /// Two E4M3.
    E4m3x2,
    /// Four E4M3.
    E4m3x4,
    /// Two E5M2.
    E5m2x2,
    /// Four E5M2.
    E5m2x4,
    /// Two E2M3, each in the lower 6 bits of a byte.
    E2m3x2,
    /// Four E2M3, each in the lower 6 bits of a byte.
    E2m3x4,
    /// Two E3M2, each in the lower 6 bits of a byte.
    E3m2x2,
    /// Four E3M2, each in the lower 6 bits of a byte.
    E3m2x4,
    /// Two E2M1.
    E2m1x2,
    /// Four E2M1.
    E2m1x4,
    /// Four E2M1, each in the lower 4 bits of a byte.
    E2m1p4x4,
    /// Two UE5M3.
    Ue5m3x2,
    /// One E8M0; no instruction spells it.
    Ue8m0,
    /// Two E8M0.
    Ue8m0x2,
    /// Four E8M0.
    Ue8m0x4,
    /// Two fixed-point numbers with 6 fraction bits.
    S2f6x2,
    /// Unsigned 8-bit integer.
    U8,
    /// Unsigned 16-bit integer.
    U16,
    /// Unsigned 32-bit integer.
    U32,
    /// Unsigned 64-bit integer.
    U64,
    /// Signed 8-bit integer.
    S8,
    /// Signed 16-bit integer.
    S16,
    /// Signed 32-bit integer.
    S32,
    /// Signed 64-bit integer.
    S64,
    /// A predicate; no instruction spells it.
    Pred,
    /// 32 bits without a meaning of their own; no instruction spells them.
    B32,
}

/// The composition of a type.
struct Shape {
    spelling: &'static str,
    format: Format,
    packing: Packing,
}

const fn float(spelling: &'static str, format: &'static FloatFormat, lanes: u8) -> Shape {
    // 6-bit elements are padded to bytes (PTX ISA 5.2.3).
    let stride = if format.width == 6 { 8 } else { format.width };
    let packing = Packing { lanes, stride, width: format.width, padding_below: 0 };
    Shape { spelling, format: Format::Float(format), packing }
}

const fn fixed(spelling: &'static str, format: &'static FixedFormat, lanes: u8) -> Shape {
    let packing = Packing { lanes, stride: format.width, width: format.width, padding_below: 0 };
    Shape { spelling, format: Format::Fixed(format), packing }
}

impl Type {
    /// Every type that an instruction may spell.
    pub const SPELLED: [Self; 31] = [
        Self::F16,
        Self::F16x2,
        Self::Bf16,
        Self::Bf16x2,
        Self::F32,
        Self::F32x2,
        Self::F64,
        Self::Tf32,
        Self::E4m3x2,
        Self::E4m3x4,
        Self::E5m2x2,
        Self::E5m2x4,
        Self::E2m3x2,
        Self::E2m3x4,
        Self::E3m2x2,
        Self::E3m2x4,
        Self::E2m1x2,
        Self::E2m1x4,
        Self::E2m1p4x4,
        Self::Ue5m3x2,
        Self::Ue8m0x2,
        Self::Ue8m0x4,
        Self::S2f6x2,
        Self::U8,
        Self::U16,
        Self::U32,
        Self::U64,
        Self::S8,
        Self::S16,
        Self::S32,
        Self::S64,
    ];

    const fn shape(self) -> Shape {
        match self {
            Self::F16 => float(".f16", &table::F16, 1),
            Self::F16x2 => float(".f16x2", &table::F16, 2),
            Self::Bf16 => float(".bf16", &table::BF16, 1),
            Self::Bf16x2 => float(".bf16x2", &table::BF16, 2),
            Self::F32 => float(".f32", &table::F32, 1),
            Self::F32x2 => float(".f32x2", &table::F32, 2),
            Self::F64 => float(".f64", &table::F64, 1),
            Self::Tf32 => Shape {
                packing: Packing { lanes: 1, stride: 32, width: 19, padding_below: 13 },
                ..float(".tf32", &table::TF32, 1)
            },
            Self::E4m3x2 => float(".e4m3x2", &table::E4M3, 2),
            Self::E4m3x4 => float(".e4m3x4", &table::E4M3, 4),
            Self::E5m2x2 => float(".e5m2x2", &table::E5M2, 2),
            Self::E5m2x4 => float(".e5m2x4", &table::E5M2, 4),
            Self::E2m3x2 => float(".e2m3x2", &table::E2M3, 2),
            Self::E2m3x4 => float(".e2m3x4", &table::E2M3, 4),
            Self::E3m2x2 => float(".e3m2x2", &table::E3M2, 2),
            Self::E3m2x4 => float(".e3m2x4", &table::E3M2, 4),
            Self::E2m1x2 => float(".e2m1x2", &table::E2M1, 2),
            Self::E2m1x4 => float(".e2m1x4", &table::E2M1, 4),
            Self::E2m1p4x4 => Shape {
                packing: Packing { lanes: 4, stride: 8, width: 4, padding_below: 0 },
                ..float(".e2m1p4x4", &table::E2M1, 4)
            },
            Self::Ue5m3x2 => float(".ue5m3x2", &table::UE5M3, 2),
            Self::Ue8m0 => float(".ue8m0", &table::UE8M0, 1),
            Self::Ue8m0x2 => float(".ue8m0x2", &table::UE8M0, 2),
            Self::Ue8m0x4 => float(".ue8m0x4", &table::UE8M0, 4),
            Self::S2f6x2 => fixed(".s2f6x2", &table::S2F6, 2),
            Self::U8 => fixed(".u8", &table::U8, 1),
            Self::U16 => fixed(".u16", &table::U16, 1),
            Self::U32 => fixed(".u32", &table::U32, 1),
            Self::U64 => fixed(".u64", &table::U64, 1),
            Self::S8 => fixed(".s8", &table::S8, 1),
            Self::S16 => fixed(".s16", &table::S16, 1),
            Self::S32 => fixed(".s32", &table::S32, 1),
            Self::S64 => fixed(".s64", &table::S64, 1),
            Self::Pred => fixed(".pred", &table::PRED, 1),
            Self::B32 => fixed(".b32", &table::U32, 1),
        }
    }

    /// Returns the spelling, with the dot.
    pub const fn spelling(self) -> &'static str {
        self.shape().spelling
    }

    /// The format of an element.
    pub const fn format(self) -> Format {
        self.shape().format
    }

    /// Returns the layout of elements in a register.
    pub const fn packing(self) -> Packing {
        self.shape().packing
    }

    /// Whether it is an integer type.
    pub const fn is_integer(self) -> bool {
        matches!(self.format(), Format::Fixed(FixedFormat { fraction: 0, width: 8.., .. }))
    }
}

/// The types that an instruction spells, in order: at most four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signature([Option<Type>; 4]);

impl Signature {
    /// The types, in order; those after the fourth are dropped.
    pub fn of(types: impl Iterator<Item = Type>) -> Self {
        let mut signature = Self::default();
        for (place, kind) in signature.0.iter_mut().zip(types) {
            *place = Some(kind);
        }
        signature
    }

    /// The type at a place, counted from 0.
    pub fn get(self, place: usize) -> Option<Type> {
        self.0.get(place).copied().flatten()
    }

    /// Replaces the type at a place.
    #[must_use]
    pub fn with(mut self, place: usize, kind: Type) -> Self {
        if let Some(slot) = self.0.get_mut(place) {
            *slot = Some(kind);
        }
        self
    }

    /// The types, in order.
    pub fn iter(self) -> impl Iterator<Item = Type> {
        self.0.into_iter().flatten()
    }
}

impl core::fmt::Display for Signature {
    /// The types as they are spelled: `.f32.bf16`.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.iter().try_for_each(|kind| f.write_str(kind.spelling()))
    }
}
