//! A tool of NVIDIA's with a folder for its files.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

/// The number of tools: tests run at the same time, and each has a folder of its own.
static N_TOOLS: AtomicUsize = AtomicUsize::new(0);

/// A program that reads a text and reports its errors.
pub(crate) struct Tool {
    program: PathBuf,
    folder: PathBuf,
    n_files: AtomicUsize,
}

impl Tool {
    /// The program that a variable names.
    pub(crate) fn of(variable: &str) -> Self {
        let Some(program) = env::var_os(variable) else {
            panic!("{variable} is not set; run: cargo xtask test --only exports");
        };
        let program = PathBuf::from(program);
        let number = N_TOOLS.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("{variable}-{}-{number}", process::id()));
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        Self { program, folder, n_files: AtomicUsize::new(0) }
    }

    /// Runs the tool on a text; the second is what it makes of it, if it makes something.
    fn run(
        &self,
        text: &str,
        extension: &str,
        options: &[impl AsRef<OsStr>],
    ) -> (Output, Option<Vec<u8>>) {
        let number = self.n_files.fetch_add(1, Ordering::Relaxed);
        let input = self.folder.join(format!("{number}.{extension}"));
        let output = input.with_extension("out");
        fs::write(&input, text).expect("the text is written");
        let mut command = Command::new(&self.program);
        let answer = command.args(options).arg("-o").arg(&output).arg(&input).output();
        let answer = answer.unwrap_or_else(|error| panic!("{}: {error}", self.program.display()));
        let made = fs::read(&output).ok().filter(|made| !made.is_empty());
        for path in [input, output] {
            // Files that remain in a folder for temporary files do no harm.
            let _ = fs::remove_file(path);
        }
        (answer, made)
    }

    /// Returns the output of the tool for a text that it must accept.
    pub(crate) fn output(
        &self,
        text: &str,
        extension: &str,
        options: &[impl AsRef<OsStr>],
    ) -> String {
        let (answer, made) = self.run(text, extension, options);
        assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
        String::from_utf8(made.expect("a text is made")).expect("it is UTF-8")
    }

    /// Returns the tool's message about a text, if it has one.
    pub(crate) fn complaint(
        &self,
        text: &str,
        extension: &str,
        options: &[impl AsRef<OsStr>],
    ) -> Option<String> {
        let (answer, made) = self.run(text, extension, options);
        let said = [answer.stdout, answer.stderr].map(|said| String::from_utf8_lossy(&said).into());
        let [mut said, errors]: [String; 2] = said;
        said.push_str(&errors);
        // The assembler accepts the `mad.f32` of old versions with a warning.
        let is_fine =
            said.lines().all(|line| line.contains("warning : Rounding modifier required"));
        if answer.status.success() && made.is_some() && is_fine {
            return None;
        }
        Some(format!("{}: {}", answer.status, said.trim()))
    }
}

impl Drop for Tool {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
