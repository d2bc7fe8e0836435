//! Claims that hold for any input text, as functions of bytes: for a fuzzer (`cargo xtask fuzz`),
//! and for every file of `corpus/` and `regressions/` in the ordinary tests (`replay.rs`).
//!
//! A claim that does not hold panics. Claims go beyond the absence of panics: reports point into
//! the text, printed text parses to the same value, two evaluations agree.

#![expect(clippy::missing_panics_doc, reason = "each target is claims")]

mod batch;
mod input;
mod job;
mod link;
mod linkcheck;
mod machine;
mod operand;
mod query;
pub mod read;
mod sequence;
mod statement;

pub use batch::batch;
pub use job::job;
pub use link::link;
pub use linkcheck::linkcheck;
pub use machine::machine;
pub use operand::operand;
pub use query::query;
pub use sequence::sequence;
pub use statement::statement;

// Parts of programs: what they read is claimed to be harmless too.
#[path = "../../../../core/cli/src/check.rs"]
#[expect(dead_code, reason = "only what answers lines is needed")]
mod check;
#[path = "../../../../core/cli/src/context.rs"]
#[expect(dead_code, reason = "only what answers lines is needed")]
mod context;
#[path = "../../../../core/cli/src/eval_batch.rs"]
mod eval_batch;
#[path = "../../../../core/cli/src/linkcheck/find.rs"]
mod find;
#[path = "../../../../core/cli/src/operands.rs"]
#[expect(dead_code, reason = "only what answers lines is needed")]
mod operands;
#[path = "../../../../core/cli/src/stream.rs"]
mod stream;
#[path = "../../../../core/cli/src/wrong.rs"]
#[expect(dead_code, reason = "only what answers lines is needed")]
mod wrong;

/// A claim about any bytes.
pub type Target = fn(&[u8]);

/// The targets by name.
pub const TARGETS: [(&str, Target); 9] = [
    ("statement", statement),
    ("operand", operand),
    ("link", link),
    ("sequence", sequence),
    ("batch", batch),
    ("linkcheck", linkcheck),
    ("job", job),
    ("query", query),
    ("machine", machine),
];
