//! Statements one after the other: evaluated whatever they are, and the same from their link.

use ptxfp::explore::sequence::{Action, Sequence, normal};
use ptxfp::internals::companion;
use ptxfp::internals::export::cuda_test;
use ptxfp::link::{SequenceState, parse_sequence};

use crate::input::{Input, assert_inside, assert_showable, numbers};
use crate::link::assert_problems;

/// Version and target by a byte each, and statements.
pub fn sequence(data: &[u8]) {
    let mut input = Input::new(data);
    let context = input.context();
    let text = &*input.text();
    let sequence = Sequence::new(text, &context);
    let diagnostics = sequence.diagnostics();
    assert!(diagnostics.is_sorted_by_key(|diagnostic| diagnostic.span.start));
    for diagnostic in diagnostics {
        assert_showable(text, diagnostic);
    }
    for statement in sequence.statements() {
        assert_inside(text, &statement.span);
        assert_inside(text, &statement.head);
    }
    let widths = sequence.inputs().iter().map(|index| sequence.registers()[*index].width());
    let masks = widths.map(|width| ptxfp::format::mask(width.into()));
    let inputs: Vec<_> = masks.zip(numbers(text)).map(|(mask, bits)| bits & mask).collect();
    let values = sequence.evaluate(&inputs);
    for (register, value) in sequence.registers().iter().zip(&values) {
        assert_inside(text, &register.span);
        assert_eq!(value.bits & !ptxfp::format::mask(register.width().into()), 0);
    }
    for (index, statement) in sequence.statements().iter().enumerate() {
        if let Some(evaluation) = sequence.evaluation(index, &values) {
            let [destination] = statement.destinations()[..] else { panic!("one result") };
            let Action::Call(call) = &statement.action else { panic!("a call") };
            // A wider register has the result in its lowest bits.
            let width = call.prepared.destination().register_width();
            let bits = values[destination].bits & ptxfp::format::mask(width.into());
            assert_eq!(bits, evaluation.destination);
        }
    }

    let caret = text.len() / 2;
    let (span, words) = companion::complete(text, caret, &context);
    assert!(span.end == caret && words.iter().all(|word| !word.text.is_empty()));
    if let Ok(test) = cuda_test(text, context, &inputs, "") {
        assert!(test.contains("asm volatile("), "{test}");
    }

    let code = normal(text);
    assert_eq!(normal(&code), code, "{text:?}");
    let state = SequenceState::new(text, context, &inputs);
    let link = state.to_fragment();
    let Some(again) = parse_sequence(&link) else {
        assert!(link.len() > ptxfp::link::MAX_LENGTH, "{link}");
        return;
    };
    assert_problems(&link, &again.problems);
    if sequence.is_complete() {
        // Declarations are gone, and with them what they say of registers that are not used.
        assert_eq!(again.problems, [], "{link}");
        assert_eq!(again.state, state, "{link}");
        let read = again.state.sequence();
        let outputs = |sequence: &Sequence, values: &[ptxfp::explore::sequence::Value]| {
            let of = |index: &usize| (sequence.registers()[*index].name.clone(), values[*index]);
            sequence.outputs().iter().map(of).collect::<Vec<_>>()
        };
        assert_eq!(outputs(&read, &read.evaluate(&inputs)), outputs(&sequence, &values), "{link}");
    }
    let twice = again.state.to_fragment();
    assert_eq!(parse_sequence(&twice).map(|twice| twice.state.to_fragment()), Some(twice));
}
