//! The unit of a tensor core: one sum of products with truncation, in integers.
//!
//! Products are exact. All terms are aligned to the largest exponent among them, each is cut off at the
//! same place, the rest is added exactly, and the sum is rounded once. So the order of the terms does
//! not matter, and what a term loses depends on the largest one.

use alloc::vec::Vec;

use super::number::{Decoded, Number};
use crate::arith::rounding::{Rounded, Rounding, Subnormals, round};
use crate::arith::{Dyadic, Exact};
use crate::format::FloatFormat;
use crate::format::table::{F16, F32};
use crate::number::{Datum, Kind};

/// The last step of a sum: the one rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Last {
    /// Toward zero, to f32; beyond its range to infinity all the same.
    TruncateF32,
    /// Like [`Self::TruncateF32`], with 14 bits instead of 24 in a result that is stored as f32.
    TruncateE8M13,
    /// To the nearest f16, a tie to the even one.
    NearestF16,
}

/// The 14 significant bits that some units keep of an f32 result.
const E8M13: FloatFormat = FloatFormat { name: "e8m13", width: 22, precision: 14, ..F32 };

impl Last {
    /// The format that is rounded to.
    const fn rounded(self) -> &'static FloatFormat {
        match self {
            Self::TruncateF32 => &F32,
            Self::TruncateE8M13 => &E8M13,
            Self::NearestF16 => &F16,
        }
    }

    /// The format that the result is stored in.
    #[must_use]
    pub const fn stored(self) -> &'static FloatFormat {
        match self {
            Self::TruncateF32 | Self::TruncateE8M13 => &F32,
            Self::NearestF16 => &F16,
        }
    }

    /// The number of significant bits of a result.
    #[must_use]
    pub const fn precision(self) -> u8 {
        self.rounded().precision
    }

    const fn rounding(self) -> Rounding {
        match self {
            Self::TruncateF32 | Self::TruncateE8M13 => Rounding::TowardZero,
            Self::NearestF16 => Rounding::TiesToEven,
        }
    }
}

/// The place that a term comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The product of the elements with this index.
    Product(usize),
    /// The scaled sum of this group of 16 products.
    Group(usize),
    /// The accumulator.
    Addend,
}

/// A term of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its place.
    pub place: Place,
    /// The exact value; `None` for a zero.
    pub number: Option<Number>,
    /// The exponent that is compared; the floor for a zero.
    pub exponent: i32,
    /// The bits that are kept, with the sign: an integer in units of the grid.
    pub kept: i64,
    /// The number of low bits of the significand that are cut off.
    pub n_cut: u32,
}

impl Term {
    /// The bits that are cut off, as an integer in units of the term's quantum.
    #[must_use]
    pub fn cut(&self) -> u64 {
        let mask = 1_u64.checked_shl(self.n_cut).map_or(u64::MAX, |unit| unit - 1);
        self.number.map_or(0, |number| number.significand & mask)
    }
}

/// The reason for a NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// An element, a scale or the accumulator is a NaN.
    Operand,
    /// An infinity is multiplied by zero.
    InfinityTimesZero,
    /// There are infinite products of both signs.
    OppositeProducts,
    /// The accumulator is infinite, and so is a product of the other sign.
    OppositeAddend,
}

/// A result that is decided before the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// A NaN.
    Nan(Cause),
    /// An infinity.
    Infinite {
        /// Its sign.
        negative: bool,
    },
}

impl Special {
    /// The reason, as a clause without a full stop.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Nan(Cause::Operand) => "an operand is a NaN",
            Self::Nan(Cause::InfinityTimesZero) => "an infinity times zero is a NaN",
            Self::Nan(Cause::OppositeProducts) => "infinite products of both signs give a NaN",
            Self::Nan(Cause::OppositeAddend) => {
                "an infinite product and an infinite accumulator of the other sign give a NaN"
            }
            Self::Infinite { .. } => "an infinity stays one",
        }
    }
}

/// The outcome of a sum; its fields are those of [`Fused`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Total {
    pub(super) special: Option<Special>,
    exponent: i32,
    sum: i64,
    rounded: Option<Rounded>,
    pub(super) bits: u64,
}

/// A sum, with all that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fused {
    /// The unit.
    pub dot: Dot,
    /// The terms, in ascending order, the accumulator last.
    pub terms: Vec<Term>,
    /// The result, if it is decided before the sum; the terms have no kept bits then.
    pub special: Option<Special>,
    /// The largest exponent.
    pub exponent: i32,
    /// The sum of what is kept, in units of 2^[`grid`](Self::grid).
    pub sum: i64,
    /// The rounding of the sum; `None` where there is no sum, or where it is zero.
    pub rounded: Option<Rounded>,
    /// The result, in the format that it is stored in.
    pub bits: u64,
}

impl Fused {
    pub(super) fn new(dot: Dot, terms: Vec<Term>, total: Total) -> Self {
        let Total { special, exponent, sum, rounded, bits } = total;
        Self { dot, terms, special, exponent, sum, rounded, bits }
    }

    /// The exponent of the lowest bit that is kept.
    #[must_use]
    pub const fn grid(&self) -> i32 {
        self.dot.grid(self.exponent)
    }

    /// The sum of all terms without any loss; `None` if one of them is not finite.
    #[must_use]
    pub fn exact(&self) -> Option<Dyadic> {
        let numbers = self.terms.iter().filter_map(|term| term.number).map(Number::value);
        let zero = Dyadic::new(false, &0_u128.into(), 0);
        self.special.is_none().then(|| numbers.fold(zero, |sum, next| sum.add(&next)))
    }

    /// The sum of what is kept; `None` if a term is not finite.
    #[must_use]
    pub fn kept(&self) -> Option<Dyadic> {
        let magnitude = u128::from(self.sum.unsigned_abs());
        let kept = || Dyadic::new(self.sum < 0, &magnitude.into(), self.grid());
        self.special.is_none().then(kept)
    }
}

/// The parameters of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dot {
    /// The number of bits that are kept below the largest exponent.
    pub fraction: i32,
    /// The exponent that a zero counts with.
    pub floor: i32,
    /// The rounding of the sum.
    pub last: Last,
}

impl Dot {
    /// The exponent of the lowest bit that is kept beside a largest exponent.
    const fn grid(self, exponent: i32) -> i32 {
        exponent.saturating_sub(self.fraction)
    }

    /// Adds products to an accumulator; `terms` becomes the terms.
    pub(super) fn sum(
        self,
        products: impl Iterator<Item = (Place, Option<Decoded>)>,
        addend: Decoded,
        terms: &mut Vec<Term>,
    ) -> Total {
        let mut specials = Specials::default();
        terms.clear();
        for (place, product) in products {
            specials.note_product(product);
            terms.push(self.term(place, product.unwrap_or(Decoded::Nan)));
        }
        terms.push(self.term(Place::Addend, addend));
        self.finish(terms, specials.with(addend))
    }

    /// A term before its alignment.
    pub(super) const fn term(self, place: Place, value: Decoded) -> Term {
        let (number, exponent) = match value {
            Decoded::Finite(number) => (Some(number), number.exponent),
            Decoded::Zero | Decoded::Infinite { .. } | Decoded::Nan => (None, self.floor),
        };
        Term { place, number, exponent, kept: 0, n_cut: 0 }
    }

    /// Aligns, adds and rounds terms, unless the result is decided already.
    pub(super) fn finish(self, terms: &mut [Term], special: Option<Special>) -> Total {
        let exponent = terms.iter().map(|term| term.exponent).max().unwrap_or(self.floor);
        let stored = self.last.stored();
        let mut total = Total { special, exponent, sum: 0, rounded: None, bits: 0 };
        match special {
            Some(Special::Nan(_)) => total.bits = stored.canonical_nan.unwrap_or(0),
            Some(Special::Infinite { negative }) => {
                total.bits = stored.encode(&Datum::infinite(negative));
            }
            None => {
                let grid = self.grid(exponent);
                for term in terms {
                    align(term, grid);
                    total.sum += term.kept;
                }
                (total.rounded, total.bits) = self.round(total.sum, grid);
            }
        }
        total
    }

    /// Rounds a sum; zero is +0, and so is a negative sum that is rounded to zero.
    fn round(self, sum: i64, grid: i32) -> (Option<Rounded>, u64) {
        if sum == 0 {
            return (None, 0);
        }
        let exact = Exact {
            negative: sum < 0,
            significand: u128::from(sum.unsigned_abs()),
            exponent: grid,
            sticky: false,
        };
        let format = self.last.rounded();
        let conversion = round(&exact, format, self.last.rounding(), Subnormals::Keep);
        let datum = match conversion.datum.kind {
            Kind::Zero => Datum::zero(false),
            // Truncation does not stop at the largest number.
            Kind::Finite { .. } if exact.leading_exponent() > format.emax() => {
                Datum::infinite(exact.negative)
            }
            Kind::Finite { .. } | Kind::Infinite | Kind::Nan { .. } => conversion.datum,
        };
        (Some(conversion.rounded), self.last.stored().encode(&datum))
    }
}

/// Cuts a term off at the grid, toward zero.
fn align(term: &mut Term, grid: i32) {
    let Some(number) = term.number else { return };
    let shift = number.quantum - grid;
    let magnitude = if shift >= 0 {
        number.significand << shift.unsigned_abs()
    } else {
        term.n_cut = shift.unsigned_abs();
        number.significand.checked_shr(term.n_cut).unwrap_or(0)
    };
    let magnitude = magnitude.cast_signed();
    term.kept = if number.negative { -magnitude } else { magnitude };
}

/// The data among the terms that decide a result before the sum.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Specials {
    nan: Option<Cause>,
    /// The signs of infinite products: whether there is a positive one, and a negative one.
    infinite: [bool; 2],
}

impl Specials {
    /// Takes a product into account; `None` stands for an infinity times zero.
    pub(super) fn note_product(&mut self, product: Option<Decoded>) {
        match product {
            None => self.nan = self.nan.or(Some(Cause::InfinityTimesZero)),
            Some(Decoded::Nan) => self.nan = Some(Cause::Operand),
            Some(Decoded::Infinite { negative }) => {
                let [positive, below] = self.infinite;
                self.infinite = [positive || !negative, below || negative];
            }
            Some(Decoded::Zero | Decoded::Finite(_)) => {}
        }
    }

    /// The result that is decided with the accumulator.
    pub(super) fn with(self, addend: Decoded) -> Option<Special> {
        if addend == Decoded::Nan {
            return Some(Special::Nan(Cause::Operand));
        }
        if let Some(cause) = self.nan {
            return Some(Special::Nan(cause));
        }
        match (self.infinite, addend) {
            ([true, true], _) => Some(Special::Nan(Cause::OppositeProducts)),
            ([true, false], Decoded::Infinite { negative: true })
            | ([false, true], Decoded::Infinite { negative: false }) => {
                Some(Special::Nan(Cause::OppositeAddend))
            }
            ([positive, negative], _) if positive || negative => {
                Some(Special::Infinite { negative })
            }
            (_, Decoded::Infinite { negative }) => Some(Special::Infinite { negative }),
            (_, Decoded::Zero | Decoded::Finite(_) | Decoded::Nan) => None,
        }
    }
}
