//! What is measured: instructions with operands, the same natively and as WebAssembly.

pub mod case;
pub mod clock;
