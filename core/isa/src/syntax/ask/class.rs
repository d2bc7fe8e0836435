//! Questions about the class of a number, as functions of C: `is 0x7f800001 a NaN`.

use alloc::string::String;
use alloc::vec::Vec;

/// Words for classes, and the functions that test for them.
const CLASSES: &[(&str, &str)] = &[
    ("nan", "isnan"),
    ("infinity", "isinf"),
    ("infinite", "isinf"),
    ("inf", "isinf"),
    ("finite", "isfinite"),
    ("subnormal", "issubnormal"),
    ("denormal", "issubnormal"),
    ("denormalized", "issubnormal"),
    ("normal", "isnormal"),
];

/// The question as that of a function, and as that of the bits, which say the class in every format;
/// `None` if it is about none.
pub(super) fn questions(text: &str) -> Option<[String; 2]> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is = |word: &str, one: &str| word.eq_ignore_ascii_case(one);
    let (_, words) = words.split_first().filter(|(first, _)| is(first, "is"))?;
    // `is 1e-8 subnormal in half`
    let end = words.iter().position(|word| is(word, "in")).unwrap_or(words.len());
    let (words, format) = words.split_at_checked(end)?;
    let words = match words {
        [before @ .., last] if is(last, "number") => before,
        all => all,
    };
    let (class, number) = words.split_last()?;
    let (_, function) = CLASSES.iter().find(|(word, _)| is(word, class))?;
    let number = match number {
        [before @ .., last] if is(last, "a") || is(last, "an") => before,
        all => all,
    };
    let (number, format) = (number.join(" "), format.join(" "));
    Some([
        [*function, "(", &number, ") ", &format].concat(),
        ["bits of ", &number, " ", &format].concat(),
    ])
}
