//! The subjects that can be found, and the phrases that ask for them.

use ptxfp::catalog::aliases::names_of_format;
use ptxfp::catalog::{
    Form, Instruction, IsaVersion, LATEST_ISA, Requires, forms, forms_of, instructions_of, opcodes,
};
use ptxfp::format::Format;
use ptxfp::format::table::{FLOATS, by_name};
use ptxfp::source::Source;
use ptxfp::text::concise;

use super::words::Word;
use super::{Found, Kind};
use crate::chapters::{CHAPTERS, Listed, ListedPage};
use crate::glossary::{TERMS, Term};
use crate::lessons::{EXAMPLES, Example};
use crate::mma::{PRESETS, Preset};
use crate::number::with_minus;
use crate::route::Route;

/// Something that can be found.
#[derive(Clone, Copy)]
pub(super) enum Subject {
    Lesson(&'static Example),
    Chapter(&'static Listed),
    Exercise(&'static Listed, &'static ListedPage),
    Term(&'static Term),
    Format(Format),
    /// An opcode, and the version that was asked for, if that brought something of it.
    Opcode(&'static str, Option<IsaVersion>),
    Tensor(&'static Preset),
    Section(&'static Source),
    News(IsaVersion),
}

/// Phrases that ask for formats, beyond their names in the core, separated by commas.
const FORMATS: &[(&str, &str)] = &[
    ("f16", "half precision"),
    ("bf16", "brain float"),
    ("tf32", "tensor float"),
    ("f32", "single precision, infinity, exponent bias, bias, ieee, ieee754, largest float"),
    ("f64", "double precision"),
    ("e4m3", "fp8 format, e4m3 nan, e4m3 infinity, 8 bit float, narrow format, largest fp8"),
    ("e5m2", "e5m2 nan, e5m2 infinity, 8 bit float"),
    ("e2m1", "4 bit float, 16 value"),
    ("ue8m0", "mxfp8, mx, microscaling, power two"),
    ("ue5m3", "unsigned scale"),
    ("s2f6", "fixed point"),
];

/// Phrases that ask for opcodes, separated by commas. A weak one begins with `~`.
const OPCODES: &[(&str, &str)] = &[
    ("add", "addition, plus, f32x2, mixed precision"),
    ("sub", "subtraction, subtract"),
    ("mul", "multiplication, multiply, product, ~times"),
    ("fma", "multiply add, fused multiply, ffma"),
    ("mad", "multiply accumulate"),
    ("div", "division, divide, quotient"),
    ("rcp", "reciprocal, 1 x, inverse"),
    ("sqrt", "square root"),
    ("rsqrt", "inverse square root, reciprocal square root"),
    ("ex2", "exp2, exp2f, ~exponential"),
    ("lg2", "log2, log2f, logarithm"),
    ("sin", "sine, sinf, trigonometric"),
    ("cos", "cosine, cosf, trigonometric"),
    ("tanh", "hyperbolic tangent, tanhf, ~gelu, ~activation"),
    ("min", "smaller, smallest two, ~nan"),
    ("max", "larger, largest two"),
    ("abs", "absolute value, fabs, fabsf, magnitude"),
    ("neg", "negate, negation"),
    ("copysign", "copy sign"),
    ("testp", "isnan, isinf, isfinite, isnormal, classify"),
    (
        "cvt",
        "conversion, convert, cast, ~fp8, ~fp6, ~fp4, quantize, float2half, trunc, floor, ceil, rint, pack",
    ),
];

/// Everything that can be found; sections and versions only where the words name one.
pub(super) fn subjects(words: &[Word]) -> Vec<Subject> {
    let is_about =
        |names: &str| words.iter().any(|word| names.split(' ').any(|each| word.is(each)));
    let version = is_about("ptx isa new version since").then(|| asked_version(words)).flatten();
    let opcode = |opcode| Subject::Opcode(opcode, version.filter(|it| brought(*it, opcode)));
    let mut all: Vec<Subject> = opcodes().map(opcode).collect();
    all.extend(FLOATS.iter().map(|format| Subject::Format(Format::Float(format))));
    all.extend(by_name("s2f6").map(Subject::Format));
    all.extend(EXAMPLES.iter().map(Subject::Lesson));
    all.extend(TERMS.iter().map(Subject::Term));
    for listed in CHAPTERS {
        all.push(Subject::Chapter(listed));
        all.extend(listed.pages.iter().map(|page| Subject::Exercise(listed, page)));
    }
    all.extend(PRESETS.iter().map(Subject::Tensor));
    all.extend(version.or(is_about("new").then_some(LATEST_ISA)).map(Subject::News));
    let is_number = |word: &Word| word.text().starts_with("9.") && word.text().len() > 3;
    if is_about("section manual mixed") || words.iter().any(is_number) {
        let mut known: Vec<&Source> = Vec::new();
        for form in forms() {
            let source: &'static Source = &form.source;
            if source.url().is_some() && known.iter().all(|other| other.anchor != source.anchor) {
                known.push(source);
                all.push(Subject::Section(source));
            }
        }
    }
    all
}

impl Subject {
    fn kind(self) -> Kind {
        match self {
            Self::Lesson(_) => Kind::Lesson,
            Self::Chapter(_) => Kind::Chapter,
            Self::Exercise(..) => Kind::Exercise,
            Self::Term(_) => Kind::Term,
            Self::Format(_) => Kind::Format,
            Self::Opcode(..) => Kind::Form,
            Self::Tensor(_) => Kind::Tensor,
            Self::Section(_) | Self::News(_) => Kind::Section,
        }
    }

    /// The points that put it before others that match as well: the name of a thing is meant more often than
    /// what is said about it.
    pub(super) fn lead(self) -> u32 {
        match self.kind() {
            Kind::Form | Kind::Tensor => 3,
            Kind::Format => 2,
            Kind::Lesson => 1,
            Kind::Chapter | Kind::Exercise | Kind::Term | Kind::Section => 0,
        }
    }

    /// Shows all phrases that ask for it.
    pub(super) fn phrases(self, visit: &mut dyn FnMut(&str)) {
        let mut all = |list: &str| {
            list.split(',')
                .map(str::trim_start)
                .filter(|each| !each.is_empty())
                .for_each(&mut *visit);
        };
        let named = |list: &[(&str, &'static str)], name: &str| {
            list.iter().find(|each| each.0 == name).map_or("", |each| each.1)
        };
        match self {
            Self::Lesson(lesson) => all(lesson.asked),
            // Texts about a thing are behind the thing itself.
            Self::Chapter(listed) => {
                let phrases = listed.words.split(',').map(str::trim_start);
                phrases.for_each(|phrase| all(&["~", phrase].concat()));
            }
            Self::Exercise(_, page) => {
                let words = super::words::words(page.title);
                let phrase = words.iter().map(Word::text).collect::<Vec<_>>().join(" ");
                if !phrase.is_empty() {
                    all(&["~", &*phrase].concat());
                }
            }
            Self::Term(term) => {
                let name = super::words::words(term.name);
                all(&name.iter().map(Word::text).collect::<Vec<_>>().join(" "));
                term.others.split(' ').for_each(|other| all(other.trim_start_matches('.')));
                all(term.asked);
            }
            Self::Format(format) => {
                all(format.name());
                names_of_format(format).for_each(|name| all(&name.to_ascii_lowercase()));
                all(named(FORMATS, format.name()));
            }
            Self::Opcode(opcode, version) => {
                all(opcode);
                all(named(OPCODES, opcode));
                if let Some(version) = version {
                    all(&["~new ", &version.to_string()].concat());
                }
            }
            Self::Tensor(preset) => all(preset.asked),
            Self::Section(source) => {
                // A number finds the sections below it, too.
                let dots = source.section.match_indices('.').map(|(at, _)| at).skip(1);
                for end in dots.chain([source.section.len()]) {
                    all(source.section.get(..end).unwrap_or_default());
                }
                all("section");
                if source.anchor.starts_with("mixed") {
                    all("mixed precision");
                }
            }
            Self::News(version) => {
                all(&["new ", &version.to_string()].concat());
                all(&["ptx ", &version.to_string()].concat());
                all(&["isa ", &version.to_string()].concat());
                all("new");
            }
        }
    }

    /// Words that only add to what is found by a phrase.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Lesson(lesson) => lesson.title,
            Self::Section(source) => source.anchor,
            Self::Tensor(preset) => preset.name,
            Self::Chapter(_)
            | Self::Exercise(..)
            | Self::Term(_)
            | Self::Format(_)
            | Self::Opcode(..)
            | Self::News(_) => "",
        }
    }

    /// It as an answer; forms are those that other words of the question are about, too.
    pub(super) fn found(self, words: &[Word], score: u32) -> Found {
        let (title, note, fragment) = match self {
            Self::Lesson(lesson) => {
                let route = Route::Lessons(lesson.slug.to_owned());
                (lesson.title.to_owned(), String::new(), route.fragment())
            }
            Self::Chapter(listed) => (
                listed.title.to_owned(),
                [listed.minutes, " minutes"].concat(),
                ["learn/", listed.slug].concat(),
            ),
            Self::Exercise(listed, page) => (
                page.title.to_owned(),
                ["a page of “", listed.title, "”"].concat(),
                ["learn/", listed.slug, "/", page.slug].concat(),
            ),
            Self::Term(term) => {
                let route = Route::Glossary(term.slug.to_owned());
                (term.name.to_owned(), term.meaning.to_owned(), route.fragment())
            }
            Self::Format(format) => {
                let route = Route::Formats(format.name().to_owned());
                (format.name().to_owned(), extent(format), route.fragment())
            }
            Self::Opcode(opcode, _) => {
                let mut query = opcode.to_owned();
                for word in words.iter().filter(|word| is_modifier_of(opcode, word)) {
                    query.extend([" ", word.text()]);
                }
                let first = forms_of(opcode).flat_map(instructions_of).next();
                let formula = first.as_ref().map(Instruction::formula).unwrap_or_default();
                (opcode.to_owned(), formula, Route::Reference(query).fragment())
            }
            Self::Tensor(preset) => {
                (preset.name.to_owned(), String::from(preset.note), preset.link.to_owned())
            }
            Self::Section(source) => (
                ["§", source.section, " ", &heading(source.anchor)].concat(),
                source.document.to_string(),
                source.url().unwrap_or_default(),
            ),
            Self::News(version) => {
                let version = version.to_string();
                let note = String::from("forms and modifiers that it brought");
                let title = ["New in PTX ISA ", &*version].concat();
                (title, note, Route::News(version).fragment())
            }
        };
        Found { kind: self.kind(), title, note, fragment, score }
    }
}

/// The shape of a format, its largest number, and its infinity and NaN if it lacks one.
fn extent(format: Format) -> String {
    let mut text = format.shape();
    let Some(float) = format.float() else { return text };
    let largest = with_minus(&concise(float.max_finite(), format));
    text.extend(["; largest ", &largest]);
    match (float.infinity(), float.n_nans()) {
        (None, 0) => text.push_str(", no infinity, no NaN"),
        (None, _) => text.push_str(", no infinity"),
        (Some(_), _) => {}
    }
    text
}

/// The PTX ISA version that some words name.
fn asked_version(words: &[Word]) -> Option<IsaVersion> {
    words.iter().find_map(|word| IsaVersion::parse(word.text()))
}

/// Whether a version brought a form of an opcode, or a modifier of it.
fn brought(version: IsaVersion, opcode: &str) -> bool {
    let is_first =
        |requires: &Requires| requires.0.iter().map(|clause| clause.isa).min() == Some(version);
    forms_of(opcode).any(|form| {
        is_first(&form.requires) || form.choices().any(|choice| is_first(&choice.requires))
    })
}

/// Whether a word is a modifier or a type of some form of an opcode.
fn is_modifier_of(opcode: &str, word: &Word) -> bool {
    let mut choices = forms_of(opcode).flat_map(Form::choices);
    choices.any(|choice| {
        let spelling = choice.modifier.spelling();
        spelling.get(1..).is_some_and(|name| name.eq_ignore_ascii_case(word.text()))
    })
}

/// The heading of a section, of which only the anchor is known.
fn heading(anchor: &str) -> String {
    let mut text = String::new();
    for word in anchor.split('-') {
        if text.ends_with(" instructions") {
            text.push(':');
        }
        text.extend([if text.is_empty() { "" } else { " " }, word]);
    }
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_of_a_format_or_an_opcode_and_every_opcode_has_one() {
        assert!(FORMATS.iter().all(|(name, _)| by_name(name).is_some()));
        assert!(opcodes().all(|opcode| OPCODES.iter().any(|row| row.0 == opcode)));
        assert_eq!(opcodes().count(), OPCODES.len());
    }

    #[test]
    fn sections_have_headings() {
        assert_eq!(
            heading("half-precision-floating-point-instructions-add"),
            "Half precision floating point instructions: add"
        );
        assert_eq!(
            heading("data-movement-and-conversion-instructions-cvt"),
            "Data movement and conversion instructions: cvt"
        );
        assert_eq!(heading("fundamental-types"), "Fundamental types");
    }
}
