//! The stored value of a result: in full, and what made it another than the exact one.

use ptxfp::eval::{LaneOp, Step, Trace};
use ptxfp::format::Format;
use ptxfp::internals::arith::Dyadic;

use crate::number::with_minus;

/// The number of digits of a stored value that are written: all of those of f32 between 1e-9 and
/// 1e40.
const DIGITS: usize = 54;

/// The number of digits of the value before a change.
const DIGITS_BEFORE: usize = 6;

/// The change from the exact value to the result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangeView {
    /// A few words: `rounded, +¼ ulp`, `clamped from 500`.
    pub text: String,
    /// The slug of the term that explains it.
    pub term: &'static str,
}

/// The value that bits encode, with every digit; `shown` is the shorter text of it above.
pub(crate) fn in_full(bits: u64, format: Format, shown: &str) -> String {
    let Some(value) = Dyadic::from_datum(&format.decode(bits)) else { return String::new() };
    let full = with_minus(&value.to_decimal_shortened(DIGITS));
    let exactly = if full == shown || value.is_zero() { ", exactly" } else { "" };
    let text = if value.is_zero() { shown } else { &full };
    ["= ", text, exactly].concat()
}

/// Returns what changed the exact value of a lane.
pub(crate) fn change(trace: &Trace, op: &LaneOp, bits: u64) -> Option<ChangeView> {
    let change = |text: String, term| Some(ChangeView { text: with_minus(&text), term });
    let clamped = trace.steps.iter().find_map(|step| match step {
        Step::Clamp { before, after, .. } if before != after => Some(before),
        _ => None,
    });
    let exact = trace.exact();
    if let Some(before) = clamped.filter(|before| !before.is_nan()) {
        let before = match exact {
            Some(exact) => exact.to_decimal_shortened(DIGITS_BEFORE),
            None if before.negative => String::from("-inf"),
            None => String::from("inf"),
        };
        return change(["clamped from ", &before].concat(), "saturate");
    }
    if trace.is_flushed(op, bits) {
        return change(String::from("flushed"), "flush");
    }
    let conversion = trace.conversion()?;
    if conversion.overflowed {
        return change(String::from("too large"), "round");
    }
    if !conversion.is_inexact() {
        return None;
    }
    let (error, unit) = error_in_units(trace, op, bits)?;
    change(ulps("rounded", &error, unit), "round")
}

/// The error of a result and its unit: ulp, or none where results are integral, as it is 1.
pub(crate) fn error_in_units(
    trace: &Trace,
    op: &LaneOp,
    bits: u64,
) -> Option<(String, &'static str)> {
    let ulp = op.result.ulp_exponent(bits);
    let (exponent, unit) = match op.result {
        Format::Fixed(_) => (ulp, ""),
        Format::Float(_) if op.is_integral => (ulp.max(0), ""),
        Format::Float(_) => (ulp, " ulp"),
    };
    let number = Dyadic::from_datum(&op.result.decode(bits))?;
    Some((trace.error(&number, exponent)?, unit))
}

/// A change with its error, which has a sign.
pub(crate) fn ulps(what: &str, error: &str, unit: &str) -> String {
    [what, ", ", &*signed(error), unit].concat()
}

/// An error with its sign, or about 0.
pub(crate) fn signed(error: &str) -> String {
    let Some(size) = size(error) else { return String::from("≈ 0") };
    let sign = if error.starts_with('-') { "\u{2212}" } else { "+" };
    [sign, size].concat()
}

/// The size of an error without its sign; `None` if it vanishes, as three digits of it mean nothing.
pub(crate) fn size(error: &str) -> Option<&str> {
    match error.trim_start_matches(['+', '-']) {
        "0.25" => Some("¼"),
        "0.5" => Some("½"),
        "0.75" => Some("¾"),
        size => (size != "≈ 0" && !size.contains('e')).then_some(size),
    }
}

#[cfg(test)]
mod tests {
    use crate::module::Module as _;
    use crate::playground::Model;

    /// Value, value in full, and change of the highest lane of a link.
    fn shown(link: &str) -> [String; 3] {
        let mut model = Model::opening(false);
        model.follow(link);
        let screen = model.screen(None);
        let lane = &screen.result.lanes[0];
        let change = lane.change.as_ref().map_or(String::new(), |it| it.text.clone());
        [lane.value.clone(), lane.in_full.clone(), change]
    }

    #[test]
    fn the_stored_value_is_shown_in_full_with_what_changed_it() {
        for (link, expected) in [
            (
                "v1/add.rn.f32@sm_90?a=0x3dcccccd&b=0x3e4ccccd",
                ["0.300000012", "= 0.300000011920928955078125", "rounded, +¼ ulp"],
            ),
            ("v1/add.f32@sm_90?a=0x3f800000&b=0x3f800000", ["2", "= 2, exactly", ""]),
            (
                "v1/cvt.rn.satfinite.e4m3x2.f32@sm_90?a=0x43fa0000&b=0x00000000",
                ["448", "= 448, exactly", "clamped from 500"],
            ),
            ("v1/mul.ftz.f32@sm_90?a=0x00ffffff&b=0x3f000000", ["0", "= 0, exactly", "flushed"]),
            ("v1/cvt.rn.f16.f32@sm_90?a=0x49742400", ["inf", "", "too large"]),
            ("v1/cvt.rni.s32.f32@sm_90?a=0x40200000", ["2", "= 2, exactly", "rounded, −½"]),
            ("v1/cvt.rzi.f32.f32@sm_90?a=0x3ff33333", ["1", "= 1, exactly", "rounded, −0.9"]),
            ("v1/add.f32@sm_90?a=0x7fc00000&b=0x3f800000", ["NaN", "", ""]),
            ("v1/neg.f32@sm_90?a=0x00000000", ["−0", "= −0, exactly", ""]),
            (
                "v1/fma.rn.relu.f16@sm_90?a=0xbc00&b=0x3c00&c=0x0000",
                ["0", "= 0, exactly", "clamped from −1"],
            ),
        ] {
            assert_eq!(shown(link), expected, "{link}");
        }
    }
}
