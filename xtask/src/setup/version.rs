//! Version numbers as tools print them.

use std::path::Path;

use crate::process;

/// The answer of a tool to `--version`, if it runs at all.
///
/// Some programs that extend Cargo answer only as Cargo calls them: `cargo-mutants mutants --version`.
pub(crate) fn reported_by(program: &Path) -> Option<String> {
    let direct = process::output(process::command(program).arg("--version"));
    direct.ok().or_else(|| {
        let subcommand = program.file_stem()?.to_str()?.strip_prefix("cargo-")?;
        process::output(process::command(program).args([subcommand, "--version"])).ok()
    })
}

/// The first word of a `--version` answer that starts like a version, without a `v` before it:
/// `trunk 0.21.14` has `0.21.14`.
pub(crate) fn first_number(answer: &str) -> Option<&str> {
    let mut words = answer.split_whitespace().map(|word| word.strip_prefix('v').unwrap_or(word));
    words.find(|word| word.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::first_number;

    #[test]
    fn versions_are_read_from_what_tools_print() {
        assert_eq!(first_number("trunk 0.21.14\n"), Some("0.21.14"));
        assert_eq!(first_number("wasm-bindgen 0.2.130 (d1f1b5b6b)"), Some("0.2.130"));
        assert_eq!(first_number("wasm-opt version 108 (version_108)"), Some("108"));
        assert_eq!(first_number("mdbook v0.5.4"), Some("0.5.4"));
        assert_eq!(first_number("usage: tool"), None);
    }
}
