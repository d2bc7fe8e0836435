//! The versions and targets that the assembler knows: found by asking.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use ptxas_record::Version;

use super::assembler::Assembler;
use crate::parallel;

/// The letters after a target's number.
const SUFFIXES: [&str; 3] = ["", "a", "f"];

/// Versions that it knows and that were never published.
const UNPUBLISHED: [Version; 1] = [Version { major: 5, minor: 1 }];

/// The versions, oldest first, and the targets, each with the first version that knows it.
pub(super) fn all(assembler: &Assembler) -> Result<(Vec<Version>, BTreeMap<String, Version>)> {
    let tried: Vec<_> = (1..=12)
        .flat_map(|major| (0..=9).map(move |minor| Version { major, minor }))
        .filter(|version| !UNPUBLISHED.contains(version))
        .collect();
    let known = parallel::map(&tried, |version| assembler.knows_version(*version))?;
    let versions: Vec<_> =
        tried.iter().zip(known).filter(|(_, known)| *known).map(|(it, _)| *it).collect();
    let newest = *versions.last().context("the assembler knows no version")?;

    let names: Vec<_> = (10..=139)
        .flat_map(|number| SUFFIXES.map(|suffix| format!("sm_{number}{suffix}")))
        .collect();
    let tried: Vec<_> = names.iter().map(|name| (newest, name.as_str())).collect();
    let known = parallel::map(&tried, |(version, name)| assembler.knows_pair(*version, name))?;
    let names: Vec<_> =
        tried.iter().zip(known).filter(|(_, known)| *known).map(|((_, it), _)| *it).collect();

    let tried: Vec<_> =
        names.iter().flat_map(|name| versions.iter().map(|version| (*version, *name))).collect();
    let known = parallel::map(&tried, |(version, name)| assembler.knows_pair(*version, name))?;
    let mut targets = BTreeMap::new();
    for ((version, name), known) in tried.into_iter().zip(known) {
        match targets.get(name) {
            None if known => {
                targets.insert(name.to_owned(), version);
            }
            Some(first) if !known => bail!("{name} is known to {first}, but not to {version}"),
            _ => {}
        }
    }
    Ok((versions, targets))
}
