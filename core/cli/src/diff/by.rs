//! The kinds of results that `diff` compares.

use clap::ValueEnum;
use ptxfp::explore::difference::{self, Search, Subject};
use serde::{Deserialize, Serialize};

/// The kind of results that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "mcp", derive(schemars::JsonSchema))]
pub(crate) enum By {
    /// Results differ if no result is permitted of both.
    Permitted,
    /// The correctly rounded result takes the place of an approximate one.
    Reference,
    /// Results that GPUs were observed to return, in place of approximate ones.
    Observed,
}

impl By {
    /// The name in JSON.
    pub(crate) const fn name(self) -> &'static str {
        self.compared().name()
    }

    /// The choice as a type of the library.
    const fn compared(self) -> difference::By {
        match self {
            Self::Permitted => difference::By::Permitted,
            Self::Reference => difference::By::Reference,
            Self::Observed => difference::By::Observed,
        }
    }

    /// The compared results, in words.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Permitted => "permitted results",
            Self::Reference => "references",
            Self::Observed => "observed results",
        }
    }

    /// Returns the sentence for a search that found no difference.
    pub(crate) const fn agreement(self) -> &'static str {
        match self {
            Self::Permitted => "the permitted results overlap; GPUs may differ",
            Self::Reference => "where the ISA leaves a result open, GPUs may differ",
            Self::Observed => "the observed results agree; other results are left open",
        }
    }

    /// Begins a search.
    pub(crate) fn begin(self, a: Subject, b: Subject) -> Result<Search, String> {
        Search::by(self.compared(), a, b).map_err(|mismatch| mismatch.message)
    }
}
