//! The page's requests to its background workers, and their replies.

use crate::questions::{Request, Response};
use ptxfp::internals::tasks::Task;

/// A question to a worker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The question.
    pub request: Request,
    /// Whether a search continues; otherwise only what is known is asked for.
    pub is_search: bool,
}

impl Question {
    /// A question that is no search.
    pub fn new(request: Request) -> Self {
        Self { request, is_search: false }
    }
}

/// The reply to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The question.
    pub question: Question,
    /// The answer, or the reason why there is none.
    pub answer: Result<Response, &'static str>,
}

/// Progress of a task since the last report.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The task.
    pub task: Task,
    /// The number of its indices that have been done, in all.
    pub done: u64,
    /// The time it has taken, in milliseconds.
    pub time: u64,
    /// The results, as the workers sent them.
    pub words: Vec<Vec<u64>>,
    /// The reason why work stopped.
    pub failure: Option<&'static str>,
}
