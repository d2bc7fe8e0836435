//! Observed results as text: the page asks a worker, so that it carries no tables.
//!
//! ```text
//! request = NUL "@" NUL target " " version LF spelling LF registers
//! reply   = digits LF grade LF evidence LF reason *(LF step)
//! step    = title *(BREAK line) BREAK sentence
//! line    = *piece
//! piece   = MARK ("t" | "x" | "s") text
//! ```
//!
//! Registers are hexadecimal digits with spaces between. The reply is empty if nothing was observed.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::around::{Part, Purpose};
use super::explain::{TITLES, decimal};
use super::{Grade, Observed, evidence};
use crate::bits::hex_digits;
use crate::catalog::bound::is_between;
use crate::catalog::{Context, Instruction, IsaVersion, Target, spelled};
use crate::eval::{Explanation, Guarantee, Piece, Prepared};
use crate::format::Format;
use crate::format::table::F32;

/// The prefix of a request: no other message to a worker has it.
const ASKED: &str = "\0@\0";
/// The remark on a result that is not permitted.
const BEYOND: &str = " The error exceeds the documented one.";
/// The separator of the lines of a step.
const BREAK: char = '\u{1f}';
/// The prefix of a piece of a line.
const MARK: char = '\u{1e}';

/// An observation, as a worker reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservedText {
    /// The destination register.
    pub bits: u64,
    /// The name of its [`Grade`].
    pub grade: String,
    /// The evidence, in a clause.
    pub evidence: String,
    /// The comparison with the correctly rounded result, with the reason, in a sentence.
    pub reason: String,
    /// The operations of the GPU, as [`steps`] reads them.
    steps: String,
}

/// Asks for the observed result of an instruction for registers.
#[must_use]
pub fn request(instruction: &Instruction, context: &Context, registers: &[u64]) -> String {
    let place = [context.target.name, " ", &*context.isa.to_string()].concat();
    let registers: Vec<_> = registers.iter().map(|bits| hex_digits(*bits, u64::BITS)).collect();
    [ASKED, &*place, "\n", &*instruction.to_string(), "\n", &*registers.join(" ")].concat()
}

/// Whether a message is such a request.
#[must_use]
pub fn is_request(message: &str) -> bool {
    message.starts_with(ASKED)
}

/// The reply to a message; `None` if it is not a request.
#[must_use]
pub fn reply(message: &str) -> Option<String> {
    // A question also says how much may be done, which is nothing here.
    let (_, request) = message.split_once(ASKED)?;
    let mut lines = request.split('\n');
    let (target, version) = lines.next()?.split_once(' ')?;
    let context = Context { isa: IsaVersion::parse(version)?, target: Target::parse(target)? };
    let all = spelled(lines.next()?);
    let registers: Option<Vec<u64>> =
        lines.next()?.split(' ').map(|digits| u64::from_str_radix(digits, 16).ok()).collect();
    let registers = registers?;
    let found = all.iter().find_map(|each| Some((each, Observed::of(each, &context)?)));
    Some(found.map_or_else(String::new, |(instruction, observed)| {
        written(instruction, &context, observed, &registers)
    }))
}

/// Returns the text of a reply; it is empty if the registers do not fit.
#[must_use]
pub fn written(
    instruction: &Instruction,
    context: &Context,
    observed: Observed,
    registers: &[u64],
) -> String {
    let Some(bits) = observed.bits(registers) else { return String::new() };
    let mut text = hex_digits(bits, u64::BITS);
    let reason = reason(instruction, context, observed, registers);
    for line in [observed.grade().name(), &*evidence(observed), &*reason] {
        text.push('\n');
        text.push_str(line);
    }
    for step in observed.explain(instruction, registers) {
        text.push('\n');
        text.push_str(step.title);
        for line in &step.lines {
            text.push(BREAK);
            for piece in line {
                let (kind, piece) = match piece {
                    Piece::Tail(piece) => ("x", piece),
                    Piece::Superscript(piece) => ("s", piece),
                    Piece::Text(piece) | Piece::Changed(piece) | Piece::Field(_, piece) => {
                        ("t", piece)
                    }
                };
                text.push(MARK);
                text.extend([kind, piece]);
            }
        }
        text.push(BREAK);
        text.push_str(&step.sentence);
    }
    text
}

/// Returns the evidence of an observation in a clause; with the places of single results that were
/// published.
#[must_use]
pub fn evidence(observed: Observed) -> String {
    let mut text = String::from(observed.grade().words());
    let all = observed.evidence();
    let spots =
        all.iter().filter(|each| each.grade == Grade::Spot && each.grade != observed.grade());
    for (index, spot) in spots.enumerate() {
        text.extend([if index == 0 { "; spot checks on " } else { ", " }, spot.place]);
    }
    text
}

/// Compares the observed result with the reference, and says why they differ, in a sentence; it is
/// empty if the registers do not fit.
#[must_use]
pub fn reason(
    instruction: &Instruction,
    context: &Context,
    observed: Observed,
    registers: &[u64],
) -> String {
    let Some(bits) = observed.bits(registers) else { return String::new() };
    let evaluation = Prepared::new(instruction, context).evaluate(registers);
    let reference = evaluation.destination;
    let format = Format::Float(&F32);
    let prepared = Prepared::new(instruction, context);
    let nearest = prepared.lane_op().nearest(&prepared.gather(0, registers), reference);
    if bits == nearest {
        let is_flushed = prepared.trace(0, registers).is_flushed(prepared.lane_op(), bits);
        let end = if is_flushed { ", flushed to zero." } else { "." };
        return ["The correctly rounded result", end].concat();
    }
    if bits == reference {
        return "The result that the ISA specifies, which is not the correctly rounded one.".into();
    }
    if format.is_nan(bits) || format.is_nan(reference) {
        return "The bits of a NaN are unspecified.".into();
    }
    let distance = order(bits) - order(reference);
    let (count, side) = (distance.unsigned_abs(), if distance < 0 { "below" } else { "above" });
    let values = if count == 1 { " value " } else { " values " };
    let lead = [&*count.to_string(), values, side, " the correctly rounded one: "];
    let parts = observed.parts(registers);
    let product = parts.iter().rev().find_map(|part| match part {
        Part::Operation { purpose: Purpose::Divide, numbers, .. } => Some(*numbers),
        Part::Operation { .. } | Part::Unit(_) => None,
    });
    let why = match product {
        Some(factors) => {
            let [a, b] = factors.map(decimal);
            [
                "the GPU multiplies ",
                &b,
                " by the reciprocal ",
                &a,
                ", which has an error of its own.",
            ]
            .concat()
        }
        None => "the unit adds three terms from a table and truncates the sum.".into(),
    };
    let is_beyond = evaluation.lanes().iter().any(|lane| match lane.guarantee {
        Guarantee::Within { lo, hi } => !is_between(bits, lo, hi, &F32),
        Guarantee::Bits
        | Guarantee::Reading
        | Guarantee::AnyNan
        | Guarantee::Unbounded
        | Guarantee::Unspecified => false,
    });
    [&*lead.concat(), &*why, if is_beyond { BEYOND } else { "" }].concat()
}

/// The place of a number among all, in their order.
fn order(bits: u64) -> i64 {
    let magnitude = (bits & u64::from(u32::MAX >> 1)).cast_signed();
    if bits >> 31 & 1 == 1 { -magnitude } else { magnitude }
}

impl ObservedText {
    /// The name of the evidence that it rests on: the first of its grade.
    #[must_use]
    pub fn claim(&self) -> &'static str {
        let first = evidence::ALL.iter().find(|each| each.grade.name() == self.grade);
        first.map_or("", |evidence| evidence.id)
    }

    /// Reads a reply; nothing if nothing was observed.
    #[must_use]
    pub fn parse(reply: &str) -> Option<Self> {
        let mut lines = reply.splitn(5, '\n');
        Some(Self {
            bits: u64::from_str_radix(lines.next()?, 16).ok()?,
            grade: lines.next()?.into(),
            evidence: lines.next()?.into(),
            reason: lines.next()?.into(),
            steps: lines.next().unwrap_or_default().into(),
        })
    }

    /// Returns the operations of the GPU, in order.
    #[must_use]
    pub fn steps(&self) -> Vec<Explanation> {
        self.steps.split('\n').filter_map(step).collect()
    }
}

fn step(text: &str) -> Option<Explanation> {
    let mut lines: Vec<&str> = text.split(BREAK).collect();
    let sentence = lines.pop()?.into();
    let (title, lines) = lines.split_first()?;
    let title = TITLES.into_iter().find(|each| each == title)?;
    let line = |line: &&str| line.split(MARK).filter_map(piece).collect();
    let lines = lines.iter().map(line).collect();
    Some(Explanation { title, modifier: "", is_idle: false, lines, sentence })
}

fn piece(text: &str) -> Option<Piece> {
    let (kind, text) = text.split_at_checked(1)?;
    let text = text.into();
    Some(match kind {
        "x" => Piece::Tail(text),
        "s" => Piece::Superscript(text),
        _ => Piece::Text(text),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::LATEST_ISA;
    use crate::syntax::check;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    const CONTEXT: fn() -> Context =
        || Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };

    fn asked(spelling: &str, registers: &[u64]) -> Option<ObservedText> {
        let instruction = check(spelling, &CONTEXT()).instruction.unwrap();
        ObservedText::parse(&reply(&request(&instruction, &CONTEXT(), registers)).unwrap())
    }

    #[test]
    fn a_reply_says_what_is_observed_and_why() {
        for (spelling, registers) in [
            ("div.full.f32", &[0x4096_0000, 0x3f70_0000][..]),
            ("ex2.approx.ftz.f32", &[0x3f40_0000]),
            ("sin.approx.f32", &[0x4000_0000]),
            ("lg2.approx.f32", &[0x0000_0001]),
            ("rcp.approx.f32", &[0]),
        ] {
            let instruction = check(spelling, &CONTEXT()).instruction.unwrap();
            let observed = Observed::of(&instruction, &CONTEXT()).unwrap();
            let answer = asked(spelling, registers).expect(spelling);
            assert_eq!(Some(answer.bits), observed.bits(registers), "{spelling}");
            assert_eq!(answer.grade, observed.grade().name(), "{spelling}");
            let texts = |steps: Vec<Explanation>| -> Vec<_> {
                let plain = |step: &Explanation| step.plain_lines().collect::<Vec<_>>();
                steps.iter().map(|step| (step.title, plain(step), step.sentence.clone())).collect()
            };
            let steps = texts(observed.explain(&instruction, registers));
            assert_eq!(texts(answer.steps()), steps, "{spelling}");
        }
    }

    #[test]
    fn the_reason_names_the_product_of_a_quotient() {
        let answer = asked("div.full.f32", &[0x4096_0000, 0x3f70_0000]).unwrap();
        assert_eq!(
            answer.reason,
            "1 value above the correctly rounded one: the GPU multiplies 4.6875 by the reciprocal 1.0666667, which has an error of its own."
        );
        assert!(answer.evidence.ends_with("; spot checks on sm_120a"), "{}", answer.evidence);
        let answer = asked("rcp.approx.f32", &[0x4000_0000]).unwrap();
        assert!(answer.reason.ends_with("rounded result."), "{}", answer.reason);
        // A reciprocal with a large error, and a quotient just below a power of 2: 2.002 ulp.
        let answer = asked("div.approx.f32", &[0x2b6d_cf1e, 0xe3f7_5845]).unwrap();
        assert_eq!(answer.bits, 0x86f6_216b);
        assert!(answer.reason.starts_with("2 values above"), "{}", answer.reason);
        assert!(answer.reason.ends_with(BEYOND), "{}", answer.reason);
    }

    #[test]
    fn what_nobody_observed_has_an_empty_reply() {
        assert_eq!(asked("tanh.approx.f32", &[0]), None);
        assert_eq!(asked("add.f32", &[0, 0]), None);
        for message in ["", "0\0\0v1/\0v1/", ASKED, "\0@\0sm_90 9.1\nadd.f32", "\0@\0x\n\n"] {
            assert_eq!(reply(message), None, "{message:?}");
        }
    }
}
