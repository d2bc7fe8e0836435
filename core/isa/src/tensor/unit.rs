//! The parameters of each generation's units, as one table.

use super::dot::{Dot, Last};
use crate::catalog::Target;
use crate::format::FloatFormat;
use crate::format::table::{BF16, E4M3, E5M2, F16, TF32};

/// A generation of tensor cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Generation {
    /// `sm_70`.
    Volta,
    /// `sm_75`.
    Turing,
    /// `sm_80` to `sm_88`.
    Ampere,
    /// `sm_89`.
    Ada,
    /// `sm_90`.
    Hopper,
    /// `sm_100` to `sm_110`.
    Blackwell,
    /// `sm_120` and `sm_121`.
    RtxBlackwell,
}

/// The part of the evidence for a generation that is about a target itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// All of it.
    Measured,
    /// Public captures alone.
    Captured,
    /// None: its machine code is that of a target that was measured.
    Alike,
}

/// The targets of each generation, by their standing.
const GENERATIONS: [(Generation, &[(u16, Standing)]); 7] = [
    (Generation::Volta, &[(70, Standing::Measured)]),
    (Generation::Turing, &[(75, Standing::Measured)]),
    (
        Generation::Ampere,
        &[
            (80, Standing::Measured),
            (86, Standing::Captured),
            (87, Standing::Alike),
            (88, Standing::Alike),
        ],
    ),
    (Generation::Ada, &[(89, Standing::Measured)]),
    (Generation::Hopper, &[(90, Standing::Measured)]),
    // `sm_101` is the old name of `sm_110`.
    (
        Generation::Blackwell,
        &[
            (100, Standing::Measured),
            (101, Standing::Alike),
            (103, Standing::Alike),
            (110, Standing::Alike),
        ],
    ),
    (Generation::RtxBlackwell, &[(120, Standing::Measured), (121, Standing::Alike)]),
];

impl Generation {
    /// Every generation, with a target that was measured: the one with all features of its
    /// architecture, where there is one.
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::Volta, "sm_70"),
        (Self::Turing, "sm_75"),
        (Self::Ampere, "sm_80"),
        (Self::Ada, "sm_89"),
        (Self::Hopper, "sm_90a"),
        (Self::Blackwell, "sm_100a"),
        (Self::RtxBlackwell, "sm_120a"),
    ];

    /// Finds the generation of a target, and its standing; `None` if nobody measured any with its
    /// machine code.
    #[must_use]
    pub fn of(target: &Target) -> Option<(Self, Standing)> {
        GENERATIONS.iter().find_map(|(generation, targets)| {
            let (_, standing) = targets.iter().find(|(number, _)| *number == target.sm)?;
            Some((*generation, *standing))
        })
    }

    /// The name people use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Volta => "Volta",
            Self::Turing => "Turing",
            Self::Ampere => "Ampere",
            Self::Ada => "Ada",
            Self::Hopper => "Hopper",
            Self::Blackwell => "Blackwell",
            Self::RtxBlackwell => "RTX Blackwell",
        }
    }
}

/// The types of a and b, as far as units tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// f16 or bf16.
    Half,
    /// tf32.
    Tf32,
    /// e4m3 and e5m2.
    Fp8,
    /// Any of e4m3, e5m2, e3m2, e2m3 and e2m1, at least one of them with fewer than 8 bits.
    Narrow,
}

impl Inputs {
    /// The kind of a pair of types.
    #[must_use]
    pub fn of(a: &FloatFormat, b: &FloatFormat) -> Self {
        let is_fp8 = |format: &FloatFormat| [&E4M3, &E5M2].contains(&format);
        if *a == F16 || *a == BF16 {
            Self::Half
        } else if *a == TF32 {
            Self::Tf32
        } else if is_fp8(a) && is_fp8(b) {
            Self::Fp8
        } else {
            Self::Narrow
        }
    }
}

/// The instructions that a unit serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Those of a warp: `mma` and `wmma`.
    Warp,
    /// Those of a warpgroup or of tensor memory: `wgmma` and `tcgen05`.
    Group,
}

/// A unit: how many products it adds at once, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The generation.
    pub generation: Generation,
    /// The types of a and b.
    pub inputs: Inputs,
    /// The instructions.
    pub ways: &'static [Way],
    /// The number of bits kept below the largest exponent (F).
    pub fraction: i32,
    /// The number of products in a sum (L); fewer if an instruction has fewer.
    pub length: usize,
    /// The exponent that a zero counts with (z), for results in f32 and in f16.
    pub floors: [i32; 2],
    /// The rounding of results in f32; those in f16 are rounded to the nearest.
    pub last: Last,
}

const fn unit(
    generation: Generation,
    inputs: Inputs,
    ways: &'static [Way],
    fraction: i32,
    length: usize,
    floors: [i32; 2],
) -> Unit {
    let last = if fraction == FEW { Last::TruncateE8M13 } else { Last::TruncateF32 };
    Unit { generation, inputs, ways, fraction, length, floors, last }
}

/// The fraction bits of the units that keep few.
const FEW: i32 = 13;
const BOTH: &[Way] = &[Way::Warp, Way::Group];
const WARP: &[Way] = &[Way::Warp];
const GROUP: &[Way] = &[Way::Group];

/// Every unit.
pub const UNITS: &[Unit] = &[
    unit(Generation::Volta, Inputs::Half, WARP, 23, 4, [-131, -19]),
    unit(Generation::Turing, Inputs::Half, WARP, 24, 8, [-132, -20]),
    unit(Generation::Ampere, Inputs::Half, WARP, 24, 8, [-132, -20]),
    unit(Generation::Ampere, Inputs::Tf32, WARP, 24, 4, [-132, -20]),
    unit(Generation::Ada, Inputs::Half, WARP, 24, 8, [-132, -20]),
    unit(Generation::Ada, Inputs::Tf32, WARP, 24, 4, [-132, -20]),
    unit(Generation::Ada, Inputs::Fp8, WARP, FEW, 16, [-132, -20]),
    unit(Generation::Hopper, Inputs::Half, BOTH, 25, 16, [-133, -21]),
    unit(Generation::Hopper, Inputs::Tf32, BOTH, 25, 8, [-133, -21]),
    unit(Generation::Hopper, Inputs::Fp8, GROUP, FEW, 32, [-133, -21]),
    unit(Generation::Blackwell, Inputs::Half, BOTH, 25, 16, [-133, -21]),
    unit(Generation::Blackwell, Inputs::Tf32, BOTH, 25, 8, [-133, -21]),
    unit(Generation::Blackwell, Inputs::Fp8, GROUP, 25, 32, [-133, -21]),
    unit(Generation::Blackwell, Inputs::Narrow, GROUP, 25, 32, [-133, -21]),
    unit(Generation::RtxBlackwell, Inputs::Half, WARP, 25, 16, [-133, -21]),
    unit(Generation::RtxBlackwell, Inputs::Tf32, WARP, 25, 8, [-133, -21]),
    unit(Generation::RtxBlackwell, Inputs::Fp8, WARP, 25, 32, [-133, -21]),
    unit(Generation::RtxBlackwell, Inputs::Narrow, WARP, 25, 32, [-133, -21]),
];

/// The sum of four scaled groups of 16 products of e2m1, of both generations that have it.
pub const FOUR_GROUPS: Dot = Dot { fraction: 35, floor: -139, last: Last::TruncateF32 };

impl Unit {
    /// Finds a unit.
    #[must_use]
    pub fn find(generation: Generation, inputs: Inputs, way: Way) -> Option<&'static Self> {
        UNITS.iter().find(|unit| {
            unit.generation == generation && unit.inputs == inputs && unit.ways.contains(&way)
        })
    }

    /// The sum for results in a format, f32 or f16.
    #[must_use]
    pub fn dot(&self, result: &FloatFormat) -> Dot {
        let [for_f32, for_f16] = self.floors;
        let (floor, last) =
            if *result == F16 { (for_f16, Last::NearestF16) } else { (for_f32, self.last) };
        Dot { fraction: self.fraction, floor, last }
    }
}
