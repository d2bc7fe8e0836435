//! Texts that are no statement: a worker reads them. Until it has answered, what was shown before
//! stays.

use ptxfp::internals::quote::unquoted;
use ptxfp::internals::typed::is_statement;

use crate::background::{Question, Reply};
use crate::playground::instruction::InstructionView;
use crate::playground::model::Model;
use crate::playground::statement::{self, Analysis};
use crate::questions::{Asked, Read, Request, Response};

/// The answer of a worker about a text.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Known {
    /// The question.
    request: Request,
    /// The reading; `None` if the worker failed.
    read: Option<Read>,
}

impl Model {
    /// Returns the question for a worker about the text, until it has been answered.
    pub(in crate::playground) fn wanted(&self) -> Option<Question> {
        let may_be = self.analysis.is_from_link || self.analysis.may_be_question(&self.statement);
        let request = may_be.then(|| self.request())?;
        let is_known = self.known.as_ref().is_some_and(|known| known.request == request);
        (!is_known).then(|| Question::new(request))
    }

    /// Whether a worker is reading the text, which is no statement of PTX.
    pub(in crate::playground) fn is_asking(&self) -> bool {
        self.wanted().is_some() && !self.is_meant_as_statement()
    }

    /// The text with what is wrong in it. A text that is not meant as a statement of PTX is not judged
    /// while a worker reads it, or while words are suggested for it.
    pub(in crate::playground) fn judged(&self) -> InstructionView {
        let is_open = self.is_asking() || self.picker.is_some() && !self.is_meant_as_statement();
        if self.analysis.instruction.is_none() && is_open {
            return statement::no_statement(&self.statement);
        }
        self.analysis.view.clone()
    }

    fn is_meant_as_statement(&self) -> bool {
        is_statement(&unquoted(&self.statement))
    }

    /// The lane of the number that the question in the line asks for, if its instruction returns two.
    pub(in crate::playground) fn asked_lane(&self) -> Option<u8> {
        self.analysis.question.as_ref()?.lane
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

    /// Takes an answer: the text is now read this way.
    fn read_as(&mut self, reply: Reply) {
        let read = match reply.answer {
            Ok(Response::Read(read)) => Some(read),
            Ok(Response::Observed(_) | Response::Compared(_)) | Err(_) => None,
        };
        self.known = Some(Known { request: reply.question.request, read });
        self.recall();
        if self.analysis.question.is_some() {
            self.take_over();
            if !self.is_typing() {
                self.settle();
            }
        }
    }

    /// Reads the text as the last answer says, if that is about it.
    pub(super) fn recall(&mut self) {
        let may_be = self.analysis.is_from_link || self.analysis.may_be_question(&self.statement);
        let request = self.request();
        let known = self.known.as_ref().filter(|known| may_be && known.request == request);
        let Some(Known { read, .. }) = known.cloned() else { return };
        match read {
            Some(Read::Question(asked)) if self.analysis.is_from_link => self.confirm(Some(asked)),
            Some(_) if self.analysis.is_from_link => self.confirm(None),
            Some(Read::Question(asked)) => {
                if let Some(found) = statement::question(&self.statement, asked) {
                    self.analysis = found;
                }
            }
            Some(Read::Reply(reply)) => {
                // While words are suggested, the text is unfinished.
                if let Some(picker) = self.picker.take() {
                    self.picker = Some(picker.with_found(&reply));
                    return;
                }
                self.analysis = Analysis::replied(&self.statement, *reply);
            }
            // A reply to an earlier text is none to this one.
            Some(Read::Statement) | None => self.analysis.reply = None,
        }
    }

    /// Compares the reading of a question with the state that its link has: that counts if they are
    /// not the same any more.
    fn confirm(&mut self, asked: Option<Asked>) {
        let line = self.present_line();
        let found = asked.and_then(|it| statement::question(&self.statement, it));
        match found.filter(|found| found.instruction == Some(self.instruction)) {
            Some(found) if self.is_as_asked(found.question.as_ref()) => self.analysis = found,
            Some(_) | None => self.write(line),
        }
    }
}
