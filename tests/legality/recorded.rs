//! The recorded verdicts.

use std::collections::BTreeMap;

use conformance::expect;
use conformance::subject::context;
use ptxfp::catalog::{Context, ISA_VERSIONS, IsaVersion, TARGETS};

/// The version from which on each target takes something.
pub(crate) type Since = BTreeMap<String, IsaVersion>;

/// What `vectors/ptxas-legality.txt` says.
pub(crate) struct Recorded {
    /// From which version on the assembler knows each target.
    pub(crate) known: Since,
    /// Spellings that are accepted somewhere, with where.
    pub(crate) accepted: BTreeMap<String, usize>,
    /// Where, by class.
    pub(crate) classes: Vec<Since>,
}

impl Recorded {
    /// Reads the file.
    pub(crate) fn read() -> Self {
        let text = expect::read("vectors/ptxas-legality.txt");
        let (mut known, mut accepted, mut classes) = (Since::new(), BTreeMap::new(), Vec::new());
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<_> = line.split_whitespace().collect();
            match &words[..] {
                ["known"] => {}
                ["class"] => classes.push(Since::new()),
                [version, targets @ ..] if version.ends_with(':') => {
                    let version = IsaVersion::parse(version.trim_end_matches(':'));
                    let since = classes.last_mut().unwrap_or(&mut known);
                    let version = version.expect("a PTX ISA version");
                    since.extend(targets.iter().map(|target| ((*target).to_owned(), version)));
                }
                spellings => {
                    let class = classes.len() - 1;
                    accepted.extend(spellings.iter().map(|it| ((*it).to_owned(), class)));
                }
            }
        }
        Self { known, accepted, classes }
    }

    /// Every pair of version and target that the assembler knows.
    pub(crate) fn contexts(&self) -> Vec<Context> {
        let mut contexts = Vec::new();
        for (target, since) in &self.known {
            let versions = ISA_VERSIONS.iter().filter(|version| *version >= since);
            contexts.extend(versions.map(|version| context(&version.to_string(), target)));
        }
        contexts
    }

    /// Whether the assembler accepts a spelling there.
    pub(crate) fn accepts(&self, spelling: &str, context: &Context) -> bool {
        let class = self.accepted.get(spelling).and_then(|class| self.classes.get(*class));
        let since = class.and_then(|since| since.get(context.target.name));
        since.is_some_and(|since| context.isa >= *since)
    }

    /// Whether some verdict of the target changes with this version.
    pub(crate) fn is_turning_point(&self, context: &Context) -> bool {
        let all = self.classes.iter().chain([&self.known]);
        all.filter_map(|since| since.get(context.target.name)).any(|since| *since == context.isa)
    }
}

/// Every spelling that the file's header says was tried.
pub(crate) fn candidates() -> Vec<String> {
    const GROUPS: [&[&str]; 6] = [
        &["", ".rn", ".rz", ".rm", ".rp"],
        &["", ".approx"],
        &["", ".ftz"],
        &["", ".oob"],
        &["", ".sat"],
        &["", ".relu"],
    ];
    const TYPES: [&str; 9] =
        ["f16", "f16x2", "bf16", "bf16x2", "f32", "f32x2", "f64", "f32.f16", "f32.bf16"];
    let mut heads: Vec<_> = ["add", "sub", "mul", "fma"].map(str::to_owned).into();
    for group in GROUPS {
        heads = heads
            .iter()
            .flat_map(|head| group.iter().map(move |it| format!("{head}{it}")))
            .collect();
    }
    heads.iter().flat_map(|head| TYPES.map(|types| format!("{head}.{types}"))).collect()
}

#[test]
fn the_core_knows_the_targets_that_the_assembler_knows() {
    let recorded = Recorded::read();
    let ours: Since = TARGETS.iter().map(|it| (it.name.to_owned(), it.since)).collect();
    assert_eq!(ours, recorded.known);
}
