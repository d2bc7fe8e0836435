//! The library: what there is to look up, beside the playground. It is a program of its own, which
//! is fetched when one of its views is visited.

mod model;
pub mod page;
pub mod route;
mod screen;

pub use self::model::{Edit, Model};
pub use self::route::Route;
pub use self::screen::Screen;
use crate::store::Store;

/// Handles to the state of the library.
pub type Library = Store<Model>;
