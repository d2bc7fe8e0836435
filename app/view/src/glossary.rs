//! Terms that the page uses, each with a sentence or two that a newcomer understands.

/// A term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// Its name in an address.
    pub slug: &'static str,
    /// The term.
    pub name: &'static str,
    /// Other words for it, or forms of it, separated by spaces.
    pub(crate) others: &'static str,
    /// Questions that it answers, beyond its name and the words above: phrases, separated by
    /// commas.
    pub(crate) asked: &'static str,
    /// The meaning; code is between back quotes.
    pub meaning: &'static str,
}

const fn term(
    slug: &'static str,
    name: &'static str,
    others: &'static str,
    asked: &'static str,
    meaning: &'static str,
) -> Term {
    Term { slug, name, others, asked, meaning }
}

/// Every term, in alphabetical order.
#[rustfmt::skip] // One term a line.
pub const TERMS: &[Term] = &[
    term("any-nan", "a NaN, bits unspecified", "", "unspecified nan", "The result is a NaN, but the PTX ISA doesn't specify its sign and payload."),
    term("binade", "binade", "binades", "power two", "The numbers from one power of two to the next, such as 1 to 2. They are evenly spaced."),
    term("canonical-nan", "canonical NaN", "", "canonical, 0x7fffffff, 0x7fff, default nan, nan bits", "The one NaN that an instruction returns for any NaN operand: `0x7fffffff` in f32."),
    term("exact-bits", "exact bits guaranteed", "", "guaranteed, guarantee, determined, bit exact, why exact, deterministic", "The PTX ISA determines every bit of the result."),
    term("flush", "flush", "flushes flushed .ftz", "ftz, flush zero, subnormal flush, denormal flush, daz", "To replace a subnormal number with a zero of the same sign, as `.ftz` does."),
    term("lane", "lane", "lanes hi lo", "f16x2, bf16x2, half2, packed, simd, high half, low half", "One of the numbers in a register that holds several: `f16x2` has two lanes, which are computed independently."),
    term("nan", "NaN", "NaNs", "invalid operation, qnan", "Not a number: the result of 0 ÷ 0 and the like. It has a sign and a payload, which usually carry no meaning."),
    term("no-bound", "no bound", "unbounded", "unbounded, error unknown", "The PTX ISA calls the result approximate and doesn't bound its error."),
    term("payload", "NaN payload", "payload payloads", "payload", "The significand bits of a NaN. Most instructions don't keep them."),
    term("quiet", "quiet NaN", "quiet quieted", "qnan", "A NaN that passes through operations silently: its first significand bit is set."),
    term("reading", "reading", "readings", "ambiguous, interpretation, undocumented behavior", "The interpretation chosen here where the PTX ISA is ambiguous. Not guaranteed."),
    term("round", "round", "rounds rounded rounding", "0.1 0.2 equal, 0.1 0.3, 0.1 exact, 0.30000000000000004, inexact, representable, representation error, rounding error", "To replace a number with one that the format has, usually the nearest."),
    term("saturate", "saturate", "saturates saturated .sat .satfinite", "sat, satfinite, clamp, saturation", "To keep a result within limits: `.sat` within 0 to 1, `.satfinite` below infinity."),
    term("signaling", "signaling NaN", "signaling", "snan, signalling", "A NaN whose first significand bit is clear."),
    term("subnormal", "subnormal", "subnormals denormal denormals", "underflow, gradual underflow, denormalized, tiny, smallest number", "A number below the smallest normal one. It has fewer significant bits, down to one."),
    term("target", "target", "targets", "sm_, compute_, ptx, ptx isa, architecture, compute capability, gpu generation, hopper, blackwell, ampere, ada, turing, volta, pascal, maxwell, kepler, fermi, h100, a100, b200, h200, l40s, l4, t4, v100, rtx", "The kind of GPU that code is written for: `sm_90` is Hopper, `sm_100` Blackwell. A letter after it adds features specific to that GPU or its family."),
    term("tie", "tie", "ties", "nearest even, banker, banker rounding, half even, round half, midpoint, halfway, rn, rne, nearest", "A value exactly halfway between two numbers. Rounding to nearest even takes the one whose last bit is 0."),
    term("ulp", "ulp", "ulps", "last place, mantissa, significand, machine epsilon, epsilon, spacing, precision, unit roundoff", "Unit in the last place: the distance between neighboring numbers of a format around a value. Rounding to nearest has an error of at most ½ ulp."),
    term("within", "any of several values", "within permitted", "interval result, several values, permitted, range result", "The PTX ISA bounds the error but doesn't fix the bits. The nearest permitted value is shown."),
];

/// The term of a slug, a name, or another form of it.
pub fn find(word: &str) -> Option<&'static Term> {
    let word = word.trim_matches(|c: char| matches!(c, ',' | ';' | ':' | '(' | ')'));
    let word = word.strip_suffix('.').unwrap_or(word);
    TERMS
        .iter()
        .find(|term| {
            let is_it = |each: &str| each.eq_ignore_ascii_case(word);
            is_it(term.slug) || is_it(term.name) || term.others.split(' ').any(is_it)
        })
        .filter(|_| !word.is_empty())
}

/// A sentence in pieces, each with its term, if it is one; only the first occurrence of a term
/// counts.
pub fn explained(sentence: &str) -> Vec<(String, Option<&'static Term>)> {
    let mut pieces: Vec<(String, Option<&'static Term>)> = Vec::new();
    let mut is_code = false;
    for (index, word) in sentence.split(' ').enumerate() {
        let before = if index == 0 { "" } else { " " };
        let found = find(word).filter(|_| !is_code && !word.contains('`'));
        let is_new = found.filter(|term| pieces.iter().all(|(_, known)| *known != Some(*term)));
        is_code ^= word.matches('`').count() % 2 == 1;
        match (is_new, pieces.last_mut()) {
            (Some(term), _) => {
                let name = word.trim_end_matches([',', ';', ':', '.', ')']);
                pieces.push((before.to_owned(), None));
                pieces.push((name.to_owned(), Some(term)));
                pieces.push((word.get(name.len()..).unwrap_or_default().to_owned(), None));
            }
            (None, Some((text, None))) => text.extend([before, word]),
            (None, _) => pieces.push(([before, word].concat(), None)),
        }
    }
    pieces.retain(|(text, _)| !text.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_found_by_any_of_their_words() {
        for (word, name) in [
            ("ulp", "ulp"),
            ("ulps,", "ulp"),
            ("Subnormals", "subnormal"),
            ("denormal", "subnormal"),
            (".ftz", "flush"),
            ("canonical NaN", "canonical NaN"),
        ] {
            assert_eq!(find(word).map(|term| term.name), Some(name), "{word}");
        }
        assert_eq!((find(""), find("and"), find(".")), (None, None, None));
    }

    #[test]
    fn terms_are_distinct_and_sentences() {
        for (place, term) in TERMS.iter().enumerate() {
            assert!(TERMS[..place].iter().all(|other| other.slug != term.slug), "{}", term.slug);
            assert!(term.meaning.ends_with('.') && term.meaning.len() < 200, "{}", term.name);
            assert_eq!(find(term.slug), Some(term), "{}", term.slug);
        }
    }

    #[test]
    fn a_sentence_is_cut_at_its_terms() {
        let pieces = explained("At most 2 ulp, in each lane; half an ulp of `ulp`.");
        let text: String = pieces.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(text, "At most 2 ulp, in each lane; half an ulp of `ulp`.");
        let terms: Vec<_> = pieces.iter().filter_map(|(_, term)| term.map(|it| it.name)).collect();
        assert_eq!(terms, ["ulp", "lane"]);
    }
}
