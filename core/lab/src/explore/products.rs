//! Elements of products of matrices that differ: between two GPUs, between two instructions, or from the
//! exact value.
//!
//! Rows are random, biased towards those where a sum loses bits, and follow from a seed.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::random::Random;
use crate::arith::Dyadic;
use crate::format::Format;
use crate::tensor::{Elements, Mma, Tensor, unwritten, written};
use crate::text::{RelativeError, relative};

/// The other side of a comparison.
#[derive(Clone, Debug)]
pub enum Reference {
    /// An instruction on a target; it takes as many products, of the same types.
    Tensor(Box<Tensor>),
    /// The exact sum, rounded once to the nearest.
    Nearest,
}

/// A search for elements that differ.
#[derive(Clone, Debug)]
pub struct ProductSearch {
    mma: Mma,
    tensor: Tensor,
    reference: Reference,
}

/// An element, and its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The operands.
    pub elements: Elements,
    /// The result, and that of the reference.
    pub results: [u64; 2],
    /// The sum without rounding.
    pub exact: Dyadic,
}

/// The outcome of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// The number of elements that were tried.
    pub tried: u64,
    /// The number of those that differ.
    pub different: u64,
    /// The number of those of which somebody does not know the result.
    pub unknown: u64,
    /// The first that differs, without the products that do not matter.
    pub first: Option<Case>,
    /// The one that differs most in relation to the exact sum.
    pub worst: Option<Case>,
}

impl Case {
    /// The distance of the results, and the exact sum that it is related to.
    fn distance(&self, format: Format) -> Option<(Dyadic, Dyadic)> {
        let [one, other] = self.results.map(|bits| Dyadic::from_datum(&format.decode(bits)));
        Some((one?.add(&other?.neg()), self.exact.clone()))
    }

    /// The difference in relation to the exact sum; `None` if that is 0, or a result is not finite.
    #[must_use]
    pub fn relative(&self, format: Format) -> Option<RelativeError> {
        let (distance, exact) = self.distance(format)?;
        relative(&distance, &exact)
    }

    /// Whether it differs more than another one; zero as the exact sum is the most.
    fn is_worse(&self, other: &Self, format: Format) -> bool {
        match (self.distance(format), other.distance(format)) {
            (Some((own, own_exact)), Some((other, other_exact))) => {
                let (own, other) = (own.mul(&other_exact), other.mul(&own_exact));
                let magnitude = |it: &Dyadic| if it.is_negative() { it.neg() } else { it.clone() };
                magnitude(&own) > magnitude(&other)
            }
            (Some(_), None) => true,
            (None, _) => false,
        }
    }
}

impl ProductSearch {
    /// Prepares a search.
    #[must_use]
    pub const fn new(mma: Mma, tensor: Tensor, reference: Reference) -> Self {
        Self { mma, tensor, reference }
    }

    /// Tries a number of elements that follow from a seed.
    #[must_use]
    pub fn run(&self, seed: u64, tries: u64) -> Differences {
        let mut random = Random::new(seed);
        let mut found = Differences::default();
        for _ in 0..tries {
            let elements = self.elements(&mut random);
            found.tried += 1;
            let Some(case) = self.case(elements) else {
                found.unknown += 1;
                continue;
            };
            if case.results[0] == case.results[1] {
                continue;
            }
            found.different += 1;
            if found.first.is_none() {
                found.first = Some(self.reduced(case.clone()));
            }
            let is_worst =
                found.worst.as_ref().is_none_or(|worst| case.is_worse(worst, self.mma.d));
            if is_worst {
                found.worst = Some(case);
            }
        }
        found
    }

    /// Evaluates an element; `None` if somebody does not know its result.
    fn case(&self, elements: Elements) -> Option<Case> {
        let operands = elements.operands();
        let own = self.tensor.evaluate(&operands).ok()?;
        let other = match &self.reference {
            Reference::Tensor(tensor) => tensor.evaluate(&operands).ok()?,
            Reference::Nearest => self.mma.nearest(&operands)?,
        };
        let exact = self.mma.exact(&operands)?;
        Some(Case { results: [own, other], exact, elements })
    }

    /// Leaves out products that do not matter, and c, as long as the results differ.
    fn reduced(&self, mut case: Case) -> Case {
        for place in 0..=self.mma.k {
            let mut elements = case.elements.clone();
            if place == self.mma.k {
                elements.c = 0;
            } else {
                for list in elements.lists.iter_mut().take(2) {
                    if let Some(element) = list.get_mut(place) {
                        *element = 0;
                    }
                }
            }
            if let Some(less) = self.case(elements)
                && less.results[0] != less.results[1]
            {
                case = less;
            }
        }
        case
    }

    /// Random operands, all of them finite.
    fn elements(&self, random: &mut Random) -> Elements {
        let Mma { k, a, b, c, .. } = self.mma;
        let mut lists = [Vec::with_capacity(k), Vec::with_capacity(k)];
        let is_sparse = random.below(4) == 0;
        let mut near = [0; 2];
        for _ in 0..k {
            let is_left_out = is_sparse && random.below(4) > 0;
            for ((list, format), near) in lists.iter_mut().zip([a, b]).zip(&mut near) {
                *near = finite(random, format, *near);
                list.push(if is_left_out { 0 } else { written(*near, format) });
            }
        }
        if random.below(3) == 0 {
            cancel(random, &mut lists, b);
        }
        let [.., of_scales, _] = self.mma.lists();
        let mut scales = || {
            let (format, length) = of_scales;
            (0..length).map(|_| finite(random, format, near[0])).collect::<Vec<_>>()
        };
        let (scales_a, scales_b) = (scales(), scales());
        let [a, b] = lists;
        let mut elements = Elements { lists: [a, b, scales_a, scales_b], c: 0 };
        elements.c = match random.below(4) {
            0 => 0,
            // The sum is small beside its terms.
            1 => {
                let nearest = self.mma.nearest(&elements.operands());
                let negated = nearest.filter(|bits| is_finite(*bits, c)).map(|bits| c.negate(bits));
                negated.flatten().unwrap_or(0)
            }
            _ => finite(random, c, near[0]),
        };
        elements
    }
}

/// Makes a product cancel another one.
fn cancel(random: &mut Random, lists: &mut [Vec<u64>; 2], format: Format) {
    let k = lists[0].len() as u64;
    let mut place = || usize::try_from(random.below(k)).unwrap_or(0);
    let (from, to) = (place(), place());
    if from == to {
        return;
    }
    for (list, is_negated) in lists.iter_mut().zip([false, true]) {
        let element = list.get(from).copied().unwrap_or(0);
        let negated = || {
            let datum = format.negate(unwritten(element, format));
            datum.map_or(element, |datum| written(datum, format))
        };
        if let Some(place) = list.get_mut(to) {
            *place = if is_negated { negated() } else { element };
        }
    }
}

fn is_finite(bits: u64, format: Format) -> bool {
    Dyadic::from_datum(&format.decode(bits)).is_some()
}

/// A random datum that is finite.
fn finite(random: &mut Random, format: Format, near: u64) -> u64 {
    let bits = random.datum(format, near);
    if is_finite(bits, format) { bits } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{Context, LATEST_ISA};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn search(text: &str, targets: [&str; 2]) -> ProductSearch {
        let mma = Mma::parse(text).unwrap();
        let on = |target: &str| {
            let context = Context { isa: LATEST_ISA, target: target.parse().unwrap() };
            Tensor::new(&mma, &context).unwrap()
        };
        let reference = match targets[1] {
            "exact" => Reference::Nearest,
            target => Reference::Tensor(Box::new(on(target))),
        };
        ProductSearch::new(mma.clone(), on(targets[0]), reference)
    }

    const HALF: &str = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";

    #[test]
    fn generations_differ_and_each_is_equal_to_itself() {
        let found = search(HALF, ["sm_80", "sm_90"]).run(1, 2000);
        assert_eq!((found.tried, found.unknown), (2000, 0));
        assert!(found.different > 100, "{}", found.different);
        let same = search(HALF, ["sm_90", "sm_90a"]).run(1, 2000);
        assert_eq!((same.different, same.first), (0, None));
    }

    #[test]
    fn the_first_case_has_only_what_matters_and_the_worst_is_the_worst() {
        let search = search(HALF, ["sm_90", "exact"]);
        let found = search.run(2, 2000);
        let first = found.first.unwrap();
        assert_ne!(first.results[0], first.results[1]);
        let operands = first.elements.operands();
        assert_eq!(search.tensor.evaluate(&operands), Ok(first.results[0]));
        assert_eq!(search.mma.nearest(&operands), Some(first.results[1]));
        let [a, b, ..] = &first.elements.lists;
        let products = a.iter().zip(b);
        let count = products.filter(|(a, b)| **a != 0 || **b != 0).count();
        assert!(count <= 3, "{count}");
        let worst = found.worst.unwrap();
        assert!(!first.is_worse(&worst, search.mma.d));
        assert_eq!(search.run(2, 2000).different, found.different);
    }

    #[test]
    fn every_kind_has_elements_that_are_tried() {
        for (text, target) in [
            ("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", "sm_80"),
            ("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32", "sm_90"),
            ("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64", "sm_90"),
            (
                "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3",
                "sm_120a",
            ),
        ] {
            let found = search(text, [target, "exact"]).run(3, 500);
            assert!(found.different > 0, "{text}: {found:?}");
            assert!(found.unknown < 250, "{text}: {}", found.unknown);
        }
    }
}
