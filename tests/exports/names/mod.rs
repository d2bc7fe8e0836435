//! The output of `nvcc` for CUDA's functions equals the record with which the table of names from
//! elsewhere is compared (`conformance/names.rs`).
//!
//! A line of the record has a target, a function (with its constant arguments), its types, its
//! statements, and those with `-use_fast_math` where more than `.ftz` is different. To add a
//! function, add a line with the first three, and set `UPDATE_EXPECT=1` for this test.

mod emitted;

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::path::PathBuf;

use conformance::files;
use expect_test::expect_file;

use self::emitted::{kernels, statements};
use crate::tool::Tool;

const RECORD: &str = "vectors/nvcc-names.txt";

const HEADERS: &str = "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cuda_fp8.h>\n\
                       #include <cuda_fp6.h>\n#include <cuda_fp4.h>\n#include <cmath>\n";

/// A function with the types of its result and arguments: `__fadd_rn`, `float(float,float)`.
type Function<'t> = (&'t str, &'t str);

/// A program with a kernel for each function.
fn program(functions: &[Function<'_>]) -> String {
    let mut text = String::from(HEADERS);
    for (number, (name, types)) in functions.iter().enumerate() {
        let (result, arguments) = types.trim_end_matches(')').split_once('(').expect("types");
        let names = ["a", "b", "c"];
        let parameters: Vec<_> =
            arguments.split(',').zip(names).map(|(kind, name)| format!("{kind} {name}")).collect();
        let (function, constants) = name.split_once(':').unwrap_or((name, ""));
        let constants = constants.split(':').filter(|constant| !constant.is_empty());
        let given: Vec<_> = names[..parameters.len()].iter().copied().chain(constants).collect();
        let (parameters, given) = (parameters.join(", "), given.join(", "));
        // A String takes whatever is written to it.
        let _ = writeln!(
            text,
            "extern \"C\" __global__ void k{number}({result}* d, {parameters}) {{ *d = {function}({given}); }}"
        );
    }
    text
}

/// The statements of each function.
fn compiled(functions: &[Function<'_>], target: &str, flags: &[&str]) -> Vec<String> {
    let headers = env::var_os("PTXFP_CCCL").map(PathBuf::from);
    let headers = headers.expect("PTXFP_CCCL is not set; run: cargo xtask test --only exports");
    let architecture = ["-arch=", target].concat();
    let options =
        [&["-ptx", &architecture, "-I", headers.to_str().expect("a path in UTF-8")], flags]
            .concat();
    let ptx = Tool::of("PTXFP_NVCC").output(&program(functions), "cu", &options);
    let found: Vec<_> = kernels(&ptx).into_iter().map(statements).collect();
    assert_eq!(found.len(), functions.len());
    let more = |count| format!("{count} statements with branches or vectors");
    found.into_iter().map(|found| found.unwrap_or_else(more)).collect()
}

#[test]
fn cuda_functions_are_compiled_as_recorded() {
    let record = files::read(RECORD);
    let mut targets: BTreeMap<&str, Vec<Function<'_>>> = BTreeMap::new();
    let mut renewed = String::new();
    for line in record.lines() {
        if line.starts_with("# ") {
            renewed.extend([line, "\n"]);
            continue;
        }
        let mut columns = line.split('\t');
        let (Some(target), Some(name), Some(types)) =
            (columns.next(), columns.next(), columns.next())
        else {
            panic!("{line}")
        };
        targets.entry(target).or_default().push((name, types));
    }
    let mut n_functions = 0;
    for (target, functions) in targets.iter().rev() {
        let usual = compiled(functions, target, &[]);
        let fast = compiled(functions, target, &["-use_fast_math"]);
        for (((name, types), usual), fast) in functions.iter().zip(usual).zip(fast) {
            renewed.extend([target, "\t", name, "\t", types, "\t", &usual]);
            if usual.replace(".ftz", "") != fast.replace(".ftz", "") {
                renewed.extend(["\t", &fast]);
            }
            renewed.push('\n');
            n_functions += 1;
        }
    }
    assert!(n_functions > 500, "{n_functions}");
    expect_file![files::path(RECORD)].assert_eq(&renewed);
}
