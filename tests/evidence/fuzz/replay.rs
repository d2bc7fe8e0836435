//! Every file of the corpora and every regression, on the target that its folder names.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use fuzz::{TARGETS, Target};

/// The files of a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    files.sort();
    files
}

fn folder(kind: &str, target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(kind).join(target)
}

fn replay(target: Target, file: &Path) {
    let data = fs::read(file).expect("a readable file");
    let result = catch_unwind(AssertUnwindSafe(|| target(&data)));
    assert!(result.is_ok(), "{} breaks a claim; see above", file.display());
}

#[test]
fn every_corpus_holds() {
    for (name, target) in TARGETS {
        let files = files(&folder("corpus", name));
        assert!(files.len() >= 10, "{name} has a corpus");
        for file in files {
            replay(target, &file);
        }
    }
}

#[test]
fn regressions_hold() {
    let mut count = 0;
    for (name, target) in TARGETS {
        for file in files(&folder("regressions", name)) {
            replay(target, &file);
            count += 1;
        }
    }
    // None is ever removed, and not every target has one.
    assert!(count >= 14, "{count} regressions");
}

#[test]
fn every_folder_has_a_target() {
    for kind in ["corpus", "regressions"] {
        let folders = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(kind));
        assert!(!folders.is_empty(), "{kind} is empty");
        for folder in folders {
            let name = folder.file_name().and_then(|name| name.to_str());
            assert!(
                TARGETS.iter().any(|(target, _)| Some(*target) == name),
                "{}",
                folder.display()
            );
        }
    }
}

/// Beginnings, ends and mixtures of what is committed, so that the claims are tried on more than
/// that wherever there is no fuzzer.
#[test]
fn cut_and_mixed_files_hold() {
    for (name, target) in TARGETS {
        let all: Vec<_> = files(&folder("corpus", name))
            .iter()
            .map(|file| fs::read(file).expect("a readable file"))
            .collect();
        for (index, data) in all.iter().enumerate() {
            let other = &all[(index * 7 + 3) % all.len()];
            for part in 1..4 {
                let at = data.len() * part / 4;
                target(&data[..at]);
                target(&data[at..]);
                target(&[&data[..at], &other[other.len() * part / 4..]].concat());
            }
        }
    }
}
