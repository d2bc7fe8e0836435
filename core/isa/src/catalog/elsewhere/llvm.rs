//! Names of LLVM: intrinsics, with their types.

use super::Meaning;
use super::c::ORDER;
use super::row::{Row, one, same};
use crate::catalog::modifier::Modifier;

/// The rows: intrinsics without their types, and those of NVPTX (`nvvm.`) without their modifiers.
pub(super) const ROWS: &[Row] = &[
    one("maximum minimum", "{max,min}.NaN"),
    one("maxnum minnum maximumnum minimumnum", "{max,min,max,min}"),
    one("fma", "fma.rn"),
    one("sqrt", "sqrt.rn"),
    one("fabs", "abs"),
    one("floor ceil trunc rint nearbyint roundeven", "cvt.{rmi,rpi,rzi,rni,rni,rni}"),
    one("copysign", "copysign b, a").noted(ORDER),
    one("exp2 log2 sin cos", "{ex2,lg2,sin,cos}.approx")
        .noted("LLVM takes the approximation only where the call permits it (`afn`)"),
    same("round", "roundf"),
    one("nvvm.add nvvm.mul nvvm.fma nvvm.div", "{add,mul,fma,div}"),
    one("nvvm.rcp nvvm.sqrt nvvm.rsqrt", "{rcp,sqrt,rsqrt}"),
    one("nvvm.sin nvvm.cos nvvm.lg2 nvvm.ex2 nvvm.tanh", "{sin,cos,lg2,ex2,tanh}"),
    one("nvvm.fmin nvvm.fmax nvvm.fabs", "{min,max,abs}"),
    one("nvvm.floor nvvm.ceil nvvm.trunc nvvm.round", "cvt.{rmi,rpi,rzi,rni}"),
    one("nvvm.saturate", "cvt.sat"),
    one("nvvm.f2i nvvm.f2ui nvvm.f2ll nvvm.f2ull", "cvt.{s32,u32,s64,u64}.f32"),
    one("nvvm.d2i nvvm.d2ui nvvm.d2ll nvvm.d2ull", "cvt.{s32,u32,s64,u64}.f64"),
    one("nvvm.i2f nvvm.ui2f nvvm.ll2f nvvm.ull2f", "cvt.f32.{s32,u32,s64,u64}"),
    one("nvvm.i2d nvvm.ui2d nvvm.ll2d nvvm.ull2d", "cvt.f64.{s32,u32,s64,u64}"),
    one("nvvm.d2f nvvm.f2h nvvm.f2bf16", "cvt.{f32.f64,f16.f32,bf16.f32}"),
    one("nvvm.ff2f16x2 nvvm.ff2bf16x2", "cvt.{f16x2,bf16x2}.f32"),
    one("nvvm.f2tf32", "cvt.tf32.f32"),
];

/// The meaning of an intrinsic with its types or modifiers: `fma.f32`, `nvvm.add.rn.ftz.f`.
pub(super) fn intrinsic(name: &str) -> Option<Meaning> {
    let is_target = name.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("nvvm."));
    let (stem, rest) = stem(name, is_target)?;
    let (row, place) = super::found(&super::LLVM, stem).into_iter().next()?;
    let mut meaning = Meaning::of(row, place);
    if !meaning.is_instruction() {
        // A program has its types; the intrinsic has them behind its name.
        return (rest == "f32").then_some(meaning);
    }
    // A value that stays in its format: the instruction names it twice.
    let is_twice = meaning.spelling.starts_with("cvt.") && !meaning.spelling.contains("32");
    let is_integer = ["cvt.s", "cvt.u"].iter().any(|start| meaning.spelling.starts_with(start));
    for part in rest.split('.') {
        let spelling = [".", translated(part, is_target, is_integer)].concat();
        meaning.spelling.push_str(&spelling);
        if is_twice && matches!(Modifier::parse(&spelling)?, Modifier::Type(_)) {
            meaning.spelling.push_str(&spelling);
        }
    }
    Some(meaning)
}

/// An intrinsic, and its modifiers and types.
fn stem(name: &str, is_target: bool) -> Option<(&str, &str)> {
    let first = if is_target { "nvvm.".len() } else { 0 };
    let end = first + name.get(first..)?.find('.')?;
    Some((name.get(..end)?, name.get(end + 1..)?))
}

/// A modifier or a type of an intrinsic in PTX.
fn translated(part: &str, is_target: bool, to_integer: bool) -> &str {
    match part {
        "f" if is_target => "f32",
        "d" if is_target => "f64",
        "v2f16" => "f16x2",
        "v2bf16" => "bf16x2",
        "nan" => "NaN",
        "rn" if to_integer => "rni",
        "rz" if to_integer => "rzi",
        "rm" if to_integer => "rmi",
        "rp" if to_integer => "rpi",
        other => other,
    }
}
