//! A prediction: a question with an answer that the core computes.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::mistake::Mistake;
use super::random::Random;
use super::reason::{exactness, reason};
use super::subject::{Subject, prepared};
use super::wrong::{explained, mistakes};

/// The kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Set the bits.
    Bits,
    /// Pick the value.
    Value,
    /// Place the value on a ruler.
    Place,
    /// Say whether it is exact.
    Exact,
    /// Say whether the ISA determines every bit.
    Fixed,
    /// Say which target or GPU returns other bits.
    Differs,
    /// Say which statement rounds.
    Rounded,
}

/// The kinds, by their words.
const KINDS: [(&str, Ask); 7] = [
    ("bits", Ask::Bits),
    ("value", Ask::Value),
    ("place", Ask::Place),
    ("exact", Ask::Exact),
    ("fixed", Ask::Fixed),
    ("differs", Ask::Differs),
    ("rounded", Ask::Rounded),
];

/// Something to pick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its text.
    pub text: String,
    /// The result that it is, if it is one.
    pub bits: Option<u64>,
}

/// An answer: the right one, or that of a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A register.
    Bits(u64),
    /// The index of a choice.
    Choice(usize),
}

/// A question.
#[derive(Clone, Debug)]
pub struct Prediction {
    /// Its kind.
    pub ask: Ask,
    /// The question in words.
    pub question: String,
    /// The subject.
    pub subject: Subject,
    /// The choices to pick from; empty where bits are set.
    pub choices: Vec<Choice>,
    /// The right answer.
    pub answer: Answer,
}

/// The judgement of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Whether it is right.
    pub is_right: bool,
    /// The mistake, where it is known.
    pub mistake: Option<Mistake>,
    /// The right answer as text.
    pub answer: String,
    /// The reason for it; may be empty.
    pub reason: String,
}

/// The largest number of values to pick from.
const MOST: usize = 4;
/// The number of ticks of a ruler.
const TICKS: usize = 5;

impl Prediction {
    /// Reads a prediction, and computes its answer.
    ///
    /// ```
    /// use ptxfp::internals::course::{Answer, Mistake, Prediction};
    ///
    /// let asked = Prediction::read("bits\nencode f16 1.5").unwrap();
    /// assert!(asked.judge(Answer::Bits(0x3e00)).is_right);
    /// assert_eq!(asked.judge(Answer::Bits(0x3f00)).mistake, Some(Mistake::HiddenBit));
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text is no prediction, or if it has no answer or several.
    pub fn read(text: &str) -> Result<Self, String> {
        let (kind, rest) = text.trim().split_once('\n').ok_or("a prediction has two lines")?;
        let found = KINDS.iter().find(|(word, _)| *word == kind.trim());
        let (_, ask) = *found.ok_or_else(|| format!("`{kind}` is no kind of prediction"))?;
        let (question, rest) = match rest.trim().strip_prefix("ask:") {
            Some(rest) => rest.split_once('\n').ok_or("the subject is missing")?,
            None => ("", rest),
        };
        let subject = Subject::read(rest)?;
        let (choices, answer) = match ask {
            Ask::Bits => {
                let bits = subject.result().ok_or("the subject has no bits")?;
                (Vec::new(), Answer::Bits(bits))
            }
            Ask::Value => values(&subject, text)?,
            Ask::Place => places(&subject, text)?,
            Ask::Exact => {
                let is_exact = subject.is_exact().ok_or("nothing is rounded")?;
                pair(["exact", "rounded"], is_exact)
            }
            Ask::Fixed => pair(["every bit", "some bits are open"], subject.is_fixed()),
            Ask::Differs => odd_one(&subject)?,
            Ask::Rounded => statements(&subject)?,
        };
        let question = match question.trim() {
            "" => asked(ask, &subject),
            question => question.to_string(),
        };
        Ok(Self { ask, question, subject, choices, answer })
    }

    /// Judges an answer.
    #[must_use]
    pub fn judge(&self, given: Answer) -> Judgement {
        let is_right = given == self.answer;
        let bits = match given {
            Answer::Bits(bits) => Some(bits),
            Answer::Choice(index) => self.choices.get(index).and_then(|choice| choice.bits),
        };
        let known = || explained(&self.subject, self.ask, bits?);
        Judgement {
            is_right,
            mistake: if is_right { None } else { known() },
            answer: self.answer_text(),
            reason: self.reason(),
        }
    }

    /// The right answer as text.
    #[must_use]
    pub fn answer_text(&self) -> String {
        match self.answer {
            Answer::Bits(bits) => {
                let width = self.subject.packing().register_width();
                let hex = crate::bits::hex(bits, width.into());
                format!("{hex}, which is {}", self.subject.written(bits))
            }
            Answer::Choice(index) => {
                self.choices.get(index).map_or(String::new(), |choice| choice.text.clone())
            }
        }
    }

    /// The reason for the answer; may be empty.
    #[must_use]
    pub fn reason(&self) -> String {
        match self.ask {
            Ask::Exact => exactness(&self.subject),
            Ask::Bits | Ask::Value | Ask::Place => reason(&self.subject),
            Ask::Fixed | Ask::Differs => self.results_text(),
            Ask::Rounded => {
                let all = self.subject.roundings();
                let exact = all.iter().filter(|(_, is_inexact)| !is_inexact).count();
                format!("{exact} of {} results are the exact values.", all.len())
            }
        }
    }

    /// The result on each target.
    fn results_text(&self) -> String {
        let results = self.subject.results();
        if results.is_empty() {
            return String::new();
        }
        let width = self.subject.packing().register_width().into();
        let each = results.iter().map(|(name, bits)| {
            let value = self.subject.written(*bits);
            format!("{name}: {} ({value})", crate::bits::hex(*bits, width))
        });
        [&*each.collect::<Vec<_>>().join("; "), "."].concat()
    }
}

/// The usual question of a kind.
fn asked(ask: Ask, subject: &Subject) -> String {
    let text = subject.text();
    match (ask, subject) {
        (Ask::Bits, Subject::Number { format, text, .. }) => {
            format!("Set the bits of {text} in {format}.")
        }
        (Ask::Bits, _) => "Set the bits of the result.".to_string(),
        (Ask::Value, Subject::Bits { .. }) => format!("Which number is {text}?"),
        (Ask::Value, Subject::Number { format, text, .. }) => {
            format!("Which number of {format} does {text} become with `.rn`?")
        }
        (Ask::Value, _) => "Which value is the result?".to_string(),
        (Ask::Place, Subject::Number { format, text, .. }) => {
            format!("On which number of {format} does {text} land?")
        }
        (Ask::Place, _) => "On which number does the result land?".to_string(),
        (Ask::Exact, Subject::Number { format, text, .. }) => {
            format!("Is {text} a number of {format}, or is it rounded?")
        }
        (Ask::Exact, _) => "Is the result exact, or is it rounded?".to_string(),
        (Ask::Fixed, _) => "Does the PTX ISA determine every bit of the result?".to_string(),
        (Ask::Differs, _) => "Which one returns other bits?".to_string(),
        (Ask::Rounded, _) => "Which statement rounds?".to_string(),
    }
}

fn pair(texts: [&str; 2], is_first: bool) -> (Vec<Choice>, Answer) {
    let choice = |text: &str| Choice { text: text.to_string(), bits: None };
    (texts.map(choice).into(), Answer::Choice(usize::from(!is_first)))
}

/// The right value among those of mistakes.
fn values(subject: &Subject, text: &str) -> Result<(Vec<Choice>, Answer), String> {
    let right = subject.result().ok_or("the subject has no value")?;
    let choice = |bits: u64| Choice { text: subject.written(bits), bits: Some(bits) };
    let mut choices = Vec::from([choice(right)]);
    for bits in mistakes(subject) {
        let next = choice(bits);
        if choices.len() < MOST && choices.iter().all(|other| other.text != next.text) {
            choices.push(next);
        }
    }
    if choices.len() < 2 {
        return Err("there is only one value to pick".to_string());
    }
    Random::of_text(text).shuffle(&mut choices);
    let place = choices.iter().position(|choice| choice.bits == Some(right)).unwrap_or(0);
    Ok((choices, Answer::Choice(place)))
}

/// Neighboring numbers, the right one among them.
fn places(subject: &Subject, text: &str) -> Result<(Vec<Choice>, Answer), String> {
    let right = subject.result().ok_or("the subject has no value")?;
    let format = subject.format().ok_or("the subject has no format")?;
    if subject.packing().lanes != 1 {
        return Err("a ruler has one lane".to_string());
    }
    let before = 1 + Random::of_text(text).place(TICKS - 2);
    let mut first = right;
    for _ in 0..before {
        first = format.next_down(first).unwrap_or(first);
    }
    let mut ticks = Vec::new();
    let mut next = Some(first);
    while let Some(bits) = next.filter(|_| ticks.len() < TICKS) {
        ticks.push(Choice { text: subject.written(bits), bits: Some(bits) });
        next = format.next_up(bits).filter(|next| *next != bits);
    }
    let place = ticks.iter().position(|tick| tick.bits == Some(right));
    Ok((ticks, Answer::Choice(place.ok_or("the ruler does not reach the result")?)))
}

/// The target whose result is another one than those of all others.
fn odd_one(subject: &Subject) -> Result<(Vec<Choice>, Answer), String> {
    let results = subject.results();
    if results.len() < 2 {
        return Err("results of at least two are compared".to_string());
    }
    if let [(_, one), (_, other)] = &*results {
        return Ok(pair(["they differ", "both are the same"], one != other));
    }
    let same = |bits: u64| results.iter().filter(|(_, other)| *other == bits).count();
    let odd: Vec<_> = (0..results.len())
        .filter(|index| results.get(*index).is_some_and(|(_, bits)| same(*bits) == 1))
        .collect();
    let mut choices: Vec<_> =
        results.iter().map(|(name, _)| Choice { text: name.clone(), bits: None }).collect();
    choices.push(Choice { text: "none: all are the same".to_string(), bits: None });
    match &*odd {
        [] if results.iter().all(|(_, bits)| same(*bits) == results.len()) => {
            let last = choices.len() - 1;
            Ok((choices, Answer::Choice(last)))
        }
        [one] => Ok((choices, Answer::Choice(*one))),
        _ => Err("more than one result differs".to_string()),
    }
}

/// The only statement that rounds.
fn statements(subject: &Subject) -> Result<(Vec<Choice>, Answer), String> {
    let roundings = subject.roundings();
    if roundings.len() < 2 {
        return Err("a program has at least two statements".to_string());
    }
    let mut choices: Vec<_> =
        roundings.iter().map(|(text, _)| Choice { text: text.clone(), bits: None }).collect();
    choices.push(Choice { text: "none of them".to_string(), bits: None });
    let inexact = roundings.iter().enumerate().filter(|(_, (_, is_inexact))| *is_inexact);
    match &*inexact.map(|(index, _)| index).collect::<Vec<_>>() {
        [] => Ok((choices, Answer::Choice(roundings.len()))),
        [one] => Ok((choices, Answer::Choice(*one))),
        _ => Err("more than one statement rounds".to_string()),
    }
}

impl Prediction {
    /// The steps to the result: the titles and sentences of what changed something.
    #[must_use]
    pub fn steps(&self) -> Vec<(&'static str, String)> {
        let Subject::Statement { state, .. } = &self.subject else { return Vec::new() };
        let prepared = prepared(state);
        let trace = prepared.trace(0, &state.registers);
        let steps = crate::eval::explain(&state.instruction, &prepared, 0, &trace);
        let shown = steps.into_iter().filter(|step| !step.is_idle);
        shown.map(|step| (step.title, step.sentence)).collect()
    }
}
