//! Whether the assembler still agrees with the record.

use std::collections::BTreeMap;

use anyhow::{Error, Result, bail};
use ptxas_record::{Availability, LEGALITY, ORDER, Record};

use crate::progress::note;

/// The number of differences that are shown.
const SHOWN: usize = 40;

/// Compares with the records; any difference is an error.
pub(super) fn check(record: &Record, orders: &str) -> Result<()> {
    let recorded = Record::parse(&super::read(LEGALITY)?).map_err(Error::msg)?;
    let mut differences = Vec::new();
    if (&recorded.versions, &recorded.targets) != (&record.versions, &record.targets) {
        differences.push("the versions and targets that it knows".to_owned());
    }
    let (old, new) = (by_statement(&recorded), by_statement(record));
    let all: std::collections::BTreeSet<_> = old.keys().chain(new.keys()).collect();
    for statement in all {
        let (old, new) = (old.get(statement), new.get(statement));
        if old != new {
            differences.push(match (old, new) {
                (None, _) => format!("{statement}: newly accepted"),
                (_, None) => format!("{statement}: no longer accepted"),
                _ => format!("{statement}: accepted for other targets"),
            });
        }
    }
    let recorded = super::read(ORDER)?;
    let lines: Vec<_> = recorded.lines().filter(|line| !line.starts_with('#')).collect();
    let changed = orders.lines().filter(|line| !lines.contains(line));
    differences.extend(changed.map(|line| format!("{line} now")));
    if differences.is_empty() {
        note("the answers agree with the record");
        return Ok(());
    }
    differences.iter().take(SHOWN).for_each(|it| note(it));
    bail!("{} differences from the records; `cargo xtask ptxas` rewrites them", differences.len())
}

fn by_statement(record: &Record) -> BTreeMap<String, &Availability> {
    let classes = record.classes.iter();
    let all = classes.flat_map(|class| class.statements.iter().map(move |it| (it, class)));
    all.map(|(it, class)| (it.to_string(), &class.availability)).collect()
}
