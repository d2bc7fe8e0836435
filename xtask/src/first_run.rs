//! `cargo xtask first-run`: measures how long a newcomer waits.
//!
//! Clones the last commit to an empty place, with empty caches of Cargo's and of ours, runs the two
//! commands that build the page, and writes the table of `docs/first-start.md`. Rust's toolchain
//! and its targets stay installed.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::cli::FirstRunOptions;
use crate::progress::{self, seconds, step};
use crate::{document, page, process, workspace};

/// The port of the page that is measured.
const PORT: u16 = 8079;

/// A file of the page and one of the core, which are edited.
const EDITED: [(&str, &str); 2] =
    [("the page", "app/view/src/playground/model.rs"), ("the core", "core/number/src/bits.rs")];

/// The document with the table.
const DOCUMENT: &str = "docs/first-start.md";

/// The mark before the table.
const BEGIN: &str = "<!-- written by cargo xtask first-run -->";

/// The time that a rebuild may take before the measurement gives up.
const PATIENCE: Duration = Duration::from_mins(10);

/// A line of the table: a step, and its time.
type Row = (String, Duration);

/// Measures, and prints the table.
pub(crate) fn run(options: &FirstRunOptions) -> Result<()> {
    let place = workspace::target_dir().join("first-run");
    if place.exists() {
        fs::remove_dir_all(&place).with_context(|| format!("cannot remove {}", place.display()))?;
    }
    let new = Newcomer::new(&place, options.with_tools)?;
    let mut rows = new.serve()?;
    let start = Instant::now();
    process::run(&mut new.xtask(&["build"]))?;
    rows.push(("`cargo xtask build` after that".to_owned(), start.elapsed()));
    let text = table(&rows);
    // Whoever reads only the first lines has what they wanted.
    let _ = io::Write::write_all(&mut io::stdout(), text.as_bytes());
    // The document has the table of those who have nothing.
    if !options.with_tools {
        document::write(DOCUMENT, BEGIN, &text)?;
    }
    fs::remove_dir_all(&place).with_context(|| format!("cannot remove {}", place.display()))
}

/// A clone and its caches.
struct Newcomer {
    checkout: PathBuf,
    cargo_home: PathBuf,
    /// The cache of tools, if it is not the user's own.
    cache: Option<PathBuf>,
}

impl Newcomer {
    fn new(place: &Path, with_tools: bool) -> Result<Self> {
        let checkout = place.join("checkout");
        step(&format!("a clone in {}", checkout.display()), "seconds", || {
            process::output(
                process::command("git")
                    .args(["clone", "--quiet"])
                    .arg(workspace::root())
                    .arg(&checkout),
            )
        })?;
        let cargo_home = place.join("cargo");
        fs::create_dir_all(&cargo_home)
            .with_context(|| format!("cannot create {}", cargo_home.display()))?;
        // Where crates come from is a setting of the machine.
        for name in ["config.toml", "config"] {
            if let Some(own) = workspace::cargo_home().map(|home| home.join(name))
                && own.is_file()
            {
                fs::copy(&own, cargo_home.join(name))
                    .with_context(|| format!("cannot copy {}", own.display()))?;
            }
        }
        let cache = (!with_tools).then(|| place.join("cache"));
        Ok(Self { checkout, cargo_home, cache })
    }

    /// A command of the clone.
    fn xtask(&self, arguments: &[&str]) -> Command {
        let mut command = process::cargo();
        command
            .current_dir(&self.checkout)
            .env("CARGO_HOME", &self.cargo_home)
            .env_remove("CARGO_TARGET_DIR")
            .arg("xtask")
            .args(arguments);
        if let Some(cache) = &self.cache {
            command.env("XDG_CACHE_HOME", cache);
        }
        command
    }

    /// Serves the page until it answers, and edits it twice.
    fn serve(&self) -> Result<Vec<Row>> {
        let mut command = self.xtask(&["serve", "--port", &PORT.to_string()]);
        in_own_group(&mut command);
        let start = Instant::now();
        let mut child = command.stderr(Stdio::piped()).spawn().context("cannot start cargo")?;
        let output = BufReader::new(child.stderr.take().context("a command without output")?);
        let (send, lines) = mpsc::channel();
        // Goes on when nobody hears it, so that the command is not stopped by what it says.
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                eprintln!("{line}");
                let _ = send.send(line);
            }
        });
        let measured = steps(start, &lines).and_then(|mut rows| {
            for (what, file) in EDITED {
                rows.push((format!("an edit of {what} shows"), self.edit(file)?));
            }
            Ok(rows)
        });
        end_group(&mut child)?;
        measured
    }

    /// Edits a file, and waits until the page is another one.
    fn edit(&self, file: &str) -> Result<Duration> {
        let before = page::at(PORT).context("the page does not answer")?;
        let path = self.checkout.join(file);
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let start = Instant::now();
        // Panics say in which line they are.
        fs::write(&path, format!("\n{text}"))
            .with_context(|| format!("cannot write {}", path.display()))?;
        while start.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(100));
            if page::at(PORT).is_some_and(|page| page != before) {
                return Ok(start.elapsed());
            }
        }
        bail!("the page did not change within {}", seconds(PATIENCE))
    }
}

/// The steps that a command reports until the page is served, with their times.
fn steps(start: Instant, lines: &Receiver<String>) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let mut doing = None;
    loop {
        let line = lines.recv().context("`cargo xtask serve` ended")?;
        let Some(said) = line.strip_prefix("[xtask] ") else { continue };
        if rows.is_empty() {
            rows.push(("`cargo xtask` itself".to_owned(), start.elapsed()));
        }
        if said.starts_with(page::SERVED) {
            rows.push(("**until the page answers**".to_owned(), start.elapsed()));
            return Ok(rows);
        }
        match (said.strip_prefix("  "), progress::time_of_step(said)) {
            (_, Some(time)) => rows.extend(doing.take().map(|what| (what, time))),
            (None, None) => doing = Some(progress::name_of_step(said).to_owned()),
            // Something about the step.
            (Some(_), None) => {}
        }
    }
}

/// Runs a command so that it and everything it starts can be ended together.
fn in_own_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Ends a command and, where there are groups, all that it started.
fn end_group(child: &mut Child) -> Result<()> {
    if cfg!(unix) {
        let group = format!("-{}", child.id());
        process::run(process::command("kill").args(["-TERM", "--", &group]))?;
    } else {
        child.kill().context("cannot end the server")?;
    }
    child.wait().map(drop).context("cannot wait for the server")
}

/// The table for the document.
fn table(rows: &[Row]) -> String {
    let mut text = format!("{}:\n\n| step | time |\n| --- | --: |\n", document::where_and_when());
    for (what, time) in rows {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| {what} | {} |", seconds(*time));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::{Duration, Instant};

    use super::{steps, table};

    #[test]
    fn steps_are_read_from_what_commands_report() {
        let (send, lines) = mpsc::channel();
        for line in [
            "[xtask] a tool: a prebuilt binary (seconds)",
            "[xtask]   not possible here, trying another way (no network)",
            "[xtask] a tool: cargo install (up to 2 min)",
            "   Compiling something v1.0.0",
            "[xtask]   done in 1 min 05 s",
            "[xtask] the page is at http://127.0.0.1:8079/",
        ] {
            send.send(line.to_owned()).expect("it is received below");
        }
        let rows = steps(Instant::now(), &lines).expect("steps");
        let names: Vec<_> = rows.iter().map(|(what, _)| &**what).collect();
        let expected =
            ["`cargo xtask` itself", "a tool: cargo install", "**until the page answers**"];
        assert_eq!(names, expected);
        assert_eq!(rows[1].1, Duration::from_secs(65));
        assert!(table(&rows).contains("| a tool: cargo install | 1 min 05 s |"));
    }
}
