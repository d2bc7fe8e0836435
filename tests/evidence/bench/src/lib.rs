//! The instructions and operands that are measured, the same natively and as WebAssembly.

pub mod case;
pub mod clock;
