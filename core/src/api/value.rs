//! Registers as values of Rust's types.

use crate::catalog::Type;

mod sealed {
    pub trait Sealed {}
}

/// A type of Rust with the bits of a register: `f32`, `f64` and pairs of `f32`; with the feature
/// `half` also its `f16` and `bf16`, and pairs of them. The first of a pair is lane 0, the least
/// significant.
///
/// Values only carry bits: nothing is computed with the host's floating point.
///
/// ```
/// use ptxfp::{Instruction, Value};
///
/// let pairs = Instruction::parse("add.rn.f32x2", "sm_100")?;
/// let sum = pairs.evaluate_values(&[[1.0_f32, 2.0], [3.0, 0.5]])?;
/// assert_eq!(sum.value(), Some([4.0_f32, 2.5]));
/// assert_eq!(2.5_f32.to_bits(), 0x4020_0000);
/// assert_eq!(Value::to_bits([1.0_f32, 2.0]), 0x4000_0000_3f80_0000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Value: Copy + sealed::Sealed {
    /// The instruction type.
    const TYPE: Type;

    /// Returns the register that holds the value.
    fn to_bits(self) -> u64;

    /// Returns the value that a register holds; bits above its width are ignored.
    fn from_bits(bits: u64) -> Self;
}

/// Implements [`Value`] for a type of one lane, and for its pair.
macro_rules! value {
    ($host:ty, $bits:ty, $one:ident) => {
        impl sealed::Sealed for $host {}
        impl Value for $host {
            const TYPE: Type = Type::$one;

            fn to_bits(self) -> u64 {
                <$host>::to_bits(self).into()
            }

            #[expect(clippy::cast_possible_truncation, reason = "bits above the width are ignored")]
            fn from_bits(bits: u64) -> Self {
                <$host>::from_bits(bits as $bits)
            }
        }
    };
    ($host:ty, $bits:ty, $one:ident, $pair:ident) => {
        value!($host, $bits, $one);

        impl sealed::Sealed for [$host; 2] {}
        impl Value for [$host; 2] {
            const TYPE: Type = Type::$pair;

            fn to_bits(self) -> u64 {
                let [low, high] = self.map(Value::to_bits);
                high << <$bits>::BITS | low
            }

            fn from_bits(bits: u64) -> Self {
                [bits, bits >> <$bits>::BITS].map(Value::from_bits)
            }
        }
    };
}

value!(f32, u32, F32, F32x2);
#[cfg(feature = "half")]
value!(half::f16, u16, F16, F16x2);
#[cfg(feature = "half")]
value!(half::bf16, u16, Bf16, Bf16x2);

impl sealed::Sealed for f64 {}
impl Value for f64 {
    const TYPE: Type = Type::F64;

    fn to_bits(self) -> u64 {
        self.to_bits()
    }

    fn from_bits(bits: u64) -> Self {
        Self::from_bits(bits)
    }
}
