//! The question that the page opens with.

use ptxfp::catalog::Context;
use ptxfp::internals::quote::code;
use ptxfp::syntax::ask::Note;

use crate::questions::Asked;
use crate::reply::ReadingView;

/// The words of a first visit, which stay until the page is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Introduction {
    /// It is no first visit.
    None,
    /// Nothing but the question that the page opens with was asked.
    Unused,
    /// Something else was asked, so that the next visit is not the first.
    Used,
}

/// The question that the page opens with.
pub(super) const OPENING: &str = "0.1 + 0.2";

/// The statement that it is read as.
pub(super) const OPENING_STATEMENT: &str = "add.rn.f32 0.1, 0.2";

/// How it is read, as the worker reads it, which so need not start.
pub(super) fn asked(context: Context) -> Asked {
    let note = Note {
        text: String::from("no format is named, so it is f32"),
        instead: ["f16", "bf16", "f64"].map(|format| [OPENING, " in ", format].concat()).into(),
    };
    let what = ["Read as ", &*code(OPENING_STATEMENT)].concat();
    let reading = ReadingView { what, notes: vec![note] };
    Asked { statement: String::from(OPENING_STATEMENT), context, lane: None, reading }
}

#[cfg(test)]
mod tests {
    use ptxfp::link::State;

    use super::{OPENING, asked};
    use crate::questions::{Answerer, Read, Request, Response};
    use crate::reply::kinds::KINDS;

    #[test]
    fn the_question_of_the_opening_is_read_as_any_other() {
        let context = State::default().context;
        let request = Request::Read(String::from(OPENING), context);
        let answer = Answerer::default().answer(&request, 0);
        assert_eq!(answer, Response::Read(Read::Question(asked(context))));
    }

    #[test]
    fn the_example_of_each_kind_has_its_answer() {
        let context = State::default().context;
        for kind in KINDS {
            let request = Request::Read(String::from(kind.text), context);
            let answer = Answerer::default().answer(&request, 0);
            let is_reply = matches!(&answer, Response::Read(Read::Reply(reply)) if !reply.sentence.contains("Not understood"));
            let is_expected = match kind.name {
                "PTX" => matches!(answer, Response::Read(Read::Statement)),
                "A calculation" => matches!(answer, Response::Read(Read::Question(_))),
                _ => is_reply,
            };
            assert!(is_expected, "{}: {answer:?}", kind.name);
        }
    }
}
