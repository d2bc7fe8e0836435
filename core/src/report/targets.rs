//! A sequence on several targets as data: the output of `ptxfp run --targets --json`. Field names are
//! stable.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::program::{Program, Shown};
use crate::catalog::{Context, Target};
use crate::explore::sequence::kernel::{Kernel, Settings};
use crate::explore::sequence::{NoRun, Register, Sequence};

/// A sequence as it was evaluated for several targets.
#[derive(Serialize)]
pub struct Targets {
    /// The sequence on each target, in the order in which they were given.
    pub targets: Vec<Program>,
    /// The names of the outputs that are not the same on all targets.
    pub differ: Vec<String>,
}

impl Targets {
    /// Evaluates a text on several targets, for the same PTX ISA version; `registers` are those of the
    /// inputs of `sequence`.
    #[must_use]
    pub fn of(
        text: &str,
        sequence: &Sequence,
        context: &Context,
        registers: &[u64],
        targets: &[&'static Target],
    ) -> Self {
        let program = |target: &&'static Target| {
            let context = Context { target, ..*context };
            let own = Sequence::new(text, &context);
            // On another target some statements are illegal and read differently, so inputs are found by name.
            let bits = |register: &Register| {
                let mut all = sequence.input_registers().zip(registers);
                all.find(|(each, _)| each.name == register.name).map_or(0, |(_, bits)| *bits)
            };
            let inputs: Vec<_> = own.input_registers().map(bits).collect();
            Program::of(text, &own, &context, &inputs)
        };
        Self::beside(targets.iter().map(program).collect())
    }

    /// Runs a thread of a kernel on several targets, for the same PTX ISA version.
    ///
    /// # Errors
    ///
    /// Those of [`Kernel::new`].
    pub fn of_kernel(
        text: &str,
        context: &Context,
        settings: &Settings,
        targets: &[&'static Target],
    ) -> Result<Self, NoRun> {
        let program = |target: &&'static Target| {
            let context = Context { target, ..*context };
            let kernel = Kernel::new(text, &context, settings)?;
            Ok(Program::of_kernel(text, &kernel, &context))
        };
        Ok(Self::beside(targets.iter().map(program).collect::<Result<_, NoRun>>()?))
    }

    /// Compares outputs with those of the first target.
    fn beside(targets: Vec<Program>) -> Self {
        let mut differ = Vec::new();
        for Shown { name, .. } in targets.iter().flat_map(|program| &program.outputs) {
            let mut all = targets.iter().map(|program| program.output(name));
            let first = all.next().flatten();
            let is_same = |other: Option<&Shown>| {
                first.zip(other).is_some_and(|(first, other)| first.has_bits_of(other))
            };
            if !all.all(is_same) {
                crate::order::push_new(&mut differ, name.clone());
            }
        }
        Self { targets, differ }
    }
}

impl Program {
    /// The output of a name.
    #[must_use]
    pub fn output(&self, name: &str) -> Option<&Shown> {
        self.outputs.iter().find(|shown| shown.name == name)
    }
}

impl Shown {
    /// Whether another register has the same bits, with each choice that contraction leaves.
    #[must_use]
    pub fn has_bits_of(&self, other: &Self) -> bool {
        let both = self.others.iter().zip(&other.others);
        self.bits == other.bits
            && self.others.len() == other.others.len()
            && both.into_iter().all(|(one, two)| one.bits == two.bits)
    }
}
