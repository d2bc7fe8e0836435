//! The requirements of a row or a modifier on version and target.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::target::{
    Context, Features, ISA_VERSIONS, IsaVersion, LATEST_ISA, TARGETS, Target, isa,
};
use crate::order::push_new;

/// A set of targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Targets {
    /// `sm_` numbers from this one on.
    From(u16),
    /// `sm_` numbers below this one.
    Below(u16),
    /// The target of this architecture that has its own features (`a`).
    Architecture(u16),
    /// "`sm_`…`f` or higher in the same family", and the architectures of the family (`a`).
    Family(u16),
}

impl Targets {
    /// Whether a target is one of them.
    pub fn contains(self, target: &Target) -> bool {
        match self {
            Self::From(sm) => target.sm >= sm,
            Self::Below(sm) => target.sm < sm,
            Self::Architecture(sm) => target.sm == sm && target.features == Features::Architecture,
            Self::Family(sm) => {
                target.sm >= sm
                    && family(target.sm) == family(sm)
                    && target.features != Features::Baseline
            }
        }
    }

    /// Whether all targets of this set are in another one, which has more.
    fn are_fewer_than(self, others: Self) -> bool {
        let are_within = |one: Self, other: Self| {
            TARGETS.iter().all(|target| !one.contains(target) || other.contains(target))
        };
        are_within(self, others) && !are_within(others, self)
    }
}

/// The first architecture of a family.
const fn family(sm: u16) -> u16 {
    match sm {
        103 | 107 => 100,
        // `sm_101` is the old name of `sm_110`.
        110 => 101,
        121 => 120,
        other => other,
    }
}

impl fmt::Display for Targets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::From(sm) => write!(f, "sm_{sm} or higher"),
            Self::Below(20) => f.write_str("sm_1x"),
            Self::Below(sm) => write!(f, "targets below sm_{sm}"),
            Self::Architecture(sm) => write!(f, "sm_{sm}a"),
            Self::Family(sm) => write!(f, "the family of sm_{sm}f"),
        }
    }
}

/// Some targets, and the versions in which they have something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clause {
    /// "Introduced in".
    pub isa: IsaVersion,
    /// The last version that has it, where it was withdrawn.
    pub until: Option<IsaVersion>,
    /// The targets.
    pub targets: Targets,
}

impl Clause {
    fn has_version(&self, version: IsaVersion) -> bool {
        self.isa <= version && self.until.is_none_or(|until| version <= until)
    }
}

/// From this version on, for these targets.
pub const fn since(isa: IsaVersion, targets: Targets) -> Clause {
    Clause { isa, until: None, targets }
}

/// A requirement: one of the clauses must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Requires(pub &'static [Clause]);

/// No requirement beyond the first version and target.
pub const ANY: Requires = Requires(&[since(isa(1, 0), Targets::From(10))]);

/// A requirement that a context does not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmet {
    /// The version is older than this one.
    Isa(IsaVersion),
    /// The version is newer than this one, the last that has it.
    Ended(IsaVersion),
    /// The target is none of these.
    Target(Requires),
}

impl Requires {
    /// Whether `context` meets it.
    pub fn is_met(self, context: &Context) -> bool {
        let meets = |c: &Clause| c.targets.contains(context.target) && c.has_version(context.isa);
        self.0.iter().any(meets)
    }

    /// Returns what `context` lacks, the target first; nothing if the requirement is met.
    pub fn unmet(self, context: &Context) -> Vec<Unmet> {
        if self.is_met(context) {
            return Vec::new();
        }
        let fitting = self.0.iter().filter(|clause| clause.targets.contains(context.target));
        let has_target = fitting.clone().next().is_some();
        let mut unmet = Vec::new();
        if !has_target {
            unmet.push(Unmet::Target(self));
        }
        let clauses =
            || self.0.iter().filter(|c| !has_target || c.targets.contains(context.target));
        let first = clauses().map(|clause| clause.isa).min();
        let last =
            clauses().map(|clause| clause.until).max_by_key(|until| until.unwrap_or(isa(255, 0)));
        if let Some(first) = first.filter(|first| context.isa < *first) {
            unmet.push(Unmet::Isa(first));
        } else if let Some(last) = last.flatten().filter(|last| context.isa > *last) {
            unmet.push(Unmet::Ended(last));
        }
        unmet
    }

    /// The targets of a generation, such as `sm_12x`, if none of them qualifies in any version, and
    /// not just because its number is too low.
    pub fn lacking_generation(self, target: &Target) -> Option<String> {
        let generation = target.sm / 10;
        let is_number =
            |clause: &Clause| matches!(clause.targets, Targets::From(_) | Targets::Below(_));
        let mut others = TARGETS.iter().filter(|other| other.sm / 10 == generation);
        let is_lacking = !self.0.iter().any(is_number)
            && !others.any(|other| self.0.iter().any(|clause| clause.targets.contains(other)));
        is_lacking.then(|| ["sm_", &generation.to_string(), "x"].concat())
    }

    /// The required targets, without versions: `sm_100a or the family of sm_120f`. Targets that a
    /// larger set of another clause contains are left out.
    pub fn targets(self) -> String {
        let (mut words, mut families) = (Vec::new(), Vec::new());
        let all = || self.0.iter().map(|clause| clause.targets);
        for targets in all().filter(|targets| !all().any(|others| targets.are_fewer_than(others))) {
            match targets {
                Targets::Family(sm) => push_new(&mut families, alloc::format!("sm_{sm}f")),
                other @ (Targets::From(_) | Targets::Below(_) | Targets::Architecture(_)) => {
                    push_new(&mut words, other.to_string());
                }
            }
        }
        if !families.is_empty() {
            words.push(alloc::format!("the family of {}", either(&families)));
        }
        either(&words)
    }
}

/// `a`, `a or b`, `a, b or c`.
pub fn either(words: &[String]) -> String {
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => [&rest.join(", "), " or ", last].concat(),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}

impl fmt::Display for Requires {
    /// Versions with their targets: `PTX ISA 8.1, sm_89 or higher`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before: Option<&Clause> = None;
        for clause in self.0 {
            match before {
                Some(last) if (last.isa, last.until) == (clause.isa, clause.until) => {
                    f.write_str(", ")?;
                }
                _ => {
                    f.write_str(if before.is_some() { "; PTX ISA " } else { "PTX ISA " })?;
                    match clause.until {
                        Some(until) => write!(f, "{} to {until}, ", clause.isa)?,
                        None => write!(f, "{}, ", clause.isa)?,
                    }
                }
            }
            write!(f, "{}", clause.targets)?;
            before = Some(clause);
        }
        Ok(())
    }
}

/// The context nearest to `context` that meets all requirements. It keeps the target if it can,
/// then the family, then the version; then the least distance counts. A later family is nearer than
/// an earlier one, and within a family the first target, which is the most common one.
pub fn nearest_context(requires: &[Requires], context: &Context) -> Option<Context> {
    let meets = |context: &Context| requires.iter().all(|each| each.is_met(context));
    let place = |isa: IsaVersion| ISA_VERSIONS.iter().position(|each| *each == isa).unwrap_or(0);
    let here = (place(context.isa), context.target);
    let target_place =
        |target: &Target| TARGETS.iter().position(|each| each == target).unwrap_or(0);
    let all = TARGETS.iter().flat_map(|target| {
        let versions = ISA_VERSIONS.iter().filter(move |isa| **isa >= target.since);
        versions.map(move |isa| Context { isa: *isa, target })
    });
    all.filter(meets).min_by_key(|other| {
        let is_other = other.target != here.1;
        let is_of_other_family = family(other.target.sm) != family(here.1.sm);
        let (there, home) = (target_place(other.target), target_place(here.1));
        // The general target of an architecture comes first.
        let is_older = is_of_other_family && there < home;
        let far = if is_older { TARGETS.len() + there } else { there.abs_diff(home) };
        (is_other, is_of_other_family, place(other.isa).abs_diff(here.0), far)
    })
}

/// The first version in which a target meets all requirements.
pub(crate) fn first_version(requires: &[Requires], target: &'static Target) -> Option<IsaVersion> {
    // A requirement can only begin to hold with a clause or with the target.
    let begins = requires.iter().flat_map(|each| each.0).map(|clause| clause.isa);
    meeting(requires, target, begins.chain([target.since])).min()
}

/// The last version in which a target meets all requirements.
pub(crate) fn last_version(requires: &[Requires], target: &'static Target) -> Option<IsaVersion> {
    let ends = requires.iter().flat_map(|each| each.0).filter_map(|clause| clause.until);
    meeting(requires, target, ends.chain([LATEST_ISA])).max()
}

/// The versions in which a target meets all requirements.
fn meeting(
    requires: &[Requires],
    target: &'static Target,
    versions: impl Iterator<Item = IsaVersion>,
) -> impl Iterator<Item = IsaVersion> {
    versions.filter(move |isa| {
        let context = Context { isa: *isa, target };
        *isa >= target.since && requires.iter().all(|each| each.is_met(&context))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    const EIGHT_BIT: Requires =
        Requires(&[since(isa(7, 8), Targets::From(90)), since(isa(8, 1), Targets::From(89))]);
    const FAMILY: Requires = Requires(&[
        since(isa(8, 6), Targets::Architecture(100)),
        since(isa(8, 8), Targets::Family(100)),
    ]);
    const DATA_CENTRE: Requires =
        Requires(&[since(isa(8, 6), Targets::Family(100)), since(isa(9, 0), Targets::Family(101))]);
    const LEGACY: Requires =
        Requires(&[Clause { isa: isa(1, 0), until: Some(isa(1, 3)), targets: Targets::From(10) }]);

    fn context(version: IsaVersion, target: &str) -> Context {
        Context { isa: version, target: Target::parse(target).unwrap() }
    }

    #[test]
    fn any_clause_will_do() {
        assert!(EIGHT_BIT.is_met(&context(isa(7, 8), "sm_90")));
        assert!(!EIGHT_BIT.is_met(&context(isa(7, 8), "sm_89")));
        assert!(EIGHT_BIT.is_met(&context(isa(8, 1), "sm_89")));
        for (target, first) in
            [("sm_100a", isa(8, 6)), ("sm_100f", isa(8, 8)), ("sm_103a", isa(8, 8))]
        {
            assert!(FAMILY.is_met(&context(first, target)), "{target}");
        }
        for target in ["sm_100", "sm_103", "sm_110f", "sm_121a"] {
            assert!(!FAMILY.is_met(&context(isa(9, 1), target)), "{target}");
        }
        assert!(!FAMILY.is_met(&context(isa(8, 6), "sm_103a")));
    }

    #[test]
    fn what_is_lacking_is_named() {
        let lacks = |r: Requires, version, target| r.unmet(&context(version, target));
        assert_eq!(lacks(EIGHT_BIT, isa(7, 8), "sm_89"), [Unmet::Isa(isa(8, 1))]);
        assert_eq!(lacks(EIGHT_BIT, isa(7, 8), "sm_80"), [Unmet::Target(EIGHT_BIT)]);
        assert_eq!(
            lacks(EIGHT_BIT, isa(7, 0), "sm_80"),
            [Unmet::Target(EIGHT_BIT), Unmet::Isa(isa(7, 8))]
        );
        assert_eq!(lacks(LEGACY, isa(1, 4), "sm_10"), [Unmet::Ended(isa(1, 3))]);
        assert_eq!(lacks(LEGACY, isa(1, 3), "sm_10"), []);
    }

    #[test]
    fn a_generation_that_lacks_something_is_named() {
        let lacking = |requires: Requires, target| {
            requires.lacking_generation(Target::parse(target).unwrap())
        };
        assert_eq!(lacking(DATA_CENTRE, "sm_120a").as_deref(), Some("sm_12x"));
        assert_eq!(lacking(DATA_CENTRE, "sm_90").as_deref(), Some("sm_9x"));
        // A member has it, a higher number has it, an older version has it.
        assert_eq!(lacking(DATA_CENTRE, "sm_110"), None);
        assert_eq!(lacking(EIGHT_BIT, "sm_75"), None);
        assert_eq!(lacking(LEGACY, "sm_10"), None);
    }

    #[test]
    fn versions_begin_and_end() {
        let versions = |requires: &[Requires], target| {
            let target = Target::parse(target).unwrap();
            (first_version(requires, target), last_version(requires, target))
        };
        let latest = Some(LATEST_ISA);
        assert_eq!(versions(&[EIGHT_BIT], "sm_90"), (Some(isa(7, 8)), latest));
        assert_eq!(versions(&[EIGHT_BIT], "sm_89"), (Some(isa(8, 1)), latest));
        assert_eq!(versions(&[EIGHT_BIT], "sm_86"), (None, None));
        assert_eq!(versions(&[FAMILY, EIGHT_BIT], "sm_103f"), (Some(isa(8, 8)), latest));
        assert_eq!(versions(&[LEGACY], "sm_12"), (Some(isa(1, 2)), Some(isa(1, 3))));
        assert_eq!(versions(&[LEGACY], "sm_20"), (None, None));
    }

    #[test]
    fn requirements_read_as_a_sentence() {
        assert_eq!(
            EIGHT_BIT.to_string(),
            "PTX ISA 7.8, sm_90 or higher; PTX ISA 8.1, sm_89 or higher"
        );
        assert_eq!(LEGACY.to_string(), "PTX ISA 1.0 to 1.3, sm_10 or higher");
    }

    #[test]
    fn targets_that_others_contain_are_not_named() {
        const NEW: Requires = Requires(&[
            since(isa(8, 6), Targets::Architecture(90)),
            since(isa(8, 6), Targets::Architecture(100)),
            since(isa(8, 8), Targets::Family(100)),
            since(isa(8, 8), Targets::Family(120)),
        ]);
        const TWICE: Requires =
            Requires(&[since(isa(1, 0), Targets::From(13)), since(isa(1, 4), Targets::From(13))]);
        assert_eq!(EIGHT_BIT.targets(), "sm_89 or higher");
        assert_eq!(FAMILY.targets(), "the family of sm_100f");
        assert_eq!(NEW.targets(), "sm_90a or the family of sm_100f or sm_120f");
        assert_eq!(TWICE.targets(), "sm_13 or higher");
    }

    #[test]
    fn the_nearest_context_keeps_what_it_can() {
        let near = |requires, version, target| {
            let found = nearest_context(requires, &context(version, target)).unwrap();
            (found.isa, found.target.name)
        };
        assert_eq!(near(&[EIGHT_BIT], isa(7, 8), "sm_89"), (isa(8, 1), "sm_89"));
        assert_eq!(near(&[EIGHT_BIT], isa(9, 1), "sm_80"), (isa(9, 1), "sm_89"));
        assert_eq!(near(&[FAMILY], isa(9, 1), "sm_103"), (isa(9, 1), "sm_103a"));
        assert_eq!(near(&[LEGACY], isa(9, 1), "sm_10"), (isa(1, 3), "sm_10"));
        assert_eq!(near(&[DATA_CENTRE], isa(9, 5), "sm_120"), (isa(9, 5), "sm_100a"));
        assert_eq!(near(&[DATA_CENTRE], isa(9, 5), "sm_90"), (isa(9, 5), "sm_100a"));
        assert_eq!(nearest_context(&[LEGACY, EIGHT_BIT], &context(isa(9, 1), "sm_90")), None);
    }
}
