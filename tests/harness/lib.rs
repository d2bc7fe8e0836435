//! The shared parts of the conformance tests.
//!
//! The tests compare the core with reference implementations, called oracles. They parse spellings
//! themselves ([`Spelling`]), so that a mistake in the catalog is not repeated here, and
//! implement the meaning of instructions a second time in [`expected`](mod@expected).
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
pub mod mixed;
pub mod operands;
pub mod operation;
pub mod oracle;
pub mod random;
pub mod register;
mod related;
pub mod report;
pub mod select;
mod skip;
pub mod spelling;
pub mod stochastic;
pub mod subject;

pub use layout::Layout;
pub use random::Random;
pub use skip::skip;
pub use spelling::Spelling;
pub use subject::Subject;

/// Whether `EXTENSIVE=1` asks for the long runs.
pub fn is_extensive() -> bool {
    std::env::var_os("EXTENSIVE").is_some_and(|value| value == "1")
}

/// The factor on the number of operands of a comparison that takes at least `usual` of them:
/// `VECTORS=n` asks for n in each comparison, `EXTENSIVE=1` for a hundred times as many.
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
