//! The syntax lines, with their requirements.

use super::Opcode;
use super::lines::{Line, Role, Rule, Words};
use crate::catalog::{Clause, Requires, Targets, isa, since};
use crate::source::{Source, ptx};
use Targets::{Architecture, Family};

/// The section of `mma.sync`.
pub(in crate::tensor) const MMA: Source = ptx("9.7.14.5.14", "warp-level-matrix-instructions-mma");
/// The section of `wmma.mma`.
pub(in crate::tensor) const WMMA: Source =
    ptx("9.7.14.4.5", "warp-level-matrix-instructions-wmma-mma");
/// The section of `wgmma.mma_async`.
pub(in crate::tensor) const WGMMA: Source =
    ptx("9.7.15.5.2", "asynchronous-warpgroup-level-matrix-instructions-wgmma-mma");
/// The section of `tcgen05.mma`.
const TCGEN05: Source = ptx("9.7.16.10.9.1", "tcgen05-mma-instructions-mma");

const ACCUMULATORS: &[&str] = &["f32", "f16"];
const FP8: &[&str] = &["e4m3", "e5m2"];
const NARROW: &[&str] = &["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"];
const LAYOUTS: &[&str] = &["row", "col"];
const ROUNDINGS: &[&str] = &["rn", "rz", "rm", "rp"];
const BYTES: &[&str] = &["s8", "u8"];
const NIBBLES: &[&str] = &["s4", "u4"];

/// A place with one word.
const fn only(role: Role, word: &'static [&'static str]) -> (Role, Words) {
    (role, Words::Of(word))
}

const ALIGNED: (Role, Words) = only(Role::Fixed, &["aligned"]);
const ROW: (Role, Words) = only(Role::Layout, &["row"]);
const COL: (Role, Words) = only(Role::Layout, &["col"]);
const LAYOUT: (Role, Words) = only(Role::Layout, LAYOUTS);
const BLOCK_SCALE: (Role, Words) = only(Role::BlockScale, &["block_scale"]);

/// A line of `mma.sync` with four types.
macro_rules! mma {
    ($shapes:expr, [$($kind:expr)?], $d:expr, $a:expr, $b:expr, $c:expr, $rule:ident, $requires:expr) => {
        Line {
            opcode: Opcode::Mma,
            places: &[
                ALIGNED,
                only(Role::Shape, $shapes),
                ROW,
                COL,
                $($kind,)?
                only(Role::D, $d),
                only(Role::A, $a),
                only(Role::B, $b),
                only(Role::C, $c),
            ],
            rule: Rule::$rule,
            requires: Requires($requires),
            source: MMA,
        }
    };
}

/// A line of `mma.sync` with scales.
macro_rules! scaled {
    ($k:literal, $kind:literal, $size:expr, $types:expr, $scales:expr, $requires:expr) => {
        Line {
            opcode: Opcode::Mma,
            places: &[
                ALIGNED,
                only(Role::Shape, &[$k]),
                ROW,
                COL,
                only(Role::Kind, &[$kind]),
                BLOCK_SCALE,
                (Role::ScaleSize, $size),
                only(Role::D, &["f32"]),
                only(Role::A, $types),
                only(Role::B, $types),
                only(Role::C, &["f32"]),
                only(Role::ScaleType, $scales),
            ],
            rule: Rule::None,
            requires: Requires($requires),
            source: MMA,
        }
    };
}

/// A line of `mma.sync` in f64.
macro_rules! double {
    ($shapes:expr, $requires:expr) => {
        Line {
            opcode: Opcode::Mma,
            places: &[
                ALIGNED,
                only(Role::Shape, $shapes),
                ROW,
                COL,
                // The assembler takes it here too.
                (Role::Rounding, Words::Maybe(ROUNDINGS)),
                only(Role::D, &["f64"]),
                only(Role::A, &["f64"]),
                only(Role::B, &["f64"]),
                only(Role::C, &["f64"]),
                (Role::Rounding, Words::Maybe(ROUNDINGS)),
            ],
            rule: Rule::OneRounding,
            requires: Requires($requires),
            source: MMA,
        }
    };
}

/// A line of `mma.sync` with integers.
macro_rules! integer {
    ($shapes:expr, $types:expr, $requires:expr) => {
        Line {
            opcode: Opcode::Mma,
            places: &[
                ALIGNED,
                only(Role::Shape, $shapes),
                ROW,
                COL,
                (Role::Clamp, Words::Maybe(&["satfinite"])),
                only(Role::D, &["s32"]),
                only(Role::A, $types),
                only(Role::B, $types),
                only(Role::C, &["s32"]),
            ],
            rule: Rule::None,
            requires: Requires($requires),
            source: MMA,
        }
    };
}

/// A line of `wmma.mma`: the words around the layouts and the shape.
macro_rules! wmma {
    ([$($first:expr),*], $shapes:expr, [$($place:expr),*], $requires:expr) => {
        Line {
            opcode: Opcode::Wmma,
            places: &[
                only(Role::Fixed, &["sync"]),
                $($first,)*
                LAYOUT,
                LAYOUT,
                only(Role::Shape, $shapes),
                $($place),*
            ],
            rule: Rule::OneRounding,
            requires: Requires($requires),
            source: WMMA,
        }
    };
}

/// A line of `wgmma.mma_async`.
macro_rules! wgmma {
    ($k:literal, $d:expr, $a:expr, $b:expr) => {
        Line {
            opcode: Opcode::Wgmma,
            places: &[
                only(Role::Fixed, &["sync"]),
                ALIGNED,
                (Role::Shape, Words::Warpgroup($k)),
                only(Role::D, $d),
                only(Role::A, $a),
                only(Role::B, $b),
            ],
            rule: Rule::None,
            requires: Requires(&[since(isa(8, 0), Targets::Architecture(90))]),
            source: WGMMA,
        }
    };
}

/// A line of `tcgen05.mma`: the words around the kind.
macro_rules! tcgen05 {
    ([$($first:expr),*], $kinds:expr, [$($place:expr),*], $requires:expr) => {
        Line {
            opcode: Opcode::Tcgen05,
            places: &[$($first,)* only(Role::Kind, $kinds), $($place),*],
            rule: Rule::None,
            requires: Requires($requires),
            source: TCGEN05,
        }
    };
}

const fn from(major: u8, minor: u8, sm: u16) -> Clause {
    since(isa(major, minor), Targets::From(sm))
}

const fn on(major: u8, minor: u8, targets: Targets) -> Clause {
    since(isa(major, minor), targets)
}

/// The RTX family, from the first version with it.
const RTX: &[Clause] = &[on(8, 7, Architecture(120)), on(8, 8, Family(120))];
/// Also the families with tensor memory; the first two have it from PTX ISA 8.`minor` on.
const fn both(minor: u8) -> [Clause; 6] {
    [
        on(8, minor, Architecture(100)),
        on(8, minor, Architecture(101)),
        on(8, 7, Architecture(120)),
        on(8, 8, Family(100)),
        on(8, 8, Family(101)),
        on(8, 8, Family(120)),
    ]
}
const BOTH_F32: &[Clause] = &both(6);
const BOTH_F16: &[Clause] = &both(7);
/// The families with tensor memory.
const MEMORY: &[Clause] = &[
    on(8, 6, Architecture(100)),
    on(8, 6, Architecture(101)),
    on(8, 8, Family(100)),
    on(8, 8, Family(101)),
];
/// Those of them that name the size of a block by its number of scales: not a whole family. The first
/// two do from PTX ISA 8.`minor` on.
const fn vectors(minor: u8) -> [Clause; 5] {
    [
        on(8, minor, Architecture(100)),
        on(8, minor, Architecture(101)),
        on(8, 8, Architecture(103)),
        on(9, 0, Architecture(110)),
        on(9, 4, Architecture(107)),
    ]
}
const VECTORS: &[Clause] = &vectors(6);
const LATER_VECTORS: &[Clause] = &vectors(7);
const BLOCKS: &[Clause] = &[on(8, 8, Family(100)), on(8, 8, Family(101))];

/// Versions in which `wmma` has no `.aligned`.
const fn unaligned(minor: u8) -> Clause {
    Clause { isa: isa(6, minor), until: Some(isa(6, 2)), targets: Targets::From(70) }
}

/// Versions in which floating-point results may be saturated.
const SATURATED: &[Clause] =
    &[Clause { isa: isa(6, 3), until: Some(isa(6, 4)), targets: Targets::From(70) }];

const F8F6F4: (Role, Words) = only(Role::Kind, &["kind::f8f6f4"]);
const ANY_D: (Role, Words) = only(Role::D, ACCUMULATORS);
const ANY_C: (Role, Words) = only(Role::C, ACCUMULATORS);
const ANY_GROUP: (Role, Words) = only(Role::Group, &["cta_group::1", "cta_group::2"]);
const COLLECTOR: (Role, Words) = (
    Role::Collector,
    Words::Maybe(&[
        "collector::a::fill",
        "collector::a::use",
        "collector::a::lastuse",
        "collector::a::discard",
    ]),
);
const COLLECTORS_OF_B: (Role, Words) = (
    Role::Collector,
    Words::Maybe(&[
        "collector::b0::fill",
        "collector::b0::use",
        "collector::b0::lastuse",
        "collector::b0::discard",
    ]),
);
const SHIFT: (Role, Words) = (Role::Fixed, Words::Maybe(&["ashift"]));
const K16: &[&str] = &["m16n16k16", "m8n32k16", "m32n8k16"];
const F32: &[&str] = &["f32"];

/// Every line; of several that fit, the first counts.
#[rustfmt::skip] // A line each.
pub static LINES: &[Line] = &[
    mma!(&["m16n8k8"], [], ACCUMULATORS, &["f16"], &["f16"], ACCUMULATORS, SameAccumulators, &[from(6, 5, 75)]),
    mma!(&["m16n8k16"], [], ACCUMULATORS, &["f16"], &["f16"], ACCUMULATORS, SameAccumulators, &[from(7, 0, 80)]),
    Line {
        opcode: Opcode::Mma,
        places: &[
            ALIGNED, only(Role::Shape, &["m8n8k4"]), LAYOUT, LAYOUT, ANY_D,
            only(Role::A, &["f16"]), only(Role::B, &["f16"]), ANY_C,
        ],
        rule: Rule::NoNarrowing,
        requires: Requires(&[from(6, 4, 70)]),
        source: MMA,
    },
    mma!(&["m16n8k16", "m16n8k8"], [], F32, &["bf16"], &["bf16"], F32, None, &[from(7, 0, 80)]),
    mma!(&["m16n8k8", "m16n8k4"], [], F32, &["tf32"], &["tf32"], F32, None, &[from(7, 0, 80)]),
    mma!(&["m16n8k32"], [], F32, FP8, FP8, F32, None, &[from(8, 4, 89)]),
    mma!(&["m16n8k16"], [], F32, FP8, FP8, F32, None, &[from(8, 7, 89)]),
    mma!(&["m16n8k32", "m16n8k16"], [], &["f16"], FP8, FP8, &["f16"], None, &[from(8, 7, 89)]),
    mma!(&["m16n8k32"], [F8F6F4], F32, FP8, FP8, F32, None, BOTH_F32),
    mma!(&["m16n8k32"], [F8F6F4], &["f16"], FP8, FP8, &["f16"], None, BOTH_F16),
    mma!(&["m16n8k32"], [F8F6F4], ACCUMULATORS, NARROW, NARROW, ACCUMULATORS, SameAccumulators, RTX),
    scaled!("m16n8k32", "kind::mxf8f6f4", Words::Maybe(&["scale_vec::1X"]), NARROW, &["ue8m0"], RTX),
    scaled!("m16n8k64", "kind::mxf4", Words::Maybe(&["scale_vec::2X"]), &["e2m1"], &["ue8m0"], RTX),
    scaled!("m16n8k64", "kind::mxf4nvf4", Words::Of(&["scale_vec::4X"]), &["e2m1"], &["ue4m3"], RTX),
    scaled!("m16n8k64", "kind::mxf4nvf4", Words::Of(&["scale_vec::2X"]), &["e2m1"], &["ue8m0"], RTX),
    scaled!("m16n8k64", "kind::mxf4nvf4", Words::Of(&["scale_vec::4X"]), &["e2m1"], &["ue8m0"], &[on(9, 1, Family(120))]),
    double!(&["m8n8k4"], &[from(7, 0, 80)]),
    double!(&["m16n8k4", "m16n8k8", "m16n8k16"], &[from(7, 8, 90)]),
    integer!(&["m8n8k16"], BYTES, &[from(6, 5, 75)]),
    integer!(&["m16n8k16", "m16n8k32"], BYTES, &[from(7, 0, 80)]),
    integer!(&["m8n8k32"], NIBBLES, &[from(6, 5, 75)]),
    integer!(&["m16n8k32", "m16n8k64"], NIBBLES, &[from(7, 0, 80)]),
    wmma!([ALIGNED], K16, [ANY_D, ANY_C], &[from(6, 3, 70)]),
    wmma!([], &["m16n16k16"], [ANY_D, ANY_C], &[unaligned(0)]),
    wmma!([], &["m8n32k16", "m32n8k16"], [ANY_D, ANY_C], &[unaligned(1)]),
    wmma!([ALIGNED], K16, [ANY_D, ANY_C, only(Role::Clamp, &["satfinite"])], SATURATED),
    wmma!([ALIGNED], K16, [only(Role::D, F32), only(Role::A, &["bf16"]), only(Role::B, &["bf16"]), only(Role::C, F32)], &[from(7, 0, 80)]),
    wmma!([ALIGNED], &["m16n16k8"], [only(Role::D, F32), only(Role::A, &["tf32"]), only(Role::B, &["tf32"]), only(Role::C, F32)], &[from(7, 0, 80)]),
    wmma!([ALIGNED], &["m8n8k4"], [
        (Role::Rounding, Words::Maybe(ROUNDINGS)), only(Role::D, &["f64"]), only(Role::A, &["f64"]),
        only(Role::B, &["f64"]), only(Role::C, &["f64"]), (Role::Rounding, Words::Maybe(ROUNDINGS))
    ], &[from(7, 0, 80)]),
    wgmma!(16, ACCUMULATORS, &["f16"], &["f16"]),
    wgmma!(16, F32, &["bf16"], &["bf16"]),
    wgmma!(8, F32, &["tf32"], &["tf32"]),
    wgmma!(32, ACCUMULATORS, FP8, FP8),
    tcgen05!([ANY_GROUP], &["kind::f16", "kind::tf32", "kind::f8f6f4"], [SHIFT, COLLECTOR], MEMORY),
    tcgen05!([only(Role::Fixed, &["ws"]), only(Role::Group, &["cta_group::1"])], &["kind::f16", "kind::tf32", "kind::f8f6f4"], [COLLECTORS_OF_B], MEMORY),
    tcgen05!([ANY_GROUP], &["kind::mxf8f6f4", "kind::mxf4"], [BLOCK_SCALE, COLLECTOR], MEMORY),
    tcgen05!([ANY_GROUP], &["kind::mxf8f6f4"], [BLOCK_SCALE, only(Role::ScaleSize, &["scale_vec::1X"]), COLLECTOR], VECTORS),
    tcgen05!([ANY_GROUP], &["kind::mxf4"], [BLOCK_SCALE, only(Role::ScaleSize, &["scale_vec::2X"]), COLLECTOR], VECTORS),
    tcgen05!([ANY_GROUP], &["kind::mxf4nvf4"], [BLOCK_SCALE, only(Role::ScaleSize, &["scale_vec::4X", "scale_vec::2X"]), COLLECTOR], LATER_VECTORS),
    tcgen05!([ANY_GROUP], &["kind::mxf8f6f4", "kind::mxf4"], [BLOCK_SCALE, only(Role::ScaleSize, &["block32"]), COLLECTOR], BLOCKS),
    tcgen05!([ANY_GROUP], &["kind::mxf4nvf4"], [BLOCK_SCALE, only(Role::ScaleSize, &["block16", "block32"]), COLLECTOR], BLOCKS),
];
