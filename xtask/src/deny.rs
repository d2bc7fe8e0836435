//! `cargo xtask test --only deny`: checks dependencies against `deny.toml`.
//!
//! Licenses, duplicate versions and sources are checked here, in a second and without a network:
//! cargo-deny would take longer to compile than everything else. Where cargo-deny is installed, or
//! can be downloaded prebuilt, it checks them too, and looks up advisories.

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use spdx::{Expression, Licensee, ParseMode};
use toml::{Table, Value};

use crate::setup::cargo_tool;
use crate::workspace::{self, Package};
use crate::{process, skipped};

/// Checks everything; reports what cannot be looked up.
pub(crate) fn check() -> Result<()> {
    let rules = workspace::table("deny.toml")?;
    let lock = workspace::locked_packages()?;
    let mut wrong = wrong_licenses(&rules, &tree()?);
    wrong.extend(second_versions(&rules, &lock));
    wrong.extend(wrong_sources(&rules, &lock));
    wrong.extend(without_lints(&workspace::table("Cargo.toml")?)?);
    if !wrong.is_empty() {
        bail!("deny.toml does not allow:\n  {}", wrong.join("\n  "));
    }
    advisories()
}

/// Has cargo-deny check the same, and look up advisories.
fn advisories() -> Result<()> {
    let tool = match cargo_tool::ready_made_cargo_deny() {
        Ok(tool) => tool,
        Err(error) => {
            return skipped::part("advisories", &format!("cargo-deny is missing: {error:#}"));
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
        return skipped::part("advisories", &format!("they cannot be fetched: {reason}"));
    }
    process::run(&mut deny(&["check", "--disable-fetch", "advisories"])?)
}

/// Every package of the lock file with its license, as `name|expression`.
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

/// The strings of a list, by the names of its table and its key.
fn strings<'t>(table: &'t Table, [outer, key]: [&str; 2]) -> Vec<&'t str> {
    let list = table.get(outer).and_then(|inner| inner.get(key)).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The licenses that a package may have besides the usual ones.
fn exceptions<'t>(rules: &'t Table, package: &str) -> Vec<&'t str> {
    let list = rules.get("licenses").and_then(|licenses| licenses.get("exceptions"));
    let list = list.and_then(Value::as_array).into_iter().flatten();
    let own = list.filter(|each| each.get("crate").and_then(Value::as_str) == Some(package));
    let licenses = own.filter_map(|each| each.get("allow")?.as_array()).flatten();
    licenses.filter_map(Value::as_str).collect()
}

/// Packages with a license that is not allowed.
fn wrong_licenses(rules: &Table, tree: &str) -> Vec<String> {
    let lines: BTreeSet<_> = tree.lines().filter(|line| !line.is_empty()).collect();
    let usual = strings(rules, ["licenses", "allow"]);
    let mut wrong = Vec::new();
    for line in lines {
        // The mark of what is above it: the examples in a lower crate's documentation use `ptxfp`.
        let line = line.trim_end_matches(" (*)");
        let (package, license) = line.split_once('|').unwrap_or((line, ""));
        let name = package.split(' ').next().unwrap_or_default();
        if !is_allowed(license, &[usual.clone(), exceptions(rules, name)].concat()) {
            wrong.push(format!("license `{license}` of {package}"));
        }
    }
    wrong
}

/// Whether the allowed licenses satisfy an SPDX expression, or one of the older form with `/`.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let Ok(expression) = Expression::parse_mode(expression, ParseMode::LAX) else { return false };
    let allowed: Vec<_> =
        allowed.iter().filter_map(|name| Licensee::parse_mode(name, ParseMode::LAX).ok()).collect();
    expression.evaluate(|required| allowed.iter().any(|license| license.satisfies(required)))
}

/// Packages in two versions, of which the older one is not named in the rules.
fn second_versions(rules: &Table, lock: &[Package]) -> Vec<String> {
    let skipped = strings(rules, ["bans", "skip"]);
    let is_skipped = |package: &Package| {
        skipped.iter().filter_map(|each| each.split_once('@')).any(|(name, prefix)| {
            let rest = package.version.strip_prefix(prefix);
            name == package.name
                && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    };
    let mut kept: Vec<&Package> = Vec::new();
    let mut wrong = Vec::new();
    for package in lock.iter().filter(|package| !is_skipped(package)) {
        if let Some(other) = kept.iter().find(|other| other.name == package.name) {
            let Package { name, version, .. } = package;
            wrong.push(format!("two versions of {name}: {} and {version}", other.version));
        }
        kept.push(package);
    }
    wrong
}

/// Packages that come from a registry that the rules do not name, or from no registry.
fn wrong_sources(rules: &Table, lock: &[Package]) -> Vec<String> {
    let allowed = strings(rules, ["sources", "allow-registry"]);
    let mut wrong = Vec::new();
    for Package { name, version, source } in lock {
        if let Some(source) = source
            && !source.strip_prefix("registry+").is_some_and(|url| allowed.contains(&url))
        {
            wrong.push(format!("{name} {version} from {source}"));
        }
    }
    wrong
}

/// The package that calls a reference implementation in C, from one module that allows `unsafe`;
/// the rest of the package denies it.
const CALLS_C: &str = "tests/evidence/bench";

/// Packages of this workspace that do not inherit its lints, which forbid `unsafe`.
fn without_lints(workspace: &Table) -> Result<Vec<String>> {
    let lint = |manifest: &Table, path: &[&str]| {
        let (first, rest) = path.split_first()?;
        let value = rest.iter().try_fold(manifest.get(*first)?, |value, key| value.get(key));
        value.cloned()
    };
    let mut wrong = Vec::new();
    let forbid = ["workspace", "lints", "rust", "unsafe_code"];
    if lint(workspace, &forbid).as_ref().and_then(Value::as_str) != Some("forbid") {
        wrong.push("the workspace does not forbid `unsafe`".to_owned());
    }
    for member in strings(workspace, ["workspace", "members"]) {
        let manifest = workspace::table(&format!("{member}/Cargo.toml"))?;
        let is_right = if member == CALLS_C {
            lint(&manifest, &["lints", "rust", "unsafe_code"]) == Some("deny".into())
        } else {
            lint(&manifest, &["lints", "workspace"]) == Some(true.into())
        };
        if !is_right {
            wrong.push(format!("{member} does not inherit the lints of the workspace"));
        }
    }
    Ok(wrong)
}

#[cfg(test)]
mod tests {
    use toml::Table;

    use super::{
        is_allowed, second_versions, strings, without_lints, wrong_licenses, wrong_sources,
    };
    use crate::workspace::{self, packages};

    const RULES: &str = r#"
        [licenses]
        allow = ["MIT", # a comment
            "Zlib",
            # "GPL-2.0"
        ]
        exceptions = [{ crate = "mp", allow = ["LGPL-3.0-or-later"] }]
        [bans]
        skip = ["a@0.1"]
        [sources]
        allow-registry = ["https://r"]
    "#;

    fn rules() -> Table {
        RULES.parse().expect("rules")
    }

    #[test]
    fn allowed_licenses_satisfy_expressions() {
        let allowed = ["MIT", "Apache-2.0 WITH LLVM-exception"];
        for (expression, is_satisfied) in [
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
            ("something of our own", false),
        ] {
            assert_eq!(is_allowed(expression, &allowed), is_satisfied, "{expression}");
        }
    }

    #[test]
    fn licenses_must_be_in_the_rules() {
        let tree = "mp v1|LGPL-3.0+\nz v1|Zlib OR GPL-2.0\n\nz v1|Zlib OR GPL-2.0 (*)\ng v2|GPL-2.0\n\
            n v1|\nrug v1|LGPL-3.0+";
        assert_eq!(
            wrong_licenses(&rules(), tree),
            ["license `GPL-2.0` of g v2", "license `` of n v1", "license `LGPL-3.0+` of rug v1"]
        );
    }

    #[test]
    fn versions_and_sources_must_be_in_the_rules() {
        let lock = r#"
            version = 4
            [[package]]
            name = "a"
            version = "0.1.3"
            source = "registry+https://r"
            [[package]]
            name = "a"
            version = "0.2.0"
            source = "registry+https://r"
            [[package]]
            name = "b"
            version = "1.0.0"
            source = "git+https://r"
            [[package]]
            name = "b"
            version = "2.0.0"
        "#;
        let lock = packages(&lock.parse().expect("a lock file"));
        assert_eq!(lock.len(), 4);
        assert_eq!(second_versions(&rules(), &lock), ["two versions of b: 1.0.0 and 2.0.0"]);
        assert_eq!(second_versions(&Table::new(), &lock).len(), 2);
        assert_eq!(wrong_sources(&rules(), &lock), ["b 1.0.0 from git+https://r"]);
    }

    #[test]
    fn every_package_forbids_unsafe_code() {
        let manifest = workspace::table("Cargo.toml").expect("a workspace");
        assert_eq!(without_lints(&manifest).expect("manifests"), [""; 0]);
        assert!(!strings(&manifest, ["workspace", "members"]).is_empty());
    }
}
