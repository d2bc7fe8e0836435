//! Laws that hold for all operands and all texts.

mod arithmetic;
mod links;
mod openness;
mod robustness;
mod rounding;
mod sequences;
mod strategies;
mod text;
mod totality;
