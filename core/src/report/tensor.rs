//! An element of a product of matrices as data: the output of `ptxfp mma --json`. Field names are
//! stable.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use crate::arith::Dyadic;
use crate::catalog::Context;
use crate::format::Format;
use crate::observed::{Evidence, Grade};
use crate::tensor::{
    Addend, Fused, Lowering, Mma, Operands, Order, Place, Special, Step, Tensor, Term, Trace,
    written_element, written_width,
};
use crate::text::hex;

/// The digits of a decimal that are shown.
const N_DIGITS: usize = 24;

/// An element of d on a target, with its steps.
#[derive(Serialize)]
pub struct Report {
    /// The name of the instruction.
    pub instruction: String,
    /// The version of the PTX ISA.
    pub isa: String,
    /// The number of products.
    pub k: usize,
    /// The types of the instruction.
    pub types: Types,
    /// The result.
    #[serde(flatten)]
    pub brief: Brief,
    /// The sum without any rounding, in decimal; `null` if an operand is not finite.
    pub exact: Option<String>,
    /// The evidence for the result, that of the grade first.
    pub evidence: Vec<&'static Evidence>,
    /// The steps that lead to the result; none if nobody knows it.
    pub steps: Vec<StepOf>,
}

/// An element of d on a target.
#[derive(Serialize)]
pub struct Brief {
    /// The target.
    pub target: &'static str,
    /// The generation of tensor cores; `null` if nothing is known of the target.
    pub generation: Option<&'static str>,
    /// The element; `null` if nobody knows it.
    pub result: Option<Element>,
    /// The reason for which nobody knows it.
    pub open: Option<String>,
    /// The name of the grade of the evidence; `null` without a result, and for integers, which the ISA
    /// defines.
    pub grade: Option<&'static str>,
    /// The way through the machine, in a sentence.
    pub way: Option<String>,
}

/// The elements of d on several targets.
#[derive(Serialize)]
pub struct Beside {
    /// The name of the instruction.
    pub instruction: String,
    /// A result for each target.
    pub targets: Vec<Brief>,
}

/// The types of an instruction.
#[derive(Serialize)]
pub struct Types {
    /// The type of d.
    pub d: &'static str,
    /// The type of a.
    pub a: &'static str,
    /// The type of b.
    pub b: &'static str,
    /// The type of c.
    pub c: &'static str,
    /// The type of the scales, where there are some.
    pub scale: Option<&'static str>,
}

/// A datum.
#[derive(Serialize)]
pub struct Element {
    /// Its bits, in hexadecimal with `0x`.
    pub bits: String,
    /// Its value, in decimal.
    pub value: String,
}

impl Element {
    fn of(bits: u64, format: Format) -> Self {
        Self { bits: hex(bits, written_width(format).into()), value: written_element(bits, format) }
    }
}

/// A step.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StepOf {
    /// A sum of the unit.
    Sum {
        /// The accumulator.
        addend: Element,
        /// The largest exponent.
        exponent: i32,
        /// The exponent of the lowest bit that is kept.
        grid: i32,
        /// The terms that are not zero.
        terms: Vec<TermOf>,
        /// The number of zero terms.
        zeros: usize,
        /// The exponent that they count with.
        zero_exponent: i32,
        /// The sum of what is kept, in units of 2^`grid`.
        sum: i64,
        /// That sum in decimal.
        kept: Option<String>,
        /// The sum of the terms without loss, in decimal.
        exact: Option<String>,
        /// The reason, if the result is decided before the sum.
        special: Option<&'static str>,
        /// The rounding.
        rounding: &'static str,
        /// The result, which is the accumulator of the next step.
        result: Element,
    },
    /// An addition that is rounded to the nearest.
    Add {
        /// The numbers that are added.
        addends: [Element; 2],
        /// The result.
        result: Element,
    },
    /// A fused multiply-add.
    Fma {
        /// The index of the product.
        k: usize,
        /// The factors and the addend.
        numbers: [Element; 3],
        /// The result.
        result: Element,
    },
    /// A conversion to the type of d that is rounded to the nearest.
    Convert {
        /// The number.
        number: Element,
        /// The result.
        result: Element,
    },
    /// An exact sum.
    Integer {
        /// The sum.
        sum: i64,
        /// The result, wrapped or clamped.
        result: Element,
    },
}

/// A term that is not zero.
#[derive(Serialize)]
pub struct TermOf {
    /// Its name, such as `a[3]*b[3]`.
    pub term: String,
    /// The exact value in decimal.
    pub value: String,
    /// The exponent that is compared.
    pub exponent: i32,
    /// The kept bits, as an integer in units of 2^`grid`.
    pub kept: i64,
    /// The number of bits that are cut off.
    pub n_cut: u32,
    /// These bits, as an integer in units of the last one of them.
    pub cut: u64,
}

impl Beside {
    /// Evaluates an instruction in several contexts.
    #[must_use]
    pub fn of(mma: &Mma, contexts: &[Context], operands: &Operands<'_>) -> Self {
        let targets = contexts.iter().map(|context| Brief::of(mma, context, operands)).collect();
        Self { instruction: mma.to_string(), targets }
    }
}

impl Brief {
    /// Evaluates an instruction in a context.
    #[must_use]
    pub fn of(mma: &Mma, context: &Context, operands: &Operands<'_>) -> Self {
        evaluate(mma, context, operands).0
    }
}

/// The result in a context; with its evidence and its steps, if it is known.
fn evaluate(
    mma: &Mma,
    context: &Context,
    operands: &Operands<'_>,
) -> (Brief, Option<(Vec<&'static Evidence>, Trace)>) {
    let mut brief = Brief {
        target: context.target.name,
        generation: None,
        result: None,
        open: None,
        grade: None,
        way: None,
    };
    let tensor = match Tensor::new(mma, context) {
        Ok(tensor) => tensor,
        Err(open) => {
            brief.open = Some(open.to_string());
            return (brief, None);
        }
    };
    brief.generation = Some(tensor.generation().name());
    brief.way = Some(way(&tensor.lowering(), mma));
    match tensor.trace(operands) {
        Ok(trace) => {
            brief.result = Some(Element::of(trace.bits, mma.d));
            brief.grade = tensor.grade().map(Grade::name);
            (brief, Some((tensor.evidence(), trace)))
        }
        Err(refusal) => {
            brief.open = Some(refusal.to_string());
            (brief, None)
        }
    }
}

impl Report {
    /// Evaluates an instruction in a context.
    #[must_use]
    pub fn of(mma: &Mma, context: &Context, operands: &Operands<'_>) -> Self {
        let (brief, known) = evaluate(mma, context, operands);
        let (evidence, steps) = known.map_or_else(Default::default, |(evidence, trace)| {
            (evidence, trace.steps.iter().map(|step| StepOf::of(step, mma)).collect())
        });
        Self {
            instruction: mma.to_string(),
            isa: context.isa.to_string(),
            k: mma.k,
            types: Types {
                d: mma.d.name(),
                a: mma.a.name(),
                b: mma.b.name(),
                c: mma.c.name(),
                scale: mma.scale.map(|scale| scale.format.name),
            },
            brief,
            exact: mma.exact(operands).as_ref().map(decimal),
            evidence,
            steps,
        }
    }
}

impl StepOf {
    fn of(step: &Step, mma: &Mma) -> Self {
        let of = |bits: u64| Element::of(bits, mma.d);
        match step {
            Step::Sum { fused, addend } => Self::sum(fused, *addend, mma),
            Step::Add { format, numbers, bits } => {
                let of = |bits| Element::of(bits, *format);
                Self::Add { addends: numbers.map(of), result: of(*bits) }
            }
            Step::Fma { format, index, numbers, bits, .. } => {
                let of = |bits| Element::of(bits, *format);
                Self::Fma { k: *index, numbers: numbers.map(of), result: of(*bits) }
            }
            Step::Convert { format, number, bits } => {
                Self::Convert { number: Element::of(*number, *format), result: of(*bits) }
            }
            Step::Integer { sum, bits } => Self::Integer { sum: *sum, result: of(*bits) },
        }
    }

    fn sum(fused: &Fused, addend: u64, mma: &Mma) -> Self {
        let grid = fused.grid();
        let terms: Vec<_> = fused.terms.iter().filter_map(TermOf::of).collect();
        let is_decided = fused.special.is_some();
        Self::Sum {
            addend: Element::of(addend, mma.d),
            exponent: fused.exponent,
            grid,
            zeros: if is_decided { 0 } else { fused.terms.len() - terms.len() },
            zero_exponent: fused.dot.floor,
            terms: if is_decided { Vec::new() } else { terms },
            sum: fused.sum,
            kept: fused.kept().as_ref().map(decimal),
            exact: fused.exact().as_ref().map(decimal),
            special: fused.special.map(Special::words),
            rounding: match fused.dot.last.precision() {
                11 => "to nearest even, f16",
                14 => "toward zero, 14 bits of f32",
                _ => "toward zero, f32",
            },
            result: Element::of(fused.bits, mma.d),
        }
    }
}

impl TermOf {
    fn of(term: &Term) -> Option<Self> {
        let number = term.number?;
        Some(Self {
            term: match term.place {
                Place::Product(index) => format!("a[{index}]*b[{index}]"),
                Place::Group(index) => {
                    let first = 16 * index;
                    format!("group {first}..{}", first + 15)
                }
                Place::Addend => String::from("accumulator"),
            },
            value: decimal(&number.value()),
            exponent: term.exponent,
            kept: term.kept,
            n_cut: term.n_cut,
            cut: term.cut(),
        })
    }
}

/// The way through the machine, in a sentence without a full stop.
fn way(lowering: &Lowering, mma: &Mma) -> String {
    let steps = lowering.steps(mma.k).len();
    match *lowering {
        Lowering::Sums { length, order, addend, dot, .. } => {
            let sums = match steps {
                1 => format!("one sum of {length} products and c"),
                _ if addend == Addend::After => {
                    format!("{steps} sums of {length} products as f16, and an addition of c")
                }
                _ => format!("{steps} sums of {length} products, one after the other"),
            };
            let order =
                if order == Order::Unknown { " in an order that nobody measured" } else { "" };
            format!("{sums}{order}, with {} bits below the largest exponent", dot.fraction)
        }
        Lowering::ScaledProducts(dot) => format!(
            "one sum of {} scaled products and c, with {} bits below the largest exponent",
            mma.k, dot.fraction
        ),
        Lowering::ScaledGroups(dot) => format!(
            "one sum of {} scaled groups of 16 products, each exact, and c, with {} bits below the largest exponent",
            mma.k / 16,
            dot.fraction
        ),
        Lowering::Chain(_) => format!("{steps} fused multiply-adds, one after the other"),
        Lowering::Software => {
            String::from("a function of additions and fused multiply-adds of f32, not tensor cores")
        }
        Lowering::Integer => String::from("one exact sum"),
    }
}

/// A value in decimal, shortened.
#[must_use]
pub fn decimal(value: &Dyadic) -> String {
    value.to_decimal_shortened(N_DIGITS)
}
