//! Questions in other words: a worker reads them, and until then, the text counts as a statement
//! that is not legal.

use ptxfp::internals::messages::{Request, Response};

use crate::background::{Question, Reply};
use crate::playground::model::Model;
use crate::playground::statement;

impl Model {
    /// Returns the question for a worker about the text, until it has been answered.
    pub(in crate::playground) fn wanted(&self) -> Option<Question> {
        let may_be = self.analysis.may_be_question(&self.statement);
        let request = may_be.then(|| self.request())?;
        let is_known = self.answered.as_ref().is_some_and(|(asked, _)| *asked == request);
        (!is_known).then(|| Question::new(request))
    }

    fn request(&self) -> Request {
        Request::Read(self.statement.clone(), self.context)
    }

    /// Takes an answer of a worker.
    pub(super) fn take_reply(&mut self, reply: Reply) {
        match reply.question.request {
            Request::Observe(..) => self.observe(reply),
            Request::Read(..) | Request::Compare(_) => self.read_as(reply),
        }
    }

    /// Takes an answer: the text is now read this way, and if it was committed, is replaced.
    fn read_as(&mut self, reply: Reply) {
        let typed = match reply.answer {
            Ok(Response::Read(typed)) => typed,
            Ok(Response::Observed(_) | Response::Compared(_)) | Err(_) => None,
        };
        self.answered = Some((reply.question.request, typed));
        self.recall();
        if self.analysis.question.is_some() {
            self.take_over();
            if !self.is_typing {
                self.settle();
            }
        }
    }

    /// Reads the text as the last answer says, if that is about it.
    pub(super) fn recall(&mut self) {
        if !self.analysis.may_be_question(&self.statement) {
            return;
        }
        let request = self.request();
        let answered = self.answered.as_ref().filter(|(asked, _)| *asked == request);
        let typed = answered.and_then(|(_, typed)| typed.clone());
        if let Some(found) = typed.and_then(|it| statement::question(&self.statement, it)) {
            self.analysis = found;
        }
    }
}
