//! Background programs of the page: one for [questions](ptxfp_view::questions::Request),
//! optimized for size since it is wanted soon, and one for
//! [long work](ptxfp::internals::messages::Order), optimized for speed.
//!
//! Each sends `ready`, and then answers messages.

use js_sys::Uint8Array;
use ptxfp::internals::messages::{decode, encode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue, throw_str};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Answers messages from now on; not all of them ask for an answer.
///
/// A message that cannot be read is an error of the worker, which the page is told of.
pub fn serve<M: DeserializeOwned, A: Serialize>(mut answer: impl FnMut(M) -> Option<A> + 'static) {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let own = scope.clone();
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let message = event.data().dyn_into::<Uint8Array>().map(|bytes| bytes.to_vec());
        let Some(Ok(message)) = message.ok().map(|bytes| decode(&bytes)) else {
            throw_str("the message is of another version");
        };
        if let Some(Ok(answer)) = answer(message).map(|answer| encode(&answer)) {
            let _ = own.post_message(&Uint8Array::from(&*answer));
        }
    });
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    hear.forget();
    let _ = scope.post_message(&JsValue::from_str("ready"));
}
