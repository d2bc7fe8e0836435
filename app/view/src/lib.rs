//! The state and the contents of the page of the PTX Float Playground, without a browser.
//!
//! The core ([`ptxfp`]) defines instructions and their results. This crate has the state of each
//! program of the page, the edits that change it, and the plain data of its screen; `app/ui` draws
//! that and sends the edits. There is a folder for each program, and in it a file for each part of
//! its screen, where the data of the part are beside the functions that fill them in.
//!
//! - [`playground`]: one instruction, its operands, its result and the steps to it.
//! - [`explorer`]: the tabs below it, about the surroundings of the present operands.
//! - [`program`]: statements one after the other, and a comparison of two such programs.
//! - [`library`]: reference, formats and lessons.
//! - [`learn`]: the course.
//! - [`card`]: a state and its result in a few lines, for other pages and for sharing.
//! - [`module`]: the interface that those six share.
//! - [`lessons`]: the examples of the playground, and the lessons of the library.
//! - [`find`]: lessons, terms, formats, forms and sections, by the words that people ask with.

pub mod background;
pub mod bits;
pub mod card;
pub mod chapters;
mod cuts;
pub mod explorer;
pub mod find;
pub mod glossary;
pub mod label;
pub mod learn;
pub mod lessons;
pub mod library;
mod message;
pub mod mma;
pub mod module;
pub mod notice;
pub mod number;
pub mod playground;
pub mod program;
pub mod questions;
mod random;
pub mod reply;
pub mod route;
pub mod search;
pub mod stored;
pub mod support;
pub mod table;
pub mod taught;
pub mod tensor;
pub mod views;
