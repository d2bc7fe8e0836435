//! A question and how it is read, as text: the page asks a worker.
//!
//! ```text
//! request = NUL "?" NUL target " " version LF question
//! reply   = statement LF target " " version LF sentence
//! ```
//!
//! The reply to anything but a question is empty.

use alloc::string::{String, ToString};

use crate::catalog::{Context, IsaVersion, Target};
use crate::syntax::ask;

/// The prefix of a request: no other message to a worker has it.
const MARK: &str = "\0?\0";

/// The reading of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The statement with its values.
    pub statement: String,
    /// The version and target that have it.
    pub context: Context,
    /// The reading as a sentence; code between back quotes.
    pub sentence: String,
}

/// Asks how a text is read.
#[must_use]
pub fn request(text: &str, context: &Context) -> String {
    [MARK, &*place(context), "\n", text].concat()
}

/// The reply to a message; `None` if it is not a request.
#[must_use]
pub fn reply(message: &str) -> Option<String> {
    // A worker is also sent how much it may do, which a question ignores.
    let (_, request) = message.split_once(MARK)?;
    let (runs_on, text) = request.split_once('\n')?;
    let answer = ask::statement(text, &context(runs_on)?);
    Some(answer.map_or_else(String::new, |answer| {
        [&*answer.statement, "\n", &place(&answer.context), "\n", &answer.reading].concat()
    }))
}

impl Reading {
    /// Reads a reply; `None` if the text was not a question.
    #[must_use]
    pub fn parse(reply: &str) -> Option<Self> {
        let (statement, rest) = reply.split_once('\n')?;
        let (place, sentence) = rest.split_once('\n')?;
        let context = context(place)?;
        Some(Self { statement: statement.into(), context, sentence: sentence.into() })
    }
}

fn place(context: &Context) -> String {
    [context.target.name, " ", &*context.isa.to_string()].concat()
}

fn context(place: &str) -> Option<Context> {
    let (target, version) = place.split_once(' ')?;
    Some(Context { isa: IsaVersion::parse(version)?, target: Target::parse(target)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::LATEST_ISA;

    #[test]
    fn a_reply_says_how_a_question_is_read() {
        let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
        let asked = |text| Reading::parse(&reply(&request(text, &context)).unwrap());
        let answer = ask::statement("0.1 + 0.2 in bf16", &context).unwrap();
        let reading = asked("0.1 + 0.2\nin bf16").unwrap();
        assert_eq!(reading.statement, answer.statement);
        assert_eq!((reading.context, reading.sentence), (answer.context, answer.reading));
        assert_eq!(asked("hello"), None);
        for message in ["", "0\0\0v1/\0v1/", "\0?\0", "\0?\0sm_90\n1/0", "\0?\0sm_90 9.9.9\n1/0"] {
            assert_eq!(reply(message), None, "{message:?}");
        }
    }
}
