//! Answers questions about two subjects, and says how a question in other words is read, text by text;
//! what is neither is answered by an empty text.

use std::cell::RefCell;

use ptxfp::job::question::Searches;
use ptxfp::syntax::ask::message;
use wasm_bindgen::JsValue;

thread_local! {
    static SEARCHES: RefCell<Searches> = RefCell::default();
}

fn main() {
    ptxfp_worker::serve(|question| {
        let answer = message::reply(question)
            .or_else(|| SEARCHES.with_borrow_mut(|searches| searches.answer(question)));
        Some(JsValue::from_str(&answer.unwrap_or_default()))
    });
}
