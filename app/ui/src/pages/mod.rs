//! What the programs put into their places.

mod library;
mod program;

pub use self::library::library_page;
pub use self::program::sequence_page;
