//! An instruction, a program or an element of tensor cores inside a document: the attributes of the
//! element `<ptx-float>`, and a sentence that says the same where it is not shown.
//!
//! mdBook, Sphinx, Docusaurus and the command have the element from here, so that they take the same
//! options and report the same mistakes. `tests/vectors/embed.tsv` has examples, which the tests of each
//! compare.

mod fence;
mod options;
mod sentence;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

pub use self::fence::{fence_body, fence_options};
use self::options::Options;
pub use self::options::{Given, OPTIONS, Use, Values};
pub use self::sentence::Piece;
pub(super) use self::sentence::{of_instruction, of_rejected};
use super::markup::escaped;
use super::subject::{Subject, folder};
use super::text::add;
use crate::catalog::{Context, LATEST_ISA, Target, UnknownIsa, UnknownTarget};
use crate::course::{generator, title};
use crate::explore::sequence::usual_context_of_statement;
use crate::link::checked::{Checked, compare, outputs};
use crate::link::{
    Linked, Rejected, SequenceState, State, TensorState, Verdict, decode, parse, parse_sequence,
    parse_tensor,
};
use crate::syntax;
use crate::tensor::{Refusal, Tensor};
use crate::text;
use crate::text::quote::quoted;

/// An element in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Embedded {
    /// The attributes of the element with their values; `readonly` has none. The first is `state`, the
    /// canonical link with the result that was stated.
    pub attributes: Vec<(&'static str, String)>,
    /// The sentence that says the same, without its full stop.
    pub sentence: Vec<Piece>,
}

/// Whether a text is meant as a link: no statement has a version or a target.
#[must_use]
pub fn is_link(source: &str) -> bool {
    let plain = decode(source).to_ascii_lowercase();
    plain.contains("v1/") || plain.contains("@sm_")
}

/// Reads a statement with its operands, or a link that is not compressed, with its options; checks the
/// result that is stated or recorded, as `ptxfp linkcheck` does.
///
/// ```
/// use ptxfp::internals::export::embed;
///
/// let result = |bits: &str| [("result".to_owned(), Some(bits.to_owned()))];
/// let element = embed("add.rn.f16 2048, 1", &result("2048")).unwrap();
/// assert_eq!(element.attributes[0].1, "v1/add.rn.f16@sm_90?a=0x6800&b=0x3c00&d=0x6800&isa=9.5");
/// let mistakes = embed("add.rn.f16 2048, 1", &result("2050")).unwrap_err();
/// assert!(mistakes[0].starts_with("the recorded result differs: d=0x6801"));
/// ```
///
/// # Errors
///
/// Every mistake in the options, or else in the source.
pub fn embed(source: &str, given: &[Given]) -> Result<Embedded, Vec<String>> {
    let options = Options::read(given)?;
    let (state, sentence) = if source.trim().is_empty() {
        return Err(vec!["expected a statement with its operands, or a link".to_owned()]);
    } else if let Some(name) = source.trim().strip_prefix("exercise ") {
        of_exercise(name.trim(), &options)?
    } else if !is_link(source) {
        of_statement(source, &options)?
    } else if options.get("target").or(options.get("isa")).is_some() {
        let mistake = "a link names its target and version; `target` and `isa` are for a statement";
        return Err(vec![mistake.to_owned()]);
    } else {
        of_link(source, options.get("result"))?
    };
    let attributes = [("state", state)].into_iter().chain(options.attributes()).collect();
    Ok(Embedded { attributes, sentence })
}

/// The link and the sentence of an element.
type Shown = (String, Vec<Piece>);

/// Reads the name of an exercise of the course; that of a generator has a seed.
fn of_exercise(name: &str, options: &Options) -> Result<Shown, Vec<String>> {
    let one = |message: String| Err(vec![message]);
    if ["target", "isa", "result"].iter().any(|option| options.get(option).is_some()) {
        return one(
            "`target`, `isa` and `result` are for a statement, not for an exercise".to_owned()
        );
    }
    let found = match name.split_once('/') {
        None => title(name),
        Some((topic, seed)) if seed.parse::<u32>().is_ok() => match generator(topic) {
            Some(found) => Some(found.title),
            None => return one(format!("{} is no topic of exercises", quoted(topic))),
        },
        Some(_) => None,
    };
    let Some(found) = found else {
        return one(format!(
            "{} is no exercise of the course; expected a name such as `tie-2049`, or a topic with a seed \
             such as `ties/7`",
            quoted(name)
        ));
    };
    let sentence = vec![Piece::words(format!("An exercise: {found}"))];
    Ok((["exercise/", name].concat(), sentence))
}

/// Reads a statement with its operands.
fn of_statement(source: &str, options: &Options) -> Result<Shown, Vec<String>> {
    let one = |message: String| vec![message];
    // The values are those of a text, also where a semicolon ends it as in a file.
    let source = source.trim().trim_end_matches(';');
    let context = context(source, options).map_err(one)?;
    let (instruction, registers) = syntax::read(source, &context).map_err(|all| {
        all.iter().map(|each| with_fix(each.to_string(), each.fixes.first())).collect::<Vec<_>>()
    })?;
    let operands = instruction.form.sources().iter().zip(&registers);
    let missing: Vec<_> =
        operands.filter(|(_, bits)| bits.is_none()).map(|(operand, _)| operand.name).collect();
    if !missing.is_empty() {
        return Err(vec![format!("{instruction} needs values for {}", missing.join(", "))]);
    }
    let registers = registers.into_iter().flatten().collect();
    of_state(State::new(instruction, context, registers), options.get("result"))
}

/// A message with the likeliest fix.
fn with_fix(message: String, fix: Option<&syntax::Fix>) -> String {
    match fix {
        Some(fix) => format!("{message}; {fix}"),
        None => message,
    }
}

/// The context of a statement: by default the newest version, and `sm_90` or the newest target that has
/// the statement.
fn context(statement: &str, options: &Options) -> Result<Context, String> {
    let isa = options.get("isa").map_or(Ok(LATEST_ISA), str::parse);
    let isa = isa.map_err(|error: UnknownIsa| error.to_string())?;
    match options.get("target") {
        Some(name) => match Target::parse(name) {
            Some(target) => Ok(Context { isa, target }),
            None => Err(UnknownTarget::new(name).to_string()),
        },
        None => Ok(usual_context_of_statement(statement, isa)),
    }
}

/// Reads a link; what is stated counts more than what it recorded.
fn of_link(link: &str, stated: Option<&str>) -> Result<Shown, Vec<String>> {
    if stated.is_none() {
        let failures = Checked::of(link).failures;
        if !failures.is_empty() {
            return Err(failures
                .into_iter()
                .map(|(at, message)| located(link, at, &message))
                .collect());
        }
    }
    if let Some(parsed) = parse_sequence(link) {
        return match parsed.problems.as_slice() {
            [] => of_program(parsed.state, stated),
            problems => Err(all(link, problems)),
        };
    }
    if let Some(parsed) = parse_tensor(link) {
        return match (parsed.state, parsed.problems.as_slice()) {
            (Some(state), []) => of_element(&state, stated).map_err(|message| vec![message]),
            (_, problems) => Err(all(link, problems)),
        };
    }
    let parsed = parse(link);
    match (parsed.linked, parsed.problems.as_slice()) {
        (Linked::Legal(state), []) => of_state(state, stated),
        (Linked::Rejected(rejected), []) if stated.is_none() => Ok(rejection(rejected)),
        (Linked::Rejected(_), []) => Err(all(link, &parsed.reasons)),
        (_, problems) => Err(all(link, problems)),
    }
}

/// The problems of a link, each with its place.
fn all(link: &str, problems: &[crate::link::Problem]) -> Vec<String> {
    problems.iter().map(|each| located(link, each.span.start, &each.message)).collect()
}

/// A message about a byte of a link: mistakes in a result need no place.
fn located(link: &str, position: usize, message: &str) -> String {
    if message.contains("recorded result") {
        return message.to_owned();
    }
    let before = link.get(..position).unwrap_or(link);
    format!("column {} of the link: {message}", before.chars().count() + 1)
}

/// An instruction with its operands.
fn of_state(mut state: State, stated: Option<&str>) -> Result<Shown, Vec<String>> {
    let subject = Subject::new(state.clone(), "");
    let present = subject.presented.result.destination;
    if let Some(text) = stated {
        let kind = state.instruction.destination_type();
        syntax::stated(text, kind).map_err(|error| vec![format!("`result`: {error}")])?;
        state.recorded = Some(syntax::stated_for(text, kind, present));
    }
    if let Some(bits) = state.recorded
        && let (Verdict::Differs, message) = compare(&state, bits)
    {
        return Err(vec![message]);
    }
    state.recorded = state.recorded.or(Some(present));
    Ok((state.to_fragment(), of_instruction(&subject)))
}

/// A program; one with a single output may state its result.
fn of_program(mut state: SequenceState, stated: Option<&str>) -> Result<Shown, Vec<String>> {
    let sequence = state.sequence();
    if let Some(text) = stated {
        let [output] = sequence.outputs() else {
            let mistake = "`result` is for one output; the link to a program records the results of all, \
                           as `ptxfp link --record` writes them";
            return Err(vec![mistake.to_owned()]);
        };
        let Some(register) = sequence.register(*output) else { return Err(Vec::new()) };
        syntax::stated(text, register.kind).map_err(|error| vec![format!("`result`: {error}")])?;
        let present = sequence.outcomes(&state.registers).value(*output).bits;
        state.recorded = Some(vec![syntax::stated_for(text, register.kind, present)]);
    }
    let mut mistakes = Vec::new();
    outputs(&state, |verdict, message| {
        if verdict == Verdict::Differs {
            mistakes.push(message);
        }
    });
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    Ok((state.to_fragment(), sentence::of_program(&state)))
}

/// An element of a product of matrices. Its link has no result, so one can only be stated.
fn of_element(state: &TensorState, stated: Option<&str>) -> Result<Shown, String> {
    let bits = Tensor::new(&state.mma, &state.context)
        .map_err(Refusal::Open)
        .and_then(|tensor| tensor.evaluate(&state.operands()))
        .map_err(|reason| reason.to_string())?;
    let format = state.mma.d;
    if let Some(text) = stated {
        let read = text::parse(text, format).map_err(|error| format!("`result`: {error}"))?;
        text::check_stated(text, format).map_err(|error| format!("`result`: {error}"))?;
        if read.bits != bits && !text::states(text, format, bits) {
            let [then, now] = [read.bits, bits].map(|bits| sentence::element_bits(bits, format));
            return Err(format!(
                "the recorded result differs: {then} is recorded, but the result is {now}"
            ));
        }
    }
    Ok((state.to_fragment(), sentence::of_element(state, bits)))
}

/// A statement whose rejection was recorded.
fn rejection(mut rejected: Rejected) -> Shown {
    rejected.is_recorded = true;
    (rejected.to_fragment(), of_rejected(&rejected))
}

impl Embedded {
    /// The card with operands.
    pub(super) fn card(state: String, sentence: Vec<Piece>) -> Self {
        Self { attributes: vec![("state", state), ("ui", "compact".to_owned())], sentence }
    }

    /// The link to the state.
    #[must_use]
    pub fn link(&self) -> &str {
        self.attributes.first().map_or("", |(_, link)| link)
    }

    /// The first tag of the element.
    #[must_use]
    pub fn tag(&self) -> String {
        let mut text = String::from("<ptx-float");
        for (name, value) in &self.attributes {
            add(&mut text, &[" ", name]);
            if !value.is_empty() {
                add(&mut text, &["=\"", &escaped(&[value]), "\""]);
            }
        }
        text + ">"
    }

    /// The element with its script and its sentence, for a document in HTML or Markdown.
    #[must_use]
    pub fn markup(&self, base: &str) -> String {
        let base = folder(base);
        let mut text = String::new();
        add(
            &mut text,
            &["<script src=\"", &escaped(&[&base]), "ptx-float.js\" defer></script>\n\n"],
        );
        add(&mut text, &[&self.tag(), "\n  "]);
        for Piece { text: piece, is_code } in &self.sentence {
            let [open, close] = if *is_code { ["<code>", "</code>"] } else { [""; 2] };
            add(&mut text, &[open, &escaped(&[piece]), close]);
        }
        let link = escaped(&[&base, "#", self.link()]);
        add(&mut text, &[" (<a href=\"", &link, "\">try it</a>).\n</ptx-float>\n"]);
        text
    }
}

/// The address of the playground's folder as others write it, with a slash at its end.
///
/// ```
/// use ptxfp::internals::export::site;
///
/// assert_eq!(site("https://example.org/ptxfp").unwrap(), "https://example.org/ptxfp/");
/// assert!(site("https://example.org/#v1").is_err());
/// ```
///
/// # Errors
///
/// A sentence about a text that is no such address.
pub fn site(address: &str) -> Result<String, String> {
    let is_stray = |c: char| c.is_whitespace() || c.is_control() || "<>\"`#?".contains(c);
    let known = ["https://", "http://", "file://"];
    let is_whole =
        known.iter().any(|known| address.strip_prefix(known).is_some_and(|it| !it.is_empty()));
    if !is_whole || address.contains(is_stray) {
        return Err(format!(
            "{} is not the address of the playground's folder; expected one such as \
             `https://example.org/ptxfp/`",
            quoted(address)
        ));
    }
    Ok(folder(address))
}
