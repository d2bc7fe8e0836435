//! Text tables and recorded vectors, line by line.

mod cases;
mod vectors;
mod walks;
