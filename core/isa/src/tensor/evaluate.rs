//! An element of d, from a row, a column and an element of c.

use alloc::vec::Vec;

use super::evidence;
use super::lowering::Lowering;
use super::name::Mma;
use super::number::{Decoded, as_f16};
use super::open::{Open, Refusal};
use super::run::{Parts, Room};
use super::step::Trace;
use super::unit::{Generation, Standing};
use super::vector::Vector;
use crate::catalog::Context;
use crate::format::table::F16;
use crate::format::{FloatFormat, Format};
use crate::observed::{Evidence, Grade};

/// The bits of the operands of one element of d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operands<'a> {
    /// The row of a, in ascending k. A tf32 number is written with 32 bits, of which 13 are dropped;
    /// formats of 6 and 4 bits without padding.
    pub a: &'a [u64],
    /// The column of b, in ascending k.
    pub b: &'a [u64],
    /// The element of c.
    pub c: u64,
    /// The scales of the row, for blocks in ascending k; none without scales.
    pub scales_a: &'a [u64],
    /// The scales of the column.
    pub scales_b: &'a [u64],
}

impl<'a> Operands<'a> {
    /// Operands without scales.
    #[must_use]
    pub const fn new(a: &'a [u64], b: &'a [u64], c: u64) -> Self {
        Self { a, b, c, scales_a: &[], scales_b: &[] }
    }
}

/// The behavior of tensor cores that was observed for an instruction on a target.
#[derive(Clone, Debug)]
pub struct Tensor {
    pub(super) mma: Mma,
    generation: Generation,
    pub(super) lowering: Lowering,
    /// The indices of the products of each step.
    pub(super) steps: Vec<Vec<usize>>,
    grade: Option<Grade>,
}

impl Tensor {
    /// Looks up an instruction on a target.
    ///
    /// # Errors
    ///
    /// Fails where nothing is known, and where the instruction is not legal; [`Mma::unavailable`] says
    /// what it needs.
    pub fn new(mma: &Mma, context: &Context) -> Result<Self, Open> {
        let is_saturated = mma.is_clamped && mma.d.float().is_some();
        if mma.is_variant || is_saturated {
            return Err(Open::Variant);
        }
        if !mma.requires().is_met(context) {
            return Err(Open::Illegal);
        }
        let (generation, standing) = Generation::of(context.target).ok_or(Open::Target)?;
        let lowering = Lowering::of(mma, generation).ok_or(Open::Target)?;
        if !lowering.takes(mma) {
            return Err(Open::Addend);
        }
        let grade = match lowering {
            Lowering::Integer => None,
            Lowering::Sums { .. }
            | Lowering::ScaledProducts(_)
            | Lowering::ScaledGroups(_)
            | Lowering::Chain(_)
            | Lowering::Software => {
                let grade = evidence::grade(mma, generation).ok_or(Open::Target)?;
                Some(match (standing, grade) {
                    (Standing::Measured, _) | (Standing::Captured, Grade::Replayed) => grade,
                    (Standing::Captured | Standing::Alike, _) => Grade::SameCode,
                })
            }
        };
        Ok(Self { mma: mma.clone(), generation, lowering, steps: lowering.steps(mma.k), grade })
    }

    /// The generation.
    #[must_use]
    pub const fn generation(&self) -> Generation {
        self.generation
    }

    /// The way through the machine.
    #[must_use]
    pub const fn lowering(&self) -> Lowering {
        self.lowering
    }

    /// The grade of the evidence; `None` for integers, which the ISA defines.
    #[must_use]
    pub const fn grade(&self) -> Option<Grade> {
        self.grade
    }

    /// The evidence, that of the grade first.
    #[must_use]
    pub fn evidence(&self) -> Vec<&'static Evidence> {
        let list = |grade| evidence::list(&self.mma, self.generation, grade);
        self.grade.map(list).unwrap_or_default()
    }

    /// Reads a row of a with its scales.
    ///
    /// # Errors
    ///
    /// Fails if a list has a wrong length.
    pub fn row(&self, elements: &[u64], scales: &[u64]) -> Result<Vector, Refusal> {
        self.vector(["elements of a", "scales of a"], self.mma.a, elements, scales)
    }

    /// Reads a column of b with its scales.
    ///
    /// # Errors
    ///
    /// Fails if a list has a wrong length.
    pub fn column(&self, elements: &[u64], scales: &[u64]) -> Result<Vector, Refusal> {
        self.vector(["elements of b", "scales of b"], self.mma.b, elements, scales)
    }

    fn vector(
        &self,
        [list, list_of_scales]: [&'static str; 2],
        format: Format,
        elements: &[u64],
        scales: &[u64],
    ) -> Result<Vector, Refusal> {
        let counts = [(list, elements, self.mma.k), (list_of_scales, scales, self.mma.n_scales())];
        for (list, given, expected) in counts {
            if given.len() != expected {
                return Err(Refusal::Count { list, expected, given: given.len() });
            }
        }
        let converts = self.lowering.converts();
        let read = |format: &'static FloatFormat, bits: &u64| {
            if converts {
                Decoded::of(&F16, as_f16(format, *bits))
            } else {
                Decoded::of(format, *bits)
            }
        };
        let numbers = match (self.lowering, format) {
            (Lowering::Chain(_) | Lowering::Software | Lowering::Integer, _)
            | (_, Format::Fixed(_)) => Vec::new(),
            (_, Format::Float(format)) => elements.iter().map(|bits| read(format, bits)).collect(),
        };
        let scale = |bits: &u64| self.mma.scale.map(|scale| Decoded::of(scale.format, *bits));
        Ok(Vector::new(elements.to_vec(), numbers, scales.iter().filter_map(scale).collect()))
    }

    /// Returns the element of d for a row, a column and an element of c.
    ///
    /// # Errors
    ///
    /// Fails if nobody knows it.
    pub fn element(
        &self,
        row: &Vector,
        column: &Vector,
        c: u64,
        room: &mut Room,
    ) -> Result<u64, Open> {
        self.run(Parts { row, column, c }, room, &mut ())
    }

    /// Returns the element of d.
    ///
    /// # Errors
    ///
    /// Fails if nobody knows it, or if a list has a wrong length.
    pub fn evaluate(&self, operands: &Operands<'_>) -> Result<u64, Refusal> {
        let row = self.row(operands.a, operands.scales_a)?;
        let column = self.column(operands.b, operands.scales_b)?;
        Ok(self.element(&row, &column, operands.c, &mut Room::default())?)
    }

    /// Returns the element of d with the steps that lead to it.
    ///
    /// # Errors
    ///
    /// Fails like [`Self::evaluate`].
    pub fn trace(&self, operands: &Operands<'_>) -> Result<Trace, Refusal> {
        let row = self.row(operands.a, operands.scales_a)?;
        let column = self.column(operands.b, operands.scales_b)?;
        let mut steps = Vec::new();
        let parts = Parts { row: &row, column: &column, c: operands.c };
        let bits = self.run(parts, &mut Room::default(), &mut steps)?;
        Ok(Trace { steps, bits })
    }
}
