//! A search for inputs whose result is another one.

use ptxfp::explore::products::{ProductSearch, Reference};
use ptxfp::link::TensorState;
use ptxfp::tensor::{Elements, Elsewhere, GPUS, Gpu, Tensor};

use crate::tensor::elsewhere::{gpu_name, own};

/// The number of random inputs that are tried.
const TRIES: u64 = 2000;

/// The results that others can be compared with: of the exact sum, and of GPUs that take as many
/// products at a time.
pub(super) fn references(state: &TensorState) -> Vec<(String, Reference)> {
    if state.mma.d.float().is_none() || Tensor::new(&state.mma, &state.context).is_err() {
        return Vec::new();
    }
    let on = |gpu: &Gpu| {
        let found = Elsewhere::of(&state.mma, state.mma.k, gpu)?;
        let is_other = own(gpu, state).is_none() && found.mma.k == state.mma.k;
        is_other.then(|| (gpu_name(gpu), Reference::Tensor(Box::new(found.tensor))))
    };
    let exact = (String::from("the exact sum, rounded once"), Reference::Nearest);
    [exact].into_iter().chain(GPUS.iter().filter_map(on)).collect()
}

/// Inputs whose result is not that of a reference, by its place, or a sentence that none was found.
pub(super) fn found(
    state: &TensorState,
    place: usize,
    seed: u64,
) -> Option<Result<Elements, String>> {
    let (name, reference) = references(state).into_iter().nth(place)?;
    let tensor = Tensor::new(&state.mma, &state.context).ok()?;
    let search = ProductSearch::new(state.mma.clone(), tensor, reference);
    let first = search.run(seed, TRIES).first;
    Some(first.map(|case| case.elements).ok_or_else(|| {
        let tries = TRIES.to_string();
        ["None of ", &*tries, " random inputs has another result than ", &name, "."].concat()
    }))
}
