//! Asking the assembler.

use std::path::PathBuf;
use std::process::Output;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

use anyhow::{Context as _, Result, bail};
use ptxas_record::Version;

use crate::process::{command, output};

/// The first version with `.address_size`.
const ADDRESS_SIZE: Version = Version { major: 2, minor: 3 };

/// The architecture to assemble for if a target names none. The target decides which statements are
/// accepted; only a target above this one needs another architecture.
const LOWEST: &str = "compute_75";

/// The assembler, with a folder for its input.
pub(super) struct Assembler {
    program: PathBuf,
    /// The architecture that it generates code for.
    architectures: Vec<String>,
    declarations: String,
    folder: PathBuf,
    n_files: AtomicUsize,
}

impl Assembler {
    pub(super) fn new(program: PathBuf, declarations: String) -> Result<Self> {
        let folder = env::temp_dir().join(format!("ptxfp-ptxas-{}", process::id()));
        let help = output(command(&program).arg("--help"))?;
        let quoted = help.split('\'').filter(|it| it.starts_with("compute_"));
        let architectures = quoted.map(str::to_owned).collect();
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        Ok(Self { program, architectures, declarations, folder, n_files: AtomicUsize::new(0) })
    }

    /// Whether it knows a version.
    pub(super) fn knows_version(&self, version: Version) -> Result<bool> {
        // No target is known to all versions; the error about it is on another line.
        let output = self.run(&format!(".version {version}\n.target sm_10\n"), "sm_10")?;
        let text = said(&output);
        Ok(!text.contains("line 1; "))
    }

    /// Whether it knows version and target, they go together, and it has an architecture for them.
    pub(super) fn knows_pair(&self, version: Version, target: &str) -> Result<bool> {
        let module = format!("{}ret;\n}}\n", self.head(version, target));
        Ok(self.run(&module, target)?.status.success())
    }

    /// The statements that are taken.
    pub(super) fn ask(
        &self,
        version: Version,
        target: &str,
        lines: &[String],
    ) -> Result<Vec<usize>> {
        let head = self.head(version, target);
        let first = head.lines().count() + 1;
        let output = self.run(&format!("{head}{}\nret;\n}}\n", lines.join("\n")), target)?;
        let text = said(&output);
        let mut is_wrong = vec![false; lines.len()];
        for number in text.lines().filter_map(line_of_error) {
            let index = number.checked_sub(first);
            let is_wrong = index.and_then(|index| is_wrong.get_mut(index));
            *is_wrong.with_context(|| format!("on {version} {target}: {text}"))? = true;
        }
        if !is_wrong.contains(&true) && !output.status.success() {
            bail!("on {version} {target} it ended with {}: {}", output.status, text.trim());
        }
        Ok((0..lines.len()).filter(|index| !is_wrong[*index]).collect())
    }

    /// A module up to the first statement.
    fn head(&self, version: Version, target: &str) -> String {
        let size = if version >= ADDRESS_SIZE { ".address_size 64\n" } else { "" };
        let declarations = &self.declarations;
        format!(".version {version}\n.target {target}\n{size}.entry k\n{{\n{declarations}")
    }

    fn run(&self, module: &str, target: &str) -> Result<Output> {
        let number = self.n_files.fetch_add(1, Ordering::Relaxed);
        let path = self.folder.join(format!("{number}.ptx"));
        fs::write(&path, module).with_context(|| format!("cannot write {}", path.display()))?;
        let output = command(&self.program)
            // No code is generated for virtual architectures.
            .arg(format!("-arch={}", architecture(target, &self.architectures)))
            .arg("-o")
            .arg(self.folder.join(format!("{number}.out")))
            .arg(&path)
            .output();
        fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        output.with_context(|| format!("cannot start {}", self.program.display()))
    }
}

impl Drop for Assembler {
    fn drop(&mut self) {
        // Files that remain in a folder for temporary files do no harm.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// The line that an error is about: `ptxas k.ptx, line 12; error   : ...`.
fn line_of_error(text: &str) -> Option<usize> {
    let (_, rest) = text.split_once(", line ")?;
    let (number, rest) = rest.split_once("; ")?;
    (rest.starts_with("error") || rest.starts_with("fatal")).then_some(())?;
    number.parse().ok()
}

/// The virtual architecture to assemble a target for, of those that there are.
fn architecture(target: &str, architectures: &[String]) -> String {
    let name = target.replace("sm_", "compute_");
    // Renamed in PTX ISA 9.0.
    let new_name = name.replace("_101", "_110");
    [name, new_name].into_iter().find(|it| architectures.contains(it)).unwrap_or(LOWEST.into())
}

#[cfg(test)]
mod tests {
    use super::{architecture, line_of_error};

    #[test]
    fn errors_are_found_by_their_line() {
        let error = "ptxas k.ptx, line 12; error   : Illegal modifier '.sat'";
        assert_eq!(line_of_error(error), Some(12));
        assert_eq!(line_of_error("ptxas k.ptx, line 2; fatal   : Unsupported .target"), Some(2));
        assert_eq!(line_of_error("ptxas k.ptx, line 2; warning : deprecated"), None);
        assert_eq!(line_of_error("ptxas fatal   : Ptx assembly aborted due to errors"), None);
    }

    #[test]
    fn targets_have_architectures() {
        let all = ["compute_75", "compute_90a", "compute_110f"].map(str::to_owned);
        assert_eq!(architecture("sm_10", &all), "compute_75");
        assert_eq!(architecture("sm_90a", &all), "compute_90a");
        assert_eq!(architecture("sm_101f", &all), "compute_110f");
    }
}
