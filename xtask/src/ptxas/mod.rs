//! `cargo xtask ptxas`: records what NVIDIA's assembler accepts.
//!
//! Not part of any check: the record is committed, and the tests read it. Run this when the grid of
//! what is tried grows, or for another version of the assembler.

mod assembler;
pub(crate) mod date;
mod difference;
mod discover;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context as _, Error, Result};
use assembler::Assembler;
pub(crate) use date::today;
use ptxas_record::{GRID, Grid, LEGALITY, ORDER, Record, Statement, Version, vectors};

use crate::cli::PtxasOptions;
use crate::progress::{note, step};
use crate::{parallel, setup};

/// Asks everything, and writes the records or compares them.
pub(crate) fn run(options: &PtxasOptions) -> Result<()> {
    let (program, version) = setup::ptxas::ensure(options.ptxas.as_deref())?;
    note(&format!("asking {} {version}", program.display()));
    let grid = Grid::parse(&read(GRID)?).map_err(Error::msg).context(GRID)?;
    let assembler = Assembler::new(program, grid.declarations())?;
    let (versions, targets) =
        step("the versions and targets it knows", "1 min", || discover::all(&assembler))?;
    note(&format!("{} versions, {} targets", versions.len(), targets.len()));
    let empty = Record { versions, targets, classes: Vec::new() };
    let what = format!("{} statements on {} pairs", grid.statements.len(), empty.pairs().len());
    let record = step(&what, "1 h on 2 cores", || ask_all(&assembler, &grid, &empty))?;
    let orders = step("the order of modifiers", "1 s", || ask_orders(&assembler, &grid, &record))?;
    if options.verify {
        return difference::check(&record, &orders);
    }
    let header = |what: &str| {
        format!(
            "# {what}\n# oracle: ptxas {version}\n# command: cargo xtask ptxas\n# date: {}\n\
             # GPU, driver: none\n",
            today()
        )
    };
    write(
        LEGALITY,
        &format!("{}{}", header(&legality_title(&grid, &record)), record.write(&grid)),
    )?;
    write(ORDER, &format!("{}{orders}", header(ORDER_TITLE)))
}

fn legality_title(grid: &Grid, record: &Record) -> String {
    let n_taken: usize = record.classes.iter().map(|class| class.statements.len()).sum();
    format!(
        "Which statements the assembler accepts: {n_taken} of the {} that {GRID} expands to, in {} \
         classes,\n# on {} pairs of version and target. Each class says from which version on (and \
         up to which, if\n# not for ever) each target takes it; a target that a later version \
         introduced, from that one on.\n# Statements, targets and versions that are not listed are \
         rejected. What is taken by a bug, as\n# {GRID} calls it, is listed all the same.",
        grid.statements.len(),
        record.classes.len(),
        record.pairs().len()
    )
}

const ORDER_TITLE: &str = "Whether the assembler accepts modifiers in another order, and twice.";

/// Asks everything on every pair.
fn ask_all(assembler: &Assembler, grid: &Grid, empty: &Record) -> Result<Record> {
    let lines = with_registers(grid, &grid.statements)?;
    let pairs = empty.pairs();
    let answers = parallel::map(&pairs, |(version, target)| {
        let taken = assembler.ask(*version, target, &lines)?;
        // Errors might have kept the assembler from looking further.
        let again: Vec<_> = taken.iter().map(|index| lines[*index].clone()).collect();
        let still = assembler.ask(*version, target, &again)?;
        if still.len() < taken.len() {
            let n_late = taken.len() - still.len();
            note(&format!("{version} {target}: {n_late} are rejected only without the others"));
        }
        Ok(still.iter().map(|index| taken[*index]).collect::<Vec<_>>())
    })?;
    let taken: HashMap<(Version, &str), Vec<usize>> = pairs.iter().copied().zip(answers).collect();
    let is_taken = |index: usize, version: Version, target: &str| {
        taken.get(&(version, target)).is_some_and(|it| it.binary_search(&index).is_ok())
    };
    Ok(Record::new(empty.versions.clone(), empty.targets.clone(), &grid.statements, is_taken))
}

/// Asks about orders, where most is taken; returns the record's lines.
fn ask_orders(assembler: &Assembler, grid: &Grid, record: &Record) -> Result<String> {
    const TARGET: &str = "sm_100a";
    let version = *record.versions.last().context("no version is known")?;
    let lines = with_registers(grid, &grid.orders)?;
    let taken = assembler.ask(version, TARGET, &lines)?;
    let mut text = format!("context {version} {TARGET}\n");
    for (index, statement) in grid.orders.iter().enumerate() {
        let verdict = if taken.contains(&index) { "accepted" } else { "rejected" };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{verdict} {statement}");
    }
    Ok(text)
}

fn with_registers(grid: &Grid, statements: &[Statement]) -> Result<Vec<String>> {
    let lines = statements.iter().map(|it| grid.with_registers(it));
    lines.collect::<Result<_, _>>().map_err(Error::msg)
}

fn read(name: &str) -> Result<String> {
    let path = vectors().join(name);
    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}

fn write(name: &str, text: &str) -> Result<()> {
    let path = vectors().join(name);
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    note(&format!("wrote {name}: {} lines", text.lines().count()));
    Ok(())
}
