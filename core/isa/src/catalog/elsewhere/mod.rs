//! Names of functions from elsewhere, with their meanings in PTX, as data: a file for each world.
//!
//! A row says what a name means: one instruction, a program of several statements, or nothing that
//! PTX has. A name that no row has is unknown: no ending is dropped, and no name is taken for
//! another one. To add a name, add it to a row of its world, or add a row; the documentation of
//! [`Row`] has the notation. Names are found in any letter case.
//!
//! Rows of CUDA are compared with the PTX that `nvcc` emits, those of LLVM with the PTX of LLVM,
//! and those of libraries with results of the libraries (`tests/names/`).

mod c;
mod constants;
mod cuda;
mod formats;
mod half;
mod half_programs;
mod integers;
mod llvm;
mod narrow;
mod programs;
mod python;
mod row;
mod words;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ptr;

pub use self::constants::{Landmark, landmark_named, number_named};
pub use self::formats::{FORMATS, library_format};
pub use self::row::{Means, Row};
use super::opcode_spelled;

/// Names that are written alike.
#[derive(Debug)]
pub struct World {
    /// Its name, as a sentence has it.
    pub name: &'static str,
    /// The beginnings of names that may be written before those of the rows, separated by spaces.
    pub paths: &'static str,
    /// Whether a name may also be written without such a beginning.
    pub is_bare: bool,
    /// The rows, in several tables.
    pub rows: &'static [&'static [Row]],
}

impl World {
    /// Its rows.
    pub fn all(&self) -> impl Iterator<Item = &'static Row> + use<> {
        self.rows.iter().copied().flatten()
    }

    /// A name of this world without the path before it.
    fn bare<'n>(&self, name: &'n str) -> Option<&'n str> {
        let after = |path: &str| {
            let start = name.get(..path.len())?;
            name.get(path.len()..).filter(|_| start.eq_ignore_ascii_case(path))
        };
        let paths = self.paths.split(' ').filter(|path| !path.is_empty());
        // The longest path counts: `jax.nn.relu` is no `nn.relu` of `jax.`.
        let found = paths.filter_map(after).min_by_key(|rest| rest.len());
        found.or(self.is_bare.then_some(name))
    }
}

static WORDS: World = World { name: "words", paths: "", is_bare: true, rows: &[words::ROWS] };

static CUDA: World = World {
    name: "CUDA",
    paths: "",
    is_bare: true,
    rows: &[cuda::ROWS, integers::ROWS, half::ROWS, half_programs::ROWS, narrow::ROWS],
};

static C: World =
    World { name: "C and C++", paths: "std::", is_bare: true, rows: &[c::ROWS, programs::ROWS] };

static NUMPY: World = World {
    name: "NumPy",
    paths: "np. numpy.",
    is_bare: false,
    rows: &[python::NUMPY, python::ARRAYS],
};

static TORCH: World = World {
    name: "PyTorch",
    paths: "torch. torch.special. torch.nn.functional. F.",
    is_bare: false,
    rows: &[python::TORCH, python::ARRAYS],
};

static JAX: World = World {
    name: "JAX",
    paths: "jnp. jax.numpy. jax.nn.",
    is_bare: false,
    rows: &[python::JAX, python::ARRAYS],
};

static LAX: World =
    World { name: "jax.lax", paths: "lax. jax.lax.", is_bare: false, rows: &[python::LAX] };

static TRITON: World = World {
    name: "Triton",
    paths: "tl. tl.math. triton.language. triton.language.math.",
    is_bare: false,
    rows: &[python::TRITON],
};

static MATH: World =
    World { name: "Python", paths: "math.", is_bare: false, rows: &[python::MATH] };

static LLVM: World = World { name: "LLVM", paths: "llvm.", is_bare: false, rows: &[llvm::ROWS] };

/// All worlds; a name that several have is that of the first.
pub static WORLDS: [&World; 10] =
    [&WORDS, &CUDA, &C, &NUMPY, &TORCH, &JAX, &LAX, &TRITON, &MATH, &LLVM];

/// Those whose functions names of other worlds stand for.
static FUNCTIONS: [&World; 2] = [&CUDA, &C];

/// The meaning of one name.
#[derive(Clone, Debug)]
pub struct Meaning {
    /// The row that says it.
    pub row: &'static Row,
    /// The name in that row, which may be another one: `exp` is `expf`.
    pub name: &'static str,
    /// The instruction, or the one that comes nearest, as it is spelled; it may lack types.
    pub spelling: String,
    /// The order of its operands, where it is another one: `b, a`.
    pub sources: &'static str,
}

impl Meaning {
    /// The meaning of the name at a place in a row.
    fn of(row: &'static Row, place: usize) -> Self {
        let name = row.names().nth(place).unwrap_or_default();
        let nearest = row.means.nearest();
        let (head, sources) = nearest.split_once(' ').unwrap_or((nearest, ""));
        Self { row, name, spelling: alternative(head, place), sources }
    }

    /// Whether it is one instruction.
    #[must_use]
    pub const fn is_instruction(&self) -> bool {
        matches!(self.row.means, Means::Instruction(_))
    }

    /// Whether it may be of so many operands: all of a program are known, those of an instruction if
    /// the row orders them.
    #[doc(hidden)]
    #[must_use]
    pub fn takes(&self, n_operands: usize) -> bool {
        let is_read =
            |text: &str, place: &&&str| text.split([' ', ',', ';']).any(|word| word == **place);
        let count = |text: &str| ["a", "b", "c"].iter().filter(|it| is_read(text, it)).count();
        match self.row.means {
            Means::Program { text, .. } => count(text) == n_operands,
            Means::Instruction(_) | Means::Nothing { .. } | Means::As(_) => {
                self.sources.is_empty() || count(self.sources) == n_operands
            }
        }
    }

    /// The index of the only source that is given, where the row fixes others: 1 for `0, a`.
    #[cfg(feature = "full")]
    pub(crate) fn only_source(&self) -> Option<usize> {
        let is_given = |source: &str| matches!(source, "a" | "b" | "c");
        let sources = || self.sources.split(", ");
        let is_only = sources().filter(|source| is_given(source)).count() == 1;
        sources().position(is_given).filter(|_| is_only && sources().count() > 1)
    }

    /// The opcode and the modifiers.
    #[doc(hidden)]
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.spelling.split('.')
    }
}

/// The rows of a world that have a name, with its place in them; other names are followed.
fn found(world: &'static World, name: &str) -> Vec<(&'static Row, usize)> {
    let mut all = Vec::new();
    for row in world.all() {
        let Some(place) = row.names().position(|known| known.eq_ignore_ascii_case(name)) else {
            continue;
        };
        match row.means {
            Means::As(other) => {
                all.extend(FUNCTIONS.iter().flat_map(|world| found(world, other)));
            }
            Means::Instruction(_) | Means::Program { .. } | Means::Nothing { .. } => {
                all.push((row, place));
            }
        }
    }
    all
}

/// The alternative at a place of a text such as `add.{rn,rz,rm,rp}.f32`.
fn alternative(text: &str, place: usize) -> String {
    let chosen = || {
        let (before, rest) = text.split_once('{')?;
        let (list, after) = rest.split_once('}')?;
        Some([before, list.split(',').nth(place)?, after].concat())
    };
    chosen().unwrap_or_else(|| text.to_string())
}

/// Returns the meanings of a name, the usual one first: CUDA has functions of the same name for
/// several types. An opcode is PTX's own, unless people use the word otherwise.
#[must_use]
pub fn meanings(name: &str) -> Vec<Meaning> {
    let name = name.trim_start_matches('@');
    let n_worlds = if opcode_spelled(name).is_some() { 1 } else { WORLDS.len() };
    for world in WORLDS.into_iter().take(n_worlds) {
        let Some(bare) = world.bare(name) else { continue };
        let rows = found(world, bare);
        if !rows.is_empty() {
            return rows.into_iter().map(|(row, place)| Meaning::of(row, place)).collect();
        }
        if ptr::eq(world, &raw const LLVM)
            && let Some(meaning) = llvm::intrinsic(bare)
        {
            return alloc::vec![meaning];
        }
    }
    Vec::new()
}

/// The usual meaning of a name.
pub(crate) fn meaning(name: &str) -> Option<Meaning> {
    meanings(name).into_iter().next()
}

/// Every name without a path that means one instruction, with its meaning.
pub(crate) fn instructions() -> impl Iterator<Item = (&'static str, Meaning)> {
    let rows = [&WORDS, &CUDA, &C].into_iter().flat_map(World::all);
    let rows = rows.filter(|row| matches!(row.means, Means::Instruction(_)));
    rows.flat_map(|row| {
        row.names().enumerate().map(move |(place, name)| (name, Meaning::of(row, place)))
    })
}
