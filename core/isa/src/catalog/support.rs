//! The generations of GPUs that have something, with the first version of PTX.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::requires::{Requires, first_version, last_version};
use super::target::{Features, IsaVersion, LATEST_ISA, TARGETS, Target};

/// The targets of a generation that have something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Support {
    /// The generation: `Hopper`.
    pub generation: &'static str,
    /// Its targets.
    pub targets: Vec<&'static Target>,
    /// Those of them that have it in some version.
    pub having: Vec<&'static Target>,
    /// The first version in which one of them has it.
    pub from: Option<IsaVersion>,
    /// The last one, where it was withdrawn.
    pub until: Option<IsaVersion>,
}

/// Returns what each generation has of something with these requirements, the oldest first.
///
/// ```
/// use ptxfp::catalog::{forms_of, support};
///
/// let form = forms_of("tanh").next().unwrap();
/// let all = support(&[form.requires]);
/// let turing = all.iter().find(|each| each.generation == "Turing").unwrap();
/// assert_eq!(turing.from.unwrap().to_string(), "7.0");
/// assert_eq!(all[0].from, None);
/// ```
#[must_use]
pub fn support(requires: &[Requires]) -> Vec<Support> {
    let mut all: Vec<Support> = Vec::new();
    for target in TARGETS {
        let generation = target.generation();
        let place = all.iter().position(|each| each.generation == generation);
        let place = place.unwrap_or_else(|| {
            all.push(Support {
                generation,
                targets: Vec::new(),
                having: Vec::new(),
                from: None,
                until: None,
            });
            all.len() - 1
        });
        let Some(support) = all.get_mut(place) else { continue };
        support.targets.push(target);
        let (first, last) = (first_version(requires, target), last_version(requires, target));
        if let (Some(first), Some(last)) = (first, last) {
            support.having.push(target);
            support.from = Some(support.from.map_or(first, |from| from.min(first)));
            support.until = (last != LATEST_ISA).then_some(last);
        }
    }
    all
}

impl Support {
    /// Whether every target of the generation has it.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.having.len() == self.targets.len()
    }

    /// Returns the versions: `7.8`, `1.0–1.3`; nothing where no target has it.
    #[must_use]
    pub fn versions(&self) -> String {
        let from = self.from.map(|from| from.to_string()).unwrap_or_default();
        match self.until {
            Some(until) if Some(until) != self.from => from + "–" + &until.to_string(),
            Some(_) | None => from,
        }
    }

    /// Returns the targets that have it, where those are not all: `a, f only`, `sm_89 only`.
    #[must_use]
    pub fn only(&self) -> String {
        if self.is_whole() || self.having.is_empty() {
            return String::new();
        }
        let numbers = |list: &[&Target]| {
            let mut numbers: Vec<u16> = list.iter().map(|target| target.sm).collect();
            numbers.dedup();
            numbers
        };
        let having = numbers(&self.having);
        let has = |features| self.having.iter().any(|target| target.features == features);
        let letters = match [Features::Baseline, Features::Family, Features::Architecture].map(has)
        {
            [false, true, true] => "a, f",
            [false, true, false] => "f",
            [false, false, true] => "a",
            _ => "",
        };
        // Letters alone say it where every number has some target with them.
        if !letters.is_empty() && having == numbers(&self.targets) {
            return [letters, " only"].concat();
        }
        match self.having[..] {
            [only] => [only.name, " only"].concat(),
            [one, other] => [one.name, ", ", other.name].concat(),
            _ => {
                let count = |list: &[&Target]| list.len().to_string();
                [&*count(&self.having), " of ", &count(&self.targets)].concat()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::forms;
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn of(syntax: &str, generation: &str) -> Support {
        let form = forms().find(|form| form.syntax().starts_with(syntax)).unwrap();
        support(&[form.requires]).into_iter().find(|each| each.generation == generation).unwrap()
    }

    #[test]
    fn generations_are_in_their_order_and_have_every_target() {
        let all = support(&[]);
        let names: Vec<_> = all.iter().map(|each| each.generation).collect();
        assert_eq!((names[0], names[names.len() - 2]), ("Tesla", "Blackwell"));
        assert_eq!(all.iter().map(|each| each.targets.len()).sum::<usize>(), TARGETS.len());
        assert!(all.iter().all(|each| each.is_whole() && each.only().is_empty()));
    }

    #[test]
    fn some_targets_of_a_generation_are_named() {
        let scaled = of("cvt.rs", "Blackwell");
        assert_eq!((scaled.versions(), scaled.only()), ("8.7".into(), "sm_100a, sm_103a".into()));
        assert_eq!(of("tanh.approx.f32", "Pascal").versions(), "");
        assert_eq!(of("fma.rnd{.ftz}.f32x2", "Hopper").from, None);
    }
}
