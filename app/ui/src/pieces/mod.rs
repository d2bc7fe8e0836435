//! Pieces of the page that several programs draw.

pub(crate) mod choice;
pub(crate) mod comparison;
pub(crate) mod entry;
pub(crate) mod fold;
pub(crate) mod frame;
pub(crate) mod glance;
pub(crate) mod notice;
pub(crate) mod observed;
pub(crate) mod ruler;
pub(crate) mod support;
pub(crate) mod table;
pub(crate) mod term;
pub(crate) mod text;
