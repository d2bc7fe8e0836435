//! Links: whatever is read, its canonical link says the same.

use ptxfp::eval::Prepared;
use ptxfp::internals::export::{Kind, export};
use ptxfp::link::{
    Linked, MAX_LENGTH, Packed, Parsed, Problem, State, Verdict, packed, parse, parse_sequence,
    parse_tensor,
};
use ptxfp::tensor::Tensor;

use crate::input::{Input, assert_inside, assert_plain};
use crate::statement::assert_evaluated;

/// A link, or a text that looks like one.
pub fn link(data: &[u8]) {
    let text = &*Input::new(data).text();
    let Parsed { linked, problems, reasons } = parse(text);
    assert_problems(text, &problems);
    let canonical = linked.to_fragment();
    assert_canonical(&canonical, &linked);
    // The ways in which links are written elsewhere.
    let digit = |digit| char::from_digit(digit, 16).unwrap_or('0');
    let encoded: String = canonical
        .bytes()
        .flat_map(|byte| ['%', digit((byte >> 4).into()), digit((byte & 15).into())])
        .collect();
    for other in [
        format!("https://example.org/ptxfp/index.html#{canonical}"),
        format!("<#{canonical}>."),
        format!("{canonical}:~:text=any"),
        canonical.replace('&', "&amp;"),
        encoded,
    ] {
        assert_canonical(&other, &linked);
    }
    match linked {
        Linked::Legal(state) => assert_legal(&state, &problems),
        Linked::Rejected(rejected) => {
            assert!(!reasons.is_empty(), "a rejected statement has a reason");
            for reason in &reasons {
                assert_inside(text, &reason.span);
                assert_plain(&reason.message);
            }
            if let Some(state) = rejected.elsewhere() {
                assert_ne!(state.context, rejected.context);
                assert_legal(&state, &problems);
            }
        }
    }
    if let Some(sequence) = parse_sequence(text) {
        assert_problems(text, &sequence.problems);
    }
    if let Some(tensor) = parse_tensor(text) {
        assert_problems(text, &tensor.problems);
        assert!(tensor.state.is_some() || !tensor.problems.is_empty());
        if let Some(state) = tensor.state {
            let again = parse_tensor(&state.to_fragment()).expect("a link");
            assert_eq!(again.problems, []);
            assert_eq!(again.state.map(|state| state.to_fragment()), Some(state.to_fragment()));
            let tensor = Tensor::new(&state.mma, &state.context);
            let _ = tensor.map(|tensor| tensor.trace(&state.operands()));
        }
    }
    assert_packed(text, data);
}

/// Claims about a state: it is evaluated, and keeps a recorded result only without problems.
fn assert_legal(state: &State, problems: &[Problem]) {
    let State { instruction, context, registers, .. } = state;
    assert_evaluated(instruction, context, registers);
    if let Some(recorded) = state.recorded {
        assert!(problems.is_empty(), "a recorded result is kept beside problems");
        let prepared = Prepared::new(instruction, context);
        let evaluation = prepared.evaluate(registers);
        let is_it = evaluation.destination == recorded;
        assert_eq!(
            Verdict::of(recorded, &prepared, registers, &evaluation) == Verdict::Reproduced,
            is_it
        );
    }
    let again = parse(&export(Kind::Link, state, ""));
    assert_eq!(again.problems, []);
}

/// Claims about compressed links: bytes are read as they were written, and whatever they come to is a
/// link or a problem.
fn assert_packed(text: &str, bytes: &[u8]) {
    let link = packed("v1/sequence@sm_90?", bytes);
    if link.len() <= MAX_LENGTH {
        let read = Packed::new(&link).expect("a compressed link").expect("in its alphabet");
        assert_eq!(read.bytes(), bytes);
    }
    match Packed::new(text) {
        Some(Ok(read)) => match read.unpacked(Some(bytes)) {
            Ok(link) => assert!(link.len() <= MAX_LENGTH),
            Err(problem) => assert_problems(text, &[problem]),
        },
        Some(Err(problem)) => assert_problems(text, &[problem]),
        None => {}
    }
}

/// Claims that problems can be shown, in order.
pub(crate) fn assert_problems(text: &str, problems: &[Problem]) {
    assert!(problems.is_sorted_by_key(|problem| problem.span.start));
    for problem in problems {
        assert_inside(text, &problem.span);
        assert_plain(&problem.message);
    }
}

fn assert_canonical(text: &str, linked: &Linked) {
    let again = parse(text);
    assert_eq!(again.problems, [], "{text}");
    assert_eq!(&again.linked, linked, "{text}");
}
