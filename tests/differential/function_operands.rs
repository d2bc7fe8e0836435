//! Operands of functions: edges, and the ranges where a function does something.

use conformance::{Layout, Random};

/// An operand for the instruction of that name.
pub(crate) fn operand(random: &mut Random, name: &str, layout: Layout) -> u64 {
    let trailing = layout.trailing();
    let low = layout.min_normal() - 1;
    let sign = if random.coin() { layout.sign() } else { 0 };
    // The binades in which most results are neither 0 nor 1 nor infinite.
    let (least, most) = match name.split('.').next() {
        Some("sin" | "cos") => (-14, 40),
        Some("ex2") => (-26, 7),
        Some("tanh") => (-14, 4),
        Some("lg2") => (-3, 3),
        _ => (-layout.bias(), layout.bias()),
    };
    let with_exponent = |exponent: i32, significand: u64| {
        let field = u64::from((exponent + layout.bias()).max(0).unsigned_abs());
        (field << trailing) | (significand & low)
    };
    let magnitude = match random.below(8) {
        0 => random.bits() & (layout.sign() - 1),
        // Subnormals, and the first normal binades.
        1 => random.bits() & ((low << 3) | 7) >> random.below(u64::from(trailing)),
        // A power of two and its neighbors.
        2 => {
            let power = random.below(layout.top_field() + 1) << trailing;
            layout.step(power, random.between(-2, 2))
        }
        // Few bits: squares, halves, integers.
        3 => {
            let n_bits = random.below(4);
            let bits = (0..n_bits).fold(0, |sum, _| sum | 1 << random.below(trailing.into()));
            with_exponent(random.between(least, most), bits)
        }
        // Close to 1.
        4 => layout.step(layout.one(), random.between(-200, 200)),
        _ => with_exponent(random.between(least, most), random.bits()),
    };
    sign | magnitude
}
