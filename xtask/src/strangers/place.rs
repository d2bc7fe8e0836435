//! An empty folder outside the repository, and the transcript of what is done there.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Output;
use std::time::Instant;
use std::{env, process as this_process};

use anyhow::{Context as _, Result, bail};

use super::document::{Block, checked, commands, missing};
use crate::{process, workspace};

/// The address that our documents have for that of a playground.
const HOST: &str = "https://HOST/";

/// The address that takes its place.
pub(super) const PLAYGROUND: &str = "https://playground.example/";

/// The largest number of lines of an output that the transcript keeps.
const MAX_LINES: usize = 40;

/// The folders of strangers.
pub(super) struct World {
    folder: PathBuf,
    transcript: File,
}

impl World {
    /// Makes the folder and an empty transcript.
    pub(super) fn new() -> Result<Self> {
        let folder = env::temp_dir().join(format!("ptxfp-strangers-{}", this_process::id()));
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let path = transcript();
        let parent = path.parent().context("a folder")?;
        fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        let transcript =
            File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { folder, transcript })
    }

    /// The folder that stands for the clone: it has only what its commands have written.
    pub(super) fn clone_folder(&self) -> PathBuf {
        self.folder.join("clone")
    }

    /// The folder for programs that the commands of the documents install.
    pub(super) fn installed(&self) -> PathBuf {
        self.folder.join("installed")
    }

    /// An environment of Python.
    pub(super) fn environment(&self) -> PathBuf {
        self.folder.join("environment")
    }

    /// An empty folder for a project.
    pub(super) fn place(&self, name: &str) -> Result<Place<'_>> {
        let words: Vec<_> = name.split_whitespace().collect();
        let folder = self.folder.join(words.join("-").to_lowercase());
        fs::create_dir(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        self.place_in(name, folder)
    }

    /// A folder that is there already, for the commands that the documents have for the clone.
    pub(super) fn place_in(&self, name: &str, folder: PathBuf) -> Result<Place<'_>> {
        let place = Place { world: self, folder };
        place.say(&format!("## {name}\n"))?;
        Ok(place)
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // The folder for temporary files is emptied some day.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The file with the transcript.
pub(super) fn transcript() -> PathBuf {
    workspace::target_dir().join("strangers/transcript.md")
}

/// The folder of a project.
pub(super) struct Place<'w> {
    world: &'w World,
    pub(super) folder: PathBuf,
}

impl Place<'_> {
    /// A block of a document, with the names that it leaves to its reader.
    pub(super) fn text(&self, block: &Block) -> Result<String> {
        let clone = self.world.clone_folder();
        let text = block.text()?.replace(HOST, PLAYGROUND);
        // Only where it begins a path.
        let text = text.replace(" PATH/", &format!(" {}/", clone.display()));
        Ok(text)
    }

    /// A block in which each line that says what its value is compares it.
    pub(super) fn checked(&self, block: &Block) -> Result<String> {
        let (text, count) = checked(block.language, &self.text(block)?);
        if count == 0 {
            bail!("no line says what its value is: {block:?}");
        }
        Ok(text)
    }

    /// Writes a file, and shows it in the transcript.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<()> {
        let path = self.folder.join(name);
        let parent = path.parent().context("a folder")?;
        fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        self.say(&format!("`{name}`:\n\n````text\n{}````\n", shortened(text)))
    }

    /// Runs the commands of a block; each must end well, and print what is stated.
    pub(super) fn run_block(&self, block: &Block) -> Result<()> {
        let text = self.text(block)?;
        let source = format!("{}, {}", block.document, block.section);
        for (command, stated) in commands(block.language, &text) {
            self.run(&command, &stated, &source)?;
        }
        Ok(())
    }

    /// Runs a command, which must end well and print some lines.
    pub(super) fn run(&self, command: &str, stated: &[String], source: &str) -> Result<()> {
        let output = self.shell(command, source)?;
        let [answer, said] = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it));
        let shown = [&answer, &said].map(|text| shortened(text)).concat();
        // The command `ptxfp` answers no with 1, on standard output, except where the reasons are all.
        let is_answer = !answer.trim().is_empty() || command.starts_with("ptxfp check");
        let is_no = output.status.code() == Some(1) && command.contains("ptxfp ") && is_answer;
        if !output.status.success() && !is_no {
            bail!("`{command}` ({source}) ended with {}:\n{shown}", output.status);
        }
        match missing(stated, &format!("{answer}{said}")) {
            Some(line) => bail!("`{command}` ({source}) does not print `{line}`:\n{shown}"),
            None => Ok(()),
        }
    }

    /// Runs a command that is to fail and to say why.
    pub(super) fn fail(&self, command: &str, expected: &str) -> Result<()> {
        let output = self.shell(command, "To fail")?;
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        if output.status.success() || !said.contains(expected) {
            bail!("`{command}` does not fail with `{expected}`:\n{}", shortened(&said));
        }
        Ok(())
    }

    /// Runs a command in the folder, with what the documents have installed.
    fn shell(&self, command: &str, source: &str) -> Result<Output> {
        let (installed, python) = (self.world.installed(), self.world.environment());
        let mut shell = process::command("bash");
        shell.args(["-e", "-u", "-o", "pipefail", "-c", command]).current_dir(&self.folder);
        shell.env("PATH", process::path_with(&[&python.join("bin"), &installed.join("bin")])?);
        shell.env("CARGO_INSTALL_ROOT", &installed).env("CI", "1").env("NO_COLOR", "1");
        shell.env_remove("PYTHONPATH").stdin(this_process::Stdio::null());
        let start = Instant::now();
        let output = shell.output().context("cannot start bash")?;
        let seconds = start.elapsed().as_secs_f64();
        let shown = |bytes: &[u8]| shortened(&String::from_utf8_lossy(bytes));
        let mut text = format!("{source}:\n\n````console\n");
        for line in command.lines() {
            writeln!(text, "$ {line}")?;
        }
        text += &[shown(&output.stdout), shown(&output.stderr)].concat();
        let status =
            output.status.code().map_or_else(|| "a signal".to_owned(), |it| it.to_string());
        writeln!(text, "````\n\nstatus {status}, {seconds:.1} s")?;
        self.say(&text)?;
        Ok(output)
    }

    /// Adds to the transcript.
    pub(super) fn say(&self, text: &str) -> Result<()> {
        let text = text.replace(&self.world.folder.display().to_string(), "/tmp/strangers");
        let mut file = &self.world.transcript;
        writeln!(file, "{text}").context("cannot write the transcript")
    }
}

/// A text without the lines in its middle, if it is long, and without the ends of long lines.
fn shortened(text: &str) -> String {
    let lines: Vec<_> = text.lines().collect();
    let line = |line: &&str| line.chars().take(400).chain(['\n']).collect::<String>();
    if lines.len() <= MAX_LINES {
        return lines.iter().map(line).collect();
    }
    let (first, last) = (&lines[..MAX_LINES / 2], &lines[lines.len() - MAX_LINES / 2..]);
    let left_out = format!("… {} lines\n", lines.len() - MAX_LINES);
    first.iter().map(line).chain([left_out]).chain(last.iter().map(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn long_outputs_keep_their_ends() {
        let lines: Vec<_> = (0..100).map(|number| number.to_string()).collect();
        let text = lines.join("\n");
        let short = shortened(&text);
        assert!(short.starts_with("0\n1\n") && short.ends_with("98\n99\n"), "{short}");
        assert!(short.contains("19\n… 60 lines\n80\n"), "{short}");
        assert_eq!(shortened("a\n"), "a\n");
    }
}
