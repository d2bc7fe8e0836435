//! Does work in the background of the page.
//!
//! A worker says `ready`, and then is told, as text:
//!
//! - `job`, a number, and on further lines a [`Job`];
//! - `run`, that number, and from which index to which one: the answer is an array with the number
//!   and the words of what came of it;
//! - `ask`, a number, and on further lines a [question](ptxfp::explore::question): the answer is a text,
//!   the number and on further lines the answer.
//!
//! What is not of the present job is left undone and answered by the number alone.

use std::cell::RefCell;

use js_sys::BigUint64Array;
use ptxfp::explore::job::Job;
use ptxfp::explore::question::Desk;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

thread_local! {
    static JOB: RefCell<Option<(u64, Job)>> = const { RefCell::new(None) };
    static DESK: RefCell<Desk> = RefCell::default();
}

/// What a worker says.
enum Said {
    Words(Vec<u64>),
    Text(String),
}

/// Does what a message says, and returns the answer, if it asks for one.
fn answer(message: &str) -> Option<Said> {
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
                job.run(*from..*to);
                answer.extend(job.take_words());
            }
            Some(Said::Words(answer))
        }),
        ("ask", [number]) => {
            let answer = DESK.with_borrow_mut(|desk| desk.answer(rest));
            Some(Said::Text([&*number.to_string(), "\n", &answer.unwrap_or_default()].concat()))
        }
        _ => None,
    }
}

fn main() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let own = scope.clone();
    let hear = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let message = event.data().as_string().unwrap_or_default();
        let said = match answer(&message) {
            Some(Said::Words(words)) => BigUint64Array::from(&*words).into(),
            Some(Said::Text(text)) => JsValue::from_str(&text),
            None => return,
        };
        let _ = own.post_message(&said);
    });
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    hear.forget();
    let _ = scope.post_message(&JsValue::from_str("ready"));
}
