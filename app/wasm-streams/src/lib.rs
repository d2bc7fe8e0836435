//! Stands in for the crate of this name, which Leptos brings along for calls to a server.
//!
//! The page has no server, but what that crate exports to JavaScript stays in every program that it
//! is linked into. This crate has only the names that Leptos uses, without streaming.

use futures_util::stream::{self, Empty};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::ReadableStream as Raw;

/// A stream of the browser.
#[derive(Debug)]
pub struct ReadableStream(Raw);

impl ReadableStream {
    /// The stream of the browser, as it is.
    pub fn from_raw(raw: Raw) -> Self {
        Self(raw)
    }

    /// No stream.
    pub fn from_stream<S>(_: S) -> Self {
        Self(JsValue::UNDEFINED.unchecked_into())
    }

    /// The stream of the browser.
    pub fn into_raw(self) -> Raw {
        self.0
    }

    /// Nothing.
    pub fn into_stream(self) -> Empty<Result<JsValue, JsValue>> {
        stream::empty()
    }
}
