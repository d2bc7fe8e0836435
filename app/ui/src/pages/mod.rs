//! What the programs put into their places.

mod explorer;
mod playground;

pub use self::explorer::explorer_page;
pub use self::playground::playground_page;
