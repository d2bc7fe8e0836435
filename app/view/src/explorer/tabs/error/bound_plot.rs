//! The number of results that an approximate instruction may return, over all operands.

use ptxfp::catalog::bound::count;
use ptxfp::catalog::{Context, Instruction};
use ptxfp::eval::{Guarantee, Prepared};
use ptxfp::explore::corner::{Landmark, lane_sources};
use ptxfp::explore::rank::rank;
use ptxfp::format::{Class, FloatFormat, Format};
use ptxfp::text::grouped;

use crate::explorer::axis::{AxesView, Tick, power_of_two, ticks};
use crate::explorer::tables::BoundPlotView;

/// The maximum number of exponents of a sign that are sampled, evenly spread.
const EXPONENTS: u64 = 256;
/// The number of operands sampled for each exponent.
const PARTS: u64 = 3;
/// The height of the plot.
pub const HEIGHT: u64 = 1000;
/// Up to this many results the scale is linear; beyond, logarithmic.
const FEW: u64 = 16;
/// The approximate number of marks on the vertical axis.
const MARKS: u64 = 6;

/// The plot, for an approximate instruction.
///
/// Its first source operand varies over all exponents of both signs, in the order of values; the
/// others keep their values.
pub(super) fn bound_plot(
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
    let now = packing.extract(*varied.get(source)?, 0);
    let is_before = |bits| order(format, bits) < order(format, now);
    let present =
        order(format, now).map(|_| operands(format).take_while(|it| is_before(*it)).count() as u64);
    let mut counts = Vec::new();
    for bits in operands(format) {
        if let Some(register) = varied.get_mut(source) {
            *register = packing.insert(*register, 0, bits);
        }
        counts.push(match prepared.evaluate_lane(0, &varied, &mut ()).guarantee {
            Guarantee::Within { lo, hi } => Some(count(lo, hi, result).max(1)),
            Guarantee::Bits | Guarantee::Reading | Guarantee::AnyNan => Some(1),
            Guarantee::Unbounded | Guarantee::Unspecified => None,
        });
    }
    let scale = Scale::of(counts.iter().flatten().copied().max().unwrap_or(1));
    let length = counts.len() as u64;
    let all = Format::from(format);
    let ends = [format.max_finite() | format.sign_mask(), format.max_finite()];
    let ends = [if format.signed { ends[0] } else { 0 }, ends[1]].map(|bits| rank(all, bits));
    Some(BoundPlotView {
        label: ["Number of permitted results for each operand ", operand.name].concat(),
        axes: AxesView {
            up: String::from("Permitted results"),
            heights: scale.marks(),
            along: ["operand ", operand.name].concat(),
            places: places(all, ends),
        },
        length,
        path: path(&counts, &scale),
        present: present.filter(|place| *place < length),
    })
}

/// Marks at round values and at both ends.
fn places(format: Format, [first, last]: [u64; 2]) -> Vec<Tick> {
    let mut places = ticks(format, [first, last], last);
    places.retain(|(place, _)| (60..=940).contains(place));
    let ends = [(0, Landmark::NegativeMax), (1000, Landmark::PositiveMax)];
    let ends = ends.into_iter().filter(|(_, end)| end.bits(format).is_some());
    places.extend(ends.map(|(place, end)| (place, end.name(format).to_owned())));
    places
}

/// The scale for numbers of results.
struct Scale {
    most: u64,
    /// The number at the top.
    top: u64,
}

impl Scale {
    fn of(most: u64) -> Self {
        let scale = Self { most, top: 1 };
        // A little room above the line, so that it does not lie on the edge.
        let top = scale.measure(most) * 9 / 8;
        Self { most, top }
    }

    /// The height of this many results: linear where there are few, else logarithmic, with 1 above
    /// the base.
    fn measure(&self, count: u64) -> u64 {
        if self.most <= FEW {
            return count * HEIGHT;
        }
        let power = count.max(1).ilog2();
        let within = (u128::from(count) * u128::from(HEIGHT)) >> power;
        (u64::from(power) + 1) * HEIGHT + u64::try_from(within).unwrap_or(HEIGHT) - HEIGHT
    }

    /// Returns the distance from the top for a number of results.
    fn down(&self, count: u64) -> u64 {
        HEIGHT - self.measure(count).min(self.top) * HEIGHT / self.top.max(1)
    }

    /// Marks at whole numbers, or at powers of two.
    fn marks(&self) -> Vec<Tick> {
        let mark = |count: u64| (u32::try_from(self.down(count)).unwrap_or(0), grouped(count));
        if self.most <= FEW {
            let step = usize::try_from(self.most.div_ceil(MARKS)).unwrap_or(1);
            return (0..=self.most).step_by(step).map(mark).collect();
        }
        let top = self.most.ilog2();
        let step = usize::try_from(u64::from(top).div_ceil(MARKS)).unwrap_or(1).max(1);
        let powers = (0..=top).step_by(step).map(|power| {
            let (down, text) = mark(1 << power);
            (down, if power > 13 { power_of_two(power.into()) } else { text })
        });
        powers.collect()
    }
}

/// The line; it has a gap where there is no bound.
fn path(counts: &[Option<u64>], scale: &Scale) -> String {
    let mut path = String::new();
    let mut place = 0;
    let mut is_open = false;
    for run in counts.chunk_by(|a, b| a == b) {
        let count = run.first().copied().flatten();
        if let Some(count) = count {
            if is_open {
                path.push('V');
            } else {
                path.extend(["M", &*place.to_string(), " "]);
            }
            place += run.len();
            path.extend([&*scale.down(count).to_string(), "H", &place.to_string()]);
        } else {
            place += run.len();
        }
        is_open = count.is_some();
    }
    path
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

/// A number that orders data by value; `None` for a NaN.
fn order(format: &FloatFormat, bits: u64) -> Option<i64> {
    let magnitude = i64::try_from(bits & format.magnitude_mask()).ok()?;
    let is_negative = bits & format.sign_mask() != 0;
    let is_nan = matches!(format.classify(bits), Class::QuietNan | Class::SignalingNan);
    (!is_nan).then_some(if is_negative { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use ptxfp::catalog::{Context, LATEST_ISA, Target};
    use ptxfp::syntax::check;

    use super::{HEIGHT, Scale, bound_plot};

    fn plot(statement: &str, registers: &[u64]) -> Option<(u64, String, Option<u64>)> {
        let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
        let instruction = check(statement, &context).instruction.unwrap();
        bound_plot(&instruction, &context, registers).map(|it| (it.length, it.path, it.present))
    }

    #[test]
    fn marks_are_whole_and_the_line_is_above_the_base() {
        let texts = |most| Scale::of(most).marks().into_iter().map(|(_, text)| text);
        assert_eq!(texts(5).collect::<Vec<_>>(), ["0", "1", "2", "3", "4", "5"]);
        assert_eq!(
            texts(5000).collect::<Vec<_>>(),
            ["1", "4", "16", "64", "256", "1,024", "4,096"]
        );
        for most in [1, 5, 16, 17, 1 << 30, u64::MAX] {
            let scale = Scale::of(most);
            assert!(scale.down(1) < HEIGHT && scale.down(most) > 0, "{most}");
            assert!(scale.down(most) <= scale.down(1));
        }
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
