//! Laws that hold for all operands and all texts.

mod arithmetic;
mod links;
mod open_programs;
mod openness;
mod robustness;
mod rounding;
mod sequences;
mod strategies;
mod tensor;
mod text;
mod totality;
