//! Statements as typed, and the target and version that they run on.

use core::ops::Range;
use std::sync::Arc;

use ptxfp::catalog::{Context, IsaVersion, Target};
use ptxfp::explore::sequence::kernel::{Kernel, Settings, is_kernel};
use ptxfp::explore::sequence::{Action, ContextDirectives, Register, Sequence};

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
    /// The function of a kernel that runs, if one is chosen.
    pub function: Option<String>,
    /// One thread of them, if they are a kernel; see `trace`.
    pub thread: Option<Arc<Kernel>>,
    /// The registers that are read before they are written; those of a kernel are named as
    /// [`Kernel::input_name`] says.
    pub inputs: Vec<Register>,
    /// The statements as straight code.
    straight: Sequence,
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
        let straight = Sequence::new(text, &context);
        let inputs = straight.input_registers().cloned().collect();
        Self { text: text.to_owned(), context, function: None, thread: None, inputs, straight }
    }

    /// The statements, resolved; those of a kernel as they run.
    pub fn sequence(&self) -> &Sequence {
        self.thread.as_ref().map_or(&self.straight, |thread| thread.sequence())
    }

    /// The text that places of statements are of.
    pub fn source(&self) -> &str {
        self.thread.as_ref().map_or(&self.text, |thread| thread.text())
    }

    /// Runs a thread, if the text is a kernel. `values` are the names and texts of its inputs; if one of
    /// them no longer fits, `of` has those for the inputs that there are.
    pub(super) fn trace(
        &mut self,
        values: Vec<(String, String)>,
        of: impl Fn(&[Register]) -> Vec<(String, String)>,
    ) {
        self.thread = None;
        if !is_kernel(&self.text) {
            return;
        }
        let run = |function: Option<&String>, values| {
            let settings = Settings::filled(function.cloned(), values);
            Kernel::new(&self.text, &self.context, &settings).ok()
        };
        let function = self.function.as_ref();
        let first = run(function, values);
        // A value may be of another type than its input now has, and a function may be gone.
        let plain = || run(function, Vec::new()).or_else(|| run(None, Vec::new()));
        let thread = first.or_else(|| {
            let plain = plain()?;
            run(function, of(&named(&plain))).or(Some(plain))
        });
        self.inputs = match &thread {
            Some(thread) => named(thread),
            None => self.straight.input_registers().cloned().collect(),
        };
        self.thread = thread.map(Arc::new);
    }

    /// The number of statements shown: all but declarations; of a kernel, those that run.
    pub fn count(&self) -> usize {
        if let Some(thread) = &self.thread {
            return thread.steps().len();
        }
        let all = self.sequence().statements().iter();
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
        *self = Self { function: self.function.take(), ..Self::new(&self.text, self.context) };
    }

    fn fix(&mut self, head: &Range<usize>, action: FixAction) {
        match action {
            FixAction::Instruction(text) | FixAction::Text(text) | FixAction::Spelling(text) => {
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

/// The inputs of a thread by their names.
fn named(thread: &Kernel) -> Vec<Register> {
    let inputs = thread.sequence().inputs().iter();
    let named = inputs.filter_map(|index| {
        let name = thread.input_name(*index);
        Some(Register { name, ..thread.sequence().register(*index)?.clone() })
    });
    named.collect()
}
