//! The folder that travels to the machine with the GPU: modules and what is in them.

use std::fmt::Write as _;
use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use crate::plan::{Plan, statement};
use crate::{Result, kernel};

/// The contents of the folder: target, assembler, and the statement of each kernel.
pub const MANIFEST: &str = "manifest.txt";

/// The manifest of a plan.
#[must_use]
pub fn manifest(plan: &Plan, assembler: &str) -> String {
    let target = plan.context.target.name;
    let mut text = format!("target {target}\nassembler {assembler}\n");
    for (kernel, instruction) in plan.instructions.iter().enumerate() {
        let module = Plan::module_of(kernel);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "k{kernel} {module} {}", statement(instruction));
    }
    text
}

/// The plan of a folder, and its assembler; its kernels must be those of this program.
///
/// # Errors
///
/// If they are not, or the folder is none.
pub fn open(folder: &Path) -> Result<(Plan, String)> {
    let path = folder.join(MANIFEST);
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let field = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.ok_or_else(|| format!("{} has no line '{name}'", path.display()))
    };
    let (plan, assembler) = (Plan::new(field("target ")?)?, field("assembler ")?.to_owned());
    if manifest(&plan, &assembler) != text {
        return Err(format!("{} is of another version; pack it again", folder.display()));
    }
    Ok((plan, assembler))
}

/// Writes modules and manifest, and assembles the modules.
///
/// # Errors
///
/// If a module is not assembled, or a file not written.
pub fn pack(plan: &Plan, ptxas: &Path, assembler: &str, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let modules = Mutex::new(plan.modules());
    let worker = || -> Result<()> {
        loop {
            let next = modules.lock().map_err(|error| error.to_string())?.next();
            let Some((first, instructions)) = next else { return Ok(()) };
            let text = kernel::module(&plan.context, first, instructions);
            let target = plan.context.target.name;
            assemble(ptxas, target, &text, &folder.join(Plan::module_of(first)))?;
            if let Some(text) = kernel::sums(&plan.context, first, instructions) {
                assemble(ptxas, target, &text, &folder.join(Plan::sums_of(first)))?;
            }
        }
    };
    let n_workers = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..n_workers).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|_| Err("a thread panicked".to_owned()))
        })
    })?;
    let path = folder.join(MANIFEST);
    fs::write(&path, manifest(plan, assembler))
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn assemble(ptxas: &Path, target: &str, text: &str, module: &Path) -> Result<()> {
    let (source, object) = (module.with_extension("ptx"), module.with_extension("cubin"));
    fs::write(&source, text).map_err(|error| format!("{}: {error}", source.display()))?;
    let mut command = Command::new(ptxas);
    command.arg(format!("-arch={target}")).arg("-o").arg(&object).arg(&source);
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said =
        [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
    Err(format!("{command:?} ended with {}: {}", output.status, said.concat().trim()))
}
