//! Records what NVIDIA's assembler makes of every instruction.
//!
//! ```text
//! machine-code PTXAS NVDISASM ORIGIN FILE
//! ```
//!
//! `cargo xtask machine-code` installs the tools and calls this.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::{env, fs, process, thread};

use machine_code::{Kernel, Record, TARGETS, has_code, kernel, key, module};
use ptxfp::catalog::{Context, Instruction, LATEST_ISA, Target, forms, instructions_of};

/// The number of instructions that are assembled at once.
const AT_ONCE: usize = 48;

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let result = match arguments.as_slice() {
        [ptxas, nvdisasm, origin, file] => record(&[ptxas, nvdisasm], origin, Path::new(file)),
        _ => Err("usage: machine-code PTXAS NVDISASM ORIGIN FILE".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// A part of the text to assemble.
struct Part {
    place: usize,
    context: Context,
    instructions: Vec<Instruction>,
}

fn parts() -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    for (place, name) in TARGETS.into_iter().enumerate() {
        let target = Target::parse(name).ok_or_else(|| format!("no target {name}"))?;
        let context = Context { isa: LATEST_ISA, target };
        let all = forms().flat_map(instructions_of).filter(has_code);
        let all = all.filter(|it| it.is_available(&context));
        // Two rows may have one spelling: what is assembled is the same.
        let all: BTreeMap<_, _> = all.map(|it| (key(&it), it)).collect();
        let all: Vec<_> = all.into_values().collect();
        let chunks = all.chunks(AT_ONCE).map(<[_]>::to_vec);
        parts.extend(chunks.map(|instructions| Part { place, context, instructions }));
    }
    Ok(parts)
}

fn record(tools: &[&String; 2], origin: &str, file: &Path) -> Result<(), String> {
    let folder = env::temp_dir().join(format!("ptxfp-machine-code-{}", process::id()));
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let (parts, next) = (parts()?, AtomicUsize::new(0));
    let record = Mutex::new(Record { origin: origin.to_owned(), ..Record::default() });
    let worker = || -> Result<(), String> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = parts.get(number) else { return Ok(()) };
            let code = assembled(part, tools, &folder.join(number.to_string()))?;
            let mut record = record.lock().map_err(|error| error.to_string())?;
            for (instruction, kernel) in part.instructions.iter().zip(code) {
                let places = record.entries.entry(key(instruction)).or_default();
                places[part.place] = Some(Arc::new(kernel));
            }
        }
    };
    let n_workers = thread::available_parallelism().map_or(1, NonZero::get);
    let result = thread::scope(|scope| {
        let workers: Vec<_> = (0..n_workers).map(|_| scope.spawn(worker)).collect();
        let joined = |it: thread::ScopedJoinHandle<'_, _>| {
            it.join().unwrap_or_else(|_| Err("a thread panicked".to_owned()))
        };
        workers.into_iter().map(joined).collect::<Result<Vec<()>, String>>()
    });
    // Files that remain in a folder for temporary files do no harm.
    let _ = fs::remove_dir_all(&folder);
    result?;
    let record = record.into_inner().map_err(|error| error.to_string())?;
    let text = format!("{HEADER}# oracle: {origin}\n{}", record.write());
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    eprintln!("{} instructions", record.entries.len());
    Ok(())
}

const HEADER: &str = "\
# The machine code of every instruction, as the disassembler prints it: a kernel that loads the
# operands and stores the result, without encodings and without the padding at its end. First each
# line once: an instruction, or a label, which ends with a colon; ? is an instruction that the
# disassembler does not know. Then each code once, by the numbers of its lines. Then each instruction
# with its number of operands, and the number of its code on each target, - where there is none.
# Numbers count from 0.
# command: cargo xtask machine-code
# GPU, driver: none
";

/// The code of each instruction.
fn assembled(part: &Part, tools: &[&String; 2], file: &Path) -> Result<Vec<Kernel>, String> {
    let [ptxas, nvdisasm] = tools;
    let [source, object]: [PathBuf; 2] = ["ptx", "cubin"].map(|it| file.with_extension(it));
    fs::write(&source, module::module(&part.context, &part.instructions))
        .map_err(|error| format!("{}: {error}", source.display()))?;
    let architecture = format!("-arch={}", part.context.target.name);
    output(Command::new(ptxas).args(["-O3", &architecture, "-o"]).arg(&object).arg(&source))?;
    let text = output(Command::new(nvdisasm).arg("-c").arg(&object))?;
    let mut kernels = kernel::kernels(&text)
        .map_err(|line| format!("{}: not at a possible address: {line}", object.display()))?;
    let code = part.instructions.iter().enumerate().map(|(number, instruction)| {
        kernels.remove(&number).ok_or_else(|| format!("no code for {instruction}"))
    });
    code.collect()
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{command:?} ended with {}: {}", output.status, said.trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
