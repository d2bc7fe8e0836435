//! Text tables and recorded vectors, line by line.

mod cases;
mod corners;
mod coverage;
mod functions;
mod vectors;
mod walks;
