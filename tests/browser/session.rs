//! Runs a test in a tab of a browser, on its own origin.

use std::any::type_name_of_val;
use std::env;
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::future::Future;
use std::io::{self, Write as _};
use std::panic::resume_unwind;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

pub(crate) use conformance::skip;

use crate::page::Page;
use crate::pool::Browser;
use crate::server::FileServer;

/// The view of a phone and that of a desktop.
pub(crate) const SIZES: [(u32, u32); 2] = [(375, 800), (1440, 1000)];

/// The time that a test may take, on a machine that is busy with other work.
pub(crate) const LIMIT: Duration = Duration::from_mins(10);

/// An argument for what follows many links: Chromium does not take more than 200 of them in ten
/// seconds otherwise.
pub(crate) const FREELY: &[&str] = &["--disable-ipc-flooding-protection"];

/// Runs a test in its own tab, and checks at its end that the page reported no error.
pub(crate) fn run<F>(test: impl FnOnce(Page) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    run_with(&[], test);
}

/// [`run`] in a browser that is started with more arguments.
pub(crate) fn run_with<F>(arguments: &[&str], test: impl FnOnce(Page) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    let server = FileServer::of_the_page("");
    let browser = Browser::take(arguments);
    if let Some(browser) = run_in(browser, &server, LIMIT, test) {
        browser.keep(&server.address);
    }
}

/// [`run`] in a browser that no other test uses, started with more arguments, for what takes long or
/// is measured; the page is served with more headers, each with its end of line.
pub(crate) fn run_alone<F>(
    arguments: &[&str],
    headers: &'static str,
    limit: Duration,
    test: impl FnOnce(Page) -> F,
) where
    F: Future<Output = ()> + Send + 'static,
{
    let server = FileServer::of_the_page(headers);
    run_in(Browser::start(arguments), &server, limit, test);
}

/// [`run`] in Firefox; where `PTXFP_FIREFOX` names none, the test says that it is skipped.
pub(crate) fn run_in_firefox<F>(test: impl FnOnce(Page) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    if variable("PTXFP_FIREFOX").is_none() {
        return skip("PTXFP_FIREFOX names no Firefox; cargo xtask test --only firefox brings it");
    }
    let server = FileServer::of_the_page("");
    run_in(Browser::firefox(), &server, LIMIT, test);
}

/// Gives back the browser, unless the test has failed.
fn run_in<T, F>(browser: Browser, server: &FileServer, limit: Duration, test: T) -> Option<Browser>
where
    T: FnOnce(Page) -> F,
    F: Future<Output = ()> + Send + 'static,
{
    let start = Instant::now();
    let name = thread::current().name().filter(|name| *name != "main").map(str::to_owned);
    let name = name.unwrap_or_else(|| type_name_of_val(&test).to_owned());
    let page = browser.page(server.address.clone());
    let checked = page.clone();
    let body = test(page);
    let outcome = browser.block_on(async {
        // A task of its own, so that a panic ends here.
        let outcome = tokio::spawn(async move {
            body.await;
            checked.assert_no_errors().await;
        });
        tokio::time::timeout(limit, outcome).await
    });
    note_time(&name, start.elapsed());
    match outcome {
        Ok(Ok(())) => Some(browser),
        failed => {
            // The browser ends before the next test begins.
            drop(browser);
            match failed {
                Ok(Err(error)) if error.is_panic() => resume_unwind(error.into_panic()),
                Ok(Err(error)) => panic!("{error}"),
                Err(elapsed) => panic!("the test takes too long: {elapsed}"),
                Ok(Ok(())) => None,
            }
        }
    }
}

/// Appends how many seconds a test took to the file that `PTXFP_TEST_TIMES` names.
fn note_time(name: &str, time: Duration) {
    let Some(file) = variable("PTXFP_TEST_TIMES") else { return };
    let line = format!("{name}\t{:.2}\n", time.as_secs_f64());
    let file = OpenOptions::new().create(true).append(true).open(file);
    let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
    written.unwrap_or_else(|error| panic!("PTXFP_TEST_TIMES: {error}"));
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

/// An environment variable that says something.
pub(crate) fn variable(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

/// Whether what takes long is to run as well.
pub(crate) fn is_nightly() -> bool {
    variable("PTXFP_NIGHTLY").is_some()
}

/// The folder of the built page.
pub(crate) fn built_page() -> OsString {
    let Some(folder) = variable("PTXFP_DIST") else {
        panic!(
            "PTXFP_DIST names no built page; to build one and test it: cargo xtask build && cargo xtask test --only browser"
        );
    };
    assert!(
        Path::new(&folder).join("index.html").is_file(),
        "PTXFP_DIST={} has no built page; to build one there: cargo xtask build",
        folder.display()
    );
    folder
}

/// Writes a line to the terminal itself, also for a test that passes.
pub(crate) fn report(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
