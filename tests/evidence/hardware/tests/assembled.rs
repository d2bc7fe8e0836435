//! NVIDIA's assembler accepts every kernel. `cargo xtask test --only exports` installs it and says
//! in `PTXFP_PTXAS` where it is.

use std::path::Path;
use std::{env, fs, process};

use hardware::folder;
use hardware::plan::{AT_ONCE, Plan, TARGETS};

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
        let modules = fs::read_dir(&folder).expect("a folder").filter(|entry| {
            let path = entry.as_ref().expect("a file").path();
            path.extension().is_some_and(|kind| kind == "cubin")
                && fs::metadata(path).is_ok_and(|file| file.len() > 0)
        });
        assert_eq!(modules.count(), plan.instructions.len().div_ceil(AT_ONCE));
        assert!(folder::open(&folder).is_ok());
        eprintln!("{target}: {} kernels", plan.instructions.len());
        let _ = fs::remove_dir_all(&folder);
    }
}
