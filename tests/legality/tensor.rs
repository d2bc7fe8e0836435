//! Instructions of tensor cores: what the core takes beside what the assembler takes.

use ptxfp::catalog::Context;
use ptxfp::tensor::Mma;

use crate::verdicts::compare;

/// An order of words that the assembler takes and the manual does not have.
const OTHER_ORDERS: [&str; 1] = ["mma.sync.aligned.row.col.m16n8k16.f32.f16.f16.f32"];

/// The instruction of a spelling; `tcgen05.mma` with some types that its kind has.
fn parsed(spelling: &str) -> Option<Mma> {
    let read = Mma::parse(spelling);
    let with_types = read.as_ref().err().and_then(|error| error.instead.as_deref());
    let typed = with_types
        .filter(|text| text.strip_prefix(spelling).is_some_and(|rest| rest.starts_with('{')));
    typed.map_or_else(|| read.clone().ok(), |text| Mma::parse(text).ok())
}

#[test]
fn tensor_instructions_are_taken_where_the_assembler_takes_them() {
    compare("vectors/ptxas-mma.txt", 40_000, |spelling| {
        let mma = parsed(spelling);
        let takes =
            move |context: &Context| mma.as_ref().is_some_and(|mma| mma.requires().is_met(context));
        (!OTHER_ORDERS.contains(&spelling)).then_some(takes)
    });
}
