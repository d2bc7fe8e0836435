//! Several statements, evaluated on the registers that they read.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use super::diagnostics::Diagnostics;
use super::run::Run;
use crate::catalog::{Context, LATEST_ISA, Type};
use crate::explore::sequence::{NoRun, Sequence, Value};
use crate::format::{Packing, mask};
use crate::syntax::{Code, Diagnostic};

/// Several statements that are legal for a version and target: lines of a kernel, the inline assembly
/// of a host language, or the output of a compiler, as long as nothing jumps, loads or stores.
///
/// Registers that are read before they are written are its inputs, those whose last value nothing
/// reads its outputs. Every write makes a new [`Register`], so that nothing is overwritten.
///
/// ```
/// use ptxfp::Program;
///
/// let program = Program::parse("mul.rn.f32 t, a, b;\nadd.rn.f32 d, t, c;", "sm_90")?;
/// let inputs = program.read_inputs(&[("a", "-3"), ("b", "1.1"), ("c", "0x40500000")])?;
/// let run = program.run(&inputs)?;
/// let d = run.outputs().next().unwrap();
/// assert_eq!((d.name(), d.bits(), d.is_determined()), ("d", 0xbd4c_cd00, true));
/// assert_eq!(run.get("t").unwrap().to_string(), "-3.3000002");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    text: String,
    context: Context,
    sequence: Sequence,
}

impl Program {
    /// Reads statements for a target such as `sm_90` and the newest PTX ISA version.
    ///
    /// ```
    /// use ptxfp::Program;
    ///
    /// let wrong = Program::parse("neg.f32 b, a;\nadd.f33 d, a, b;", "sm_90").unwrap_err();
    /// assert_eq!(wrong.iter().next().unwrap().span, 17..21);
    /// ```
    ///
    /// # Errors
    ///
    /// The [`Diagnostics`] have the errors, with positions in the whole text. Jumps, loads and stores are
    /// errors too; so is a text without a result.
    pub fn parse(text: &str, target: &str) -> Result<Self, Diagnostics> {
        let target = Diagnostics::target(target)?;
        Self::parse_in(text, &Context { isa: LATEST_ISA, target })
    }

    /// Reads the same for a version and a target.
    ///
    /// # Errors
    ///
    /// As those of [`parse`](Self::parse).
    pub fn parse_in(text: &str, context: &Context) -> Result<Self, Diagnostics> {
        let sequence = Sequence::new(text, context);
        let mut found: Vec<_> = sequence.diagnostics().into_iter().cloned().collect();
        if found.is_empty() && sequence.outputs().is_empty() {
            let message = "there is no statement that computes".into();
            found.push(Diagnostic::new(Code::Empty, 0..text.len(), message));
        }
        if found.is_empty() {
            return Ok(Self { text: text.into(), context: *context, sequence });
        }
        Err(Diagnostics::new(text, found))
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the version and the target that it was read for.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Returns the registers that are read before they are written, in the order of their first use.
    pub fn inputs(&self) -> impl ExactSizeIterator<Item = Register<'_>> {
        self.sequence.inputs().iter().map(|index| self.register(*index))
    }

    /// Returns the registers whose last value nothing reads.
    pub fn outputs(&self) -> impl ExactSizeIterator<Item = Register<'_>> {
        self.sequence.outputs().iter().map(|index| self.register(*index))
    }

    /// Returns all registers, in the order of their first use and of their writes.
    pub fn registers(&self) -> impl ExactSizeIterator<Item = Register<'_>> {
        (0..self.sequence.registers().len()).map(|index| self.register(index))
    }

    /// Reads the values of inputs: names, and texts such as `1.5`, `0x3f80`, `{1, 2}`. The `%` before
    /// a name may be left out, and so may an input whose value the text gives, in a comment
    /// `// ptxfp: a = 1.5` or as an operand of inline assembly.
    ///
    /// # Errors
    ///
    /// A name that is no input, a text that is no value of its type, and an input without a value.
    pub fn read_inputs(&self, given: &[(&str, &str)]) -> Result<Vec<u64>, InputError> {
        let stated = self.sequence.values_in_text(&self.text).map_err(InputError::wrong)?;
        let inputs = self.sequence.start(&self.text, stated, given);
        inputs.map_err(|reason| InputError(Reason::NoRun(reason)))
    }

    /// Returns whether an instruction in it is approximate: the ISA permits several results of it.
    #[must_use]
    pub fn is_approximate(&self) -> bool {
        self.sequence.is_approximate()
    }

    /// Evaluates it on a register for each input, as raw bits.
    ///
    /// # Errors
    ///
    /// There must be as many registers as inputs, and none may have bits above its width.
    pub fn run(&self, inputs: &[u64]) -> Result<Run<'_>, InputError> {
        self.check(inputs.len(), |place| inputs.get(place).copied().unwrap_or_default())?;
        let evaluated = self.sequence.evaluated(inputs, &self.context);
        Ok(Run::new(self, inputs, evaluated))
    }

    /// Evaluates it on many rows of inputs: a column of registers for each, of which one of a single
    /// register is that register in every row. `take` gets the number of each row, and the bits of all
    /// [`registers`](Self::registers) in it; what a standing [`Run`] knows of them is left out.
    ///
    /// ```
    /// use ptxfp::Program;
    ///
    /// let program = Program::parse("add.f32 s, a, b; mul.f32 d, s, s;", "sm_90")?;
    /// let d = program.registers().position(|register| register.name() == "d").unwrap();
    /// let mut squares = Vec::new();
    /// let a = [0x3f80_0000, 0x4000_0000];
    /// program.run_many(&[&a, &[0x3f80_0000]], a.len(), |_, bits| squares.push(bits[d]))?;
    /// assert_eq!(squares, [0x4080_0000, 0x4110_0000]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Like those of [`run`](Self::run); the error in the first wrong row.
    pub fn run_many(
        &self,
        columns: &[&[u64]],
        n_rows: usize,
        mut take: impl FnMut(usize, &[u64]),
    ) -> Result<(), InputError> {
        let mut bits = Vec::new();
        self.run_rows(&self.sequence, columns, n_rows, |row, values| {
            bits.clear();
            bits.extend(values.iter().map(|value| value.bits));
            take(row, &bits);
        })
    }

    /// Evaluates it like [`run_many`](Self::run_many), with what GPUs were observed to return in place of
    /// the results of approximate instructions. `take` gets `None` for a register that depends on none,
    /// and where the observed results are not known.
    ///
    /// ```
    /// use ptxfp::Program;
    ///
    /// let program = Program::parse("div.full.f32 q, a, b; neg.f32 d, c;", "sm_90")?;
    /// let mut quotients = Vec::new();
    /// let columns: [&[u64]; 3] = [&[0x4096_0000, 0], &[0x3f70_0000], &[0]];
    /// let q = program.registers().position(|register| register.name() == "q").unwrap();
    /// program.observe_many(&columns, 2, |_, observed| quotients.push(observed[q]))?;
    /// assert_eq!(quotients, [Some(0x40a0_0001), Some(0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Like those of [`run`](Self::run); the error in the first wrong row.
    pub fn observe_many(
        &self,
        columns: &[&[u64]],
        n_rows: usize,
        mut take: impl FnMut(usize, &[Option<u64>]),
    ) -> Result<(), InputError> {
        let observing = self.sequence.observing(&self.context);
        let are_after = self.sequence.after_approximate(|_| true);
        let mut observed = alloc::vec![None; are_after.len()];
        self.run_rows(
            observing.as_ref().unwrap_or(&self.sequence),
            columns,
            n_rows,
            |row, values| {
                for (place, (value, is_after)) in
                    observed.iter_mut().zip(values.iter().zip(&are_after))
                {
                    *place = (*is_after && value.is_determined()).then_some(value.bits);
                }
                take(row, &observed);
            },
        )
    }

    /// Evaluates a sequence on many rows.
    fn run_rows(
        &self,
        sequence: &Sequence,
        columns: &[&[u64]],
        n_rows: usize,
        mut take: impl FnMut(usize, &[Value]),
    ) -> Result<(), InputError> {
        let mut values: Vec<Value> = Vec::new();
        let mut inputs = alloc::vec![0; columns.len()];
        for row in 0..n_rows {
            for (place, column) in inputs.iter_mut().zip(columns) {
                let at = if column.len() == 1 { 0 } else { row };
                *place = column.get(at).copied().unwrap_or_default();
            }
            self.check(inputs.len(), |place| inputs.get(place).copied().unwrap_or_default())?;
            sequence.evaluate_into(&inputs, &mut values);
            take(row, &values);
        }
        Ok(())
    }

    pub(crate) const fn sequence(&self) -> &Sequence {
        &self.sequence
    }

    fn register(&self, index: usize) -> Register<'_> {
        let found = self.sequence.register(index);
        let (name, kind) = found.map_or(("", Type::B32), |it| (&*it.name, it.kind));
        Register { name, kind, index }
    }

    fn check(&self, given: usize, at: impl Fn(usize) -> u64) -> Result<(), InputError> {
        let count = self.inputs().len();
        if given != count {
            return Err(InputError(Reason::Count { count, given }));
        }
        let wide = |(place, register): &(usize, Register<'_>)| {
            at(*place) & !mask(u32::from(register.width())) != 0
        };
        match self.inputs().enumerate().find(wide) {
            None => Ok(()),
            Some((place, register)) => Err(InputError::wrong(alloc::format!(
                "input {} has {} bits, but {:#x} has more",
                register.name(),
                register.width(),
                at(place)
            ))),
        }
    }
}

impl PartialEq for Program {
    /// Compares text, version and target.
    fn eq(&self, other: &Self) -> bool {
        (&self.text, self.context) == (&other.text, other.context)
    }
}

impl Eq for Program {}

impl fmt::Display for Program {
    /// Writes its text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A register of a program, between one write and the next.
///
/// ```
/// use ptxfp::Program;
///
/// let program = Program::parse("add.f16x2 %r3, %r1, %r2;", "sm_90")?;
/// let input = program.inputs().next().unwrap();
/// assert_eq!((input.name(), input.type_name(), input.width()), ("%r1", ".f16x2", 32));
/// # Ok::<(), ptxfp::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register<'p> {
    name: &'p str,
    kind: Type,
    index: usize,
}

impl<'p> Register<'p> {
    /// Returns its name as it is written; a register of another block with that name has a new one.
    #[must_use]
    pub const fn name(&self) -> &'p str {
        self.name
    }

    /// Returns the type that it is read as, such as `.f16x2`.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        self.kind.spelling()
    }

    /// Returns the type that it is read as.
    #[must_use]
    pub const fn kind(&self) -> Type {
        self.kind
    }

    /// Returns where each lane lies in it.
    #[must_use]
    pub fn packing(&self) -> Packing {
        self.kind.packing()
    }

    /// Returns its width in bits.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.packing().register_width()
    }

    pub(super) const fn index(&self) -> usize {
        self.index
    }
}

/// The error for inputs that do not fit a program.
///
/// ```
/// use ptxfp::Program;
///
/// let program = Program::parse("add.f16 d, a, b;", "sm_90")?;
/// let error = program.read_inputs(&[("a", "1")]).unwrap_err();
/// assert_eq!(error.to_string(), "a value is missing for b");
/// let error = program.run(&[0x3c00]).unwrap_err();
/// assert_eq!(error.to_string(), "the program has 2 inputs, but 1 was given");
/// # Ok::<(), ptxfp::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError(Reason);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Reason {
    Count { count: usize, given: usize },
    NoRun(NoRun),
}

impl InputError {
    fn wrong(message: String) -> Self {
        Self(Reason::NoRun(NoRun::Wrong(message)))
    }

    /// Returns the names of inputs that have no value, if that is the error.
    #[must_use]
    pub fn missing(&self) -> &[String] {
        match &self.0 {
            Reason::NoRun(NoRun::Missing(missing)) => &missing.names,
            Reason::NoRun(NoRun::Wrong(_)) | Reason::Count { .. } => &[],
        }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Reason::NoRun(reason) => reason.fmt(f),
            Reason::Count { count, given } => {
                let noun = if *count == 1 { "input" } else { "inputs" };
                let was = if *given == 1 { "was" } else { "were" };
                write!(f, "the program has {count} {noun}, but {given} {was} given")
            }
        }
    }
}

impl Error for InputError {}
