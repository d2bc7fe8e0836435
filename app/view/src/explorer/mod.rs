//! The explorer: tabs about the surroundings of the present state. It is a separate program,
//! fetched when its place comes near the viewport.
//!
//! It follows the state that the playground publishes, and asks the playground to load other
//! states; both are links.

pub mod against;
pub mod axis;
pub mod compare;
pub mod corners;
pub mod error;
mod export;
mod finding;
pub mod machine;
mod matrix;
mod model;
pub mod parts;
mod screen;
pub mod sweep;
pub mod tabs;
mod token;
pub mod trace;

pub use crate::explorer::model::{Edit, Model};
pub use crate::explorer::screen::Screen;
