//! The answer of `mma` as data. Field names are stable.

use ptxfp::format::Format;
use ptxfp::internals::arith::{Dyadic, Exact};
use ptxfp::observed::Evidence;
use ptxfp::tensor::{
    Addend, Fused, Lowering, Mma, Number, Order, Place, Special, Step, Term, written_width,
};
use ptxfp::text::{concise, hex};
use serde::Serialize;

use super::{Answer, Row};

/// The digits of a decimal that are shown.
const N_DIGITS: usize = 24;

/// An element of d on a target.
#[derive(Serialize)]
pub(crate) struct Report {
    /// The name of the instruction.
    pub(crate) instruction: String,
    pub(crate) isa: String,
    pub(crate) target: &'static str,
    /// The generation of tensor cores; `null` if nothing is known of the target.
    pub(crate) generation: Option<&'static str>,
    /// The number of products.
    pub(crate) k: usize,
    pub(crate) types: Types,
    /// The element of d; `null` if nobody knows it.
    pub(crate) result: Option<Element>,
    /// The reason for which nobody knows it.
    pub(crate) open: Option<String>,
    /// The sum without any rounding, in decimal; `null` if an operand is not finite.
    pub(crate) exact: Option<String>,
    /// The name of the grade of the evidence; `null` without a result, and for integers, which the ISA
    /// defines.
    pub(crate) grade: Option<&'static str>,
    pub(crate) evidence: Vec<&'static Evidence>,
    /// The way through the machine, in a sentence.
    pub(crate) way: Option<String>,
    pub(crate) steps: Vec<StepOf>,
}

/// The types of an instruction.
#[derive(Serialize)]
pub(crate) struct Types {
    pub(crate) d: &'static str,
    pub(crate) a: &'static str,
    pub(crate) b: &'static str,
    pub(crate) c: &'static str,
    /// That of scales, where there are some.
    pub(crate) scale: Option<&'static str>,
}

/// A datum.
#[derive(Serialize)]
pub(crate) struct Element {
    /// In hexadecimal with `0x`.
    pub(crate) bits: String,
    pub(crate) value: String,
}

impl Element {
    pub(crate) fn of(bits: u64, format: Format) -> Self {
        let low = written_width(format) - format.width();
        let value = concise(bits >> low, format);
        Self { bits: hex(bits, written_width(format).into()), value }
    }
}

/// A step.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum StepOf {
    /// A sum of the unit.
    Sum {
        /// The accumulator.
        addend: Element,
        /// The largest exponent.
        exponent: i32,
        /// The exponent of the lowest bit that is kept.
        grid: i32,
        terms: Vec<TermOf>,
        /// The number of zero terms, which count with the exponent `zero_exponent`.
        zeros: usize,
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
        result: Element,
    },
    /// An addition that is rounded to the nearest.
    Add { addends: [Element; 2], result: Element },
    /// A fused multiply-add.
    Fma { k: usize, numbers: [Element; 3], result: Element },
    /// An exact sum.
    Integer { sum: i64, result: Element },
}

/// A term that is not zero.
#[derive(Serialize)]
pub(crate) struct TermOf {
    /// Its name, such as `a[3]*b[3]`.
    pub(crate) term: String,
    /// The exact value in decimal.
    pub(crate) value: String,
    /// The exponent that is compared.
    pub(crate) exponent: i32,
    /// The kept bits, as an integer in units of 2^`grid`.
    pub(crate) kept: i64,
    /// The number of bits that are cut off.
    pub(crate) n_cut: u32,
    /// These bits, as an integer in units of the last one of them.
    pub(crate) cut: u64,
}

/// The results of several generations.
#[derive(Serialize)]
pub(crate) struct Beside {
    pub(crate) instruction: String,
    pub(crate) targets: Vec<Brief>,
}

/// A result without its steps.
#[derive(Serialize)]
pub(crate) struct Brief {
    pub(crate) target: &'static str,
    pub(crate) generation: Option<&'static str>,
    pub(crate) result: Option<Element>,
    pub(crate) open: Option<String>,
    pub(crate) grade: Option<&'static str>,
    pub(crate) way: Option<String>,
}

impl Beside {
    pub(crate) fn of(mma: &Mma, answers: &[Answer]) -> Self {
        let targets = answers.iter().map(|answer| Brief::of(mma, answer)).collect();
        Self { instruction: mma.to_string(), targets }
    }
}

impl Brief {
    pub(crate) fn of(mma: &Mma, answer: &Answer) -> Self {
        let target = answer.context.target.name;
        match &answer.known {
            Err(open) => Self {
                target,
                generation: None,
                result: None,
                open: Some(open.to_string()),
                grade: None,
                way: None,
            },
            Ok((tensor, trace)) => Self {
                target,
                generation: Some(tensor.generation().name()),
                result: trace.as_ref().ok().map(|trace| Element::of(trace.bits, mma.d)),
                open: trace.as_ref().err().map(ToString::to_string),
                grade: tensor.grade().filter(|_| trace.is_ok()).map(ptxfp::observed::Grade::name),
                way: Some(way(&tensor.lowering(), mma)),
            },
        }
    }
}

impl Report {
    pub(crate) fn of(mma: &Mma, answer: &Answer, row: &Row) -> Self {
        let Brief { target, generation, result, open, grade, way } = Brief::of(mma, answer);
        let (mut evidence, mut steps) = (Vec::new(), Vec::new());
        if let Ok((tensor, Ok(trace))) = &answer.known {
            evidence = tensor.evidence();
            steps.extend(trace.steps.iter().map(|step| StepOf::of(step, mma)));
        }
        Self {
            instruction: mma.to_string(),
            isa: answer.context.isa.to_string(),
            target,
            generation,
            k: mma.k,
            types: Types {
                d: mma.d.name(),
                a: mma.a.name(),
                b: mma.b.name(),
                c: mma.c.name(),
                scale: mma.scale.map(|scale| scale.format.name),
            },
            result,
            open,
            exact: exact(mma, row).as_ref().map(decimal),
            grade,
            evidence,
            way,
            steps,
        }
    }
}

impl StepOf {
    fn of(step: &Step, mma: &Mma) -> Self {
        let of = |bits: u64| Element::of(bits, mma.d);
        match step {
            Step::Sum { fused, addend } => Self::sum(fused, *addend, mma),
            Step::Add { numbers, bits, .. } => {
                Self::Add { addends: numbers.map(of), result: of(*bits) }
            }
            Step::Fma { index, numbers, bits, .. } => {
                Self::Fma { k: *index, numbers: numbers.map(of), result: of(*bits) }
            }
            Step::Integer { sum, bits } => Self::Integer { sum: *sum, result: of(*bits) },
        }
    }

    fn sum(fused: &Fused, addend: u64, mma: &Mma) -> Self {
        let grid = fused.grid();
        let terms: Vec<_> = fused.terms.iter().filter_map(TermOf::of).collect();
        let is_decided = fused.special.is_some();
        let number = Number {
            negative: fused.sum < 0,
            significand: fused.sum.unsigned_abs(),
            quantum: grid,
            exponent: grid,
        };
        Self::Sum {
            addend: Element::of(addend, mma.d),
            exponent: fused.exponent,
            grid,
            zeros: if is_decided { 0 } else { fused.terms.len() - terms.len() },
            zero_exponent: fused.dot.floor,
            terms: if is_decided { Vec::new() } else { terms },
            sum: fused.sum,
            kept: (!is_decided).then(|| number_text(number)),
            exact: fused.exact().as_ref().map(decimal),
            special: fused.special.map(special),
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
            value: number_text(number),
            exponent: term.exponent,
            kept: term.kept,
            n_cut: term.n_cut,
            cut: term.cut(),
        })
    }
}

/// The reason for a result that is decided before the sum.
fn special(special: Special) -> &'static str {
    use ptxfp::tensor::Cause;
    match special {
        Special::Nan(Cause::Operand) => "an operand is a NaN",
        Special::Nan(Cause::InfinityTimesZero) => "an infinity times zero is a NaN",
        Special::Nan(Cause::OppositeProducts) => "infinite products of both signs give a NaN",
        Special::Nan(Cause::OppositeAddend) => {
            "an infinite product and an infinite accumulator of the other sign give a NaN"
        }
        Special::Infinite { .. } => "an infinity stays one",
    }
}

/// The way through the machine, in a sentence without a full stop.
pub(crate) fn way(lowering: &Lowering, mma: &Mma) -> String {
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
        Lowering::Integer => String::from("one exact sum"),
    }
}

/// The value of a number in decimal.
fn number_text(number: Number) -> String {
    exact_of(number).as_ref().map_or_else(|| String::from("0"), decimal)
}

fn exact_of(number: Number) -> Option<Dyadic> {
    let Number { negative, significand, quantum: exponent, .. } = number;
    if significand == 0 {
        return None;
    }
    let significand = significand.into();
    Dyadic::from_exact(&Exact { negative, significand, exponent, sticky: false })
}

/// A value in decimal, shortened.
pub(crate) fn decimal(value: &Dyadic) -> String {
    value.to_decimal_shortened(N_DIGITS)
}

/// The sum of all products and c without any rounding; `None` if an operand is not finite.
pub(crate) fn exact(mma: &Mma, row: &Row) -> Option<Dyadic> {
    let value = |bits: u64, format: Format| {
        let low = written_width(format) - format.width();
        Dyadic::from_datum(&format.decode(bits >> low))
    };
    let mut sum = value(row.c, mma.c)?;
    for (index, (a, b)) in row.a.iter().zip(&row.b).enumerate() {
        let mut product = value(*a, mma.a)?.mul(&value(*b, mma.b)?);
        if let Some(scale) = mma.scale {
            for list in &row.scales {
                let bits = list.get(index / scale.block.max(1)).copied()?;
                product = product.mul(&value(bits, Format::Float(scale.format))?);
            }
        }
        sum = sum.add(&product);
    }
    Some(sum)
}
