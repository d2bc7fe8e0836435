//! Answers questions about two subjects, text by text; what is no question, by an empty one.

use std::cell::RefCell;

use ptxfp::explore::question::Desk;
use wasm_bindgen::JsValue;

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

fn main() {
    ptxfp_worker::serve(|question| {
        let answer = DESK.with_borrow_mut(|desk| desk.answer(question));
        Some(JsValue::from_str(&answer.unwrap_or_default()))
    });
}
