//! The statement in the line and links: what is rejected has a link too.

use ptxfp::link::{Linked, Rejected, State};
use ptxfp::syntax::read;

use crate::notice::NoticeView;
use crate::playground::drafts::Drafts;
use crate::playground::kept_values::Stash;
use crate::playground::model::{Model, Origin, Seen};

impl Model {
    /// Whether the statement in the line is not legal.
    pub(in crate::playground) fn is_rejected(&self) -> bool {
        let analysis = &self.analysis;
        analysis.question.is_none() && analysis.reply.is_none() && !analysis.is_clean()
    }

    /// Whether there is a result, of the statement or of an earlier one.
    pub(in crate::playground) fn has_result(&self) -> bool {
        self.seen != Seen::Nothing
    }

    /// Whether the statement is being typed.
    pub(in crate::playground) fn is_typing(&self) -> bool {
        self.origin == Origin::Typed
    }

    /// Returns the line as a link: its state, or the statement if it is rejected.
    pub fn linked(&self) -> Linked {
        if !self.is_rejected() && self.analysis.reply.is_none() {
            return Linked::Legal(self.snapshot());
        }
        let mut rejected = Rejected::new(&self.statement, self.context);
        rejected.view.clone_from(&self.view);
        Linked::Rejected(rejected)
    }

    /// Loads a link to a statement that is rejected. If the statement has a result in another
    /// context, that is shown; otherwise the result that was shown before stays.
    pub(in crate::playground) fn load_rejected(
        &mut self,
        rejected: &Rejected,
        notice: Option<NoticeView>,
    ) {
        self.context = rejected.context;
        self.drafts = Drafts::default();
        self.cursors.clear();
        self.focused = None;
        self.picker = None;
        self.lesson = None;
        self.notice = notice;
        self.view.clone_from(&rejected.view);
        self.compared.clear();
        self.sweep = None;
        self.loaded = State::default();
        if self.seen == Seen::Opening {
            self.stash = Stash::default();
            self.seen = Seen::Nothing;
        }
        if let Some(State { instruction, context, registers, .. }) = rejected.elsewhere() {
            (self.instruction, self.legal_context) = (instruction, context);
            for (index, register) in registers.into_iter().enumerate() {
                self.store(index, register);
            }
            self.see();
            self.remember();
        }
        self.write(rejected.statement().to_owned());
    }

    /// Notes that there is a result. If there was none before, the state that the page opened with
    /// was not seen.
    pub(super) fn see(&mut self) {
        if !self.has_result() {
            self.seen = Seen::Result;
            self.settled = self.snapshot();
        }
    }

    /// The registers that a statement which is rejected gives to the last legal instruction, if it is
    /// that instruction and just not legal for the present version and target; `None` for names.
    pub(in crate::playground) fn elsewhere(&self) -> Option<Vec<Option<u64>>> {
        if !self.has_result() || !self.is_rejected() || self.context == self.legal_context {
            return None;
        }
        let (instruction, registers) = read(&self.statement, &self.legal_context).ok()?;
        (instruction == self.instruction).then_some(registers)
    }
}

#[cfg(test)]
mod tests;
