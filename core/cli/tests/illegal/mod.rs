//! Statements that are not legal.

use crate::command::check_error;

/// A run with such a statement says why on one line and ends with status 1.
pub(crate) fn check_illegal(arguments: &[&str], expected: &str) {
    check_error(1, arguments, expected);
}
