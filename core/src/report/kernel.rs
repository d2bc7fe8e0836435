//! A kernel as data: the output of `ptxfp run --json` for a text with jumps, loads or stores. Field names
//! are stable.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::program::{Program, Ran, Run, Shown, grade_of};
use crate::catalog::Context;
use crate::explore::sequence::kernel::{Kernel, Load};
use crate::explore::sequence::{Statement, line_and_column};
use crate::link;

/// The facts of a program that only a kernel has.
#[derive(Clone, Serialize)]
pub struct OfKernel {
    /// The function that runs, if the text has functions.
    pub function: Option<String>,
    /// The number of statements that were run.
    pub steps: usize,
    /// Assumptions and remarks, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The elements that were loaded and that the thread had not stored before, in the order of
    /// execution.
    pub loads: Vec<Moved>,
    /// The elements that were stored, in the order of execution.
    pub stores: Vec<Moved>,
}

/// An element that a statement loads or stores.
#[derive(Clone, Serialize)]
pub struct Moved {
    /// The line of the statement.
    pub line: usize,
    /// The address as written.
    pub address: String,
    /// The address by the pointer or variable that it was computed from, such as `x+16`.
    pub location: Option<String>,
    /// Whether it is open whether the statement runs.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub is_conditional: bool,
    /// The register.
    #[serde(flatten)]
    pub shown: Shown,
}

/// Several threads of a kernel.
#[derive(Serialize)]
pub struct Threads {
    /// The threads, in order.
    pub threads: Vec<Thread>,
}

/// A thread of a kernel.
#[derive(Serialize)]
pub struct Thread {
    /// Its place in the block: `%tid.x`.
    pub tid: u32,
    /// Its run.
    #[serde(flatten)]
    pub program: Program,
}

/// A kernel with all that is shown of it.
struct Shows<'s> {
    run: Run<'s>,
    kernel: &'s Kernel,
}

impl Shows<'_> {
    fn register(&self, index: usize) -> Option<Shown> {
        let register = self.run.sequence.register(index)?;
        let shown = self.run.show(index, register);
        let pointer = self.kernel.location(index).map(ToString::to_string);
        Some(Shown { pointer, ..shown })
    }

    fn line(&self, statement: usize) -> usize {
        let span = self.run.sequence.statements().get(statement).map(|it| it.span.start);
        line_and_column(self.run.text, span.unwrap_or_default()).0
    }

    fn loads(&self) -> Vec<Moved> {
        let moved = |load: &Load| {
            Some(Moved {
                line: self.line(load.statement),
                address: load.address.clone(),
                location: load.location.clone(),
                is_conditional: false,
                shown: self.register(load.register)?,
            })
        };
        self.kernel.loads().iter().filter_map(moved).collect()
    }

    fn stores(&self) -> Vec<(usize, Moved)> {
        let mut found = Vec::new();
        for store in self.kernel.stores() {
            let Some(shown) = self.register(store.register) else { continue };
            let moved = Moved {
                line: self.line(store.statement),
                address: store.address.clone(),
                location: store.location.clone(),
                is_conditional: store.is_conditional,
                shown,
            };
            found.push((store.statement, moved));
        }
        found
    }

    /// The statements of the text that ran, each with what it wrote.
    fn statements(&self, stores: &[(usize, Moved)], context: &Context) -> Vec<Ran> {
        let mut found: Vec<Ran> = Vec::new();
        let mut last = None;
        let mut stores = stores.iter().peekable();
        for (index, statement) in self.run.sequence.statements().iter().enumerate() {
            let is_own = !statement.text.is_empty();
            let results = statement.destinations().into_iter();
            let mut results: Vec<_> = results.filter_map(|it| self.register(it)).collect();
            while let Some((_, moved)) = stores.next_if(|(at, _)| *at <= index) {
                let name = moved.address.clone();
                results.push(Shown { name, ..moved.shown.clone() });
            }
            if is_own {
                found.push(self.ran(index, statement, results, context));
            } else if let (Some(ran), true) = (found.last_mut(), last == Some(&statement.span)) {
                // Parts of the statement that have a name in the text.
                results.retain(|shown| !shown.name.is_empty() && !shown.name.starts_with('['));
                ran.results.extend(results);
            }
            if is_own {
                last = Some(&statement.span);
            }
        }
        found
    }

    fn ran(
        &self,
        index: usize,
        statement: &Statement,
        results: Vec<Shown>,
        context: &Context,
    ) -> Ran {
        let text_of = self.run.text.get(statement.span.clone()).unwrap_or_default();
        Ran {
            line: self.line(index),
            text: text_of.split_whitespace().collect::<Vec<_>>().join(" "),
            results,
            contraction: self.run.sequence.contraction(index),
            grade: grade_of(statement, context),
            is_skipped: self.kernel.is_skipped(index),
        }
    }

    /// The loads that have no value, in a sentence.
    fn missing(&self) -> Option<String> {
        let all = self.kernel.loads();
        let mut missing = all.iter().zip(1..).filter(|(load, _)| !load.is_given);
        let (first, number) = missing.next()?;
        let more = missing.count();
        let name = self.run.sequence.register(first.register).map_or("", |it| it.name.as_str());
        let line = self.line(first.statement);
        let others = match more {
            0 => String::new(),
            1 => " and 1 more".into(),
            _ => alloc::format!(" and {more} more"),
        };
        Some(alloc::format!(
            "line {line}: no value is given for load {number}, {name}{others}: what depends on it is unknown; \
             give the values of all {} loads in order",
            all.len()
        ))
    }
}

impl Program {
    /// Shows a kernel that was traced for a text.
    #[must_use]
    pub fn of_kernel(text: &str, kernel: &Kernel, context: &Context) -> Self {
        let link = link::SequenceState::of_kernel(text, *context, kernel).to_fragment();
        let text = kernel.text();
        let sequence = kernel.sequence();
        let evaluated = sequence.evaluated(kernel.inputs(), context);
        let shows = Shows { run: Run { sequence, text, evaluated }, kernel };
        let stores = shows.stores();
        let statements = shows.statements(&stores, context);
        let outputs = sequence.outputs().iter().filter_map(|it| shows.register(*it));
        let mut program = Self::new(text, sequence, context);
        program.problems.extend(shows.missing());
        Self {
            inputs: sequence.inputs().iter().filter_map(|it| shows.register(*it)).collect(),
            dependent: sequence.dependent_inputs(kernel.inputs()),
            statements,
            outputs: outputs.collect(),
            link,
            kernel: Some(OfKernel {
                function: kernel.function().map(ToString::to_string),
                steps: kernel.n_steps(),
                notes: kernel.notes().iter().map(|note| note.replace('`', "")).collect(),
                loads: shows.loads(),
                stores: stores.into_iter().map(|(_, moved)| moved).collect(),
            }),
            ..program
        }
    }
}
