//! `ptxfp link` and `ptxfp linkcheck` as processes.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::run;

/// A folder of its own for a test, with files.
pub(crate) fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli_links").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("an old folder can be removed");
    }
    fs::create_dir_all(&folder).expect("a folder can be made");
    for (file, content) in files {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        fs::write(path, content).expect("a file can be written");
    }
    folder
}

/// Runs `linkcheck` on a folder and gives back its exit status and its lines, without the folder.
pub(crate) fn linkcheck(folder: &Path, options: &[&str]) -> (i32, Vec<String>) {
    let path = folder.to_str().expect("a path in UTF-8");
    let output = run(&[&["linkcheck", path], options].concat(), b"");
    assert!(output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("the answer is UTF-8");
    let lines = text.lines().map(|line| line.replace(&format!("{path}/"), "")).collect();
    (output.status.code().expect("an exit status"), lines)
}
