//! Operations in f64, on numbers of any format, rounded in any direction to any format.
//!
//! The rest of a value shows the direction of a step. For a result that is not of f64 the number that the
//! rest leads to ([`to_odd`]) is rounded to its format ([`Writer`]).

use super::convert::{Writer, single};
use super::exact::{Call, Found, LONG, NEAREST, ODD, Sink, fused_sum};
use super::single::Operation;
use super::vectors::Kernel;
use super::{Column, DONE, LEFT, N_ROWS, States, power, to_odd};
use crate::arith::rounding::Rounding;
use crate::bits::low_half;
use crate::format::table::F64;

/// An operation with operands of any formats and a result of any.
#[derive(Clone, Copy, Debug)]
pub struct Double {
    call: Call,
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
    pub(super) const NEAREST: Self = Self { up: [false; 2], down: [false; 2], leaves_zeros: false };

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
    pub(super) fn integral(self, number: f64) -> f64 {
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

/// The rounding of values.
struct Results<'a, const MODE: u8> {
    directed: Directed,
    /// The bits of a NaN, those that it keeps, and its state.
    nan: [u64; 3],
    bits: &'a mut Column,
    states: &'a mut States,
}

impl<const MODE: u8> Sink for Results<'_, MODE> {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn put<const N: usize>(
        &mut self,
        row: usize,
        operands: [u64; N],
        order: [usize; 3],
        found: Found,
    ) {
        let numbers = operands.map(f64::from_bits);
        let is_nan = found.0.is_nan();
        let mut nan = CANONICAL;
        for place in order {
            if place < N {
                nan = if numbers[place].is_nan() { operands[place] | QUIET } else { nan };
            }
        }
        let (result, is_left) = self.directed.end::<MODE, N>(numbers, found);
        let [given, keeps, state_of_nan] = self.nan;
        self.bits[row] = if is_nan { nan & keeps | given } else { result };
        let done = if is_nan { low_half(state_of_nan) } else { DONE };
        self.states[row] = if is_left { LEFT } else { done };
    }
}

impl Double {
    /// An operation in a direction; `None` for random rounding and ties away from 0.
    #[must_use]
    pub fn new(call: Call, rounding: Rounding, writer: Writer) -> Option<Self> {
        use Operation::{Add, Fma, Sub};
        let directed = Directed::new(rounding, matches!(call.operation, Add | Sub | Fma))?;
        Some(Self { call, writer, directed })
    }

    /// Arithmetic on f64 numbers.
    #[cfg(test)]
    pub(super) fn arithmetic(operation: Operation, rounding: Rounding) -> Self {
        let reader = super::Reader::new(crate::format::Format::Float(&F64), false).unwrap();
        let writer = Writer::double(None, super::NAN);
        Self::new(Call::new(operation, [reader; 3]), rounding, writer).unwrap()
    }

    /// Evaluates operands of f64 in columns; of other results, the number to be rounded.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn evaluate<const WIDE: bool, const MODE: u8>(
        &self,
        columns: &[Column; 3],
        bits: &mut Column,
        states: &mut States,
    ) {
        let results =
            Results::<MODE> { directed: self.directed, nan: self.writer.nan(), bits, states };
        self.call.evaluate::<WIDE, MODE>(columns, self.directed, results);
    }

    /// Whether it is a conversion from f32 that changes nothing but NaNs.
    fn widens(&self) -> bool {
        let is_conversion = self.call.operation == Operation::Convert;
        is_conversion && self.call.readers[0].is_single() && self.writer.is_double()
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
        let columns = if self.call.is_double() {
            columns
        } else {
            read = [[0; N_ROWS]; 3];
            self.call.read::<true>(columns, &mut read);
            &read
        };
        if self.writer.is_double() {
            return if is_nearest {
                self.evaluate::<WIDE, NEAREST>(columns, bits, states);
            } else {
                self.evaluate::<WIDE, LONG>(columns, bits, states);
            };
        }
        let mut found = [0; N_ROWS];
        let [first, ..] = columns;
        let numbers = if self.call.operation == Operation::Convert {
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
    let (bits, is_left) = directed.end::<LONG, 3>(numbers, found);
    (!is_left && !found.0.is_nan()).then_some(bits)
}
