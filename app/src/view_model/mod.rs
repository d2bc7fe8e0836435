//! What the page shows, as plain data: no signals, no document, no arithmetic on values.
//!
//! `present` fills these in from the core; components only draw them.

pub mod bits;
pub mod compare;
pub mod formats;
pub mod gallery;
pub mod instruction;
pub mod machine;
pub mod notice;
pub mod operand;
pub mod reference;
pub mod result;
pub mod screen;
pub mod sequence;
pub mod sweep;
pub mod table;
pub mod tabs;
pub mod trace;
