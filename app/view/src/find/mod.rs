//! Finds lessons, terms, formats, forms and sections of the manual for words in any order.
//!
//! Each subject has a short list of the phrases that people ask for it with, beside its text. A
//! phrase is found if the text has all its words, in any order and with any ending; a word that no
//! list has may have one wrong letter, or be unfinished. The most specific phrase counts.

mod subject;
mod words;

use ptxfp::internals::order::sort_by_key;

use self::subject::{Subject, subjects};
use self::words::{EXACT, Word, cut, words};

/// The kind of something found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A lesson.
    Lesson,
    /// A chapter of the course.
    Chapter,
    /// A page of the course, with its exercise.
    Exercise,
    /// A term of the glossary.
    Term,
    /// A format.
    Format,
    /// The forms of an opcode.
    Form,
    /// Inputs of tensor cores.
    Tensor,
    /// A section of the manual, or of the reference: what is new in a version.
    Section,
}

/// Something that answers a text in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its kind.
    pub kind: Kind,
    /// Its name, or the surprise of a lesson.
    pub title: String,
    /// The meaning of a term, the shape of a format, the formula of an opcode; may be empty. Code is
    /// between back quotes.
    pub note: String,
    /// The fragment of the page that shows it; of a section of the manual its web address.
    pub fragment: String,
    /// How well it answers: the first one has the most.
    pub score: u32,
}

/// The largest number of answers.
const MOST: usize = 12;
/// The points for a further word of a phrase: two words that belong together say more than two words.
const TOGETHER: u32 = 4;
/// The points for a phrase that is the whole text.
const WHOLE: u32 = 4;
/// The points for each word that is in another phrase, or in the title.
const FURTHER: u32 = 2;
/// The least number of points: a single word of a title has less.
const LEAST: u32 = 4;

/// Words of a text that asks what the page is for, separated by spaces.
const HELP: &str =
    "help hello hi hey example examples use using work works start tutorial demo usage begin";

impl Kind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lesson => "Lesson",
            Self::Chapter => "Chapter",
            Self::Exercise => "Exercise",
            Self::Term => "Term",
            Self::Format => "Format",
            Self::Form => "Form",
            Self::Tensor => "Tensor cores",
            Self::Section => "Section",
        }
    }
}

impl Found {
    /// The address of a link to it.
    pub fn address(&self) -> String {
        let hash = if self.fragment.starts_with("https:") { "" } else { "#" };
        [hash, &*self.fragment].concat()
    }
}

/// The answers to a text in words, the best first; nothing if no list has any of its words.
pub fn find(text: &str) -> Vec<Found> {
    let mut words = words(text);
    let subjects = subjects(&words);
    for word in &mut words {
        word.is_known = subjects.iter().any(|subject| has(*subject, word));
    }
    let scores = subjects.into_iter().map(|subject| (score(subject, &words), subject));
    let mut all: Vec<(u32, Subject)> = scores.filter(|each| each.0 >= LEAST).collect();
    let best = all.iter().map(|each| each.0).max().unwrap_or(0);
    all.retain(|each| each.0 * 4 > best);
    // Subjects that match alike stay in their order.
    sort_by_key(&mut all, |(score, _)| usize::MAX - *score as usize);
    let found = all.into_iter().take(MOST);
    found.map(|(score, subject)| subject.found(&words, score)).collect()
}

/// Whether a text asks what can be asked.
pub fn asks_for_help(text: &str) -> bool {
    let is_help = |word: &Word| HELP.split(' ').any(|help| word.is(help));
    !text.trim().is_empty()
        && (text.contains('?') || !cut(text).is_empty())
        && words(text).iter().all(is_help)
}

/// Whether a word says something on its own, or is too common to say anything.
pub fn is_known(word: &str) -> bool {
    words(word).is_empty() || !find(word).is_empty()
}

/// Whether a phrase or a title of a subject has a word as it is.
fn has(subject: Subject, word: &Word) -> bool {
    let mut has = false;
    subject.phrases(&mut |phrase| {
        let mut listed = phrase.trim_start_matches('~').split(' ');
        has = has || listed.any(|listed| word.strength(listed) == EXACT);
    });
    has || cut(subject.title()).iter().any(|listed| word.strength(listed) == EXACT)
}

/// How well a subject answers words.
fn score(subject: Subject, words: &[Word]) -> u32 {
    // Words are counted by their places.
    let (mut best, mut of_best, mut all) = (0, 0_u64, 0_u64);
    subject.phrases(&mut |phrase| {
        let (phrase, is_weak) =
            phrase.strip_prefix('~').map_or((phrase, false), |rest| (rest, true));
        let (mut score, mut found) = (0, 0_u64);
        for listed in phrase.split(' ') {
            let strengths = (0..u64::BITS).zip(words.iter().map(|word| word.strength(listed)));
            let Some((place, strength)) = strengths.max_by_key(|(_, strength)| *strength) else {
                return;
            };
            if strength == 0 {
                return;
            }
            score += strength + TOGETHER;
            found |= 1 << place;
        }
        score -= TOGETHER;
        score += if found.count_ones() as usize == words.len() { WHOLE } else { 0 };
        let score = if is_weak { score / 2 } else { score };
        all |= found;
        if score > best {
            (best, of_best) = (score, found);
        }
    });
    let title = cut(subject.title());
    for (place, word) in (0..u64::BITS).zip(words) {
        let is_in_title = title.iter().any(|listed| word.strength(listed) == EXACT);
        all |= u64::from(is_in_title) << place;
    }
    let score = best + FURTHER * (all & !of_best).count_ones();
    if score > 0 { score + subject.lead() } else { 0 }
}

#[cfg(test)]
mod tests;
