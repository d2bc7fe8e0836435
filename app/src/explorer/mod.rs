//! The explorer: what surrounds the present state, a tab at a time. It is a program of its own,
//! fetched when its place comes near the view.
//!
//! It follows the state that the playground publishes, and asks the playground to take over another
//! one; both are links ([`crate::browser::messages`]).

pub mod compare;
pub mod machine;
mod model;
pub mod page;
mod screen;
pub mod sweep;

pub use self::model::{Edit, Model};
pub use self::screen::Screen;
use crate::store::Store;

/// Handles to the state of the explorer.
pub type Explorer = Store<Model>;
