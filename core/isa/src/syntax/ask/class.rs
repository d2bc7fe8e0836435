//! Questions about the class of a number, as functions of C: `is 0x7f800001 a NaN`.

use alloc::string::String;

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
    let begins = text.get(..3)?.eq_ignore_ascii_case("is ");
    let words = text.get(3..).filter(|_| begins)?;
    // `is 1e-8 subnormal in half`
    let (words, format) = match words.find(" in ") {
        Some(place) => words.split_at_checked(place)?,
        None => (words, ""),
    };
    let words = words.trim_end();
    let words = words.strip_suffix(" number").unwrap_or(words);
    let (number, class) = words.rsplit_once(' ')?;
    let (_, function) = CLASSES.iter().find(|(word, _)| word.eq_ignore_ascii_case(class))?;
    let number = ["an", "a"].iter().find_map(|article| {
        let number = number.strip_suffix(article)?;
        number.ends_with(' ').then_some(number)
    });
    let number = number.unwrap_or(words.strip_suffix(class)?).trim();
    Some([[function, "(", number, ")", format].concat(), ["bits of ", number, format].concat()])
}
