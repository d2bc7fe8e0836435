//! The explorer: tabs about the surroundings of the present state. Its code is a chunk of its own, which
//! is fetched when its place comes near the viewport.
//!
//! It follows the state that the playground publishes, and asks the playground to load other
//! states; both are links.

pub mod against;
pub mod axis;
mod model;
mod operands;
mod screen;
pub mod steps;
pub mod tables;
pub mod tabs;
pub mod trace;

pub use crate::explorer::model::{Edit, Model};
pub use crate::explorer::screen::Screen;
