//! Files that the build has put beside the page. It has written their addresses and hashes into the
//! page: files with other bytes are refused.

use js_sys::Promise;
use js_sys::futures::{JsFuture, spawn_local};
use wasm_bindgen::JsCast;
use web_sys::{RequestInit, Response, Url, window};

/// A file beside the page.
pub(super) struct File {
    /// Its whole address.
    pub(super) address: String,
    /// The hash of its bytes, as Subresource Integrity writes it.
    pub(super) integrity: String,
}

/// The file that the `<meta>` of this name lists, and the addresses of the scripts beside it: those
/// of workers, for which browsers accept no hashes.
pub(super) fn file(name: &str) -> Option<(File, Vec<String>)> {
    let document = window()?.document()?;
    let base = document.base_uri().ok()??;
    let meta = document.query_selector(&["meta[name=", name, "]"].concat()).ok()??;
    let whole = |file: &str| Some(Url::new_with_base(file, &base).ok()?.href());
    let address = whole(&meta.get_attribute("content")?)?;
    let integrity = meta.get_attribute("data-integrity")?;
    let scripts = meta.get_attribute("data-scripts").unwrap_or_default();
    let scripts = scripts.split_ascii_whitespace().map(whole).collect::<Option<_>>()?;
    Some((File { address, integrity }, scripts))
}

/// The file with this path from another one, and with this hash.
pub(super) fn beside(other: &File, path: &str, integrity: &str) -> Option<File> {
    let address = Url::new_with_base(path, &other.address).ok()?.href();
    Some(File { address, integrity: integrity.to_owned() })
}

/// Fetches a file.
pub(super) fn fetch(file: &File) -> Option<Promise> {
    let options = RequestInit::new();
    options.set_integrity(&file.integrity);
    Some(window()?.fetch_with_str_and_init(&file.address, &options))
}

/// Fetches a text, and passes it on, later, or nothing after a failure.
pub(super) fn fetch_text(file: Option<File>, then: impl FnOnce(Option<String>) + 'static) {
    spawn_local(async move {
        let content = async {
            let response = JsFuture::from(fetch(&file?)?).await.ok()?;
            let response: Response = response.dyn_into().ok()?;
            let text = if response.ok() { response.text().ok()? } else { return None };
            JsFuture::from(text).await.ok()?.as_string()
        };
        then(content.await);
    });
}
