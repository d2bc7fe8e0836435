//! Examples of the ISA whose modifiers are in another order than in its syntax lines.

use alloc::vec::Vec;

use super::fill::Filled;
use super::slot::{Choice, Slot, Word};
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

/// Whether the modifiers of a statement, `words`, are in the order of the slots that they fill, or
/// in that of an example: the ISA documents it too.
///
/// An order is that of the slots, so it does not matter which direction or type the example has, or
/// whether it has an optional modifier more.
pub(crate) fn is_in_order<'w, W: Word>(
    opcode: &str,
    slots: &[Slot<W>],
    filled: &Filled<W>,
    words: impl Iterator<Item = &'w str> + Clone,
) -> bool {
    if filled.iter().flatten().map(|word| word.spelling()).eq(words.clone()) {
        return true;
    }
    let Some(order) = places(words, slots) else { return false };
    EXAMPLES.iter().any(|(example, _)| {
        let mut parts = example.split('.');
        let is_same = parts.next() == Some(opcode);
        let shown = if is_same { places(parts, slots) } else { None };
        shown.is_some_and(|shown| is_part(&order, &shown))
    })
}

/// The slot of each modifier, with or without its dot: the first open one that takes it, else one
/// that it has filled already; `None` if there is none.
fn places<'w, W: Word>(
    words: impl Iterator<Item = &'w str>,
    slots: &[Slot<W>],
) -> Option<Vec<usize>> {
    let bare = |word: &'w str| word.trim_start_matches('.');
    let mut found: Vec<usize> = Vec::new();
    for word in words {
        let is_it = |choice: &Choice<W>| bare(choice.modifier.spelling()) == bare(word);
        let takes = |slot: &Slot<W>| slot.choices.iter().any(is_it);
        let fitting = || (0..).zip(slots).filter(|(_, slot)| takes(slot)).map(|(place, _)| place);
        let open = fitting().find(|place| !found.contains(place));
        found.push(open.or_else(|| fitting().next())?);
    }
    Some(found)
}

/// Whether a sequence is another one with parts left out.
fn is_part(sequence: &[usize], whole: &[usize]) -> bool {
    let mut rest = whole.iter();
    sequence.iter().all(|each| rest.any(|other| other == each))
}
