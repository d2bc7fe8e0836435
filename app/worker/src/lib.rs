//! Background programs of the page: two for [jobs](ptxfp::internals::job), optimized for speed, of
//! which one works in batches, and one for [questions](ptxfp::internals::job::question), optimized
//! for size.
//!
//! Each sends `ready`, and then answers messages.

pub mod jobs;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Answers messages from now on; not all of them ask for an answer.
pub fn serve(answer: fn(&str) -> Option<JsValue>) {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let own = scope.clone();
    let hear = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let message = event.data().as_string().unwrap_or_default();
        if let Some(answer) = answer(&message) {
            let _ = own.post_message(&answer);
        }
    });
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    hear.forget();
    let _ = scope.post_message(&JsValue::from_str("ready"));
}
