//! Messages between the page and its workers: their types, and one encoding for both directions.
//!
//! A worker for long work takes [`Order`]s, and returns [`Done`] for each [`Order::Run`]. The page itself
//! defines its questions to the other worker.

use alloc::vec::Vec;
use core::ops::Range;

use serde::{Deserialize, Serialize};

use crate::tasks::{Job, Task};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Context;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    /// A message after encoding and decoding.
    fn sent<M: Serialize + for<'m> Deserialize<'m>>(message: &M) -> M {
        decode(&encode(message).unwrap()).unwrap()
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
            assert_eq!(decode::<Order>(bytes), Err(Unreadable), "{bytes:?}");
        }
        // A target that this version does not know.
        let bytes = encode(&("sm_1", 9_u8, 5_u8)).unwrap();
        assert_eq!(decode::<Context>(&bytes), Err(Unreadable));
    }
}
