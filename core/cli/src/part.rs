//! Parts of work on consecutive numbers, which other machines may do, and the joining of parts.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of several parts of about the same size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(crate) struct Part {
    /// The number of the part, from 1.
    pub(crate) number: u64,
    /// The number of parts.
    pub(crate) count: u64,
}

impl Part {
    /// Its numbers, of that many.
    pub(crate) fn range(self, len: u64) -> Range<u64> {
        let end = |parts: u64| {
            let end = u128::from(len) * u128::from(parts) / u128::from(self.count);
            u64::try_from(end).unwrap_or(len)
        };
        end(self.number - 1)..end(self.number)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = |text: &str| text.parse().ok();
        let part = text.split_once('/').and_then(|(k, n)| Some((read(k)?, read(n)?)));
        match part {
            Some((number, count)) if (1..=count).contains(&number) => Ok(Self { number, count }),
            Some(_) | None => Err("expected K/N with K from 1 to N, such as 1/16".into()),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl From<Part> for String {
    fn from(part: Part) -> Self {
        part.to_string()
    }
}

impl TryFrom<String> for Part {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::Part;

    #[test]
    fn parts_follow_each_other() {
        for (len, count) in [(100, 7), (3, 5), (u64::MAX, 3), (0, 1)] {
            let mut next = 0;
            for number in 1..=count {
                let range = Part { number, count }.range(len);
                assert_eq!(range.start, next);
                assert!(range.end - range.start <= len / count + 1);
                next = range.end;
            }
            assert_eq!(next, len);
        }
    }

    #[test]
    fn a_part_is_one_of_several() {
        assert_eq!("2/3".parse(), Ok(Part { number: 2, count: 3 }));
        for wrong in ["", "1", "0/3", "4/3", "1/0", "-1/3", "a/b", "1/2/3"] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
    }
}
