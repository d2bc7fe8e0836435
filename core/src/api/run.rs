//! The registers of a program after it ran.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::evaluation::braced;
use super::program::{Program, Register};
use crate::explore::sequence::{Evaluated, Standing};
use crate::link::SequenceState;

/// The registers of a program for some inputs.
///
/// ```
/// use ptxfp::Program;
///
/// let program = Program::parse("neg.f32 t, a; add.f32 d, t, t;", "sm_90")?;
/// let run = program.run(&[0x3fc0_0000])?;
/// let all: Vec<_> = run.registers().map(|it| format!("{} = {it}", it.name())).collect();
/// assert_eq!(all, ["a = 1.5", "t = -1.5", "d = -3"]);
/// assert_eq!(run.link(), "v1/sequence@sm_90?code=neg.f32~t,a~~add.f32~d,t,t&a=0x3fc00000&isa=9.5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Run<'p> {
    program: &'p Program,
    inputs: Vec<u64>,
    evaluated: Evaluated,
}

impl<'p> Run<'p> {
    pub(super) fn new(program: &'p Program, inputs: &[u64], evaluated: Evaluated) -> Self {
        Self { program, inputs: inputs.to_vec(), evaluated }
    }

    /// Returns the program.
    #[must_use]
    pub const fn program(&self) -> &'p Program {
        self.program
    }

    /// Returns the inputs, as raw bits.
    #[must_use]
    pub fn inputs(&self) -> &[u64] {
        &self.inputs
    }

    /// Returns the registers whose last value nothing reads.
    pub fn outputs(&self) -> impl ExactSizeIterator<Item = Outcome<'_>> {
        self.program.outputs().map(|register| self.outcome(register))
    }

    /// Returns all registers, in the order of their first use and of their writes.
    pub fn registers(&self) -> impl ExactSizeIterator<Item = Outcome<'_>> {
        self.program.registers().map(|register| self.outcome(register))
    }

    /// Returns the last register of a name; the `%` before it may be left out.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Outcome<'_>> {
        let last = |is_it: &dyn Fn(&str) -> bool| {
            self.program.registers().filter(|register| is_it(register.name())).last()
        };
        let without_sign = |own: &str| own.strip_prefix('%') == Some(name);
        let found = last(&|own| own == name).or_else(|| last(&without_sign))?;
        Some(self.outcome(found))
    }

    /// Returns the link to it: the part of an address of the playground after `#`.
    #[must_use]
    pub fn link(&self) -> String {
        let (text, context) = (self.program.text(), *self.program.context());
        SequenceState::new(text, context, &self.inputs).to_fragment()
    }

    fn outcome<'r>(&'r self, register: Register<'r>) -> Outcome<'r> {
        Outcome { run: self, register }
    }
}

/// A register with its bits after a run.
///
/// ```
/// use ptxfp::Program;
///
/// let program = Program::parse("ex2.approx.ftz.f32 t, a; add.rn.f32 d, t, a;", "sm_90")?;
/// let run = program.run(&[0x3e80_0000])?;
/// let d = run.get("d").unwrap();
/// // The ISA permits several results, of which GPUs were observed to return one.
/// assert_eq!((d.is_determined(), d.could_differ()), (false, Some(true)));
/// assert_eq!((d.bits(), d.observed()), (0x3fb8_37f0, Some(0x3fb8_37f1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Outcome<'r> {
    run: &'r Run<'r>,
    register: Register<'r>,
}

impl<'r> Outcome<'r> {
    /// Returns the register.
    #[must_use]
    pub const fn register(&self) -> Register<'r> {
        self.register
    }

    /// Returns its name.
    #[must_use]
    pub const fn name(&self) -> &'r str {
        self.register.name()
    }

    /// Returns its bits: those that are determined, or else a reference, with each approximate result
    /// rounded correctly.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.run.evaluated.outcomes.value(self.register.index()).bits
    }

    /// Returns whether the ISA determines its bits, but for sign and payload of a NaN.
    #[must_use]
    pub fn is_determined(&self) -> bool {
        let register = self.run.program.sequence().register(self.register.index());
        let standing = |it| self.run.evaluated.standing(self.register.index(), it);
        register.map(standing).is_some_and(|it| it <= Standing::OpenNan)
    }

    /// Returns the bits that follow if approximate instructions return what GPUs were observed to
    /// return; `None` if it depends on none, or where the observed results are not known.
    #[must_use]
    pub fn observed(&self) -> Option<u64> {
        self.run.evaluated.consequence(self.register.index())?.observed
    }

    /// Returns whether other permitted results of approximate instructions lead to other bits; `None`
    /// where that is not known. It is known of outputs.
    #[must_use]
    pub fn could_differ(&self) -> Option<bool> {
        self.run.evaluated.consequence(self.register.index())?.several.is_many()
    }
}

impl fmt::Display for Outcome<'_> {
    /// Writes its value in decimal, that of several lanes in braces, the highest first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (packing, format) = (self.register.packing(), self.register.kind().format());
        f.write_str(&braced(self.bits(), packing, format))
    }
}
