//! The copy of the site that a visit leaves behind, and files that are not what they were.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, io, process};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::page::Page;
use crate::server::FileServer;
use crate::session::{built_page, run};

const LINK: &str = "v1/add.f16@sm_90?a=0x3c00&b=0x3c00";

/// A copy of the built page in a separate folder, which is removed with it.
struct Site {
    folder: PathBuf,
}

impl Site {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("ptxfp-site-{}-{number}", process::id()));
        copy(Path::new(&built_page()), &folder);
        Self { folder }
    }

    /// The name of the file that begins and ends so.
    fn file(&self, start: &str, end: &str) -> String {
        let names = fs::read_dir(&self.folder)
            .expect("a folder")
            .map(|entry| entry.expect("a file").file_name().into_string().expect("a plain name"));
        let mut found = names.filter(|name| name.starts_with(start) && name.ends_with(end));
        found.next().unwrap_or_else(|| panic!("there is no {start}*{end}"))
    }

    /// The name of a chunk that the library shares with other views.
    fn shared(&self) -> String {
        let page = fs::read_to_string(self.folder.join("index.html")).expect("a page");
        let (_, files) =
            page.split_once("name=\"library\" content=\"").expect("the library's files");
        let (files, _) = files.split_once('"').expect("their end");
        let mut files = files.split(' ').filter_map(|file| file.strip_prefix("./"));
        files.find(|file| file.starts_with("shared-")).expect("a shared chunk").to_owned()
    }

    fn edit(&self, file: &str, change: impl FnOnce(String) -> String) {
        let path = self.folder.join(file);
        let text = fs::read_to_string(&path).expect("a text");
        fs::write(path, change(text)).expect("a file to write");
    }

    /// The hash of a file's bytes.
    fn hash(&self, file: &str) -> String {
        let content = fs::read(self.folder.join(file)).expect("a file");
        BASE64_STANDARD.encode(Sha256::digest(content))
    }

    /// Puts another version in its place, in which the library's chunk has another name, and so has the
    /// script that fetches it.
    fn update(&self) {
        let before = self.hash("index.html");
        let rename = |name: &str, next: &str| {
            fs::rename(self.folder.join(name), self.folder.join(next)).expect("a new name");
            for page in ["index.html", "offline.js"] {
                self.edit(page, |text| text.replace(name, next));
            }
        };
        let [chunk, next_chunk] = [&*self.file("library-", ".wasm"), "library-next.wasm"];
        let [script, next_script] = [&*self.file("app-", ".js"), "app-next.js"];
        let old = self.hash(script);
        self.edit(script, |text| {
            assert!(text.contains(chunk));
            text.replace(chunk, next_chunk)
        });
        let new = self.hash(script);
        rename(chunk, next_chunk);
        rename(script, next_script);
        for page in ["index.html", "offline.js"] {
            self.edit(page, |text| text.replace(&old, &new));
        }
        let after = self.hash("index.html");
        assert_ne!(before, after);
        self.edit("offline.js", |text| {
            assert!(text.contains(&before));
            text.replace(&before, &after).replacen("version=\"", "version=\"next-", 1)
        });
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let to = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, to).expect("a copy");
        }
    }
}

/// Opens the playground of an address and waits until its result is there.
async fn open(page: &Page, address: &str) {
    // No page of the server's in between: it may be gone.
    page.visit("about:blank").await;
    page.visit(&format!("{address}#{LINK}")).await;
    page.expect_result("0x4000").await;
}

/// Waits until there are that many copies, all of them whole, the last of them in charge.
async fn expect_copies(page: &Page, number: usize) {
    let state = "const copies = await caches.keys();
        const { installing, waiting, active } = await navigator.serviceWorker.getRegistration() ?? {};
        return `${copies.length} ${(installing ?? waiting ?? active)?.state}`";
    let state =
        || async { page.script(state, vec![]).await.as_str().unwrap_or_default().to_owned() };
    page.expect("copies", &format!("{number} activated"), state).await;
}

/// A site that was visited once, and has left its copy.
async fn kept(page: &Page) -> (Site, FileServer) {
    let site = Site::new();
    let server = FileServer::start(&site.folder);
    open(page, &server.address).await;
    expect_copies(page, 1).await;
    (site, server)
}

#[test]
fn the_site_works_without_a_network_after_one_visit() {
    run(|page| async move {
        let (_site, server) = kept(&page).await;
        let address = server.address.clone();
        drop(server);
        open(&page, &address).await;
        page.enter("a", 0, "3").await;
        page.expect_result("0x4400").await;
        // All programs, and what they fetch in their turn.
        page.reach_explorer().await;
        page.click("#tab-machine").await;
        page.expect_text("#panel", "HADD2").await;
        page.click("#whole-code").await;
        page.expect_text(".machine-whole pre", "HADD2 R").await;
        page.click("#tab-sweep").await;
        page.expect_text("#sweep-progress[data-time]", "all 65,536 operands").await;
        page.click("#views a[href='#formats']").await;
        page.expect_visible("#format-f16").await;
        page.click("#views a[href='#sequence']").await;
        page.expect_visible("#sequence-code").await;
        page.click("#views a[href='#learn']").await;
        page.click(".learn-chapters a[href='#learn/tensor']").await;
        page.expect_text("#learn-title", "Many products at once").await;
        page.visit("about:blank").await;
        page.visit(&format!("{address}learn/bits/?from=mail")).await;
        page.expect_text("h1", "A number in bits").await;
        page.visit(&format!("{address}i/add/?from=mail")).await;
        page.expect_text("h1", "add").await;
        // Files for embedding are not kept.
        let embedded =
            "return caches.match('./embed/', { ignoreSearch: true }).then(it => it === undefined)";
        assert_eq!(page.script(embedded, vec![]).await, json!(true));
        let embedded = "return fetch('../../embed/').then(() => 'there', () => 'not there')";
        assert_eq!(page.script(embedded, vec![]).await, json!("not there"));
        page.allow_errors();
    });
}

#[test]
fn an_update_is_taken_at_once_and_versions_are_not_mixed() {
    run(|page| async move {
        let (site, server) = kept(&page).await;
        site.update();
        // A page of the version before finds its own files, which the server has no longer.
        page.click("#views a[href='#formats']").await;
        page.expect_visible("#format-f16").await;
        let library = "return performance.getEntriesByType('resource').map(entry => entry.name)
            .filter(name => name.includes('/library-next')).length";
        assert_eq!(page.script(library, vec![]).await, json!(0));
        // The next visit is the new version's, and leaves a copy of it.
        open(&page, &server.address).await;
        page.click("#views a[href='#formats']").await;
        page.expect_visible("#format-f16").await;
        assert_eq!(page.script(library, vec![]).await, json!(1));
        expect_copies(&page, 2).await;
        let address = server.address.clone();
        drop(server);
        open(&page, &address).await;
        page.click("#views a[href='#formats']").await;
        page.expect_visible("#format-f16").await;
        assert_eq!(page.script(library, vec![]).await, json!(1));
        page.allow_errors();
    });
}

#[test]
fn a_server_that_does_not_answer_is_not_waited_for() {
    run(|page| async move {
        let (_site, server) = kept(&page).await;
        let address = server.address.clone();
        let silent = server.fall_silent();
        silent.set_nonblocking(true).expect("a look without waiting");
        open(&page, &address).await;
        // The network was asked first.
        let asked = silent.accept().map(|_| ()).map_err(|error| error.kind());
        assert_eq!(asked, Ok::<_, io::ErrorKind>(()));
        drop(silent);
        page.allow_errors();
    });
}

#[test]
fn files_that_are_not_what_they_were_are_refused() {
    run(|page| async move {
        // The library's own chunk, one that it shares, and the app's two files.
        for (start, end) in
            [("library-", ".wasm"), ("shared-", ".wasm"), ("app-", ".js"), ("app-", "_bg.wasm")]
        {
            let site = Site::new();
            let name = if start == "shared-" { site.shared() } else { site.file(start, end) };
            let path = site.folder.join(&name);
            // Harmless, and still a program: spaces after a script, an empty section of a module.
            let mut content = fs::read(&path).expect("a file");
            content.extend(if end == ".js" { &b"  "[..] } else { &[0, 1, 0][..] });
            fs::write(&path, content).expect("a file to write");
            let server = FileServer::start(&site.folder);
            if start == "app-" {
                page.visit("about:blank").await;
                page.visit(&server.address).await;
                page.expect_text("#not-started", "could not start").await;
            } else {
                open(&page, &server.address).await;
                page.click("#views a[href='#reference']").await;
                page.expect_text("#library .failure", "could not be loaded").await;
            }
            page.expect_errors(1, "integrity").await;
        }
        let site = Site::new();
        let sheet = site.file("style-", ".css");
        site.edit(&sheet, |text| format!("{text} "));
        let server = FileServer::start(&site.folder);
        open(&page, &server.address).await;
        // Programs that were fetched since bring a sheet of their own, which is what it was.
        let applied =
            "return [...document.styleSheets].some(sheet => sheet.href.endsWith(arguments[0]))";
        assert_eq!(page.script(applied, vec![json!(sheet)]).await, json!(false));
        page.allow_errors();
    });
}

#[test]
fn every_page_has_the_hashes_of_its_files() {
    let dist = built_page();
    for page in ["index.html", "embed/index.html", "i/index.html", "i/add/index.html"] {
        let html = fs::read_to_string(Path::new(&dist).join(page)).expect("a page");
        let tags = html.split('<').filter(|tag| {
            tag.starts_with("script") || tag.starts_with("link") && tag.contains("stylesheet")
        });
        let mut n_files = 0;
        for tag in tags {
            assert!(tag.contains("integrity=\"sha256-"), "{page}: {tag}");
            n_files += 1;
        }
        assert!(n_files > 0, "{page} names no file");
    }
}
