//! NVIDIA's assembler accepts every kernel, and every probe of capture.py. `cargo xtask test --only exports` installs it and says
//! in `PTXFP_PTXAS` where it is.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs, process};

use conformance::skip;
use hardware::folder;
use hardware::plan::{AT_ONCE, Plan, TARGETS};
use ptxfp::catalog::{Context, LATEST_ISA, Target};
use ptxfp::syntax;
use ptxfp::tensor::Mma;

#[test]
fn every_legal_instruction_is_assembled_for_every_target() {
    let Some(ptxas) = env::var_os("PTXFP_PTXAS") else {
        panic!("PTXFP_PTXAS is not set; run: cargo xtask test --only exports");
    };
    for target in TARGETS {
        let plan = Plan::new(target).expect("a plan");
        let folder = env::temp_dir().join(format!("ptxfp-assembled-{}-{target}", process::id()));
        let packed = folder::pack(&plan, Path::new(&ptxas), "a test's", &folder);
        packed.unwrap_or_else(|error| panic!("{target}: {error}"));
        let n_modules = |of: &str| {
            let entries = fs::read_dir(&folder).expect("a folder");
            let modules = entries.filter(|entry| {
                let path = entry.as_ref().expect("a file").path();
                let name = path.file_name().is_some_and(|it| it.to_string_lossy().starts_with(of));
                let is_full = fs::metadata(&path).is_ok_and(|file| file.len() > 0);
                name && path.extension().is_some_and(|kind| kind == "cubin") && is_full
            });
            modules.count()
        };
        // Those that return results, and those that add them up.
        assert_eq!(n_modules("m"), plan.instructions.len().div_ceil(AT_ONCE));
        assert!(n_modules("s") > 0);
        assert!(folder::open(&folder).is_ok());
        eprintln!("{target}: {} kernels", plan.instructions.len());
        let _ = fs::remove_dir_all(&folder);
    }
}

/// Whether the core has an instruction for a target.
fn is_legal(instruction: &str, context: &Context) -> bool {
    match Mma::parse(instruction) {
        Ok(mma) => mma.unavailable(context).is_none(),
        Err(_) => syntax::check(instruction, context).instruction.is_some(),
    }
}

/// The probes of capture.py for a target, each with its instruction.
fn probes(context: &Context) -> Option<Vec<(String, String)>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("capture.py");
    let mut python = Command::new("python3");
    python.arg(script).args(["--ptx", context.target.name, &context.isa.to_string()]);
    let output = python.output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let split = |probe: &str| {
        let (instruction, ptx) = probe.split_once('\n').expect("an instruction and its PTX");
        (instruction.to_owned(), ptx.to_owned())
    };
    Some(text.split("// ").skip(1).map(split).collect())
}

#[test]
fn every_legal_probe_of_a_capture_is_assembled() {
    let ptxas = env::var_os("PTXFP_PTXAS").expect("PTXFP_PTXAS");
    for (target, least) in [
        ("sm_75", 65),
        ("sm_80", 90),
        ("sm_89", 110),
        ("sm_90a", 140),
        ("sm_100a", 145),
        ("sm_120a", 190),
    ] {
        let target = Target::parse(target).expect(target);
        let context = Context { isa: LATEST_ISA, target };
        let Some(probes) = probes(&context) else { return skip("there is no python3") };
        // All in one module, under names of their own.
        let mut module = String::new();
        let mut count = 0;
        for (instruction, ptx) in &probes {
            if !is_legal(instruction, &context) {
                continue;
            }
            let start = ptx.find(".visible").expect("a kernel");
            if count == 0 {
                module.push_str(&ptx[..start]);
            }
            count += 1;
            let _ = write!(
                module,
                "{}",
                ptx[start..].replace(".entry probe(", &format!(".entry p{count}("))
            );
        }
        assert!(count >= least && count < probes.len(), "{}: {count}", target.name);
        let source =
            env::temp_dir().join(format!("ptxfp-probes-{}-{}.ptx", process::id(), target.name));
        fs::write(&source, module).expect("a file");
        let mut command = Command::new(&ptxas);
        command.arg(format!("-arch={}", target.name)).arg("-o").arg(source.with_extension("cubin"));
        let output = command.arg(&source).output().expect("the assembler");
        assert!(
            output.status.success(),
            "{}: {}",
            target.name,
            String::from_utf8_lossy(&output.stderr)
        );
        eprintln!("{}: {count} of {} probes", target.name, probes.len());
        for file in [source.with_extension("cubin"), source] {
            let _ = fs::remove_file(file);
        }
    }
}
