//! The question that the page opens with, and an example of each kind of text that has an answer.

use ptxfp::catalog::Context;
use ptxfp::syntax::ask::{Note, Reading};

/// A kind of text, with an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KindView {
    /// Its name.
    pub name: &'static str,
    /// The example.
    pub text: &'static str,
}

/// The question that the page opens with.
pub(super) const OPENING: &str = "0.1 + 0.2";

/// The statement that it is read as.
pub(super) const OPENING_STATEMENT: &str = "add.rn.f32 0.1, 0.2";

/// How it is read, as the worker reads it, which so need not start.
pub(super) fn reading(context: Context) -> Reading {
    let note = Note {
        text: String::from("no format is named, so it is f32"),
        instead: ["f16", "bf16", "f64"].map(|format| [OPENING, " in ", format].concat()).into(),
    };
    Reading::statement(String::from(OPENING_STATEMENT), context, vec![note])
}

/// The kinds of texts, each with an example.
pub(super) const KINDS: [KindView; 5] = [
    KindView { name: "In words", text: "why is max(nan, 1) not NaN?" },
    KindView { name: "A calculation", text: "1/3 in half" },
    KindView { name: "PTX", text: "fma.rn.bf16 0.1, 0.2, 0.3" },
    KindView { name: "Bits", text: "0x7e in e4m3" },
    KindView { name: "Code", text: "expf(1)" },
];

#[cfg(test)]
mod tests {
    use ptxfp::link::State;
    use ptxfp::syntax::ask;

    use super::{KINDS, OPENING, reading};
    use crate::questions::{Answerer, Read, Request, Response};

    #[test]
    fn the_question_of_the_opening_is_read_as_any_other() {
        let context = State::default().context;
        assert_eq!(ask::read(OPENING, &context), Some(reading(context)));
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
