//! Live figures: bits to press, numbers on a ruler, steps of a statement, a long addition.

use ptxfp::catalog::{Context, LATEST_ISA, USUAL_TARGET};
use ptxfp::eval::{Prepared, explain};
use ptxfp::format::Format;
use ptxfp::format::table::by_name;
use ptxfp::internals::arith::Dyadic;
use ptxfp::internals::present::{Presented, Register};
use ptxfp::link::{State, parse_tensor};
use ptxfp::syntax;
use ptxfp::text::{self, Exactness, concise, hex, shortest};

use crate::bits::{BitsView, Layout};
use crate::message::sentence;
use crate::number::with_minus;
use crate::tensor::addition;

/// A figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FigureView {
    /// None.
    Nothing,
    /// Bits to press.
    Bits(BitsFigure),
    /// Numbers on a ruler.
    Ruler(RulerFigure),
    /// A statement, its steps and its result.
    Steps(StepsFigure),
    /// A sum of tensor cores.
    Sum(SumFigure),
}

/// Bits and the number that they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitsFigure {
    /// The name of the format.
    pub format: &'static str,
    /// The widths of its fields.
    pub layout: Layout,
    /// The fields that it has, each with its style and its word.
    pub fields: Vec<(&'static str, &'static str)>,
    /// The bits.
    pub bits: BitsView,
    /// The number.
    pub value: String,
    /// How it follows from the fields.
    pub reason: String,
}

/// A number among its neighbors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulerFigure {
    /// The name of the format.
    pub format: &'static str,
    /// The text of the number.
    pub text: String,
    /// The reason why it cannot be read; may be empty.
    pub problem: String,
    /// The neighbors, each with its text and its place in percent.
    pub ticks: Vec<(String, i32)>,
    /// The place of the number itself, in percent.
    pub at: i32,
    /// The stored number, in words.
    pub stored: String,
}

/// A statement and its steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepsFigure {
    /// The statement.
    pub text: String,
    /// The reason why it is not evaluated; may be empty.
    pub problem: String,
    /// The steps that changed something, each with its title.
    pub steps: Vec<(&'static str, String)>,
    /// The result.
    pub result: String,
    /// The address of the playground with it.
    pub link: String,
}

/// A sum of tensor cores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SumFigure {
    /// The steps.
    pub steps: Vec<addition::StepView>,
    /// The result.
    pub result: String,
    /// The address of the view with it.
    pub link: String,
}

/// The figure of a text.
pub fn figure(text: &str) -> FigureView {
    let (kind, rest) = text.trim().split_once(' ').unwrap_or((text, ""));
    match kind {
        "bits" => bits_of(rest).map_or(FigureView::Nothing, FigureView::Bits),
        "ruler" => ruler(rest).map_or(FigureView::Nothing, FigureView::Ruler),
        "steps" => FigureView::Steps(steps(rest)),
        "sum" => sum(rest).map_or(FigureView::Nothing, FigureView::Sum),
        _ => FigureView::Nothing,
    }
}

/// The widths of the fields of a format.
pub(super) fn layout(format: Format) -> Layout {
    Layout {
        width: format.width().into(),
        sign: u32::from(format.is_signed()),
        exponent: format.exponent_width(),
        significand: format.trailing_width(),
        padding_below: 0,
    }
}

/// The fields of a layout that are there, each with its style and its word.
fn fields(layout: Layout) -> Vec<(&'static str, &'static str)> {
    let all = [
        (layout.sign, "sign", "sign"),
        (layout.exponent, "exponent", "exponent"),
        (layout.significand, "significand", "fraction"),
    ];
    all.into_iter().filter(|it| it.0 > 0).map(|(_, style, word)| (style, word)).collect()
}

fn bits_of(text: &str) -> Option<BitsFigure> {
    let (name, value) = text.trim().split_once(' ')?;
    let format = by_name(name)?;
    let bits = text::parse(value.trim(), format).ok()?.bits;
    let asked = ["value\ndecode ", name, " ", &hex(bits, format.width().into())].concat();
    let reason = ptxfp::internals::course::Prediction::read(&asked).map(|it| it.reason());
    Some(BitsFigure {
        format: format.name(),
        layout: layout(format),
        fields: fields(layout(format)),
        bits: layout(format).bits(bits, hex(bits, format.width().into())),
        value: with_minus(&concise(bits, format)),
        reason: with_minus(&reason.unwrap_or_default()),
    })
}

/// The most digits of a stored number; others are cut off behind them.
const MOST_DIGITS: usize = 24;

/// A stored number in full: a shortened one is another number.
fn stored(bits: u64, format: Format) -> String {
    match Dyadic::from_datum(&format.decode(bits)) {
        Some(value) if !value.is_zero() => value.to_decimal_shortened(MOST_DIGITS),
        _ => concise(bits, format),
    }
}

/// The text of a figure of bits with one of them flipped.
pub(super) fn flipped(text: &str, position: u32) -> Option<String> {
    let (name, value) = text.trim().strip_prefix("bits ")?.split_once(' ')?;
    let format = by_name(name)?;
    let bits = text::parse(value.trim(), format).ok()?.bits ^ 1_u64.checked_shl(position)?;
    Some(["bits ", name, " ", &hex(bits, format.width().into())].concat())
}

/// The text of a figure with another value or statement.
pub(super) fn with_text(text: &str, typed: &str) -> String {
    let mut words = text.trim().splitn(3, ' ');
    let [kind, name] = [words.next(), words.next()].map(Option::unwrap_or_default);
    if kind == "ruler" {
        [kind, " ", name, " ", typed].concat()
    } else {
        [kind, " ", typed].concat()
    }
}

/// The places of the ticks, in percent.
const PLACES: [i32; 5] = [10, 30, 50, 70, 90];
/// The distance of two ticks, in percent.
const STEP: i32 = 20;

fn ruler(text: &str) -> Option<RulerFigure> {
    let (name, value) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let format = by_name(name)?;
    let mut view = RulerFigure {
        format: format.name(),
        text: value.to_owned(),
        problem: String::new(),
        ticks: Vec::new(),
        at: 50,
        stored: String::new(),
    };
    let entry = match text::parse(value, format) {
        Ok(entry) => entry,
        Err(error) => {
            view.problem = sentence(&error.message);
            return Some(view);
        }
    };
    let down = |bits: Option<u64>| bits.and_then(|bits| format.next_down(bits));
    let up = |bits: Option<u64>| bits.and_then(|bits| format.next_up(bits));
    let middle = Some(entry.bits);
    let all = [down(down(middle)), down(middle), middle, up(middle), up(up(middle))];
    let shown = |bits: u64| with_minus(&shortest(bits, format));
    let placed = all.into_iter().zip(PLACES);
    view.ticks = placed.filter_map(|(bits, at)| Some((shown(bits?), at))).collect();
    view.stored = with_minus(&stored(entry.bits, format));
    if let Exactness::Rounded { error_ulp, .. } = &entry.exactness {
        let narrow = down(middle)
            .is_some_and(|below| format.ulp_exponent(below) < format.ulp_exponent(entry.bits));
        let hundredths = hundredths(error_ulp);
        // Below a power of two, numbers are closer together.
        let scale = if narrow && hundredths > 0 { 2 } else { 1 };
        view.at = 50 - hundredths * scale * STEP / 100;
    }
    Some(view)
}

/// A decimal number such as `+0.488` in hundredths.
fn hundredths(text: &str) -> i32 {
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) => (-1, size),
        None => (1, text.trim_start_matches('+')),
    };
    let (_, digits) = size.split_once('.').unwrap_or((size, ""));
    let digits: String = digits.chars().chain(['0', '0']).take(2).collect();
    sign * digits.parse::<i32>().unwrap_or(0)
}

fn steps(text: &str) -> StepsFigure {
    let context = Context { isa: LATEST_ISA, target: USUAL_TARGET };
    let mut view = StepsFigure {
        text: text.to_owned(),
        problem: String::new(),
        steps: Vec::new(),
        result: String::new(),
        link: String::new(),
    };
    let (instruction, registers) = match syntax::read(text, &context) {
        Ok(read) => read,
        Err(wrong) => {
            let message = wrong.first().map_or("", |first| &*first.message);
            view.problem = sentence(message);
            return view;
        }
    };
    let Some(registers) = registers.into_iter().collect::<Option<Vec<u64>>>() else {
        view.problem = String::from("A value is missing.");
        return view;
    };
    let prepared = Prepared::new(&instruction, &context);
    let trace = prepared.trace(0, &registers);
    let shown = explain(&instruction, &prepared, 0, &trace).into_iter().filter(|it| !it.is_idle);
    view.steps = shown
        .map(|step| {
            let lines: Vec<_> = step.plain_lines().collect();
            let first = lines.first().map_or(String::new(), |line| [line, ". "].concat());
            (step.title, with_minus(&[&*first, &*step.sentence].concat()))
        })
        .collect();
    let presented = Presented::new(&instruction, &context, &registers);
    let results: Vec<_> = presented.lanes().rev().map(|lane| with_minus(&lane.value)).collect();
    let digits = presented.registers().first().map_or(String::new(), Register::hex);
    view.result = match &*results {
        [one] => [one, " = ", &*digits].concat(),
        several => ["{", &*several.join(", "), "} = ", &*digits].concat(),
    };
    view.link = ["#", &*State::new(instruction, context, registers).to_fragment()].concat();
    view
}

fn sum(link: &str) -> Option<SumFigure> {
    let state = parse_tensor(link)?.state?;
    let (steps, result) = addition::of(&state)?;
    Some(SumFigure { steps, result, link: ["#", link].concat() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_names_only_the_fields_that_its_format_has() {
        let words = |text| match figure(text) {
            FigureView::Bits(view) => view.fields.iter().map(|it| it.1).collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        assert_eq!(words("bits f16 1"), ["sign", "exponent", "fraction"]);
        assert_eq!(words("bits ue8m0 4"), ["exponent"]);
    }

    #[test]
    fn a_ruler_says_what_is_stored_in_full() {
        let stored = |text| match figure(text) {
            FigureView::Ruler(view) => view.stored,
            _ => String::new(),
        };
        assert_eq!(stored("ruler f16 0.1"), "0.0999755859375");
        assert_eq!(stored("ruler f16 2053"), "2052");
        assert_eq!(stored("ruler f16 \u{2d}0"), "\u{2212}0");
    }
}
