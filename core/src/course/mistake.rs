//! Mistakes that people make, each made with the core: what a wrong answer shows.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::rounded::{exact_of, in_direction, twice};
use super::subject::{Subject, finite, prepared};
use crate::arith::rounding::Rounding;
use crate::catalog::{Instruction, MAX_SLOTS, Modifier};
use crate::eval::Prepared;
use crate::format::table::{BF16, F16, F32};
use crate::format::{Class, FloatFormat, Format, mask};
use crate::link::State;
use crate::number::{Datum, Exact, Kind};

/// A known way to a wrong answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// A tie was rounded away from zero.
    HalfUp,
    /// The rest was cut off.
    Truncated,
    /// It was rounded toward negative infinity.
    RoundedDown,
    /// It was rounded toward positive infinity.
    RoundedUp,
    /// It was rounded to nearest where a direction is asked for.
    RoundedToNearest,
    /// It was rounded to a wider format before.
    Twice,
    /// The product was rounded before the sum.
    ProductRounded,
    /// The hidden bit was written, or not added.
    HiddenBit,
    /// The exponent was stored without its bias.
    Bias,
    /// The exponent is off by one.
    Exponent,
    /// The sign of a zero was dropped, or one invented.
    SignOfZero,
    /// The sign is wrong.
    Sign,
    /// A subnormal number was replaced with zero.
    Flushed,
    /// A subnormal number was kept that is flushed.
    NotFlushed,
    /// The lanes were exchanged.
    Lanes,
    /// The operands were exchanged.
    Operands,
    /// The largest number instead of infinity.
    Largest,
    /// Infinity instead of the largest number.
    Infinity,
    /// A modifier was overlooked, or one imagined.
    Modifier(Modifier),
    /// An operand was passed on.
    Operand(&'static str),
    /// A NaN was passed on or made where the result is a number.
    Nan,
    /// The number above.
    Above,
    /// The number below.
    Below,
}

impl Mistake {
    /// The mistake in a sentence.
    #[must_use]
    pub fn sentence(self) -> String {
        let text = match self {
            Self::HalfUp => {
                "You rounded the tie away from zero. A tie goes to the number whose last bit is 0."
            }
            Self::Truncated => "You cut the rest off, which is rounding toward zero.",
            Self::RoundedDown => "You rounded down.",
            Self::RoundedUp => "You rounded up.",
            Self::RoundedToNearest => {
                "You rounded to the nearest number. Another direction is asked for."
            }
            Self::Twice => {
                "You rounded twice: first to a wider format, then to this one. It is rounded only once."
            }
            Self::ProductRounded => {
                "You rounded the product before the sum. A fused operation rounds only once, at the end."
            }
            Self::HiddenBit => {
                "This is the hidden bit: the 1 before the point is not stored, but it counts."
            }
            Self::Bias => {
                "You stored the exponent itself. The field holds the exponent plus the bias."
            }
            Self::Exponent => {
                "The exponent is off by one, so the value is twice or half of the right one."
            }
            Self::SignOfZero => "Zero has a sign, and it is the other one here.",
            Self::Sign => "The sign is the other one.",
            Self::Flushed => "You flushed a subnormal number to zero. Nothing asks for that here.",
            Self::NotFlushed => "You kept a subnormal number. It is flushed to zero here.",
            Self::Lanes => "You exchanged the lanes: the first source is the high half.",
            Self::Operands => "You exchanged the operands.",
            Self::Largest => {
                "You stopped at the largest number. The result is beyond it, and becomes infinite."
            }
            Self::Infinity => "You took infinity. The result stays at the largest number here.",
            Self::Modifier(modifier) => {
                return [
                    "You answered as if `",
                    modifier.spelling(),
                    "` were there or not: look at the modifiers again.",
                ]
                .concat();
            }
            Self::Operand(name) => return ["You passed on the operand `", name, "`."].concat(),
            Self::Nan => "NaN is not the result here: this instruction has a rule for it.",
            Self::Above => "That is the next number above.",
            Self::Below => "That is the next number below.",
        };
        text.to_string()
    }
}

/// Results of mistakes, each with its mistake; none is the right one, and each is there once.
pub(super) fn mistakes(subject: &Subject) -> Vec<(Mistake, u64)> {
    let Some(right) = subject.result() else { return Vec::new() };
    let mut all = Vec::new();
    match subject {
        Subject::Number { format, exact, .. } => {
            if let Some(exact) = exact {
                roundings(exact, *format, right, &mut all);
            }
            if subject.is_exact() == Some(false) {
                neighbors(*format, right, &mut all);
            }
            fields(*format, right, &mut all);
            neighbors(*format, right, &mut all);
        }
        Subject::Bits { format, .. } => {
            decoded(*format, right, &mut all);
            neighbors(*format, right, &mut all);
        }
        Subject::Statement { state, .. } => of_statement(state, right, &mut all),
        Subject::Element { state, .. } => neighbors(state.mma.d, right, &mut all),
        Subject::Program { .. } => {}
    }
    let mut distinct: Vec<(Mistake, u64)> = Vec::new();
    for (mistake, bits) in all {
        if bits != right && distinct.iter().all(|(_, other)| *other != bits) {
            distinct.push((mistake, bits));
        }
    }
    distinct
}

/// The directions, each with the mistake that it is.
const DIRECTIONS: [(Mistake, Rounding); 5] = [
    (Mistake::HalfUp, Rounding::TiesToAway),
    (Mistake::Truncated, Rounding::TowardZero),
    (Mistake::RoundedToNearest, Rounding::TiesToEven),
    (Mistake::RoundedUp, Rounding::TowardPositive),
    (Mistake::RoundedDown, Rounding::TowardNegative),
];

/// The value in other directions, and rounded twice.
fn roundings(exact: &Exact, format: Format, right: u64, all: &mut Vec<(Mistake, u64)>) {
    let nearest = in_direction(exact, format, Rounding::TiesToEven);
    for (mistake, rounding) in DIRECTIONS {
        // A tie is the only case in which both kinds of nearest differ.
        if mistake != Mistake::HalfUp || right == nearest {
            all.push((mistake, in_direction(exact, format, rounding)));
        }
    }
    let precision = format.float().map_or(0, |float| float.precision);
    for wider in [&F32, &F16, &BF16] {
        if precision > 0 && wider.precision > precision + 1 {
            let bits = twice(exact, Format::Float(wider), format);
            all.extend(bits.map(|bits| (Mistake::Twice, bits)));
        }
    }
}

/// Wrong fields of an encoding.
fn fields(format: Format, right: u64, all: &mut Vec<(Mistake, u64)>) {
    let Some(float) = format.float() else { return };
    let trailing = float.trailing_width();
    let field = mask(trailing);
    if float.is_normal(right) && trailing > 0 {
        let fraction = (right & field) >> 1 | 1 << (trailing - 1);
        all.push((Mistake::HiddenBit, right & !field | fraction));
        let biased = i64::try_from(right >> trailing & mask(float.exponent_width())).unwrap_or(0);
        let bias = biased - i64::from(float.bias);
        let plain = bias.cast_unsigned() & mask(float.exponent_width());
        let others = right & !(mask(float.exponent_width()) << trailing);
        all.push((Mistake::Bias, others | plain << trailing));
        for next in [biased - 1, biased + 1] {
            if let Ok(next) = u64::try_from(next)
                && next <= mask(float.exponent_width())
            {
                all.push((Mistake::Exponent, others | next << trailing));
            }
        }
    }
    signs(float, right, all);
}

/// Other signs, zero for a subnormal, and the ends of the range.
fn signs(float: &'static FloatFormat, right: u64, all: &mut Vec<(Mistake, u64)>) {
    let sign = float.sign_mask();
    let is_zero = right & float.magnitude_mask() == 0;
    if sign != 0 {
        let mistake = if is_zero { Mistake::SignOfZero } else { Mistake::Sign };
        all.push((mistake, right ^ sign));
    }
    if float.classify(right) == Class::Subnormal {
        all.push((Mistake::Flushed, right & sign));
    }
    if let Some(infinity) = float.infinity() {
        if right & !sign == float.max_finite() {
            all.push((Mistake::Infinity, right & sign | infinity));
        }
        if right & !sign == infinity {
            all.push((Mistake::Largest, right & sign | float.max_finite()));
        }
    }
}

/// Numbers that the bits do not mean.
fn decoded(format: Format, right: u64, all: &mut Vec<(Mistake, u64)>) {
    let Some(float) = format.float() else { return };
    let datum = float.decode(right);
    if let Some((significand, exponent)) = finite(&datum) {
        let with = |significand, exponent| {
            let kind = Kind::Finite { significand, exponent };
            format.encode_exact(&Datum { kind, ..datum })
        };
        let hidden = 1 << float.trailing_width();
        if float.is_normal(right) && significand > hidden {
            all.extend(with(significand - hidden, exponent).map(|it| (Mistake::HiddenBit, it)));
        }
        for exponent in [exponent + 1, exponent - 1] {
            all.extend(with(significand, exponent).map(|it| (Mistake::Exponent, it)));
        }
    }
    signs(float, right, all);
}

/// The numbers beside a result.
fn neighbors(format: Format, right: u64, all: &mut Vec<(Mistake, u64)>) {
    all.extend(format.next_up(right).map(|bits| (Mistake::Above, bits)));
    all.extend(format.next_down(right).map(|bits| (Mistake::Below, bits)));
}

/// Wrong results of an instruction.
fn of_statement(state: &State, right: u64, all: &mut Vec<(Mistake, u64)>) {
    let prepared = prepared(state);
    let packing = prepared.destination();
    if packing.lanes == 2 {
        let [low, high] = [0, 1].map(|lane| packing.extract(right, lane));
        all.push((Mistake::Lanes, packing.insert(packing.insert(right, 0, high), 1, low)));
    }
    product_rounded(state, all);
    exchanged(state, all);
    each_lane(&prepared, state, right, all);
    modified(state, all);
    let sources = state.instruction.form.sources().iter().zip(&state.registers);
    for (operand, bits) in sources {
        let kind = state.instruction.operand_type(operand);
        if kind == state.instruction.destination_type() {
            all.push((Mistake::Operand(operand.name), *bits));
        }
    }
    if let (Format::Float(float), 1) = (prepared.lane_op().result, packing.lanes) {
        let is_nan = prepared.lane_op().result.is_nan(right);
        all.extend(float.canonical_nan.filter(|_| !is_nan).map(|nan| (Mistake::Nan, nan)));
    }
    if packing.lanes == 1 {
        neighbors(prepared.lane_op().result, right, all);
    }
}

/// Other roundings and signs, in all lanes at once.
fn each_lane(prepared: &Prepared, state: &State, right: u64, all: &mut Vec<(Mistake, u64)>) {
    let packing = prepared.destination();
    let format = prepared.lane_op().result;
    let of_lane = |lane: u8| {
        let mut wrong = Vec::new();
        let bits = packing.extract(right, lane);
        if let Some(exact) = exact_of(&prepared.trace(lane, &state.registers)) {
            if let (Format::Float(float), 0) = (format, bits & mask(u32::from(format.width()) - 1))
            {
                let kept = in_direction(&exact, format, Rounding::TiesToEven);
                if float.classify(kept) == Class::Subnormal {
                    wrong.push((Mistake::NotFlushed, kept));
                }
            }
            roundings(&exact, format, bits, &mut wrong);
        }
        if let Some(float) = format.float() {
            signs(float, bits, &mut wrong);
        }
        wrong
    };
    let lanes: Vec<_> = (0..packing.lanes).map(of_lane).collect();
    for (mistake, _) in lanes.iter().flatten() {
        let mut register = right;
        for (lane, wrong) in (0..packing.lanes).zip(&lanes) {
            if let Some((_, bits)) = wrong.iter().find(|(other, _)| other == mistake) {
                register = packing.insert(register, lane, *bits);
            }
        }
        all.push((*mistake, register));
    }
}

/// The result of another instruction on the same operands.
fn result_of(instruction: Instruction, state: &State, registers: &[u64]) -> u64 {
    Prepared::new(&instruction, &state.context).evaluate(registers).destination
}

/// Results with one modifier more, less or another.
fn modified(state: &State, all: &mut Vec<(Mistake, u64)>) {
    let instruction = state.instruction;
    for (place, slot) in instruction.form.slots.iter().enumerate().take(MAX_SLOTS) {
        let now = instruction.filled.get(place).copied().flatten();
        let others = slot.choices.iter().map(|choice| Some(choice.modifier)).chain([None]);
        for other in others.filter(|other| *other != now) {
            let mut changed = instruction;
            if let Some(filled) = changed.filled.get_mut(place) {
                *filled = other;
            }
            let is_type = |modifier: Option<Modifier>| matches!(modifier, Some(Modifier::Type(_)));
            if is_type(now) || is_type(other) || other.is_none() && slot.is_required() {
                continue;
            }
            if changed.is_available(&state.context)
                && let Some(mistake) = of_modifier(now, other)
            {
                all.push((mistake, result_of(changed, state, &state.registers)));
            }
        }
    }
}

/// The mistake of one modifier in place of another.
fn of_modifier(now: Option<Modifier>, other: Option<Modifier>) -> Option<Mistake> {
    match other {
        Some(Modifier::Rz | Modifier::Rzi) => Some(Mistake::Truncated),
        Some(Modifier::Rm | Modifier::Rmi) => Some(Mistake::RoundedDown),
        Some(Modifier::Rp | Modifier::Rpi) => Some(Mistake::RoundedUp),
        Some(Modifier::Rn | Modifier::Rni) => Some(Mistake::RoundedToNearest),
        Some(Modifier::Rna) => Some(Mistake::HalfUp),
        Some(Modifier::Ftz) => Some(Mistake::Flushed),
        Some(Modifier::Rs | Modifier::Approx | Modifier::Full) => None,
        Some(modifier) => Some(Mistake::Modifier(modifier)),
        None if now == Some(Modifier::Ftz) => Some(Mistake::NotFlushed),
        None => now.map(Mistake::Modifier),
    }
}

/// The result with the first two operands exchanged.
fn exchanged(state: &State, all: &mut Vec<(Mistake, u64)>) {
    let sources = state.instruction.form.sources();
    if let [a, b, ..] = sources
        && state.instruction.operand_type(a) == state.instruction.operand_type(b)
    {
        let mut registers = state.registers.clone();
        registers.swap(0, 1);
        all.push((Mistake::Operands, result_of(state.instruction, state, &registers)));
    }
}

/// The result of a product that is rounded, and a sum.
fn product_rounded(state: &State, all: &mut Vec<(Mistake, u64)>) {
    let spelling = state.instruction.to_string();
    let (Some(rest), [a, b, c]) = (spelling.strip_prefix("fma."), &*state.registers) else {
        return;
    };
    let find = |opcode: &str| {
        let found = crate::syntax::check(&[opcode, rest].concat(), &state.context).instruction;
        found.filter(|found| found.form.sources().len() == 2)
    };
    if let (Some(mul), Some(add)) = (find("mul."), find("add.")) {
        let product = result_of(mul, state, &[*a, *b]);
        all.push((Mistake::ProductRounded, result_of(add, state, &[product, *c])));
    }
}
