//! A question and how it is read, as text: the page asks a worker.
//!
//! ```text
//! request = NUL "?" NUL target " " version LF question
//! reply   = kind LF target " " version LF sentence LF text
//! kind    = "statement" | "program" | "nothing"
//! ```
//!
//! The reply to anything but a question is empty.

use alloc::string::{String, ToString};

use super::read;
pub use super::{Kind, Reading};
use crate::catalog::{Context, IsaVersion, Target};

/// The prefix of a request: no other message to a worker has it.
const MARK: &str = "\0?\0";

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
    let reading = read(text, &context(runs_on)?);
    Some(reading.map_or_else(String::new, |reading| {
        let Reading { kind, text, context, sentence } = &reading;
        [kind.name(), "\n", &place(context), "\n", sentence, "\n", text].concat()
    }))
}

impl Kind {
    const ALL: [Self; 3] = [Self::Statement, Self::Program, Self::Nothing];

    const fn name(self) -> &'static str {
        match self {
            Self::Statement => "statement",
            Self::Program => "program",
            Self::Nothing => "nothing",
        }
    }
}

impl Reading {
    /// Reads a reply; `None` if the text was not a question.
    #[must_use]
    pub fn parse(reply: &str) -> Option<Self> {
        let mut parts = reply.splitn(4, '\n');
        let name = parts.next()?;
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name)?;
        let context = context(parts.next()?)?;
        let (sentence, text) = (parts.next()?.into(), parts.next()?.into());
        Some(Self { kind, text, context, sentence })
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
        for question in ["0.1 + 0.2\nin bf16", "expf(1)", "sinf(1)"] {
            assert_eq!(asked(question), read(question, &context), "{question}");
            assert!(asked(question).is_some(), "{question}");
        }
        assert_eq!(asked("hello"), None);
        for message in ["", "0\0\0v1/\0v1/", "\0?\0", "\0?\0sm_90\n1/0", "\0?\0sm_90 9.9.9\n1/0"] {
            assert_eq!(reply(message), None, "{message:?}");
        }
    }
}
