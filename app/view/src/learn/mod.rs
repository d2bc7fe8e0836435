//! The course: chapters of one idea a page, with a figure, a prediction and a sentence to remember.
//!
//! Texts are in `docs/course`, and fetched by chapter; [`chapters`](crate::chapters) lists them. The core asks and judges
//! (`ptxfp::internals::course`).

mod again;
pub mod chapter;
pub mod exercise;
pub mod figure;
mod model;
pub mod place;
pub mod screen;
#[cfg(test)]
mod tests;

pub use crate::learn::model::{Edit, Model};
pub use crate::learn::screen::Screen;
