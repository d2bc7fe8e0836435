//! Saved sets of inputs, and the results of each.

use ptxfp::catalog::Type;
use ptxfp::explore::sequence::{Register, Value};

use crate::playground::operand::presets;
use crate::program::inputs::Inputs;
use crate::program::register::{OutcomeView, outcome, plain};
use crate::program::{Model, Screen};
use crate::random::mixed;

/// The maximum number of cases.
const MAX_CASES: usize = 64;
/// The maximum number of statements evaluated for all cases together.
const MAX_STATEMENTS: usize = 16_384;
/// The number of sets of operands tried to find the guarantee of one case.
const MAX_SETS: u64 = 1024;

/// A change to the cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// The present inputs are added.
    Keep,
    /// Each input in turn takes the special values of its format; the others keep their values.
    Edges,
    /// All inputs are random bits, made from these.
    Random(u64),
    /// The inputs become those of a case, by its place.
    Use(usize),
    /// All cases are removed.
    Clear,
}

/// Sets of inputs, and the results of each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CasesView {
    /// The names of the inputs.
    pub inputs: Vec<String>,
    /// The names of the outputs.
    pub outputs: Vec<String>,
    /// The sets.
    pub rows: Vec<CaseView>,
    /// Whether there is no room for more.
    pub is_full: bool,
}

/// A set of inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseView {
    /// Their values.
    pub inputs: Vec<String>,
    /// The results.
    pub outputs: Vec<OutcomeView>,
    /// Whether these are the present inputs.
    pub is_current: bool,
}

/// The cases, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct Cases {
    all: Vec<Inputs>,
}

impl Screen {
    /// The cases, where there are inputs.
    pub fn cases(&self) -> Option<CasesView> {
        (!self.view.cases.inputs.is_empty()).then(|| self.view.cases.clone())
    }
}

impl Cases {
    /// The inputs of a case.
    pub(super) fn get(&self, place: usize) -> Option<&Inputs> {
        self.all.get(place)
    }

    /// Removes all of them.
    pub(super) fn clear(&mut self) {
        self.all.clear();
    }

    /// Adds the requested cases, each once, while there is room.
    pub(super) fn add(&mut self, edit: Edit, bits: &[u64], registers: &[Register], limit: usize) {
        match edit {
            Edit::Keep => self.push(bits, registers, limit),
            Edit::Edges => {
                for (place, register) in registers.iter().enumerate() {
                    for preset in presets(register.kind.format()) {
                        let mut bits = bits.to_vec();
                        if let Some(own) = bits.get_mut(place) {
                            *own = in_all_lanes(register.kind, preset.bits);
                        }
                        self.push(&bits, registers, limit);
                    }
                }
            }
            Edit::Random(seed) => {
                let random = (1..).zip(registers).map(|(place, register)| {
                    let width = u32::from(register.width());
                    mixed(seed.wrapping_add(place)) >> 64_u32.saturating_sub(width).min(63)
                });
                self.push(&random.collect::<Vec<_>>(), registers, limit);
            }
            Edit::Use(_) | Edit::Clear => {}
        }
    }

    fn push(&mut self, bits: &[u64], registers: &[Register], limit: usize) {
        let is_same = |case: &Inputs| {
            registers.iter().zip(bits).all(|(register, bits)| case.bits(register) == *bits)
        };
        if self.all.len() >= limit || self.all.iter().any(is_same) {
            return;
        }
        let mut case = Inputs::default();
        for (register, bits) in registers.iter().zip(bits) {
            case.set(register.name.clone(), register.kind, *bits);
        }
        self.all.push(case);
    }
}

/// The maximum number of cases for a program with this many statements.
pub(super) fn limit(n_statements: usize) -> usize {
    (MAX_STATEMENTS / n_statements.max(1)).clamp(1, MAX_CASES)
}

/// A register with the same datum in every lane.
fn in_all_lanes(kind: Type, bits: u64) -> u64 {
    let packing = kind.packing();
    (0..packing.lanes).fold(0, |all, lane| packing.insert(all, lane, bits))
}

/// The view of all cases, with the results of the program for each.
pub(super) fn view(model: &Model) -> CasesView {
    if model.code.thread.is_some() {
        // Other inputs may run other statements.
        return CasesView::default();
    }
    let sequence = model.code.sequence();
    let registers: Vec<&Register> = model.inputs().collect();
    let outputs: Vec<&Register> = sequence.output_registers().collect();
    let now = model.registers();
    let limit = limit(sequence.statements().len());
    let rows = model.cases.all.iter().take(limit).map(|case| {
        let bits: Vec<u64> = registers.iter().map(|register| case.bits(register)).collect();
        let (values, known) = (sequence.evaluate(&bits), sequence.enclose(&bits, MAX_SETS));
        let outcome = |(index, register): (&usize, &&Register)| {
            let value = values.get(*index).copied().unwrap_or(Value::UNKNOWN);
            outcome(register, value, known.of(*index))
        };
        CaseView {
            inputs: registers.iter().zip(&bits).map(|(it, bits)| plain(it, *bits)).collect(),
            outputs: sequence.outputs().iter().zip(&outputs).map(outcome).collect(),
            is_current: bits == now,
        }
    });
    CasesView {
        rows: rows.collect(),
        is_full: model.cases.all.len() >= limit,
        inputs: registers.iter().map(|register| register.name.clone()).collect(),
        outputs: outputs.iter().map(|register| register.name.clone()).collect(),
    }
}
