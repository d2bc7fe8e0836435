//! The operations of a GPU for an instruction, in words.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::operations::{Change, Operator, Part, Purpose};
use super::unit::{Inside, Passage, Rows};
use crate::bits::hex;
use crate::catalog::Instruction;
use crate::eval::{Explanation, Piece};
use crate::format::Format;
use crate::format::table::{F32, F64};
use crate::text::concise;

/// The titles of operations: of the unit, and around it for each purpose.
pub(super) const TITLES: [&str; 11] = [
    "Inside the unit",
    "Scale",
    "Scale back",
    "Turns",
    "Multiply",
    "Widen",
    "Truncate",
    "Upper half",
    "Exponent",
    "Special value",
    "Refine",
];
/// The number of discarded bits that are shown.
const SHOWN_TAIL: usize = 24;

/// Explains the operations, in order.
pub(super) fn explain(instruction: &Instruction, parts: &[Part]) -> Vec<Explanation> {
    let name = |operand: Option<u8>| {
        let source = operand.and_then(|index| instruction.form.sources().get(usize::from(index)));
        source.map_or("The result", |source| source.name)
    };
    let explain = |part: &Part| match part {
        Part::Operation { purpose, operand, operator, numbers, result, .. } => {
            operation(*purpose, name(*operand), *operator, *numbers, *result)
        }
        Part::Product { purpose, operand, factors, result } => {
            product(*purpose, name(*operand), *factors, *result)
        }
        Part::Refinement(results) => refinement(results),
        Part::Conversion { change, operand, from, to } => {
            conversion(*change, name(*operand), *from, *to)
        }
        Part::Unit(passage) => unit(passage),
    };
    parts.iter().map(explain).collect()
}

/// Explains a conversion.
fn conversion(
    change: Change,
    name: &'static str,
    from: (u64, Format),
    to: (u64, Format),
) -> Explanation {
    let [.., widen, truncate, upper, exponent, special, _] = TITLES;
    let (title, sentence) = match change {
        Change::Widen => {
            (widen, [name, " is converted to f32, exactly; the unit takes f32."].concat())
        }
        Change::Narrow => (truncate, [name, " is truncated to ", to.1.name(), "."].concat()),
        Change::Reduce => (
            upper,
            [
                "The 20 fraction bits in the upper half of ",
                name,
                " go through the unit; the lower half is ignored.",
            ]
            .concat(),
        ),
        Change::Restore => (
            exponent,
            [name, " is truncated to 20 fraction bits and gets its exponent; the lower half is 0."]
                .concat(),
        ),
        Change::Special if from.1 == Format::Float(&F64) => {
            (special, [name, " is a special case."].concat())
        }
        Change::Special => (special, ["The upper half of ", name, " is a special case."].concat()),
    };
    let line = |show: fn((u64, Format)) -> String| {
        Vec::from([text([&show(from), " → ", &show(to)].concat())])
    };
    let lines = Vec::from([
        line(|(bits, format)| hex(bits, format.width().into())),
        line(|(bits, format)| concise(bits, format).replace('-', "−")),
    ]);
    Explanation { title, modifier: "", is_idle: false, lines, sentence }
}

/// Explains an operation of f32.
fn operation(
    purpose: Purpose,
    name: &'static str,
    operator: Operator,
    [a, b]: [u32; 2],
    result: u32,
) -> Explanation {
    let (title, sentence) = about(purpose, name);
    let sign = match operator {
        Operator::Add => " + ",
        Operator::Multiply => " × ",
    };
    let line = |show: fn(u32) -> String| {
        Vec::from([text([&show(a), sign, &show(b), " = ", &show(result)].concat())])
    };
    let lines = Vec::from([line(bits), line(decimal)]);
    Explanation { title, modifier: "", is_idle: false, lines, sentence }
}

/// The title of an operation for a purpose, and what it does.
fn about(purpose: Purpose, name: &'static str) -> (&'static str, String) {
    let [_, scale, unscale, turn, multiply, ..] = TITLES;
    match purpose {
        Purpose::Scale => {
            (scale, [name, " is scaled so that the unit gets normal numbers."].concat())
        }
        Purpose::Unscale => (unscale, [name, " is scaled back."].concat()),
        Purpose::Turn => (
            turn,
            [
                "The unit takes angles in turns: ",
                name,
                " is multiplied by 1/(2π), rounded toward zero.",
            ]
            .concat(),
        ),
        Purpose::Divide => (
            multiply,
            "The reciprocal, with its error, is multiplied by the dividend and rounded to nearest."
                .into(),
        ),
    }
}

/// Explains a product of f64.
fn product(purpose: Purpose, name: &'static str, [a, b]: [u64; 2], result: u64) -> Explanation {
    let (title, sentence) = about(purpose, name);
    let line = |show: fn(u64) -> String| {
        Vec::from([text([&show(a), " × ", &show(b), " = ", &show(result)].concat())])
    };
    let bits = |number| hex(number, F64.width.into());
    let lines = Vec::from([line(bits), line(double)]);
    Explanation { title, modifier: "", is_idle: false, lines, sentence }
}

/// Explains the operations that refine a reciprocal root.
fn refinement(results: &[u64; 5]) -> Explanation {
    let [.., title] = TITLES;
    let names = ["y² = ", "e = 1 − a·y² = ", "f = 1/2 + 3/8·e = ", "g = y·e = ", "y + f·g = "];
    let line = |(name, result): (&str, &u64)| Vec::from([text([name, &double(*result)].concat())]);
    let [.., last] = results;
    let mut lines: Vec<_> = names.into_iter().zip(results).map(line).collect();
    lines.push(Vec::from([text(hex(*last, F64.width.into()))]));
    Explanation {
        title,
        modifier: "",
        is_idle: false,
        lines,
        sentence:
            "Five operations of f64 refine y, the result of the unit; each is rounded to nearest."
                .into(),
    }
}

/// A number of f64 in decimal.
fn double(number: u64) -> String {
    concise(number, &F64).replace('-', "−")
}

/// Explains the computation of the unit.
fn unit(passage: &Passage) -> Explanation {
    let Passage { operand, result, .. } = *passage;
    let (lines, sentence) = match &passage.inside {
        None => (
            Vec::from([Vec::from([text([&bits(operand), " → ", &bits(result)].concat())])]),
            "This operand is a special case of the unit.".into(),
        ),
        Some(inside) => (computation(inside), words(inside)),
    };
    let [title, ..] = TITLES;
    Explanation { title, modifier: "", is_idle: false, lines, sentence }
}

/// Describes the table look-up and the sum, in lines.
fn computation(inside: &Inside) -> Vec<Vec<Piece>> {
    let &Inside { argument, index_width, rest, rest_width, coefficients, terms, .. } = inside;
    let upper = argument.fraction >> (F32.trailing_width() - index_width);
    let [c0, c1, c2] = coefficients.map(hex_of);
    let [constant_term, linear, square, constant, whole] = terms;
    let rows = match argument.rows {
        Rows::All => String::new(),
        Rows::Odd => ", odd exponent".into(),
        Rows::Binade(exponent) => [", exponent ", &exponent.to_string().replace('-', "−")].concat(),
    };
    let mut lines = Vec::from([
        Vec::from([text(
            [
                "index ",
                &binary(upper.into(), index_width),
                &rows,
                ", l = ",
                &binary(rest.into(), rest_width),
            ]
            .concat(),
        )]),
        Vec::from([text(["c0 = ", &c0, ", c1 = ", &c1, ", c2 = ", &c2].concat())]),
    ]);
    let optional = [("constant", constant), ("whole part", whole)];
    let terms = [("c0", constant_term), ("c1·l", linear), ("c2·l²", square)]
        .into_iter()
        .chain(optional.into_iter().filter(|(_, value)| *value != 0));
    let terms: Vec<_> = terms
        .map(|(name, value)| {
            let sign = if value < 0 { "−" } else { "+" };
            (name, [sign, &hex_of(value.unsigned_abs())].concat())
        })
        .collect();
    // As an addition is written: one below the other, aligned at the right.
    let widest = |width: fn(&(&str, String)) -> usize| terms.iter().map(width).max().unwrap_or(0);
    let names = widest(|(name, _)| name.chars().count());
    let numbers = widest(|(_, number)| number.chars().count());
    for (name, number) in &terms {
        lines.push(Vec::from([text(alloc::format!("{name:names$} {number:>numbers$}"))]));
    }
    lines.push(significand(inside));
    lines
}

/// The sum as a significand, with the discarded bits.
fn significand(inside: &Inside) -> Vec<Piece> {
    if inside.sum == 0 {
        return Vec::from([text("0")]);
    }
    let fraction = inside.fraction();
    let sign = if inside.argument.negative { "−1." } else { "1." };
    let kept = F32.trailing_width();
    let mut line =
        Vec::from([text([sign, &binary(fraction >> (u64::BITS - kept), kept)].concat())]);
    let tail = binary(fraction << kept, u64::BITS);
    let tail = tail.trim_end_matches('0');
    if let Some(shown) = tail.get(..SHOWN_TAIL) {
        line.push(Piece::Tail([shown, "…"].concat()));
    } else if !tail.is_empty() {
        line.push(Piece::Tail(tail.to_string()));
    }
    line.push(text(" × 2"));
    line.push(Piece::Superscript(inside.exponent().to_string().replace('-', "−")));
    line
}

/// Describes the sum, in sentences.
fn words(inside: &Inside) -> String {
    [
        "The upper ",
        &inside.index_width.to_string(),
        " fraction bits select three coefficients; the other ",
        &inside.rest_width.to_string(),
        " are l. c0, c1·l and c2·l² are added as integers, with l² truncated too; the sum is truncated, not rounded.",
    ]
    .concat()
}

fn text(text: impl Into<String>) -> Piece {
    Piece::Text(text.into())
}

/// The bits of a number.
fn bits(number: u32) -> String {
    hex(number.into(), F32.width.into())
}

/// A number in decimal.
pub(super) fn decimal(number: u32) -> String {
    concise(number.into(), &F32).replace('-', "−")
}

/// The lowest bits of a number.
fn binary(value: u64, width: u32) -> String {
    (0..width).rev().map(|index| if value >> index & 1 == 1 { '1' } else { '0' }).collect()
}

/// An integer in hexadecimal, without leading zeros.
fn hex_of(value: u64) -> String {
    let digits = crate::bits::hex_digits(value, u64::BITS);
    let digits = digits.trim_start_matches('0');
    ["0x", if digits.is_empty() { "0" } else { digits }].concat()
}
