//! Strangers: the smallest project of each kind of user, in an empty folder outside the repository.
//!
//! [`projects`] has a table of them. The commands and the code come from our documents, word for word
//! ([`document`]); the table adds what the user's own tool needs. A command that fails, or that does
//! not print what its document says, ends the stage. [`clone`] has what is built before, by the
//! commands that the documents have for that. The transcript is `target/strangers/transcript.md`.

mod clone;
mod document;
mod place;
mod projects;

use std::{env, fs};

use anyhow::{Context as _, Result, bail};

use place::{Place, World};
use projects::{PROJECTS, Part, Project, Step};

use crate::progress::{note, step};
use crate::skipped;

/// The variable with the names of the projects to run, separated by commas.
const ONLY: &str = "PTXFP_STRANGERS";

/// Follows our documents in all projects.
pub(crate) fn run() -> Result<()> {
    let world = World::new()?;
    let asked = env::var(ONLY).unwrap_or_default();
    let is_asked = |project: &&Project| {
        asked.is_empty() || asked.split(',').any(|name| name.trim() == project.name)
    };
    let chosen: Vec<_> = PROJECTS.iter().filter(is_asked).collect();
    if chosen.is_empty() {
        let all: Vec<_> = PROJECTS.iter().map(|project| project.name).collect();
        bail!("{ONLY} names no project; there are: {}", all.join(", "));
    }
    let mut missing = Vec::new();
    for need in clone::ALL {
        if chosen.iter().any(|project| project.needs.contains(&need))
            && let Some(why) = clone::prepare(need, &world)?
        {
            missing.push((need, why));
        }
    }
    for project in chosen {
        match missing.iter().find(|(need, _)| project.needs.contains(need)) {
            Some((_, why)) => skipped::part(&format!("strangers, {}", project.name), why)?,
            None => step(project.name, "by our documents", || follow(project, &world))?,
        }
    }
    note(&format!("the transcript is {}", place::transcript().display()));
    Ok(())
}

/// Does the steps of a project in an empty folder.
fn follow(project: &Project, world: &World) -> Result<()> {
    let place = world.place(project.name)?;
    for step in project.steps {
        take(step, &place).with_context(|| format!("{} stops", project.name))?;
    }
    Ok(())
}

/// Does a step.
fn take(step: &Step, place: &Place<'_>) -> Result<()> {
    match step {
        Step::Tool(command) => place.run(command, &[], "The tool's own"),
        Step::Follow(block) => place.run_block(block),
        Step::Prints(command, block) => {
            let text = place.text(block)?;
            let stated: Vec<_> = text.lines().map(str::to_owned).collect();
            place.run(command, &stated, block.document)
        }
        Step::File(name, parts) => {
            let text = parts.iter().map(|part| match part {
                Part::Ours(block) => place.text(block),
                Part::Checked(block) => place.checked(block),
                Part::Own(text) => Ok((*text).to_owned()),
            });
            place.write(name, &text.collect::<Result<String>>()?)
        }
        Step::Change(name, before, after) => {
            let path = place.folder.join(name);
            let text = fs::read_to_string(&path).with_context(|| format!("no file {name}"))?;
            if text.matches(before).count() != 1 {
                bail!("{name} does not have `{before}` once");
            }
            place.write(name, &text.replace(before, after))
        }
        Step::Fails(command, expected) => place.fail(command, expected),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::clone;
    use super::projects::{Need, PROJECTS, Part, Step};

    #[test]
    fn every_block_is_in_its_document() {
        let mut count = 0;
        for step in PROJECTS.iter().flat_map(|project| project.steps) {
            let parts = match step {
                Step::File(_, parts) => *parts,
                Step::Follow(block) | Step::Prints(_, block) => &[Part::Ours(*block)],
                Step::Tool(_) | Step::Change(..) | Step::Fails(..) => &[],
            };
            for part in parts {
                if let Part::Ours(block) | Part::Checked(block) = part {
                    let text = block.text().expect("a block");
                    assert!(!text.is_empty(), "{block:?}");
                    count += 1;
                }
            }
        }
        assert!(count >= 50, "{count}");
    }

    #[test]
    fn projects_have_names_of_their_own_and_what_they_need_is_prepared() {
        let names: BTreeSet<_> = PROJECTS.iter().map(|project| project.name).collect();
        assert_eq!(names.len(), PROJECTS.len());
        let needs = PROJECTS.iter().flat_map(|project| project.needs);
        assert!(needs.copied().all(|need: Need| clone::ALL.contains(&need)));
    }
}
