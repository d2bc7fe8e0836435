//! Mistakes that people make, each made with the core: what a wrong answer shows.
//!
//! Making a mistake may lead to a number by accident, also where nobody makes it. So a number is a
//! choice to pick whatever led to it, but a mistake is named only where it makes sense: a modifier is
//! overlooked that is there, or a rounding is taken for another one where something is rounded.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::prediction::Ask;
use super::rounded::{exact_of, in_direction, twice};
use super::subject::{Subject, finite, prepared};
use crate::arith::rounding::{Conversion, Rounding};
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
    /// A modifier was overlooked.
    Overlooked(Modifier),
    /// It is the result with a modifier that is not there.
    Imagined(Modifier),
    /// Only the sign was set, or nothing.
    Zero(&'static str),
    /// It is an operand.
    Operand(&'static str),
    /// A NaN was passed on or made where a rule gives a number.
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
            Self::Overlooked(modifier) => {
                let name = modifier.spelling();
                return ["You overlooked `", name, "`: this is the result without it."].concat();
            }
            Self::Imagined(modifier) => {
                let name = modifier.spelling();
                return ["This is the result with `", name, "`, which is not there."].concat();
            }
            Self::Zero(zero) => {
                return ["These bits are ", zero, ": exponent and fraction are 0."].concat();
            }
            Self::Operand(name) => return ["That is the operand `", name, "` itself."].concat(),
            Self::Nan => "NaN is not the result here: this instruction has a rule for it.",
            Self::Above => "That is the next number above.",
            Self::Below => "That is the next number below.",
        };
        text.to_string()
    }
}

/// A wrong result.
struct Wrong {
    /// The mistake that was made with the core.
    made: Mistake,
    /// Its result.
    bits: u64,
    /// The mistake by which the result is explained; `None` where only chance leads to it.
    named: Option<Mistake>,
}

impl Wrong {
    /// A mistake that explains its result.
    const fn new(made: Mistake, bits: u64) -> Self {
        Self { made, bits, named: Some(made) }
    }

    /// A mistake that explains its result only under a condition.
    fn only_if(is_sensible: bool, made: Mistake, bits: u64) -> Self {
        Self { made, bits, named: Some(made).filter(|_| is_sensible) }
    }
}

/// Results of mistakes; none is the right one, and each is there once.
pub(super) fn mistakes(subject: &Subject) -> Vec<u64> {
    let mut distinct: Vec<u64> = Vec::new();
    let right = subject.result();
    for Wrong { bits, .. } in wrong_results(subject, Ask::Value) {
        if Some(bits) != right && !distinct.contains(&bits) {
            distinct.push(bits);
        }
    }
    distinct
}

/// The mistake that a wrong answer to a question shows; `None` if none is known to lead there.
pub(super) fn explained(subject: &Subject, ask: Ask, given: u64) -> Option<Mistake> {
    let right = subject.result().filter(|right| *right != given)?;
    if let (Ask::Bits, Subject::Number { format, .. } | Subject::Bits { format, .. }) =
        (ask, subject)
        && let Some(float) = format.float()
        && float.classify(given) == Class::Zero
        && float.classify(right) != Class::Zero
    {
        let is_negative = given & float.sign_mask() != 0;
        return Some(Mistake::Zero(if is_negative { "\u{2212}0" } else { "+0" }));
    }
    let all = wrong_results(subject, ask).into_iter();
    all.filter(|wrong| wrong.bits == given).find_map(|wrong| wrong.named)
}

/// All wrong results; some are the right one, or there several times.
fn wrong_results(subject: &Subject, ask: Ask) -> Vec<Wrong> {
    let Some(right) = subject.result() else { return Vec::new() };
    let mut all = Vec::new();
    match subject {
        Subject::Number { format, exact, .. } => {
            let nearest = Some(Rounding::TiesToEven);
            if let Some(exact) = exact {
                roundings(exact, *format, right, nearest, &mut all);
            }
            if subject.is_exact() == Some(false) {
                neighbors(*format, right, &mut all);
            }
            let is_beyond = subject.is_exact() == Some(false);
            fields(*format, right, is_beyond, ask == Ask::Bits, &mut all);
            neighbors(*format, right, &mut all);
        }
        Subject::Bits { format, .. } => {
            decoded(*format, right, ask == Ask::Value, &mut all);
            neighbors(*format, right, &mut all);
        }
        Subject::Statement { state, .. } => of_statement(state, right, &mut all),
        Subject::Element { state, .. } => neighbors(state.mma.d, right, &mut all),
        Subject::Program { .. } => {}
    }
    all
}

/// The directions, each with the mistake that it is.
const DIRECTIONS: [(Mistake, Rounding); 5] = [
    (Mistake::HalfUp, Rounding::TiesToAway),
    (Mistake::Truncated, Rounding::TowardZero),
    (Mistake::RoundedToNearest, Rounding::TiesToEven),
    (Mistake::RoundedUp, Rounding::TowardPositive),
    (Mistake::RoundedDown, Rounding::TowardNegative),
];

/// The value in other directions, and rounded twice. `own` is the direction that is asked for; `None`
/// where the result is not that of one rounding.
fn roundings(
    exact: &Exact,
    format: Format,
    right: u64,
    own: Option<Rounding>,
    all: &mut Vec<Wrong>,
) {
    let nearest = in_direction(exact, format, Rounding::TiesToEven);
    // A result that was clamped or flushed after its rounding says nothing about directions.
    let is_rounded = own.is_some_and(|own| in_direction(exact, format, own) == right);
    let is_finite =
        format.float().is_none_or(|float| float.infinity() != Some(right & !float.sign_mask()));
    for (mistake, rounding) in DIRECTIONS {
        // A tie is the only case in which both kinds of nearest differ.
        if mistake != Mistake::HalfUp || right == nearest {
            let is_sensible = is_rounded
                && is_finite
                && own != Some(rounding)
                && (mistake != Mistake::HalfUp || own == Some(Rounding::TiesToEven));
            all.push(Wrong::only_if(is_sensible, mistake, in_direction(exact, format, rounding)));
        }
    }
    let precision = format.float().map_or(0, |float| float.precision);
    let is_nearest = is_rounded && own == Some(Rounding::TiesToEven);
    for wider in [&F32, &F16, &BF16] {
        if precision > 0 && wider.precision > precision + 1 {
            let bits = twice(exact, Format::Float(wider), format);
            all.extend(bits.map(|bits| Wrong::only_if(is_nearest, Mistake::Twice, bits)));
        }
    }
}

/// Wrong fields of an encoding; they are mistakes where its bits are set.
fn fields(format: Format, right: u64, is_beyond: bool, is_set: bool, all: &mut Vec<Wrong>) {
    let Some(float) = format.float() else { return };
    let trailing = float.trailing_width();
    let field = mask(trailing);
    if float.is_normal(right) && trailing > 0 {
        let fraction = (right & field) >> 1 | 1 << (trailing - 1);
        all.push(Wrong::only_if(is_set, Mistake::HiddenBit, right & !field | fraction));
        let biased = i64::try_from(right >> trailing & mask(float.exponent_width())).unwrap_or(0);
        let bias = biased - i64::from(float.bias);
        let plain = bias.cast_unsigned() & mask(float.exponent_width());
        let others = right & !(mask(float.exponent_width()) << trailing);
        // Nobody stores a negative number in a field without a sign.
        all.push(Wrong::only_if(is_set && bias >= 0, Mistake::Bias, others | plain << trailing));
        for next in [biased - 1, biased + 1] {
            if let Ok(next) = u64::try_from(next)
                && next <= mask(float.exponent_width())
            {
                let bits = others | next << trailing;
                let is_sensible = is_set && float.is_normal(bits);
                all.push(Wrong::only_if(is_sensible, Mistake::Exponent, bits));
            }
        }
    }
    signs(float, right, is_beyond, all);
}

/// Other signs, zero for a subnormal, and the ends of the range, which are mistakes where a finite
/// value may be beyond them.
fn signs(float: &'static FloatFormat, right: u64, is_beyond: bool, all: &mut Vec<Wrong>) {
    let sign = float.sign_mask();
    let is_zero = right & float.magnitude_mask() == 0;
    if sign != 0 {
        let mistake = if is_zero { Mistake::SignOfZero } else { Mistake::Sign };
        let is_number = !Format::Float(float).is_nan(right);
        all.push(Wrong::only_if(is_number, mistake, right ^ sign));
    }
    if float.classify(right) == Class::Subnormal {
        all.push(Wrong::new(Mistake::Flushed, right & sign));
    }
    if let Some(infinity) = float.infinity() {
        if right & !sign == float.max_finite() {
            all.push(Wrong::only_if(is_beyond, Mistake::Infinity, right & sign | infinity));
        }
        if right & !sign == infinity {
            all.push(Wrong::only_if(
                is_beyond,
                Mistake::Largest,
                right & sign | float.max_finite(),
            ));
        }
    }
}

/// Numbers that the bits do not mean; they are mistakes where the number is asked for.
fn decoded(format: Format, right: u64, is_read: bool, all: &mut Vec<Wrong>) {
    let Some(float) = format.float() else { return };
    let datum = float.decode(right);
    if let Some((significand, exponent)) = finite(&datum) {
        let with = |significand, exponent| {
            let kind = Kind::Finite { significand, exponent };
            format.encode_exact(&Datum { kind, ..datum })
        };
        let hidden = 1 << float.trailing_width();
        if float.is_normal(right) && significand > hidden {
            let bits = with(significand - hidden, exponent);
            all.extend(bits.map(|bits| Wrong::only_if(is_read, Mistake::HiddenBit, bits)));
        }
        for exponent in [exponent + 1, exponent - 1] {
            let bits = with(significand, exponent);
            all.extend(bits.map(|bits| Wrong::only_if(is_read, Mistake::Exponent, bits)));
        }
    }
    signs(float, right, false, all);
}

/// The numbers beside a result.
fn neighbors(format: Format, right: u64, all: &mut Vec<Wrong>) {
    all.extend(format.next_up(right).map(|bits| Wrong::new(Mistake::Above, bits)));
    all.extend(format.next_down(right).map(|bits| Wrong::new(Mistake::Below, bits)));
}

/// Wrong results of an instruction.
fn of_statement(state: &State, right: u64, all: &mut Vec<Wrong>) {
    let prepared = prepared(state);
    let packing = prepared.destination();
    let sources = state.instruction.form.sources();
    if packing.lanes == 2 {
        let [low, high] = [0, 1].map(|lane| packing.extract(right, lane));
        let exchanged = packing.insert(packing.insert(right, 0, high), 1, low);
        // Only where each half has a source of its own.
        let is_packed = sources.len() > 1
            && sources.iter().all(|it| state.instruction.operand_type(it).packing().lanes == 1);
        all.push(Wrong::only_if(is_packed, Mistake::Lanes, exchanged));
    }
    product_rounded(state, all);
    exchanged(state, all);
    each_lane(&prepared, state, right, all);
    modified(state, all);
    for (operand, bits) in sources.iter().zip(&state.registers) {
        let kind = state.instruction.operand_type(operand);
        if kind == state.instruction.destination_type() {
            all.push(Wrong::new(Mistake::Operand(operand.name), *bits));
        }
    }
    if let (Format::Float(float), 1) = (prepared.lane_op().result, packing.lanes) {
        let is_nan = prepared.lane_op().result.is_nan(right);
        let is_ruled = has_special_operand(state) || float.classify(right) == Class::Infinite;
        // An infinite result of finite numbers is an overflow, or the rule for a division by zero.
        let is_ruled = is_ruled && exact_of(&prepared.trace(0, &state.registers)).is_none();
        let nan = float.canonical_nan.filter(|_| !is_nan);
        all.extend(nan.map(|nan| Wrong::only_if(is_ruled, Mistake::Nan, nan)));
    }
    if packing.lanes == 1 {
        neighbors(prepared.lane_op().result, right, all);
    }
}

/// Whether an operand has a lane that is a NaN or infinite.
fn has_special_operand(state: &State) -> bool {
    let sources = state.instruction.form.sources().iter().zip(&state.registers);
    let is_special = |(operand, bits): (_, &u64)| {
        let kind = state.instruction.operand_type(operand);
        let (packing, format) = (kind.packing(), kind.format());
        (0..packing.lanes).any(|lane| {
            let lane = packing.extract(*bits, lane);
            format.is_nan(lane) || format.classify(lane) == Class::Infinite
        })
    };
    sources.into_iter().any(is_special)
}

/// The direction in which an instruction rounds; `None` if that is not one direction.
fn own_rounding(instruction: &Instruction) -> Option<Rounding> {
    let is_other = |it| matches!(it, Modifier::Rs | Modifier::Approx | Modifier::Full);
    if instruction.effective().any(is_other) {
        return None;
    }
    Some(instruction.effective().find_map(direction).unwrap_or(Rounding::TiesToEven))
}

/// The direction of a modifier, if it is that of a rounding.
fn direction(modifier: Modifier) -> Option<Rounding> {
    let found = MODIFIERS.iter().find(|(others, _)| others.contains(&modifier));
    found.map(|(_, rounding)| *rounding)
}

/// The directions, each with its modifiers.
const MODIFIERS: [(&[Modifier], Rounding); 5] = [
    (&[Modifier::Rn, Modifier::Rni], Rounding::TiesToEven),
    (&[Modifier::Rna], Rounding::TiesToAway),
    (&[Modifier::Rz, Modifier::Rzi], Rounding::TowardZero),
    (&[Modifier::Rm, Modifier::Rmi], Rounding::TowardNegative),
    (&[Modifier::Rp, Modifier::Rpi], Rounding::TowardPositive),
];

/// Other roundings and signs, in all lanes at once.
fn each_lane(prepared: &Prepared, state: &State, right: u64, all: &mut Vec<Wrong>) {
    let packing = prepared.destination();
    let format = prepared.lane_op().result;
    let own = own_rounding(&state.instruction);
    let clamps = [Modifier::Satfinite, Modifier::Sat, Modifier::Relu];
    let clamp =
        clamps.into_iter().find(|clamp| state.instruction.modifiers().any(|it| it == *clamp));
    let is_flushed = prepared.lane_op().flush.result;
    let of_lane = |lane: u8| {
        let mut wrong = Vec::new();
        let bits = packing.extract(right, lane);
        let exact = exact_of(&prepared.trace(lane, &state.registers));
        if let Some(exact) = &exact {
            if let (Format::Float(float), 0) = (format, bits & mask(u32::from(format.width()) - 1))
            {
                let kept = in_direction(exact, format, Rounding::TiesToEven);
                if float.classify(kept) == Class::Subnormal {
                    wrong.push(Wrong::only_if(is_flushed, Mistake::NotFlushed, kept));
                }
            }
            let first = wrong.len();
            roundings(exact, format, bits, own, &mut wrong);
            // Rounded as it is asked for, but not clamped.
            let unclamped = own.map(|own| in_direction(exact, format, own));
            let rounded = wrong.iter_mut().skip(first).filter(|it| Some(it.bits) == unclamped);
            for it in rounded.filter(|it| it.bits != bits) {
                it.named = clamp.map(Mistake::Overlooked);
            }
        }
        if let Some(float) = format.float() {
            signs(float, bits, exact.is_some(), &mut wrong);
        }
        wrong
    };
    let lanes: Vec<_> = (0..packing.lanes).map(of_lane).collect();
    for Wrong { made, .. } in lanes.iter().flatten() {
        let mut register = right;
        // The lanes in which the mistake changes something agree on its name.
        let mut named = Vec::new();
        for (lane, wrong) in (0..packing.lanes).zip(&lanes) {
            if let Some(wrong) = wrong.iter().find(|other| other.made == *made) {
                register = packing.insert(register, lane, wrong.bits);
                if wrong.bits != packing.extract(right, lane) {
                    named.push(wrong.named);
                }
            }
        }
        let first = named.first().copied().flatten();
        let named = first.filter(|first| named.iter().all(|other| *other == Some(*first)));
        all.push(Wrong { made: *made, bits: register, named });
    }
}

/// The result of another instruction on the same operands.
fn result_of(instruction: Instruction, state: &State, registers: &[u64]) -> u64 {
    Prepared::new(&instruction, &state.context).evaluate(registers).destination
}

/// Results with one modifier more, less or another.
fn modified(state: &State, all: &mut Vec<Wrong>) {
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
                && let Some(made) = of_modifier(now, other)
            {
                let bits = result_of(changed, state, &state.registers);
                all.push(Wrong { made, bits, named: named(made, now, other, state) });
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
        Some(modifier) => Some(Mistake::Imagined(modifier)),
        None if now == Some(Modifier::Ftz) => Some(Mistake::NotFlushed),
        None => now.map(Mistake::Overlooked),
    }
}

/// The mistake of one modifier in place of another, where it explains a result.
fn named(
    made: Mistake,
    now: Option<Modifier>,
    other: Option<Modifier>,
    state: &State,
) -> Option<Mistake> {
    // Each lane says what another direction changes.
    let is_direction = now.or(other).and_then(direction).is_some();
    // That a NaN is passed on is expected, until one knows that it is asked for.
    let is_nan = made == Mistake::Imagined(Modifier::Nan) && has_special_operand(state);
    let is_explained =
        matches!(made, Mistake::Flushed | Mistake::NotFlushed | Mistake::Overlooked(_)) || is_nan;
    (is_explained && !is_direction).then_some(made)
}

/// The result with the first two operands exchanged.
fn exchanged(state: &State, all: &mut Vec<Wrong>) {
    let sources = state.instruction.form.sources();
    if let [a, b, ..] = sources
        && state.instruction.operand_type(a) == state.instruction.operand_type(b)
    {
        let mut registers = state.registers.clone();
        registers.swap(0, 1);
        let bits = result_of(state.instruction, state, &registers);
        all.push(Wrong::new(Mistake::Operands, bits));
    }
}

/// The result of a product that is rounded, and a sum.
fn product_rounded(state: &State, all: &mut Vec<Wrong>) {
    let spelling = state.instruction.to_string();
    let (Some(rest), [a, b, c]) = (spelling.strip_prefix("fma."), &*state.registers) else {
        return;
    };
    let find = |opcode: &str| {
        let found = crate::syntax::check(&[opcode, rest].concat(), &state.context).instruction;
        found.filter(|found| found.form.sources().len() == 2)
    };
    if let (Some(mul), Some(add)) = (find("mul."), find("add.")) {
        let prepared = Prepared::new(&mul, &state.context);
        let product = prepared.evaluate(&[*a, *b]).destination;
        let is_rounded = (0..prepared.lanes()).any(|lane| {
            let trace = prepared.trace(lane, &[*a, *b]);
            trace.conversion().is_some_and(Conversion::is_inexact)
        });
        let bits = result_of(add, state, &[product, *c]);
        all.push(Wrong::only_if(is_rounded, Mistake::ProductRounded, bits));
    }
}
