//! Messages to and from the workers that evaluate and search in the background.

/// A [question](ptxfp::internals::job::question) to the worker that searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The question, without its budget.
    pub text: String,
    /// Whether the search continues; otherwise only the known results are requested.
    pub is_search: bool,
}

/// The reply to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The question.
    pub question: Question,
    /// The answer, or the reason why there is none.
    pub answer: Result<String, &'static str>,
}

/// Progress of a [job](ptxfp::internals::job) since the last report.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The job.
    pub job: String,
    /// The number of its indices that have been done, in all.
    pub done: u64,
    /// The time it has taken, in milliseconds.
    pub time: u64,
    /// The results, as the workers sent them.
    pub words: Vec<Vec<u64>>,
    /// The reason why work stopped.
    pub failure: Option<&'static str>,
}
