//! The sequence compared with the first one.

use ptxfp::explore::difference::{By, matched};
use ptxfp::internals::tasks::search::Compared;
use ptxfp::link;

use crate::program::code::Code;
use crate::search::Search;

/// A change to the comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// A comparison begins, with a copy of the statements.
    Begin,
    /// The comparison ends.
    End,
    /// The two are swapped.
    Swap,
    /// Another property is compared.
    By(By),
    /// A search for a difference begins.
    Search,
    /// The search stops.
    Stop,
    /// The operands found are loaded.
    Load,
}

/// The other sequence, and its comparison with the first.
#[derive(Clone, Debug)]
pub struct Beside {
    /// Its statements.
    pub code: Code,
    /// For each of its inputs, the matching input of the first sequence; or the reason why there is
    /// no comparison, which is empty if statements have errors.
    pub order: Result<Vec<usize>, String>,
    /// The property that is compared.
    pub by: By,
    /// The search for operands on which they differ, if they can be compared.
    pub search: Option<Search>,
}

impl Beside {
    /// A sequence that is not yet compared.
    pub fn new(code: Code) -> Self {
        Self { code, order: Err(String::new()), by: By::default(), search: None }
    }

    /// The statements as held by a link.
    pub fn linked(&self) -> link::Other {
        link::Other::new(&self.code.text, self.code.context)
    }

    /// Follows the first sequence and its inputs.
    pub fn follow(&mut self, first: &Code, registers: &[u64]) {
        let (a, b) = (first.sequence(), self.code.sequence());
        self.order = if first.thread.is_some() {
            Err(String::from(
                "a kernel runs other statements for other inputs, so it is not compared",
            ))
        } else if a.is_complete() && b.is_complete() {
            matched(a, b).map_err(|mismatch| mismatch.message)
        } else {
            Err(String::new())
        };
        let old = self.search.take();
        if self.order.is_ok() {
            let both = [first, &self.code];
            let both = both.map(|code| Compared::Program(code.text.clone(), code.context));
            let new = Search::new(both, self.by);
            let mut search = old.filter(|old| old.is_of(&new)).unwrap_or(new);
            search.follow(registers);
            self.search = Some(search);
        }
    }

    /// Its inputs, taken from those of the first sequence.
    pub fn inputs(&self, registers: &[u64]) -> Vec<u64> {
        let order = self.order.as_deref().unwrap_or_default();
        order.iter().map(|place| registers.get(*place).copied().unwrap_or(0)).collect()
    }
}
