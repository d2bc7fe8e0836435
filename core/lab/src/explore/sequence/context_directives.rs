//! The version and target that a text states: `.version` and `.target`.

use alloc::format;
use alloc::string::{String, ToString};
use core::ops::Range;

use super::read::read;
use super::split::{Kind, Piece};
use crate::catalog::{Context, IsaVersion, Target, UnknownTarget};
use crate::syntax::{Code, Diagnostic, Statement};
use crate::text::quote::position;

/// The version and target that a text states.
///
/// [`Sequence::new`](super::Sequence::new) uses the context that it is given; a caller whose text
/// has directives passes their context.
///
/// ```
/// use ptxfp::catalog::{Context, LATEST_ISA, Target};
/// use ptxfp::explore::sequence::ContextDirectives;
///
/// let otherwise = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
/// let stated = ContextDirectives::of(".version 8.5\n.target sm_80, debug\nadd.f32 d, a, b;");
/// let context = stated.context(otherwise);
/// assert_eq!((context.target.name, &*context.isa.to_string()), ("sm_80", "8.5"));
/// assert_eq!(ContextDirectives::of("add.f32 d, a, b;").context(otherwise), otherwise);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContextDirectives {
    /// The version, and its place in the text.
    pub isa: Option<(Range<usize>, IsaVersion)>,
    /// The target, and its place in the text.
    pub target: Option<(Range<usize>, &'static Target)>,
}

impl ContextDirectives {
    /// Reads the directives of a text; the last of each counts, and unknown ones do not.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut found = Self::default();
        // Few texts have any.
        if [".version", ".target"].iter().all(|word| position(text, word).is_none()) {
            return found;
        }
        let read = read(text);
        for piece in read.pieces.iter().filter(|piece| piece.kind == Kind::Directive) {
            let directive = read.text.get(piece.span.clone()).unwrap_or_default();
            let place =
                |own: Range<usize>| own.start + piece.span.start..own.end + piece.span.start;
            match named(directive) {
                Some((own, Named::Isa(name))) => {
                    found.isa = IsaVersion::parse(name).map(|isa| (place(own), isa)).or(found.isa);
                }
                Some((own, Named::Target(name))) => {
                    found.target =
                        Target::parse(name).map(|target| (place(own), target)).or(found.target);
                }
                None => {}
            }
        }
        found
    }

    /// Returns the stated version and target, with those of `otherwise` for what is not stated.
    #[must_use]
    pub fn context(&self, otherwise: Context) -> Context {
        Context {
            isa: self.isa.as_ref().map_or(otherwise.isa, |found| found.1),
            target: self.target.as_ref().map_or(otherwise.target, |found| found.1),
        }
    }
}

/// The name in a directive.
enum Named<'t> {
    Isa(&'t str),
    Target(&'t str),
}

/// The name in a directive, with its position.
fn named(directive: &str) -> Option<(Range<usize>, Named<'_>)> {
    let is_version = directive.starts_with(".version");
    if !is_version && !directive.starts_with(".target") {
        return None;
    }
    let end = directive.find('/').unwrap_or(directive.len());
    let mut place = directive.find(char::is_whitespace)?;
    let is_end = |c: char| c == ',' || c.is_whitespace();
    for piece in directive.get(place..end)?.split_inclusive(is_end) {
        let name = piece.trim_end_matches(is_end);
        let own = place..place + name.len();
        place += piece.len();
        // A target may have options before it.
        if is_version && !name.is_empty() {
            return Some((own, Named::Isa(name)));
        }
        if !is_version && name.starts_with("sm_") {
            return Some((own, Named::Target(name)));
        }
    }
    None
}

/// The error in a directive that states version or target, with its position.
pub(super) fn wrong(directive: &str) -> Option<(Range<usize>, String)> {
    let (span, named) = named(directive)?;
    match named {
        Named::Isa(name) => Some((span, name.parse::<IsaVersion>().err()?.to_string())),
        Named::Target(name) => match Target::parse(name) {
            None => Some((span, UnknownTarget::new(name).to_string())),
            Some(target) if target.sm < FIRST_WITH_F64 => None,
            Some(target) => Some((mapping(directive)?, too_new(target))),
        },
    }
}

/// The option of `.target` by which instructions of f64 compute in f32 (PTX ISA 11.1.2).
const MAPPING: &str = "map_f64_to_f32";

/// The first target that has instructions of f64, for which the assembler rejects the option.
const FIRST_WITH_F64: u16 = 13;

/// The message on the option on a target that does not have it.
fn too_new(target: &Target) -> String {
    format!(
        "`{MAPPING}` is for targets before sm_{FIRST_WITH_F64}; the assembler rejects it for {}",
        target.name
    )
}

/// The place of the option in a directive.
fn mapping(directive: &str) -> Option<Range<usize>> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let code = directive.split("//").next()?.split("/*").next()?;
    let (before, _) = code.starts_with(".target").then(|| code.split_once(MAPPING))??;
    let place = before.len()..before.len() + MAPPING.len();
    let is_whole = !before.ends_with(is_part) && !directive.get(place.end..)?.starts_with(is_part);
    is_whole.then_some(place)
}

/// Whether a text states the option.
pub(super) fn maps_doubles(text: &str, pieces: &[Piece]) -> bool {
    let directives = pieces.iter().filter(|piece| piece.kind == Kind::Directive);
    let mut texts = directives.filter_map(|piece| text.get(piece.span.clone()));
    texts.any(|directive| mapping(directive).is_some())
}

/// The error of a statement of f64 in a text that has the option, with its position.
pub(super) fn mapped(statement: &Statement<'_>) -> Option<Diagnostic> {
    let double = statement.modifiers.iter().find(|modifier| modifier.text == ".f64")?;
    let message = format!(
        "with `{MAPPING}` this instruction of f64 is not supported: it computes in f32, in half of its \
         registers, and PTX ISA 11.1.2 does not say which half"
    );
    Some(Diagnostic::new(Code::Unsupported, double.span.clone(), message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use crate::catalog::LATEST_ISA;
    use crate::explore::sequence::Sequence;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn a_text_says_where_it_runs() {
        let otherwise = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
        for (text, isa, target) in [
            ("add.f32 d, a, b;", "9.5", "sm_90"),
            (".version 8.6\n.target sm_100a\nadd.f32 d, a, b;", "8.6", "sm_100a"),
            ("//\n.version 7.0 // old\nadd.f32 d, a, b;", "7.0", "sm_90"),
            (".target debug, sm_75;\nadd.f32 d, a, b;", "9.5", "sm_75"),
            (".target sm_75,texmode_independent\nadd.f32 d, a, b;", "9.5", "sm_75"),
            ("// .target sm_75\nadd.f32 d, a, b;", "9.5", "sm_90"),
            // Unknown names are as if they were not there.
            (".version 99.9\n.target sm_1\nadd.f32 d, a, b;", "9.5", "sm_90"),
            (".version\n.target\n.target debug", "9.5", "sm_90"),
        ] {
            let stated = ContextDirectives::of(text);
            let context = stated.context(otherwise);
            assert_eq!((&*context.isa.to_string(), context.target.name), (isa, target), "{text}");
            for (span, name) in [
                stated.isa.map(|(span, isa)| (span, isa.to_string())),
                stated.target.map(|(span, target)| (span, target.name.into())),
            ]
            .into_iter()
            .flatten()
            {
                assert_eq!(text[span], *name, "{text}");
            }
        }
    }

    #[test]
    fn an_unknown_version_or_target_is_reported() {
        let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
        let text = ".version 99.9\n.target sm_1, debug\n.address_size 64\nadd.f32 d, a, b;";
        let sequence = Sequence::new(text, &context);
        let found = sequence.diagnostics();
        let messages: Vec<_> =
            found.iter().map(|each| (&text[each.span.clone()], &*each.message)).collect();
        assert_eq!((messages[0].0, messages[1].0, messages.len()), ("99.9", "sm_1", 2));
        assert!(messages[0].1.contains("99.9") && messages[1].1.contains("unknown target `sm_1`"));
    }

    #[test]
    fn an_option_that_changes_the_type_of_instructions_is_not_ignored() {
        let context = |target| Context { isa: LATEST_ISA, target: Target::parse(target).unwrap() };
        let found = |target: &str, statements: &str| {
            let text = [".version 1.4\n.target ", target, "\n", statements].concat();
            let sequence = Sequence::new(&text, &context("sm_75"));
            let outputs = sequence.outputs().iter().map(|index| &sequence.registers()[*index]);
            let unknown: Vec<_> =
                outputs.map(|register| register.unknown_since.is_some()).collect();
            let place =
                |each: &Diagnostic| (text[each.span.clone()].to_string(), each.message.clone());
            (sequence.diagnostics().into_iter().map(place).collect::<Vec<_>>(), unknown)
        };
        let both = "add.f64 d, a, b; add.f32 e, f, g;";
        for (target, message) in [
            ("sm_13, map_f64_to_f32", "the assembler rejects it for sm_13"),
            ("sm_75, debug, map_f64_to_f32 // old", "is for targets before sm_13"),
        ] {
            let (found, unknown) = found(target, both);
            assert_eq!(
                (found.len(), &*found[0].0, &*found[1].0),
                (2, MAPPING, ".f64"),
                "{found:?}"
            );
            assert!(found[0].1.contains(message), "{found:?}");
            assert_eq!(unknown, [true, false], "{target}");
        }
        // It changes nothing but instructions of f64.
        for target in ["sm_10, map_f64_to_f32", "sm_12,map_f64_to_f32"] {
            let (wrong, unknown) = found(target, both);
            assert_eq!((wrong.len(), &*wrong[0].0), (1, ".f64"), "{wrong:?}");
            assert!(wrong[0].1.contains("does not say which half"), "{wrong:?}");
            assert_eq!(unknown, [true, false], "{target}");
            assert_eq!(found(target, "add.f32 e, f, g;"), (Vec::new(), [false].to_vec()));
        }
        for target in ["sm_75, debug", "sm_75 // map_f64_to_f32", "sm_75, no_map_f64_to_f32"] {
            let text = [".target ", target, "\nadd.f64 d, a, b;"].concat();
            assert!(Sequence::new(&text, &context("sm_75")).is_complete(), "{target}");
        }
    }
}
