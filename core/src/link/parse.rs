//! Reading a link: text to state, or to a rejected statement.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::code::decode_text;
use super::decode::Decoded;
use super::part::{Pair, Part, TRAILING, fragment, opcode, recased};
use super::rejected::{REJECTED, STATEMENT};
use super::{
    ASKED, DEFAULT_ISA, ISA, KEYS, Linked, MAX_LENGTH, Parsed, Problem, RECORDED, SWEEP, State,
    VIEW, WITH,
};
use crate::catalog::{
    Context, ISA_VERSIONS, Instruction, IsaVersion, LATEST_ISA, Target, Type, forms_of,
};
use crate::eval::Prepared;
use crate::order::sort_by_key;
use crate::syntax::{check, overloads, stated, stated_for, value};
use crate::text::TextError;
use crate::text::quote::{one_line, quoted};

/// The version that is read.
const VERSION: &str = "v1";

/// The longest spelling that is looked at, in bytes; no instruction has a quarter of it.
const MAX_SPELLING: usize = 256;

/// Reads a link: a fragment, with or without its `#`, or a whole address.
///
/// It never fails: errors are reported, and the state is the nearest one of the same statement, which
/// is legal or [rejected](super::Rejected).
/// Text without any content is not an error; it is the state that the page opens with.
///
/// ```
/// use ptxfp::link::parse;
///
/// let parsed = parse("#v1/add.f32@sm_90?a=1.5&x=2");
/// assert_eq!(parsed.linked.to_fragment(), "v1/add.f32@sm_90?a=0x3fc00000&b=0x00000000");
/// let problems: Vec<_> = parsed.problems.iter().map(|problem| problem.span.clone()).collect();
/// assert_eq!(problems, [24..25, 27..27]);
/// ```
#[must_use]
pub fn parse(text: &str) -> Parsed {
    parse_with(text, Checks { sweep: Some(Reader::sweep), recorded: stated, rounded })
}

/// [`parse`] with much less code, for programs whose size matters: only the characters of a sweep's
/// value are checked, and a recorded decimal may have digits that the result does not have.
#[must_use]
pub fn parse_lightly(text: &str) -> Parsed {
    parse_with(text, Checks::default())
}

/// The present result, where a recorded decimal is that to the digits which it has.
fn rounded(bits: u64, text: &str, state: &State) -> u64 {
    if text.starts_with("0x") && !text.contains(',') {
        return bits;
    }
    let prepared = Prepared::new(&state.instruction, &state.context);
    let result = prepared.evaluate(&state.registers).destination;
    if result == bits {
        bits
    } else {
        stated_for(text, state.instruction.destination_type(), result)
    }
}

fn parse_with(text: &str, checks: Checks) -> Parsed {
    if text.len() > MAX_LENGTH {
        let message = format!("the link has {} bytes; at most {MAX_LENGTH} are read", text.len());
        let problems = alloc::vec![Problem { span: 0..text.len(), message }];
        let linked = Linked::Legal(State::default());
        return Parsed { linked, problems, reasons: Vec::new() };
    }
    let mut problems = Vec::new();
    let decoded = Decoded::new(text, &mut problems);
    let mut read = read(decoded.text.trim_end().trim_end_matches(TRAILING), checks);
    for problem in read.problems.iter_mut().chain(&mut read.reasons) {
        problem.span = decoded.span(problem.span.clone());
    }
    problems.append(&mut read.problems);
    sort_by_key(&mut problems, |problem| problem.span.start);
    let mut linked = read.linked;
    if !problems.is_empty() {
        match &mut linked {
            Linked::Legal(state) => state.recorded = None,
            Linked::Rejected(rejected) => rejected.is_recorded = false,
        }
    }
    Parsed { linked, problems, reasons: read.reasons }
}

/// The check of the value of a sweep.
type ReadSweep = fn(&mut Reader, &Pair<'_>, &Instruction, &Context) -> Option<String>;

/// Functions that are linked only into programs that name them.
#[derive(Clone, Copy)]
struct Checks {
    sweep: Option<ReadSweep>,
    /// Reads the recorded result.
    recorded: fn(&str, Type) -> Result<u64, TextError>,
    /// Takes the present result for a recorded one that states it, rounded.
    rounded: fn(u64, &str, &State) -> u64,
}

impl Default for Checks {
    fn default() -> Self {
        Self { sweep: None, recorded: value, rounded: |bits, _, _| bits }
    }
}

/// The parts of a link that has a word in place of an instruction.
pub(super) struct Worded<'t> {
    pub(super) target: Option<Part<'t>>,
    pub(super) head: Part<'t>,
    pub(super) pairs: Part<'t>,
    /// The end of the link, where what is missing would be.
    pub(super) end: usize,
}

/// Reads a link that has this word in place of an instruction, and returns the problems in the order of
/// the link; `None` if it is another one.
pub(super) fn read_worded<T>(
    text: &str,
    word: &str,
    read: impl FnOnce(&mut Reader, &Worded<'_>) -> T,
) -> Option<(T, Vec<Problem>)> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let mut problems = Vec::new();
    let decoded = Decoded::new(text, &mut problems);
    let fragment = fragment(decoded.text.trim_end().trim_end_matches(TRAILING));
    let mut reader = Reader::default();
    let rest = reader.version(fragment);
    let (head, pairs) = rest.split('?').unwrap_or_else(|| rest.cut(rest.text.len(), 0));
    let (own, target) = match head.split('@') {
        Some((own, target)) => (own, Some(target)),
        None => (head, None),
    };
    if !own.text.eq_ignore_ascii_case(word) {
        return None;
    }
    let worded = Worded { target, head, pairs, end: rest.start + rest.text.len() };
    let found = read(&mut reader, &worded);
    for problem in &mut reader.problems {
        problem.span = decoded.span(problem.span.clone());
    }
    problems.append(&mut reader.problems);
    sort_by_key(&mut problems, |problem| problem.span.start);
    Some((found, problems))
}

/// Collects the errors.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) problems: Vec<Problem>,
    /// Why the statement is rejected.
    pub(super) reasons: Vec<Problem>,
    checks: Checks,
}

fn read(text: &str, checks: Checks) -> Parsed {
    let fragment = fragment(text);
    let mut reader = Reader { checks, ..Reader::default() };
    let linked = if fragment.text.is_empty() { None } else { reader.linked(fragment) };
    let linked = linked.unwrap_or_else(|| Linked::Legal(State::default()));
    Parsed { linked, problems: reader.problems, reasons: reader.reasons }
}

impl Reader {
    pub(super) fn report(&mut self, span: Range<usize>, message: String) {
        Problem::report(&mut self.problems, span, || one_line(message));
    }

    /// Reads a fragment; `None` if it is nothing like a link.
    fn linked(&mut self, fragment: Part<'_>) -> Option<Linked> {
        let rest = self.version(fragment);
        let (head, pairs) = rest.split('?').unwrap_or_else(|| rest.cut(rest.text.len(), 0));
        let (spelling, target) = match head.split('@') {
            Some((spelling, target)) => (spelling, Some(target)),
            None => (head, None),
        };
        let is_instruction = forms_of(&opcode(spelling.text)).next().is_some();
        if rest.start == fragment.start && !is_instruction {
            let link = State::default().to_fragment();
            let message = format!("this is not a link to an instruction; one looks like `{link}`");
            self.report(fragment.span(), message);
            return None;
        }
        if rest.start == fragment.start {
            let message = format!("a link begins with its version, `{VERSION}/`");
            self.report(fragment.start..fragment.start, message);
        }
        let target = self.target(target, head);
        let pairs = self.pairs(pairs, true);
        let context = Context { isa: self.isa(&pairs), target };
        let end = rest.start + rest.text.len();
        if spelling.text.eq_ignore_ascii_case(STATEMENT) {
            return Some(self.statement(&pairs, context, end));
        }
        let Some(instruction) = self.instruction(spelling, context, &pairs) else {
            let text = self.rejected_text(spelling.text, context, &pairs);
            let place = (spelling.span(), spelling.text.len());
            return Some(Linked::Rejected(self.rejected(&text, place, context, &pairs)));
        };
        Some(Linked::Legal(self.values(instruction, context, &pairs, end)))
    }

    /// Reads the version and returns what follows it, or everything if there is none.
    pub(super) fn version<'t>(&mut self, fragment: Part<'t>) -> Part<'t> {
        let Some((version, rest)) = fragment.split('/') else { return fragment };
        let digits = version.text.strip_prefix(['v', 'V']).unwrap_or_default();
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return fragment;
        }
        if !version.text.eq_ignore_ascii_case(VERSION) {
            let message = format!(
                "version {} is unknown; the link is read as `{VERSION}`",
                quoted(version.text)
            );
            self.report(version.span(), message);
        }
        rest
    }

    /// Reads the target; the first example's replaces a wrong one.
    pub(super) fn target(&mut self, part: Option<Part<'_>>, head: Part<'_>) -> &'static Target {
        let instead = State::default().context.target;
        let name = instead.name;
        let Some(part) = part else {
            let end = head.span().end;
            let message = format!("the target is missing after the instruction; `@{name}` is used");
            self.report(end..end, message);
            return instead;
        };
        Target::parse(&part.text.to_ascii_lowercase()).unwrap_or_else(|| {
            let message = format!("{} is not a target; `{name}` is used", quoted(part.text));
            self.report(part.span(), message);
            instead
        })
    }

    /// Splits the pairs, and reports parts that are not pairs. Letter case of keys counts or not.
    pub(super) fn pairs<'t>(&mut self, part: Part<'t>, ignores_case: bool) -> Vec<Pair<'t>> {
        let mut pairs: Vec<Pair<'_>> = Vec::new();
        let mut rest = Some(part);
        while let Some(part) = rest {
            let (each, behind) = part.split('&').map_or((part, None), |(a, b)| (a, Some(b)));
            rest = behind;
            // HTML writes `&amp;` for `&`, and may be written within HTML.
            let mut each = each;
            while each.text.starts_with("amp;") {
                each = each.without_prefix("amp;");
            }
            if each.text.is_empty() {
                continue;
            }
            let Some((key, value)) = each.split('=') else {
                let message =
                    format!("{} has no value; expected `=` and a value", quoted(each.text));
                self.report(each.span(), message);
                continue;
            };
            let is_same = |pair: &Pair<'_>| {
                let is_alike = pair.is(key.text) && !pair.is(WITH);
                if ignores_case { is_alike } else { pair.key.text == key.text }
            };
            if pairs.iter().any(is_same) {
                let message = format!("{} appears twice; the first one counts", quoted(key.text));
                self.report(each.span(), message);
            } else if pairs.len() < MAX_PAIRS {
                pairs.push(Pair { key, value });
            } else {
                self.report(each.span(), "the link has too many pairs; the rest is ignored".into());
                break;
            }
        }
        pairs
    }

    /// Reads the version of the PTX ISA.
    pub(super) fn isa(&mut self, pairs: &[Pair<'_>]) -> IsaVersion {
        let Some(pair) = pairs.iter().find(|pair| pair.is(ISA)) else { return DEFAULT_ISA };
        IsaVersion::parse(pair.value.text).unwrap_or_else(|| {
            let first = ISA_VERSIONS.first().unwrap_or(&LATEST_ISA);
            let message = format!(
                "{} is not a version of the PTX ISA from {first} to {LATEST_ISA}; {DEFAULT_ISA} is used",
                quoted(pair.value.text)
            );
            self.report(pair.value.span(), message);
            DEFAULT_ISA
        })
    }

    /// Reads the instruction, with the operands that the pairs name; `None` if it is not legal.
    fn instruction(
        &mut self,
        part: Part<'_>,
        context: Context,
        pairs: &[Pair<'_>],
    ) -> Option<Instruction> {
        let is_spelling = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | ':');
        let stray = part.text.find(|c| !is_spelling(c));
        let (spelling, rest) = part.cut(stray.unwrap_or(part.text.len()).min(MAX_SPELLING), 0);
        let instruction = check(&recased(spelling.text), &context).instruction?;
        let named = with_operands(instruction, pairs);
        if !named.is_available(&context) {
            return None;
        }
        if !rest.text.is_empty() {
            let message = format!("{} does not belong to an instruction", quoted(rest.text));
            self.report(rest.span(), message);
        }
        Some(named)
    }

    /// Reads what the pairs say of an instruction; `end` is where a missing one would be.
    fn values(
        &mut self,
        instruction: Instruction,
        context: Context,
        pairs: &[Pair<'_>],
        end: usize,
    ) -> State {
        let form = instruction.form;
        let mut registers = Vec::new();
        for operand in form.sources() {
            let pair = pairs.iter().find(|pair| pair.is(operand.name));
            let kind = instruction.operand_type(operand);
            registers.push(pair.and_then(|pair| self.register(pair, kind)).unwrap_or(0));
            if pair.is_none() {
                let message = format!("operand `{}` is missing; 0 is used", operand.name);
                self.report(end..end, message);
            }
        }
        for pair in pairs {
            let is_attribute = KEYS.iter().any(|key| pair.is(key));
            if !is_attribute && !form.sources().iter().any(|each| pair.is(each.name)) {
                let names = form.sources().iter().map(|operand| operand.name);
                let known: Vec<_> = names.chain(KEYS).collect();
                self.unknown_key(pair, &known);
            }
        }
        self.attributes(State::new(instruction, context, registers), pairs)
    }

    /// Reads what the pairs say besides version and operands.
    pub(super) fn attributes(&mut self, mut state: State, pairs: &[Pair<'_>]) -> State {
        let (instruction, context) = (state.instruction, state.context);
        for pair in pairs {
            if pair.is(RECORDED) && pair.value.text.eq_ignore_ascii_case(REJECTED) {
                let message = "the link records that the statement is rejected, but it is legal";
                self.report(pair.key.start..pair.value.span().end, message.into());
            } else if pair.is(RECORDED) {
                let kind = instruction.destination_type();
                let read = self.register(pair, kind);
                state.recorded =
                    read.map(|bits| (self.checks.rounded)(bits, pair.value.text, &state));
            } else if pair.is(VIEW) {
                state.view = self.plain(pair);
            } else if pair.is(ASKED) {
                state.asked = typed_text(pair);
            } else if pair.is(SWEEP) {
                state.sweep = match self.checks.sweep {
                    Some(read) => read(self, pair, &instruction, &context),
                    None => self.plain(pair),
                };
            } else if pair.is(WITH) {
                state.compared.extend(self.compared(pair, &instruction));
            }
        }
        state
    }

    /// Reports an unknown key, with those that are known.
    pub(super) fn unknown_key(&mut self, pair: &Pair<'_>, known: &[impl AsRef<str>]) {
        let known: Vec<_> = known.iter().map(AsRef::as_ref).collect();
        let known = known.join(", ");
        let message = format!("{} is not a key; the keys are {known}", quoted(pair.key.text));
        self.report(pair.key.span(), message);
    }

    pub(super) fn register(&mut self, pair: &Pair<'_>, kind: Type) -> Option<u64> {
        let part = pair.value;
        let read = if pair.is(RECORDED) { self.checks.recorded } else { value };
        match read(part.text, kind) {
            Ok(bits) => Some(bits),
            Err(error) => {
                let instead = if pair.is(RECORDED) { "it is left out" } else { "0 is used" };
                let message = format!(
                    "the value of `{}` cannot be read: {}; {instead}",
                    pair.key.text, error.message
                );
                self.report(part.start + error.span.start..part.start + error.span.end, message);
                None
            }
        }
    }

    /// A text in characters of a link.
    pub(super) fn plain(&mut self, Pair { key, value }: &Pair<'_>) -> Option<String> {
        // It ends in no punctuation: that is of the text around the link.
        let value = Part { text: value.text.trim_end_matches(TRAILING), ..*value };
        let Some((at, stray)) = value.text.char_indices().find(|(_, c)| !is_plain(*c)) else {
            return (!value.text.is_empty()).then(|| value.text.to_string());
        };
        let start = value.start + at;
        let message = format!(
            "{} does not belong in the value of `{}`",
            quoted(stray.encode_utf8(&mut [0; 4])),
            key.text
        );
        self.report(start..start + stray.len_utf8(), message);
        None
    }
}

/// Whether a character stays in a link as it is.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '~' | '@' | '/' | ':' | ',')
}

/// A text as links have it, or as it was typed: `0.1@20+@200.2`, `0.1 + 0.2`.
fn typed_text(pair: &Pair<'_>) -> Option<String> {
    let text = pair.value.text.trim_end_matches(TRAILING);
    let is_encoded = text.chars().all(is_plain);
    let typed = || if is_encoded { decode_text(text) } else { text.to_string() };
    (!text.is_empty()).then(typed)
}

/// The largest number of pairs that are looked at: more than any sequence has inputs.
const MAX_PAIRS: usize = 512;

/// The instruction of that spelling whose operands the pairs name, perhaps of another version or
/// target, if there is one.
pub(super) fn with_operands(instruction: Instruction, pairs: &[Pair<'_>]) -> Instruction {
    let is_given = |name: &str| pairs.iter().any(|pair| pair.is(name));
    let n_given = |each: &Instruction| {
        each.form.sources().iter().filter(|operand| is_given(operand.name)).count()
    };
    let is_complete = |each: &Instruction| n_given(each) == each.form.sources().len();
    let all = overloads(&instruction).into_iter();
    all.filter(is_complete).max_by_key(n_given).unwrap_or(instruction)
}
