//! The contents of the card of a statement that is rejected.

use ptxfp::internals::quote::one_line;
use ptxfp::internals::typed::is_statement;
use ptxfp::link::Rejected;

use crate::card::view::place;
use crate::playground::instruction::SectionView;
use crate::playground::statement::diagnostic;

/// The card of a statement that is rejected, or of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RejectedView {
    /// The statement.
    pub statement: String,
    /// The target, and the version of the ISA where it is not the usual one.
    pub place: String,
    /// The first reason, or that it is a question: a sentence; code is between back quotes.
    pub reason: String,
    /// The section with the rule.
    pub section: Option<SectionView>,
    /// The fixes, each with the label of its button in the playground.
    pub fixes: Vec<String>,
    /// Whether it is a question in other words, which the card does not answer.
    pub is_question: bool,
    /// All of it, to be said.
    pub spoken: String,
}

impl RejectedView {
    /// Returns the card of a statement.
    pub(super) fn new(rejected: &Rejected) -> Self {
        let is_question = !is_statement(rejected.statement());
        let first = rejected.diagnostics().first().map(diagnostic);
        let (reason, section, fixes) = match first {
            _ if is_question => {
                (String::from("A question: the playground has its answer."), None, Vec::new())
            }
            Some(first) => (first.message, first.section, first.fixes),
            None => (String::new(), None, Vec::new()),
        };
        let target = rejected.context.target.name;
        Self {
            statement: one_line(rejected.statement().into()),
            place: place(&rejected.context),
            is_question,
            spoken: if is_question {
                reason.clone()
            } else {
                ["Rejected on ", target, ": ", &reason.replace('`', "")].concat()
            },
            reason,
            section,
            fixes: fixes.into_iter().map(|fix| fix.label).collect(),
        }
    }
}
