//! A server for the files of one folder.
//!
//! Each connection has a thread and serves one request: browsers open several at once and keep them
//! for later, and a server with a pool of threads may leave one of them waiting for the others.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use url::Url;

use crate::session::built_page;

/// The path of an empty page, which every server has.
pub(crate) const EMPTY: &str = "/empty";

/// Serves a folder until it is dropped.
pub(crate) struct FileServer {
    place: SocketAddr,
    folder: PathBuf,
    is_over: Arc<AtomicBool>,
    gate: Arc<Gate>,
    thread: Option<JoinHandle<()>>,
    /// A folder that ends with the server.
    own: Option<PathBuf>,
    /// The address, with a slash at its end.
    pub(crate) address: String,
}

impl FileServer {
    /// Serves a folder on a free port of this machine.
    pub(crate) fn start(folder: &Path) -> Self {
        Self::start_with(folder, "")
    }

    /// Serves the built page with more headers, each with its end of line.
    pub(crate) fn of_the_page(headers: &'static str) -> Self {
        Self::start_with(Path::new(&built_page()), headers)
    }

    /// Serves a separate page, at another address than the playground's.
    pub(crate) fn host(name: &str, html: &str) -> Self {
        let folder = env::temp_dir().join(format!("ptxfp-host-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let html = format!(
            "<!doctype html><meta charset=utf-8><title>Host</title><link rel=icon href=data:,>{html}"
        );
        fs::write(folder.join("index.html"), html).expect("a page");
        let mut server = Self::start(&folder);
        server.own = Some(folder);
        server
    }

    /// [`Self::start`] with more headers, each with its end of line.
    pub(crate) fn start_with(folder: &Path, headers: &'static str) -> Self {
        let (listener, place) = new_origin();
        let is_over = Arc::new(AtomicBool::new(false));
        let gate = Arc::new(Gate::default());
        let (ends, entry) = (Arc::clone(&is_over), Arc::clone(&gate));
        let served = folder.to_owned();
        let thread = thread::spawn(move || {
            for connection in listener.incoming() {
                if ends.load(Ordering::Acquire) {
                    break;
                }
                let (folder, gate) = (served.clone(), Arc::clone(&entry));
                // A browser may close a connection early.
                thread::spawn(move || {
                    connection.and_then(|stream| answer(&folder, headers, &gate, &stream))
                });
            }
        });
        let address = format!("http://{place}/");
        Self {
            place,
            folder: folder.to_owned(),
            is_over,
            gate,
            thread: Some(thread),
            own: None,
            address,
        }
    }

    /// A path here at another site than the playground's: browsers tell sites apart by their hosts, and
    /// not by their ports.
    pub(crate) fn at_another_site(&self, path: &str) -> String {
        format!("http://localhost:{}/{path}", self.place.port())
    }

    /// A path here as a file, opened without a server.
    pub(crate) fn as_a_file(&self, path: &str) -> String {
        let file = file(&self.folder, &format!("/{path}")).expect("a path in the folder");
        Url::from_file_path(file).expect("a whole path").into()
    }

    /// Keeps back the WebAssembly of these programs or chunks, and of no other, until they are not named.
    pub(crate) fn hold_back(&self, programs: &[&'static str]) {
        self.gate.set(programs);
    }

    /// Takes connections from now on, but answers none.
    pub(crate) fn fall_silent(self) -> TcpListener {
        let place = self.place;
        drop(self);
        TcpListener::bind(place).expect("the same port")
    }
}

/// Programs whose WebAssembly waits, for as long as a test wants.
#[derive(Debug, Default)]
struct Gate {
    held: Mutex<Vec<&'static str>>,
    changed: Condvar,
}

impl Gate {
    fn set(&self, programs: &[&'static str]) {
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) = programs.to_vec();
        self.changed.notify_all();
    }

    /// Waits as long as a file is held back.
    fn pass(&self, url: &str) {
        let is_held = |held: &mut Vec<&str>| {
            held.iter().any(|name| url.starts_with(&format!("/{name}-")) && url.contains(".wasm"))
        };
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(held, is_held));
    }
}

/// A port that no server of this process has had: what a browser keeps of an origin, its caches and
/// its service worker included, is then of no other test.
pub(crate) fn new_origin() -> (TcpListener, SocketAddr) {
    static PORTS: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());
    loop {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let place = listener.local_addr().expect("an address");
        if PORTS.lock().unwrap_or_else(PoisonError::into_inner).insert(place.port()) {
            return (listener, place);
        }
    }
}

impl Drop for FileServer {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        self.gate.set(&[]);
        // A last connection, for it waits for one.
        let _ = TcpStream::connect(self.place);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        if let Some(folder) = self.own.take() {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// Answers the request of a connection; one that was opened for later may never have any.
fn answer(folder: &Path, headers: &str, gate: &Gate, stream: &TcpStream) -> io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let request = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    let Some(url) = request.split(' ').nth(1) else { return Ok(()) };
    // The request is read to its end, because closing the connection before would reset it.
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    gate.pass(url);
    let found = if url == EMPTY {
        Some((b"<!doctype html><link rel=icon href=data:,>".to_vec(), "text/html"))
    } else {
        let path = file(folder, url);
        path.and_then(|path| Some((fs::read(&path).ok()?, content_type(&path))))
    };
    let (status, content, kind) = match found {
        Some((content, kind)) => ("200 OK", content, kind),
        None => ("404 Not Found", b"there is no such file".to_vec(), "text/plain"),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n{headers}Connection: close\r\n\r\n",
        content.len()
    );
    let mut stream = stream;
    stream.write_all(&[head.as_bytes(), &content].concat())
}

/// The file after an address; none outside the folder.
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
