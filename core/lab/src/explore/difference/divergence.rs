//! The statement at which two sequences diverge on some operands.

use crate::explore::sequence::{Action, Sequence, Value};

/// Returns the results of a sequence: for each instruction its statement, and the width and the
/// bits of the register that it wrote.
fn computed(sequence: &Sequence, values: &[Value]) -> impl Iterator<Item = (usize, (u8, u64))> {
    sequence.statements().iter().enumerate().filter_map(move |(index, statement)| {
        let Action::Call(call) = &statement.action else { return None };
        let width = sequence.register(call.destination)?.width();
        Some((index, (width, values.get(call.destination)?.bits)))
    })
}

/// The first instruction of each of two sequences whose result no instruction of the other one has,
/// by the index of its statement.
#[must_use]
pub fn parting([a, b]: [&Sequence; 2], values: [&[Value]; 2]) -> [Option<usize>; 2] {
    let [a, b] = [(a, values[0]), (b, values[1])];
    [(a, b), (b, a)].map(|((own, values), (other, others))| {
        let is_new = |result| computed(other, others).all(|(_, each)| each != result);
        computed(own, values).find(|(_, result)| is_new(*result)).map(|(index, _)| index)
    })
}

#[cfg(test)]
mod tests {
    use super::parting;
    use crate::catalog::{Context, LATEST_ISA, Target};
    use crate::explore::sequence::Sequence;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn parts(a: &str, b: &str, inputs: &[u64]) -> [Option<usize>; 2] {
        let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
        let [a, b] = [a, b].map(|text| Sequence::new(text, &context));
        let values = [a.evaluate(inputs), b.evaluate(inputs)];
        parting([&a, &b], [&values[0], &values[1]])
    }

    #[test]
    fn the_first_results_that_the_other_lacks_are_found() {
        let (one, tiny) = (0x3f80_0000, 0x3380_0001);
        let rounded = "add.rz.f32 t, a, b; mul.f32 d, t, t";
        let other = "mov.b32 x, a; add.rn.f32 t, x, b; mul.f32 d, t, t";
        assert_eq!(parts(rounded, other, &[one, tiny]), [Some(0), Some(1)]);
        assert_eq!(parts(rounded, other, &[one, one]), [None, None]);
        let split = "mul.rn.f32 t, a, b; add.rn.f32 d, t, c";
        assert_eq!(parts("fma.rn.f32 d, a, b, c", split, &[one, one, one]), [None, Some(0)]);
        // Equal bits in registers of different widths are different results.
        let half = "mov.b16 z, 0; add.f16 d, z, z";
        assert_eq!(parts(half, "add.f32 d, 0.0, 0.0", &[]), [Some(1), Some(0)]);
        assert_eq!(parts("", "abs.f32 d, a", &[one]), [None, Some(0)]);
    }
}
