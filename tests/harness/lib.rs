//! What the conformance tests share.
//!
//! The tests compare the core with implementations from other projects. What they need to know of PTX
//! they read from the spelling themselves ([`Spelling`]), so that a mistake in the catalogue does
//! not repeat itself here, and the meaning of instructions is written down a second time in
//! [`expected`](mod@expected).
//!
//! There are no tolerances: results are compared bit by bit, NaNs with those that were observed.
//! Approximate instructions have oracles of their own.

pub mod apfloat;
pub mod cases;
pub mod convert;
mod convertible;
pub mod digest;
pub mod expected;
pub mod files;
pub mod layout;
pub mod operands;
pub mod operation;
pub mod oracle;
pub mod random;
pub mod register;
mod related;
pub mod report;
pub mod select;
pub mod spelling;
pub mod stochastic;
pub mod subject;

pub use layout::Layout;
pub use random::Random;
pub use spelling::Spelling;
pub use subject::Subject;

/// Whether `EXTENSIVE=1` asks for the long runs.
pub fn is_extensive() -> bool {
    std::env::var_os("EXTENSIVE").is_some_and(|value| value == "1")
}

/// How many times as many operands as usual a comparison takes, where `usual` are compared at
/// least: `VECTORS=n` asks for n in each comparison, `EXTENSIVE=1` for a hundred times as many.
///
/// # Panics
///
/// If `VECTORS` is no number.
pub fn scale(usual: u64) -> u64 {
    match std::env::var("VECTORS") {
        Ok(count) => {
            let count: u64 = count.parse().expect("VECTORS is a number");
            count.div_ceil(usual.max(1)).max(1)
        }
        Err(_) if is_extensive() => 100,
        Err(_) => 1,
    }
}
