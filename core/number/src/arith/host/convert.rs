//! Columns of numbers of any format, to f64 and from it.

use super::double::Directed;
use super::narrow::{Narrow, Widen};
use super::single::Finish;
use super::{Column, DONE, LEFT, N_ROWS, PLACE, States, power, short_to_odd, sum_to_odd};
use crate::arith::rounding::Rounding;
use crate::bits::{low_half, mask};
use crate::format::table::{F32, F64};
use crate::format::{FixedFormat, FloatFormat, Format};

/// The bits of an f64 number above those that f32 has.
const SHORTER: u32 = 29;
const INFINITY: u64 = 0x7ff << 52;
/// The quiet bit of a NaN, and 2^52, whose lowest bit is 1.
const QUIET: u64 = 1 << 51;
const UNITS: f64 = power(52);

/// The way to f64.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    from: From,
    /// Smaller magnitudes become 0.
    least: f64,
}

#[derive(Clone, Copy, Debug)]
enum From {
    Double,
    Single,
    Narrow(Widen),
    /// Integers: the number of bits above them in 64, and whether the topmost bit is a sign.
    Integer {
        above: u32,
        is_signed: bool,
    },
}

impl Reader {
    /// The way from a format of integers or of numbers of f64; it may flush subnormal numbers.
    #[must_use]
    pub fn new(format: Format, flushes: bool) -> Option<Self> {
        let from = match format {
            Format::Fixed(FixedFormat { fraction: 1.., .. }) => return None,
            Format::Fixed(format) => {
                From::Integer { above: 64 - u32::from(format.width), is_signed: format.signed }
            }
            Format::Float(format) if *format == F64 => From::Double,
            Format::Float(format) if *format == F32 => From::Single,
            Format::Float(format) => From::Narrow(Widen::new(format)?),
        };
        let float = format.float().filter(|_| flushes);
        Some(Self { from, least: float.map_or(0.0, |format| power(format.emin())) })
    }

    /// Whether columns are those of f64.
    pub(super) fn is_double(&self) -> bool {
        matches!(self.from, From::Double)
    }

    /// Whether subnormal numbers are flushed.
    pub(super) fn flushes(&self) -> bool {
        self.least > 0.0
    }

    /// The way that keeps them.
    pub(super) fn unflushed(self) -> Self {
        Self { least: 0.0, ..self }
    }

    /// A number, or the zero that it is flushed to.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn flushed(&self, number: f64) -> f64 {
        if number.abs() < self.least { 0.0_f64.copysign(number) } else { number }
    }

    /// Whether columns are of integers of more than 32 bits, each of which becomes two numbers.
    pub(super) fn is_long_integer(&self) -> bool {
        matches!(self.from, From::Integer { above: ..32, .. })
    }

    /// Whether columns are of f32, and no number is flushed.
    pub(super) fn is_single(&self) -> bool {
        matches!(self.from, From::Single) && !self.flushes()
    }

    /// Reads a column; a long integer that does not fit is rounded to odd.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn numbers(&self, column: &Column) -> Column {
        let mut numbers = [0; N_ROWS];
        if self.is_long_integer() {
            let mut lower = [0; N_ROWS];
            self.read_long(column, &mut numbers, &mut lower);
            for (number, lower) in numbers.iter_mut().zip(lower) {
                let [upper, lower] = [*number, lower].map(f64::from_bits);
                *number = sum_to_odd(upper, lower).to_bits();
            }
        } else {
            self.read_one::<false>(column, &mut numbers);
        }
        numbers
    }

    /// Reads columns; a long integer becomes two numbers, whose sum it is. Without `PAYLOADS` a NaN is any
    /// NaN.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn read<const PAYLOADS: bool>(
        readers: &[Self; 3],
        n_operands: usize,
        columns: &[Column; 3],
        numbers: &mut [Column; 3],
    ) {
        let [reader, ..] = readers;
        if reader.is_long_integer() {
            let ([column, ..], [upper, lower, _]) = (columns, numbers);
            return reader.read_long(column, upper, lower);
        }
        let all = readers.iter().zip(columns).zip(numbers);
        for ((reader, column), numbers) in all.take(n_operands) {
            reader.read_one::<PAYLOADS>(column, numbers);
        }
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    fn read_one<const PAYLOADS: bool>(&self, column: &Column, numbers: &mut Column) {
        let reader = *self;
        match reader.from {
            From::Double => *numbers = *column,
            From::Single => {
                for (number, bits) in numbers.iter_mut().zip(column) {
                    let (wide, value) = single(*bits);
                    let kept = reader.flushed(value).to_bits();
                    *number = if PAYLOADS && value.is_nan() { wide } else { kept };
                }
            }
            From::Narrow(widen) => {
                for (number, bits) in numbers.iter_mut().zip(column) {
                    let value = f32::from_bits(widen.apply(low_half(*bits)));
                    *number = reader.flushed(value.into()).to_bits();
                }
            }
            From::Integer { above, is_signed } => {
                for (number, bits) in numbers.iter_mut().zip(column) {
                    *number = half(extended(*bits, above, is_signed), is_signed).to_bits();
                }
            }
        }
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    fn read_long(&self, column: &Column, upper: &mut Column, lower: &mut Column) {
        let From::Integer { above, is_signed } = self.from else { return };
        for ((upper, lower), bits) in upper.iter_mut().zip(lower).zip(column) {
            let integer = extended(*bits, above, is_signed);
            *upper = (half(integer >> 32, is_signed) * power(32)).to_bits();
            *lower = half(integer, false).to_bits();
        }
    }
}

/// An f32 number in f64; a NaN keeps sign and payload, and is quiet.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn single(bits: u64) -> (u64, f64) {
    let value = f64::from(f32::from_bits(low_half(bits)));
    let nan = (bits >> 31 & 1) << 63 | (bits & 0x7f_ffff) << SHORTER | QUIET | INFINITY;
    (if value.is_nan() { nan } else { value.to_bits() }, value)
}

/// An integer, extended to 64 bits.
#[cfg_attr(optimized_for_speed, inline(always))]
const fn extended(bits: u64, above: u32, is_signed: bool) -> u64 {
    let integer = bits << above;
    if is_signed { (integer.cast_signed() >> above).cast_unsigned() } else { integer >> above }
}

/// The number of the lower 32 bits. With its sign flipped, a signed one is an unsigned one that is larger by
/// 2^31.
#[cfg_attr(optimized_for_speed, inline(always))]
fn half(bits: u64, is_signed: bool) -> f64 {
    let place = UNITS.to_bits();
    let sign = if is_signed { 1 << 31 } else { 0 };
    f64::from_bits(place | (bits & 0xffff_ffff) ^ sign) - f64::from_bits(place | sign)
}

/// The way from f64.
#[derive(Clone, Copy, Debug)]
pub struct Writer {
    to: To,
    /// The bits of a NaN of f64, those that it keeps, and its state.
    nan: [u64; 3],
}

#[derive(Clone, Copy, Debug)]
enum To {
    /// f64.
    Double,
    Single(Finish),
    Narrow(Widen, Narrow, Finish),
    /// Integers: the mask of the bits, whether the topmost one is a sign, and the result of a NaN.
    Integer(u64, bool, u64),
}

impl Writer {
    /// The way to f64; NaNs become `nan`, or keep sign and payload; `state` is that of their rows.
    #[must_use]
    pub fn double(nan: Option<u64>, state: u32) -> Self {
        let [nan, keeps] = nan.map_or([0, u64::MAX], |nan| [nan, 0]);
        Self { to: To::Double, nan: [nan, keeps, state.into()] }
    }

    /// The way to a format of at most 32 bits.
    #[must_use]
    pub fn float(format: &FloatFormat, saturates: bool, finish: Finish) -> Option<Self> {
        if *format == F32 {
            return (!saturates).then_some(Self::short(To::Single(finish)));
        }
        let narrow = Narrow::new(format, Rounding::TiesToEven, saturates)?;
        Some(Self::short(To::Narrow(Widen::new(format)?, narrow, finish)))
    }

    /// The way to integers, from integral numbers.
    #[must_use]
    pub fn integer(format: &FixedFormat, nan: u64) -> Option<Self> {
        let all = mask(format.width.into());
        (format.fraction == 0).then_some(Self::short(To::Integer(all, format.signed, nan)))
    }

    /// The way to what has no NaN of f64.
    fn short(to: To) -> Self {
        Self { to, nan: [0, u64::MAX, DONE.into()] }
    }

    /// Whether results are those of f64.
    pub(super) const fn is_double(&self) -> bool {
        matches!(self.to, To::Double)
    }

    /// The bits of a NaN of f64, those that it keeps, and its state.
    pub(super) const fn nan(&self) -> [u64; 3] {
        self.nan
    }

    /// Rounds f64 numbers. Its copy for wide vectors has closures of its own, which are inlined.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn write<const WIDE: bool, const STEPS: bool>(
        &self,
        directed: Directed,
        numbers: &Column,
        (bits, states): (&mut Column, &mut States),
    ) {
        let out = (&mut *bits, states);
        // The compiler sees that copies are not written to.
        match self.to {
            To::Double => {}
            To::Single(finish) if finish.is_plain() => {
                each(numbers, out, |bits| write_single::<STEPS, true>(bits, directed, &finish));
            }
            To::Single(finish) => {
                each(numbers, out, |bits| write_single::<STEPS, false>(bits, directed, &finish));
            }
            To::Narrow(widen, narrow, finish) => each(numbers, out, |bits| {
                write_narrow::<STEPS>(bits, directed, (&widen, &narrow, &finish))
            }),
            To::Integer(mask, is_signed, nan) if mask >> 32 == 0 => {
                let count = if is_signed { mask >> 1 } else { mask };
                let [least, most] = [count.wrapping_sub(mask), count];
                #[expect(clippy::cast_precision_loss, reason = "it has 32 bits")]
                let [least, most] = [least.cast_signed() as f64, most as f64];
                each(numbers, out, |bits| {
                    let value = f64::from_bits(bits);
                    let value = if value < least { least } else { value };
                    let value = if value > most { most } else { value };
                    let integer = (value + PLACE).to_bits() & mask;
                    (low_half(if value.is_nan() { nan } else { integer }), DONE)
                });
            }
            To::Integer(_, is_signed, nan) => {
                for (bits, number) in bits.iter_mut().zip(numbers) {
                    let value = f64::from_bits(*number);
                    #[expect(
                        clippy::cast_possible_truncation,
                        clippy::cast_sign_loss,
                        reason = "it is an integer, and saturates"
                    )]
                    let integer =
                        if is_signed { (value as i64).cast_unsigned() } else { value as u64 };
                    *bits = if value.is_nan() { nan } else { integer };
                }
            }
        }
    }
}

/// Rounds rows to at most 32 bits.
#[cfg_attr(optimized_for_speed, inline(always))]
fn each(
    numbers: &Column,
    (bits, states): (&mut Column, &mut States),
    write: impl Fn(u64) -> (u32, u32),
) {
    for row in 0..N_ROWS {
        let (result, state) = write(numbers[row]);
        bits[row] = result.into();
        states[row] = if states[row] == LEFT { LEFT } else { state };
    }
}

/// Rounds a number to f32.
#[cfg_attr(optimized_for_speed, inline(always))]
fn write_single<const STEPS: bool, const PLAIN: bool>(
    bits: u64,
    directed: Directed,
    finish: &Finish,
) -> (u32, u32) {
    let value = f64::from_bits(bits);
    #[expect(clippy::cast_possible_truncation, reason = "it is rounded")]
    let near = value as f32;
    let near = moved::<STEPS>(directed, value, near.into(), near.to_bits());
    // The sign, and as much of the payload as fits.
    let payload = low_half((bits | QUIET | INFINITY) >> SHORTER) & 0x7fff_ffff;
    let nan = low_half(bits >> 32) & 1 << 31 | payload;
    finish.end::<PLAIN>(if value.is_nan() { nan } else { near })
}

/// Rounds a number to a narrower format.
#[cfg_attr(optimized_for_speed, inline(always))]
fn write_narrow<const STEPS: bool>(
    bits: u64,
    directed: Directed,
    (widen, narrow, finish): (&Widen, &Narrow, &Finish),
) -> (u32, u32) {
    let value = f64::from_bits(bits);
    let near = narrow.magnitude(short_to_odd(value.abs()).to_bits());
    let near = if STEPS {
        let wide = f32::from_bits(widen.apply(near)).into();
        narrow.limited(moved::<true>(directed, value, wide, near))
    } else {
        near
    };
    let sign = narrow.sign(low_half(bits >> 32));
    finish.apply::<false>(near, sign, value.is_nan())
}

/// The encoding of a nearest number, moved by a step in a direction.
#[cfg_attr(optimized_for_speed, inline(always))]
fn moved<const STEPS: bool>(directed: Directed, value: f64, near: f64, bits: u32) -> u32 {
    if !STEPS {
        return bits;
    }
    let (size, near) = (value.abs(), near.abs());
    bits.wrapping_add_signed(directed.step(value < 0.0, near < size, near > size))
}
