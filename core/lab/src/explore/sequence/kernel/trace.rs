//! The run of one thread, statement by statement.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::build::{Builder, StatementKind};
use super::super::contraction::Finder;
use super::super::interpret::interval::Growing;
use super::super::read::Read;
use super::super::scope::Uses;
use super::super::split::Kind;
use super::super::{Register, Source, Value};
use super::calls::Frame;
use super::given::Given;
use super::joins::Joins;
use super::layout::Layout;
use super::memory::{Condition, Memory, Origin};
use super::pointers::Pointers;
use super::variables::{FIRST_POINTER, Variables};
use super::{Kernel, Load, Store};
use crate::catalog::Context;
use crate::syntax::{Code, Diagnostic, Statement};

/// The largest number of sets of operands that are tried to find guarantees on the way.
const MAX_SETS: u64 = 1 << 22;

/// The outcome of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The next one.
    On,
    /// The one at a piece.
    To(usize),
    /// The end of the function.
    Return,
    /// The end of the thread.
    Exit,
    /// The end of the trace: what follows is not known.
    Stop,
}

/// The outcome of a part of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// It has come to the piece at which it is to end.
    Joined,
    Returned,
    Exited,
    Stopped,
}

/// A statement of the text, read once.
pub(super) struct Parsed<'t> {
    pub(super) statement: Statement<'t>,
    /// The bytes before it: its guard.
    pub(super) offset: usize,
    /// The errors in its text.
    pub(super) found: Vec<Diagnostic>,
    /// The statement on one line.
    pub(super) line: String,
    /// The kind of instruction, with the errors in that; `None` for those that the trace knows.
    pub(super) kind: Option<(StatementKind, Vec<Diagnostic>)>,
}

/// One thread that runs.
pub(super) struct Tracer<'t> {
    /// The whole text, which lines are counted in.
    pub(super) source: &'t str,
    pub(super) builder: Builder<'t>,
    pub(super) layout: &'t Layout<'t>,
    pub(super) given: Given<'t>,
    pub(super) variables: Variables,
    pub(super) memory: Memory,
    pub(super) frames: Vec<Frame>,
    /// The predicates that decide whether the present statement runs.
    pub(super) conditions: Vec<Condition>,
    pub(super) loads: Vec<Load>,
    pub(super) stores: Vec<Store>,
    /// The results in parameters, by their names.
    pub(super) results: Vec<(String, usize)>,
    pub(super) notes: Vec<String>,
    /// The registers that jumps depend on.
    pub(super) needed: Vec<usize>,
    pub(super) joins: Vec<Option<Rc<Joins>>>,
    /// The number of open jumps around the present statement.
    pub(super) n_forks: usize,
    /// The largest number of these.
    pub(super) max_forks: usize,
    /// Whether there were more.
    pub(super) is_overrun: bool,
    /// Whether a side of an open jump was left out.
    pub(super) is_cut: bool,
    /// The statements that a guard left out.
    pub(super) skipped: Vec<usize>,
    /// Whether the errors of a piece were reported.
    pub(super) reported: Vec<bool>,
    pub(super) parsed: Vec<Option<Rc<Parsed<'t>>>>,
    pub(super) known: Growing,
    pub(super) finder: Finder,
    pub(super) origins: Vec<Origin>,
    /// The values of inputs, by register.
    pub(super) inputs: Vec<(usize, Option<u64>)>,
    n_seeded: usize,
    pointers: Pointers,
    n_pointers: u64,
    pub(super) n_steps: usize,
    max_steps: usize,
}

impl<'t> Tracer<'t> {
    /// A thread that has run nothing yet.
    pub(super) fn new(
        source: &'t str,
        read: &'t Read<'_>,
        layout: &'t Layout<'t>,
        context: &'t Context,
        given: Given<'t>,
        max_forks: usize,
    ) -> Self {
        let mut builder = Builder::new(read, context);
        builder.uses = Uses::by_function(&read.text, &read.pieces, &read.operands);
        let n_pieces = layout.pieces.len();
        Self {
            source,
            builder,
            layout,
            given,
            variables: Variables::of(layout),
            memory: Memory::default(),
            frames: Vec::new(),
            conditions: Vec::new(),
            loads: Vec::new(),
            stores: Vec::new(),
            results: Vec::new(),
            notes: Vec::new(),
            needed: Vec::new(),
            joins: alloc::vec![None; layout.functions.len()],
            n_forks: 0,
            max_forks,
            is_overrun: false,
            is_cut: false,
            skipped: Vec::new(),
            reported: alloc::vec![false; n_pieces],
            parsed: core::iter::repeat_with(|| None).take(n_pieces).collect(),
            known: Growing::new(MAX_SETS),
            finder: Finder::default(),
            origins: Vec::new(),
            inputs: Vec::new(),
            n_seeded: 0,
            pointers: Pointers::default(),
            n_pointers: 0,
            n_steps: 0,
            max_steps: 0,
        }
    }

    /// Runs a function.
    pub(super) fn trace(mut self, function: usize, max_steps: usize) -> (Kernel, Given<'t>) {
        self.max_steps = max_steps;
        let Some(own) = self.layout.functions.get(function) else {
            return self.finish(function);
        };
        self.pointers = Pointers::of(&self.builder, self.layout, own, 0);
        self.frames.push(Frame::first(own, function));
        self.directives(None);
        self.run(own.pieces.start, None);
        self.finish(function)
    }

    /// Reports the directives outside of functions, or those of one, that are not known.
    fn directives(&mut self, function: Option<usize>) {
        let layout = self.layout;
        let inside =
            |piece: usize| layout.functions.iter().position(|it| it.pieces.contains(&piece));
        for (index, piece) in layout.pieces.iter().enumerate() {
            if piece.kind == Kind::Directive && inside(index) == function {
                self.builder.directive(layout.own(index), piece.span.clone());
            }
        }
    }

    /// Runs statements of the present function from a piece on, until another one.
    pub(super) fn run(&mut self, from: usize, until: Option<usize>) -> Flow {
        let Some(function) = self.frames.last().map(|frame| frame.function) else {
            return Flow::Stopped;
        };
        let end = self.layout.functions.get(function).map_or(0, |it| it.pieces.end);
        let mut piece = from;
        loop {
            if Some(piece) == until {
                return Flow::Joined;
            }
            let Some(kind) =
                self.layout.pieces.get(piece).map(|it| it.kind).filter(|_| piece < end)
            else {
                return Flow::Returned;
            };
            let next = match kind {
                Kind::Statement if self.n_steps == self.max_steps => self.too_long(piece),
                Kind::Statement => {
                    self.n_steps += 1;
                    self.statement(piece)
                }
                Kind::Declaration => self.declared(piece),
                Kind::Directive if self.frames.len() == 1 && !self.is_reported(piece) => {
                    let span = self.layout.pieces.get(piece).map(|it| it.span.clone());
                    self.builder.directive(self.layout.own(piece), span.unwrap_or_default());
                    Next::On
                }
                Kind::Directive | Kind::Label | Kind::Open | Kind::Close => Next::On,
            };
            piece = match next {
                Next::On => piece + 1,
                Next::To(piece) => piece,
                Next::Return => return Flow::Returned,
                Next::Exit => return Flow::Exited,
                Next::Stop => return Flow::Stopped,
            };
        }
    }

    /// Whether the errors of a piece were reported; they are from now on.
    pub(super) fn is_reported(&mut self, piece: usize) -> bool {
        let place = self.reported.get_mut(piece);
        place.is_none_or(|place| core::mem::replace(place, true))
    }

    /// Ends a trace that has too many steps.
    fn too_long(&mut self, piece: usize) -> Next {
        let span = self.layout.pieces.get(piece).map(|it| it.span.clone()).unwrap_or_default();
        let limit = self.max_steps;
        let message = alloc::format!(
            "{limit} statements have run, which is the limit that was set. What follows is not evaluated"
        );
        let diagnostic = Diagnostic::new(Code::Unsupported, span, message);
        self.builder.sequence.diagnostics.push(diagnostic);
        Next::Stop
    }

    /// The present value of an operand, with all that is guaranteed of it.
    pub(super) fn value(&self, source: Source) -> Value {
        match source {
            Source::Register { index, .. } => self.known.value(index),
            Source::Value(bits) => Value::of(bits),
        }
    }

    /// The pointer or variable that an operand was computed from.
    pub(super) fn origin(&self, source: Source) -> Origin {
        match source {
            Source::Register { index, .. } => self.origins.get(index).copied().unwrap_or_default(),
            Source::Value(_) => Origin::None,
        }
    }

    /// Sets the bits of a register that no result may tell, such as an address.
    pub(super) fn set_hidden(&mut self, register: usize, bits: u64, origin: Origin) {
        self.known.set(register, bits);
        self.set_origin(register, origin);
    }

    fn set_origin(&mut self, register: usize, origin: Origin) {
        if self.origins.len() <= register {
            self.origins.resize(register + 1, Origin::None);
        }
        if let Some(place) = self.origins.get_mut(register) {
            *place = origin;
        }
    }

    /// Gives the inputs that were found last their values.
    pub(super) fn seed(&mut self) {
        for index in self.n_seeded..self.builder.sequence.registers.len() {
            let Some(register) = self.builder.sequence.registers.get(index).cloned() else { break };
            if register.writer.is_some() {
                continue;
            }
            let value = self.given.value(index, &register);
            self.set_or_point(index, &register, value);
        }
        self.n_seeded = self.builder.sequence.registers.len();
    }

    /// Sets the value of an input; a pointer without one points to memory of its own.
    pub(super) fn set_or_point(&mut self, index: usize, register: &Register, value: Option<u64>) {
        let width = register.width();
        // A pointer that is loaded may be any other one, unless all inputs are to have some value.
        let loaded = register.name.split_once(" = ").map(|(name, _)| name);
        let name = match loaded {
            Some(name) if self.given.has_otherwise() => name,
            _ => &register.name,
        };
        let is_pointer = value.is_none() && matches!(width, 32 | 64) && self.pointers.has(name);
        let value = if value.is_none() && !is_pointer {
            self.given.otherwise(index, register)
        } else {
            value
        };
        self.set_input(index, value);
        if is_pointer {
            self.n_pointers += 1;
            let own = if width == 64 {
                FIRST_POINTER + (self.n_pointers << 36)
            } else {
                0x4000_0000 + (self.n_pointers << 24)
            };
            self.set_hidden(index, own, Origin::Pointer(index));
        }
    }

    /// Sets the value of an input.
    fn set_input(&mut self, index: usize, value: Option<u64>) {
        let width = self.builder.sequence.registers.get(index).map_or(0, Register::width);
        let value = value.map(|bits| bits & crate::bits::mask(width.into()));
        self.inputs.push((index, value));
        if let Some(bits) = value {
            self.known.set(index, bits);
        }
        self.n_seeded = self.n_seeded.max(index + 1);
    }

    /// Evaluates the statement that was read last.
    pub(super) fn evaluate(&mut self) {
        self.seed();
        let Some(index) = self.builder.sequence.statements.len().checked_sub(1) else { return };
        self.finder.add(&mut self.builder.sequence, index, self.builder.context);
        self.known.step(&self.builder.sequence, index);
        let Some(statement) = self.builder.sequence.statements.get(index) else { return };
        let read = statement.reads().into_iter().chain(statement.kept());
        let own = |index| self.origins.get(index).copied().unwrap_or_default();
        let origin = read.map(own).fold(Origin::None, Origin::and);
        if origin != Origin::None {
            for register in statement.destinations() {
                self.set_origin(register, origin);
            }
        }
    }
}
