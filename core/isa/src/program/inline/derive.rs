//! Operands whose expressions are of a variable that another operand is.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::settle::{bare, names};
use super::{Direction, Reader, host};

/// An expression of one variable, which another operand is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The variable.
    pub(super) variable: String,
    /// The expression, with the values of constants.
    expression: String,
    /// Bits of the registers of both.
    width: u32,
    /// The type of the variable.
    kind: host::Kind,
    /// The register that holds the variable, if one does.
    pub from: Option<String>,
}

impl Derived {
    /// An expression of one variable and constants, if it has a value for some of its values.
    pub(super) fn of(text: &str, kind: &str, expression: &str) -> Option<Self> {
        let (_, variable) = names(expression).find(|(_, name)| !host::is_type(name))?;
        // Another word is how a variable in parentheses is read.
        if bare(expression) == variable {
            return None;
        }
        let width = match kind {
            ".b32" => 32,
            ".b64" => 64,
            _ => return None,
        };
        let kind = host::Kind::of_variable(text, variable, width)?;
        let (variable, expression) = (variable.to_string(), expression.to_string());
        let derived = Self { variable, expression, width, kind, from: None };
        derived.value(1).is_some().then_some(derived)
    }

    /// Whether another expression is of the same variable.
    pub fn is_of_variable_of(&self, other: &Self) -> bool {
        self.variable == other.variable
    }

    /// The bits of the register for those of the variable, if it has a value.
    pub fn value(&self, variable: u64) -> Option<u64> {
        host::evaluate(&self.expression, self.width, Some((&self.variable, self.kind, variable)))
    }
}

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
