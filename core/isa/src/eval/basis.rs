//! The basis of a guarantee, in sentences: readings of the text, and observations.

use alloc::string::String;
use alloc::vec::Vec;

use super::readings::{Decision, Otherwise};
use super::{Guarantee, Prepared};
use crate::bits::{hex, mask};
use crate::format::Packing;
use crate::source::observation::Observation;

/// The basis of the result of a lane, beside the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basis {
    /// The observation behind the bits of a NaN that the ISA leaves open.
    pub observation: Option<&'static Observation>,
    /// The readings that decide the result.
    pub decisions: Vec<Decision>,
}

impl Prepared {
    /// Returns the basis of the result of a lane; empty where the text alone determines it.
    #[must_use]
    pub fn basis(&self, lane: u8, registers: &[u64], guarantee: Guarantee) -> Basis {
        Basis {
            observation: (guarantee == Guarantee::AnyNan)
                .then(|| self.observation(lane, registers)),
            decisions: match guarantee {
                Guarantee::Reading | Guarantee::Unspecified => self.decisions(lane, registers),
                Guarantee::Bits
                | Guarantee::AnyNan
                | Guarantee::Within { .. }
                | Guarantee::Unbounded => Vec::new(),
            },
        }
    }
}

impl Basis {
    /// Its names: the kind of observation, or the readings; empty where there are none.
    #[must_use]
    pub fn names(&self) -> String {
        if let Some(observation) = self.observation {
            return String::from(observation.kind.name());
        }
        let ids = self.decisions.iter().map(|decision| decision.reading.id);
        ids.collect::<Vec<_>>().join(", ")
    }

    /// A sentence for the observation and three for each reading: the question, the interpretation
    /// chosen, and the lane with others.
    #[must_use]
    pub fn sentences(&self, packing: Packing) -> Vec<String> {
        let mut sentences = Vec::new();
        if let Some(Observation { kind, words, origin, .. }) = self.observation {
            sentences
                .push(["These bits are ", words, " (", kind.name(), ": ", origin, ")."].concat());
        }
        for Decision { reading, alternatives } in &self.decisions {
            let mut text = [
                "Reading ",
                reading.id,
                " (§",
                reading.source.section,
                "): ",
                reading.question,
                ". Chosen: ",
                reading.taken,
                ".",
            ]
            .concat();
            for (words, otherwise) in alternatives {
                let bits = match otherwise {
                    Otherwise::Bits(bits) => hex(*bits, packing.width.into()),
                    Otherwise::LowBits => {
                        let low = mask(packing.padding_below.into());
                        ["other bits of ", &hex(low, packing.stride.into())].concat()
                    }
                    Otherwise::Any => String::from("any bits"),
                };
                text.push_str(&[" Otherwise, ", words, ": ", &bits, "."].concat());
            }
            sentences.push(text);
        }
        sentences
    }
}
