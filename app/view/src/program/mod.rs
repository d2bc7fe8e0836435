//! Sequences of statements and their results: a separate WebAssembly program, which is fetched when
//! a link to a sequence is followed.

pub mod beside;
pub mod cases;
pub mod code;
pub mod comparison;
pub mod debug;
pub mod editor;
pub mod examples;
pub mod file;
pub mod flow;
pub mod inputs;
pub mod lens;
pub mod listing;
mod model;
pub mod outputs;
pub mod pieces;
pub mod register;
pub mod results;
mod screen;
pub mod statements;
pub mod targets;
pub mod thread;
pub mod view;
pub mod words;

pub use crate::program::model::{Edit, Model};
pub use crate::program::screen::Screen;
