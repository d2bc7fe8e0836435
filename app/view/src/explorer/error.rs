//! How many results an approximate instruction may return, over all operands.

use ptxfp::bound::count;
use ptxfp::catalog::{Context, Instruction};
use ptxfp::corner::lane_sources;
use ptxfp::eval::{Guarantee, Prepared};
use ptxfp::format::{Class, FloatFormat};

use crate::explorer::tabs::BoundPlotView;

/// At most so many exponents of a sign are looked at, evenly spread.
const EXPONENTS: u64 = 256;
/// So many operands of an exponent are looked at.
const PARTS: u64 = 3;
/// The logarithm at the top of the plot.
pub const TOP: u32 = 32;

/// The plot, for an approximate instruction.
///
/// Its first source operand varies over all exponents of both signs, in the order of values; the
/// others stay.
pub fn bound_plot(
    instruction: &Instruction,
    context: &Context,
    registers: &[u64],
) -> Option<BoundPlotView> {
    instruction.form.bound()?;
    let prepared = Prepared::new(instruction, context);
    let result = prepared.lane_op().result.float()?;
    let source = lane_sources(&prepared).next()?;
    let operand = instruction.form.sources().get(source)?;
    let format = instruction.operand_type(operand).format().float()?;
    let packing = prepared.source(source);
    let mut varied = registers.to_vec();
    let now = rank(format, packing.extract(*varied.get(source)?, 0));
    let mut plot = BoundPlotView {
        label: [operand.name, " from \u{2212}max to +max"].concat(),
        length: 0,
        path: String::new(),
        present: None,
    };
    let mut is_open = false;
    for bits in operands(format) {
        if now.is_some_and(|now| rank(format, bits) >= Some(now)) {
            plot.present.get_or_insert(plot.length);
        }
        if let Some(register) = varied.get_mut(source) {
            *register = packing.insert(*register, 0, bits);
        }
        let permitted = match prepared.evaluate_lane(0, &varied, &mut ()).guarantee {
            Guarantee::Within { lo, hi } => Some(count(lo, hi, result).max(1).ilog2()),
            Guarantee::Bits | Guarantee::Reading | Guarantee::AnyNan => Some(0),
            Guarantee::Unbounded | Guarantee::Unspecified => None,
        };
        if let Some(log) = permitted {
            let height = (TOP - log.min(TOP)).to_string();
            if is_open {
                plot.path.push('V');
            } else {
                // Where there is no bound there is a gap.
                plot.path.push_str(&["M", &plot.length.to_string(), " "].concat());
            }
            plot.path.push_str(&[&height, "H", &(plot.length + 1).to_string()].concat());
        }
        is_open = permitted.is_some();
        plot.length += 1;
    }
    Some(plot)
}

/// Finite operands of all exponents, in the order of their values.
fn operands(format: &'static FloatFormat) -> impl Iterator<Item = u64> {
    let top = format.max_finite() >> format.trailing_width();
    let step = (top / EXPONENTS).max(1);
    let part = (1 << format.trailing_width()) / PARTS;
    let magnitudes = (0..=top / step)
        .flat_map(move |each| (0..PARTS).map(move |place| (each, place)))
        .map(move |(each, place)| ((each * step) << format.trailing_width()) + place * part);
    let negative = magnitudes.clone().rev().filter(|_| format.signed);
    negative.map(|magnitude| magnitude | format.sign_mask()).chain(magnitudes)
}

/// A number that orders data as their values do; nothing for a NaN.
fn rank(format: &FloatFormat, bits: u64) -> Option<i64> {
    let magnitude = i64::try_from(bits & format.magnitude_mask()).ok()?;
    let is_negative = bits & format.sign_mask() != 0;
    let is_nan = matches!(format.classify(bits), Class::QuietNan | Class::SignalingNan);
    (!is_nan).then_some(if is_negative { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use ptxfp::catalog::{Context, LATEST_ISA, Target};
    use ptxfp::syntax::check;

    use super::bound_plot;

    fn plot(statement: &str, registers: &[u64]) -> Option<(u64, String, Option<u64>)> {
        let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
        let instruction = check(statement, &context).instruction.unwrap();
        bound_plot(&instruction, &context, registers).map(|it| (it.length, it.path, it.present))
    }

    #[test]
    fn constant_bound_is_one_line_and_a_range_ends() {
        let (length, path, present) = plot("ex2.approx.ftz.f32", &[0]).unwrap();
        assert_eq!((length, path.matches('M').count()), (2 * 255 * 3, 1));
        // -0 is that number too.
        assert_eq!(present, Some(length / 2 - 1));
        // Outside of its range sin has no bound.
        let (_, path, present) = plot("sin.approx.f32", &[0x7fc0_0000]).unwrap();
        assert_eq!(present, None);
        assert!(!path.starts_with("M0 "), "{path:.40}");
        assert_eq!(plot("add.f32", &[0, 0]), None);
    }
}
