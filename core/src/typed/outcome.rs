//! The values of a program.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use crate::catalog::{Context, Modifier, TARGETS, Type};
use crate::explore::sequence::kernel::{Kernel, Settings, Store, is_kernel};
use crate::explore::sequence::{Action, Enclosure, Evaluated, Sequence, Standing, located};
use crate::format::Format;
use crate::syntax;

/// A register with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// Its name.
    pub name: String,
    /// The type that it is read as: `.f32`.
    pub kind: String,
    /// Its bits; `None` if they are not known.
    pub bits: Option<u64>,
    /// Whether the ISA determines them.
    pub is_determined: bool,
    /// The least and the greatest value, if the ISA permits several and the register is one number.
    pub permitted: Option<[u64; 2]>,
    /// Its bits if every approximate instruction returns what GPUs were observed to return.
    pub observed: Option<u64>,
}

impl Register {
    /// The format of its number, if it holds one.
    #[must_use]
    pub fn format(&self) -> Option<Format> {
        let Some(Modifier::Type(kind)) = Modifier::parse(&self.kind) else { return None };
        (kind.packing().lanes == 1).then(|| kind.format())
    }
}

/// A statement with what it writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The statement on one line.
    pub text: String,
    /// The registers that it writes.
    pub results: Vec<Register>,
}

/// A program with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The inputs.
    pub inputs: Vec<Register>,
    /// The statements, in order.
    pub lines: Vec<Line>,
    /// The registers that are written and not read afterwards.
    pub outputs: Vec<Register>,
    /// The errors, with their lines.
    pub problems: Vec<String>,
}

/// The value of an input of a number: 1, 2, 3, as far as its type has it, in every lane.
pub(super) fn value(number: usize, kind: Type) -> String {
    let text = number.to_string();
    let text = if syntax::input(&text, kind).is_ok() { text } else { syntax::example(kind).into() };
    match kind.packing().lanes {
        0 | 1 => text,
        lanes => ["{", &*vec![text; lanes.into()].join(", "), "}"].concat(),
    }
}

/// Reads a program on the version and target given, or else on the nearest target that has all of it.
pub(super) fn placed(text: &str, context: &Context) -> (Context, Sequence) {
    let sequence = Sequence::new(text, context);
    if sequence.is_complete() {
        return (*context, sequence);
    }
    let later = TARGETS.iter().skip_while(|target| **target != *context.target);
    let mut later = later.map(|target| Context { isa: context.isa, target });
    let found = later.find_map(|each| {
        let other = Sequence::new(text, &each);
        other.is_complete().then_some((each, other))
    });
    found.unwrap_or((*context, sequence))
}

/// The largest number of lines of a kernel.
const MAX_LINES: usize = 64;

/// One thread of a text, if it is a kernel; inputs without a value are 1.
pub(super) fn traced(text: &str, context: &Context) -> Option<Kernel> {
    let settings = Settings::filled(None, Vec::new());
    is_kernel(text).then(|| Kernel::new(text, context, &settings).ok())?
}

/// A register with all that is known of it.
fn shown(sequence: &Sequence, evaluated: &Evaluated, index: usize) -> Option<Register> {
    let register = sequence.register(index)?;
    let (value, standing) = (evaluated.outcomes.value(index), evaluated.standing(index, register));
    let permitted = match evaluated.enclosed.of(index) {
        Enclosure::Within(lanes) if standing == Standing::Reference && lanes.packing.lanes == 1 => {
            Some(lanes.lane(0))
        }
        Enclosure::Within(_) | Enclosure::Bits(_) | Enclosure::AnyNan(_) | Enclosure::Open => None,
    };
    let kind = if register.is_typed { register.kind.spelling() } else { "" };
    Some(Register {
        name: register.name.clone(),
        kind: kind.to_string(),
        bits: (value.standing != Standing::Unknown).then_some(value.bits),
        is_determined: standing == Standing::Determined,
        permitted,
        observed: evaluated.consequence(index).and_then(|it| it.observed),
    })
}

impl Outcome {
    /// Runs a program whose inputs are in its comments, on the version and target given, or else on
    /// the nearest target that has all of it.
    ///
    /// One thread of a kernel runs.
    pub(super) fn of(text: &str, context: &Context) -> (Context, Self) {
        if let Some(kernel) = traced(text, context) {
            return (*context, Self::of_kernel(&kernel, context));
        }
        let (place, sequence) = placed(text, context);
        let stated = sequence.values_in_text(text).unwrap_or_default();
        let mut given: Vec<Option<u64>> = stated;
        given.resize(sequence.inputs().len(), None);
        sequence.derive_values(&mut given);
        let registers: Vec<u64> = given.into_iter().map(Option::unwrap_or_default).collect();
        let evaluated = sequence.evaluated(&registers, &place);
        let all = |indices: &[usize]| {
            indices.iter().filter_map(|index| shown(&sequence, &evaluated, *index)).collect()
        };
        let mut lines = Vec::new();
        for statement in sequence.statements() {
            if matches!(statement.action, Action::Declaration) {
                continue;
            }
            lines.push(Line {
                text: statement.text.clone(),
                results: all(&statement.destinations()),
            });
        }
        let problems = sequence.diagnostics().into_iter().map(|each| located(text, each));
        let outcome = Self {
            inputs: all(sequence.inputs()),
            lines,
            outputs: all(sequence.outputs()),
            problems: problems.collect(),
        };
        (place, outcome)
    }

    /// The values of a thread: each statement that writes a number, and each store.
    fn of_kernel(kernel: &Kernel, context: &Context) -> Self {
        let sequence = kernel.sequence();
        let evaluated = sequence.evaluated(kernel.inputs(), context);
        let number = |index: usize| {
            let register = shown(sequence, &evaluated, index)?;
            let is_address = kernel.location(index).is_some();
            (!register.name.is_empty() && !is_address).then_some(register)
        };
        let stored = |store: &Store| {
            Some(Register {
                name: store.name().to_string(),
                ..shown(sequence, &evaluated, store.register)?
            })
        };
        let mut lines = Vec::new();
        for step in kernel.steps() {
            let Some(statement) = sequence.statements().get(step.start) else { continue };
            let is_own = |store: &&Store| step.contains(&store.statement);
            let stores = kernel.stores().iter().filter(is_own).filter_map(stored);
            let written = statement.destinations().into_iter().filter_map(number);
            let results: Vec<_> = stores.chain(written).collect();
            if !results.is_empty() && lines.len() < MAX_LINES {
                lines.push(Line { text: statement.text.clone(), results });
            }
        }
        let outputs: Vec<_> = kernel.stores().iter().filter_map(stored).collect();
        // The last store is the result, wherever the list ends.
        let is_last = |last: &Register| lines.last().is_some_and(|it| it.results.contains(last));
        if let Some(last) = outputs.last().filter(|last| !is_last(last)) {
            let text = [&*last.name, " is stored"].concat();
            lines.push(Line { text, results: vec![last.clone()] });
        }
        let problems = sequence.diagnostics().into_iter();
        Self {
            inputs: sequence.inputs().iter().filter_map(|index| number(*index)).collect(),
            lines,
            outputs,
            problems: problems.map(|each| located(kernel.text(), each)).collect(),
        }
    }

    /// The result: the register that the last statement with one writes.
    #[must_use]
    pub fn result(&self) -> Option<&Register> {
        self.lines.iter().rev().find_map(|line| line.results.last())
    }

    /// A register by its name: the last value of it.
    #[must_use]
    pub fn register(&self, name: &str) -> Option<&Register> {
        let written = self.lines.iter().rev().flat_map(|line| &line.results);
        written.chain(&self.inputs).find(|register| register.name == name)
    }

    /// Whether a comparison holds, if the result is one.
    #[must_use]
    pub fn truth(&self) -> Option<bool> {
        let result = self.result().filter(|result| result.kind == ".pred")?;
        result.bits.map(|bits| bits != 0)
    }
}
