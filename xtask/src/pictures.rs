//! The pictures of the README, and whether they are older than what they show.
//!
//! In a clone, the times of files say nothing. So `cargo xtask screenshots --docs` writes digests
//! beside the pictures ([`RECORD`]), and a test compares them with what is there now: index.html, the
//! style sheets of the playground, the link that is shown, and the pictures themselves. Elements and
//! words, which programs write, are not part of it: a new style or another link asks for new pictures,
//! a new word does not.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::progress::note;
use crate::{page, workspace};

/// The state of the page that the pictures show, and the file with the states.
pub(crate) const STATE: &str = "playground";
const STATES: &str = "tests/browser/states.rs";

/// The pictures: their name among all pictures, and where the README has them.
const PICTURES: [(&str, &str); 2] = [
    ("playground-1440-light.png", "docs/playground-light.png"),
    ("playground-1440-dark.png", "docs/playground-dark.png"),
];

/// The style sheets in the pictures that the page does not start with: steps and tabs.
const LATER: [&str; 5] = [
    "app/ui/src/explorer/tabs/tabs.css",
    "app/ui/src/explorer/finding.css",
    "app/ui/src/explorer/tabs/corners/matrix.css",
    "app/ui/src/explorer/tabs/corners/documented_cases.css",
    "app/ui/src/explorer/trace.css",
];

const INDEX: &str = "index.html";

/// The file with a line for each thing that the pictures depend on: its name, a tab, its digest.
const RECORD: &str = "docs/pictures.txt";

/// The beginning of the record.
const HEAD: &str = "# What README's pictures were made of: cargo xtask screenshots --docs\n";

/// Copies the pictures from the folder of all pictures, and records what they show.
pub(crate) fn renew(folder: &Path) -> Result<()> {
    for (picture, place) in PICTURES {
        let picture = folder.join(picture);
        fs::copy(&picture, workspace::root().join(place))
            .with_context(|| format!("cannot copy {} to {place}", picture.display()))?;
        note(&format!("{place} is new"));
    }
    let record = HEAD.to_owned() + &now()?;
    fs::write(workspace::root().join(RECORD), record)
        .with_context(|| format!("cannot write {RECORD}"))
}

/// The lines of the record for what is there now.
fn now() -> Result<String> {
    let mut lines = String::new();
    writeln!(lines, "link of {STATE}\t{}", link(&read(STATES)?, STATE)?)?;
    let sheets = sheets()?;
    for file in [INDEX].into_iter().chain(sheets.iter().map(String::as_str)) {
        writeln!(lines, "{file}\t{}", page::digest_of(normal(&read(file)?).as_bytes()))?;
    }
    for (_, place) in PICTURES {
        let picture = fs::read(workspace::root().join(place));
        let picture = picture.with_context(|| format!("cannot read {place}"))?;
        writeln!(lines, "{place}\t{}", page::digest_of(&picture))?;
    }
    Ok(lines)
}

fn read(file: &str) -> Result<String> {
    fs::read_to_string(workspace::root().join(file)).with_context(|| format!("cannot read {file}"))
}

/// A text as it is in the repository: git may have written other ends of lines.
fn normal(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// The style sheets in the pictures.
fn sheets() -> Result<Vec<String>> {
    let [mut sheets, _] = page::style_sheets()?;
    sheets.extend(LATER.map(str::to_owned));
    Ok(sheets)
}

/// The link of a state in the source with the states: `link("playground", FMA)`, with
/// `const FMA: &str = "…"`, or the link itself in its place.
fn link<'t>(source: &'t str, state: &str) -> Result<&'t str> {
    let link = |text: &'t str| text.trim_start().strip_prefix('"')?.split('"').next();
    let found = source.split_once(&format!("(\"{state}\", ")).and_then(|(_, rest)| {
        let constant = || {
            let name = rest.split([',', ')']).next()?;
            link(source.split_once(&format!("const {name}: &str ="))?.1)
        };
        link(rest).or_else(constant)
    });
    found.with_context(|| format!("{STATES} has no state `{state}`"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{HEAD, LATER, RECORD, link, normal, now, read, sheets};
    use crate::{page, workspace};

    /// The names that a record has with another digest, or that one of two records lacks.
    fn differing<'t>(recorded: &'t str, now: &'t str) -> Vec<&'t str> {
        let lines = |text: &'t str| text.lines().filter(|line| !line.starts_with('#'));
        let only =
            |text, other| lines(text).filter(move |line| !lines(other).any(|it| it == *line));
        let all = only(recorded, now).chain(only(now, recorded));
        let mut names: Vec<_> = all.filter_map(|line| line.split('\t').next()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    const RENEW: &str = "to renew them: cargo xtask screenshots --docs --only playground";

    #[test]
    fn readmes_pictures_show_the_style_of_today() {
        let recorded = fs::read_to_string(workspace::root().join(RECORD));
        let recorded = recorded.unwrap_or_else(|error| panic!("{RECORD}: {error}; {RENEW}"));
        let now = now().expect("what the pictures show");
        let differing = differing(&recorded, &now);
        assert!(
            differing.is_empty(),
            "README's pictures are not of the present {}; {RENEW}",
            differing.join(", ")
        );
        assert_eq!(normal(&recorded), HEAD.to_owned() + &now, "{RECORD} is in order");
    }

    #[test]
    fn the_sheets_of_the_playground_are_those_of_its_start_of_steps_and_of_tabs() {
        let found = sheets().expect("style sheets");
        for sheet in ["style/tokens.css", "app/ui/src/playground/answer.css", LATER[0]] {
            assert!(found.iter().any(|each| each == sheet), "{found:?}");
        }
        assert!(!found.iter().any(|each| each.ends_with("/card.css")), "{found:?}");
        assert!(found.iter().all(|each| read(each).is_ok()), "{found:?}");
        let [_, later] = page::style_sheets().expect("style sheets");
        assert!(LATER.iter().all(|sheet| later.iter().any(|each| each == sheet)), "{later:?}");
    }

    #[test]
    fn links_are_found_by_the_name_of_their_state() {
        let source = "const FMA: &str = \"v1/fma?a=1\";\nconst EX2: &str =\n    \"v1/ex2\";\n\
                      link(\"opening\", \"\"), link(\"one\", FMA),\nsteps(\"two\", EX2, &[]),\n\
                      link(\"three\", \"v1/a?sweep=a,b\")";
        let found =
            ["opening", "one", "two", "three"].map(|state| link(source, state).expect(state));
        assert_eq!(found, ["", "v1/fma?a=1", "v1/ex2", "v1/a?sweep=a,b"]);
        assert!(link(source, "four").is_err() && link("link(\"one\", FMA)", "one").is_err());
    }

    #[test]
    fn what_changed_is_named() {
        let before = "# head\na\t1\nb\t2\nc\t3\n";
        assert!(differing(before, "a\t1\nb\t2\nc\t3\n").is_empty());
        assert_eq!(differing(before, "a\t1\nb\t0\nd\t3\n"), ["b", "c", "d"]);
    }

    #[test]
    fn ends_of_lines_do_not_matter() {
        assert_eq!(normal("a\r\nb\r\n"), normal("a\nb\n"));
    }
}
