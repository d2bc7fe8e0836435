//! Words of a question, and how well they match those of a list.

/// A word that a person typed.
pub(super) struct Word {
    /// Its letters, in lower case.
    text: String,
    /// The word that it is another one for.
    means: &'static str,
    /// Whether some list has it as it is; others may be misspelled or unfinished.
    pub(super) is_known: bool,
}

/// A word as it is in a list.
pub(super) const EXACT: u32 = 10;
/// Another word for one in a list, or a name that begins with it: `sm_90`.
const MEANT: u32 = 9;
/// The beginning of a word in a list.
const BEGUN: u32 = 7;
/// A word with one wrong letter.
const MISSPELLED: u32 = 6;

/// Words that say nothing about the subject, separated by spaces.
const STOP: &str = "a about an and any are as at be between but by can could did do does explain for from \
    gets get gives give got has have how i if in instead into is it its many me mean means much my no not \
    of on one or s show so tell than that the them then there these this to us vs versus was we were what \
    whats when where which who will with would you your";

/// Words and what they are other words for.
const SYNONYMS: &[(&str, &str)] = &[
    ("denormal", "subnormal"),
    ("denorm", "subnormal"),
    ("inf", "infinity"),
    ("infinite", "infinity"),
    ("int", "integer"),
    ("s32", "integer"),
    ("e8m0", "ue8m0"),
    ("minimum", "min"),
    ("fminf", "min"),
    ("maximum", "max"),
    ("fmaxf", "max"),
    ("fmaf", "fma"),
    ("saturate", "sat"),
    ("clamp", "saturate"),
    ("upper", "high"),
    ("lower", "low"),
    ("bfloat16", "bf16"),
    ("float16", "f16"),
    ("converting", "conversion"),
    ("trap", "signaling"),
    ("accurate", "accuracy"),
    ("precise", "accuracy"),
];

/// The words of a text that say something about its subject, each once.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for text in cut(text) {
        if STOP.split_whitespace().any(|stop| stop == text) {
            continue;
        }
        let is_it = |other: &&(&str, &str)| stem(other.0) == stem(&text);
        let means = SYNONYMS.iter().find(is_it).map_or("", |pair| pair.1);
        if words.iter().all(|known| known.text != text) {
            words.push(Word { text, means, is_known: false });
        }
    }
    words
}

/// A text in words: letters, digits and underscores, a point between digits and a sign before them.
/// An apostrophe joins what is around it.
pub(super) fn cut(text: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_number = characters.peek().is_some_and(char::is_ascii_digit);
        let is_inside = match character {
            '.' => is_number && word.ends_with(|before: char| before.is_ascii_digit()),
            '-' | '−' => is_number && word.is_empty(),
            // Letters beyond ASCII are in no list, and the tables that know them are large.
            other => other.is_ascii_alphanumeric() || other == '_',
        };
        match character {
            '−' if is_inside => word.push('-'),
            _ if is_inside => word.push(character.to_ascii_lowercase()),
            '\'' | '’' => {}
            _ => words.extend((!word.is_empty()).then(|| std::mem::take(&mut word))),
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

impl Word {
    /// How well it matches a word of a list, from 0 to [`EXACT`].
    pub(super) fn strength(&self, listed: &str) -> u32 {
        let (own, listed) = (stem(&self.text), stem(listed));
        let is_number = |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit());
        match () {
            () if own == listed => EXACT,
            () if !self.means.is_empty() && stem(self.means) == listed => MEANT,
            () if listed.ends_with('_') && own.strip_prefix(listed).is_some_and(is_number) => MEANT,
            () if self.is_known || own.contains(|each: char| each.is_ascii_digit()) => 0,
            () if own.len() >= 3 && listed.starts_with(own) => BEGUN,
            () if own.len() >= 5 && is_near(own.as_bytes(), listed.as_bytes()) => MISSPELLED,
            () => 0,
        }
    }

    /// Whether it is this word.
    pub(super) fn is(&self, listed: &str) -> bool {
        self.text == listed
    }

    /// Its letters.
    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

/// A word without its ending: `rounding`, `rounded` and `rounds` are one word.
fn stem(word: &str) -> &str {
    if !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return word;
    }
    let long = |rest: &&str| rest.len() >= 3;
    let ending = |of: &'static str| word.strip_suffix(of).filter(long);
    let plural = || ending("s").filter(|rest| !rest.ends_with('s'));
    let word = ending("ing").or_else(|| ending("ed")).or_else(plural).unwrap_or(word);
    word.strip_suffix('e').filter(long).unwrap_or(word)
}

/// Whether two words differ in one letter, one letter too many, or two that are exchanged.
fn is_near(one: &[u8], other: &[u8]) -> bool {
    let start = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[start..], &other[start..]);
    match (one, other) {
        ([], rest) | (rest, []) => rest.len() <= 1,
        ([a, b, one @ ..], [c, d, other @ ..]) if (a, b) == (d, c) && one == other => true,
        ([_, after_one @ ..], [_, after_other @ ..]) => {
            after_one == after_other || after_one == other || one == after_other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_into_words() {
        for (text, expected) in [
            ("why is max.f32 -0.5?", "why is max f32 -0.5"),
            ("Banker’s rounding, 9.7.4.1.", "bankers rounding 9.7.4.1"),
            ("-ftz=true -use_fast_math", "ftz true use_fast_math"),
            ("2−0 std::max", "2 0 std max"),
            ("", ""),
        ] {
            assert_eq!(cut(text).join(" "), expected, "{text}");
        }
    }

    #[test]
    fn endings_and_one_wrong_letter_do_not_matter() {
        for (typed, listed, strength) in [
            ("rounded", "rounding", EXACT),
            ("ties", "tie", EXACT),
            ("flushes", "flush", EXACT),
            ("denormals", "subnormal", MEANT),
            ("sm_90", "sm_", MEANT),
            ("smart", "sm_", 0),
            ("satur", "saturation", BEGUN),
            ("deonrmal", "denormal", MISSPELLED),
            ("canoncial", "canonical", MISSPELLED),
            ("infinty", "infinity", MISSPELLED),
            ("subnormall", "subnormal", MISSPELLED),
            ("less", "les", 0),
            ("e4m3", "e5m3", 0),
            ("bound", "round", MISSPELLED),
        ] {
            let found = words(typed)[0].strength(listed);
            assert_eq!(found, strength, "{typed} {listed}");
        }
        let known = Word { is_known: true, ..words("bound").remove(0) };
        assert_eq!(known.strength("round"), 0);
    }
}
