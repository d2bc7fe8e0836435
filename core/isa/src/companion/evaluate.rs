//! Evaluation: registers to registers.

use super::arithmetic;
use super::bits;
use super::compare::{self, Boolean, Comparison};
use super::form::Operation;
use super::resolve::Instruction;
use super::shape::{self, Class, Shape};
use crate::bits::mask;
use crate::catalog::Context;

/// The written registers: results in the order of the syntax line, then the carry if the
/// instruction sets it.
pub type Results = [u64; 2];

/// The half of a product that is the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    Low,
    High,
    /// All of it.
    Both,
}

/// An instruction made ready to evaluate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a modifier of its own")]
pub struct Prepared {
    pub(super) operation: Operation,
    /// The first type that is spelled.
    pub(super) shape: &'static Shape,
    /// The second, or else the first.
    pub(super) other: &'static Shape,
    pub(super) half: Half,
    pub(super) is_saturated: bool,
    pub(super) is_relu: bool,
    pub(super) is_clamped: bool,
    pub(super) is_left: bool,
    /// Whether `bfind` counts from the left.
    pub(super) is_shift: bool,
    pub(super) flushes: bool,
    pub(super) reads_carry: bool,
    pub(super) writes_carry: bool,
    pub(super) comparison: Comparison,
    pub(super) boolean: Option<Boolean>,
    /// The mode of `prmt`, from 1; 0 without one.
    pub(super) mode: u8,
}

/// The modes of `prmt`, from 1.
const MODES: [&str; 6] = [".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"];

impl Instruction {
    /// Resolves its meaning on a target.
    #[must_use]
    pub fn prepare(&self, context: &Context) -> Prepared {
        let mut types = self.types();
        let shape = types.next().unwrap_or(&shape::B32);
        let other = types.next().unwrap_or(shape);
        let half = match () {
            () if self.has(".wide") => Half::Both,
            () if self.has(".hi") => Half::High,
            () => Half::Low,
        };
        let mode = MODES.iter().zip(1..).find(|(name, _)| self.has(name));
        let is_comparison = matches!(self.form.operation, Operation::Set | Operation::Setp);
        let first = self.modifiers().next().unwrap_or_default();
        Prepared {
            operation: self.form.operation,
            shape,
            other,
            half,
            is_saturated: self.has(".sat"),
            is_relu: self.has(".relu"),
            is_clamped: self.has(".clamp"),
            is_left: self.has(".l"),
            is_shift: self.has(".shiftamt"),
            flushes: self.has(".ftz") || context.target.flushes_f32() && other.spelling == ".f32",
            reads_carry: self.form.reads_carry,
            writes_carry: self.has(".cc"),
            comparison: if is_comparison { Comparison::parse(first) } else { Comparison::Equal },
            boolean: Boolean::of(self),
            mode: mode.map_or(0, |(_, mode)| mode),
        }
    }
}

impl Prepared {
    /// Whether the last result is the carry.
    pub const fn writes_carry(&self) -> bool {
        self.writes_carry
    }

    /// Whether the last operand is the carry.
    pub const fn reads_carry(&self) -> bool {
        self.reads_carry
    }

    /// The results for operands in the order of the syntax line; a missing operand counts as 0.
    #[must_use]
    pub fn evaluate(&self, sources: &[u64]) -> Results {
        let at = |index: usize| sources.get(index).copied().unwrap_or(0);
        let [a, b, c] = [at(0), at(1), at(2)];
        let width = u32::from(self.shape.width);
        let all = mask(width);
        let one = |bits: u64| [bits, 0];
        match self.operation {
            Operation::Add | Operation::Sub | Operation::Mad => self.sum(sources),
            Operation::Mul => one(self.product(a, b)),
            Operation::Sad => one(arithmetic::sad(self.shape, a, b, c)),
            Operation::Abs => {
                one(if arithmetic::value(a, self.shape) < 0 { a.wrapping_neg() & all } else { a })
            }
            Operation::Mul24 => one(self.product_24(a, b)),
            Operation::Mad24 => one(self.sum_24(a, b, c)),
            Operation::Div | Operation::Rem => one(self.quotient(a, b)),
            Operation::Neg => one(self.lanewise(0, a, |zero, a| zero - a)),
            Operation::Min | Operation::Max => one(self.extremum(a, b)),
            Operation::Popc => one(a.count_ones().into()),
            Operation::Clz => one(u64::from(a.leading_zeros()) + u64::from(width) - 64),
            Operation::Bfind => one(bits::find(self.shape, a, self.is_shift)),
            Operation::Brev => one(a.reverse_bits() >> (64 - width)),
            Operation::Bfe => one(bits::extract(self.shape, a, b, c)),
            Operation::Bfi => one(bits::insert(width, a, b, c, at(3))),
            Operation::Szext => one(bits::extend(self.shape, self.is_clamped, a, b)),
            Operation::Bmsk => one(bits::field(self.is_clamped, a, b)),
            Operation::Dp4a => one(arithmetic::dot_4(self.shape, self.other, [a, b, c])),
            Operation::Dp2a => {
                one(arithmetic::dot_2(self.shape, self.other, self.half == Half::High, [a, b, c]))
            }
            Operation::Set | Operation::Setp => self.compare([a, b, c]),
            Operation::Selp => one(if c == 1 { a } else { b }),
            Operation::Slct => one(if self.is_first(c) { a } else { b }),
            Operation::And => one(a & b),
            Operation::Or => one(a | b),
            Operation::Xor => one(a ^ b),
            Operation::Not => one(!a & all),
            Operation::Cnot => one((a == 0).into()),
            Operation::Lop3 => {
                let result = bits::look_up([a, b, c], at(3));
                let boolean = self.boolean.map(|it| it.combine(result != 0, at(4) == 1));
                [result, boolean.unwrap_or(false).into()]
            }
            Operation::Shf => one(bits::funnel(self.is_left, self.is_clamped, [a, b, c])),
            Operation::Shl => one(if b >= u64::from(width) { 0 } else { a << b & all }),
            Operation::Shr => one(bits::shift_right(self.shape, a, b)),
            Operation::Prmt => one(bits::permute(self.mode, a, b, c)),
            Operation::Pack => one(arithmetic::pack(self.shape, [a, b, c])),
        }
    }

    /// Whether the result is the upper half of a product.
    pub(super) fn is_high(&self) -> bool {
        self.half == Half::High
    }

    /// Whether `slct` takes its first operand.
    pub(super) fn is_first(&self, condition: u64) -> bool {
        if self.other.class == Class::Float {
            compare::floats(Comparison::GreaterOrEqual, self.other, self.flushes, condition, 0)
        } else {
            arithmetic::value(condition, self.other) >= 0
        }
    }

    /// Whether the ISA leaves the result of these operands open.
    #[must_use]
    pub fn is_open(&self, sources: &[u64]) -> bool {
        let at = |index: usize| sources.get(index).copied().unwrap_or(0);
        self.may_be_open() && self.is_quotient_open(at(0), at(1))
    }

    /// Whether there are operands whose result the ISA leaves open.
    pub const fn may_be_open(&self) -> bool {
        matches!(self.operation, Operation::Div | Operation::Rem)
    }

    /// The index of the operand that a selection takes; `None` for other instructions.
    #[must_use]
    pub fn chosen(&self, sources: &[u64]) -> Option<usize> {
        let condition = sources.get(2).copied().unwrap_or(0);
        let is_first = if self.operation == Operation::Selp {
            condition == 1
        } else {
            self.is_first(condition)
        };
        let is_selection = matches!(self.operation, Operation::Selp | Operation::Slct);
        is_selection.then_some(usize::from(!is_first))
    }
}
