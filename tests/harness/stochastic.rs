//! Rounding by random bits, after the ISA: "the carry out of the integer addition of the supplied
//! random bits to the truncated off (discarded) bits of mantissa from the input".

use crate::layout::{F16, Layout, Specials};
use crate::register::Element;

/// A finite number rounded to a layout. To f16 13 random bits are added to the 13 topmost
/// discarded ones, elsewhere 16 to 16.
///
/// # Panics
///
/// If the source is no finite number.
pub fn rounded(from: Element, bits: u64, to: Layout, random: u64) -> u64 {
    let from = from.layout().expect("floating point");
    let is_negative = from.is_negative(bits);
    let sign = if is_negative { to.sign() } else { 0 };
    let Some(magnitude) = from.split(bits) else {
        assert_eq!(from.magnitude(bits), 0, "a number");
        return sign;
    };
    let n_random = if to == F16 { 13 } else { 16 };
    // `aligned` has its unit at 2^(exponent - 63); the result's unit lies this much higher.
    let unit = magnitude.exponent.max(to.emin()) - to.trailing().cast_signed();
    let discarded = (unit - (magnitude.exponent - 63)).unsigned_abs();
    let wide = u128::from(magnitude.aligned) << 64;
    let shifted = wide.checked_shr(discarded).unwrap_or(0);
    let kept = u64::try_from(shifted >> 64).expect("64 bits");
    let tail = u64::try_from(shifted & u128::from(u64::MAX)).expect("64 bits");
    let carry = ((tail >> (64 - n_random)) + random) >> n_random;
    let kept = kept + carry;
    if kept == 0 {
        return sign;
    }
    // The encodings of a binade and of the subnormals follow one another.
    let field = u64::from((magnitude.exponent - to.emin()).max(0).unsigned_abs());
    let encoded = (field << to.trailing()) + kept;
    let is_beyond = magnitude.exponent > to.emax() || encoded > to.max_finite();
    sign | match to.specials {
        _ if !is_beyond => encoded,
        Specials::Ieee => to.infinity(),
        // These saturate always.
        Specials::OneNan | Specials::None => to.max_finite(),
    }
}
