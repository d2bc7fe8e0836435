//! Text tables and recorded vectors, line by line.

mod cases;
mod claims;
mod corners;
mod coverage;
mod expressions;
mod functions;
mod links;
mod names;
mod sentences;
mod tensor;
mod vectors;
mod walks;
