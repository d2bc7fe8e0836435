//! The folder that stands for a clone of the repository: what the commands of our documents write there.
//!
//! These commands run in the repository. The projects see only their results, copied.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::document::block;
use super::place::World;
use super::projects::Need;
use crate::setup::{cargo_tool, testfloat};
use crate::{npm, process, workspace};

/// Everything that projects need, in the order in which it is prepared.
pub(super) const ALL: [Need; 6] =
    [Need::Sources, Need::Command, Need::Npm, Need::Wheel, Need::MdBook, Need::TestFloat];

/// The sources of the library.
const SOURCES: [&str; 7] = [
    "Cargo.toml",
    "core/Cargo.toml",
    "core/README.md",
    "core/src",
    "core/number",
    "core/isa",
    "core/lab",
];

/// The action that checks links.
const ACTION: &str = ".github/actions/linkcheck";

/// Prepares what projects need; returns why it is not there, if it is no matter of our documents.
pub(super) fn prepare(need: Need, world: &World) -> Result<Option<String>> {
    match need {
        Need::Sources => {
            for name in SOURCES {
                copy(&workspace::root().join(name), &world.clone_folder().join(name))?;
            }
        }
        Need::Command => return command(world).map(|()| None),
        Need::Npm => {
            if process::find_on_path("npm").is_none() {
                return Ok(Some("npm is missing".to_owned()));
            }
            npm::package()?;
            copy(&npm::folder(), &world.clone_folder().join("target/npm"))?;
        }
        Need::Wheel => return wheel(world),
        Need::MdBook => return program(world, "mdBook", cargo_tool::ensure_mdbook()),
        Need::TestFloat => {
            return program(world, "TestFloat", testfloat::ensure().map(|it| it.verify));
        }
    }
    Ok(None)
}

/// Copies a program to where the documents' commands find it.
fn program(world: &World, name: &str, found: Result<PathBuf>) -> Result<Option<String>> {
    match found {
        Ok(program) => {
            let file = program.file_name().context("a name")?;
            copy(&program, &world.installed().join("bin").join(file))?;
            Ok(None)
        }
        Err(error) => Ok(Some(format!("{name} is missing: {error:#}"))),
    }
}

/// Installs the command as the README says, and copies the action, which calls it.
fn command(world: &World) -> Result<()> {
    let place = world.place_in("The clone: the command", workspace::root().to_path_buf())?;
    let text = place.text(&block("README.md", "Try it", "sh"))?;
    let install = text.lines().find(|line| line.starts_with("cargo install"));
    place.run(install.context("the README does not install")?, &[], "README.md, Try it")?;
    copy(&workspace::root().join(ACTION), &world.clone_folder().join(ACTION))
}

/// Builds the wheel, and installs it in an environment, as its README says.
fn wheel(world: &World) -> Result<Option<String>> {
    let environment = world.environment();
    let mut venv = process::command("python3");
    if let Err(error) = process::output(venv.args(["-m", "venv"]).arg(&environment)) {
        return Ok(Some(format!("no environment of Python: {error:#}")));
    }
    let build = block("core/python/README.md", "Build and install", "sh");
    let wheels = workspace::target_dir().join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels).context("cannot remove old wheels")?;
    }
    let place = world.place_in("The clone: the wheel", workspace::root().join("core/python"))?;
    place.run_block(&build)?;
    copy(&wheels, &world.clone_folder().join("target/wheels"))?;
    world.place("The environment of Python")?.run_block(&build.next())?;
    Ok(None)
}

/// Copies a file, or a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
        let entries =
            fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))?;
        return entries.into_iter().try_for_each(|entry| {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))
        });
    }
    let parent = to.parent().context("a folder")?;
    fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}
