//! Answers questions about two subjects, questions in other words, and questions about observed
//! results, each a text; the answer to any other text is empty.

use std::cell::RefCell;

use ptxfp::internals::job::question::Searches;
use ptxfp::internals::{observed, questions};
use wasm_bindgen::JsValue;

thread_local! {
    static SEARCHES: RefCell<Searches> = RefCell::default();
}

fn main() {
    ptxfp_worker::serve(|question| {
        let answer = questions::reply(question)
            .or_else(|| observed::reply(question))
            .or_else(|| SEARCHES.with_borrow_mut(|searches| searches.answer(question)));
        Some(JsValue::from_str(&answer.unwrap_or_default()))
    });
}
