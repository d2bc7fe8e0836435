//! The sequence that the first one is compared with.

use ptxfp::explore::difference::matched;
use ptxfp::explore::question::statements;
use ptxfp::link;

use crate::hunt::Hunt;
use crate::program::code::Code;

/// A change of the comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// There is one from now on: the same statements, to be changed.
    Begin,
    /// There is none any more.
    End,
    /// Each takes the place of the other.
    Swap,
    /// A difference is looked for.
    Hunt,
    /// It is not looked for any more.
    Stop,
    /// The operands that were found are loaded.
    Load,
}

/// The other sequence, and what is known of both.
#[derive(Clone, Debug)]
pub struct Beside {
    /// Its statements.
    pub code: Code,
    /// For each of its inputs, which of the first sequence's it is; or why there is no comparison,
    /// which is not said where statements are wrong.
    pub order: Result<Vec<usize>, String>,
    /// The search for operands on which they differ, where they can be compared.
    pub hunt: Option<Hunt>,
}

impl Beside {
    /// A sequence of which nothing is known yet.
    pub fn new(code: Code) -> Self {
        Self { code, order: Err(String::new()), hunt: None }
    }

    /// The statements as a link has them.
    pub fn linked(&self) -> link::Other {
        link::Other::new(&self.code.text, self.code.context)
    }

    /// Follows the first sequence and its inputs.
    pub fn follow(&mut self, first: &Code, registers: &[u64]) {
        let (a, b) = (&first.sequence, &self.code.sequence);
        self.order = if a.is_complete() && b.is_complete() {
            matched(a, b).map_err(|mismatch| mismatch.message)
        } else {
            Err(String::new())
        };
        let old = self.hunt.take();
        if self.order.is_ok() {
            let [a, b] = [first, &self.code].map(|code| statements(&code.text, &code.context));
            let new = Hunt::new([&a, &b]);
            let mut hunt = old.filter(|old| old.is_of(&new)).unwrap_or(new);
            hunt.follow(registers);
            self.hunt = Some(hunt);
        }
    }

    /// Its inputs where those are the inputs of the first sequence.
    pub fn inputs(&self, registers: &[u64]) -> Vec<u64> {
        let order = self.order.as_deref().unwrap_or_default();
        order.iter().map(|place| registers.get(*place).copied().unwrap_or(0)).collect()
    }
}
