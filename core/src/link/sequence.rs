//! Links to sequences of statements.
//!
//! ```text
//! fragment = "v1/sequence@" target "?code=" code *("&" pair)
//! pair     = name "=" register           one for each input, in the order of their first use
//!          | "out=" register *("," register)   the results that were recorded
//!          | "isa=" version | "view=" text     as in a link to an instruction
//!          | "with=" [place "~~"] code         the statements that these are compared with
//! place    = target ["@" version]      their target and version, if they differ
//! name     = an element of a code; with "~" before it if it is code, out, isa or view
//! ```
//!
//! If an input is called `with`, the other statements have the key `~with`.
//!
//! A [kernel](crate::explore::sequence::kernel) has a pair for each input whose value is given, by its name
//! or by the memory that it is loaded from, `[x+16]`; the others are 1. `function` names the function that
//! runs, if it is not the first entry. Its statements are traced for these values.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::code::{END, decode, element, encode, escaped, normal_of};
use super::packed::PACKED;
use super::parse::{Reader, Worded, read_worded};
use super::part::Part;
use super::start::Start;
use super::{CODE, DEFAULT_ISA, ISA, Problem, VIEW, WITH, write_register};
use crate::catalog::{Context, IsaVersion, Target};
use crate::explore::sequence::kernel::{self, Kernel};
use crate::explore::sequence::{Register, Sequence, input_comments, line_and_column, normal};
use crate::syntax::value;
use crate::text::quote::quoted;

/// The word that a link to a sequence has in place of an instruction.
pub(super) const SEQUENCE: &str = "sequence";
/// The key of the recorded results.
pub(super) const OUT: &str = "out";

/// The contents of a link to a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SequenceState {
    /// The statements, as [`normal`](crate::explore::sequence::normal) writes them, or
    /// [for kernels](crate::explore::sequence::kernel::normal).
    pub code: String,
    /// The context.
    pub context: Context,
    /// The register of each input, in the order of [`Sequence::inputs`].
    pub registers: Vec<u64>,
    /// The start of a kernel; `None` for straight statements.
    pub start: Option<Start>,
    /// The results that were recorded, in the order of [`Sequence::outputs`].
    pub recorded: Option<Vec<u64>>,
    /// The sequence that they are compared with.
    pub other: Option<Other>,
    /// The view that the page shows, as in [`State`](super::State).
    pub view: Option<String>,
}

/// Statements that those of a link are compared with, on the same inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// The statements, as [`normal`](crate::explore::sequence::normal) writes them.
    pub code: String,
    /// The context.
    pub context: Context,
}

impl Other {
    /// A text, which loses its comments, labels and declarations.
    #[must_use]
    pub fn new(text: &str, context: Context) -> Self {
        Self { code: normal_of(text), context }
    }

    /// The statements, resolved.
    #[must_use]
    pub fn sequence(&self) -> Sequence {
        Sequence::new(&self.code, &self.context)
    }
}

/// The outcome of reading a link to a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedSequence {
    /// The state; it has recorded results only if there are no problems.
    pub state: SequenceState,
    /// The problems, in the order of the link, those of the statements included.
    pub problems: Vec<Problem>,
}

impl SequenceState {
    /// A state of a text, which loses its comments, labels and declarations; a kernel loses its comments
    /// only. `registers` are those of its inputs as straight statements.
    #[must_use]
    pub fn new(text: &str, context: Context, registers: &[u64]) -> Self {
        if let Some(traced) = Start::of_straight(text, &context, registers) {
            return Self::of_kernel(text, context, &traced);
        }
        let registers = registers.to_vec();
        let code = normal(text);
        Self { code, context, registers, start: None, recorded: None, other: None, view: None }
    }

    /// A state of a kernel that was traced for a text, which loses its comments.
    #[must_use]
    pub fn of_kernel(text: &str, context: Context, traced: &Kernel) -> Self {
        Self {
            code: kernel::normal(text),
            context,
            registers: traced.inputs().to_vec(),
            start: Some(Start::of(traced)),
            recorded: None,
            other: None,
            view: None,
        }
    }

    /// The statements, resolved; those of a kernel as they run.
    #[must_use]
    pub fn sequence(&self) -> Sequence {
        self.kernel().map_or_else(
            || Sequence::new(&self.code, &self.context),
            |traced| traced.sequence().clone(),
        )
    }

    /// The kernel, traced; `None` for straight statements.
    #[must_use]
    pub fn kernel(&self) -> Option<Kernel> {
        let settings = self.start.as_ref()?.settings();
        Kernel::new(&self.code, &self.context, &settings).ok()
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
pub(super) fn key(name: &str) -> String {
    let name = element(name);
    let is_reserved = [CODE, OUT, ISA, VIEW].iter().any(|key| name.eq_ignore_ascii_case(key));
    if is_reserved { ["~", &name].concat() } else { name }
}

/// A link to a text as a sequence, whatever it says: it is kept unchanged, so the link is not canonical.
///
/// ```
/// use ptxfp::link::{parse, parse_sequence, sequence_of_text};
///
/// let context = parse("v1/neg.f32@sm_90?a=1").sound().unwrap().context;
/// let link = sequence_of_text("neg.f32 %f1, a; abs.f32 b, %f1", &context);
/// assert_eq!(parse_sequence(&link).unwrap().state.code, "neg.f32 %f1, a;\nabs.f32 b, %f1;");
/// ```
///
/// Inputs that its comments [give](input_comments) are pairs of the link.
#[must_use]
pub fn sequence_of_text(text: &str, context: &Context) -> String {
    let mut pairs = String::new();
    for (name, value) in input_comments(text) {
        pairs.extend(["&", &*escaped(name, "._-"), "=", &*escaped(value, "._-")]);
    }
    let kept = text.split_inclusive('\n').filter(|line| input_comments(line).next().is_none());
    let code = if pairs.is_empty() { text.into() } else { kept.collect::<String>() };
    link_of(&escaped(&code, "._-"), &pairs, context)
}

/// A link to a code, with pairs for its inputs, each after an `&`.
pub(super) fn link_of(code: &str, pairs: &str, context: &Context) -> String {
    let mut link = format!("v1/{SEQUENCE}@{}?{CODE}={code}{pairs}", context.target.name);
    if context.isa != DEFAULT_ISA {
        link.extend(["&", ISA, "=", &*context.isa.to_string()]);
    }
    link
}

/// Whether a text begins like a target.
fn is_place(text: &str) -> bool {
    text.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("sm_"))
}

/// The key of the other statements; inputs had theirs before there were such.
fn other_key(sequence: &Sequence) -> &'static str {
    let mut names = sequence.input_registers().map(|register| &register.name);
    if names.any(|name| name.eq_ignore_ascii_case(WITH)) { "~with" } else { WITH }
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
        // A kernel is traced only for what is written of its trace.
        let is_needed = self.start.is_none() || self.recorded.is_some();
        let sequence = if is_needed { self.sequence() } else { Sequence::new("", &self.context) };
        write!(f, "v1/{SEQUENCE}@{}?{CODE}={}", self.context.target.name, encode(&self.code))?;
        if let Some(start) = &self.start {
            write!(f, "{start}")?;
        } else {
            for (index, register) in registers(&sequence, sequence.inputs()).enumerate() {
                write!(f, "&{}=", key(&register.name))?;
                let bits = self.registers.get(index).copied().unwrap_or(0);
                write_register(f, bits, register.kind.packing())?;
            }
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
        if let Some(other) = &self.other {
            let with = if self.start.is_some() { WITH } else { other_key(&sequence) };
            write!(f, "&{with}=")?;
            // A statement that looks like a place is none.
            if other.context != self.context || is_place(&other.code) {
                write!(f, "{}", other.context.target.name)?;
                if other.context.isa != DEFAULT_ISA {
                    write!(f, "@{}", other.context.isa)?;
                }
                f.write_str(END)?;
            }
            f.write_str(&encode(&other.code))?;
        }
        match &self.view {
            Some(view) => write!(f, "&{VIEW}={view}"),
            None => Ok(()),
        }
    }
}

/// Reads a link to a sequence; `None` if it is a link to something else.
///
/// It never fails otherwise: errors are reported. The variations of a link to an instruction are
/// accepted, except for letter case, which matters in names of registers. The statements may also
/// be in PTX's own syntax, percent-encoded.
#[must_use]
pub fn parse_sequence(text: &str) -> Option<ParsedSequence> {
    let (mut state, problems) = read_worded(text, SEQUENCE, Reader::sequence)?;
    if !problems.is_empty() {
        state.recorded = None;
    }
    Some(ParsedSequence { state, problems })
}

impl Reader {
    fn sequence(&mut self, worded: &Worded<'_>) -> SequenceState {
        let Worded { target, head, pairs, end } = *worded;
        let target = self.target(target, head);
        let pairs = self.pairs(pairs, false);
        let context = Context { isa: self.isa(&pairs), target };
        let code = pairs.iter().find(|pair| pair.is(CODE));
        let place = code.map_or(end..end, |pair| pair.value.span());
        let text = code.map_or(String::new(), |pair| decode(pair.value.text));
        let traced = kernel::is_kernel(&text).then(|| self.start(&text, &context, &pairs));
        let (traced, start) = traced.flatten().unzip();
        let own = traced.as_ref().map(Kernel::sequence).cloned();
        let sequence = own.unwrap_or_else(|| Sequence::new(&text, &context));
        if let Some(pair) = pairs.iter().find(|pair| pair.is(PACKED)) {
            let message = "the program is compressed; `ptxfp link` writes it as text";
            self.report(pair.key.span(), message.into());
        } else {
            self.statements(&sequence, &text, &place, "");
        }
        let mut state = SequenceState {
            code: text,
            context,
            registers: traced.as_ref().map_or(Vec::new(), |it| it.inputs().to_vec()),
            start,
            recorded: None,
            other: None,
            view: None,
        };
        let with = if traced.is_some() { WITH } else { other_key(&sequence) };
        let own = [CODE, OUT, ISA, with, VIEW, PACKED];
        let mut known: Vec<String> = own.iter().map(ToString::to_string).collect();
        if let Some(traced) = &traced {
            known.extend(Start::keys(traced));
        }
        let straight = if traced.is_none() { sequence.inputs() } else { &[] };
        for register in registers(&sequence, straight) {
            let key = key(&register.name);
            let pair = pairs.iter().find(|pair| pair.key.text == key);
            let bits = pair.and_then(|pair| self.register(pair, register.kind));
            state.registers.push(bits.unwrap_or(0));
            if pair.is_none() {
                let message = format!("input `{key}` is missing; 0 is used");
                self.report(end..end, message);
            }
            known.push(key);
        }
        for pair in &pairs {
            if pair.is(OUT) {
                state.recorded = self.recorded(pair.value, &sequence);
            } else if pair.is(VIEW) {
                state.view = self.plain(pair);
            } else if pair.is(with) {
                state.other = Some(self.other(pair.value, context));
            } else if !pair.is(CODE) && !pair.is(ISA) && !known.iter().any(|k| k == pair.key.text) {
                self.unknown_key(pair, &known);
            }
        }
        state
    }

    /// Reports errors in statements; `which` says whose they are.
    fn statements(&mut self, sequence: &Sequence, text: &str, place: &Range<usize>, which: &str) {
        if sequence.statements().is_empty() {
            let key = if which.is_empty() { CODE } else { WITH };
            let message = format!(
                "the {which}statements are missing; expected `{key}=add.f32~d,a,b` or similar"
            );
            self.report(place.clone(), message);
        }
        for diagnostic in sequence.diagnostics() {
            let (line, _) = line_and_column(text, diagnostic.span.start);
            let message = format!("{which}statement {line}: {}", diagnostic.message);
            self.report(place.clone(), message);
        }
    }

    /// Reads the statements to compare with, and where they run.
    fn other(&mut self, part: Part<'_>, own: Context) -> Other {
        let (mut context, mut code) = (own, part.text);
        if let Some((place, rest)) = part.text.split_once(END)
            && is_place(place)
        {
            code = rest;
            let (target, version) = place.split_once('@').unwrap_or((place, ""));
            let version = Some(version).filter(|version| !version.is_empty());
            let isa = version.map_or(Some(DEFAULT_ISA), IsaVersion::parse);
            match (Target::parse(&target.to_ascii_lowercase()), isa) {
                (Some(target), Some(isa)) => context = Context { isa, target },
                (target, _) => {
                    let wrong = if target.is_none() { place } else { version.unwrap_or(place) };
                    let message = format!(
                        "{} is not a target or version; the other statements run where the \
                         first ones do",
                        quoted(wrong)
                    );
                    self.report(part.span(), message);
                }
            }
        }
        let other = Other { code: decode(code), context };
        self.statements(&other.sequence(), &other.code, &part.span(), "other ");
        other
    }

    /// Reads the recorded results; one text for each.
    fn recorded(&mut self, part: Part<'_>, sequence: &Sequence) -> Option<Vec<u64>> {
        let n_outputs = sequence.outputs().len();
        let texts: Vec<_> = part.text.split(',').collect();
        if texts.len() != n_outputs {
            let message = format!(
                "results of {} outputs were recorded, but the program has {n_outputs}",
                texts.len()
            );
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
