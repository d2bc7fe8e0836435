//! Answers messages about jobs. They are, as text:
//!
//! - `job`, a number, and on further lines a [`Job`];
//! - `run`, that number, the first index and the end: the answer is an array with the number
//!   and the words of the result.
//!
//! A message about another job is answered only by the number.

use std::cell::RefCell;
use std::ops::Range;

use js_sys::BigUint64Array;
use ptxfp::internals::job::Job;
use wasm_bindgen::JsValue;

thread_local! {
    static JOB: RefCell<Option<(u64, Job)>> = const { RefCell::new(None) };
}

/// Handles a message with a function that does the work of some indices, and returns the answer, if
/// the message asks for one.
pub fn answer(message: &str, work: fn(&mut Job, Range<u64>)) -> Option<JsValue> {
    let (head, rest) = message.split_once('\n').unwrap_or((message, ""));
    let mut words = head.split(' ');
    let verb = words.next()?;
    let numbers: Option<Vec<u64>> = words.map(|word| word.parse().ok()).collect();
    match (verb, &*numbers?) {
        ("job", [number]) => {
            JOB.replace(Job::parse(rest).map(|job| (*number, job)));
            None
        }
        ("run", [number, from, to]) => JOB.with_borrow_mut(|present| {
            let mut answer = vec![*number];
            if let Some((_, job)) = present.as_mut().filter(|(present, _)| present == number) {
                work(job, *from..*to);
                answer.extend(job.take_words());
            }
            Some(BigUint64Array::from(&*answer).into())
        }),
        _ => None,
    }
}
