//! A crate outside of the workspace uses the library, with each set of features.

use std::path::Path;
use std::process::Command;

/// What `tests/front-door` prints without any feature.
const PRINTED: &str = "\
fma.rn.relu.bf16x2: 0x00004000, exact bits guaranteed
cvt.rn.satfinite.e4m3x2.f32: 0x7eaa, lanes -0.3125 and 448
ex2.approx.f32: 0x3fb504f3, between 0x3fb504f1 and 0x3fb504f5
`fma` takes `.ftz` only with `.f32`, `.f32x2`, `.f16` or `.f16x2` (PTX ISA 9.1 §9.7.4.4)
  fma.rn.ftz.bf16 d, a, b, c
        ^^^^
  try fma.rn.bf16
  try fma.rn.ftz.f32
`fma.rn.relu.bf16x2` takes 3 operands (a, b, c), but 1 was given
v1/fma.rn.relu.bf16x2@sm_90?a=0x3f803f80&b=0x3f803f80&c=0xbf803f80&d=0x00004000&isa=9.5
";

/// Builds and runs the crate; returns what it prints.
fn run(features: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--locked", "--features", features, "--manifest-path"]);
    cargo.arg(root.join("tests/front-door/Cargo.toml"));
    cargo.arg("--target-dir").arg(root.join("target/front-door"));
    let output = cargo.output().expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{features:?}: {errors}");
    assert_eq!(errors, "", "{features:?}");
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

#[test]
fn a_stranger_uses_the_library() {
    let printed = run("half,serde");
    let rest = printed.strip_prefix(PRINTED).expect("the same first");
    let (half, json) = rest.split_once('\n').expect("two more lines");
    assert_eq!(half, "f16: Some([3.0, 0.5])");
    let json = json.strip_prefix("JSON: ").expect("JSON");
    let data: serde_json::Value = serde_json::from_str(json).expect("JSON");
    assert_eq!(data["destination"]["bits"], "0x00004000");
    assert_eq!(data["lanes"][1]["guarantee"], "bits");
}

/// The features do not need each other; compiling the library three times more takes a minute.
#[test]
fn each_feature_stands_alone() {
    if std::env::var_os("PTXFP_NIGHTLY").is_none() {
        eprintln!("not compared with one feature alone: PTXFP_NIGHTLY=1 does that");
        return;
    }
    assert_eq!(run(""), PRINTED);
    for feature in ["half", "serde"] {
        assert!(run(feature).starts_with(PRINTED), "{feature}");
    }
}
