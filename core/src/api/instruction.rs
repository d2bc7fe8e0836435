//! An instruction that is legal in its context.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use super::diagnostics::Diagnostics;
use super::evaluation::Evaluation;
use super::value::Value;
use crate::bits::mask;
use crate::catalog::{self, Context, LATEST_ISA, Type};
use crate::eval::Prepared;
use crate::format::{Format, Packing};
use crate::syntax::{Code, Diagnostic, OperandText, check, legality, parse};

/// An instruction that is legal for a version and a target, ready to evaluate.
///
/// ```
/// use ptxfp::Instruction;
///
/// let fma = Instruction::parse("fma.rn.relu.bf16x2", "sm_90")?;
/// let d = fma.evaluate(&[0x3f80_3f80, 0x3f80_3f80, 0xbf80_3f80])?;
/// assert_eq!(d.bits(), 0x0000_4000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Instruction {
    row: catalog::Instruction,
    context: Context,
    note: Option<&'static str>,
    pub(crate) prepared: Prepared,
}

impl Instruction {
    /// Reads a spelling, or a statement with names for operands, for a target such as `sm_90` and
    /// the newest PTX ISA version.
    ///
    /// # Errors
    ///
    /// The [`Diagnostics`] have the errors with their positions and fixes. Values as operands
    /// are an error too: they belong in [`evaluate`](Self::evaluate).
    ///
    /// ```
    /// use ptxfp::Instruction;
    ///
    /// let named = Instruction::parse("cvt.rn.f32.u32 %f1, %r1;", "sm_90");
    /// assert_eq!(named?.to_string(), "cvt.rn.f32.u32");
    /// let valued = Instruction::parse("cvt.rn.f32.u32 %f1, (1 << 4);", "sm_90").unwrap_err();
    /// assert_eq!(valued.iter().next().unwrap().span, 20..28);
    /// # Ok::<(), ptxfp::Diagnostics>(())
    /// ```
    pub fn parse(text: &str, target: &str) -> Result<Self, Diagnostics> {
        let target = Diagnostics::target(target)?;
        Self::parse_in(text, &Context { isa: LATEST_ISA, target })
    }

    /// Reads the same for a version and a target.
    ///
    /// ```
    /// use ptxfp::{Context, Instruction};
    ///
    /// let old = Context { isa: "8.0".parse()?, target: "sm_90".parse()? };
    /// assert!(Instruction::parse_in("add.rn.bf16x2", &old).is_ok());
    /// let older = Context { isa: "7.0".parse()?, ..old };
    /// assert!(Instruction::parse_in("add.rn.bf16x2", &older).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As those of [`parse`](Self::parse).
    pub fn parse_in(text: &str, context: &Context) -> Result<Self, Diagnostics> {
        let found = check(text, context);
        let Some(row) = found.instruction else {
            return Err(Diagnostics::new(text, found.diagnostics));
        };
        let (statement, _) = parse(text);
        let is_constant =
            |operand: &OperandText<'_>| statement.constant(operand, Type::F32, true).is_some();
        let mut given = statement.operands.iter();
        if let Some(value) = given.find(|it| it.is_value() || is_constant(it)) {
            let message = "expected a register name; values are operands of the evaluation";
            let wrong = Diagnostic::new(Code::Operand, value.span.clone(), message.to_string());
            return Err(Diagnostics::new(text, [wrong].into()));
        }
        Ok(Self::of(row, *context))
    }

    /// Makes one from a row of the catalog with its slots filled, if version and target have it.
    /// Several rows may have one spelling, such as `min.f32` with two and with three sources;
    /// [`parse`](Self::parse) takes the first of these, unless operands are named.
    #[must_use]
    pub fn new(row: catalog::Instruction, context: &Context) -> Option<Self> {
        row.is_available(context).then(|| Self::of(row, *context))
    }

    /// The row is legal in the context.
    pub(super) fn of(row: catalog::Instruction, context: Context) -> Self {
        let note = legality(&row, &context).note();
        Self { row, context, note, prepared: Prepared::new(&row, &context) }
    }

    /// Returns the version and the target that it was read for.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Returns its row of the catalog, with the slots filled.
    #[must_use]
    pub fn row(&self) -> &catalog::Instruction {
        &self.row
    }

    /// Returns the observation about it, if the assembler accepts it but the ISA does not list it.
    #[must_use]
    pub fn undocumented(&self) -> Option<&'static str> {
        self.note
    }

    /// Returns the source operands, in the order of the syntax line.
    ///
    /// ```
    /// use ptxfp::Instruction;
    ///
    /// let pack = Instruction::parse("cvt.rn.satfinite.e4m3x2.f32", "sm_90")?;
    /// let names: Vec<_> = pack.operands().map(|operand| operand.name()).collect();
    /// assert_eq!(names, ["a", "b"]);
    /// assert_eq!((pack.destination().lanes(), pack.destination().width()), (2, 16));
    /// # Ok::<(), ptxfp::Diagnostics>(())
    /// ```
    pub fn operands(&self) -> impl ExactSizeIterator<Item = Operand> {
        let row = self.row;
        row.form.sources().iter().map(move |operand| Operand::of(&row, operand))
    }

    /// Returns the destination operand.
    #[must_use]
    pub fn destination(&self) -> Operand {
        Operand::of(&self.row, self.row.form.destination())
    }

    /// Evaluates it. Registers are raw bits, in the order of the syntax line without the
    /// destination; lane 0 is the least significant.
    ///
    /// # Errors
    ///
    /// There must be as many registers as operands, and none may have bits above its width.
    pub fn evaluate(&self, registers: &[u64]) -> Result<Evaluation, OperandError> {
        if registers.len() != self.operands().len() {
            return Err(self.miscount(registers.len()));
        }
        for (operand, register) in self.operands().zip(registers) {
            if register & !mask(u32::from(operand.width())) != 0 {
                return Err(OperandError::Width {
                    name: operand.name(),
                    width: operand.width(),
                    bits: *register,
                });
            }
        }
        Ok(Evaluation::new(*self, registers))
    }

    /// Evaluates it on typed values, one for each operand, all of one type.
    ///
    /// ```
    /// use ptxfp::Instruction;
    ///
    /// let round = Instruction::parse("cvt.rn.satfinite.e4m3x2.f32", "sm_90")?;
    /// let pair = round.evaluate_values(&[500.0_f32, -0.3])?;
    /// assert_eq!(pair.bits(), 0x7eaa);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// There must be as many values as operands, and each operand must have the values' type.
    pub fn evaluate_values<V: Value>(&self, values: &[V]) -> Result<Evaluation, OperandError> {
        if values.len() != self.operands().len() {
            return Err(self.miscount(values.len()));
        }
        if let Some(other) = self.operands().find(|operand| operand.kind != V::TYPE) {
            return Err(OperandError::Type {
                name: other.name(),
                expected: other.type_name(),
                given: V::TYPE.spelling(),
            });
        }
        let registers: Vec<u64> = values.iter().map(|value| value.to_bits()).collect();
        Ok(Evaluation::new(*self, &registers))
    }

    pub(super) fn miscount(&self, given: usize) -> OperandError {
        OperandError::Count { instruction: self.row, given }
    }
}

impl PartialEq for Instruction {
    /// Compares rows of the catalog, versions and targets, from which all else follows.
    fn eq(&self, other: &Self) -> bool {
        (self.row, self.context) == (other.row, other.context)
    }
}

impl Eq for Instruction {}

impl fmt::Debug for Instruction {
    /// Writes its spelling, target and version.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Context { isa, target } = self.context;
        write!(f, "Instruction({} on {}, PTX ISA {isa})", self.row, target.name)
    }
}

impl fmt::Display for Instruction {
    /// Writes the canonical spelling: opcode and modifiers in the order of the syntax line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.row.fmt(f)
    }
}

/// An operand of an instruction: a register, and the layout of its lanes.
///
/// ```
/// use ptxfp::Instruction;
///
/// let fma = Instruction::parse("fma.rn.f16x2", "sm_90")?;
/// let b = fma.operands().nth(1).unwrap();
/// assert_eq!((b.name(), b.type_name(), b.lanes(), b.width()), ("b", ".f16x2", 2, 32));
/// # Ok::<(), ptxfp::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    name: &'static str,
    kind: Type,
}

impl Operand {
    fn of(row: &catalog::Instruction, operand: &catalog::Operand) -> Self {
        Self { name: operand.name, kind: row.operand_type(operand) }
    }

    /// Returns its name in the syntax line, such as `a`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns its instruction type, such as `.f16x2`.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        self.kind.spelling()
    }

    /// Returns the format of each lane.
    #[must_use]
    pub fn format(&self) -> Format {
        self.kind.format()
    }

    /// Returns where each lane lies in the register.
    #[must_use]
    pub fn packing(&self) -> Packing {
        self.kind.packing()
    }

    /// Returns the number of lanes.
    #[must_use]
    pub fn lanes(&self) -> u8 {
        self.packing().lanes
    }

    /// Returns the width of the register in bits.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.packing().register_width()
    }
}

/// The error for operands that do not fit an instruction.
///
/// ```
/// use ptxfp::{Instruction, OperandError};
///
/// let add = Instruction::parse("add.f16", "sm_90")?;
/// let error = add.evaluate(&[0x3c00]).unwrap_err();
/// assert_eq!(error.to_string(), "`add.f16` takes 2 operands (a, b), but 1 was given");
/// let error = add.evaluate(&[0x3c00, 0x1_0000]).unwrap_err();
/// assert!(matches!(error, OperandError::Width { name: "b", width: 16, .. }));
/// # Ok::<(), ptxfp::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OperandError {
    /// There are too few or too many.
    Count {
        /// The instruction, which has the operands' names.
        instruction: catalog::Instruction,
        /// The number of operands given.
        given: usize,
    },
    /// A register has bits above its width.
    Width {
        /// The operand's name.
        name: &'static str,
        /// The width of its register in bits.
        width: u8,
        /// The register given.
        bits: u64,
    },
    /// An operand has another type than the value.
    Type {
        /// The operand's name.
        name: &'static str,
        /// Its type.
        expected: &'static str,
        /// The value's type.
        given: &'static str,
    },
}

impl fmt::Display for OperandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { instruction, given } => {
                let names: Vec<_> =
                    instruction.form.sources().iter().map(|operand| operand.name).collect();
                let noun = if names.len() == 1 { "operand" } else { "operands" };
                let was = if *given == 1 { "was" } else { "were" };
                let (count, names) = (names.len(), names.join(", "));
                write!(f, "`{instruction}` takes {count} {noun} ({names}), but {given} {was} given")
            }
            Self::Width { name, width, bits } => {
                write!(f, "operand {name} has {width} bits, but {bits:#x} has more")
            }
            Self::Type { name, expected, given } => {
                write!(f, "operand {name} is {expected}, but the value is {given}")
            }
        }
    }
}

impl Error for OperandError {}
