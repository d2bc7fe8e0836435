//! The library: the reference views. Its code is a chunk of its own, which is fetched when one of them is
//! visited.

pub mod across;
mod companions;
pub mod compared;
pub mod entry;
pub mod evidence;
pub mod form;
pub mod formats;
pub mod found;
pub mod lessons;
mod model;
pub mod news;
pub mod reference;
mod screen;

pub use crate::library::model::{Edit, Model};
pub use crate::library::screen::Screen;
