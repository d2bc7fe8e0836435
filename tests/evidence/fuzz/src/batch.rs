//! Lines in, lines out, as `ptxfp eval --batch` and `ptxfp check --batch` do.

use std::io::BufReader;

use crate::eval_batch::Evaluator;
use crate::input::is_hidden;
use crate::{check, stream};

/// Lines.
pub fn batch(data: &[u8]) {
    let mut together = Evaluator::new(true);
    let mut evaluated = Vec::new();
    let lines: Vec<_> =
        data.strip_suffix(b"\n").unwrap_or(data).split(|byte| *byte == b'\n').collect();
    for line in &lines {
        let answer = answer_of(|answer| together.answer(line, answer));
        let kind = answer.get(..2);
        assert!(matches!(kind, Some("= " | "~ " | "! ")), "{answer}");
        // Earlier answers have no influence.
        assert_eq!(answer_of(|answer| Evaluator::new(true).answer(line, answer)), answer);
        assert_eq!(answer_of(|answer| together.answer(line, answer)), answer);
        let verdict = answer_of(|answer| check::answer(line, answer));
        assert!(verdict.starts_with("ok") || verdict.starts_with("error: "), "{verdict}");
        evaluated.push(answer);
    }
    if data.is_empty() {
        return;
    }
    // The sizes of the pieces in which the lines arrive have no influence.
    for capacity in [1, 7, stream::CAPACITY] {
        let mut output = Vec::new();
        let mut evaluator = Evaluator::new(true);
        let input = BufReader::with_capacity(capacity, data);
        let result =
            stream::answer(input, &mut output, |line, answer| evaluator.answer(line, answer));
        assert!(result.is_ok());
        let output = String::from_utf8(output).expect("answers are text");
        assert_eq!(output.lines().collect::<Vec<_>>(), evaluated);
    }
}

fn answer_of(write: impl FnOnce(&mut Vec<u8>) -> bool) -> String {
    let mut answer = Vec::new();
    let is_good = write(&mut answer);
    let answer = String::from_utf8(answer).expect("an answer is text");
    assert_eq!(is_good, !answer.starts_with("! ") && !answer.starts_with("error: "));
    assert!(!answer.contains(is_hidden), "{answer:?}");
    answer
}
