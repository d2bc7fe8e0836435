//! Natural numbers of any size.
//!
//! Only what exact text conversion and reference results need: the schoolbook algorithms, which
//! are quick enough for the few thousand bits that floating-point values take.
//! Nothing here panics; the callers bound the sizes, as the cost and the memory grow with them.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::num::NonZeroU32;

const LIMB_BITS: u32 = u32::BITS;

/// A natural number, zero included.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Natural {
    /// Base-2^32 digits, least significant first, the last one not zero; none for zero.
    limbs: Vec<u32>,
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half is wanted")]
const fn low(double: u64) -> u32 {
    double as u32
}

const fn high(double: u64) -> u32 {
    low(double >> LIMB_BITS)
}

const fn join(high: u32, low: u32) -> u64 {
    (high as u64) << LIMB_BITS | low as u64
}

/// The bits of `n_limbs` limbs.
fn limb_bits(n_limbs: usize) -> u32 {
    u32::try_from(n_limbs).unwrap_or(u32::MAX).saturating_mul(LIMB_BITS)
}

impl Natural {
    /// 0.
    pub const ZERO: Self = Self { limbs: Vec::new() };

    /// 1.
    pub fn one() -> Self {
        Self { limbs: vec![1] }
    }

    fn from_limbs(mut limbs: Vec<u32>) -> Self {
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        Self { limbs }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    /// The position of the most significant set bit plus one: 0 for 0.
    pub fn bit_length(&self) -> u32 {
        let unused = self.limbs.last().map_or(0, |limb| limb.leading_zeros());
        limb_bits(self.limbs.len()) - unused
    }

    /// The position of the least significant set bit: 0 for 0.
    pub fn trailing_zeros(&self) -> u32 {
        let n_zero = self.limbs.iter().take_while(|&&limb| limb == 0).count();
        limb_bits(n_zero) + self.limbs.get(n_zero).map_or(0, |limb| limb.trailing_zeros())
    }

    /// Bit `index`, 0 being the least significant.
    pub fn bit(&self, index: u32) -> bool {
        let limb = usize::try_from(index / LIMB_BITS).ok().and_then(|at| self.limbs.get(at));
        limb.is_some_and(|limb| limb >> (index % LIMB_BITS) & 1 == 1)
    }

    /// The value, where it fits.
    pub fn to_u128(&self) -> Option<u128> {
        if self.bit_length() > u128::BITS {
            return None;
        }
        Some(self.limbs.iter().rev().fold(0, |value, &limb| value << LIMB_BITS | u128::from(limb)))
    }

    /// The sum.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        let (long, short) =
            if self.limbs.len() < other.limbs.len() { (other, self) } else { (self, other) };
        let mut limbs = long.limbs.clone();
        let mut carry = 0;
        for (index, limb) in limbs.iter_mut().enumerate() {
            let addend = short.limbs.get(index).copied().unwrap_or(0);
            let sum = u64::from(*limb) + u64::from(addend) + u64::from(carry);
            *limb = low(sum);
            carry = high(sum);
        }
        limbs.push(carry);
        Self::from_limbs(limbs)
    }

    /// The difference, unless it would be negative.
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        if self < other {
            return None;
        }
        let mut limbs = self.limbs.clone();
        let mut borrow = false;
        for (index, limb) in limbs.iter_mut().enumerate() {
            let subtrahend = other.limbs.get(index).copied().unwrap_or(0);
            (*limb, borrow) = subtract(*limb, subtrahend, borrow);
        }
        Some(Self::from_limbs(limbs))
    }

    /// The absolute value of the difference, and how the two compare.
    pub fn difference(&self, other: &Self) -> (Self, Ordering) {
        let order = self.cmp(other);
        let (larger, smaller) = if order == Ordering::Less { (other, self) } else { (self, other) };
        (larger.checked_sub(smaller).unwrap_or_default(), order)
    }

    /// The product.
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        let mut limbs = vec![0; self.limbs.len() + other.limbs.len()];
        for (index, &a) in self.limbs.iter().enumerate() {
            let mut carry = 0;
            let row = limbs.iter_mut().skip(index);
            for (limb, b) in row.zip(other.limbs.iter().copied().chain([0])) {
                let sum = u64::from(a) * u64::from(b) + u64::from(*limb) + u64::from(carry);
                *limb = low(sum);
                carry = high(sum);
            }
        }
        Self::from_limbs(limbs)
    }

    /// The product with a small factor.
    #[must_use]
    pub fn mul_small(mut self, factor: u32) -> Self {
        self.mul_add_small(factor, 0);
        Self::from_limbs(self.limbs)
    }

    /// Multiplies by `factor` and adds `addend` in place: appends a digit of base `factor`.
    pub(crate) fn push_digit(&mut self, factor: NonZeroU32, addend: u32) {
        self.mul_add_small(factor.get(), addend);
    }

    fn mul_add_small(&mut self, factor: u32, addend: u32) {
        let mut carry = addend;
        for limb in &mut self.limbs {
            let sum = u64::from(*limb) * u64::from(factor) + u64::from(carry);
            *limb = low(sum);
            carry = high(sum);
        }
        if carry != 0 {
            self.limbs.push(carry);
        }
    }

    /// `base` to the power of `exponent`; 1 where the exponent is 0.
    pub fn pow(base: u32, exponent: u32) -> Self {
        let mut power = Self::one();
        for index in (0..u32::BITS - exponent.leading_zeros()).rev() {
            power = power.mul(&power);
            if exponent >> index & 1 == 1 {
                power = power.mul_small(base);
            }
        }
        power
    }

    /// The value times 2^`amount`.
    #[must_use]
    pub fn shl(&self, amount: u32) -> Self {
        let Ok(n_limbs) = usize::try_from(amount / LIMB_BITS) else { return Self::ZERO };
        if self.is_zero() {
            return Self::ZERO;
        }
        let mut limbs = vec![0; n_limbs];
        limbs.reserve_exact(self.limbs.len() + 1);
        let mut carry = 0;
        for &limb in &self.limbs {
            let shifted = u64::from(limb) << (amount % LIMB_BITS);
            limbs.push(low(shifted) | carry);
            carry = high(shifted);
        }
        limbs.push(carry);
        Self::from_limbs(limbs)
    }

    /// The value divided by 2^`amount`, rounded down.
    #[must_use]
    pub fn shr(&self, amount: u32) -> Self {
        let n_limbs = usize::try_from(amount / LIMB_BITS).unwrap_or(usize::MAX);
        let kept = self.limbs.get(n_limbs..).unwrap_or_default();
        let above = kept.iter().skip(1).copied().chain([0]);
        let shifted = kept.iter().zip(above);
        let shifted = shifted.map(|(&limb, next)| low(join(next, limb) >> (amount % LIMB_BITS)));
        Self::from_limbs(shifted.collect())
    }

    /// Quotient and remainder of a division by a small number.
    pub fn div_rem_small(&self, divisor: NonZeroU32) -> (Self, u32) {
        let mut limbs = self.limbs.clone();
        let mut remainder = 0;
        for limb in limbs.iter_mut().rev() {
            let dividend = join(remainder, *limb);
            *limb = low(dividend / u64::from(divisor.get()));
            remainder = low(dividend % u64::from(divisor.get()));
        }
        (Self::from_limbs(limbs), remainder)
    }

    /// Quotient and remainder, unless the divisor is 0.
    pub fn div_rem(&self, divisor: &Self) -> Option<(Self, Self)> {
        let shift = divisor.limbs.last()?.leading_zeros();
        if let [limb] = divisor.limbs[..] {
            let (quotient, remainder) = self.div_rem_small(NonZeroU32::new(limb)?);
            return Some((quotient, Self::from(u64::from(remainder))));
        }
        // Knuth, TAOCP volume 2, §4.3.1, algorithm D: the leading bit of the divisor is set.
        let divisor = divisor.shl(shift).limbs;
        let mut remainder = self.shl(shift).limbs;
        remainder.push(0);
        let n_limbs = remainder.len().saturating_sub(divisor.len());
        let mut quotient = vec![0; n_limbs];
        for (index, digit) in quotient.iter_mut().enumerate().rev() {
            if let Some(window) = remainder.get_mut(index..=index + divisor.len()) {
                *digit = divide_window(window, &divisor);
            }
        }
        Some((Self::from_limbs(quotient), Self::from_limbs(remainder).shr(shift)))
    }

    /// The square root, rounded down.
    #[must_use]
    pub fn isqrt(&self) -> Self {
        // Newton's iteration falls from above until it reaches the floor.
        let mut root = Self::one().shl(self.bit_length().div_ceil(2));
        while let Some((quotient, _)) = self.div_rem(&root) {
            let next = root.add(&quotient).shr(1);
            if next >= root {
                break;
            }
            root = next;
        }
        root
    }
}

/// `a - b - borrow`, and whether it wrapped.
const fn subtract(a: u32, b: u32, borrow: bool) -> (u32, bool) {
    let (difference, first) = a.overflowing_sub(b);
    let (difference, second) = difference.overflowing_sub(borrow as u32);
    (difference, first || second)
}

/// One quotient digit: `window`, which is one limb longer than `divisor`, becomes the remainder.
///
/// The leading bit of `divisor`, of two limbs or more, is set, and the quotient fits a limb.
fn divide_window(window: &mut [u32], divisor: &[u32]) -> u32 {
    let (&[.., third, second, first], &[.., below, top]) = (&*window, divisor) else { return 0 };
    let dividend = join(first, second);
    let mut digit = dividend / u64::from(top);
    let mut rest = dividend % u64::from(top);
    while high(digit) != 0 || digit * u64::from(below) > join(low(rest), third) {
        digit -= 1;
        rest += u64::from(top);
        if high(rest) != 0 {
            break;
        }
    }
    let mut carry = 0;
    let mut borrow = false;
    for (limb, factor) in window.iter_mut().zip(divisor.iter().copied().chain([0])) {
        let product = digit * u64::from(factor) + u64::from(carry);
        (*limb, borrow) = subtract(*limb, low(product), borrow);
        carry = high(product);
    }
    if borrow {
        // The estimate was one too high: rare, one in 2^31.
        digit -= 1;
        let mut carry = 0;
        for (limb, addend) in window.iter_mut().zip(divisor.iter().copied().chain([0])) {
            let sum = u64::from(*limb) + u64::from(addend) + u64::from(carry);
            *limb = low(sum);
            carry = high(sum);
        }
    }
    low(digit)
}

impl From<u64> for Natural {
    fn from(value: u64) -> Self {
        Self::from_limbs(vec![low(value), high(value)])
    }
}

impl From<u128> for Natural {
    fn from(value: u128) -> Self {
        let mut limbs = Vec::with_capacity(4);
        let mut rest = value;
        while rest != 0 {
            limbs.push(low(crate::bits::low_word(rest)));
            rest >>= LIMB_BITS;
        }
        Self::from_limbs(limbs)
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_length = self.limbs.len().cmp(&other.limbs.len());
        by_length.then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Writes the decimal digits.
impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const CHUNK: NonZeroU32 = NonZeroU32::new(1_000_000_000).expect("it is not zero");
        let mut chunks = Vec::new();
        let mut rest = self.clone();
        while !rest.is_zero() {
            let (quotient, chunk) = rest.div_rem_small(CHUNK);
            chunks.push(chunk);
            rest = quotient;
        }
        let mut digits = String::new();
        for (index, chunk) in chunks.iter().rev().enumerate() {
            let width = if index == 0 { 1 } else { 9 };
            fmt::Write::write_fmt(&mut digits, format_args!("{chunk:0width$}"))?;
        }
        f.pad_integral(true, "", if digits.is_empty() { "0" } else { &digits })
    }
}

/// Writes the hexadecimal digits.
impl fmt::LowerHex for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = String::new();
        for (index, limb) in self.limbs.iter().rev().enumerate() {
            let width = if index == 0 { 1 } else { 8 };
            fmt::Write::write_fmt(&mut digits, format_args!("{limb:0width$x}"))?;
        }
        f.pad_integral(true, "0x", if digits.is_empty() { "0" } else { &digits })
    }
}

#[cfg(test)]
mod tests;
