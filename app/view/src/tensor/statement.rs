//! The instruction, with its target and version.

use ptxfp::catalog::Context;

use ptxfp::tensor::{Mma, Opcode};

use crate::mma::context_for;
use crate::playground::instruction::SectionView;
use crate::playground::places::{self, Having, PlacesView};
use crate::playground::statement::section;

/// The instruction as it is typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatementView {
    /// The text.
    pub text: String,
    /// The reason for which it cannot be read.
    pub wrong: Option<String>,
    /// The spelling that is probably meant.
    pub instead: Option<String>,
}

/// Where the instruction is legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnvironmentView {
    /// The targets.
    pub targets: PlacesView,
    /// The versions.
    pub isas: PlacesView,
    /// The instructions to choose from, by the words that begin their spelling.
    pub instructions: Vec<(&'static str, Vec<String>)>,
    /// The remark that the target or the version does not have it.
    pub lacks: Option<String>,
    /// A target that has the instruction, where this one has not, perhaps with a version.
    pub instead: Option<String>,
    /// The section of the ISA.
    pub section: SectionView,
}

/// The instructions to choose from: one of each pair of types and shape.
const INSTRUCTIONS: [&str; 31] = [
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
    "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32",
    "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32",
    "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16",
    "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
    "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32",
    "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
    "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32",
    "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32",
    "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32",
    "mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32",
    "mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16",
    "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m3.e3m2.f32",
    "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e2m1.f32",
    "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0",
    "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0",
    "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3",
    "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64",
    "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32",
    "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32",
    "wmma.mma.sync.aligned.row.col.m16n16k16.f32.bf16.bf16.f32",
    "wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32",
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16",
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16",
    "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32",
    "wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3",
    "tcgen05.mma.cta_group::1.kind::f16{f32.f16.f16}",
    "tcgen05.mma.cta_group::1.kind::tf32{f32.tf32.tf32}",
    "tcgen05.mma.cta_group::1.kind::f8f6f4{f32.e4m3.e4m3}",
    "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale{f32.e4m3.e4m3.ue8m0}",
    "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::4X{f32.e2m1.e2m1.ue4m3}",
];

/// Target, version and instructions.
pub(super) fn environment(mma: &Mma, context: &Context) -> EnvironmentView {
    let lacks = mma.unavailable(context).map(|reason| [&*reason, "."].concat());
    let mut instructions: Vec<_> =
        Opcode::ALL.iter().map(|opcode| (opcode.name(), Vec::new())).collect();
    for name in INSTRUCTIONS {
        if let Some((_, names)) =
            instructions.iter_mut().find(|(opcode, _)| name.starts_with(opcode))
        {
            names.push(name.to_owned());
        }
    }
    let requires = mma.requires();
    let has = |context: &Context| requires.is_met(context);
    let having = Having { spelling: mma.opcode.name(), has: &has };
    EnvironmentView {
        targets: places::targets(having, context),
        isas: places::isas(having, context),
        instructions,
        instead: lacks.as_ref().map(|_| fitting(mma, context)),
        lacks,
        section: section(&mma.source()),
    }
}

/// The target that has an instruction, and the version, if that is another one.
fn fitting(mma: &Mma, context: &Context) -> String {
    let Context { isa, target } = context_for(mma, context);
    if isa == context.isa {
        return target.name.to_owned();
    }
    [target.name, ", PTX ", &isa.to_string()].concat()
}

#[cfg(test)]
mod tests {
    use ptxfp::catalog::LATEST_ISA;

    use super::*;

    #[test]
    fn every_instruction_exists_and_some_target_has_it() {
        let context = Context { isa: LATEST_ISA, target: ptxfp::Target::parse("sm_90").unwrap() };
        for spelling in INSTRUCTIONS {
            let mma = Mma::parse(spelling).unwrap_or_else(|wrong| panic!("{spelling}: {wrong}"));
            assert_eq!(mma.to_string(), spelling);
            assert_eq!(mma.unavailable(&context_for(&mma, &context)), None, "{spelling}");
        }
    }
}
