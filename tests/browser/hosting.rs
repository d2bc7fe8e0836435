//! `docs/hosting/`: the site behind nginx, with the headers that the document promises.
//!
//! `PTXFP_NGINX` names nginx; `cargo xtask test --only tools` sets it.

use std::ffi::OsStr;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

use crate::server::new_origin;
use crate::session::{built_page, run, skip, variable};

/// nginx with the configuration of the document; it ends when this is dropped.
struct Nginx {
    folder: PathBuf,
    process: Child,
    place: SocketAddr,
}

impl Nginx {
    fn start(program: &OsStr) -> Self {
        let (listener, place) = new_origin();
        drop(listener);
        let folder = env::temp_dir().join(format!("ptxfp-nginx-{}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hosting/nginx.conf");
        let own = fs::read_to_string(own).expect("the configuration");
        let (port, root) = ("listen 8080;", "root /usr/share/nginx/html;");
        assert!(own.contains(port) && own.contains(root));
        let own = own
            .replace(port, &format!("listen {place};"))
            .replace(root, &format!("root {};", Path::new(&built_page()).display()));
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|name| format!("{name}_temp_path {name};\n"))
            .concat();
        let whole = format!(
            "daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log stderr warn;\nevents {{}}\n\
             http {{\ninclude /etc/nginx/mime.types;\naccess_log off;\n{temporary}{own}}}\n"
        );
        fs::write(folder.join("nginx.conf"), whole).expect("a configuration");
        let mut command = Command::new(program);
        command.arg("-p").arg(&folder).args(["-c", "nginx.conf"]).stdin(Stdio::null());
        let process = command.spawn().expect("nginx starts");
        Self { folder, process, place }
    }

    /// The head of the answer to a request, once there is one.
    fn head(&mut self, path: &str) -> String {
        let patience = Instant::now();
        loop {
            if let Ok(mut stream) = TcpStream::connect(self.place) {
                let request = format!(
                    "GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\
                     Connection: close\r\n\r\n"
                );
                stream.write_all(request.as_bytes()).expect("a request");
                let mut answer = Vec::new();
                stream.read_to_end(&mut answer).expect("an answer");
                let text = String::from_utf8_lossy(&answer);
                return text.split("\r\n\r\n").next().unwrap_or_default().to_ascii_lowercase();
            }
            if let Some(status) = self.process.try_wait().expect("its state") {
                panic!("nginx ended with {status}");
            }
            assert!(patience.elapsed() < Duration::from_mins(1), "nginx does not answer");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The files below a folder, with slashes, from that folder on.
fn files(folder: &Path, before: &str, all: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("the built page") {
        let entry = entry.expect("an entry");
        let path = [before, &entry.file_name().to_string_lossy()].concat();
        if entry.path().is_dir() {
            files(&entry.path(), &[&path, "/"].concat(), all);
        } else {
            all.push(path);
        }
    }
}

/// Whether a name has a hash of the content in it.
fn has_hash(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default();
    let last = stem.trim_end_matches("_bg").rsplit_once('-').map_or("", |(_, last)| last);
    last.len() >= 12 && last.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[test]
fn nginx_serves_the_site_with_the_headers_of_the_document() {
    let Some(program) = variable("PTXFP_NGINX") else {
        skip("PTXFP_NGINX names no nginx; cargo xtask test --only tools looks for it");
        return;
    };
    run(|page| async move {
        let mut nginx = Nginx::start(&program);
        let mut all = vec![String::new(), "embed/".to_owned(), "i/fma/".to_owned()];
        files(Path::new(&built_page()), "", &mut all);
        assert!(all.iter().filter(|path| has_hash(path)).count() > 20, "{all:?}");
        for path in &all {
            let head = nginx.head(&format!("/{path}"));
            let kept = if has_hash(path) { "max-age=31536000, immutable" } else { "no-cache" };
            let frames = if path.starts_with("embed/") { "*" } else { "'self'" };
            let frames = format!("content-security-policy: frame-ancestors {frames}\r\n");
            for part in ["http/1.1 200", kept, &frames, "x-content-type-options: nosniff"] {
                assert!(head.contains(part), "{path} without {part}: {head}");
            }
            if Path::new(path).extension() == Some(OsStr::new("wasm")) {
                for part in ["content-type: application/wasm", "content-encoding: gzip"] {
                    assert!(head.contains(part), "{path} without {part}: {head}");
                }
            }
        }
        assert!(nginx.head("/nothing").contains("404"));
        page.visit(&format!("http://{}/#v1/add.f32@sm_90?a=0x3f800000&b=0x3f800000", nginx.place))
            .await;
        page.expect_result("0x40000000").await;
        // Nothing is to be on its way when the server ends.
        page.reach_explorer().await;
        page.visit(page.address()).await;
    });
}
