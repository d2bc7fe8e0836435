//! The oracle `rustc_apfloat`: LLVM's software floating point in Rust.

use rustc_apfloat::ieee::{BFloat, Double, Half, IeeeFloat, Quad, Semantics, Single};
use rustc_apfloat::{Category, Float, FloatConvert, Round, Status, StatusAnd};

use crate::convert::{Unbounded, round};
use crate::layout::{BF16, F16, F32, F64, Layout};
use crate::operation::{Operation, Rounding};
use crate::oracle::{Oracle, Plain};

/// `rustc_apfloat`; it has no square root, so that of the host joins it.
pub struct Apfloat;

impl Oracle for Apfloat {
    fn name(&self) -> &'static str {
        "rustc_apfloat"
    }

    fn knows(&self, _plain: &Plain) -> bool {
        true
    }

    fn result(&self, plain: &Plain, operands: [u64; 3]) -> Option<u64> {
        if plain.operation == Operation::Sqrt {
            return root(plain.layout, plain.rounding, operands[0]);
        }
        if plain.operation == Operation::MadTruncated {
            return mad_truncated(plain, operands);
        }
        match plain.layout {
            F16 => narrow::<Half>(plain, operands),
            BF16 => narrow::<BFloat>(plain, operands),
            F32 => narrow::<Single>(plain, operands),
            F64 => narrow::<Double>(plain, operands),
            other => panic!("no format of rustc_apfloat has {other:?}"),
        }
    }

    fn is_tiny(&self, plain: &Plain, operands: [u64; 3]) -> Option<bool> {
        let is_product_rounded =
            plain.operation == Operation::MadTruncated && plain.layout.magnitude(operands[2]) == 0;
        // A root is never subnormal, and a rounded product was flushed before the sum.
        if plain.operation == Operation::Sqrt || is_product_rounded {
            return Some(false);
        }
        Some(match plain.layout {
            F16 => is_tiny::<Half, Unbounded<11>>(plain, operands),
            BF16 => is_tiny::<BFloat, Unbounded<8>>(plain, operands),
            F32 => is_tiny::<Single, Unbounded<24>>(plain, operands),
            F64 => is_tiny::<Double, Unbounded<53>>(plain, operands),
            other => panic!("no format of rustc_apfloat has {other:?}"),
        })
    }
}

fn compute<F: Float>(plain: &Plain, [a, b, c]: [F; 3]) -> StatusAnd<F> {
    let round = round(plain.rounding);
    match plain.operation {
        Operation::Add => a.add_r(b, round),
        Operation::Sub => a.sub_r(b, round),
        Operation::Mul => a.mul_r(b, round),
        Operation::Fma => a.mul_add_r(b, c, round),
        // With an unbounded exponent the product is cut before it is added.
        Operation::MadTruncated => a.mul_r(b, Round::TowardZero).value.add_r(c, round),
        Operation::Div => a.div_r(b, round),
        Operation::Rcp => F::from_u128(1).value.div_r(a, round),
        other => panic!("{other:?} is no arithmetic of rustc_apfloat"),
    }
}

/// The host's square root, which is rounded to nearest, compared with the operand by its exact
/// square in binary128.
fn root(layout: Layout, rounding: Rounding, bits: u64) -> Option<u64> {
    if layout.magnitude(bits) == 0 {
        return Some(bits);
    }
    if layout.is_negative(bits) {
        return None;
    }
    if layout.is_infinite(bits) {
        return Some(bits);
    }
    let wide = |bits: u64| -> Quad {
        match layout {
            F32 => Single::from_bits(bits.into()).convert(&mut false).value,
            F64 => Double::from_bits(bits.into()).convert(&mut false).value,
            other => panic!("no square root of {other:?}"),
        }
    };
    let nearest = if layout == F32 {
        f32::from_bits(u32::try_from(bits).expect("32 bits")).sqrt().to_bits().into()
    } else {
        f64::from_bits(bits).sqrt().to_bits()
    };
    let square = wide(nearest).mul_r(wide(nearest), Round::TowardZero);
    assert_eq!(square.status, Status::OK, "the square is exact");
    let operand = wide(bits);
    let (is_below, is_above) = (square.value < operand, square.value > operand);
    Some(match rounding {
        Rounding::Up if is_below => nearest + 1,
        Rounding::Zero | Rounding::Down if is_above => nearest - 1,
        _ => nearest,
    })
}

/// `mad.f32` of `sm_1x`, where every subnormal is flushed: with a product cut to 24 bits, or if
/// *c* is a zero, a rounded product and a sum.
fn mad_truncated(plain: &Plain, operands: [u64; 3]) -> Option<u64> {
    let layout = plain.layout;
    let step = |operation, operands| {
        let plain = Plain { operation, ..*plain };
        let bits = Apfloat.result(&plain, operands)?;
        let is_tiny = Apfloat.is_tiny(&plain, operands)?;
        Some(if is_tiny { bits & layout.sign() } else { bits })
    };
    let [a, b, c] = operands;
    if layout.magnitude(c) == 0 {
        let product = step(Operation::Mul, [a, b, 0])?;
        return step(Operation::Add, [product, c, 0]);
    }
    let unbounded = operands.map(|bits| -> IeeeFloat<Unbounded<24>> {
        Single::from_bits(bits.into()).convert(&mut false).value
    });
    let sum = compute(plain, unbounded).value;
    if sum.is_nan() {
        return None;
    }
    let result: Single = sum.convert(&mut false).value;
    u64::try_from(result.to_bits()).ok()
}

fn narrow<F: Float>(plain: &Plain, operands: [u64; 3]) -> Option<u64> {
    let result = compute(plain, operands.map(|bits| F::from_bits(bits.into())));
    debug_assert_eq!(result.status.contains(Status::INVALID_OP), result.value.is_nan());
    (!result.value.is_nan()).then(|| u64::try_from(result.value.to_bits()).expect("64 bits"))
}

fn is_tiny<F, W>(plain: &Plain, operands: [u64; 3]) -> bool
where
    F: Float + FloatConvert<IeeeFloat<W>>,
    W: Semantics,
{
    let widen = |bits: u64| -> IeeeFloat<W> { F::from_bits(bits.into()).convert(&mut false).value };
    let result = compute(plain, operands.map(widen)).value;
    let threshold: IeeeFloat<W> = F::smallest_normalized().convert(&mut false).value;
    result.category() == Category::Normal && result.abs() < threshold
}
