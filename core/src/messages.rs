//! Messages between the page and its workers: their types, and one encoding for both directions.
//!
//! A worker for questions takes a [`Request`] and returns a [`Response`]; a worker for long work takes
//! [`Order`]s, and returns [`Done`] for each [`Order::Run`].

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::catalog::{Context, IsaVersion, Target, spelled};
use crate::observed::message::ObservedText;
use crate::tasks::search::{Answer, Comparison, Searches};
use crate::tasks::{Job, Task};
use crate::typed::{self, Typed};

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

/// The answer to a [`Request`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Response {
    /// The reading; `None` if the text is nothing that has an answer.
    Read(Option<Typed>),
    /// The observed result, if one is known.
    Observed(Option<ObservedText>),
    /// The outcome, or why the two cannot be compared.
    Compared(Result<Box<Answer>, String>),
}

/// A message to a worker that does long work.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Order {
    /// A task with a number replaces the one before.
    Begin(u64, Task),
    /// Some indices of the task with a number.
    Run(u64, Range<u64>),
}

/// The outcome of [`Order::Run`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Done {
    /// The number of the task.
    pub number: u64,
    /// The [words](Job::take_words); `None` if the worker has another task, or cannot do this one.
    pub words: Option<Vec<u64>>,
}

/// A message that cannot be read: the two sides are of different versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable;

/// Encodes a message.
///
/// # Errors
///
/// Never for the messages of this module.
pub fn encode<M: Serialize>(message: &M) -> Result<Vec<u8>, Unreadable> {
    postcard::to_allocvec(message).map_err(|_| Unreadable)
}

/// Decodes a message.
///
/// # Errors
///
/// Bytes that are not such a message.
pub fn decode<'m, M: Deserialize<'m>>(bytes: &'m [u8]) -> Result<M, Unreadable> {
    postcard::from_bytes(bytes).map_err(|_| Unreadable)
}

/// The state of a worker for questions: the searches that it has begun.
#[derive(Clone, Debug, Default)]
pub struct Answerer {
    searches: Searches,
}

impl Answerer {
    /// Answers a question; a search tries at most so many more operands.
    pub fn answer(&mut self, request: &Request, budget: u64) -> Response {
        match request {
            Request::Read(text, context) => Response::Read(typed::read(text, context)),
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

/// The state of a worker for long work.
#[derive(Clone, Debug, Default)]
pub struct Runner {
    present: Option<(u64, Job)>,
}

impl Runner {
    /// Carries out an order, in batches where those are faster.
    pub fn carry_out(&mut self, order: Order) -> Option<Done> {
        match order {
            Order::Begin(number, task) => {
                self.present = Job::begin(&task).map(|job| (number, job));
                None
            }
            Order::Run(number, indices) => {
                let present = self.present.as_mut().filter(|(present, _)| *present == number);
                let words = present.map(|(_, job)| {
                    job.run_many(indices);
                    job.take_words()
                });
                Some(Done { number, words })
            }
        }
    }
}

impl Serialize for Context {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let IsaVersion { major, minor } = self.isa;
        (self.target.name, major, minor).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Context {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (target, major, minor) = <(&str, u8, u8)>::deserialize(deserializer)?;
        let target = Target::parse(target).ok_or_else(|| D::Error::custom("a target"))?;
        Ok(Self { isa: IsaVersion { major, minor }, target })
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::catalog::LATEST_ISA;
    use crate::explore::difference::By;
    use crate::tasks::search::Compared;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

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
    fn a_question_is_read_on_the_other_side() {
        for question in [
            "0.1 + 0.2\nin bf16",
            "expf(1)",
            "sinf(1)",
            "0.1 + 0.2 == 0.3",
            "0x7e in e4m3",
            "0.1 in hex",
            "asm(\"abs.f32 %0, %1;\" : \"=f\"(d) : \"f\"(a));",
            "#formats/e4m3",
            "Rounding modifier required for instruction 'div'",
            "add.f31 1, 2",
        ] {
            let Response::Read(Some(reading)) = ask(&Request::Read(question.into(), context()), 0)
            else {
                panic!("{question}")
            };
            assert_eq!(Some(reading), typed::read(question, &context()));
        }
        assert_eq!(ask(&Request::Read("hello".into(), context()), 0), Response::Read(None));
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
        assert_eq!((observed.bits, observed.steps().count()), (0x40a0_0001, 2));
        assert_eq!(observe("tanh.approx.f32", &[0]), None);
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

    #[test]
    fn work_is_done_for_its_task_only() {
        let task = Task::Sweep {
            link: "v1/abs.f16@sm_90?a=0x0000".into(),
            place: (0, 0),
            domain: "all".into(),
            columns: 10,
            measured: crate::tasks::Measured::References,
        };
        let mut runner = Runner::default();
        let mut order = |order: Order| runner.carry_out(sent(&order));
        assert_eq!(order(Order::Run(1, 0..9)), Some(Done { number: 1, words: None }));
        assert_eq!(order(Order::Begin(1, task)), None);
        let done = order(Order::Run(1, 0..9)).unwrap();
        assert!(done.words.is_some());
        assert_eq!(sent(&done), done);
        assert_eq!(order(Order::Run(2, 0..9)).unwrap().words, None);
    }

    #[test]
    fn other_bytes_are_no_message() {
        for bytes in [&[][..], &[9], &[0, 255], &[0, 1, b'x', 9]] {
            assert_eq!(decode::<Request>(bytes), Err(Unreadable), "{bytes:?}");
        }
        // A target that this version does not know.
        let bytes = encode(&(0_u8, "1/0", ("sm_1", 9_u8, 5_u8))).unwrap();
        assert_eq!(decode::<Request>(&bytes), Err(Unreadable));
    }
}
