//! Test vectors for other programs: operands with their results, the output of `ptxfp vectors`, and the
//! files of `vectors/` beside the page. The comments on the fields are their descriptions in the
//! schema and in `docs/vectors.md`.

mod build;
mod testfloat;

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde::Serialize;

pub use testfloat::TestFloat;

use crate::catalog::{Context, Instruction, LATEST_ISA, forms_of, opcodes};
use crate::explore::vectors::{Random, instructions};

/// The version of the fields of vectors and of their index.
const FORMAT: u32 = 1;

/// Vectors of instructions.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Vectors {
    /// The version of the fields. Fields may be added to a version; any other change makes a new one.
    format: u32,
    /// The version of ptxfp that wrote it.
    ptxfp: &'static str,
    /// The license, as an SPDX expression.
    license: &'static str,
    /// The number of random operands of a lane.
    random: u64,
    /// The seed that selects them.
    seed: u64,
    /// The instructions, in the order of the catalog.
    instructions: Vec<Tested>,
}

/// An instruction with its vectors.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Instruction"))]
struct Tested {
    /// Opcode and modifiers, in the order of the syntax line.
    instruction: String,
    /// The syntax line, as in `catalog.json`.
    syntax: String,
    /// Whether the ISA has it.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = crate::catalog::Status::NAMES)))]
    status: &'static str,
    /// The PTX ISA version that it is evaluated in.
    isa: String,
    /// The target that it is evaluated on.
    target: &'static str,
    /// The source operands, in the order of the syntax line.
    operands: Vec<VectorRegister>,
    /// The destination register.
    destination: VectorRegister,
    /// The vectors, for operands of every class and then for random ones: the bits of each source
    /// operand and of the result, in hexadecimal with `0x`, whole registers. Where the ISA leaves bits
    /// of the result open, they are those of the correctly rounded number, of the NaN of GPUs, or what
    /// its text suggests.
    vectors: Vec<Vec<String>>,
    /// The results whose bits the ISA does not determine, by lane and guarantee; it determines all others.
    open: Vec<Open>,
    /// The results that GPUs of the target were observed to return, one for each vector, if they are known.
    observed: Option<Vec<String>>,
}

/// A register, and where its lanes lie. Lane `i` has the `width` bits from bit `offset` + `i` · `stride` on.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Register"))]
struct VectorRegister {
    /// The name in the syntax line.
    name: &'static str,
    /// The type, such as `.f16x2`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The format of each lane, such as `f16`.
    format: &'static str,
    /// The bits of the register.
    bits: u8,
    /// The number of lanes.
    lanes: u8,
    /// The bits of a lane.
    width: u8,
    /// The bits from one lane to the next.
    stride: u8,
    /// The lowest bit of lane 0.
    offset: u32,
}

/// Vectors for which the ISA does not determine the bits of a lane.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Open {
    /// The lane; 0 is the least significant.
    lane: u8,
    /// The guarantee of the ISA: some NaN; a number from `lo` to `hi`, where −0 comes before +0; an
    /// approximate number without a bound; none; or that of an unclear text, of which the result is
    /// a reading.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = [
        "any NaN", "within", "unbounded", "unspecified", "reading",
    ])))]
    guarantee: &'static str,
    /// The indices of the vectors, from 0.
    vectors: Vec<usize>,
    /// The bits of the least permitted number of the lane for each of these vectors, if it is `within`.
    #[serde(skip_serializing_if = "Option::is_none")]
    lo: Option<Vec<String>>,
    /// The bits of the largest permitted number.
    #[serde(skip_serializing_if = "Option::is_none")]
    hi: Option<Vec<String>>,
}

impl Vectors {
    /// Evaluates instructions, each in its context.
    #[must_use]
    pub fn of(
        instructions: impl IntoIterator<Item = (Instruction, Context)>,
        random: Random,
    ) -> Self {
        let tested = |(instruction, context)| build::tested(&instruction, &context, random);
        Self {
            format: FORMAT,
            ptxfp: super::VERSION,
            license: super::LICENSE,
            random: random.count,
            seed: random.seed,
            instructions: instructions.into_iter().map(tested).collect(),
        }
    }
}

/// The list of the files with vectors of every opcode.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VectorIndex {
    /// The version of the fields. Fields may be added to a version; any other change makes a new one.
    format: u32,
    /// The version of ptxfp that wrote it.
    ptxfp: &'static str,
    /// The newest PTX ISA version of the vectors.
    isa: String,
    /// The license of the vectors, as an SPDX expression.
    license: &'static str,
    /// The number of vectors in all files.
    vectors: usize,
    /// The size of all files in bytes.
    bytes: usize,
    /// The files, in the order of the catalog.
    files: Vec<VectorFile>,
}

/// A file with the vectors of an opcode.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "File"))]
struct VectorFile {
    /// The opcode, such as `fma`.
    opcode: &'static str,
    /// The name, beside the index.
    name: String,
    /// The size in bytes.
    bytes: usize,
    /// The SHA-256 of the content, in hexadecimal.
    sha256: String,
    /// The number of syntax lines.
    forms: usize,
    /// The number of instructions.
    instructions: usize,
    /// The number of vectors.
    vectors: usize,
}

/// One of the files that [`vector_files`] makes.
#[derive(Serialize)]
#[serde(untagged)]
pub enum VectorContent {
    /// The vectors of an opcode.
    Vectors(Vectors),
    /// The list of the files.
    Index(VectorIndex),
}

/// The size and the digest of a content as it was written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The size in bytes.
    pub bytes: usize,
    /// The SHA-256.
    pub sha256: [u8; 32],
}

/// Makes the vectors of every opcode, with all its modifiers, and then the list of them, `index.json`;
/// `write` gets the name of each and its content.
///
/// # Errors
///
/// The first error of `write`.
pub fn vector_files<E>(
    random: Random,
    mut write: impl FnMut(&str, &VectorContent) -> Result<Written, E>,
) -> Result<(), E> {
    let mut files = Vec::new();
    for opcode in opcodes() {
        let vectors = Vectors::of(forms_of(opcode).flat_map(instructions), random);
        let (instructions, n) = (vectors.instructions.len(), vectors.count());
        let name = [opcode, ".json"].concat();
        let Written { bytes, sha256 } = write(&name, &VectorContent::Vectors(vectors))?;
        let digits = |text: String, byte: &u8| alloc::format!("{text}{byte:02x}");
        let sha256 = sha256.iter().fold(String::new(), digits);
        let forms = forms_of(opcode).count();
        files.push(VectorFile { opcode, name, bytes, sha256, forms, instructions, vectors: n });
    }
    let index = VectorIndex {
        format: FORMAT,
        ptxfp: super::VERSION,
        isa: LATEST_ISA.to_string(),
        license: super::LICENSE,
        vectors: files.iter().map(|file| file.vectors).sum(),
        bytes: files.iter().map(|file| file.bytes).sum(),
        files,
    };
    write("index.json", &VectorContent::Index(index)).map(|_| ())
}

impl Vectors {
    /// Returns the number of vectors.
    #[must_use]
    pub fn count(&self) -> usize {
        self.instructions.iter().map(|each| each.vectors.len()).sum()
    }
}
