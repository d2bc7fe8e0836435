//! The exact values of operations, in f64.
//!
//! A function here returns a number rounded to nearest and a *rest*, what is cut off. That of sums and
//! products is exact (Dekker 1971), that of a product with a sum is rounded to odd (Boldo and Melquiond
//! 2008), and those of quotients and roots follow from the exact remainder, to almost all bits. None is 0
//! unless nothing is cut off.
//!
//! Products of operands of at most 24 bits are numbers of f64. Where a quotient or root is not one of 25
//! bits it is farther from each than f64 can round, so it is rounded twice without harm.

use super::convert::Reader;
use super::double::Directed;
use super::elementary;
use super::single::Operation;
use super::values::Value;
use super::vectors;
use super::{Column, N_ROWS, power, sum_and_rest as sum, sum_to_odd};

/// A rounded number, its rest, and whether they are right.
pub(super) type Found = (f64, f64, bool);

/// Magnitudes between these have exact products and quotients, as far as f64 can.
const LEAST: f64 = power(-900);
const LARGEST: f64 = power(960);
const INFINITY: u64 = 0x7ff << 52;

/// The nearest numbers of f64.
pub(super) const NEAREST: u8 = 0;
/// Numbers of f64 and their rests.
pub(super) const LONG: u8 = 1;
/// Numbers and rests from which results of at most 25 bits follow, of operands of at most 24.
pub(super) const ODD: u8 = 2;
/// Numbers of such operands, and their rests.
pub(super) const SHORT: u8 = 3;

/// An operation on operands of any formats.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    pub(super) operation: Operation,
    pub(super) readers: [Reader; 3],
}

/// The use that is made of values.
pub(super) trait Sink {
    /// Takes the value of a row. `order` is that in which NaNs are preferred, the last one most.
    fn put<const N: usize>(
        &mut self,
        row: usize,
        operands: [u64; N],
        order: [usize; 3],
        found: Found,
    );
}

impl Call {
    /// An operation. An integer is the sum of two operands.
    #[must_use]
    pub fn new(operation: Operation, readers: [Reader; 3]) -> Self {
        let is_integer = operation == Operation::Convert && Reader::is_long_integer(&readers[0]);
        Self { operation: if is_integer { Operation::Add } else { operation }, readers }
    }

    /// Whether all operands are numbers of f64 and stand in their columns.
    pub(super) fn is_double(&self) -> bool {
        self.readers.iter().all(Reader::is_double)
    }

    /// Whether an operand is a number of f64.
    pub(super) fn has_double(&self) -> bool {
        self.readers.iter().any(Reader::is_double)
    }

    /// Reads the operands as numbers of f64.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn read<const PAYLOADS: bool>(
        &self,
        columns: &[Column; 3],
        numbers: &mut [Column; 3],
    ) {
        Reader::read::<PAYLOADS>(&self.readers, self.operation.n_operands(), columns, numbers);
    }

    /// Evaluates operands of f64; numbers are rounded to integers in a direction.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn evaluate<const WIDE: bool, const MODE: u8>(
        &self,
        columns: &[Column; 3],
        directed: Directed,
        sink: impl Sink,
    ) {
        const { assert!(MODE <= SHORT) };
        let exact = |value| (value, 0.0, true);
        match self.operation {
            Operation::Add if MODE == NEAREST => each(columns, sink, |[a, b]| exact(a + b)),
            Operation::Add => each(columns, sink, |[a, b]| term(a, b)),
            Operation::Sub if MODE == NEAREST => each(columns, sink, |[a, b]| exact(a - b)),
            Operation::Sub => each(columns, sink, |[a, b]| term(a, -b)),
            Operation::Mul if MODE == LONG => each(columns, sink, |[a, b]| product(a, b)),
            Operation::Mul => each(columns, sink, |[a, b]| exact(a * b)),
            Operation::Fma if MODE == LONG => each(columns, sink, fused_sum),
            Operation::Fma if MODE == NEAREST => each(columns, sink, |operands| {
                vectors::fused::<WIDE>(operands).map_or_else(|| fused_sum(operands), exact)
            }),
            Operation::Fma => each(columns, sink, |[a, b, c]| term(a * b, c)),
            Operation::Div if MODE == LONG => {
                each_of(columns, sink, [1, 2, 0], |[a, b]| quotient(a, b));
            }
            Operation::Div if MODE == SHORT => {
                each_of(columns, sink, [1, 2, 0], |[a, b]| short_quotient(a, b));
            }
            Operation::Div => each_of(columns, sink, [1, 2, 0], |[a, b]| exact(a / b)),
            Operation::Rcp if MODE == LONG => each(columns, sink, |[a]| quotient(1.0, a)),
            Operation::Rcp if MODE == SHORT => each(columns, sink, |[a]| short_quotient(1.0, a)),
            Operation::Rcp => each(columns, sink, |[a]| exact(1.0 / a)),
            Operation::Sqrt if MODE == LONG => each(columns, sink, |[a]| root::<WIDE>(a)),
            Operation::Sqrt if MODE == SHORT => each(columns, sink, |[a]| short_root::<WIDE>(a)),
            Operation::Sqrt => each(columns, sink, |[a]| nearest_root::<WIDE>(a)),
            Operation::Convert => each(columns, sink, |[a]| exact(a)),
            Operation::Integral => each(columns, sink, |[a]| exact(directed.integral(a))),
        }
    }
}

/// Evaluates rows. A NaN among the operands is returned: the second before the third before the first.
#[cfg_attr(optimized_for_speed, inline(always))]
fn each<const N: usize>(columns: &[Column; 3], sink: impl Sink, value: impl Fn([f64; N]) -> Found) {
    each_of(columns, sink, [0, 2, 1], value);
}

/// Evaluates rows, with the order in which NaNs are preferred.
#[cfg_attr(optimized_for_speed, inline(always))]
fn each_of<const N: usize>(
    columns: &[Column; 3],
    mut sink: impl Sink,
    order: [usize; 3],
    value: impl Fn([f64; N]) -> Found,
) {
    for row in 0..N_ROWS {
        let mut operands = [0; N];
        for (operand, column) in operands.iter_mut().zip(columns) {
            *operand = column[row];
        }
        sink.put(row, operands, order, value(operands.map(f64::from_bits)));
    }
}

/// The sum of two numbers. Far from the largest number, all steps are in range.
#[cfg_attr(optimized_for_speed, inline(always))]
fn term(a: f64, b: f64) -> Found {
    let (sum, rest) = sum(a, b);
    let is_given = !(sum.abs() < f64::INFINITY);
    let is_right = (a.abs() <= LARGEST) & (b.abs() <= LARGEST);
    (sum, if is_given { 0.0 } else { rest }, is_given | is_right)
}

/// The upper half of the bits of a number, and the lower half.
#[cfg_attr(optimized_for_speed, inline(always))]
fn halves(number: f64) -> [f64; 2] {
    let scaled = number * (power(27) + 1.0);
    let upper = scaled - (scaled - number);
    [upper, number - upper]
}

/// The part that a rounded product lacks, exactly, for numbers between [`LEAST`] and [`LARGEST`].
#[cfg_attr(optimized_for_speed, inline(always))]
fn lack(product: f64, a: f64, b: f64) -> f64 {
    let ([a, c], [b, d]) = (halves(a), halves(b));
    c * d - (((product - a * b) - c * b) - a * d)
}

/// Whether magnitudes are between [`LEAST`] and [`LARGEST`].
#[cfg_attr(optimized_for_speed, inline(always))]
fn are_usual<const N: usize>(numbers: [f64; N]) -> bool {
    let is_usual = |it: f64| (it.abs() >= LEAST) & (it.abs() <= LARGEST);
    numbers.into_iter().fold(true, |all, it| all & is_usual(it))
}

/// Whether a number is 0, infinite or a NaN.
#[cfg_attr(optimized_for_speed, inline(always))]
fn is_special(number: f64) -> bool {
    (number == 0.0) | !(number.abs() < f64::INFINITY)
}

#[cfg_attr(optimized_for_speed, inline(always))]
fn product(a: f64, b: f64) -> Found {
    let product = a * b;
    let is_given = is_special(a) | is_special(b);
    let rest = if is_given { 0.0 } else { lack(product, a, b) };
    (product, rest, is_given | are_usual([a, b, product]))
}

/// *a*·*b* + *c*: the product and its lack are added to *c*, and all that is cut off on the way is
/// rounded to odd.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn fused_sum([a, b, c]: [f64; 3]) -> Found {
    let product = a * b;
    let (low, low_rest) = sum(c, lack(product, a, b));
    let (high, high_rest) = sum(product, low);
    let (value, rest) = sum(high, sum_to_odd(low_rest, high_rest));
    let is_infinite = !(c.abs() < f64::INFINITY);
    let is_given = is_special(a) | is_special(b);
    // A finite product is not added to an infinity, since it may be too large here.
    let plain = if is_given { product + c } else { c };
    let is_given = is_given | is_infinite;
    let is_right = is_given | are_usual([a, b, product]) & (c.abs() <= LARGEST);
    (if is_given { plain } else { value }, if is_given { 0.0 } else { rest }, is_right)
}

#[cfg_attr(optimized_for_speed, inline(always))]
fn quotient(a: f64, b: f64) -> Found {
    let quotient = a / b;
    let back = quotient * b;
    let rest = ((a - back) - lack(back, quotient, b)) / b;
    let is_given = is_special(a) | is_special(b);
    (quotient, if is_given { 0.0 } else { rest }, is_given | are_usual([a, b, quotient]))
}

/// The square root within one unit in the last place, or the nearest number.
#[cfg_attr(optimized_for_speed, inline(always))]
fn root<const WIDE: bool>(number: f64) -> Found {
    let root = vectors::root::<WIDE>(number);
    let square = root * root;
    let rest = ((number - square) - lack(square, root, root)) / (root + root);
    let is_given = !(number > 0.0) | (number == f64::INFINITY);
    (root, if is_given { 0.0 } else { rest }, is_given | are_usual([number]))
}

/// The nearest number to a square root, unless it is too close to the middle of two.
#[cfg_attr(optimized_for_speed, inline(always))]
fn nearest_root<const WIDE: bool>(number: f64) -> Found {
    if vectors::has_roots::<WIDE>() {
        return (vectors::root::<WIDE>(number), 0.0, true);
    }
    let (root, rest, is_right) = root::<WIDE>(number);
    // Below a power of two the units are half as large.
    let is_fine = (root.to_bits() << 12 == 0) & (rest < 0.0);
    let unit = f64::from_bits(root.to_bits() & INFINITY) * power(-52);
    let half = if is_fine { unit * 0.25 } else { unit * 0.5 };
    let step = i64::from(rest > half) - i64::from(rest < -half);
    let is_close = (rest.abs() - half).abs() < half * power(-40);
    (f64::from_bits(root.to_bits().wrapping_add_signed(step)), 0.0, is_right & !is_close)
}

/// The quotient of numbers of at most 24 bits.
#[cfg_attr(optimized_for_speed, inline(always))]
fn short_quotient(a: f64, b: f64) -> Found {
    let Value { high, low, .. } = elementary::quotient(a, b);
    (high, if is_special(a) | is_special(b) { 0.0 } else { low }, true)
}

/// The square root of a number of at most 24 bits.
#[cfg_attr(optimized_for_speed, inline(always))]
fn short_root<const WIDE: bool>(number: f64) -> Found {
    let Value { high, low, .. } = elementary::root::<WIDE>(number);
    let is_given = !(number > 0.0) | (number == f64::INFINITY);
    let root = if is_given { vectors::root::<WIDE>(number) } else { high };
    (root, if is_given { 0.0 } else { low }, true)
}
