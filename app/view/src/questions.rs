//! Questions of the page to a worker, which has the tables and the searches that the page starts
//! without.

use ptxfp::catalog::{Context, spelled};
use ptxfp::internals::observed::ObservedText;
use ptxfp::internals::tasks::search::{Answer, Comparison, Searches};
use ptxfp::internals::typed::{self, Typed};
use ptxfp::syntax::ask::{Means, Reading};
use serde::{Deserialize, Serialize};

use crate::reply::{ReadingView, ReplyView, reply};

/// A question to a worker.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Request {
    /// The reading of a text, whatever it is.
    Read(String, Context),
    /// The observed result of an instruction, by its spelling, for registers.
    Observe(String, Context, Vec<u64>),
    /// The comparison of two subjects.
    Compare(Comparison),
}

/// A question in other words that is one statement.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Asked {
    /// The statement with its values.
    pub statement: String,
    /// The version and target that have it.
    pub context: Context,
    /// The lane of the number that it asks for, if the instruction returns two.
    pub lane: Option<u8>,
    /// How it was read.
    pub reading: ReadingView,
}

impl Asked {
    /// A question as it was read; `None` if it is not one statement.
    fn of(reading: &Reading) -> Option<Self> {
        let Means::Statement(statement) = &reading.means else { return None };
        Some(Self {
            statement: statement.clone(),
            context: reading.context,
            lane: reading.lane,
            reading: ReadingView::of(reading),
        })
    }
}

/// The reading of a text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Read {
    /// A statement of PTX, legal or not: the page answers it itself.
    Statement,
    /// A question in other words that is one statement.
    Question(Asked),
    /// Any other text, with its answer.
    Reply(Box<ReplyView>),
}

/// The answer to a [`Request`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Response {
    /// The reading.
    Read(Read),
    /// The observed result, if one is known.
    Observed(Option<ObservedText>),
    /// The outcome, or why the two cannot be compared.
    Compared(Result<Box<Answer>, String>),
}

/// The state of the worker: the searches that it has begun.
#[derive(Clone, Debug, Default)]
pub struct Answerer {
    searches: Searches,
}

impl Answerer {
    /// Answers a question; a search tries at most so many more operands.
    pub fn answer(&mut self, request: &Request, budget: u64) -> Response {
        match request {
            Request::Read(text, context) => Response::Read(read(text, context)),
            Request::Observe(spelling, context, registers) => {
                let mut all = spelled(spelling).into_iter();
                Response::Observed(all.find_map(|it| ObservedText::of(&it, context, registers)))
            }
            Request::Compare(question) => {
                Response::Compared(self.searches.answer(question, budget).map(Box::new))
            }
        }
    }
}

/// Reads a text.
fn read(text: &str, context: &Context) -> Read {
    let typed = typed::read(text, context);
    if let Some(Typed::Question(answered) | Typed::Code(answered)) = &typed
        && let Some(asked) = Asked::of(&answered.reading)
    {
        return Read::Question(asked);
    }
    match reply(text, context, typed.as_ref()) {
        Some(reply) => Read::Reply(Box::new(reply)),
        None => Read::Statement,
    }
}

#[cfg(test)]
mod tests {
    use ptxfp::catalog::{LATEST_ISA, Target};
    use ptxfp::explore::difference::By;
    use ptxfp::internals::messages::{decode, encode};
    use ptxfp::internals::tasks::search::Compared;

    use super::*;

    fn context() -> Context {
        Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() }
    }

    /// A message after encoding and decoding.
    fn sent<M: Serialize + for<'m> Deserialize<'m>>(message: &M) -> M {
        decode(&encode(message).unwrap()).unwrap()
    }

    fn ask(request: &Request, budget: u64) -> Response {
        assert_eq!(sent(request), *request);
        let response = Answerer::default().answer(request, budget);
        assert_eq!(sent(&response), response);
        response
    }

    #[test]
    fn a_text_is_read_on_the_other_side() {
        let read = |text: &str| ask(&Request::Read(text.into(), context()), 0);
        for text in
            ["expf(1)", "sinf(1)", "0.1 + 0.2 == 0.3", "0x7e in e4m3", "#formats/e4m3", "hello"]
        {
            assert!(matches!(read(text), Response::Read(Read::Reply(_))), "{text}");
        }
        let sum = read("0.1 + 0.2\nin bf16");
        assert!(matches!(sum, Response::Read(Read::Question(_))), "{sum:?}");
        assert_eq!(read("add.f31 1, 2"), Response::Read(Read::Statement));
    }

    #[test]
    fn what_was_observed_comes_with_its_steps() {
        let observe = |spelling: &str, registers: &[u64]| match ask(
            &Request::Observe(spelling.into(), context(), registers.to_vec()),
            0,
        ) {
            Response::Observed(observed) => observed,
            Response::Read(_) | Response::Compared(_) => panic!("another answer"),
        };
        let observed = observe("div.full.f32", &[0x4096_0000, 0x3f70_0000]).unwrap();
        assert_eq!((observed.bits, observed.steps(0).count()), (0x40a0_0001, 2));
        assert_eq!(observe("rcp.rn.f64", &[0]), None);
        assert_eq!(observe("rcp.approx.f32", &[]), None);
        assert_eq!(observe("add.f31", &[0, 0]), None);
    }

    #[test]
    fn a_comparison_is_answered_or_refused() {
        let compare = |a: &str, b: &str| {
            let subjects = [a, b].map(|text| Compared::Program(text.into(), context()));
            let question = Comparison { by: By::Reference, subjects, registers: vec![1, 2] };
            ask(&Request::Compare(question), 1000)
        };
        let Response::Compared(Ok(answer)) = compare("add.f32 d, a, b", "sub.f32 d, a, b") else {
            panic!()
        };
        assert!(answer.found.is_some());
        assert!(matches!(compare("add.f32 d, a, b", "bra L"), Response::Compared(Err(_))));
    }
}
