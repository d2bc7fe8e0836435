//! One element of a product of matrices, as tensor cores of each generation compute it.

pub mod addition;
pub mod answer;
pub mod elsewhere;
mod find;
pub mod inputs;
pub mod longer;
pub mod machine;
mod model;
mod screen;
pub mod seats;
mod sentence;
pub mod statement;
pub mod strip;
#[cfg(test)]
mod tests;
mod words;

pub use crate::tensor::model::{Edit, Model};
pub use crate::tensor::screen::{PresetsView, Screen};
