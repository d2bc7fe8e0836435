//! A row of the table.

use crate::arith::elementary::Composed;

/// Names with one meaning, or as many names as there are alternatives of it.
///
/// | in a row | stands for |
/// | --- | --- |
/// | `"fmaf"`, `"fma.rn.f32"` | one instruction |
/// | `"__fadd_rn __fadd_rz"`, `"add.{rn,rz}.f32"` | the first name has the first alternative, and so on |
/// | `"copysign.f32 b, a"` | the sources in another order: `a` is the first argument |
/// | `"cvt.rn.satfinite.e4m3x2.f32 0, a"` | a number that the name does not give |
/// | `"fma.rn.f32 t, a, a, b; sqrt.rn.f32 d, t"` | a program: it reads `a`, `b` and `c`, and writes `d` |
#[derive(Debug)]
pub struct Row {
    names: &'static str,
    /// The meaning of the names.
    pub means: Means,
    /// The difference between the function and the instruction, or why PTX has none; may be empty.
    pub note: &'static str,
    /// The PTX that nvcc emits with `-use_fast_math`, if more than `.ftz` is different; mostly
    /// empty.
    pub fast: &'static str,
    /// A question that is read and has the function's value, or one near to it, where PTX has no such
    /// instruction: `1/(1+exp(-a))`, in which `a` and `b` stand for the arguments. Mostly empty.
    pub instead: &'static str,
    /// The function of one operand that the program computes, if its true value is known.
    pub function: Option<Composed>,
}

/// The meaning of a name.
#[derive(Debug)]
pub enum Means {
    /// One instruction.
    Instruction(&'static str),
    /// Several statements.
    Program {
        /// The statements, as a program has them.
        text: &'static str,
        /// The instruction that comes nearest.
        nearest: &'static str,
    },
    /// Nothing: PTX has no such instruction, and the statements would be too many.
    Nothing {
        /// The instruction that comes nearest.
        nearest: &'static str,
        /// Whether its result is near, too; otherwise it is only what a search finds.
        is_near: bool,
    },
    /// The meaning of another name of CUDA or C.
    As(&'static str),
}

impl Means {
    /// The instruction, or the one that comes nearest.
    #[must_use]
    pub const fn nearest(&self) -> &'static str {
        match self {
            Self::Instruction(text) => text,
            Self::Program { nearest, .. } | Self::Nothing { nearest, .. } => nearest,
            Self::As(_) => "",
        }
    }

    /// Whether [`Self::nearest`] has a result near to the function's.
    #[must_use]
    pub const fn is_near(&self) -> bool {
        !matches!(self, Self::Nothing { is_near: false, .. })
    }
}

impl Row {
    /// The names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.names.split(' ')
    }

    /// This row with the difference between the function and the instruction.
    pub(super) const fn noted(mut self, note: &'static str) -> Self {
        self.note = note;
        self
    }

    /// This row with the function whose true value the program approximates.
    pub(super) const fn of(mut self, function: Composed) -> Self {
        self.function = Some(function);
        self
    }

    /// This row with what nvcc emits with `-use_fast_math`.
    pub(super) const fn fast(mut self, fast: &'static str) -> Self {
        self.fast = fast;
        self
    }

    /// This row with a question to ask in its place.
    pub(super) const fn instead(mut self, question: &'static str) -> Self {
        self.instead = question;
        self
    }
}

const fn row(names: &'static str, means: Means) -> Row {
    Row { names, means, note: "", fast: "", instead: "", function: None }
}

/// Names of an instruction.
pub(super) const fn one(names: &'static str, means: &'static str) -> Row {
    row(names, Means::Instruction(means))
}

/// Names of a program; the note says what the nearest instruction computes.
pub(super) const fn program(
    names: &'static str,
    text: &'static str,
    nearest: &'static str,
    note: &'static str,
) -> Row {
    row(names, Means::Program { text, nearest }).noted(note)
}

/// Names of what PTX does not have; the note says why.
pub(super) const fn nothing(names: &'static str, nearest: &'static str, note: &'static str) -> Row {
    row(names, Means::Nothing { nearest, is_near: true }).noted(note)
}

/// [`nothing`], where no instruction has a result near to that of the function.
pub(super) const fn apart(names: &'static str, related: &'static str, note: &'static str) -> Row {
    row(names, Means::Nothing { nearest: related, is_near: false }).noted(note)
}

/// Names of what a function of CUDA or C computes.
pub(super) const fn same(names: &'static str, other: &'static str) -> Row {
    row(names, Means::As(other))
}
