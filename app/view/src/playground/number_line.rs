//! The ulp ruler of a rounded lane.

use ptxfp::eval::{Guarantee, LaneResult};
use ptxfp::format::Format;
use ptxfp::internals::arith::Dyadic;
use ptxfp::text::{hex_digits, stored};

use crate::label::{LabelView, Position, arrange, arrange_like};
use crate::number::with_minus;
use crate::playground::result::{MarkView, NumberLineView};

/// The place of the result on the ruler.
const MIDDLE: Position = 50_00;
/// The length of the ruler.
const LENGTH: Position = 2 * MIDDLE;
/// The distance between neighbors, by their number on a side.
const STEPS: [u32; REACH] = [31_00, 20_80];
/// The number of permitted numbers that are shown on a side of the result.
const REACH: usize = 2;
/// The number of significant digits of the exact value that are written.
const DIGITS: usize = 9;
/// The width of a digit of marks, and of a letter of the exact value, in tenths of a pixel: that of
/// wide fonts.
const DIGIT: i32 = 67;
const LETTER: i32 = 76;

/// A number on the ruler, with the digits that tell it from its neighbors.
pub(super) fn shown(bits: u64, format: Format) -> String {
    with_minus(&stored(bits, format))
}

/// The ruler around a finite result whose exact value, where it is known, lies between its neighbors.
///
/// If a bound permits several numbers, it shows all of them, or as many as fit.
pub(super) fn number_line(
    lane: LaneResult,
    format: Format,
    exact: Option<&Dyadic>,
) -> Option<NumberLineView> {
    let bits = lane.bits;
    let result = value(bits, format)?;
    let ends = match lane.guarantee {
        Guarantee::Within { lo, hi } => Some([lo, hi]),
        _ => None,
    };
    let [below, above] = [false, true]
        .map(|is_up| Side::new(bits, ends.map(|ends| ends[usize::from(is_up)]), format, is_up));
    let (below, above) = (below?, above?);
    let (low, high) = (&below.marks.first()?.1, &above.marks.first()?.1);
    if exact.is_some_and(|exact| exact < low || exact > high) {
        return None;
    }
    let (down, up) = (result.sub(low), high.sub(&result));
    let scale = if down > up { down } else { up };
    let step = STEPS[below.marks.len().max(above.marks.len()).clamp(1, REACH) - 1];
    let place = |value: &Dyadic| place(&value.sub(&result), &scale, step);
    let half = Dyadic::new(false, &1_u64.into(), -1);
    let between = |a: &Dyadic, b: &Dyadic| place(&a.add(b).mul(&half));
    let bound = ends.map(|_| {
        let end = |side: &Side, edge| if side.is_open { edge } else { place(&side.end) };
        (end(&below, 0), end(&above, LENGTH))
    });
    let is_permitted = |at: Position| bound.is_some_and(|(from, to)| from <= at && at <= to);
    let mark = |bits, value: &Dyadic, reference| MarkView {
        at: place(value),
        digits: digits(bits, format),
        value: if is_wide(format) { String::new() } else { shown(bits, format) },
        reference,
        permitted: is_permitted(place(value)),
        observed: false,
    };
    let mut marks: Vec<MarkView> =
        below.marks.iter().rev().map(|(bits, value)| mark(*bits, value, false)).collect();
    marks.push(mark(bits, &result, true));
    marks.extend(above.marks.iter().map(|(bits, value)| mark(*bits, value, false)));
    let written = exact.map(|exact| with_minus(&exact.to_decimal_shortened(DIGITS)));
    let label = label(written.as_deref(), bits, format);
    let exact = exact.zip(written).map(|(at, text)| (place(at), ["exact ", &text].concat()));
    // Without an exact value nothing was rounded.
    let midpoints = if exact.is_some() {
        vec![between(low, &result), between(&result, high)]
    } else {
        Vec::new()
    };
    Some(NumberLineView {
        labels: labels(&marks, exact.as_ref()),
        marks,
        midpoints,
        label,
        exact,
        bound,
        is_open: [below.is_open, above.is_open],
    })
}

/// The rows of labels; the result has the first place, then what is nearest to it.
fn labels(marks: &[MarkView], exact: Option<&(Position, String)>) -> [Vec<LabelView>; 3] {
    let mut marks: Vec<&MarkView> = marks.iter().collect();
    marks.sort_by_key(|mark| (!mark.reference, mark.at.abs_diff(MIDDLE)));
    let row = |text: fn(&MarkView) -> &String, like: &[LabelView]| {
        let all = marks.iter().map(|mark| (mark.at, text(mark).clone()));
        arrange_like(all.filter(|(_, text)| !text.is_empty()), DIGIT, like)
    };
    let values = row(|mark| &mark.value, &[]);
    [arrange(exact.cloned(), LETTER), row(|mark| &mark.digits, &values), values]
}

/// The numbers on one side of a result.
struct Side {
    /// The ones that are shown, the nearest first.
    marks: Vec<(u64, Dyadic)>,
    /// The last one that is permitted.
    end: Dyadic,
    /// Whether more are permitted than are shown.
    is_open: bool,
}

impl Side {
    /// The permitted numbers up to the end of a bound, or only the neighbor.
    fn new(bits: u64, end: Option<u64>, format: Format, is_up: bool) -> Option<Self> {
        let mut marks = Vec::new();
        let (mut beside, mut at) = (bits, value(bits, format)?);
        // An infinite end is the last number.
        let last = end.and_then(|end| value(end, format));
        let has_more = |at: &Dyadic| {
            end.is_some()
                && last.as_ref().is_none_or(|last| if is_up { at < last } else { at > last })
        };
        while marks.is_empty() || marks.len() < REACH && has_more(&at) {
            let next = if is_up { format.next_up(beside) } else { format.next_down(beside) };
            let Some(next) = next else { break };
            at = value_or_next(next, beside, format)?;
            beside = next;
            marks.push((next, at.clone()));
        }
        let is_open = has_more(&at) && value(beside, format).is_some();
        Some(Self { marks, end: last.unwrap_or(at), is_open })
    }
}

/// Whether whole encodings and values are too long to be side by side.
const fn is_wide(format: Format) -> bool {
    format.width() > 32
}

/// The digits of an encoding; only the last ones if there are too many.
pub(super) fn digits(bits: u64, format: Format) -> String {
    let digits = hex_digits(bits, u32::from(format.width()));
    if is_wide(format) {
        ["…", digits.get(digits.len() - 4..).unwrap_or_default()].concat()
    } else {
        digits
    }
}

/// The description of the drawing, in a sentence.
fn label(exact: Option<&str>, bits: u64, format: Format) -> String {
    let result = shown(bits, format);
    let exact = exact.map_or(String::new(), |exact| ["the exact value ", exact, " and "].concat());
    [&exact, "the result ", &*result, " among its neighbors"].concat()
}

/// The value of a finite encoding.
fn value(bits: u64, format: Format) -> Option<Dyadic> {
    Dyadic::from_datum(&format.decode(bits))
}

/// The value of a neighbor; an infinity is as far away as the neighbor on the other side.
fn value_or_next(bits: u64, beside: u64, format: Format) -> Option<Dyadic> {
    value(bits, format).or_else(|| {
        let result = value(beside, format)?;
        let other = if format.next_up(beside) == Some(bits) {
            format.next_down(beside)
        } else {
            format.next_up(beside)
        };
        Some(result.add(&result.sub(&value(other?, format)?)))
    })
}

/// The place of a distance from the result, `scale` being one step.
fn place(distance: &Dyadic, scale: &Dyadic, step: u32) -> Position {
    // A step is a power of two, so the quotient is a shift.
    let steps = distance.magnitude().clone().mul_small(step);
    let shift = distance.exponent() - scale.exponent();
    let shifted = if shift < 0 {
        steps.shr(shift.unsigned_abs())
    } else {
        // Nothing drawn is farther away than a few steps.
        steps.shl(shift.unsigned_abs().min(u64::BITS))
    };
    let size = shifted.to_u128().and_then(|size| Position::try_from(size).ok()).unwrap_or(LENGTH);
    if distance.is_negative() { MIDDLE - size } else { MIDDLE + size }
}

#[cfg(test)]
mod tests {
    use ptxfp::format::table::{BF16, F16, F32, F64};

    use ptxfp::catalog::{Context, LATEST_ISA, TARGETS, forms, instructions_of};
    use ptxfp::format::FloatFormat;
    use ptxfp::text;

    use super::*;
    use crate::label::Anchor;
    use crate::label::tests::check;
    use crate::playground::lanes;

    fn places(bits: u64, format: &'static FloatFormat, exact: &str) -> Vec<Position> {
        let wide = Format::from(&F64);
        let exact = value(text::parse(exact, wide).unwrap().bits, wide).unwrap();
        let lane = LaneResult { bits, guarantee: Guarantee::Bits };
        let line = number_line(lane, format.into(), Some(&exact)).unwrap();
        line.marks.iter().map(|mark| mark.at).chain(line.exact.map(|it| it.0)).collect()
    }

    #[test]
    fn bound_reaches_as_far_as_the_ruler() {
        let guarantee = Guarantee::Within { lo: 0x3c00, hi: 0x3c02 };
        let lane = LaneResult { bits: 0x3c01, guarantee };
        let exact = value(0x3c01, Format::from(&F16)).unwrap();
        let line = number_line(lane, Format::from(&F16), Some(&exact)).unwrap();
        assert_eq!(line.bound, Some((19_00, 81_00)));
        assert!(line.marks.iter().all(|mark| mark.permitted));
        let guarantee = Guarantee::Within { lo: 0xbc00, hi: 0x4400 };
        let line = number_line(LaneResult { guarantee, ..lane }, Format::from(&F16), Some(&exact));
        let line = line.unwrap();
        assert_eq!((line.bound, line.is_open), (Some((0, LENGTH)), [true, true]));
        assert_eq!(line.marks.len(), 5);
    }

    #[test]
    fn every_permitted_number_has_a_mark_where_there_is_room() {
        let guarantee = Guarantee::Within { lo: 0x3c01, hi: 0x3c03 };
        let lane = LaneResult { bits: 0x3c01, guarantee };
        let exact = value(0x3c01, Format::from(&F16)).unwrap();
        let line = number_line(lane, Format::from(&F16), Some(&exact)).unwrap();
        let permitted: Vec<_> = line.marks.iter().map(|mark| mark.permitted).collect();
        assert_eq!(permitted, [false, true, true, true]);
        assert_eq!((line.bound, line.is_open), (Some((MIDDLE, 91_60)), [false, false]));
    }

    #[test]
    fn neighbors_stand_one_step_away() {
        assert_eq!(places(0x4011, &BF16, "2.265625"), [19_00, 50_00, 81_00, 50_00]);
    }

    #[test]
    fn exact_value_stands_in_proportion() {
        // 0.488 ulp below the result.
        assert_eq!(places(0x4011, &BF16, "2.25799560546875")[3], 50_00 - 15_13);
    }

    #[test]
    fn below_a_power_of_two_steps_are_half_as_long() {
        assert_eq!(places(0x3c00, &F16, "1")[0], 50_00 - 15_50);
    }

    #[test]
    fn no_label_overlaps_another_or_leaves_the_ruler() {
        let mut count = 0;
        for instruction in forms().filter_map(|form| instructions_of(form).last()) {
            let mut places = TARGETS.iter().map(|target| Context { isa: LATEST_ISA, target });
            let Some(context) = places.find(|context| instruction.is_available(context)) else {
                continue;
            };
            let sources = instruction.form.sources().len();
            // Operands at powers of two and between them, at both ends of the formats.
            for seed in 1_u64..40 {
                let mixed = |operand: u64| {
                    let bits = (seed * 7 + operand).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    if seed % 4 == 0 { bits & 0xfff0_fff0_fff0_fff0 } else { bits >> (seed % 13) }
                };
                let registers: Vec<u64> = (0..sources as u64).map(mixed).collect();
                let result = lanes::result(&instruction, &context, &registers);
                for line in result.lanes.iter().filter_map(|lane| lane.line.as_ref()) {
                    for (row, width) in line.labels.iter().zip([LETTER, DIGIT, DIGIT]) {
                        check(row, width, &instruction.to_string());
                        count += 1;
                    }
                    // The result is always named.
                    assert!(line.labels[1][0].anchors.iter().all(Option::is_some));
                }
            }
        }
        assert!(count > 3000, "{count}");
    }

    #[test]
    fn at_a_power_of_two_the_lower_neighbor_is_left_of_its_mark() {
        let (bits, wide) = (0x3380_0000, Format::from(&F64));
        let exact = value(text::parse("5.96046448e-8", wide).unwrap().bits, wide).unwrap();
        let lane = LaneResult { bits, guarantee: Guarantee::Bits };
        let line = number_line(lane, Format::from(&F32), Some(&exact)).unwrap();
        let row: Vec<_> = line.labels[2].iter().map(|it| (&*it.text, it.anchors[2])).collect();
        let [middle, end] = [Some(Anchor::Middle), Some(Anchor::End)];
        assert_eq!(
            row,
            [("5.96046448e−8", middle), ("5.96046412e−8", end), ("5.96046519e−8", middle)]
        );
    }

    #[test]
    fn infinity_stands_one_step_above_the_largest() {
        assert_eq!(places(0x7bff, &F16, "65510")[2], 81_00);
    }
}
