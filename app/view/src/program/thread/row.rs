//! A row of a listing: a line, and behind it what its statement did.

use ptxfp::catalog::Type;
use ptxfp::explore::sequence::Standing;
use ptxfp::explore::sequence::kernel::{Part, Role};
use ptxfp::link::State;
use ptxfp::text::hex;

use super::{Frame, Thread, opcode, split};
use crate::number::with_minus;
use crate::program::inputs::InputView;
use crate::program::lens::shown;
use crate::program::register::{StandingView, register_hex, standing};

/// A row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RowView {
    /// Lines that are folded.
    Fold(FoldView),
    /// A line.
    Line(Box<LineView>),
}

/// Lines that do not run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoldView {
    /// Which they are, in words.
    pub words: String,
    /// The lines.
    pub text: String,
}

/// A line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineView {
    /// Its number, from 1.
    pub number: usize,
    /// The guard, the opcode with its modifiers, and the operands.
    pub text: [String; 3],
    /// Whether it has run.
    pub run: Run,
    /// The values that it wrote or stored.
    pub cells: Vec<CellView>,
    /// A remark on its execution.
    pub note: String,
    /// How it rounded.
    pub change: String,
    /// Its place among its executions, if there are several.
    pub turn: Option<TurnView>,
    /// The number of steps after its first execution.
    pub reach: Option<usize>,
    /// A link to the statement alone, with its operands.
    pub link: Option<String>,
}

/// Whether a line has run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Run {
    /// It has.
    Done,
    /// It was the last one.
    Now,
    /// It has not yet.
    Ahead,
    /// It does not.
    Out,
    /// It is a label.
    Label,
}

/// A value that a line wrote or stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellView {
    /// The register, or the place in memory.
    pub name: String,
    /// The values of its lanes, or the pointer; empty if they are not known.
    pub value: String,
    /// Its bits; empty for a pointer, or if they are not known.
    pub hex: String,
    /// The guarantee; `None` for a pointer.
    pub standing: Option<StandingView>,
    /// The field of its value, by its place among the inputs.
    pub field: Option<(usize, InputView)>,
    /// Whether it is stored.
    pub is_output: bool,
}

/// The execution of a line that is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnView {
    /// Its place, from 1.
    pub place: usize,
    /// The number of executions.
    pub count: usize,
    /// The steps after the execution before, and the next one.
    pub to: [Option<usize>; 2],
}

impl Thread {
    /// The number of rows.
    pub(in crate::program) fn n_rows(&self) -> usize {
        self.rows.len()
    }

    /// A row after this many steps, or after all.
    pub(in crate::program) fn row(&self, place: usize, now: Option<usize>) -> Option<RowView> {
        Some(match self.rows.get(place)? {
            Frame::Fold { lines, part, count } => RowView::Fold(self.fold(*lines, *part, *count)),
            Frame::Part { line, part, runs } => {
                let part = self.kernel.parts().get(*part)?;
                RowView::Line(Box::new(self.line_view(*line, part, runs, now)))
            }
        })
    }

    fn fold(&self, lines: (usize, usize), part: usize, count: usize) -> FoldView {
        let parts = self.kernel.parts().get(part..part + count).unwrap_or_default();
        let texts: Vec<&str> = parts.iter().map(|part| &*part.text).collect();
        let what = match parts.iter().any(|part| part.role == Role::Statement) {
            true => "another function",
            false if texts.iter().all(|text| ["{", "}"].contains(text)) => "braces",
            false => "declarations",
        };
        let (first, last) = (lines.0.to_string(), lines.1.to_string());
        let words = if lines.0 == lines.1 {
            ["line ", &*first, ": ", what].concat()
        } else {
            ["lines ", &*first, " to ", &*last, ": ", what].concat()
        };
        FoldView { words, text: texts.join("\n") }
    }

    fn line_view(
        &self,
        number: usize,
        part: &Part,
        runs: &[usize],
        now: Option<usize>,
    ) -> LineView {
        let text = split(&part.text).map(String::from);
        let mut view = LineView {
            number,
            text,
            run: Run::Label,
            cells: Vec::new(),
            note: String::new(),
            change: String::new(),
            turn: None,
            reach: runs.first().map(|first| first + 1),
            link: None,
        };
        if part.role == Role::Label {
            return view;
        }
        let n_done = now.map_or(runs.len(), |now| runs.partition_point(|step| *step < now));
        let Some(step) = n_done.checked_sub(1).and_then(|last| runs.get(last)).copied() else {
            view.run = if runs.is_empty() { Run::Out } else { Run::Ahead };
            match runs.first() {
                // A value that it will load can be set before.
                Some(first) => {
                    view.cells = self.cells(*first);
                    view.cells.retain(|cell| cell.field.is_some());
                }
                None => view.note = self.why_not(number),
            }
            return view;
        };
        view.run = if now == Some(step + 1) { Run::Now } else { Run::Done };
        view.turn = (runs.len() > 1).then(|| TurnView {
            place: n_done,
            count: runs.len(),
            to: [
                n_done.checked_sub(2).and_then(|place| runs.get(place)).map(|step| step + 1),
                runs.get(n_done).map(|step| step + 1),
            ],
        });
        view.cells = self.cells(step);
        view.note = self.note(step);
        view.link = self.link(step);
        let change = self.changes.iter().find(|(at, _)| *at == step);
        view.change = change.map_or(String::new(), |(_, change)| change.clone());
        view
    }

    /// The values that a step wrote or stored.
    pub(super) fn cells(&self, step: usize) -> Vec<CellView> {
        let Some(range) = self.steps.get(step).cloned() else { return Vec::new() };
        let stores = self.kernel.stores().iter().filter(|store| range.contains(&store.statement));
        let stored =
            stores.map(|store| self.cell(store.name().to_owned(), store.register, None, true));
        let loaded = self.loaded(step);
        let is_guarded = |index: usize| self.statement(index).is_some_and(|it| it.guard.is_some());
        let own = range.clone().filter(|index| {
            // A choice that an open jump makes afterwards is no result of the statement before.
            *index == range.start || is_guarded(*index) == is_guarded(range.start)
        });
        let has_stores = self.kernel.stores().iter().any(|it| range.contains(&it.statement));
        let written = own.filter(|_| !has_stores).filter_map(|index| self.statement(index));
        let written = written.flat_map(ptxfp::explore::sequence::Statement::destinations);
        let cells = written.filter_map(|register| {
            let name = self.kernel.sequence().register(register)?.name.clone();
            let field = loaded.iter().find(|(_, to)| *to == register).map(|(place, _)| *place);
            (!name.is_empty()).then(|| self.cell(name, register, field, false))
        });
        stored.flatten().chain(cells.flatten()).collect()
    }

    fn cell(
        &self,
        name: String,
        index: usize,
        field: Option<usize>,
        is_output: bool,
    ) -> Option<CellView> {
        let register = self.kernel.sequence().register(index)?;
        let value = self.evaluated.outcomes.value(index);
        let field = field.and_then(|place| Some((place, self.inputs.get(place)?.clone())));
        if let Some(pointer) = self.kernel.location(index).filter(|_| field.is_none()) {
            let value = pointer.to_owned();
            return Some(CellView {
                name,
                value,
                hex: String::new(),
                standing: None,
                field,
                is_output,
            });
        }
        let is_known = value.standing != Standing::Unknown;
        let text = |bits: u64| match shown(bits, register, "") {
            _ if register.kind == Type::Pred => {
                String::from(if bits & 1 == 1 { "true" } else { "false" })
            }
            text if text.is_empty() => hex(bits, register.width().into()),
            text => text,
        };
        let all = self.evaluated.outcomes.of(index).iter().skip(1);
        let others: String = all.map(|it| [" or ", &*text(it.bits)].concat()).collect();
        // The digits of an integer say nothing more.
        let has_hex = is_known
            && register.is_typed
            && !register.kind.is_integer()
            && register.kind != Type::Pred;
        Some(CellView {
            name,
            value: if is_known {
                with_minus(&(text(value.bits) + &others))
            } else {
                String::from("not known")
            },
            hex: if has_hex { register_hex(value.bits, register) } else { String::new() },
            standing: Some(standing(self.evaluated.standing(index, register))),
            field,
            is_output,
        })
    }

    /// Describes a step beyond its values.
    fn note(&self, step: usize) -> String {
        let Some(range) = self.steps.get(step) else { return String::new() };
        let Some(statement) = self.statement(range.start) else { return String::new() };
        if self.kernel.is_skipped(range.start) {
            let guard = statement.text.split(' ').next().unwrap_or_default();
            return match opcode(&statement.text) {
                "bra" => String::from("not taken"),
                _ => ["not run: ", guard, " is false"].concat(),
            };
        }
        let load = self.kernel.loads().iter().find(|load| range.contains(&load.statement));
        if let Some(load) = load {
            let from = load.location.as_ref().unwrap_or(&load.address);
            return ["loaded from ", from].concat();
        }
        match opcode(&statement.text) {
            "bra" | "brx" if statement.guard.is_some() => {
                String::from("open whether it jumps: both ways are followed")
            }
            "bra" | "brx" => match self.line(step + 1) {
                Some(line) => ["goes to line ", &line.to_string()].concat(),
                None => String::new(),
            },
            "call" => String::from("steps in"),
            "ret" | "exit" if step + 1 == self.count() => String::from("the end"),
            "ld" if statement.text.contains(".param") => String::from("a parameter"),
            "st" | "red" | "atom" if range.len() == 1 && self.is_conditional(step) => {
                String::from("open whether it happens")
            }
            _ => String::new(),
        }
    }

    fn is_conditional(&self, step: usize) -> bool {
        let Some(range) = self.steps.get(step) else { return false };
        let mut stores = self.kernel.stores().iter();
        stores.any(|store| range.contains(&store.statement) && store.is_conditional)
    }

    /// Why a line does not run: the last jump over it.
    fn why_not(&self, number: usize) -> String {
        let jump = (0..self.count()).rev().find_map(|step| {
            let (from, to) = (self.line(step)?, self.line(step + 1)?);
            let name = opcode(&self.statement(self.steps.get(step)?.start)?.text);
            (from < number && number < to && name == "bra").then_some(from)
        });
        match jump {
            Some(line) => ["skipped: line ", &line.to_string(), " jumps over it"].concat(),
            None => String::from("not reached"),
        }
    }

    /// A link to the statement of a step alone.
    fn link(&self, step: usize) -> Option<String> {
        let index = self.steps.get(step)?.start;
        let (call, registers) = self.kernel.sequence().call(index, &self.evaluated.values)?;
        let sources = registers.iter().copied().take(call.sources.len()).collect();
        let state = State::new(call.instruction, self.code.context, sources);
        Some(["#", &state.to_fragment()].concat())
    }
}
