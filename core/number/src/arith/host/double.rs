//! Operations in f64, on numbers of any format, rounded in any direction to any format.
//!
//! A function here returns a number rounded to nearest and a *rest* with the sign of what is cut off,
//! 0 if nothing is; the rest of sums and products is exact (Dekker 1971; Boldo and Melquiond 2008 for
//! the product with a sum). It shows the direction of a step. For a result that is not of f64 the
//! number that the rest leads to ([`to_odd`]) is rounded to its format ([`Writer`]).
//!
//! Products of operands of at most 24 bits are numbers of f64. Where a quotient or root is not one of 25
//! bits it is farther from each than f64 can round, so it is rounded twice without harm.

use super::convert::{Reader, Writer, single};
use super::single::Operation;
use super::vectors::{self, Kernel};
use super::{Column, DONE, LEFT, N_ROWS, States, power, sum_and_rest as sum, sum_to_odd, to_odd};
use crate::arith::rounding::Rounding;
use crate::bits::low_half;
use crate::format::table::F64;

/// An operation with operands of any formats and a result of any.
#[derive(Clone, Copy, Debug)]
pub struct Double {
    operation: Operation,
    readers: [Reader; 3],
    writer: Writer,
    directed: Directed,
}

/// A direction: whether the magnitude of the nearest number takes a step up where the exact one is larger,
/// and a step down where it is smaller, for positive and for negative numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Directed {
    up: [bool; 2],
    down: [bool; 2],
    /// Whether the stages decide the sign of a zero.
    leaves_zeros: bool,
}

impl Directed {
    const NEAREST: Self = Self { up: [false; 2], down: [false; 2], leaves_zeros: false };

    /// A direction; `None` for random rounding and ties away from 0.
    fn new(rounding: Rounding, is_sum: bool) -> Option<Self> {
        let up = match rounding {
            Rounding::TiesToEven => return Some(Self::NEAREST),
            Rounding::TowardZero => [false; 2],
            Rounding::TowardNegative => [false, true],
            Rounding::TowardPositive => [true, false],
            Rounding::TiesToAway | Rounding::Stochastic { .. } => return None,
        };
        // The sum of 1 and -1 is -0 in this direction alone.
        let leaves_zeros = is_sum && rounding == Rounding::TowardNegative;
        Some(Self { up, down: up.map(|it| !it), leaves_zeros })
    }

    /// The step: 1, -1, or 0.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn step(self, is_negative: bool, is_small: bool, is_large: bool) -> i32 {
        // The compiler would look a chosen one up in memory.
        let of_sign =
            |[positive, negative]: [bool; 2]| positive & !is_negative | negative & is_negative;
        i32::from(is_small & of_sign(self.up)) - i32::from(is_large & of_sign(self.down))
    }

    /// The integer nearest to a number, or the next one in the direction.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn integral(self, number: f64) -> f64 {
        let size = number.abs();
        let near = (size + power(52)) - power(52);
        let (is_small, is_large) = (near < size, near > size);
        let step = self.step(number < 0.0, is_small, is_large);
        // From 2^52 on every number is an integer.
        let whole = if size < power(52) { near + f64::from(step) } else { size };
        whole.copysign(number)
    }

    /// The bits of a result of f64, or of the number to be rounded, and whether the stages must decide.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn end<const MODE: u8, const N: usize>(
        self,
        operands: [f64; N],
        (value, rest, is_right): Found,
    ) -> (u64, bool) {
        let mut is_left = !is_right;
        if MODE == NEAREST {
            return (value.to_bits(), is_left);
        }
        is_left |= self.leaves_zeros & (value == 0.0);
        if MODE == ODD {
            return (to_odd(value, rest).to_bits(), is_left);
        }
        let is_negative = value < 0.0;
        let is_small = (rest > 0.0) & !is_negative | (rest < 0.0) & is_negative;
        let is_large = (rest < 0.0) & !is_negative | (rest > 0.0) & is_negative;
        let step = i64::from(self.step(is_negative, is_small, is_large));
        let are_finite = operands.iter().fold(true, |all, it| all & (it.abs() < f64::INFINITY));
        is_left |= are_finite & (value.abs() == f64::INFINITY);
        (value.to_bits().wrapping_add_signed(step), is_left)
    }
}

const INFINITY: u64 = 0x7ff << 52;
/// The quiet bit of a NaN.
const QUIET: u64 = 1 << 51;
/// The NaN of an invalid operation.
const CANONICAL: u64 = match F64.canonical_nan {
    Some(nan) => nan,
    None => INFINITY | QUIET,
};

/// A rounded number, its rest, and whether they are right.
type Found = (f64, f64, bool);

/// Magnitudes between these have exact products and quotients, as far as f64 can.
const LEAST: f64 = power(-900);
const LARGEST: f64 = power(960);

/// A result that is the nearest number of f64.
const NEAREST: u8 = 0;
/// A result of f64 in another direction.
const DIRECTED: u8 = 1;
/// A result that is rounded to another format.
const ODD: u8 = 2;

impl Double {
    /// An operation in a direction; `None` for random rounding and ties away from 0. An integer is the sum
    /// of two operands.
    #[must_use]
    pub fn new(
        operation: Operation,
        rounding: Rounding,
        readers: [Reader; 3],
        writer: Writer,
    ) -> Option<Self> {
        let is_sum = matches!(operation, Operation::Add | Operation::Sub | Operation::Fma);
        let directed = Directed::new(rounding, is_sum)?;
        let is_integer = operation == Operation::Convert && Reader::is_long_integer(&readers[0]);
        let operation = if is_integer { Operation::Add } else { operation };
        Some(Self { operation, readers, writer, directed })
    }

    /// Arithmetic on f64 numbers.
    #[cfg(test)]
    pub(super) fn arithmetic(operation: Operation, rounding: Rounding) -> Self {
        let reader = Reader::new(crate::format::Format::Float(&F64), false).unwrap();
        let writer = Writer::double(None, super::NAN);
        Self::new(operation, rounding, [reader; 3], writer).unwrap()
    }

    /// Evaluates operands of f64 in columns; of other results, the number to be rounded.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn evaluate<const WIDE: bool, const MODE: u8>(
        &self,
        columns: &[Column; 3],
        bits: &mut Column,
        states: &mut States,
    ) {
        let exact = |value| (value, 0.0, true);
        let out = (bits, states);
        match self.operation {
            Operation::Add if MODE == NEAREST => {
                self.each::<MODE, 2>(columns, out, |[a, b]| exact(a + b));
            }
            Operation::Add => self.each::<MODE, 2>(columns, out, |[a, b]| term(a, b)),
            Operation::Sub if MODE == NEAREST => {
                self.each::<MODE, 2>(columns, out, |[a, b]| exact(a - b));
            }
            Operation::Sub => self.each::<MODE, 2>(columns, out, |[a, b]| term(a, -b)),
            Operation::Mul if MODE == DIRECTED => {
                self.each::<MODE, 2>(columns, out, |[a, b]| product(a, b));
            }
            Operation::Mul => self.each::<MODE, 2>(columns, out, |[a, b]| exact(a * b)),
            Operation::Fma if MODE == ODD => {
                self.each::<MODE, 3>(columns, out, |[a, b, c]| term(a * b, c));
            }
            Operation::Fma if MODE == NEAREST => self.each::<MODE, 3>(columns, out, |operands| {
                vectors::fused::<WIDE>(operands).map_or_else(|| fused_sum(operands), exact)
            }),
            Operation::Fma => self.each::<MODE, 3>(columns, out, fused_sum),
            Operation::Div if MODE == DIRECTED => {
                self.each_of::<MODE, 2>(columns, out, [1, 2, 0], |[a, b]| quotient(a, b));
            }
            Operation::Div => {
                self.each_of::<MODE, 2>(columns, out, [1, 2, 0], |[a, b]| exact(a / b));
            }
            Operation::Rcp if MODE == DIRECTED => {
                self.each::<MODE, 1>(columns, out, |[a]| quotient(1.0, a));
            }
            Operation::Rcp => self.each::<MODE, 1>(columns, out, |[a]| exact(1.0 / a)),
            Operation::Sqrt if MODE == DIRECTED => {
                self.each::<MODE, 1>(columns, out, |[a]| root::<WIDE>(a));
            }
            Operation::Sqrt => self.each::<MODE, 1>(columns, out, |[a]| nearest_root::<WIDE>(a)),
            Operation::Convert => self.each::<MODE, 1>(columns, out, |[a]| exact(a)),
            Operation::Integral => {
                let directed = self.directed;
                self.each::<MODE, 1>(columns, out, |[a]| exact(directed.integral(a)));
            }
        }
    }

    /// Whether it is a conversion from f32 that changes nothing but NaNs.
    fn widens(&self) -> bool {
        let is_conversion = self.operation == Operation::Convert;
        is_conversion && self.readers[0].is_single() && self.writer.is_double()
    }

    /// Converts f32 numbers where they stand.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn widen(&self, [column, ..]: &[Column; 3], bits: &mut Column, states: &mut States) {
        let [given, keeps, state_of_nan] = self.writer.nan();
        for row in 0..N_ROWS {
            let (wide, value) = single(column[row]);
            bits[row] = if value.is_nan() { wide & keeps | given } else { wide };
            states[row] = if value.is_nan() { low_half(state_of_nan) } else { DONE };
        }
    }

    /// Evaluates rows. A NaN among the operands is returned quiet: the second before the third before the
    /// first.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn each<const MODE: u8, const N: usize>(
        &self,
        columns: &[Column; 3],
        out: (&mut Column, &mut States),
        kernel: impl Fn([f64; N]) -> Found,
    ) {
        self.each_of::<MODE, N>(columns, out, [0, 2, 1], kernel);
    }

    /// Evaluates rows, with the order in which NaNs are preferred, the last one most.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn each_of<const MODE: u8, const N: usize>(
        &self,
        columns: &[Column; 3],
        (bits, states): (&mut Column, &mut States),
        order: [usize; 3],
        kernel: impl Fn([f64; N]) -> Found,
    ) {
        // The compiler sees that a copy is not written to.
        let directed = self.directed;
        let [given, keeps, state_of_nan] = self.writer.nan();
        for row in 0..N_ROWS {
            let mut operands = [0; N];
            for (operand, column) in operands.iter_mut().zip(columns) {
                *operand = column[row];
            }
            let numbers = operands.map(f64::from_bits);
            let found = kernel(numbers);
            let (value, ..) = found;
            let mut nan = CANONICAL;
            for place in order {
                if place < N {
                    nan = if numbers[place].is_nan() { operands[place] | QUIET } else { nan };
                }
            }
            let (result, is_left) = directed.end::<MODE, N>(numbers, found);
            bits[row] = if value.is_nan() { nan & keeps | given } else { result };
            let done = if value.is_nan() { low_half(state_of_nan) } else { DONE };
            states[row] = if is_left { LEFT } else { done };
        }
    }
}

impl Kernel for Double {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn rows<const WIDE: bool>(
        &self,
        columns: &[Column; 3],
        bits: &mut Column,
        states: &mut States,
    ) {
        let is_nearest = self.directed == Directed::NEAREST;
        if self.widens() {
            return self.widen(columns, bits, states);
        }
        let mut read;
        let columns = if self.readers.iter().all(Reader::is_double) {
            columns
        } else {
            read = [[0; N_ROWS]; 3];
            Reader::read(&self.readers, self.operation.n_operands(), columns, &mut read);
            &read
        };
        if self.writer.is_double() {
            return if is_nearest {
                self.evaluate::<WIDE, NEAREST>(columns, bits, states);
            } else {
                self.evaluate::<WIDE, DIRECTED>(columns, bits, states);
            };
        }
        let mut found = [0; N_ROWS];
        let [first, ..] = columns;
        let numbers = if self.operation == Operation::Convert {
            states.fill(DONE);
            first
        } else {
            self.evaluate::<WIDE, ODD>(columns, &mut found, states);
            &found
        };
        if is_nearest {
            self.writer.write::<WIDE, false>(self.directed, numbers, (bits, states));
        } else {
            self.writer.write::<WIDE, true>(self.directed, numbers, (bits, states));
        }
    }
}

/// The bits of *a*·*b* + *c* in a direction; `None` for a NaN, and where the stages must decide.
#[must_use]
pub fn fused(operands: [u64; 3], rounding: Rounding) -> Option<u64> {
    let directed = Directed::new(rounding, true)?;
    let numbers = operands.map(f64::from_bits);
    let found = fused_sum(numbers);
    let (bits, is_left) = directed.end::<DIRECTED, 3>(numbers, found);
    (!is_left && !found.0.is_nan()).then_some(bits)
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
fn fused_sum([a, b, c]: [f64; 3]) -> Found {
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
    let rest = (a - back) - lack(back, quotient, b);
    let rest = if b < 0.0 { -rest } else { rest };
    let is_given = is_special(a) | is_special(b);
    (quotient, if is_given { 0.0 } else { rest }, is_given | are_usual([a, b, quotient]))
}

/// The square root within one unit in the last place, or the nearest number.
#[cfg_attr(optimized_for_speed, inline(always))]
fn root<const WIDE: bool>(number: f64) -> Found {
    let root = vectors::root::<WIDE>(number);
    let square = root * root;
    let rest = (number - square) - lack(square, root, root);
    let is_given = !(number > 0.0) | (number == f64::INFINITY);
    (root, if is_given { 0.0 } else { rest }, is_given | are_usual([number]))
}

/// The nearest number to a square root: at its distance of half a unit, the rest is the root times a unit.
#[cfg_attr(optimized_for_speed, inline(always))]
fn nearest_root<const WIDE: bool>(number: f64) -> Found {
    if vectors::has_roots::<WIDE>() {
        return (vectors::root::<WIDE>(number), 0.0, true);
    }
    let (root, rest, is_right) = root::<WIDE>(number);
    // Below a power of two the units are half as large.
    let is_fine = (root.to_bits() << 12 == 0) & (rest < 0.0);
    let unit = f64::from_bits(root.to_bits() & INFINITY) * power(-52);
    let half = root * if is_fine { unit * 0.5 } else { unit };
    let step = i64::from(rest > half) - i64::from(rest < -half);
    let is_close = (rest.abs() - half).abs() < half * power(-40);
    (f64::from_bits(root.to_bits().wrapping_add_signed(step)), 0.0, is_right & !is_close)
}
