//! Text tables and recorded vectors, line by line.

mod cases;
mod functions;
mod vectors;
