//! The record of capture.py, as JSON.

use serde::Deserialize;

use crate::context::shown;
use crate::eval_batch::parse_hex;

/// The word by which a record is known.
const RECORD: &str = "ptxfp-capture";
/// The version of the fields that is read.
const FORMAT: u32 = 1;

/// A record: a GPU, and what it returned.
#[derive(Deserialize)]
pub(super) struct Record {
    #[serde(rename = "record")]
    word: String,
    format: u32,
    pub(super) gpu: String,
    pub(super) capability: String,
    pub(super) cuda: String,
    pub(super) date: String,
    pub(super) target: String,
    pub(super) isa: String,
    pub(super) probes: Vec<Probe>,
}

/// An instruction with operands and results, or the reason why there are none.
#[derive(Deserialize)]
pub(super) struct Probe {
    pub(super) instruction: String,
    unsupported: Option<String>,
    failed: Option<String>,
    suspect: Option<String>,
    operands: Option<Vec<String>>,
    results: Option<String>,
    tiles: Option<Vec<Tile>>,
}

/// Matrices, as elements with spaces between them: a, c and d by rows, b by columns.
#[derive(Deserialize)]
pub(super) struct Tile {
    pub(super) a: String,
    pub(super) b: String,
    pub(super) c: String,
    pub(super) d: String,
    #[serde(default)]
    pub(super) scales_a: String,
    #[serde(default)]
    pub(super) scales_b: String,
}

/// A probe by its contents.
pub(super) enum Kind<'p> {
    Unsupported(&'p str),
    Failed(&'p str),
    Suspect(&'p str),
    Scalar { operands: &'p [String], results: &'p str },
    Tensor(&'p [Tile]),
}

impl Record {
    /// Reads a record.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let wrong = |what: String| format!("{what}; expected the JSON that capture.py writes");
        let record: Self = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        if record.word != RECORD {
            return Err(wrong(format!("`record` is not `{RECORD}`")));
        }
        if record.format != FORMAT {
            let format = record.format;
            return Err(format!("the record has format {format}; this version reads {FORMAT}"));
        }
        Ok(record)
    }
}

impl Probe {
    /// Tells a probe by its fields.
    pub(super) fn kind(&self) -> Result<Kind<'_>, String> {
        if let Some(reason) = &self.unsupported {
            return Ok(Kind::Unsupported(reason));
        }
        if let Some(reason) = &self.failed {
            return Ok(Kind::Failed(reason));
        }
        if let Some(reason) = &self.suspect {
            return Ok(Kind::Suspect(reason));
        }
        match (&self.operands, &self.results, &self.tiles) {
            (Some(operands), Some(results), None) => Ok(Kind::Scalar { operands, results }),
            (None, None, Some(tiles)) => Ok(Kind::Tensor(tiles)),
            _ => Err(format!(
                "{} has neither `operands` with `results`, nor `tiles`, nor a reason for their absence",
                shown(&self.instruction)
            )),
        }
    }
}

/// Reads numbers in hexadecimal, of a width.
pub(super) fn numbers(name: &str, text: &str, width: u8) -> Result<Vec<u64>, String> {
    let read = |(index, word): (usize, &str)| {
        let number = parse_hex(word, width, "register");
        number.map_err(|reason| {
            let word = shown(word);
            format!("{name}, number {}, `{word}`, {reason}", index + 1)
        })
    };
    text.split_ascii_whitespace().enumerate().map(read).collect()
}
