//! Kernels: one thread of a whole text of PTX, with its jumps, calls, loads and stores.
//!
//! A kernel is *traced*: its statements are taken in the order in which the thread runs them, and make
//! a straight [`Sequence`], which everything else evaluates as any other one. Jumps are followed where
//! their predicate is guaranteed for the given inputs. Where it is not, both sides are traced, and
//! registers that differ at the place where the sides meet have the value that the predicate chooses.
//! So a result that is *determined* is so for all results that the ISA permits on the way.
//!
//! - A load is an input, named by its destination and its address: `%f1 = [%rd5+4]`. One that reads
//!   what the thread stored has that value, byte by byte. What cannot be told apart is unknown.
//! - A store is an output.
//! - Pointers need no value. Each points to memory of its own: addresses are numbers that no result
//!   can tell, since a result that depends on one is unknown.
//! - Special registers are inputs with usual values: those of the only thread of a grid.
//!
//! ```
//! use ptxfp::catalog::{Context, LATEST_ISA, Target};
//! use ptxfp::explore::sequence::kernel::{Kernel, Settings};
//!
//! let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
//! let text = "
//!     .visible .entry half(.param .u64 x, .param .u32 n) {
//!       ld.param.u64 %rd1, [x]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x;
//!       setp.ge.u32 %p1, %r2, %r1; @%p1 bra END;
//!       mul.wide.u32 %rd2, %r2, 4; add.s64 %rd3, %rd1, %rd2;
//!       ld.global.f32 %f1, [%rd3]; mul.f32 %f2, %f1, 0f3F000000; st.global.f32 [%rd3], %f2;
//!     END: ret; }";
//! let settings = Settings {
//!     values: vec![("n".into(), "1".into())],
//!     loads: vec!["3".into()],
//!     ..Settings::default()
//! };
//! let kernel = Kernel::new(text, &context, &settings).unwrap();
//! let values = kernel.sequence().evaluate(kernel.inputs());
//! assert_eq!(kernel.loads()[0].address, "[%rd3]");
//! assert_eq!(values[kernel.stores()[0].register].bits, 0x3fc0_0000);
//! ```

mod access;
mod address;
mod atomic;
mod bytes;
mod calls;
mod check;
mod finish;
mod fork;
mod given;
mod joins;
mod layout;
mod memory;
mod name;
mod parts;
mod plumbing;
mod pointers;
mod push;
mod special_values;
mod statement;
mod store;
mod trace;
mod variables;
mod vectors;
mod warp;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

pub use self::name::demangled;
pub use self::parts::{Part, Role, normal};

use self::check::Text;
use self::given::{Given, Kinds};
use self::layout::Layout;
use self::trace::Tracer;
use super::read::{inputs_in_text, read};
use super::split::Kind;
use super::{NoRun, Sequence, special, unevaluated};
use crate::catalog::Context;
use crate::text::quote::quoted;

/// The largest number of steps if none is given.
pub const DEFAULT_STEPS: usize = 100_000;

/// The value of an input that none is given for, where [every input has one](Settings::filled).
pub const OTHERWISE: &str = "1";

/// The largest number of steps where a kernel runs anew for each change.
const FILLED_STEPS: usize = 10_000;

/// The number of times that a text is traced to find the types of inputs.
const N_READINGS: usize = 4;

/// The choices for a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The function; the first entry, or else the first function, if none is named.
    pub function: Option<String>,
    /// The values of inputs: names and texts as [`syntax::input`](crate::syntax::input) reads them.
    ///
    /// A load is named by its destination, `%f1`, by destination and address, `%f1 = [%rd5]`, or by the
    /// memory that it reads, `[x+16]`.
    pub values: Vec<(String, String)>,
    /// The values of loads in the order in which they run, one for each element.
    pub loads: Vec<String>,
    /// Whether values may be left that nothing takes: those of loads are for other threads then, and
    /// those of names for other ways through the text.
    pub may_leave: bool,
    /// The value of all other inputs but pointers; without one, they have none. With one, pointers that
    /// are loaded point to memory of their own, too.
    pub otherwise: Option<String>,
    /// The values of special registers where none is given and the text says nothing.
    pub special: Vec<(String, u64)>,
    /// The largest number of statements that are run.
    pub max_steps: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            function: None,
            values: Vec::new(),
            loads: Vec::new(),
            may_leave: false,
            otherwise: None,
            special: Vec::new(),
            max_steps: DEFAULT_STEPS,
        }
    }
}

impl Settings {
    /// The choices for a trace that says something whatever is given: inputs without a value are
    /// [`OTHERWISE`], and values that nothing takes are left.
    #[must_use]
    pub fn filled(function: Option<String>, values: Vec<(String, String)>) -> Self {
        Self {
            function,
            values,
            may_leave: true,
            otherwise: Some(OTHERWISE.into()),
            max_steps: FILLED_STEPS,
            ..Self::default()
        }
    }
}

/// An element that a statement loads, and that the thread has not stored before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Load {
    /// The statement of the sequence.
    pub statement: usize,
    /// The input.
    pub register: usize,
    /// The address as written, or what else it comes from.
    pub address: String,
    /// The address by the pointer or variable that it was computed from: `x+16`.
    pub location: Option<String>,
    /// Whether it has a value, or needs none as a pointer.
    pub is_given: bool,
}

/// An element that a statement stores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    /// The statement of the sequence.
    pub statement: usize,
    /// The register that is stored.
    pub register: usize,
    /// The address as written.
    pub address: String,
    /// The address by the pointer or variable that it was computed from: `x+16`.
    pub location: Option<String>,
    /// Whether it is open whether the store happens.
    pub is_conditional: bool,
}

impl Store {
    /// The place that is stored to: by the pointer or variable if that is known, otherwise as written.
    #[must_use]
    pub fn name(&self) -> &str {
        self.location.as_deref().unwrap_or(&self.address)
    }
}

/// One thread of a kernel, as a straight sequence for the given inputs.
#[derive(Clone, Debug)]
pub struct Kernel {
    text: String,
    sequence: Sequence,
    inputs: Vec<u64>,
    loads: Vec<Load>,
    stores: Vec<Store>,
    function: Option<String>,
    functions: Vec<String>,
    parts: Vec<Part>,
    stated: Vec<usize>,
    is_first: bool,
    is_entry: bool,
    n_steps: usize,
    n_loads_taken: usize,
    notes: Vec<String>,
    locations: Vec<Option<String>>,
    skipped: Vec<usize>,
    /// Whether too many jumps were open to run both sides of each.
    is_overrun: bool,
    /// The inputs that need a value and have none.
    missing: Vec<usize>,
}

/// Opcodes that only a trace reads; those of warps alone leave a program as it is.
const TRACED: [&str; 12] =
    ["bra", "brx", "call", "cvta", "ld", "ldu", "st", "atom", "red", "isspacep", "cp", "mbarrier"];

/// The beginning of a text, without the sections at its end: compilers put the data of debuggers there.
///
/// ```
/// use ptxfp::explore::sequence::kernel::without_sections;
///
/// assert_eq!(without_sections(".func f() { ret; }\n\t.section .debug_loc { .b8 1 }"), ".func f() { ret; }\n");
/// ```
#[must_use]
pub fn without_sections(text: &str) -> &str {
    let is_section = |line: &str| line.trim_start().starts_with(".section");
    let mut position = 0;
    for line in text.split_inclusive('\n') {
        if is_section(line) {
            return text.get(..position).unwrap_or(text);
        }
        position += line.len();
    }
    text
}

/// Whether a text is to be traced: it has jumps, calls, several functions, memory or special registers.
#[must_use]
pub fn is_kernel(text: &str) -> bool {
    let read = read(text);
    let layout = Layout::of(&read.text, &read.pieces);
    if layout.functions.len() > 1 {
        return true;
    }
    layout.pieces.iter().enumerate().any(|(index, piece)| {
        let own = layout.own(index);
        if piece.kind == Kind::Directive {
            return unevaluated::function(own).is_some() && own.contains(".entry");
        }
        let statement = layout.statement(index);
        let opcode = statement.opcode.as_ref().map_or("", |opcode| opcode.text);
        let is_param = super::regions::is_param(&statement);
        let is_guarded_end = own.starts_with('@') && unevaluated::ENDS.contains(&opcode);
        let mut elements = statement.operands.iter().flat_map(|operand| &operand.elements);
        piece.kind == Kind::Statement
            && (TRACED.contains(&opcode) && !is_param
                || is_guarded_end
                || elements.any(|each| special::kind(each.text).is_some()))
    })
}

impl Kernel {
    /// Traces a text.
    ///
    /// # Errors
    ///
    /// A function that is not there, a value that is none of its input or of no input, too many values
    /// of loads, and inputs other than pointers and loads that have no value. Everything else is
    /// reported with [`Sequence::diagnostics`].
    pub fn new(text: &str, context: &Context, settings: &Settings) -> Result<Self, NoRun> {
        let whole = vectors::expanded(text);
        let text = &*whole;
        let mut own = settings.clone();
        own.values = inputs_in_text(text);
        let n_in_text = own.values.len();
        own.values.extend(settings.values.iter().cloned());
        let settings = &own;
        let read = read(text);
        let layout = Layout::of(&read.text, &read.pieces);
        let function = match &settings.function {
            None => layout.first(),
            Some(name) => layout.named(name).ok_or_else(|| {
                let names: Vec<_> = layout.names().collect();
                format!("the text has no function {}; it has {}", quoted(name), names.join(", "))
            })?,
        };
        let block = layout.functions.get(function).and_then(|it| it.block);
        let mut kinds = Kinds::new();
        let mut max_forks = fork::MAX_FORKS;
        for reading in 1.. {
            let given = Given::new(settings, kinds.clone(), block);
            let tracer = Tracer::new(text, &read, &layout, context, given, max_forks);
            let (mut kernel, given) = tracer.trace(function, settings.max_steps);
            if kernel.is_overrun {
                max_forks = 0;
                continue;
            }
            let kinds_now = kernel.kinds();
            if reading < N_READINGS && kinds_now != kinds && !kernel.is_read_right(&given) {
                kinds = kinds_now;
                continue;
            }
            let place = Text { layout: &layout, function };
            kernel.text = text.into();
            kernel.functions = layout.names().map(Into::into).collect();
            kernel.is_first = function == layout.first();
            kernel.is_entry =
                layout.functions.get(function).is_some_and(|it| it.name.is_some() && it.is_entry);
            kernel.parts = layout.parts();
            kernel.stated.clone_from(&given.stated);
            kernel.check(&given, settings, n_in_text, &place)?;
            return Ok(kernel);
        }
        Err(NoRun::Wrong("the types of the inputs are not clear".into()))
    }

    /// The text that was traced, which places of statements are of. It is the given one, but for registers
    /// of vectors, whose elements are registers of their own: `v_x` for `v.x`.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The statements that run, in order.
    #[must_use]
    pub const fn sequence(&self) -> &Sequence {
        &self.sequence
    }

    /// The registers of the inputs, in the order of [`Sequence::inputs`].
    #[must_use]
    pub fn inputs(&self) -> &[u64] {
        &self.inputs
    }

    /// The elements that are loaded, in order.
    #[must_use]
    pub fn loads(&self) -> &[Load] {
        &self.loads
    }

    /// Says which load has no value, if one has none.
    #[must_use]
    pub fn missing_load(&self) -> Option<String> {
        let load = self.loads.iter().find(|load| !load.is_given)?;
        let name = self.sequence.register(load.register).map_or("", |it| it.name.as_str());
        let count = self.loads.len();
        Some(format!("a value is missing for {name}, one of {count} loads"))
    }

    /// The elements that are stored, in order.
    #[must_use]
    pub fn stores(&self) -> &[Store] {
        &self.stores
    }

    /// The function that runs; `None` if the text has none.
    #[must_use]
    pub fn function(&self) -> Option<&str> {
        self.function.as_deref()
    }

    /// Whether the function that runs is the one that runs if none is named.
    #[must_use]
    pub const fn is_first(&self) -> bool {
        self.is_first
    }

    /// Whether the function that runs is an entry, whose results are its stores alone.
    #[must_use]
    pub const fn is_entry(&self) -> bool {
        self.is_entry
    }

    /// The functions of the text that have statements.
    #[must_use]
    pub fn functions(&self) -> &[String] {
        &self.functions
    }

    /// The parts of the text, in order.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The statements of the text that ran, each with what the trace has added to it: places in
    /// [`Sequence::statements`].
    pub fn steps(&self) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for (index, statement) in self.sequence.statements.iter().enumerate() {
            match found.last_mut().filter(|_| statement.text.is_empty()) {
                Some(last) => last.end = index + 1,
                None => found.push(index..index + 1),
            }
        }
        found
    }

    /// The name of an input: that of its register, or the memory that it is loaded from, `[x+16]`.
    #[must_use]
    pub fn input_name(&self, register: usize) -> String {
        let load = self.loads.iter().find(|load| load.register == register);
        let own = || self.sequence.register(register).map(|it| it.name.clone());
        let location = load.and_then(|load| load.location.as_deref());
        location.map(given::cell).or_else(own).unwrap_or_default()
    }

    /// Whether the value of an input was given, by the settings or in the text.
    #[must_use]
    pub fn is_stated(&self, register: usize) -> bool {
        self.stated.contains(&register)
    }

    /// The number of statements that were run, those that a guard left out included.
    #[must_use]
    pub const fn n_steps(&self) -> usize {
        self.n_steps
    }

    /// The number of values of loads that were taken.
    #[must_use]
    pub const fn n_loads_taken(&self) -> usize {
        self.n_loads_taken
    }

    /// The assumptions and remarks, in sentences. Code is between backquotes.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The address in a register, by the pointer or variable that it was computed from: `x+16`.
    #[must_use]
    pub fn location(&self, register: usize) -> Option<&str> {
        self.locations.get(register)?.as_deref()
    }

    /// Whether a statement of the sequence does not run, because of its guard.
    #[must_use]
    pub fn is_skipped(&self, statement: usize) -> bool {
        self.skipped.binary_search(&statement).is_ok()
    }
}
