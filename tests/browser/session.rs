//! A browser of its own for every test: driver, profile and server end with it.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::future::Future;
use std::io::{BufRead as _, BufReader};
use std::panic::resume_unwind;
use std::path::{MAIN_SEPARATOR, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;

use crate::page::Page;
use crate::server::FileServer;

/// The view of a phone and that of a desktop.
pub(crate) const SIZES: [(u32, u32); 2] = [(375, 800), (1440, 1000)];

/// How long a test may take.
const LIMIT: Duration = Duration::from_secs(90);

/// Runs a test in a fresh browser, and checks at its end that the page reported no error.
///
/// Says so and does nothing where there is no page to test.
pub(crate) fn run<F>(test: impl FnOnce(Page) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    run_within(LIMIT, test);
}

/// [`run`] for what takes longer.
pub(crate) fn run_within<F>(limit: Duration, test: impl FnOnce(Page) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    run_with(&[], limit, test);
}

/// [`run_within`] in a browser that is started with more arguments.
pub(crate) fn run_with<F>(arguments: &[&str], limit: Duration, test: impl FnOnce(Page) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    run_as(arguments, "", limit, test);
}

/// [`run_within`] on a page that is served with more headers, each with its end of line.
pub(crate) fn run_served<F>(headers: &'static str, limit: Duration, test: impl FnOnce(Page) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    run_as(&[], headers, limit, test);
}

fn run_as<F>(
    arguments: &[&str],
    headers: &'static str,
    limit: Duration,
    test: impl FnOnce(Page) -> F,
) where
    F: Future<Output = ()> + Send + 'static,
{
    let Some(dist) = env::var_os("PTXFP_DIST").filter(|value| !value.is_empty()) else {
        eprintln!(
            "skipped: PTXFP_DIST names no built page; cargo xtask test --only browser builds and tests it"
        );
        return;
    };
    let server = FileServer::start_with(&PathBuf::from(dist), headers);
    let driver = Driver::start();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let client = driver.client(arguments).await;
        let page = Page::new(client.clone(), server.address.clone());
        let checked = page.clone();
        let body = test(page);
        // A task of its own, so that the browser is closed after a panic too.
        let outcome = tokio::spawn(async move {
            body.await;
            checked.assert_no_errors().await;
        });
        let outcome = tokio::time::timeout(limit, outcome).await;
        // The driver ends the browser if it does not end by itself.
        let _ = client.close().await;
        match outcome {
            Ok(Ok(())) => {}
            Ok(Err(error)) if error.is_panic() => resume_unwind(error.into_panic()),
            Ok(Err(error)) => panic!("{error}"),
            Err(elapsed) => panic!("the test takes too long: {elapsed}"),
        }
    });
}

/// Runs a test on a phone and on a desktop.
pub(crate) fn run_at_each_size<F>(test: impl Fn(Page) -> F + Send + Sync + 'static)
where
    F: Future<Output = ()> + Send + 'static,
{
    run(|page| async move {
        for (width, height) in SIZES {
            page.resize(width, height).await;
            test(page.clone()).await;
        }
    });
}

/// A running chromedriver.
struct Driver {
    process: Child,
    address: String,
    profile: PathBuf,
}

impl Driver {
    fn start() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let profile =
            env::temp_dir().join(format!("ptxfp-browser-{}-{number}", std::process::id()));
        let program = program("PTXFP_CHROMEDRIVER", "chromedriver");
        // The port that it finds free for IPv4 may be taken for IPv6; it gives up then.
        let (process, port) =
            (0..5).find_map(|_| start(&program)).expect("chromedriver tells its port");
        Self { process, address: format!("http://127.0.0.1:{port}"), profile }
    }

    async fn client(&self, more: &[&str]) -> Client {
        let profile = format!("--user-data-dir={}", self.profile.display());
        let mut arguments = vec![
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1440,1000",
            &*profile,
        ];
        arguments.extend(more);
        let binary = program("PTXFP_CHROMIUM", "chromium");
        let mut options = json!({ "args": arguments });
        // A bare name is for the driver to find.
        if binary.to_string_lossy().contains(MAIN_SEPARATOR) {
            options["binary"] = json!(binary.to_string_lossy());
        }
        let capabilities = json!({
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let capabilities = capabilities.as_object().expect("an object").clone();
        ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&self.address)
            .await
            .unwrap_or_else(|error| panic!("the browser does not start: {error}"))
    }
}

/// Starts chromedriver on a free port, which it tells.
fn start(program: &OsStr) -> Option<(Child, u16)> {
    let mut process = Command::new(program)
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let output = BufReader::new(process.stdout.take().expect("a pipe"));
    let port = output.lines().map_while(Result::ok).find_map(|line| {
        let (_, port) = line.split_once("successfully on port ")?;
        port.trim_end_matches('.').parse().ok()
    });
    if port.is_none() {
        let _ = process.kill();
        let _ = process.wait();
    }
    Some((process, port?))
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.profile);
    }
}

fn program(variable: &str, name: &str) -> OsString {
    env::var_os(variable).filter(|value| !value.is_empty()).unwrap_or_else(|| name.into())
}
