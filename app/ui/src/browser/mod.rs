//! The browser, behind functions that cannot fail: a refused request has no effect.

pub mod address;
pub mod chapters;
pub mod elements;
pub mod failure;
mod files;
pub mod memory;
pub mod pictures;
pub(crate) mod pointer;
pub mod questions;
pub mod random;
pub mod save;
pub mod sheets;
pub mod streams;
pub mod texts;
pub mod visibility;
pub mod visits;
pub mod workers;
