//! Operands whose expressions are of a variable that another operand is.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::{Direction, Reader};

impl Reader<'_> {
    /// Finds the register of the variable that an expression is computed from among the operands that
    /// the same statement reads; that of an earlier statement is [known](Self::join).
    pub(super) fn derive(&mut self) {
        let starts = self.statements.iter().map(|(first, _)| *first);
        let ends = starts.clone().skip(1).chain([self.operands.len()]);
        let ranges: Vec<Range<usize>> = starts.zip(ends).map(|(start, end)| start..end).collect();
        for range in ranges {
            let Some(own) = self.operands.get_mut(range) else { continue };
            let read = own.iter().filter(|operand| operand.direction != Direction::Out);
            let known: Vec<(String, Option<String>)> =
                read.map(|it| (it.expression.clone(), it.names.last().cloned())).collect();
            for derived in own.iter_mut().filter_map(|operand| operand.derived.as_mut()) {
                let found = known.iter().find(|(expression, _)| *expression == derived.variable);
                if let Some((_, name)) = found {
                    derived.from.clone_from(name);
                }
            }
        }
    }
}
