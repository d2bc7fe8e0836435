//! Sequences of statements and their results: a separate WebAssembly program, which is fetched when
//! a link to a sequence is followed.

pub mod beside;
pub mod cases;
pub mod code;
mod comparison;
pub mod debug;
pub mod editor;
pub mod examples;
pub mod file;
mod flow;
pub mod inputs;
pub mod lens;
mod model;
pub mod outputs;
pub mod results;
mod screen;
mod statements;
pub mod targets;
pub mod view;
pub mod words;

pub use crate::program::model::{Edit, Model};
pub use crate::program::screen::Screen;

/// The fragment that asks for the present sequence.
const VIEW: &str = "sequence";
/// The prefix of the fragment of a link to a sequence.
const PREFIX: &str = "v1/sequence";

/// Whether a fragment asks for a sequence; `app/embed/embed.js` makes the same test.
pub fn is_sequence(fragment: &str) -> bool {
    fragment == VIEW
        || fragment.get(..PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(PREFIX))
}
