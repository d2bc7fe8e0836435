//! The news of each version of PTX: forms, modifiers and targets that it brought, and what it took
//! away.

use ptxfp::catalog::{
    ANY, Clause, Form, ISA_VERSIONS, IsaVersion, LATEST_ISA, Requires, TARGETS, Targets, forms,
};
use ptxfp::internals::quote::quoted;

use crate::route::Route;

/// All versions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewsView {
    /// The error in the address; may be empty.
    pub problem: String,
    /// The versions that brought something, the newest first.
    pub versions: Vec<VersionView>,
}

/// A version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VersionView {
    /// Its number.
    pub version: String,
    /// The name of its heading.
    pub id: String,
    /// The fragment of this page at it.
    pub fragment: String,
    /// The fragment of the reference with the forms that are as new.
    pub query: Option<String>,
    /// How much it brought: `1 generation, 12 forms`.
    pub summary: String,
    /// Whether it is open at first: the one asked for, or else the newest.
    pub is_open: bool,
    /// Its news, by kind.
    pub groups: Vec<BroughtView>,
}

/// The news of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BroughtView {
    /// The kind.
    pub title: &'static str,
    /// One of it, and several.
    pub nouns: [&'static str; 2],
    /// Code, and what there is to say of it.
    pub lines: Vec<(String, String)>,
}

/// The number of versions that are open at first.
const OPEN: usize = 3;

/// The name of the heading of a version.
pub(super) fn id(version: &str) -> String {
    ["new-", &version.replace(|c: char| !c.is_ascii_digit(), "-")].concat()
}

/// All versions; `asked` is the one requested by the address.
pub fn news(asked: &str) -> NewsView {
    let versions = ISA_VERSIONS.iter().rev().map(|version| view(*version));
    let is_known = asked.is_empty() || IsaVersion::parse(asked).is_some();
    let mut versions: Vec<_> = versions.filter(|version| !version.groups.is_empty()).collect();
    for (place, version) in versions.iter_mut().enumerate() {
        version.is_open = version.version == asked || asked.is_empty() && place < OPEN;
    }
    let problem = if !is_known {
        [&*quoted(asked), " is not a version of the PTX ISA."].concat()
    } else if !asked.is_empty() && versions.iter().all(|version| version.version != asked) {
        ["PTX ISA ", asked, " brought nothing of floating point."].concat()
    } else {
        String::new()
    };
    NewsView { problem, versions }
}

/// A version.
fn view(version: IsaVersion) -> VersionView {
    let mut all = Brought::default();
    for target in TARGETS.iter().filter(|target| target.since == version) {
        match all.targets.iter_mut().find(|line| line.1 == target.generation()) {
            Some(line) => line.0.extend([", ", target.name]),
            None => all.targets.push((target.name.to_owned(), target.generation().to_owned())),
        }
    }
    for form in forms().filter(|form| form.is_assembled()) {
        all.add(form, version);
    }
    let query = || Route::Reference(["since:", &version.to_string()].concat()).fragment();
    let has_forms = !all.forms.is_empty() && version >= RECENT;
    let kinds = [
        ("New targets", ["generation", "generations"], all.targets),
        ("New forms", ["form", "forms"], all.forms),
        ("New modifiers and types", ["modifier", "modifiers"], all.modifiers),
        ("On more targets", ["form on more targets", "forms on more targets"], all.wider),
        ("Withdrawn after it", ["form withdrawn", "forms withdrawn"], all.last),
    ];
    let groups = kinds.into_iter().filter(|(_, _, lines)| !lines.is_empty());
    let brought = |(title, nouns, lines)| BroughtView { title, nouns, lines };
    let groups: Vec<_> = groups.map(brought).collect();
    let counts = groups.iter().map(|group| {
        let count = group.lines.len();
        let noun = group.nouns[usize::from(count != 1)];
        [&*count.to_string(), " ", noun].concat()
    });
    let name = version.to_string();
    VersionView {
        summary: counts.collect::<Vec<_>>().join(", "),
        is_open: false,
        id: id(&name),
        fragment: Route::News(name.clone()).fragment(),
        version: name,
        query: has_forms.then(query),
        groups,
    }
}

/// The first version for which the forms since then are few.
const RECENT: IsaVersion = ptxfp::catalog::isa(7, 0);

/// The news of a version, a list for each kind.
#[derive(Default)]
struct Brought {
    targets: Vec<(String, String)>,
    forms: Vec<(String, String)>,
    modifiers: Vec<(String, String)>,
    wider: Vec<(String, String)>,
    last: Vec<(String, String)>,
}

impl Brought {
    /// Adds what a version brought of a form.
    fn add(&mut self, form: &Form, version: IsaVersion) {
        let of = |requires: &Requires, is_it: fn(&Clause, IsaVersion) -> bool| {
            let clauses = requires.0.iter().filter(|clause| is_it(clause, version));
            let mut words: Vec<String> = Vec::new();
            for clause in clauses {
                let targets = clause.targets.to_string();
                if clause.targets != Targets::From(10) && !words.contains(&targets) {
                    words.push(targets);
                }
            }
            words.join(", ")
        };
        let begins = |clause: &Clause, version| clause.isa == version;
        let ends = |clause: &Clause, version| clause.until == Some(version);
        let line = || form.syntax().trim_end_matches(';').to_owned();
        if first(&form.requires) == Some(version) {
            let status = if form.is_documented() { "" } else { "undocumented" };
            let targets = of(&form.requires, begins);
            let comma = if status.is_empty() || targets.is_empty() { "" } else { ", " };
            self.forms.push((line(), [&*targets, comma, status].concat()));
        } else if form.requires.0.iter().any(|clause| begins(clause, version)) {
            self.wider.push((line(), of(&form.requires, begins)));
        }
        let is_last = |clause: &Clause| clause.until == Some(version) && version != LATEST_ISA;
        if form.requires.0.iter().any(is_last) {
            self.last.push((line(), of(&form.requires, ends)));
        }
        for choice in form.choices().filter(|choice| choice.requires != ANY) {
            let is_new = first(&choice.requires) == Some(version);
            if is_new && first(&form.requires).is_some_and(|first| first < version) {
                let code = [form.opcode, " ", choice.modifier.spelling()].concat();
                let targets = of(&choice.requires, begins);
                let comma = if targets.is_empty() { "" } else { "; " };
                let note = [&*choice.modifier.gloss(), comma, &targets].concat();
                if !self.modifiers.contains(&(code.clone(), note.clone())) {
                    self.modifiers.push((code, note));
                }
            }
        }
    }
}

/// The first version that meets a requirement on some target.
fn first(requires: &Requires) -> Option<IsaVersion> {
    requires.0.iter().map(|clause| clause.isa).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptxfp::catalog::query::Query;

    fn version(view: &NewsView, version: &str) -> VersionView {
        view.versions.iter().find(|each| each.version == version).unwrap().clone()
    }

    #[test]
    fn versions_are_listed_with_what_they_brought() {
        let view = news("9.2");
        assert_eq!(view.problem, "");
        let new = version(&view, "9.2");
        assert_eq!((&*new.id, &*new.fragment), ("new-9-2", "new/9.2"));
        assert_eq!(view.versions.iter().filter(|each| each.is_open).count(), 1);
        assert!(new.is_open && new.summary.contains("forms"), "{}", new.summary);
        let lines = |new: &VersionView| -> Vec<String> {
            new.groups.iter().flat_map(|group| &group.lines).map(|line| line.0.clone()).collect()
        };
        assert!(lines(&new).iter().all(|line| line.starts_with("cvt")), "{:?}", lines(&new));
        let blackwell = version(&view, "8.6");
        assert!(lines(&blackwell).iter().any(|line| line.starts_with("sm_100")));
        assert!(
            lines(&blackwell).iter().any(|line| line.starts_with("add") && line.contains("f32x2"))
        );
    }

    #[test]
    fn every_form_that_is_assembled_is_new_in_one_version() {
        let view = news("");
        let groups = view.versions.iter().flat_map(|version| &version.groups);
        let new = groups.filter(|group| group.title == "New forms");
        let count = new.map(|group| group.lines.len()).sum::<usize>();
        assert_eq!(count, forms().filter(|form| form.is_assembled()).count());
    }

    #[test]
    fn links_to_the_reference_find_what_is_new() {
        for version in news("").versions {
            let Some(query) = version.query else { continue };
            let Some(Route::Reference(query)) = Route::of(&query) else { panic!("{query}") };
            assert!(!Query::parse(&query).0.forms().is_empty(), "{query}");
        }
    }

    #[test]
    fn a_version_that_is_none_is_reported() {
        assert!(news("9.9").problem.contains("`9.9`"));
        assert!(news("9.3").problem.is_empty() || news("9.3").problem.contains("brought nothing"));
    }
}
