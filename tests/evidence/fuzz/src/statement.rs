//! One statement: what is read, what it means, what it returns.

use ptxfp::catalog::{Context, Instruction};
use ptxfp::eval::{Prepared, explain};
use ptxfp::explore::sequence::Sequence;
use ptxfp::internals::typed::{self, Typed};
use ptxfp::syntax::ask::{self, Means, Reading, Truth};
use ptxfp::syntax::{self, Legality, Token, chips, complete, parse};

use crate::input::{Input, assert_inside, assert_plain, assert_showable, registers};

/// Version and target by a byte each, and a statement.
pub fn statement(data: &[u8]) {
    let mut input = Input::new(data);
    let context = input.context();
    let text = &*input.text();
    assert_parsed(text);
    assert_resolved(text, &context);
    assert_asked(text, &context);
    assert_typed(text, &context);
    for caret in [0, text.len() / 2, text.len()] {
        let found = complete(text, caret, &context);
        if !found.proposals.is_empty() && text.is_char_boundary(caret) {
            assert_inside(text, &found.span);
        }
    }
}

/// The parts are pieces of the text, in its order.
fn assert_parsed(text: &str) {
    let (statement, _) = parse(text);
    let mut end = 0;
    let mut follows = |token: &Token<'_>| {
        assert_eq!(text.get(token.span.clone()), Some(token.text));
        assert!(token.span.start >= end, "{token:?} begins before {end}: {text:?}");
        end = token.span.end;
    };
    statement.opcode.iter().for_each(&mut follows);
    statement.modifiers.iter().for_each(&mut follows);
    for operand in &statement.operands {
        operand.elements.iter().for_each(&mut follows);
        assert_inside(text, &operand.span);
    }
    assert_inside(text, &statement.head_span());
}

/// It is legal, or there is a reason; both can be said again.
fn assert_resolved(text: &str, context: &Context) {
    let found = syntax::check(text, context);
    assert_eq!(found.instruction.is_none(), found.legality == Legality::Rejected);
    assert_eq!(found.instruction.is_none(), !found.diagnostics.is_empty(), "{text:?}");
    assert!(found.diagnostics.is_sorted_by_key(|diagnostic| diagnostic.span.start));
    for diagnostic in &found.diagnostics {
        assert_showable(text, diagnostic);
    }
    if let Some(instruction) = found.instruction {
        assert_evaluated(&instruction, context, &registers(text));
        assert!(!chips(&instruction, context).is_empty());
    }
    for instruction in found.instruction.into_iter().chain(found.nearest) {
        let again = syntax::check(&instruction.to_string(), context);
        // Rows of one spelling differ in their operands.
        let whole = syntax::check(&instruction.statement(), context);
        assert_eq!(whole.instruction, Some(instruction), "{text:?}");
        let again = again.instruction.expect("what is printed is read");
        assert_eq!(again.to_string(), instruction.to_string());
    }
}

/// Asserts that any operands have a result that fits its register, and steps that lead to it.
pub(crate) fn assert_evaluated(instruction: &Instruction, context: &Context, registers: &[u64]) {
    let prepared = Prepared::new(instruction, context);
    let evaluation = prepared.evaluate(registers);
    let width = prepared.destination().register_width();
    assert_eq!(evaluation.destination & !ptxfp::format::mask(width.into()), 0);
    for (lane, result) in (0..).zip(evaluation.lanes()) {
        assert_eq!(prepared.destination().extract(evaluation.destination, lane), result.bits);
        let trace = prepared.trace(lane, registers);
        assert_eq!(trace.result.as_ref(), Some(result));
        let sentences = explain(instruction, &prepared, lane, &trace);
        assert!(sentences.iter().all(|each| each.plain_lines().next().is_some()));
    }
}

/// Whatever a text is, it says so consistently.
fn assert_typed(text: &str, context: &Context) {
    match typed::read(text, context) {
        None | Some(Typed::Rejected) => {}
        Some(Typed::Statement) => assert!(syntax::read(text, context).is_ok(), "{text:?}"),
        Some(Typed::Form(spelling)) => assert!(!spelling.is_empty()),
        Some(Typed::Link(link)) => assert!(text.contains(link.fragment()), "{text:?}"),
        Some(Typed::Message(said)) => assert_plain(&said.sentence),
        Some(Typed::Tensor(Ok(mma))) => assert!(text.contains(&mma.to_string()), "{text:?}"),
        Some(Typed::Tensor(Err(wrong))) => assert_plain(&wrong.to_string()),
        Some(Typed::Question(answered) | Typed::Code(answered)) => {
            assert_plain(&answered.reading.sentence());
            let is_program = matches!(answered.reading.means, Means::Program(_) | Means::Truth(_));
            assert_eq!(answered.outcome.is_some(), is_program, "{text:?}");
        }
    }
}

/// A question is answered by a legal statement, whose operands can be read, by a program without
/// errors, or by a number; each alternative that is offered is read, too.
fn assert_asked(text: &str, context: &Context) {
    let Some(reading) = ask::read(text, context) else { return };
    let Reading { means, context: place, notes, .. } = &reading;
    assert_plain(&reading.sentence());
    for instead in notes.iter().flat_map(|note| &note.instead) {
        let other = ask::read(instead, context);
        assert!(other.is_some_and(|other| !other.is_nothing()), "{text:?}: {instead:?}");
    }
    let answer = match means {
        Means::Program(program) | Means::Truth(Truth { program, .. }) => {
            let sequence = Sequence::new(program, place);
            assert!(!sequence.statements().is_empty(), "{text:?}: {program}");
            return;
        }
        Means::Value(value) => {
            let width = value.format.width();
            assert_eq!(value.bits & !ptxfp::format::mask(width.into()), 0, "{text:?}");
            return;
        }
        Means::Nothing(None) => return,
        Means::Statement(answer) | Means::Nothing(Some(answer)) => answer,
    };
    let found = syntax::check(answer, place);
    let instruction = found.instruction.unwrap_or_else(|| panic!("{text:?}: {answer}"));
    assert_evaluated(&instruction, place, &registers(text));
}
