//! Columns with the widest vectors that the processor has, where the feature `vectors` is on: AVX2
//! besides SSE2, which all processors of x86-64 have. WebAssembly has vectors of one width, with a square
//! root.

#[cfg(target_feature = "simd128")]
use core::arch::wasm32::{f64x2_extract_lane, f64x2_splat, f64x2_sqrt};

use super::single::newton_root;
use super::{Column, States};
#[cfg(wide_vectors)]
use pulp::x86::V3;

/// A way to evaluate columns.
pub trait Kernel: Copy {
    /// Evaluates columns. There is a copy of this function, and of every closure in it, for wide
    /// vectors and one without: what is called once is inlined, whatever its size.
    fn rows<const WIDE: bool>(&self, columns: &[Column; 3], bits: &mut Column, states: &mut States);

    /// Evaluates columns with the widest vectors that the processor has.
    fn run(&self, columns: &[Column; 3], bits: &mut Column, states: &mut States) {
        run(Rows { kernel: self, columns, bits, states });
    }
}

/// Something to do in either copy.
pub(super) trait Task {
    /// Does it.
    fn run<const WIDE: bool>(self);
}

/// The evaluation of columns.
struct Rows<'a, K> {
    kernel: &'a K,
    columns: &'a [Column; 3],
    bits: &'a mut Column,
    states: &'a mut States,
}

impl<K: Kernel> Task for Rows<'_, K> {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn run<const WIDE: bool>(self) {
        // A copy of its own is not written to, as the compiler must know to take several rows at a time.
        let kernel = *self.kernel;
        kernel.rows::<WIDE>(self.columns, self.bits, self.states);
    }
}

/// Does something with the widest vectors that the processor has.
pub(super) fn run(task: impl Task) {
    #[cfg(wide_vectors)]
    if let Some(vectors) = V3::try_new() {
        return vectors.vectorize(Wide(task));
    }
    task.run::<false>();
}

/// Like `run`, for functions that are the same in both copies, and short enough to be inlined in each.
pub fn widest<R>(task: impl FnOnce() -> R) -> R {
    #[cfg(wide_vectors)]
    if let Some(vectors) = V3::try_new() {
        return vectors.vectorize(task);
    }
    task()
}

/// A task for wide vectors.
#[cfg(wide_vectors)]
struct Wide<T>(T);

#[cfg(wide_vectors)]
impl<T: Task> pulp::NullaryFnOnce for Wide<T> {
    type Output = ();

    #[cfg_attr(optimized_for_speed, inline(always))]
    fn call(self) {
        self.0.run::<true>();
    }
}

/// *a*·*b* + *c*, rounded once, where an instruction computes it.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn fused<const WIDE: bool>(operands: [f64; 3]) -> Option<f64> {
    #[cfg(wide_vectors)]
    if WIDE {
        let [a, b, c] = operands;
        return Some(a.mul_add(b, c));
    }
    let _ = operands;
    None
}

/// Like [`fused`], for f32.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn short_fused<const WIDE: bool>(operands: [f32; 3]) -> Option<f32> {
    #[cfg(wide_vectors)]
    if WIDE {
        let [a, b, c] = operands;
        return Some(a.mul_add(b, c));
    }
    let _ = operands;
    None
}

/// The square root, rounded once, where an instruction computes it: in wide vectors, and in those of
/// WebAssembly.
#[cfg_attr(
    target_feature = "simd128",
    expect(clippy::unnecessary_wraps, reason = "other targets lack it")
)]
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn root<const WIDE: bool>(number: f64) -> Option<f64> {
    #[cfg(wide_vectors)]
    if WIDE {
        return Some(number.sqrt());
    }
    #[cfg(target_feature = "simd128")]
    return Some(f64x2_extract_lane::<0>(f64x2_sqrt(f64x2_splat(number))));
    #[cfg(not(target_feature = "simd128"))]
    {
        let _ = number;
        None
    }
}

/// The square root of a positive normal number, right to the last place or, in code without an instruction
/// for it, the one before.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn near_root<const WIDE: bool>(number: f64) -> f64 {
    root::<WIDE>(number).unwrap_or_else(|| newton_root(number))
}

/// Whether the widest vectors have [`root`].
pub(super) fn has_roots() -> bool {
    #[cfg(wide_vectors)]
    return V3::try_new().is_some();
    #[cfg(not(wide_vectors))]
    cfg!(target_feature = "simd128")
}
