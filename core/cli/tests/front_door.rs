//! A crate outside of the workspace uses the library, with each feature alone.

use std::path::Path;
use std::process::Command;

/// The output of `tests/front-door` without features.
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
";

/// The link that it prints with the feature `full`, which `serde` contains.
const LINK: &str = "\
v1/fma.rn.relu.bf16x2@sm_90?a=0x3f803f80&b=0x3f803f80&c=0xbf803f80&d=0x00004000&isa=9.5
";

/// A command of cargo on the crate with features.
fn cargo(command: &str, features: &str) -> Command {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([command, "--quiet", "--locked", "--features", features, "--manifest-path"]);
    cargo.arg(root.join("tests/front-door/Cargo.toml"));
    cargo.arg("--target-dir").arg(root.join("target/front-door"));
    cargo
}

/// Runs a command; returns its output.
fn run(mut cargo: Command) -> String {
    let output = cargo.output().expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{cargo:?}: {errors}");
    assert_eq!(errors, "", "{cargo:?}");
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

/// Each feature works without the other; without any feature the crate is only compiled, since the
/// runs print the same.
#[test]
fn a_stranger_uses_the_library_with_each_feature_alone() {
    assert_eq!(run(cargo("check", "")), "");
    let half = run(cargo("run", "half"));
    assert_eq!(half.strip_prefix(PRINTED), Some("f16: Some([3.0, 0.5])\n"), "{half}");
    let serde = run(cargo("run", "serde"));
    let rest = serde.strip_prefix(PRINTED).and_then(|rest| rest.strip_prefix(LINK));
    let json = rest.and_then(|rest| rest.strip_prefix("JSON: "));
    let data: serde_json::Value = serde_json::from_str(json.expect(&serde)).expect("JSON");
    assert_eq!(data["destination"]["bits"], "0x00004000");
    assert_eq!(data["lanes"][1]["guarantee"], "bits");
}
