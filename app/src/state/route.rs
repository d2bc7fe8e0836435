//! Which view the fragment of the address asks for.

use ptxfp::link;

/// A view of the page, with what the address says of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    /// The playground; its links are the core's.
    Playground,
    /// The reference, with a query: `reference?q=fma`.
    Reference(String),
    /// The formats, perhaps one of them: `formats/e4m3`.
    Formats(String),
}

/// The fragment of the reference.
pub const REFERENCE: &str = "reference";
/// The fragment of the formats.
pub const FORMATS: &str = "formats";
const QUERY: &str = "q=";

impl Route {
    /// The route of a fragment; whatever names no other view is a link of the playground.
    pub fn of(fragment: &str) -> Self {
        let (view, rest) = match fragment.find(['?', '/']) {
            Some(end) => (&fragment[..end], &fragment[end + 1..]),
            None => (fragment, ""),
        };
        match view {
            // What is no query is read as one, so that it is told.
            REFERENCE => Self::Reference(link::decode(rest.strip_prefix(QUERY).unwrap_or(rest))),
            FORMATS => Self::Formats(link::decode(rest)),
            _ => Self::Playground,
        }
    }

    /// Its fragment, that of the playground being given.
    pub fn fragment(&self, playground: &str) -> String {
        match self {
            Self::Playground => playground.to_owned(),
            Self::Reference(query) if query.is_empty() => REFERENCE.to_owned(),
            Self::Reference(query) => [REFERENCE, "?", QUERY, &encoded(query)].concat(),
            Self::Formats(name) if name.is_empty() => FORMATS.to_owned(),
            Self::Formats(name) => [FORMATS, "/", &encoded(name)].concat(),
        }
    }
}

/// A text in percent-encoding, as readable as may be.
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
        assert_eq!(query.fragment(""), fragment);
        assert_eq!(Route::of(fragment), query);
        for fragment in ["reference", "formats", "formats/e4m3"] {
            assert_eq!(Route::of(fragment).fragment("v1/"), fragment);
        }
    }

    #[test]
    fn everything_else_is_the_playground() {
        for fragment in ["", "v1/add.f32@sm_90?a=1", "references", "?reference", "nonsense"] {
            assert_eq!(Route::of(fragment), Route::Playground);
        }
        assert_eq!(Route::of("reference?x=1"), Route::Reference(String::from("x=1")));
    }
}
