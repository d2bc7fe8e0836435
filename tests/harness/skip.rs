//! Tests that cannot run here.

use std::env;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::panic::Location;
use std::path::Path;
use std::thread;

/// The variable with the file to which a test that does not run appends a line.
const RECORD_VARIABLE: &str = "PTXFP_SKIPPED";

/// Says that the running test is skipped, and why: on the terminal, and in the file that
/// `PTXFP_SKIPPED` names. A test that calls it, once, returns then and claims nothing.
///
/// For its runner the test passes; `cargo xtask test` counts it as skipped. A test that runs only
/// on request says so in `#[ignore = "…"]` instead.
///
/// # Panics
///
/// If the file cannot be written.
#[track_caller]
pub fn skip(why: &str) {
    // The test harness gives threads the names of their tests.
    let thread = thread::current();
    let name = thread.name().filter(|name| *name != "main");
    let name = name.map_or_else(|| Location::caller().to_string(), str::to_owned);
    // In one piece, since tests run side by side, and not by a macro, whose output is captured.
    // Without a terminal nobody reads it.
    let _ = io::stderr().write_all(format!("skipped {name}: {why}\n").as_bytes());
    if let Some(file) = env::var_os(RECORD_VARIABLE).filter(|file| !file.is_empty()) {
        record(Path::new(&file), &name, why);
    }
}

/// Appends a line: the kind, the name and the reason, between tabs, as `xtask/src/skipped.rs` reads
/// them.
fn record(file: &Path, name: &str, why: &str) {
    let why = why.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = format!("returned\t{name}\t{why}\n");
    let opened = OpenOptions::new().create(true).append(true).open(file);
    let written = opened.and_then(|mut file| file.write_all(line.as_bytes()));
    written.unwrap_or_else(|error| panic!("{RECORD_VARIABLE}={}: {error}", file.display()));
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use std::{env, fs, process};

    use super::record;

    #[test]
    fn lines_are_added_with_the_reason_in_one_line() {
        let file = env::temp_dir().join(format!("ptxfp-skipped-{}", process::id()));
        record(&file, "a::b", "no tool:\n  install\tit");
        record(&file, "c", "why");
        let text = fs::read_to_string(&file);
        fs::remove_file(&file).expect("the file is removed");
        assert_eq!(
            text.expect("a text"),
            "returned\ta::b\tno tool: install it\nreturned\tc\twhy\n"
        );
    }
}
