//! What the conformance tests share.
//!
//! The tests compare the core with implementations by other hands. What they need to know of PTX
//! they read from the spelling themselves ([`Spelling`]), so that a mistake in the catalogue does
//! not repeat itself here, and the meaning of the modifiers is written down a second time in
//! [`judge::expected`].
//!
//! There are no tolerances: every instruction so far is correctly rounded, and results are compared
//! bit by bit. A NaN must be the canonical one that hardware returns (see [`judge::expected`]).

pub mod apfloat;
pub mod cases;
pub mod digest;
pub mod expect;
pub mod judge;
pub mod layout;
pub mod operands;
pub mod random;
pub mod report;
pub mod spelling;
pub mod subject;

pub use layout::Layout;
pub use random::Random;
pub use spelling::Spelling;
pub use subject::Subject;

/// Whether `EXTENSIVE=1` asks for the long runs.
pub fn is_extensive() -> bool {
    std::env::var_os("EXTENSIVE").is_some_and(|value| value == "1")
}
