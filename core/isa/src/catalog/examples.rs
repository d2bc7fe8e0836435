//! Examples of the ISA whose modifiers are in another order than in its syntax lines.

use alloc::vec::Vec;

use crate::source::{Source, ptx, ptx_9_4};

/// The page of the manual on `cvt`.
const CVT: Source = ptx("9.7.9.21", "data-movement-and-conversion-instructions-cvt");

/// The examples: the spelling, and the section that has it. One repeats a modifier.
const EXAMPLES: [(&str, Source); 12] = [
    ("add.rz.f32.bf16.sat", ptx("9.7.5.1", "mixed-precision-floating-point-instructions-add")),
    ("sub.rz.f32.f16.sat", ptx("9.7.5.2", "mixed-precision-floating-point-instructions-sub")),
    ("fma.rz.sat.f32.f16.sat", ptx("9.7.5.3", "mixed-precision-floating-point-instructions-fma")),
    (
        "add.rn.e5m2x4.e4m3x4.satfinite",
        ptx_9_4("9.7.6.1", "alternate-floating-point-instructions-add"),
    ),
    (
        "mul.rn.e5m2x4.e3m2x4.e2m1x4.satfinite",
        ptx_9_4("9.7.6.3", "alternate-floating-point-instructions-mul"),
    ),
    ("cvt.f64.bf16.rp", CVT),
    ("cvt.bf16.f16.rz", CVT),
    ("cvt.bf16.u64.rz", CVT),
    ("cvt.s8.bf16.rpi", CVT),
    ("cvt.bf16.bf16.rpi", CVT),
    ("cvt.rn.relu.satfinite.e5m2x2.f16x2", CVT),
    ("min.s16x2.relu", ptx("9.7.1.12", "integer-arithmetic-instructions-min")),
];

/// The spellings, each with the section that has it as an example.
pub fn examples() -> impl Iterator<Item = (&'static str, &'static Source)> {
    EXAMPLES.iter().map(|(spelling, source)| (*spelling, source))
}

/// Whether an example of a row has modifiers in the order of `words`: the ISA documents that order
/// too.
///
/// The row is given by its opcode, by the number of its slots, and by whether a slot takes a
/// modifier. An order is that of the slots, so it does not matter which direction or type the
/// example has, or whether it has an optional modifier more. Modifiers are without their dots.
pub(crate) fn is_order_of_example<'w>(
    opcode: &str,
    words: impl Iterator<Item = &'w str>,
    n_slots: usize,
    takes: impl Fn(usize, &str) -> bool,
) -> bool {
    let Some(order) = places(words, n_slots, &takes) else { return false };
    EXAMPLES.iter().any(|(example, _)| {
        let mut parts = example.split('.');
        let is_same = parts.next() == Some(opcode);
        let shown = if is_same { places(parts, n_slots, &takes) } else { None };
        shown.is_some_and(|shown| is_part(&order, &shown))
    })
}

/// The slot of each modifier: the first open one that takes it, else one that it has filled already;
/// `None` if there is none.
fn places<'w>(
    words: impl Iterator<Item = &'w str>,
    n_slots: usize,
    takes: &impl Fn(usize, &str) -> bool,
) -> Option<Vec<usize>> {
    let mut found: Vec<usize> = Vec::new();
    for word in words {
        let fitting = || (0..n_slots).filter(|slot| takes(*slot, word));
        let open = fitting().find(|slot| !found.contains(slot));
        found.push(open.or_else(|| fitting().next())?);
    }
    Some(found)
}

/// Whether a sequence is another one with parts left out.
fn is_part(sequence: &[usize], whole: &[usize]) -> bool {
    let mut rest = whole.iter();
    sequence.iter().all(|each| rest.any(|other| other == each))
}
