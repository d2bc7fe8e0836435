//! Columns with the widest vectors that the processor has, where the feature `vectors` is on: AVX2
//! besides SSE2, which all processors of x86-64 have. WebAssembly has vectors of one width.

#[cfg(target_feature = "simd128")]
use core::arch::wasm32::{
    f32x4_extract_lane, f32x4_splat, f32x4_sqrt, f64x2_extract_lane, f64x2_splat, f64x2_sqrt,
};

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

/// Whether [`root`] is rounded once, by an instruction: in wide vectors, and in those of WebAssembly.
pub(super) const fn has_roots<const WIDE: bool>() -> bool {
    WIDE || cfg!(target_feature = "simd128")
}

/// The square root, right to the last place or, in code without an instruction for it, within one.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn root<const WIDE: bool>(number: f64) -> f64 {
    cfg_select! {
        wide_vectors => if WIDE { number.sqrt() } else { newton_root(number) },
        target_feature = "simd128" => f64x2_extract_lane::<0>(f64x2_sqrt(f64x2_splat(number))),
        _ => newton_root(number),
    }
}

/// The square root, rounded once. No root is as close to where rounding changes as [`root`] may be off.
#[cfg_attr(optimized_for_speed, inline(always))]
pub(super) fn short_root<const WIDE: bool>(number: f32) -> f32 {
    cfg_select! {
        wide_vectors => if WIDE { number.sqrt() } else { short_newton_root(number) },
        target_feature = "simd128" => f32x4_extract_lane::<0>(f32x4_sqrt(f32x4_splat(number))),
        _ => short_newton_root(number),
    }
}

/// Three steps of Newton's method for the reciprocal, each of which doubles the number of right bits, and one
/// for the root. It needs a normal number; operands of f64 that are subnormal are left to the stages.
#[cfg_attr(optimized_for_speed, inline(always))]
#[cfg(not(target_feature = "simd128"))]
fn newton_root(number: f64) -> f64 {
    // The method goes astray below 0, and zero and infinity are their own roots.
    let is_usual = (number > 0.0) & (number < f64::INFINITY);
    let size = if is_usual { number } else { 1.0 };
    let half = 0.5 * size;
    let mut reciprocal =
        f64::from_bits(0x5fe6_eb50_c7b5_37a9_u64.wrapping_sub(size.to_bits() >> 1));
    for _ in 0..3 {
        reciprocal *= 1.5 - half * reciprocal * reciprocal;
    }
    let near = size * reciprocal;
    let root = near + (size - near * near) * (0.5 * reciprocal);
    let other = if number < 0.0 { f64::NAN } else { number };
    if is_usual { root } else { other }
}

#[cfg_attr(optimized_for_speed, inline(always))]
#[cfg(not(target_feature = "simd128"))]
#[expect(clippy::cast_possible_truncation, reason = "it is rounded")]
fn short_newton_root(number: f32) -> f32 {
    newton_root(number.into()) as f32
}
