//! The core, as the tests call it.

use std::collections::BTreeSet;

use ptxfp::catalog::{
    Accuracy, Context, Instruction, IsaVersion, Status, Target, forms, instructions_of,
    nearest_context,
};
use ptxfp::eval::{Evaluation, Guarantee, Prepared};
use ptxfp::syntax::check;

use crate::operation::Operation;
use crate::spelling::{Era, Spelling};

/// An instruction of the core, ready to evaluate, with what its spelling says.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Opcode and modifiers; with operands where only they distinguish rows.
    pub text: String,
    /// The text, with the context if that is not the first of [`PLACES`].
    pub name: String,
    /// The spelling.
    pub spelling: Spelling,
    /// Version and target.
    pub context: Context,
    /// The instruction of the core.
    pub instruction: Instruction,
    prepared: Prepared,
}

/// The contexts in which instructions are evaluated: the first one that has them.
pub const PLACES: [(&str, &str); 10] = [
    ("9.1", "sm_100"),
    ("9.1", "sm_100a"),
    ("9.1", "sm_120a"),
    ("9.4", "sm_107a"),
    ("9.4", "sm_100a"),
    ("1.3", "sm_13"),
    ("1.4", "sm_13"),
    ("3.1", "sm_20"),
    ("1.5", "sm_13"),
    ("8.1", "sm_70"),
];

/// A version and a target by name.
///
/// # Panics
///
/// If the core does not know one of them.
pub fn context(isa: &str, target: &str) -> Context {
    let (version, target) = (IsaVersion::parse(isa), Target::parse(target));
    Context { isa: version.expect("a PTX ISA version"), target: target.expect("a target") }
}

/// The first place that has an instruction; `None` if the assembler has it nowhere.
pub fn place(instruction: &Instruction) -> Option<Context> {
    let mut places = PLACES.iter().map(|(isa, target)| context(isa, target));
    let known = places.find(|place| instruction.is_available(place));
    let here = context(PLACES[0].0, PLACES[0].1);
    let other = || nearest_context(&instruction.requires(), &here);
    known.or_else(other).filter(|place| instruction.is_available(place))
}

/// Returns the changes in the meaning of a spelling by version and target.
///
/// # Panics
///
/// If the version is not written as two numbers.
pub fn era(context: &Context) -> Era {
    let version = context.isa.to_string();
    let numbers = version.split_once('.').expect("a point");
    let number = |text: &str| text.parse().expect("a number");
    Era { isa: (number(numbers.0), number(numbers.1)), sm: context.target.sm }
}

impl Subject {
    /// The instruction of that spelling on the newest version and a target that has it.
    ///
    /// # Panics
    ///
    /// If the core rejects it everywhere.
    pub fn new(text: &str) -> Self {
        let mut places = PLACES.iter().map(|(isa, target)| context(isa, target));
        let place = places.find(|place| check(text, place).instruction.is_some());
        Self::in_context(text, &place.unwrap_or_else(|| panic!("{text} is rejected everywhere")))
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
        Self::from_instruction(instruction, text.to_owned(), context)
    }

    fn from_instruction(instruction: Instruction, text: String, context: &Context) -> Self {
        let spelling = Spelling::read_in(&text, era(context));
        let (isa, target) = (context.isa, context.target.name);
        let is_usual = (isa.to_string().as_str(), target) == PLACES[0];
        let name = if is_usual { text.clone() } else { format!("{text} ({isa} {target})") };
        let prepared = Prepared::new(&instruction, context);
        Self { text, name, spelling, context: *context, instruction, prepared }
    }

    /// An instruction where the assembler has it; with operands if there are others than usual.
    pub fn of_instruction(instruction: Instruction) -> Option<Self> {
        let place = place(&instruction)?;
        let short = instruction.to_string();
        let n_sources = instruction.form.sources().len();
        let is_usual = Spelling::read_in(&short, era(&place)).sources.len() == n_sources;
        let text = if is_usual { short } else { instruction.statement() };
        Some(Self::from_instruction(instruction, text, &place))
    }

    /// Every instruction of the catalog whose meaning is known and that the assembler accepts.
    pub fn all() -> impl Iterator<Item = Self> {
        // Rows may differ in where they are legal only.
        let mut seen = BTreeSet::new();
        forms()
            .flat_map(instructions_of)
            .filter(is_evident)
            .filter_map(Self::of_instruction)
            .filter(move |subject| seen.insert(subject.name.clone()))
    }

    /// All subjects that are not approximate.
    pub fn exact() -> impl Iterator<Item = Self> {
        Self::all().filter(|subject| subject.spelling.operation != Operation::Approximate)
    }

    /// All subjects with one rounding of an exact value of one format.
    pub fn arithmetic() -> impl Iterator<Item = Self> {
        Self::all().filter(|subject| subject.spelling.operation.is_arithmetic())
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

    /// Whether the core says that the result is approximate.
    pub const fn is_approximate(&self) -> bool {
        matches!(self.instruction.form.accuracy, Accuracy::Approximate(_))
    }
}

/// Whether the core knows what an instruction means.
pub const fn is_evident(instruction: &Instruction) -> bool {
    !matches!(instruction.form.status, Status::Undocumented { is_evident: false, .. })
}

/// Whether any lane is a NaN that the ISA leaves open.
pub fn has_open_nan(evaluation: &Evaluation) -> bool {
    evaluation.lanes().iter().any(|lane| lane.guarantee == Guarantee::AnyNan)
}
