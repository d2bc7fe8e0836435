//! A driver and the browser that it starts, which end with the process of the tests.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

/// The time that a script of a test may take before it calls its last argument, in milliseconds.
const SCRIPT_LIMIT: u32 = 600_000;

/// A program that drives a browser.
struct Program {
    /// The variable that names it, and its name on the path.
    variable: &'static str,
    name: &'static str,
    arguments: &'static [&'static str],
    /// The text before its port, in what it reports.
    before_port: &'static str,
}

const CHROMEDRIVER: Program = Program {
    variable: "PTXFP_CHROMEDRIVER",
    name: "chromedriver",
    arguments: &["--port=0"],
    before_port: "successfully on port ",
};

const GECKODRIVER: Program = Program {
    variable: "PTXFP_GECKODRIVER",
    name: "geckodriver",
    // Only privileged code may read its console and set the size of a phone.
    arguments: &["--port=0", "--allow-system-access"],
    before_port: "Listening on 127.0.0.1:",
};

/// A running driver, with a folder for the profile and the temporary files of its browser.
pub(crate) struct Driver {
    process: Child,
    guard: Guard,
    address: String,
    folder: PathBuf,
}

impl Driver {
    /// Starts chromedriver.
    pub(crate) fn start() -> Self {
        Self::of(&CHROMEDRIVER)
    }

    /// Starts geckodriver, for Firefox.
    pub(crate) fn of_firefox() -> Self {
        Self::of(&GECKODRIVER)
    }

    fn of(program: &Program) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("ptxfp-browser-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        // The port that it finds free for IPv4 may be taken for IPv6; it gives up then.
        let started = (0..5).find_map(|_| start(program, &folder));
        let (process, guard, port) =
            started.unwrap_or_else(|| panic!("{} reports no port", program.name));
        Self { process, guard, address: format!("http://127.0.0.1:{port}"), folder }
    }

    /// Starts Chromium, with more arguments than it always has.
    pub(crate) async fn client(&self, more: &[&str]) -> Client {
        let profile = format!("--user-data-dir={}", self.folder.join("profile").display());
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
        let mut options = json!({ "args": arguments });
        set_binary(&mut options, &program("PTXFP_CHROMIUM", "chromium"));
        let capabilities = json!({
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
            "timeouts": { "script": SCRIPT_LIMIT },
        });
        self.connect(&capabilities).await
    }

    /// Starts Firefox.
    pub(crate) async fn firefox(&self) -> Client {
        let mut options = json!({ "args": ["-headless"] });
        set_binary(&mut options, &program("PTXFP_FIREFOX", "firefox"));
        let capabilities = json!({
            "browserName": "firefox",
            "moz:firefoxOptions": options,
            "timeouts": { "script": SCRIPT_LIMIT },
        });
        self.connect(&capabilities).await
    }

    async fn connect(&self, capabilities: &Value) -> Client {
        let capabilities = capabilities.as_object().expect("an object").clone();
        ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&self.address)
            .await
            .unwrap_or_else(|error| panic!("the browser does not start: {error}"))
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.guard.end();
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Names the browser to its driver; a bare name is for the driver to find.
fn set_binary(options: &mut Value, binary: &OsStr) {
    if binary.to_string_lossy().contains(MAIN_SEPARATOR) {
        options["binary"] = json!(binary.to_string_lossy());
    }
}

/// Starts a driver on a free port, which it reports.
fn start(driver: &Program, folder: &Path) -> Option<(Child, Guard, u16)> {
    let program = program(driver.variable, driver.name);
    let mut command = Command::new(&program);
    command.args(driver.arguments).stdout(Stdio::piped()).stderr(Stdio::null());
    // A killed browser leaves temporary files, which are removed with the folder.
    command.env("TMPDIR", folder);
    lead_a_group(&mut command);
    let mut process =
        command.spawn().unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let mut guard = Guard::over(&process, folder);
    let mut output = BufReader::new(process.stdout.take().expect("a pipe")).lines();
    let port = output.by_ref().map_while(Result::ok).find_map(|line| {
        let (_, port) = line.split_once(driver.before_port)?;
        port.trim_end_matches('.').parse().ok()
    });
    // A program whose pipe is full waits, and one whose pipe is closed may stop.
    thread::spawn(move || output.map_while(Result::ok).for_each(drop));
    if port.is_none() {
        let _ = process.kill();
        let _ = process.wait();
        guard.end();
        let _ = fs::create_dir_all(folder);
    }
    Some((process, guard, port?))
}

/// Ends the driver, the browser and their folder when the process of the tests has ended, in
/// whatever way: its input is a pipe from here, which the system closes then.
///
/// The test harness has no last moment in which to do so. It is a shell; where there is none, a
/// browser is ended by the test that started it, and [`Guard::IS_THERE`] is false.
struct Guard(Option<Child>);

impl Guard {
    /// Whether browsers may be left to the end of the process.
    const IS_THERE: bool = cfg!(unix);

    const SCRIPT: &'static str = "cat >/dev/null
        kill -s KILL -- \"-$1\"
        for _ in 1 2 3 4 5; do rm -rf \"$2\" && break; sleep 1; done";

    fn over(driver: &Child, folder: &Path) -> Self {
        if !Self::IS_THERE {
            return Self(None);
        }
        let mut command = Command::new("sh");
        command.args(["-c", Self::SCRIPT, "guard", &driver.id().to_string()]).arg(folder);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // An interrupt from the terminal ends the tests, and not what tidies up after them.
        lead_a_group(&mut command);
        Self(Some(command.spawn().unwrap_or_else(|error| panic!("sh: {error}"))))
    }

    /// Ends all of its processes.
    fn end(&mut self) {
        if let Some(mut process) = self.0.take() {
            drop(process.stdin.take());
            let _ = process.wait();
        }
    }
}

/// Whether a browser that is never dropped ends with the process nevertheless.
pub(crate) const ENDS_WITH_US: bool = Guard::IS_THERE;

/// Makes a process the leader of a new group, to which its children belong.
fn lead_a_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

fn program(variable: &str, name: &str) -> OsString {
    env::var_os(variable).filter(|value| !value.is_empty()).unwrap_or_else(|| name.into())
}
