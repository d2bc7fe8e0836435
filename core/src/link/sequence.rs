//! Links to sequences of statements.
//!
//! ```text
//! fragment = "v1/sequence@" target "?code=" code *("&" pair)
//! pair     = name "=" register           one for each input, in the order of their first use
//!          | "out=" register *("," register)   the results that were recorded
//!          | "isa=" version | "view=" text     as in a link to an instruction
//! name     = an element of a code; with "~" before it if it is code, out, isa or view
//! ```

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::code::{decode, element, encode};
use super::decode::Decoded;
use super::parse::Reader;
use super::part::{Part, TRAILING, fragment};
use super::register::value;
use super::{DEFAULT_ISA, ISA, MAX_LENGTH, Problem, VIEW, write_register};
use crate::catalog::Context;
use crate::explore::sequence::{Register, Sequence, line_and_column, normal};
use crate::order::sort_by_key;

/// What stands where another link has an instruction.
const SEQUENCE: &str = "sequence";
/// The key of the statements.
const CODE: &str = "code";
/// The key of the recorded results.
const OUT: &str = "out";

/// What a link to a sequence holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SequenceState {
    /// The statements, as [`normal`] writes them.
    pub code: String,
    /// Where they run.
    pub context: Context,
    /// The register of each input, in the order of [`Sequence::inputs`].
    pub registers: Vec<u64>,
    /// The results that were recorded, in the order of [`Sequence::outputs`].
    pub recorded: Option<Vec<u64>>,
    /// What else the page shows, as in [`State`](super::State).
    pub view: Option<String>,
}

/// What became of a link to a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedSequence {
    /// The state; it has recorded results only if there are no problems.
    pub state: SequenceState,
    /// What is wrong, in the order of the link: what is wrong with the statements, too.
    pub problems: Vec<Problem>,
}

impl SequenceState {
    /// A state of a text, which loses its comments, labels and declarations.
    #[must_use]
    pub fn new(text: &str, context: Context, registers: &[u64]) -> Self {
        let registers = registers.to_vec();
        Self { code: normal(text), context, registers, recorded: None, view: None }
    }

    /// The statements, resolved.
    #[must_use]
    pub fn sequence(&self) -> Sequence {
        Sequence::new(&self.code, &self.context)
    }

    /// The canonical link, without a `#` before it.
    ///
    /// ```
    /// use ptxfp::link::parse_sequence;
    ///
    /// let text = "v1/sequence@sm_90?code=mul.f32~t,a,a~~add.f32~d,t,/b&a=0x40000000&/b=0x3f800000";
    /// let parsed = parse_sequence(text).unwrap();
    /// assert_eq!(parsed.problems, []);
    /// assert_eq!(parsed.state.code, "mul.f32 t, a, a;\nadd.f32 d, t, %b;");
    /// assert_eq!(parsed.state.to_fragment(), text);
    /// ```
    #[must_use]
    pub fn to_fragment(&self) -> String {
        self.to_string()
    }
}

/// The key of an input.
fn key(register: &Register) -> String {
    let name = element(&register.name);
    let is_reserved = [CODE, OUT, ISA, VIEW].iter().any(|key| name.eq_ignore_ascii_case(key));
    if is_reserved { ["~", &name].concat() } else { name }
}

fn registers<'s>(
    sequence: &'s Sequence,
    indices: &'s [usize],
) -> impl Iterator<Item = &'s Register> {
    indices.iter().filter_map(|index| sequence.register(*index))
}

impl fmt::Display for SequenceState {
    /// Writes the canonical link.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sequence = self.sequence();
        write!(f, "v1/{SEQUENCE}@{}?{CODE}={}", self.context.target.name, encode(&self.code))?;
        for (index, register) in registers(&sequence, sequence.inputs()).enumerate() {
            write!(f, "&{}=", key(register))?;
            let bits = self.registers.get(index).copied().unwrap_or(0);
            write_register(f, bits, register.kind.packing())?;
        }
        if let Some(recorded) = &self.recorded {
            write!(f, "&{OUT}=")?;
            for (index, register) in registers(&sequence, sequence.outputs()).enumerate() {
                f.write_str(if index == 0 { "" } else { "," })?;
                let bits = recorded.get(index).copied().unwrap_or(0);
                write_register(f, bits, register.kind.packing())?;
            }
        }
        if self.context.isa != DEFAULT_ISA {
            write!(f, "&{ISA}={}", self.context.isa)?;
        }
        match &self.view {
            Some(view) => write!(f, "&{VIEW}={view}"),
            None => Ok(()),
        }
    }
}

/// Reads a link to a sequence; `None` if it is a link to something else.
///
/// It never fails otherwise: what is wrong is told. The same is tolerated as in a link to an
/// instruction but for letter case, which counts in names of registers, and the statements may
/// stand there as they are usually written, percent-encoded.
#[must_use]
pub fn parse_sequence(text: &str) -> Option<ParsedSequence> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let mut problems = Vec::new();
    let decoded = Decoded::new(text, &mut problems);
    let fragment = fragment(decoded.text.trim_end().trim_end_matches(TRAILING));
    let mut reader = Reader::default();
    let rest = reader.version(fragment);
    let (head, pairs) = rest.split('?').unwrap_or_else(|| rest.cut(rest.text.len(), 0));
    let (word, target) = match head.split('@') {
        Some((word, target)) => (word, Some(target)),
        None => (head, None),
    };
    if !word.text.eq_ignore_ascii_case(SEQUENCE) {
        return None;
    }
    let mut state = reader.sequence(target, head, pairs, rest.start + rest.text.len());
    for problem in &mut reader.problems {
        problem.span = decoded.span(problem.span.clone());
    }
    problems.append(&mut reader.problems);
    sort_by_key(&mut problems, |problem| problem.span.start);
    if !problems.is_empty() {
        state.recorded = None;
    }
    Some(ParsedSequence { state, problems })
}

impl Reader {
    fn sequence(
        &mut self,
        target: Option<Part<'_>>,
        head: Part<'_>,
        pairs: Part<'_>,
        end: usize,
    ) -> SequenceState {
        let target = self.target(target, head);
        let pairs = self.pairs(pairs, false);
        let context = Context { isa: self.isa(&pairs), target };
        let code = pairs.iter().find(|pair| pair.is(CODE));
        let place = code.map_or(end..end, |pair| pair.value.span());
        let text = code.map_or(String::new(), |pair| decode(pair.value.text));
        let sequence = Sequence::new(&text, &context);
        if sequence.statements().is_empty() {
            let message = format!("the statements are missing, such as `{CODE}=add.f32~d,a,b`");
            self.report(place.clone(), message);
        }
        for diagnostic in sequence.diagnostics() {
            let (line, _) = line_and_column(&text, diagnostic.span.start);
            let message = format!("statement {line}: {}", diagnostic.message);
            self.report(place.clone(), message);
        }
        let mut state = SequenceState {
            code: text,
            context,
            registers: Vec::new(),
            recorded: None,
            view: None,
        };
        let mut known = alloc::vec![CODE.to_string(), OUT.into(), ISA.into(), VIEW.into()];
        for register in registers(&sequence, sequence.inputs()) {
            let key = key(register);
            let pair = pairs.iter().find(|pair| pair.key.text == key);
            let bits = pair.and_then(|pair| self.register(pair, register.kind));
            state.registers.push(bits.unwrap_or(0));
            if pair.is_none() {
                let message = format!("input `{key}` is missing; 0 is taken");
                self.report(end..end, message);
            }
            known.push(key);
        }
        for pair in &pairs {
            if pair.is(OUT) {
                state.recorded = self.recorded(pair.value, &sequence);
            } else if pair.is(VIEW) {
                state.view = self.plain(pair);
            } else if !pair.is(CODE) && !pair.is(ISA) && !known.iter().any(|k| k == pair.key.text) {
                self.unknown_key(pair, &known);
            }
        }
        state
    }

    /// Reads the recorded results; one text for each.
    fn recorded(&mut self, part: Part<'_>, sequence: &Sequence) -> Option<Vec<u64>> {
        let n_outputs = sequence.outputs().len();
        let texts: Vec<_> = part.text.split(',').collect();
        if texts.len() != n_outputs {
            let message =
                format!("there are {n_outputs} results, and {} are recorded", texts.len());
            self.report(part.span(), message);
            return None;
        }
        let mut found = Vec::new();
        for (text, register) in texts.into_iter().zip(registers(sequence, sequence.outputs())) {
            match value(text, register.kind) {
                Ok(bits) => found.push(bits),
                Err(error) => {
                    let message = format!("a recorded result cannot be read: {}", error.message);
                    self.report(part.span(), message);
                    return None;
                }
            }
        }
        Some(found)
    }
}
