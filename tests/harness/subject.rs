//! The core, as the tests call it.

use ptxfp::catalog::{Context, FORMS, Instruction, IsaVersion, Status, Target, instructions_of};
use ptxfp::eval::{Evaluation, Guarantee, Prepared};
use ptxfp::syntax::check;

use crate::spelling::Spelling;

/// An instruction of the core, ready to evaluate, with what its spelling says.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Opcode and modifiers.
    pub text: String,
    /// What they say.
    pub spelling: Spelling,
    prepared: Prepared,
}

/// A version and a target by name.
///
/// # Panics
///
/// If the core does not know one of them.
pub fn context(isa: &str, target: &str) -> Context {
    let (version, target) = (IsaVersion::parse(isa), Target::parse(target));
    Context { isa: version.expect("a PTX ISA version"), target: target.expect("a target") }
}

impl Subject {
    /// The instruction of that spelling on the newest version and a target that has everything.
    ///
    /// # Panics
    ///
    /// If the core rejects it.
    pub fn new(text: &str) -> Self {
        Self::in_context(text, &context("9.1", "sm_100"))
    }

    /// The instruction of that spelling for a version and target.
    ///
    /// # Panics
    ///
    /// If the core rejects it.
    pub fn in_context(text: &str, context: &Context) -> Self {
        let found = check(text, context);
        let instruction = found
            .instruction
            .unwrap_or_else(|| panic!("{text} is rejected: {:?}", found.diagnostics));
        Self::from_instruction(&instruction, text.to_owned(), context)
    }

    fn from_instruction(instruction: &Instruction, text: String, context: &Context) -> Self {
        let spelling = Spelling::read(&text);
        Self { text, spelling, prepared: Prepared::new(instruction, context) }
    }

    /// Every instruction of the catalogue whose meaning is known, on the newest version.
    pub fn all() -> impl Iterator<Item = Self> {
        let context = context("9.1", "sm_100");
        let is_known = |instruction: &Instruction| {
            !matches!(instruction.form.status, Status::Undocumented { is_evident: false, .. })
        };
        // Two rows may have the same spelling, one of them for older targets.
        let mut seen = std::collections::BTreeSet::new();
        FORMS
            .iter()
            .copied()
            .flat_map(instructions_of)
            .filter(is_known)
            .map(move |instruction| {
                Self::from_instruction(&instruction, instruction.to_string(), &context)
            })
            .filter(move |subject| seen.insert(subject.text.clone()))
    }

    /// Evaluates on raw registers.
    #[must_use]
    pub fn evaluate(&self, registers: &[u64]) -> Evaluation {
        self.prepared.evaluate(registers)
    }

    /// The evaluator itself.
    pub const fn prepared(&self) -> &Prepared {
        &self.prepared
    }
}

/// Whether any lane is a NaN that the ISA leaves open.
pub fn has_open_nan(evaluation: &Evaluation) -> bool {
    evaluation.lanes().iter().any(|lane| lane.guarantee == Guarantee::AnyNan)
}
