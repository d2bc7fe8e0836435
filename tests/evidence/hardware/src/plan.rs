//! The instructions to run on a target.

use std::collections::BTreeMap;

use machine_code::{has_code, key};
use ptxfp::catalog::{Context, Instruction, LATEST_ISA, Target, forms, instructions_of};

use crate::Result;

/// The targets that kernels are assembled for in the tests.
pub const TARGETS: [&str; 6] = ["sm_75", "sm_80", "sm_89", "sm_90", "sm_100a", "sm_107a"];

/// The number of kernels in a module.
pub const AT_ONCE: usize = 48;

/// All legal instructions of a target that the assembler has code for, each once.
pub struct Plan {
    /// The newest version, and the target.
    pub context: Context,
    /// The instructions; the number of one is that of its kernel.
    pub instructions: Vec<Instruction>,
}

impl Plan {
    /// The plan of a target.
    ///
    /// # Errors
    ///
    /// If there is no target of that name.
    pub fn new(target: &str) -> Result<Self> {
        let target = Target::parse(target).ok_or_else(|| format!("no target {target}"))?;
        let context = Context { isa: LATEST_ISA, target };
        let all = forms().flat_map(instructions_of);
        let all = all.filter(|it| it.is_available(&context) && has_code(it));
        // Two rows may have one spelling: what is assembled is the same.
        let all: BTreeMap<_, _> = all.map(|it| (key(&it), it)).collect();
        Ok(Self { context, instructions: all.into_values().collect() })
    }

    /// The modules: instructions with the number of the first.
    pub fn modules(&self) -> impl Iterator<Item = (usize, &[Instruction])> {
        (0..).step_by(AT_ONCE).zip(self.instructions.chunks(AT_ONCE))
    }

    /// The name of the module that a kernel is in, without extension.
    #[must_use]
    pub fn module_of(kernel: usize) -> String {
        format!("m{}", kernel / AT_ONCE)
    }

    /// The name of the module that has the kernel of its sums.
    #[must_use]
    pub fn sums_of(kernel: usize) -> String {
        format!("s{}", kernel / AT_ONCE)
    }
}

/// A statement with the operands of the syntax line: `add.f32 d, a, b;`.
#[must_use]
pub fn statement(instruction: &Instruction) -> String {
    let operands: Vec<_> = instruction.form.operands.iter().map(|operand| operand.name).collect();
    format!("{instruction} {};", instruction.form.operand_list_of(&operands))
}
