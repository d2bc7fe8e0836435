//! The operations of instructions, in words of the tests' own.

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// *a* + *b*.
    Add,
    /// *a* - *b*.
    Sub,
    /// *a* × *b*.
    Mul,
    /// *a* × *b* + *c*.
    Fma,
    /// *a* × *b* + *c* with the product cut to 24 bits, as `mad.f32` does on `sm_1x`.
    MadTruncated,
    /// *a* ÷ *b*.
    Div,
    /// 1 ÷ *a*.
    Rcp,
    /// √*a*.
    Sqrt,
    /// |*a*|.
    Abs,
    /// -*a*.
    Neg,
    /// *b* with the sign of *a*.
    CopySign,
    /// The least operand.
    Min,
    /// The greatest operand.
    Max,
    /// Whether *a* has a property.
    Test(Property),
    /// *a* in another type, or rounded to an integral value.
    Convert,
    /// Something within an error.
    Approximate,
}

impl Operation {
    /// Whether it is one rounding of an exact value of one format.
    pub const fn is_arithmetic(self) -> bool {
        matches!(
            self,
            Self::Add
                | Self::Sub
                | Self::Mul
                | Self::Fma
                | Self::MadTruncated
                | Self::Div
                | Self::Rcp
                | Self::Sqrt
        )
    }
}

/// A property that `testp` tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// No infinity and no NaN.
    Finite,
    /// An infinity.
    Infinite,
    /// No NaN.
    Number,
    /// A NaN.
    NotANumber,
    /// Neither subnormal nor infinite nor a NaN.
    Normal,
    /// Subnormal.
    Subnormal,
}

impl Property {
    /// The property of that modifier.
    pub fn read(modifier: &str) -> Option<Self> {
        Some(match modifier {
            "finite" => Self::Finite,
            "infinite" => Self::Infinite,
            "number" => Self::Number,
            "notanumber" => Self::NotANumber,
            "normal" => Self::Normal,
            "subnormal" => Self::Subnormal,
            _ => return None,
        })
    }
}

/// A rounding direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To nearest, ties to even.
    Nearest,
    /// Towards zero.
    Zero,
    /// Towards negative infinity.
    Down,
    /// Towards positive infinity.
    Up,
    /// To nearest, ties away from zero.
    Away,
    /// By random bits.
    Stochastic,
}

impl Rounding {
    /// The directions of arithmetic.
    pub const ALL: [Self; 4] = [Self::Nearest, Self::Zero, Self::Down, Self::Up];

    /// The direction of that modifier, and whether it rounds to an integral value.
    pub fn read(modifier: &str) -> Option<(Self, bool)> {
        Some(match modifier {
            "rn" => (Self::Nearest, false),
            "rz" => (Self::Zero, false),
            "rm" => (Self::Down, false),
            "rp" => (Self::Up, false),
            "rna" => (Self::Away, false),
            "rs" => (Self::Stochastic, false),
            "rni" => (Self::Nearest, true),
            "rzi" => (Self::Zero, true),
            "rmi" => (Self::Down, true),
            "rpi" => (Self::Up, true),
            _ => return None,
        })
    }
}

/// A limit on the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// None.
    No,
    /// `.sat`.
    Sat,
    /// `.relu`.
    Relu,
}
