//! The browser's own compression, in the zlib format.

use js_sys::futures::{JsFuture, spawn_local};
use js_sys::{Array, Function, Reflect, Uint8Array, global};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, ReadableStreamDefaultReader};

/// Whether the browser can decompress.
pub fn can_decompress() -> bool {
    Reflect::has(&global(), &"DecompressionStream".into()).unwrap_or(false)
}

/// Compresses bytes; without an answer where the browser cannot.
pub fn compress(bytes: &[u8], done: impl FnOnce(Vec<u8>) + 'static) {
    let through = through("CompressionStream", bytes.to_vec(), usize::MAX);
    spawn_local(async move {
        if let Ok(bytes) = through.await {
            done(bytes);
        }
    });
}

/// Decompresses bytes to somewhat more than `limit` at most; `None` if they are damaged, or where the
/// browser cannot.
pub fn decompress(bytes: &[u8], limit: usize, done: impl FnOnce(Option<Vec<u8>>) + 'static) {
    let through = through("DecompressionStream", bytes.to_vec(), limit);
    spawn_local(async move { done(through.await.ok()) });
}

/// Sends bytes through a stream of the browser.
async fn through(class: &str, bytes: Vec<u8>, limit: usize) -> Result<Vec<u8>, JsValue> {
    let class: Function = Reflect::get(&global(), &class.into())?.dyn_into()?;
    let stream = Reflect::construct(&class, &Array::of1(&"deflate".into()))?;
    let blob = Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(&*bytes)))?;
    let stream = blob.stream().pipe_through(stream.unchecked_ref());
    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    let mut all = Vec::new();
    while all.len() <= limit {
        let chunk = JsFuture::from(reader.read()).await?;
        if Reflect::get(&chunk, &"done".into())?.is_truthy() {
            return Ok(all);
        }
        let value: Uint8Array = Reflect::get(&chunk, &"value".into())?.dyn_into()?;
        all.extend(value.to_vec());
    }
    let _ = reader.cancel();
    Ok(all)
}
