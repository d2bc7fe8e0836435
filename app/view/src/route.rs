//! The view that the fragment of the address asks for: one of the library, or the program. All others
//! belong to the playground.

use ptxfp::link;

/// A view of the library, with the parameters of the address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    /// The reference, with a query: `reference?q=fma`.
    Reference(String),
    /// The formats, optionally one of them: `formats/e4m3`.
    Formats(String),
    /// The formats, with a value shown in each of them: `formats?v=0.3`.
    Across(String),
    /// The lessons, optionally one of them: `gallery/min-of-nan`.
    Lessons(String),
    /// The terms below the lessons, optionally one of them: `glossary/ulp`.
    Glossary(String),
    /// The news of each version of PTX: `new`, optionally one of them: `new/9.2`.
    News(String),
    /// The evidence for observed results: `evidence`, optionally one claim: `evidence/exhaustive`.
    Evidence(String),
}

/// The fragment of the reference.
const REFERENCE: &str = "reference";
/// The fragment of the formats.
const FORMATS: &str = "formats";
/// The fragment of the lessons.
/// The name of their first links, which stay valid.
const LESSONS: &str = "gallery";
/// The fragment of the terms.
const GLOSSARY: &str = "glossary";
/// The fragment of what versions of PTX brought.
const NEWS: &str = "new";
/// The fragment of the evidence.
const EVIDENCE: &str = "evidence";
/// The fragment of the program that was last shown.
pub(crate) const SEQUENCE: &str = "sequence";
/// The prefix of the fragment of a link to a program.
const SEQUENCE_LINK: &str = "v1/sequence";
/// The fragment of the element of a matrix that was last shown.
pub(crate) const TENSOR: &str = "tensor";
/// The prefix of the fragment of a link to one.
const TENSOR_LINK: &str = "v1/tensor";
const QUERY: &str = "q=";
const VALUE: &str = "v=";

/// Whether a fragment asks for a view of the library.
pub fn is_library(fragment: &str) -> bool {
    [REFERENCE, FORMATS, LESSONS, GLOSSARY, NEWS, EVIDENCE].contains(&cut(fragment).0)
}

/// Whether a fragment asks for a sequence; `app/embed/embed.js` makes the same test.
pub fn is_sequence(fragment: &str) -> bool {
    fragment == SEQUENCE || begins_with(fragment, SEQUENCE_LINK)
}

/// Whether a fragment asks for an element of a matrix; `app/embed/embed.js` makes the same test.
pub fn is_tensor(fragment: &str) -> bool {
    fragment == TENSOR || begins_with(fragment, TENSOR_LINK)
}

fn begins_with(fragment: &str, prefix: &str) -> bool {
    fragment.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// The name of a view, and its parameter.
fn cut(fragment: &str) -> (&str, &str) {
    fragment.split_once(['?', '/']).unwrap_or((fragment, ""))
}

impl Route {
    /// The route of a fragment, if it is one of the library.
    pub fn of(fragment: &str) -> Option<Self> {
        let (view, rest) = cut(fragment);
        match view {
            // Anything else is read as a query, so that it is reported.
            REFERENCE => {
                Some(Self::Reference(link::decode(rest.strip_prefix(QUERY).unwrap_or(rest))))
            }
            FORMATS => Some(match rest.strip_prefix(VALUE) {
                Some(value) => Self::Across(link::decode(value)),
                None => Self::Formats(link::decode(rest)),
            }),
            LESSONS => Some(Self::Lessons(link::decode(rest))),
            GLOSSARY => Some(Self::Glossary(link::decode(rest))),
            NEWS => Some(Self::News(link::decode(rest))),
            EVIDENCE => Some(Self::Evidence(link::decode(rest))),
            _ => None,
        }
    }

    /// Its fragment.
    pub fn fragment(&self) -> String {
        match self {
            Self::Reference(query) if query.is_empty() => REFERENCE.to_owned(),
            Self::Reference(query) => [REFERENCE, "?", QUERY, &encoded(query)].concat(),
            Self::Formats(name) => with_part(FORMATS, name),
            Self::Across(value) => [FORMATS, "?", VALUE, &encoded(value)].concat(),
            Self::Lessons(slug) => with_part(LESSONS, slug),
            Self::Glossary(slug) => with_part(GLOSSARY, slug),
            Self::News(version) => with_part(NEWS, version),
            Self::Evidence(id) => with_part(EVIDENCE, id),
        }
    }
}

/// The fragment of a view, or of a part of it.
fn with_part(view: &str, part: &str) -> String {
    let slash = if part.is_empty() { "" } else { "/" };
    [view, slash, &encoded(part)].concat()
}

/// A text in percent-encoding, as readable as possible.
fn encoded(text: &str) -> String {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~:!,=@/".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let digit = |value: u8| char::from(DIGITS[usize::from(value & 0xf)]);
            encoded.extend(['%', digit(byte >> 4), digit(byte)]);
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_have_fragments() {
        let query = Route::Reference(String::from("type:e4m3 sm>=100 !é%"));
        let fragment = "reference?q=type:e4m3%20sm%3E=100%20!%C3%A9%25";
        assert_eq!(query.fragment(), fragment);
        assert_eq!(Route::of(fragment), Some(query));
        for fragment in [
            "reference",
            "formats",
            "formats/e4m3",
            "formats?v=-1e-3",
            "formats?v=",
            "gallery",
            "gallery/relu",
            "glossary/ulp",
            "new",
            "new/9.2",
            "evidence",
            "evidence/exhaustive",
        ] {
            assert!(is_library(fragment));
            assert_eq!(Route::of(fragment).unwrap().fragment(), fragment);
        }
    }

    #[test]
    fn everything_else_is_the_playground() {
        for fragment in ["", "v1/add.f32@sm_90?a=1", "references", "news", "?reference", "nonsense"]
        {
            assert!(!is_library(fragment));
            assert_eq!(Route::of(fragment), None);
        }
        assert_eq!(Route::of("reference?x=1"), Some(Route::Reference(String::from("x=1"))));
    }
}
