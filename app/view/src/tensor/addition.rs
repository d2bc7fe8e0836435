//! The long addition: the terms of each sum under their weights, and what becomes of them.

use ptxfp::format::Format;
use ptxfp::internals::arith::Dyadic;
use ptxfp::link::TensorState;
use ptxfp::tensor::{Fused, Last, Place, Step, Tensor, Term, written_element};

use crate::message::sentence;
use crate::number::with_minus;
use crate::tensor::strip::{Columns, ScaleView, StripView};
use crate::tensor::words;

/// A step on the way to the result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepView {
    /// A sum of the unit.
    Sum(Box<SumView>),
    /// A sentence about a step that has no terms to be shown.
    Words(String),
}

/// A sum of the unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SumView {
    /// Which one of several it is; empty if it is the only one.
    pub title: String,
    /// The largest exponent, in words.
    pub largest: String,
    /// The heads of the columns.
    pub scale: ScaleView,
    /// The terms that are not zero.
    pub terms: Vec<TermView>,
    /// The terms that are zero.
    pub zeros: Option<ZerosView>,
    /// The sums below the rule.
    pub totals: Vec<TotalView>,
}

/// A term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TermView {
    /// Its index, or `c`.
    pub name: String,
    /// The factors, where it has some.
    pub factors: Option<[String; 2]>,
    /// The value.
    pub value: String,
    /// The exponent that is compared.
    pub exponent: i32,
    /// Whether it is the largest one.
    pub is_largest: bool,
    /// The bits.
    pub strip: Option<StripView>,
    /// The value that is kept.
    pub kept: String,
    /// Whether that is less than the value.
    pub is_cut: bool,
}

/// Terms that are zero, which share a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZerosView {
    /// The exponent that they count with.
    pub exponent: i32,
    /// Their number and their places, in words.
    pub words: String,
}

/// A sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TotalView {
    /// Its name.
    pub name: &'static str,
    /// A remark.
    pub note: String,
    /// The bits.
    pub strip: Option<StripView>,
    /// The value.
    pub value: String,
}

/// The digits of a decimal that are shown.
const N_DIGITS: usize = 17;

/// A value in decimal, shortened.
pub(super) fn decimal(value: &Dyadic) -> String {
    with_minus(&value.to_decimal_shortened(N_DIGITS))
}

/// The steps to an element, and its value; nothing where it is open.
pub fn of(state: &TensorState) -> Option<(Vec<StepView>, String)> {
    let tensor = Tensor::new(&state.mma, &state.context).ok()?;
    let operands = state.operands();
    let trace = tensor.trace(&operands).ok()?;
    let bits = tensor.evaluate(&operands).ok()?;
    Some((steps(state, &trace.steps), with_minus(&written_element(bits, state.mma.d))))
}

/// The steps of a result.
pub(super) fn steps(state: &TensorState, steps: &[Step]) -> Vec<StepView> {
    let n_sums = steps.iter().filter(|step| matches!(step, Step::Sum { .. })).count();
    let mut views = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let view = match step {
            Step::Sum { fused, .. } => match fused.special {
                Some(special) => StepView::Words(sentence(special.words())),
                None => StepView::Sum(Box::new(sum(state, fused, (index, n_sums)))),
            },
            Step::Add { format, numbers, bits } => {
                let [sum, c] = numbers.map(|bits| shown(bits, *format));
                let result = shown(*bits, *format);
                let sentence = "Then an addition, rounded to nearest even: ";
                StepView::Words([sentence, &sum, " + ", &c, " = ", &result, "."].concat())
            }
            Step::Fma { format, index, numbers, bits, .. } => {
                let [a, b, c] = numbers.map(|bits| shown(bits, *format));
                let k = index.to_string();
                let words =
                    ["k = ", &*k, ": ", &a, " × ", &b, " + ", &c, " = ", &shown(*bits, *format)];
                StepView::Words(words.concat())
            }
            Step::Convert { format, number, bits } => {
                let [number, result] = [shown(*number, *format), shown(*bits, state.mma.d)];
                let sentence = ["Converted to ", state.mma.d.name(), ", rounded to nearest even: "];
                StepView::Words([&*sentence.concat(), &number, " → ", &result, "."].concat())
            }
            Step::Integer { sum, bits } => {
                let result = shown(*bits, state.mma.d);
                let limited = if state.mma.is_clamped { "clamped" } else { "wrapped" };
                let sum = with_minus(&sum.to_string());
                let words = if sum == result {
                    ["The sum is ", &*sum, ", exactly."].concat()
                } else {
                    ["The sum is ", &*sum, ", ", limited, " to 32 bits: ", &result, "."].concat()
                };
                StepView::Words(words)
            }
        };
        views.push(view);
    }
    views
}

/// A number, with a typographic minus.
fn shown(bits: u64, format: Format) -> String {
    with_minus(&written_element(bits, format))
}

/// A sum with its terms; `place` is its index among the steps, and the number of sums.
fn sum(state: &TensorState, fused: &Fused, place: (usize, usize)) -> SumView {
    let grid = fused.grid();
    let values = fused.terms.iter().filter_map(|term| Some((term, term.number?.value())));
    let values: Vec<(&Term, Dyadic)> = values.collect();
    let (exact, kept) = (fused.exact(), fused.kept());
    let result = Format::Float(fused.dot.last.stored());
    let stored = Dyadic::from_datum(&result.decode(fused.bits));
    let all = values.iter().map(|(_, value)| value);
    let sums = [&exact, &kept].into_iter().flatten();
    let columns = Columns::of(all.chain(sums), grid);
    // The first one of several.
    let largest = fused.terms.iter().position(|term| term.exponent == fused.exponent);
    let view = |(term, value): &(&Term, Dyadic)| {
        let is_largest = largest
            .and_then(|index| fused.terms.get(index))
            .is_some_and(|each| each.place == term.place);
        TermView {
            name: name(term.place, place.0),
            factors: factors(state, term.place),
            value: decimal(value),
            exponent: term.exponent,
            is_largest,
            strip: columns.strip(value, lowest(term), grid),
            kept: decimal(&units(term.kept, grid)),
            is_cut: term.cut() != 0,
        }
    };
    // c is above the products, which are added to it.
    let (addends, products): (Vec<_>, Vec<_>) =
        values.iter().partition(|(term, _)| term.place == Place::Addend);
    let terms: Vec<_> = addends.into_iter().chain(products).map(view).collect();
    let totals = totals(fused, columns, [exact, kept, stored]);
    let strips =
        terms.iter().map(|term| &term.strip).chain(totals.iter().map(|total| &total.strip));
    let goes_on = strips.flatten().any(|strip| strip.goes_on);
    let mut scale = columns.scale();
    // The sign that bits follow has a column, too.
    scale.n_columns += usize::from(goes_on);
    let exponent = fused.exponent.to_string();
    SumView {
        title: title(fused, place),
        largest: ["E = ", &with_minus(&exponent), ", the largest exponent"].concat(),
        scale,
        terms,
        zeros: zeros(fused, values.len(), place.0),
        totals,
    }
}

/// The sums below the terms: without loss, of what is kept, and rounded.
fn totals(fused: &Fused, columns: Columns, sums: [Option<Dyadic>; 3]) -> Vec<TotalView> {
    let [exact, kept, stored] = sums;
    let bottom = columns.bottom;
    let mut totals = Vec::new();
    if let Some(exact) = exact {
        totals.push(TotalView {
            name: "Exact sum",
            note: String::new(),
            strip: columns.strip(&exact, i32::MAX, bottom),
            value: decimal(&exact),
        });
    }
    let Some(kept) = kept else { return totals };
    totals.push(TotalView {
        name: "Sum of what was kept",
        note: String::from("added exactly"),
        strip: columns.strip(&kept, i32::MAX, bottom),
        value: decimal(&kept),
    });
    let bits = fused.dot.last.precision();
    let format = fused.dot.last.stored().name;
    let holds = [format, " holds ", &*bits.to_string(), " bits"].concat();
    let (name, note) = match fused.dot.last {
        Last::TruncateF32 => ("Rounded toward zero", holds),
        Last::TruncateE8M13 => {
            ("Rounded toward zero", ["to ", &*bits.to_string(), " bits of f32"].concat())
        }
        Last::NearestF16 => ("Rounded to nearest even", holds),
    };
    let value = match &stored {
        Some(stored) => decimal(stored),
        None => with_minus(&written_element(fused.bits, Format::Float(fused.dot.last.stored()))),
    };
    // The bits that the rounding drops are those of the sum below the last one of the result.
    let last_kept = kept.leading_exponent().map_or(bottom, |leading| leading - i32::from(bits) + 1);
    let is_toward_zero = fused.dot.last != Last::NearestF16;
    let strip = match (&stored, is_toward_zero) {
        (Some(_), true) => columns.strip(&kept, i32::MAX, last_kept),
        (Some(stored), false) => columns.strip(stored, i32::MAX, bottom),
        (None, _) => None,
    };
    totals.push(TotalView { name, note, strip, value });
    totals
}

/// The lowest bit of a term that is drawn even if it is 0: c is drawn with all bits of its format.
fn lowest(term: &Term) -> i32 {
    let is_addend = term.place == Place::Addend;
    term.number.filter(|_| is_addend).map_or(i32::MAX, |number| number.quantum)
}

/// An integer in units of a power of two.
fn units(count: i64, exponent: i32) -> Dyadic {
    Dyadic::new(count < 0, &u128::from(count.unsigned_abs()).into(), exponent)
}

/// The name of a term in a step.
fn name(place: Place, step: usize) -> String {
    match place {
        Place::Product(index) => index.to_string(),
        Place::Group(index) => {
            let first = 16 * index;
            [&*first.to_string(), "–", &(first + 15).to_string()].concat()
        }
        Place::Addend if step == 0 => String::from("c"),
        Place::Addend => String::from("sum"),
    }
}

/// The factors of a term.
fn factors(state: &TensorState, place: Place) -> Option<[String; 2]> {
    let Place::Product(index) = place else { return None };
    let [a, b, ..] = &state.elements.lists;
    let text = |list: &[u64], format| Some(shown(list.get(index).copied()?, format));
    Some([text(a, state.mma.a)?, text(b, state.mma.b)?])
}

/// The zero terms in words; `None` without any.
fn zeros(fused: &Fused, n_others: usize, step: usize) -> Option<ZerosView> {
    let count = fused.terms.len() - n_others;
    let zeros = fused.terms.iter().filter(|term| term.number.is_none());
    let mut indices = Vec::new();
    let mut has_addend = false;
    for term in zeros {
        match term.place {
            Place::Product(index) | Place::Group(index) => indices.push(index),
            Place::Addend => has_addend = true,
        }
    }
    let is_grouped = fused.terms.iter().any(|term| matches!(term.place, Place::Group(_)));
    let mut parts = Vec::new();
    if has_addend {
        parts.push(if step == 0 { String::from("c") } else { String::from("the sum") });
    }
    if !indices.is_empty() {
        let what = if is_grouped { "group " } else { "k = " };
        parts.push([what, &words::ranges(&indices)].concat());
    }
    (count > 0).then(|| ZerosView {
        exponent: fused.dot.floor,
        words: [&*parts.join(", "), if count == 1 { ": zero" } else { ": zeros" }].concat(),
    })
}

/// The title of one of several sums.
fn title(fused: &Fused, (index, n_sums): (usize, usize)) -> String {
    if n_sums == 1 {
        return String::new();
    }
    let indices = fused.terms.iter().filter_map(|term| match term.place {
        Place::Product(index) => Some(index),
        Place::Group(_) | Place::Addend => None,
    });
    let indices: Vec<_> = indices.collect();
    let [number, count] = [index + 1, n_sums].map(|number| number.to_string());
    ["Sum ", &*number, " of ", &count, ": k = ", &words::ranges(&indices)].concat()
}
