//! A server for the files of one folder.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use tiny_http::{Header, Response, Server, StatusCode};

/// Serves a folder until it is dropped.
pub(crate) struct FileServer {
    server: Arc<Server>,
    thread: Option<JoinHandle<()>>,
    /// The address, with a slash at its end.
    pub(crate) address: String,
}

impl FileServer {
    /// Serves a folder on a free port of this machine.
    pub(crate) fn start(folder: &Path) -> Self {
        let server = Arc::new(Server::http("127.0.0.1:0").expect("a free port"));
        let port = server.server_addr().to_ip().expect("an internet address").port();
        let (requests, folder) = (Arc::clone(&server), folder.to_owned());
        let thread = thread::spawn(move || {
            for request in requests.incoming_requests() {
                let response = answer(&folder, request.url());
                // A browser may close a connection early.
                let _ = request.respond(response);
            }
        });
        let address = format!("http://127.0.0.1:{port}/");
        Self { server, thread: Some(thread), address }
    }
}

impl Drop for FileServer {
    fn drop(&mut self) {
        self.server.unblock();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn answer(folder: &Path, url: &str) -> Response<Cursor<Vec<u8>>> {
    let path = file(folder, url);
    match path.as_ref().map(fs::read) {
        Some(Ok(content)) => {
            let kind = path.as_deref().map_or("", content_type);
            let header = Header::from_bytes("Content-Type", kind).expect("a header");
            Response::from_data(content).with_header(header)
        }
        _ => Response::from_string("there is no such file").with_status_code(StatusCode(404)),
    }
}

/// The file behind an address; none outside the folder.
fn file(folder: &Path, url: &str) -> Option<PathBuf> {
    let path = url.split(['?', '#']).next()?.trim_start_matches('/');
    let is_inside = path.split('/').all(|part| part != ".." && !part.contains('\\'));
    let path = if path.is_empty() || path.ends_with('/') {
        format!("{path}index.html")
    } else {
        path.to_owned()
    };
    is_inside.then(|| folder.join(path))
}

fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}
