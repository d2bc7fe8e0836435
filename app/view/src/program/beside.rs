//! The sequence that the first one is compared with.

use ptxfp::explore::difference::{By, matched};
use ptxfp::internals::job::question::statements;
use ptxfp::link;

use crate::program::code::Code;
use crate::search::Search;

/// A change of the comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// There is one from now on: the same statements, to be changed.
    Begin,
    /// There is none any more.
    End,
    /// Each takes the place of the other.
    Swap,
    /// Something else is compared.
    By(By),
    /// A difference is looked for.
    Search,
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
    /// What is compared.
    pub by: By,
    /// The search for operands on which they differ, where they can be compared.
    pub search: Option<Search>,
}

impl Beside {
    /// A sequence of which nothing is known yet.
    pub fn new(code: Code) -> Self {
        Self { code, order: Err(String::new()), by: By::default(), search: None }
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
        let old = self.search.take();
        if self.order.is_ok() {
            let [a, b] = [first, &self.code].map(|code| statements(&code.text, &code.context));
            let new = Search::new([&a, &b], self.by);
            let mut search = old.filter(|old| old.is_of(&new)).unwrap_or(new);
            search.follow(registers);
            self.search = Some(search);
        }
    }

    /// Its inputs where those are the inputs of the first sequence.
    pub fn inputs(&self, registers: &[u64]) -> Vec<u64> {
        let order = self.order.as_deref().unwrap_or_default();
        order.iter().map(|place| registers.get(*place).copied().unwrap_or(0)).collect()
    }
}
