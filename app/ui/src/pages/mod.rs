//! What the programs put into their places.

mod explorer;
mod library;
mod program;

pub use self::explorer::explorer_page;
pub use self::library::library_page;
pub use self::program::sequence_page;
