//! How a result comes about, in one or two sentences.

use ptxfp::catalog::Context;
use ptxfp::link::TensorState;
use ptxfp::tensor::{Addend, Fused, GPUS, Last, Lowering, Order, Step, Tensor, Trace};

use crate::message;
use crate::number::with_minus;

/// The sentences.
pub(super) fn sentence(state: &TensorState, tensor: &Tensor, trace: &Trace) -> String {
    let sums: Vec<&Fused> = trace.steps.iter().filter_map(fused).collect();
    let name = gpu(&state.context);
    if let Some(special) = sums.iter().find_map(|fused| fused.special) {
        return message::sentence(special.words());
    }
    match (&*sums, &*trace.steps) {
        ([], _) => without_sums(name, state.mma.k, tensor.lowering()),
        ([only], [_]) => in_one(name, only),
        ([first, ..], _) => in_several(name, sums.len(), first, tensor.lowering()),
    }
}

const fn fused(step: &Step) -> Option<&Fused> {
    match step {
        Step::Sum { fused, .. } => Some(fused),
        Step::Add { .. } | Step::Fma { .. } | Step::Convert { .. } | Step::Integer { .. } => None,
    }
}

/// The name of the GPU of a target, or the target's own.
fn gpu(context: &Context) -> &'static str {
    let found = GPUS.iter().find(|gpu| gpu.has(context.target));
    found.map_or(context.target.name, |gpu| gpu.name)
}

/// About a result that is no sum of the unit.
fn without_sums(name: &str, k: usize, lowering: Lowering) -> String {
    match lowering {
        Lowering::Chain(_) => {
            let steps = " fused multiply-adds of f64 in ascending k, each rounded once.";
            [name, " computes ", &*k.to_string(), steps].concat()
        }
        Lowering::Software => {
            let words = " has no instruction for this shape: the assembler calls a function that computes in f32, each step rounded to nearest even.";
            [name, words].concat()
        }
        _ => String::from("Products and sum are exact: the ISA defines the result."),
    }
}

/// About one sum of all terms.
fn in_one(name: &str, sum: &Fused) -> String {
    let [largest, grid] = [sum.exponent, sum.grid()].map(power);
    let terms = [name, " lines up all ", &*sum.terms.len().to_string(), " terms"].concat();
    let cut = [" under the largest, ", &*largest, ", cuts each below ", &grid, ", "].concat();
    [&*terms, &cut, &places(sum), " further down, ", &rounded(sum.dot.last)].concat()
}

/// About several sums, of which this is the first.
fn in_several(name: &str, n_sums: usize, first: &Fused, lowering: Lowering) -> String {
    let n_sums = n_sums.to_string();
    let (before, after) = match lowering {
        Lowering::Sums { addend: Addend::After, .. } => {
            let words = " has no instruction for FP8 here: it converts to f16, and adds in ";
            (
                [name, words, &*n_sums, " steps"].concat(),
                " c is added at the end, rounded to nearest even.",
            )
        }
        Lowering::Sums { order: Order::Unknown, .. } => {
            let words = " steps, in an order that nobody measured and that does not matter here";
            ([name, " adds in ", &*n_sums, words].concat(), "")
        }
        _ => ([name, " adds in ", &*n_sums, " steps"].concat(), ""),
    };
    let terms = [". Each lines up its ", &*first.terms.len().to_string(), " terms"].concat();
    let cut = [" under the largest, cuts them ", &*places(first), " further down, "].concat();
    [&*before, &terms, &cut, &rounded(first.dot.last), after].concat()
}

/// The distance from the largest exponent to the cut.
fn places(sum: &Fused) -> String {
    [&*sum.dot.fraction.to_string(), " places"].concat()
}

/// The rounding of a sum.
fn rounded(last: Last) -> String {
    let bits = last.precision().to_string();
    let rounding = match last {
        Last::TruncateF32 => ["cuts the sum to the ", &*bits, " bits of f32"].concat(),
        Last::TruncateE8M13 => ["cuts the sum to ", &*bits, " bits, where f32 has 24"].concat(),
        Last::NearestF16 => String::from("rounds the sum to the nearest f16"),
    };
    let no_tie = if last == Last::NearestF16 { "" } else { " Nothing is rounded to nearest." };
    ["adds what is left exactly, and ", &*rounding, ".", no_tie].concat()
}

/// A power of two, to be raised.
fn power(exponent: i32) -> String {
    ["2^", &with_minus(&exponent.to_string())].concat()
}
