//! `abs`, `neg`, `copysign`, `min`, `max` and `testp`, after the pseudo-code of the ISA.

use crate::expected::{Expected, canonical, flushed, quiet};
use crate::layout::{F64, Layout};
use crate::operation::{Operation, Property};
use crate::spelling::Spelling;

/// Returns the expected lane.
///
/// # Panics
///
/// If the operation is another one.
pub fn expected(spelling: &Spelling, elements: [u64; 3]) -> Expected {
    let element = spelling.sources[0].register.element;
    let layout = element.layout().expect("floating point");
    let n_sources = spelling.sources.len();
    let operands: Vec<u64> =
        elements[..n_sources].iter().map(|bits| flushed(spelling, element, *bits)).collect();
    let a = operands[0];
    match spelling.operation {
        Operation::Abs | Operation::Neg => change_sign(spelling.operation, layout, a),
        Operation::CopySign => {
            let bits = (a & layout.sign()) | layout.magnitude(operands[1]);
            // Instructions on f32 return an unspecified NaN (PTX ISA 9.7.3).
            let is_open = layout.is_nan(operands[1]) && layout != F64;
            if is_open { Expected::Nan(bits) } else { Expected::Bits(bits) }
        }
        Operation::Test(property) => Expected::Bits(u64::from(holds(property, layout, a))),
        Operation::Min | Operation::Max => least_or_greatest(spelling, layout, &operands),
        other => panic!("{other:?} is compared elsewhere"),
    }
}

/// `abs` and `neg`: the ISA has abs.f64 pass a NaN unchanged; neg.f64 was observed to make it quiet, and
/// to keep its sign. Other NaNs become canonical.
fn change_sign(operation: Operation, layout: Layout, a: u64) -> Expected {
    let changed = if operation == Operation::Abs { layout.magnitude(a) } else { a ^ layout.sign() };
    match (layout.is_nan(a), layout == F64) {
        (false, _) => Expected::Bits(changed),
        (true, true) if operation == Operation::Abs => Expected::Nan(a),
        (true, true) => Expected::Nan(a | quiet(layout)),
        (true, false) => Expected::Nan(canonical(layout)),
    }
}

fn holds(property: Property, layout: Layout, a: u64) -> bool {
    let (is_nan, is_infinite) = (layout.is_nan(a), layout.is_infinite(a));
    match property {
        Property::Finite => !is_nan && !is_infinite,
        Property::Infinite => is_infinite,
        Property::Number => !is_nan,
        Property::NotANumber => is_nan,
        // Zeros count as normal.
        Property::Normal => !is_nan && !is_infinite && !layout.is_subnormal(a),
        Property::Subnormal => layout.is_subnormal(a),
    }
}

/// The pseudo-code `two_inputs_min`, once or twice; a result without value is `None`.
fn least_or_greatest(spelling: &Spelling, layout: Layout, operands: &[u64]) -> Expected {
    // In the order of the numbers, -0 below +0.
    let key = |bits: u64| {
        let magnitude = i128::from(layout.magnitude(bits));
        if layout.is_negative(bits) { -magnitude - 1 } else { magnitude }
    };
    let two = |x: Option<u64>, y: Option<u64>| match (x, y) {
        (Some(x), Some(y)) if (key(x) < key(y)) == (spelling.operation == Operation::Min) => {
            Some(x)
        }
        (Some(_), Some(y)) => Some(y),
        _ if spelling.returns_nan => None,
        (x, y) => x.or(y),
    };
    let number = |bits: &u64| {
        let bits = *bits;
        let compared = if spelling.compares_magnitudes { layout.magnitude(bits) } else { bits };
        (!layout.is_nan(bits)).then_some(compared)
    };
    let mut numbers = operands.iter().map(number);
    let first = numbers.next().flatten();
    match numbers.fold(first, two) {
        None if layout == F64 => Expected::Nan(operands[1] | quiet(F64)),
        None => Expected::Nan(canonical(layout)),
        Some(found) if spelling.multiplies_signs => {
            let sign = operands.iter().fold(0, |sign, bits| sign ^ (bits & layout.sign()));
            Expected::Bits(layout.magnitude(found) | sign)
        }
        Some(found) => Expected::Bits(found),
    }
}
