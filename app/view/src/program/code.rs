//! Statements as typed, and the target and version that they run on.

use core::ops::Range;

use ptxfp::catalog::{Context, IsaVersion, Target};
use ptxfp::explore::sequence::{Action, ContextDirectives, Sequence};

use crate::playground::instruction::FixAction;

/// One of two sequences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The one that is always shown.
    First,
    /// The one that it is compared with.
    Other,
}

/// Statements.
#[derive(Clone, Debug)]
pub struct Code {
    /// The statements as typed, with their comments.
    pub text: String,
    /// The target and version that they run on.
    pub context: Context,
    /// The statements, resolved.
    pub sequence: Sequence,
}

/// A change to statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// The text is edited.
    Type(String),
    /// A target is chosen.
    Target(String),
    /// A version of the ISA is chosen.
    Isa(String),
    /// A fix is applied: a replacement of these bytes, or another target or version.
    Fix(Range<usize>, FixAction),
}

impl Code {
    /// Statements with their target and version.
    pub fn new(text: &str, context: Context) -> Self {
        let sequence = Sequence::new(text, &context);
        Self { text: text.to_owned(), context, sequence }
    }

    /// The number of statements shown: all but declarations.
    pub fn count(&self) -> usize {
        let all = self.sequence.statements().iter();
        all.filter(|statement| !matches!(statement.action, Action::Declaration)).count()
    }

    /// Makes a change.
    pub fn apply(&mut self, change: Change) {
        match change {
            Change::Type(text) => {
                self.context = ContextDirectives::of(&text).context(self.context);
                self.text = text;
            }
            Change::Target(name) => self.place(Some(&name), None),
            Change::Isa(name) => self.place(None, Some(&name)),
            Change::Fix(head, action) => self.fix(&head, action),
        }
        self.sequence = Sequence::new(&self.text, &self.context);
    }

    fn fix(&mut self, head: &Range<usize>, action: FixAction) {
        match action {
            FixAction::Instruction(text) | FixAction::Spelling(text) => {
                // The operands are kept: in a program they are registers.
                let spelling = text.split(' ').next().unwrap_or_default();
                let (before, after) = (self.text.get(..head.start), self.text.get(head.end..));
                if let (Some(before), Some(after)) = (before, after) {
                    self.text = [before, spelling, after].concat();
                }
            }
            FixAction::Target(target) => self.place(Some(&target), None),
            FixAction::Isa(isa) => self.place(None, Some(&isa)),
            FixAction::Context { target, isa, .. } => self.place(Some(&target), Some(&isa)),
        }
    }

    /// Sets target and version, where given, and updates the directives in the text.
    fn place(&mut self, target: Option<&str>, isa: Option<&str>) {
        let Context { target: old_target, isa: old_isa } = self.context;
        self.context = Context {
            target: target.and_then(Target::parse).unwrap_or(old_target),
            isa: isa.and_then(IsaVersion::parse).unwrap_or(old_isa),
        };
        let stated = ContextDirectives::of(&self.text);
        let isa = stated.isa.map(|(span, _)| (span, self.context.isa.to_string()));
        let target = stated.target.map(|(span, _)| (span, self.context.target.name.to_owned()));
        let mut both: Vec<_> = [isa, target].into_iter().flatten().collect();
        // The later one first, so that the other keeps its position.
        both.sort_by_key(|(span, _)| core::cmp::Reverse(span.start));
        for (span, name) in both {
            self.text.replace_range(span, &name);
        }
    }
}
