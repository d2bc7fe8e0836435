//! One thread of a kernel: its listing, with the values behind the lines.
//!
//! All rows are made of one [`Thread`], which is evaluated once for each change; a step only chooses which
//! execution of each line is shown.

pub mod bar;
pub mod row;

use core::ops::Range;
use std::sync::Arc;

use ptxfp::eval::Guarantee;
use ptxfp::explore::sequence::kernel::{Kernel, Part, Role};
use ptxfp::explore::sequence::{Evaluated, Statement};

use crate::program::Model;
use crate::program::code::Code;
use crate::program::inputs::InputView;
use crate::program::register::{ResultView, result};
use crate::stored::change;

/// A thread with everything that its rows need.
#[derive(Debug)]
pub struct Thread {
    code: Code,
    kernel: Arc<Kernel>,
    evaluated: Evaluated,
    /// The steps, as places among the statements of the trace.
    steps: Vec<Range<usize>>,
    /// The line of each step.
    lines: Vec<usize>,
    /// The steps that are not exact, each with the reason.
    changes: Vec<(usize, String)>,
    rows: Vec<Frame>,
    inputs: Vec<InputView>,
    /// The inputs that no line of the listing has, by their places.
    group: Vec<usize>,
    outputs: Vec<ResultView>,
}

/// A row before it is known which execution it shows.
#[derive(Debug)]
enum Frame {
    /// Lines that do not run, from one to another.
    Fold { lines: (usize, usize), part: usize, count: usize },
    /// A statement or a label.
    Part { line: usize, part: usize, runs: Vec<usize> },
}

impl PartialEq for Thread {
    /// It is made anew for each change.
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self, other)
    }
}

impl Eq for Thread {}

impl Thread {
    /// The thread of a model whose statements are evaluated, if these are a kernel.
    pub(super) fn of(
        model: &Model,
        evaluated: &Evaluated,
        inputs: &[InputView],
    ) -> Option<Arc<Self>> {
        let code = model.code.clone();
        let kernel = Arc::clone(code.thread.as_ref()?);
        let steps = kernel.steps();
        let rows = rows(&kernel, &steps);
        let mut lines = vec![0; steps.len()];
        for row in &rows {
            let Frame::Part { line, runs, .. } = row else { continue };
            for step in runs {
                if let Some(own) = lines.get_mut(*step) {
                    *own = *line;
                }
            }
        }
        let mut thread = Self {
            changes: Vec::new(),
            rows,
            steps,
            lines,
            evaluated: evaluated.clone(),
            inputs: inputs.to_vec(),
            group: Vec::new(),
            outputs: Vec::new(),
            kernel,
            code,
        };
        thread.changes = thread.rounded();
        thread.group = thread.grouped();
        thread.outputs = thread.stored(model);
        Some(Arc::new(thread))
    }

    /// The number of steps.
    pub fn count(&self) -> usize {
        self.steps.len()
    }

    /// The values that it stores, the last one of each place; without stores, the results of the text.
    pub(super) fn outputs(&self) -> &[ResultView] {
        &self.outputs
    }

    pub(super) fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    /// The inputs that no line of the listing has, by their places.
    pub(super) fn group(&self) -> &[usize] {
        &self.group
    }

    /// An input, by its place.
    pub(super) fn input(&self, place: usize) -> Option<&InputView> {
        self.inputs.get(place)
    }

    fn statement(&self, index: usize) -> Option<&Statement> {
        self.kernel.sequence().statements().get(index)
    }

    /// The line of a step.
    fn line(&self, step: usize) -> Option<usize> {
        self.lines.get(step).copied()
    }

    /// Why the first lane of a step that is not exact is another number.
    fn change(&self, step: usize) -> Option<String> {
        let index = self.steps.get(step)?.start;
        let sequence = self.kernel.sequence();
        let values = &self.evaluated.values;
        let (call, _) = sequence.call(index, values)?;
        let evaluation = sequence.evaluation(index, values)?;
        evaluation.lanes().iter().zip(0..).find_map(|(lane, place)| {
            match lane.guarantee {
                Guarantee::Within { .. } => return Some(String::from("approximate")),
                Guarantee::Unbounded | Guarantee::Unspecified => {
                    return Some(String::from("unspecified"));
                }
                Guarantee::Bits | Guarantee::Reading | Guarantee::AnyNan => {}
            }
            let trace = sequence.trace(index, place, values)?;
            change(&trace, call.prepared.lane_op(), lane.bits).map(|change| change.text)
        })
    }

    fn rounded(&self) -> Vec<(usize, String)> {
        (0..self.count()).filter_map(|step| Some((step, self.change(step)?))).collect()
    }

    /// The places of the inputs that a step loads, one for each register that it writes.
    fn loaded(&self, step: usize) -> Vec<(usize, usize)> {
        let Some(range) = self.steps.get(step) else { return Vec::new() };
        let sequence = self.kernel.sequence();
        let mut found = Vec::new();
        for index in range.clone() {
            let Some(statement) = self.statement(index) else { continue };
            let is_load =
                self.statement(range.start).is_some_and(|it| opcode(&it.text).starts_with("ld"));
            if !is_load {
                continue;
            }
            // Each element is copied, or extended to a wider register.
            let read = statement.reads();
            for (source, destination) in read.iter().zip(statement.destinations()) {
                let place = sequence.inputs().iter().position(|input| input == source);
                found.extend(place.map(|place| (place, destination)));
            }
        }
        found
    }

    fn grouped(&self) -> Vec<usize> {
        let mut is_loaded = vec![false; self.inputs.len()];
        for step in 0..self.count() {
            for (place, _) in self.loaded(step) {
                if let Some(own) = is_loaded.get_mut(place) {
                    *own = true;
                }
            }
        }
        (0..self.inputs.len())
            .filter(|place| !is_loaded.get(*place).copied().unwrap_or(false))
            .collect()
    }

    fn stored(&self, model: &Model) -> Vec<ResultView> {
        let mut found: Vec<ResultView> = Vec::new();
        let add = |found: &mut Vec<ResultView>, name: Option<String>, register: usize| {
            let view = result(model, &self.code, register, &self.evaluated);
            let Some(view) = view else { return };
            let view = ResultView { name: name.unwrap_or(view.name), ..view };
            found.retain(|other| other.name != view.name);
            found.push(view);
        };
        for store in self.kernel.stores() {
            add(&mut found, Some(store.name().to_owned()), store.register);
        }
        if self.kernel.is_entry() {
            return found;
        }
        let stored = |index: &usize| self.kernel.stores().iter().any(|it| it.register == *index);
        for register in self.kernel.sequence().outputs().iter().filter(|it| !stored(it)) {
            add(&mut found, None, *register);
        }
        found
    }
}

/// The opcode of a statement, behind its guard.
fn opcode(text: &str) -> &str {
    let [_, head, _] = split(text);
    head.split(['.', ';']).next().unwrap_or_default()
}

/// The guard, the opcode with its modifiers, and the operands of a line.
fn split(text: &str) -> [&str; 3] {
    let (guard, rest) = match text.strip_prefix('@') {
        Some(_) => text.split_at(text.find(' ').map_or(text.len(), |space| space + 1)),
        None => ("", text),
    };
    let (head, operands) = rest.split_at(rest.find(' ').unwrap_or(rest.len()));
    [guard, head, operands]
}

/// The rows of a listing: the statements and labels of functions that run; other lines are folded.
fn rows(kernel: &Kernel, steps: &[Range<usize>]) -> Vec<Frame> {
    let parts = kernel.parts();
    let statements = kernel.sequence().statements();
    let mut runs: Vec<Vec<usize>> = vec![Vec::new(); parts.len()];
    for (step, range) in steps.iter().enumerate() {
        let start = statements.get(range.start).map_or(0, |it| it.span.start);
        let part = parts.binary_search_by_key(&start, |part| part.span.start).ok();
        if let Some(own) = part.and_then(|part| runs.get_mut(part)) {
            own.push(step);
        }
    }
    let runs_at_all = |function: Option<usize>| {
        let own = parts.iter().zip(&runs).filter(|(part, _)| part.function == function);
        own.into_iter().any(|(_, runs)| !runs.is_empty())
    };
    let active: Vec<_> = parts.iter().map(|part| runs_at_all(part.function)).collect();
    let (mut rows, mut line, mut position) = (Vec::new(), 1, 0);
    for (place, (part, runs)) in parts.iter().zip(runs).enumerate() {
        let between = kernel.text().get(position..part.span.start).unwrap_or_default();
        line += between.matches('\n').count();
        position = part.span.start;
        let own = kernel.text().get(part.span.clone()).unwrap_or_default();
        let last = line + own.matches('\n').count();
        let is_active = active.get(place).copied().unwrap_or(false);
        if is_row(part) && is_active {
            rows.push(Frame::Part { line, part: place, runs });
            continue;
        }
        match rows.last_mut() {
            Some(Frame::Fold { lines, count, .. }) => {
                lines.1 = last;
                *count += 1;
            }
            _ => rows.push(Frame::Fold { lines: (line, last), part: place, count: 1 }),
        }
    }
    rows
}

/// Whether a part has a row of its own in a function that runs.
const fn is_row(part: &Part) -> bool {
    matches!(part.role, Role::Statement | Role::Label)
}

#[cfg(test)]
mod tests;
