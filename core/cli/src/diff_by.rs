//! What `diff` compares.

use clap::ValueEnum;
use ptxfp::explore::difference::{Search, Subject};

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// Results differ if no result is permitted of both.
    Permitted,
    /// The correctly rounded result takes the place of an approximate one.
    Reference,
    /// What GPUs were observed to return takes the place of an approximate result.
    Observed,
}

impl By {
    /// The word for it in data.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Permitted => "permitted",
            Self::Reference => "reference",
            Self::Observed => "observed",
        }
    }

    /// What is said where no difference is found.
    pub(crate) const fn agreement(self) -> &'static str {
        match self {
            Self::Permitted => "what is permitted overlaps; GPUs may differ",
            Self::Reference => {
                "the references agree; some results are approximate or left open, and GPUs may differ"
            }
            Self::Observed => "what was observed agrees; other results are left open",
        }
    }

    /// Begins a search.
    pub(crate) fn begin(self, a: Subject, b: Subject) -> Result<Search, String> {
        let search = match self {
            Self::Permitted => Search::of_permitted(a, b),
            Self::Reference => Search::new(a, b),
            Self::Observed => Search::of_observed(a, b),
        };
        search.map_err(|mismatch| mismatch.message)
    }
}
