//! Pages.

pub mod playground;

pub use playground::playground_page;
