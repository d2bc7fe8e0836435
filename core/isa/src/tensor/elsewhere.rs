//! An element on other GPUs: for each, an instruction that multiplies the same types.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::evaluate::{Operands, Tensor};
use super::name::{Kind, Mma, Opcode};
use super::open::Refusal;
use crate::arith::rounding::Rounding;
use crate::catalog::{Context, LATEST_ISA, TARGETS, Target, USUAL_TARGET};
use crate::format::Format;

/// A GPU that was measured, and a way to its tensor cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gpu {
    /// The name people use.
    pub name: &'static str,
    /// Its target, with all features of its architecture.
    pub target: &'static str,
    /// The instruction.
    pub opcode: Opcode,
}

const fn gpu(name: &'static str, target: &'static str, opcode: Opcode) -> Gpu {
    Gpu { name, target, opcode }
}

/// One GPU of each generation, and each of its instructions.
pub const GPUS: [Gpu; 9] = [
    gpu("V100", "sm_70", Opcode::Mma),
    gpu("T4", "sm_75", Opcode::Mma),
    gpu("A100", "sm_80", Opcode::Mma),
    gpu("RTX 40", "sm_89", Opcode::Mma),
    gpu("H100", "sm_90a", Opcode::Mma),
    gpu("H100", "sm_90a", Opcode::Wgmma),
    gpu("B200", "sm_100a", Opcode::Mma),
    gpu("B200", "sm_100a", Opcode::Tcgen05),
    gpu("RTX 50", "sm_120a", Opcode::Mma),
];

/// Shapes of `mma` with results of 8 columns, and the long one of integers.
const SHAPES: [&str; 8] =
    ["m16n8k64", "m16n8k32", "m16n8k16", "m16n8k8", "m16n8k4", "m8n8k32", "m8n8k16", "m8n8k4"];
/// The values of K of `wgmma`.
const WARPGROUP: [usize; 3] = [32, 16, 8];

/// An instruction of another GPU, which is repeated until it has taken all products: each time with
/// the last result as c.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// The instruction.
    pub mma: Mma,
    /// The way through the machine.
    pub tensor: Tensor,
    /// The number of times that it is executed.
    pub times: usize,
}

impl Elsewhere {
    /// Finds an instruction with the types of another one for a number of products; `None` if the GPU
    /// has none, if nobody measured it, or if c has another type than d.
    ///
    /// If there are several shapes, it is the longest that divides that number, or else the shortest,
    /// which is filled up with zeros.
    #[must_use]
    pub fn of(mma: &Mma, k: usize, gpu: &Gpu) -> Option<Self> {
        if mma.c != mma.d {
            return None;
        }
        let context = Context { isa: LATEST_ISA, target: Target::parse(gpu.target)? };
        let found = spellings(mma, gpu.opcode).into_iter().filter_map(|spelling| {
            // Scales of other blocks are other operands.
            let found = Mma::known(&spelling).filter(|found| found.scale == mma.scale)?;
            let tensor = Tensor::new(&found, &context).ok()?;
            let times = k.div_ceil(found.k);
            Some(Self { mma: found, tensor, times })
        });
        // The first of several equal ones.
        let cost = |each: &Self| (each.times * each.mma.k, each.times);
        found.reduce(|best, next| if cost(&next) < cost(&best) { next } else { best })
    }

    /// Returns the element of d.
    ///
    /// # Errors
    ///
    /// Fails like [`Tensor::evaluate`].
    pub fn evaluate(&self, operands: &Operands<'_>) -> Result<u64, Refusal> {
        let n_scales = self.mma.n_scales();
        let mut c = operands.c;
        for step in 0..self.times {
            let lists = [
                part(operands.a, step, self.mma.k),
                part(operands.b, step, self.mma.k),
                part(operands.scales_a, step, n_scales),
                part(operands.scales_b, step, n_scales),
            ];
            let [a, b, scales_a, scales_b] = &lists;
            c = self.tensor.evaluate(&Operands { a, b, c, scales_a, scales_b })?;
        }
        Ok(c)
    }
}

/// The numbers of a step, filled up with zeros.
fn part(list: &[u64], step: usize, length: usize) -> Vec<u64> {
    let numbers = list.iter().copied().skip(step * length);
    numbers.chain(core::iter::repeat(0)).take(length).collect()
}

/// Spellings with the types of an instruction, those without a kind first; some of them do not exist.
fn spellings(mma: &Mma, opcode: Opcode) -> Vec<String> {
    if mma.opcode == opcode && mma.scale.is_some() {
        return [format!("{mma}")].into();
    }
    let [d, a, b] = [mma.d, mma.a, mma.b].map(Format::name);
    let clamp = if mma.is_clamped { ".satfinite" } else { "" };
    let rounding = match mma.rounding {
        Rounding::TowardZero => ".rz",
        Rounding::TowardNegative => ".rm",
        Rounding::TowardPositive => ".rp",
        Rounding::TiesToEven | Rounding::TiesToAway | Rounding::Stochastic { .. } => "",
    };
    match opcode {
        Opcode::Mma | Opcode::Wmma if mma.scale.is_some() => Vec::new(),
        Opcode::Mma | Opcode::Wmma => ["", ".kind::f8f6f4"]
            .iter()
            .flat_map(|kind| {
                let spelled = move |shape: &&str| {
                    format!(
                        "mma.sync.aligned.{shape}.row.col{kind}{clamp}.{d}.{a}.{b}.{d}{rounding}"
                    )
                };
                SHAPES.iter().map(spelled)
            })
            .collect(),
        Opcode::Wgmma => WARPGROUP
            .iter()
            .map(|k| format!("wgmma.mma_async.sync.aligned.m64n8k{k}.{d}.{a}.{b}"))
            .collect(),
        Opcode::Tcgen05 => {
            let scale =
                mma.scale.map_or_else(String::new, |scale| format!(".{}", scale.format.name));
            let kinds: &[&str] = match mma.kind {
                Some(Kind::Mxf8f6f4) => &["mxf8f6f4.block_scale"],
                Some(Kind::Mxf4) => &["mxf4.block_scale"],
                Some(Kind::Mxf4nvf4) => {
                    &["mxf4nvf4.block_scale.scale_vec::4X", "mxf4nvf4.block_scale.scale_vec::2X"]
                }
                Some(Kind::F16 | Kind::Tf32 | Kind::F8f6f4) | None => &["f16", "tf32", "f8f6f4"],
            };
            let spelled = |kind: &&str| {
                format!("tcgen05.mma.cta_group::1.kind::{kind}{{{d}.{a}.{b}{scale}}}")
            };
            kinds.iter().map(spelled).collect()
        }
    }
}

impl Mma {
    /// The usual context for a version: the given one if results are known there, or else that of a
    /// GPU that was measured, or of any target that has the instruction; the given one if none has.
    #[must_use]
    pub fn usual_context(&self, given: &Context) -> Context {
        let measured = GPUS.iter().filter_map(|gpu| Target::parse(gpu.target));
        let contexts = [given.target, USUAL_TARGET].into_iter().chain(measured);
        let contexts = contexts.chain(TARGETS.iter().rev());
        let contexts = contexts.map(|target| Context { target, ..*given });
        let known = contexts.clone().find(|context| Tensor::new(self, context).is_ok());
        let legal = || contexts.clone().find(|context| self.requires().is_met(context));
        known.or_else(legal).unwrap_or(*given)
    }
}

impl Gpu {
    /// Whether a target is its own, with all features or fewer.
    #[must_use]
    pub fn has(&self, target: &Target) -> bool {
        Target::parse(self.target).is_some_and(|own| own.has_number_of(target))
    }
}
