//! Text tables and recorded vectors, line by line.

mod cases;
mod coverage;
mod vectors;
mod walks;
