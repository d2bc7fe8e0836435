//! The shapes that `add`, `sub` and `mul` have in common, one function a syntax line.

use super::slots::{
    BF16, BF16X2, BLACKWELL, D_A_B, D_NARROW_A_C, F16, F16X2, F32, F32X2, F64, FTZ, FTZ_SINGLE,
    NARROW, RND_F32, RND_F64, RND_HALF, SAT, corner_when,
};
use crate::catalog::dsl::required;
use crate::catalog::form::{Accuracy, Corner, Form, Operation, Slot, Status};
use crate::catalog::modifier::Modifier;
use crate::catalog::target::{ANY, Requires, isa};
use crate::source::{PTXAS, Source};

/// What distinguishes the three mnemonics.
#[derive(Clone, Copy)]
pub(super) struct Mnemonic {
    /// The opcode.
    pub(super) opcode: &'static str,
    /// What it computes.
    pub(super) operation: Operation,
    /// Section of the f32 and f64 forms.
    pub(super) single: Source,
    /// Section of the f16 and bf16 forms.
    pub(super) half: Source,
}

/// A row's own text: its syntax line and examples.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// The syntax line.
    pub(super) syntax: &'static str,
    /// Spellings it accepts.
    pub(super) examples: &'static [&'static str],
}

/// A line of text for a row.
pub(super) const fn line(syntax: &'static str, examples: &'static [&'static str]) -> Line {
    Line { syntax, examples }
}

/// What `.sat` is documented to do, for an operation of two operands.
const CLAMPED: &[Corner] = &[
    corner_when(Modifier::Sat, &["nan", "1"], "+0"),
    corner_when(Modifier::Sat, &["1", "nan"], "+0"),
    corner_when(Modifier::Sat, &["-inf", "1"], "+0"),
    corner_when(Modifier::Sat, &["+inf", "1"], "1"),
];

const fn row(mnemonic: Mnemonic, line: Line) -> Form {
    Form {
        opcode: mnemonic.opcode,
        syntax: line.syntax,
        slots: &[],
        operands: D_A_B,
        operation: mnemonic.operation,
        accuracy: Accuracy::CorrectlyRounded,
        requires: ANY,
        status: Status::Documented,
        corners: &[],
        examples: line.examples,
        source: mnemonic.single,
    }
}

/// `op{.rnd}{.ftz}{.sat}.f32  d, a, b;`
pub(super) const fn single(mnemonic: Mnemonic, line: Line) -> Form {
    Form { slots: &[RND_F32, FTZ_SINGLE, SAT, F32], corners: CLAMPED, ..row(mnemonic, line) }
}

/// `op{.rnd}{.ftz}.f32x2  d, a, b;`
pub(super) const fn single_pair(mnemonic: Mnemonic, line: Line) -> Form {
    Form { slots: &[RND_F32, FTZ, F32X2], requires: BLACKWELL, ..row(mnemonic, line) }
}

/// `op{.rnd}.f64  d, a, b;`
pub(super) const fn double(mnemonic: Mnemonic, line: Line) -> Form {
    Form { slots: &[RND_F64, F64], requires: Requires::from(isa(1, 0), 13), ..row(mnemonic, line) }
}

/// `op{.rnd}.f64` below `sm_13`, which the ISA excludes and the assembler takes.
pub(super) const fn double_early(mnemonic: Mnemonic, line: Line) -> Form {
    Form {
        slots: &[RND_F64, F64],
        status: Status::Undocumented {
            note: "the ISA requires sm_13 or higher for f64; the assembler takes .rn and .rz on every target",
            is_evident: true,
        },
        source: PTXAS,
        ..row(mnemonic, line)
    }
}

const fn half(mnemonic: Mnemonic, line: Line) -> Form {
    Form {
        requires: Requires::from(isa(4, 2), 53),
        corners: CLAMPED,
        source: mnemonic.half,
        ..row(mnemonic, line)
    }
}

/// `op{.rnd}{.ftz}{.sat}.f16  d, a, b;`
pub(super) const fn half_scalar(mnemonic: Mnemonic, line: Line) -> Form {
    Form { slots: &[RND_HALF, FTZ, SAT, F16], ..half(mnemonic, line) }
}

/// `op{.rnd}{.ftz}{.sat}.f16x2  d, a, b;`
pub(super) const fn half_pair(mnemonic: Mnemonic, line: Line) -> Form {
    Form { slots: &[RND_HALF, FTZ, SAT, F16X2], ..half(mnemonic, line) }
}

const fn bfloat(mnemonic: Mnemonic, line: Line) -> Form {
    Form { requires: Requires::from(isa(7, 8), 90), source: mnemonic.half, ..row(mnemonic, line) }
}

/// `op{.rnd}.bf16  d, a, b;`
pub(super) const fn bfloat_scalar(mnemonic: Mnemonic, line: Line) -> Form {
    Form { slots: &[RND_HALF, BF16], ..bfloat(mnemonic, line) }
}

/// `op{.rnd}.bf16x2  d, a, b;`
pub(super) const fn bfloat_pair(mnemonic: Mnemonic, line: Line) -> Form {
    Form { slots: &[RND_HALF, BF16X2], ..bfloat(mnemonic, line) }
}

/// `op{.rnd}{.sat}.f32.atype  d, a, c;`
pub(super) const fn mixed(mnemonic: Mnemonic, line: Line, source: Source) -> Form {
    Form {
        slots: &[RND_F32, SAT, F32, ATYPE],
        operands: D_NARROW_A_C,
        requires: BLACKWELL,
        corners: CORNERS_OF_MIXED,
        source,
        ..row(mnemonic, line)
    }
}
const ATYPE: Slot = required(".atype", NARROW);
const CORNERS_OF_MIXED: &[Corner] = &[
    corner_when(Modifier::Sat, &["nan", "1"], "+0"),
    corner_when(Modifier::Sat, &["-inf", "1"], "+0"),
];
