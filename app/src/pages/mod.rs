//! Pages.

pub mod playground;

pub use playground::PlaygroundPage;
