//! Practice without end: exercises that follow from a seed.

#![expect(clippy::unnecessary_wraps, reason = "all generators are functions of one type")]

use alloc::format;
use alloc::string::String;

use super::prediction::{Answer, Prediction};
use super::random::Random;
use crate::format::table::by_name;
use crate::format::{Format, mask};
use crate::text::concise;

/// How hard exercises are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// One idea.
    Easy,
    /// Several digits.
    Medium,
    /// A trap.
    Hard,
}

/// A source of exercises.
#[derive(Clone, Copy, Debug)]
pub struct Generator {
    /// Its name in an address.
    pub name: &'static str,
    /// Its topic.
    pub title: &'static str,
    /// The slug of the chapter that teaches it.
    pub chapter: &'static str,
    /// How hard its exercises are.
    pub level: Level,
    /// Makes the text of an exercise.
    make: fn(&mut Random) -> Option<String>,
}

const fn of(
    name: &'static str,
    title: &'static str,
    chapter: &'static str,
    level: Level,
    make: fn(&mut Random) -> Option<String>,
) -> Generator {
    Generator { name, title, chapter, level, make }
}

/// All generators, in the order of the chapters.
#[rustfmt::skip] // One a line.
pub const GENERATORS: [Generator; 14] = [
    of("read-bits", "Read a number from its bits", "bits", Level::Easy, read_bits),
    of("write-bits", "Write a number in bits", "bits", Level::Medium, write_bits),
    of("ruler", "Find the nearest number", "rounding", Level::Easy, ruler),
    of("ties", "Decide a tie", "rounding", Level::Medium, ties),
    of("directions", "Round in a direction", "rounding", Level::Medium, directions),
    of("exact-or-not", "See whether a sum is exact", "rounding", Level::Medium, exact_or_not),
    of("zeros", "Find the sign of a zero", "special", Level::Easy, zeros),
    of("subnormals", "Keep or flush a subnormal", "subnormals", Level::Hard, subnormals),
    of("fused", "Fuse a product and a sum", "fma", Level::Hard, fused),
    of("integers", "Convert to an integer", "conversions", Level::Easy, integers),
    of("narrow", "Convert to eight bits", "conversions", Level::Hard, narrow),
    of("min-max", "Take a minimum or a maximum", "selection", Level::Easy, min_max),
    of("guaranteed", "Say what is guaranteed", "approximate", Level::Medium, guaranteed),
    of("which-rounds", "Find the statement that rounds", "kernel", Level::Hard, which_rounds),
];

/// The generator of a name.
#[must_use]
pub fn generator(name: &str) -> Option<&'static Generator> {
    GENERATORS.iter().find(|generator| generator.name == name)
}

/// The number of attempts to make an exercise that has an answer.
const ATTEMPTS: usize = 200;

/// The exercise of a generator and a seed, with its text: the same for ever.
#[must_use]
pub fn exercise(generator: &Generator, seed: u32) -> Option<(String, Prediction)> {
    let mut random = Random::of_text(generator.name);
    let mut random = Random::new(random.bits() ^ u64::from(seed));
    (0..ATTEMPTS).find_map(|_| {
        let text = (generator.make)(&mut random)?;
        let read = Prediction::read(&text).ok()?;
        Some((text, read))
    })
}

fn number(bits: u64, format: &str) -> Option<String> {
    Some(concise(bits, by_name(format)?))
}

/// A number of a format near 1, with so many bits of its fraction.
fn near_one(random: &mut Random, format: &str, spread: u64, fraction: u32) -> Option<u64> {
    let Format::Float(float) = by_name(format)? else { return None };
    let bias = u64::try_from(float.bias).ok()?;
    let exponent = (bias + random.below(2 * spread + 1)).checked_sub(spread)?;
    let trailing = float.trailing_width();
    let top = random.below(1 << fraction.min(trailing)) << (trailing - fraction.min(trailing));
    Some(exponent << trailing | top)
}

fn read_bits(random: &mut Random) -> Option<String> {
    let format = random.one(&["f16", "bf16", "e4m3", "e5m2"], "f16");
    let sign = random.below(2);
    let bits = near_one(random, format, 3, 2)?;
    let width = u32::from(by_name(format)?.width());
    let bits = bits | sign << (width - 1);
    Some(format!("value\ndecode {format} {}", crate::bits::hex(bits, width)))
}

fn write_bits(random: &mut Random) -> Option<String> {
    let format = random.one(&["f16", "bf16", "e4m3", "e5m2"], "f16");
    let bits = near_one(random, format, 4, 3)?;
    let sign = random.one(&["", "-"], "");
    Some(format!("bits\nencode {format} {sign}{}", number(bits, format)?))
}

fn ruler(random: &mut Random) -> Option<String> {
    let format = random.one(&["e4m3", "e5m2", "e2m3", "e3m2"], "e4m3");
    let value = format!("{}.{}", random.below(6), 1 + random.below(9));
    Some(format!("place\nencode {format} {value}"))
}

/// A number in the middle between two neighbors.
fn ties(random: &mut Random) -> Option<String> {
    let (format, fraction) = random.one(&[("f16", 10), ("bf16", 7)], ("f16", 10));
    let whole = 1_u64 << fraction;
    let low = 2 * (whole + random.below(whole)) + 1;
    Some(format!("value\nencode {format} {low}"))
}

fn directions(random: &mut Random) -> Option<String> {
    let mode = random.one(&["rz", "rm", "rp", "rn"], "rz");
    let sign = random.one(&["", "-"], "");
    let value = format!("{sign}{}.{:03}", 1 + random.below(9), random.below(1000));
    Some(format!("value\ncvt.{mode}.bf16.f32 {value} on sm_90"))
}

fn exact_or_not(random: &mut Random) -> Option<String> {
    let a = 1 << (9 + random.below(4));
    let b = random.one(&["0.25", "0.5", "1", "2", "3", "0.75"], "1");
    Some(format!("exact\nadd.rn.f16 {a}, {b}"))
}

fn zeros(random: &mut Random) -> Option<String> {
    let mode = random.one(&["rn", "rm", "rz", "rp"], "rn");
    let text = match random.below(4) {
        0 => format!("add.{mode}.f32 {}, {}", signed_zero(random), signed_zero(random)),
        1 => format!("mul.{mode}.f32 {}, {}", signed_zero(random), random.one(&["2", "-3"], "2")),
        2 => {
            let x = 1 + random.below(9);
            format!("add.{mode}.f32 {x}, -{x}")
        }
        _ => format!("fma.{mode}.f32 {}, 1, {}", signed_zero(random), signed_zero(random)),
    };
    Some(format!("value\n{text}"))
}

fn signed_zero(random: &mut Random) -> &'static str {
    random.one(&["0", "-0"], "0")
}

fn subnormals(random: &mut Random) -> Option<String> {
    let flush = random.one(&["", ".ftz"], "");
    let power = 125 + random.below(3);
    let factor = 1 + random.below(20);
    Some(format!("value\nmul.rn{flush}.f32 2^-{power}, 2^-{factor}"))
}

fn fused(random: &mut Random) -> Option<String> {
    let a = 0x3c00 + 1 + random.below(60);
    let b = 0x3c00 + 1 + random.below(60);
    let [a, b] = [number(a, "f16")?, number(b, "f16")?];
    Some(format!("value\nfma.rn.f16 {a}, {b}, -1"))
}

fn integers(random: &mut Random) -> Option<String> {
    let mode = random.one(&["rni", "rzi", "rmi", "rpi"], "rni");
    let sign = random.one(&["", "-"], "");
    let half = random.one(&["5", "25", "75"], "5");
    Some(format!("value\ncvt.{mode}.s32.f32 {sign}{}.{half}", random.below(9)))
}

fn narrow(random: &mut Random) -> Option<String> {
    let kind = random.one(&["e4m3x2", "e5m2x2"], "e4m3x2");
    let mut value = || {
        let sign = random.one(&["", "-"], "");
        match random.below(4) {
            0 => format!("{sign}{}", 300 * (1 + random.below(300))),
            1 => format!("{sign}0.{:02}", 1 + random.below(99)),
            _ => format!("{sign}{}", 1 + random.below(60)),
        }
    };
    let [a, b] = [value(), value()];
    Some(format!("value\ncvt.rn.satfinite.{kind}.f32 {a}, {b}"))
}

fn min_max(random: &mut Random) -> Option<String> {
    let opcode = random.one(&["min", "max"], "min");
    let rule = random.one(&["", ".NaN", ""], "");
    let values = ["nan", "0", "-0", "1", "-2", "inf", "-inf"];
    let [a, b] = [random.one(&values, "0"), random.one(&values, "1")];
    (a != b).then(|| format!("value\n{opcode}{rule}.f32 {a}, {b}"))
}

fn guaranteed(random: &mut Random) -> Option<String> {
    let x = format!("{}.{}", 1 + random.below(9), random.below(10));
    let text = match random.below(6) {
        0 => format!("ex2.approx.ftz.f32 {x}"),
        1 => format!("rcp.rn.f32 {x}"),
        2 => format!("sqrt.rn.f32 {x}"),
        3 => format!("sin.approx.f32 {x}"),
        4 => format!("div.full.f32 {x}, 3"),
        _ => format!("div.rn.f32 {x}, 3"),
    };
    Some(format!("fixed\n{text}"))
}

/// Three statements of which one rounds, or none; each of the four answers is about as frequent.
fn which_rounds(random: &mut Random) -> Option<String> {
    let factor = random.one(&["0.5", "0.25", "2.0"], "2.0");
    let term = random.one(&["1.0", "9.313225746154785e-10", "16777218.0", "0.5"], "1.0");
    let last = random.one(&["1.0", "3.0", "1.1641532182693481e-10"], "1.0");
    let first = 1 + random.below(9);
    let text = format!(
        "rounded\nmul.rn.f32 p, {first}.0, {factor}\nadd.rn.f32 q, p, {term}\nsub.rn.f32 r, q, {last}"
    );
    let n_statements = 3;
    let answer = |text: &str| match Prediction::read(text).ok()?.answer {
        Answer::Choice(index) => Some(index),
        Answer::Bits(_) => None,
    };
    // Nearly half of these programs are exact, and the first statement of none of them rounds. So half
    // of those that are exact become one whose first statement rounds.
    if answer(&text) != Some(n_statements) {
        return Some(text);
    }
    let wanted = match random.below(4) {
        0 | 1 => 0,
        2 => n_statements,
        _ => return Some(text),
    };
    (0..ATTEMPTS).find_map(|_| {
        let text = of_statements(random);
        (answer(&text) == Some(wanted)).then_some(text)
    })
}

/// Statements whose digits are few or many.
fn of_statements(random: &mut Random) -> String {
    let factor = random.one(&["0.1", "0.3", "0.7", "0.5", "1.5"], "0.1");
    let first = 1 + random.below(9);
    let second = match random.below(3) {
        0 => format!("mul.rn.f32 q, p, {}", random.one(&["0.5", "2.0", "4.0"], "2.0")),
        1 => String::from("add.rn.f32 q, p, p"),
        _ => format!("add.rn.f32 q, p, {}", random.one(&["1.0", "16777218.0"], "1.0")),
    };
    let third = match random.below(3) {
        0 => String::from("sub.rn.f32 r, q, p"),
        1 => format!("mul.rn.f32 r, q, {}", random.one(&["0.25", "2.0", "0.3"], "2.0")),
        _ => String::from("add.rn.f32 r, q, q"),
    };
    format!("rounded\nmul.rn.f32 p, {first}.0, {factor}\n{second}\n{third}")
}

/// The lowest bits of a seed that fit into an address.
#[must_use]
pub(super) fn short_seed(random: &mut Random) -> u32 {
    u32::try_from(random.bits() & mask(20)).unwrap_or(0)
}
