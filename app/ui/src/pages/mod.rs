//! What the programs put into their places.

mod explorer;
mod playground;
mod program;

pub use self::explorer::explorer_page;
pub use self::playground::playground_page;
pub use self::program::sequence_page;
