//! `eval --batch`: many evaluations, quickly.

use std::collections::HashMap;
use std::ops::Range;

use ptxfp::catalog::{Accuracy, Form, Instruction, MAX_SOURCES};
use ptxfp::eval::{Guarantee, LaneResult, Prepared};
use ptxfp::format::mask;
use ptxfp::observed::Observed;
use ptxfp::syntax::overloads;

use crate::context::{context, one_line, resolve, shown};
use crate::stream::MAX_LINE;

/// The number of spellings that are remembered; there are far fewer in any sensible input.
const MAX_PLANS: usize = 1 << 14;

/// An instruction in a context, ready to evaluate.
struct Plan {
    form: &'static Form,
    spelling: String,
    prepared: Prepared,
    /// The hexadecimal digits of the destination register.
    digits: u8,
    /// Whether the result is within a documented error only.
    is_approximate: bool,
    /// The observed results.
    observed: Option<Observed>,
}

/// Answers lines, and remembers what their instructions mean.
#[derive(Default)]
pub(crate) struct Evaluator {
    /// By version, target and spelling as the line has them; a plan for each list of operands.
    plans: HashMap<Box<[u8]>, Result<Vec<Plan>, String>>,
    /// Whether answers of approximate forms end with what was observed.
    is_observed: bool,
}

impl Evaluator {
    pub(crate) fn new(is_observed: bool) -> Self {
        Self { is_observed, ..Self::default() }
    }

    /// Appends the answer to a line; returns whether it is no error.
    pub(crate) fn answer(&mut self, line: &[u8], answer: &mut Vec<u8>) -> bool {
        let evaluated = self.evaluate(line, answer);
        if let Err(reason) = &evaluated {
            answer.extend_from_slice(b"! ");
            answer.extend_from_slice(one_line(reason).as_bytes());
        }
        evaluated.is_ok()
    }

    fn evaluate(&mut self, line: &[u8], answer: &mut Vec<u8>) -> Result<(), String> {
        let text = read(line)?;
        let mut words = Words { text, position: 0 };
        let missing = |what| {
            move || format!("the {what} is missing; a line is `VERSION TARGET SPELLING OPERAND...`")
        };
        let version = words.next().ok_or("empty line")?;
        let target = words.next().ok_or_else(missing("target"))?;
        let spelling = words.next().ok_or_else(missing("spelling"))?;
        let key = line.get(version.start..spelling.end).unwrap_or_default();
        // Lookup and insertion are two steps, so that a known key is not copied.
        if !self.plans.contains_key(key) {
            if self.plans.len() >= MAX_PLANS {
                self.plans.clear();
            }
            let [version, target, spelling] =
                [version, target, spelling].map(|range| text.get(range).unwrap_or_default());
            self.plans.insert(key.into(), plans(version, target, spelling));
        }
        match self.plans.get(key) {
            Some(Ok(plans)) => {
                let n_given = if plans.len() > 1 { words.clone().count() } else { 0 };
                let plan = plans.iter().find(|plan| plan.form.sources().len() == n_given);
                let plan = plan.or(plans.first()).ok_or("the line cannot be read")?;
                plan.evaluate(words, self.is_observed, answer)
            }
            Some(Err(reason)) => Err(reason.clone()),
            None => Err("the line cannot be read".into()),
        }
    }
}

/// The line as text, if it is a sensible one.
pub(crate) fn read(line: &[u8]) -> Result<&str, String> {
    if line.len() > MAX_LINE {
        return Err(format!("the line has more than {MAX_LINE} bytes"));
    }
    core::str::from_utf8(line)
        .map_err(|error| format!("byte {} of the line is not UTF-8", error.valid_up_to() + 1))
}

/// The instructions of a spelling: several where it goes with several lists of operands.
fn plans(version: &str, target: &str, spelling: &str) -> Result<Vec<Plan>, String> {
    let context = context(version, target)?;
    let (instruction, _) = resolve(spelling, &context).map_err(|rejection| rejection.message())?;
    let mut all = overloads(&instruction);
    all.retain(|each| each.form == instruction.form || each.is_available(&context));
    let plan = |instruction: Instruction| {
        let prepared = Prepared::new(&instruction, &context);
        Plan {
            form: instruction.form,
            spelling: instruction.to_string(),
            is_approximate: matches!(instruction.form.accuracy, Accuracy::Approximate(_)),
            observed: Observed::of(&instruction, &context),
            digits: prepared.destination().register_width().div_ceil(4),
            prepared,
        }
    };
    Ok(all.into_iter().map(plan).collect())
}

impl Plan {
    fn evaluate(
        &self,
        mut words: Words<'_>,
        is_observed: bool,
        answer: &mut Vec<u8>,
    ) -> Result<(), String> {
        let sources = self.form.sources();
        let mut registers = [0; MAX_SOURCES];
        let registers = registers.get_mut(..sources.len()).unwrap_or_default();
        for (index, register) in registers.iter_mut().enumerate() {
            let Some(word) = words.next() else { return Err(self.wrong_count(index)) };
            let text = words.text.get(word).unwrap_or_default();
            let width = self.prepared.source(index).register_width();
            *register = parse_hex(text, width, "register").map_err(|reason| {
                let name = sources.get(index).map_or("", |operand| operand.name);
                format!("operand {name}, `{}`, {reason}", shown(text))
            })?;
        }
        if words.next().is_some() {
            return Err(self.wrong_count(sources.len() + 1 + words.count()));
        }
        let result = self.prepared.evaluate(registers);
        let lanes = result.lanes();
        // The form decides, not the operands: a pinned corner of an approximate form has a `~` too.
        let is_open = self.is_approximate
            || lanes.iter().any(|lane| lane.guarantee == Guarantee::Unspecified);
        answer.extend_from_slice(if is_open { b"~ " } else { b"= " });
        push_hex(answer, result.destination, self.digits);
        for lane in lanes.iter().filter(|_| is_open) {
            match lane.guarantee {
                Guarantee::Bits | Guarantee::Reading | Guarantee::AnyNan => {
                    answer.extend_from_slice(b" =");
                }
                Guarantee::Unbounded | Guarantee::Unspecified => answer.extend_from_slice(b" ?"),
                Guarantee::Within { lo, hi } => {
                    let digits = self.prepared.destination().width.div_ceil(4);
                    answer.push(b' ');
                    push_hex(answer, lo, digits);
                    answer.extend_from_slice(b"..");
                    push_hex(answer, hi, digits);
                }
            }
        }
        let op = self.prepared.lane_op();
        let is_open_nan = |lane: &LaneResult| match lane.guarantee {
            Guarantee::AnyNan => true,
            // If it is one by our reading, it may be any.
            Guarantee::Reading => op.leaves_nans_open() && op.result.is_nan(lane.bits),
            Guarantee::Bits
            | Guarantee::Within { .. }
            | Guarantee::Unbounded
            | Guarantee::Unspecified => false,
        };
        if lanes.iter().any(is_open_nan) {
            answer.extend_from_slice(b" nan");
        }
        if is_observed && self.is_approximate {
            answer.extend_from_slice(b" @ ");
            match self.observed.and_then(|observed| observed.bits(registers)) {
                Some(bits) => push_hex(answer, bits, self.digits),
                None => answer.push(b'-'),
            }
        }
        Ok(())
    }

    fn wrong_count(&self, given: usize) -> String {
        let names: Vec<_> = self.form.sources().iter().map(|operand| operand.name).collect();
        let (spelling, count) = (&self.spelling, names.len());
        format!("{spelling} takes {count} operands ({}); the line has {given}", names.join(", "))
    }
}

/// The words of a line, by their place.
#[derive(Clone)]
struct Words<'t> {
    text: &'t str,
    position: usize,
}

impl Iterator for Words<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let rest = self.text.as_bytes().get(self.position..)?;
        let start = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let word = rest.get(start..)?;
        let length = word.iter().position(u8::is_ascii_whitespace).unwrap_or(word.len());
        let start = self.position + start;
        self.position = start + length;
        Some(start..self.position)
    }
}

/// Reads hexadecimal digits, with or without `0x`, for a register or an element of `width` bits.
pub(crate) fn parse_hex(text: &str, width: u8, place: &str) -> Result<u64, String> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    if digits.is_empty() {
        return Err("has no hexadecimal digits".into());
    }
    let mut bits: u64 = 0;
    let mut lost = 0;
    for character in digits.chars() {
        let Some(digit) = character.to_digit(16) else {
            return Err(format!("is not hexadecimal: `{character}` is not a digit"));
        };
        lost |= bits >> 60;
        bits = bits << 4 | u64::from(digit);
    }
    if lost != 0 || bits & !mask(u32::from(width)) != 0 {
        return Err(format!("is wider than the {width} bits of the {place}"));
    }
    Ok(bits)
}

pub(crate) fn push_hex(text: &mut Vec<u8>, bits: u64, n_digits: u8) {
    for index in (0..n_digits).rev() {
        let digit = bits >> (4 * index) & 0xf;
        let character = u32::try_from(digit).ok().and_then(|digit| char::from_digit(digit, 16));
        text.extend(character.and_then(|character| u8::try_from(character).ok()));
    }
}
