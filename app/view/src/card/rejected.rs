//! The contents of the card of a statement that is rejected.

use ptxfp::internals::quote::one_line;
use ptxfp::internals::typed::is_statement;
use ptxfp::link::Rejected;

use crate::card::view::place;
use crate::playground::instruction::SectionView;
use crate::playground::statement::diagnostic;

/// The card of a statement that is rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RejectedView {
    /// The statement.
    pub statement: String,
    /// The target, and the version of the ISA where it is not the usual one.
    pub place: String,
    /// The first reason, a sentence; code is between back quotes.
    pub reason: String,
    /// The section with the rule.
    pub section: Option<SectionView>,
    /// The fixes, each with the label of its button in the playground.
    pub fixes: Vec<String>,
    /// All of it, to be said.
    pub spoken: String,
}

impl RejectedView {
    /// Returns the card of a statement.
    pub(super) fn new(rejected: &Rejected) -> Self {
        let first = rejected.diagnostics().first().map(diagnostic);
        let (reason, section, fixes) = match first {
            _ if !is_statement(rejected.statement()) => {
                (String::from("A question: the playground has its answer."), None, Vec::new())
            }
            Some(first) => (first.message, first.section, first.fixes),
            None => (String::new(), None, Vec::new()),
        };
        let target = rejected.context.target.name;
        Self {
            statement: one_line(rejected.statement().into()),
            place: place(&rejected.context),
            spoken: if is_statement(rejected.statement()) {
                ["Rejected on ", target, ": ", &reason.replace('`', "")].concat()
            } else {
                reason.clone()
            },
            reason,
            section,
            fixes: fixes.into_iter().map(|fix| fix.label).collect(),
        }
    }
}
