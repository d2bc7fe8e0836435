//! `vectors`: operands and results to test another implementation with.

use std::fs;
use std::io::StdoutLock;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use ptxfp::explore::vectors::Random;
use ptxfp::report::{TestFloat, Vectors, Written, vector_files};
use ptxfp::syntax::parse;
use sha2::{Digest as _, Sha256};

use crate::arguments::ContextArgs;
use crate::context::{resolve, shown};
use crate::{Failure, write_all};

pub(crate) const HELP: &str = "\
The operands are of every class: zeros, subnormals, normal numbers, the ends of the range, infinities and
NaNs. Any two operands have all pairs of these; then come random ones, near zeros, powers of two and the
largest numbers more often than elsewhere. The same arguments always give the same vectors.
  ptxfp vectors 'fma.rn.relu.bf16x2' --random 1000 --seed 7
  ptxfp vectors 'div.rn.f32' --format testfloat | testfloat_ver -rnear_even f32_div
  ptxfp vectors --output vectors

JSON has the registers in hexadecimal; a result whose bits the ISA leaves open has `open`, with the lanes
and what the ISA says of each, and `observed`, the bits that GPUs return, where these are known.
Beside the page, vectors/schema.json describes every field.

The format `testfloat` is that of Berkeley TestFloat, for add, sub, mul, div.rn, sqrt.rn and fma of .f16, .f32
and .f64 without .ftz and .sat: operands, result, and the exceptions of IEEE 754, which PTX does not
have, with tininess after rounding.

--output writes a file for each opcode, with instructions that have every modifier of every form, and
index.json with the size and the SHA-256 of each.";

/// The most random operands of a lane: all vectors are in memory.
const MAX_RANDOM: u64 = 1_000_000;

#[derive(Args)]
pub(crate) struct VectorsArgs {
    /// The instruction, without operands, such as 'fma.rn.f16'
    #[arg(required_unless_present = "output", conflicts_with = "output")]
    statement: Option<String>,
    #[command(flatten)]
    place: ContextArgs,
    /// The number of random operands of each lane
    #[arg(long, value_name = "N", default_value_t = Random::default().count, value_parser = clap::value_parser!(u64).range(..=MAX_RANDOM))]
    random: u64,
    /// The seed of the random operands
    #[arg(long, value_name = "N", default_value_t = Random::default().seed)]
    seed: u64,
    /// The format of the vectors
    #[arg(long, value_enum, default_value_t = Kind::Json, conflicts_with = "output")]
    format: Kind,
    /// Write the vectors of every opcode to a folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["target", "isa"])]
    output: Option<PathBuf>,
}

/// A format of vectors.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    Json,
    #[value(name = "testfloat")]
    TestFloat,
}

impl VectorsArgs {
    pub(crate) fn run(self, output: StdoutLock<'static>) -> Result<(), Failure> {
        let random = Random { count: self.random, seed: self.seed };
        match &self.output {
            Some(folder) => write_folder(folder, random)?,
            None => write_all(output, &self.text(random)?)?,
        }
        Ok(())
    }

    /// The vectors of the instruction.
    fn text(&self, random: Random) -> Result<String, String> {
        let statement = self.statement.as_deref().unwrap_or_default();
        let context = self.place.context(statement)?;
        let (instruction, _) =
            resolve(statement, &context).map_err(|rejection| rejection.located(statement))?;
        if !parse(statement).0.operands.is_empty() {
            return Err(format!("the operands are chosen here; leave them out: {instruction}"));
        }
        if self.format == Kind::TestFloat {
            let known = TestFloat::of(&instruction, &context);
            let known = known.ok_or_else(|| {
                format!("TestFloat has no function for {instruction}; --format json has every form")
            })?;
            return Ok(known.lines(random));
        }
        json(&Vectors::of([(instruction, context)], random)).map(|text| text + "\n")
    }
}

/// Writes the files of every opcode and their list.
fn write_folder(folder: &Path, random: Random) -> Result<(), String> {
    let failed = |path: &Path, error: std::io::Error| {
        format!("`{}`: {error}", shown(&path.display().to_string()))
    };
    fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    vector_files(random, |name, content| {
        let (path, text) = (folder.join(name), json(content)?);
        fs::write(&path, &text).map_err(|error| failed(&path, error))?;
        Ok(written(&text))
    })
}

/// JSON on one line: indented, it would be several times as long.
fn json(data: &impl serde::Serialize) -> Result<String, String> {
    serde_json::to_string(data).map_err(|error| error.to_string())
}

/// The size and the digest of a content.
fn written(text: &str) -> Written {
    let sha256 = Sha256::digest(text).into();
    Written { bytes: text.len(), sha256 }
}
