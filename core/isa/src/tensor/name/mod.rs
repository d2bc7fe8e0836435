//! The instructions of tensor cores, by their spelling.

mod descriptor;
mod lines;
mod message;
mod parse;
mod table;

pub use lines::Line;
pub use message::WrongName;
pub use table::LINES;
pub(super) use table::{MMA, WGMMA, WMMA};

use alloc::string::String;
use core::fmt;

use crate::arith::rounding::Rounding;
use crate::catalog::{Context, Requires};
use crate::format::{FloatFormat, Format};
use crate::source::Source;

/// An instruction that multiplies matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opcode {
    /// `mma.sync`.
    Mma,
    /// `wmma.mma.sync`.
    Wmma,
    /// `wgmma.mma_async`.
    Wgmma,
    /// `tcgen05.mma`.
    Tcgen05,
}

impl Opcode {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::Mma, Self::Wmma, Self::Wgmma, Self::Tcgen05];

    /// The words that begin its spelling.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mma => "mma.sync",
            Self::Wmma => "wmma.mma",
            Self::Wgmma => "wgmma.mma_async",
            Self::Tcgen05 => "tcgen05.mma",
        }
    }
}

/// A `.kind::…`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// f16 or bf16.
    F16,
    /// tf32.
    Tf32,
    /// Any formats of 8, 6 and 4 bits, without scales.
    F8f6f4,
    /// Those formats, with a scale for 32 elements.
    Mxf8f6f4,
    /// e2m1, with a scale for 32 elements.
    Mxf4,
    /// e2m1, with a scale for 16 or 32 elements.
    Mxf4nvf4,
}

/// The scales of a row of a and of a column of b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Their format.
    pub format: &'static FloatFormat,
    /// The number of elements that share one.
    pub block: usize,
}

/// An instruction, as its spelling states it.
///
/// ```
/// use ptxfp::tensor::Mma;
///
/// let mma = Mma::parse("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32")?;
/// assert_eq!((mma.k, mma.a.name(), mma.c.name()), (16, "f16", "f32"));
/// assert_eq!(mma.requires().to_string(), "PTX ISA 7.0, sm_80 or higher");
///
/// let wrong = Mma::parse("mma.sync.aligned.m16n8k16.row.col.f16.bf16.bf16.f32").unwrap_err();
/// assert_eq!(
///     wrong.to_string(),
///     "`.f16` is not possible as the type of d; expected `.f32`, as in \
///      `mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32`"
/// );
/// # Ok::<(), ptxfp::tensor::WrongName>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mma {
    /// The instruction.
    pub opcode: Opcode,
    /// The number of products that are added to an element of c.
    pub k: usize,
    /// The kind, where the spelling has one.
    pub kind: Option<Kind>,
    /// The type of the elements of a.
    pub a: Format,
    /// The type of the elements of b.
    pub b: Format,
    /// The type of the elements of c.
    pub c: Format,
    /// The type of the elements of d.
    pub d: Format,
    /// The scales, where it has some.
    pub scale: Option<Scale>,
    /// The rounding of each step in f64.
    pub rounding: Rounding,
    /// Whether the result is clamped (`.satfinite`); otherwise integers wrap.
    pub is_clamped: bool,
    /// Whether it is a variant that is not expected to compute anything else, and that nobody
    /// measured: `.ws` or `.cta_group::2`.
    pub is_variant: bool,
    shape: String,
    line: &'static Line,
    spelling: String,
}

impl Mma {
    /// Reads a spelling; operands behind it are passed over.
    ///
    /// `tcgen05.mma` has its types in a register, the instruction descriptor; they stand in braces
    /// behind its name: `tcgen05.mma.cta_group::1.kind::f16{f32.bf16.bf16}`, d first, and the type of
    /// the scales last.
    ///
    /// # Errors
    ///
    /// Fails if there is no such instruction, with the first wrong word and the right ones.
    pub fn parse(text: &str) -> Result<Self, WrongName> {
        parse::parse(text)
    }

    /// Reads a spelling, if there is such an instruction, in a fraction of the time that a message takes.
    pub(in crate::tensor) fn known(text: &str) -> Option<Self> {
        parse::known(text)
    }

    /// The targets and versions that have it.
    #[must_use]
    pub const fn requires(&self) -> Requires {
        self.line.requires
    }

    /// The section of the PTX ISA.
    #[must_use]
    pub const fn source(&self) -> Source {
        self.line.source
    }

    /// The shape as it is spelled, such as `m16n8k16`; empty where the spelling has none.
    #[must_use]
    pub fn shape(&self) -> &str {
        &self.shape
    }

    /// The layouts of a and b as they are spelled, where they are.
    pub(in crate::tensor) fn layouts(&self) -> impl Iterator<Item = &str> {
        self.spelling.split('.').filter(|word| matches!(*word, "row" | "col"))
    }

    /// The number of scales of a row, and of a column.
    #[must_use]
    pub fn n_scales(&self) -> usize {
        self.scale.map_or(0, |scale| self.k / scale.block.max(1))
    }

    /// The formats and the lengths of a row of a, a column of b, and the scales of both; without scales,
    /// these are empty.
    #[must_use]
    pub fn lists(&self) -> [(Format, usize); 4] {
        let scale = self.scale.map_or(self.a, |scale| Format::Float(scale.format));
        let scales = (scale, self.n_scales());
        [(self.a, self.k), (self.b, self.k), scales, scales]
    }

    /// Says why a context does not have it; `None` if it has.
    #[must_use]
    pub fn unavailable(&self, context: &Context) -> Option<String> {
        let requires = self.requires();
        (!requires.is_met(context)).then(|| alloc::format!("`{self}` needs {requires}"))
    }
}

impl PartialEq for Mma {
    /// The spelling says everything.
    fn eq(&self, other: &Self) -> bool {
        self.spelling == other.spelling
    }
}

impl Eq for Mma {}

impl fmt::Display for Mma {
    /// Writes the spelling.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelling)
    }
}
