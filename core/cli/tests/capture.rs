//! Records of GPUs on the command line; `core/python/tests/test_capture.py` has whole ones.

mod command;

use std::path::PathBuf;
use std::{env, fs, process};

use command::{check_refused, run, text};
use serde_json::{Value, json};

/// A record in a file, which is removed in the end.
struct File(PathBuf);

impl File {
    fn new(name: &str, contents: &str) -> Self {
        let path = env::temp_dir().join(format!("ptxfp-capture-{name}-{}.json", process::id()));
        fs::write(&path, contents).expect("a file");
        Self(path)
    }

    fn of(name: &str, probes: &Value) -> Self {
        Self::new(name, &record("sm_90a", probes).to_string())
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn record(target: &str, probes: &Value) -> Value {
    json!({
        "record": "ptxfp-capture", "format": 1, "gpu": "GPU", "capability": "9.0", "cuda": "12.4",
        "target": target, "isa": "8.4", "date": "2026-11-26", "probes": probes,
    })
}

fn scalar(instruction: &str, operands: &[&str], results: &str) -> Value {
    json!({ "instruction": instruction, "operands": operands, "results": results, "ptx": "" })
}

/// One element of c + a * b, with four products.
fn tensor(target_shape: &str, d: &str) -> Value {
    let instruction = format!("mma.sync.aligned.{target_shape}.row.col.f64.f64.f64.f64");
    let one = "3ff0000000000000";
    let row = [one; 4].join(" ");
    json!({
        "instruction": instruction,
        "tiles": [{ "a": row, "b": row, "c": one, "d": d }],
    })
}

#[test]
fn each_probe_has_a_verdict() {
    let probes = json!([
        scalar("add.rn.f32", &["3f800000 7fc00001", "3f800000 3f800000"], "40000000 7fffffff"),
        scalar("rsqrt.approx.f64", &["4000000000000000"], "3fe6a09e667f3bcd"),
        scalar("rcp.approx.f32", &["40400000"], "3eaaaaab"),
        tensor("m8n8k4", "4014000000000000"),
        { "instruction": "cvt.rs.f16x2.f32", "unsupported": "CUDA_ERROR_INVALID_PTX (218)" },
        { "instruction": "ex2.approx.f16", "failed": "cuCtxSynchronize: an error (700)" },
        { "instruction": "tanh.approx.f16", "suspect": "whole numbers", "tiles": [] },
        scalar("tanh.approx.f99", &["00"], "00"),
        { "instruction": "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f16", "tiles": [] },
    ]);
    let file = File::of("verdicts", &probes);
    let report: Value =
        serde_json::from_str(&text(&["capture", file.path(), "--json"])).expect("JSON");
    assert_eq!((&report["gpu"], &report["target"]), (&json!("GPU"), &json!("sm_90a")));
    let verdicts: Vec<_> = report["probes"]
        .as_array()
        .expect("probes")
        .iter()
        .map(|probe| probe["verdict"].as_str().expect("a verdict"))
        .collect();
    let expected = [
        "agrees",
        "agrees",
        "agrees",
        "agrees",
        "unsupported",
        "failed",
        "suspect",
        "unknown",
        "unknown",
    ];
    assert_eq!(verdicts, expected);
    assert_eq!(report["probes"][3]["grade"], "two groups");
    let text = text(&["capture", file.path()]);
    for part in [
        "GPU, compute capability 9.0, driver for CUDA 12.4, 2026-11-26: sm_90a, PTX ISA 8.4\n",
        "suspect      tanh.approx.f16: whole numbers\n",
        "unknown      mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f16: nobody measured ",
        "agrees       rsqrt.approx.f64: 1 result, 1 agree\n",
        "agrees       add.rn.f32: 2 results, 2 agree\n",
        "9 probes: 1 suspect, 1 failed, 2 unknown, 4 agrees, 1 unsupported",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn differences_come_first_with_their_operands() {
    let probes = json!([
        scalar("sub.rn.f32", &["3f800000", "3f800000"], "00000000"),
        scalar("add.rn.f32", &["7fc00001 3f800000", "3f800000 3f800000"], "7fc00001 40000001"),
        tensor("m8n8k4", "4014000000000001"),
        scalar("tanh.approx.f32", &["3f000000"], "3f000000"),
    ]);
    let file = File::of("differences", &probes);
    let output = run(&["capture", file.path()], b"");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    for part in [
        "differs      add.rn.f32: 2 results, 2 differ\n",
        "  ptxfp eval 'add.rn.f32 0x7fc00001, 0x3f800000' --target sm_90a --isa 8.4\n",
        "  expected 0x7fffffff, found 0x7fc00001, which the ISA permits\n",
        "  expected 0x40000000, found 0x40000001, which the ISA does not permit\n",
        "  ptxfp mma 'mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64' --a 0x3ff0000000000000,",
        "  expected 0x4014000000000000, found 0x4014000000000001\n",
        "  expected 0x3eec9a50, found 0x3f000000, which the ISA does not permit\n",
        "4 probes: 3 differs, 1 agrees\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.find("add.rn").expect("the first") < text.find("sub.rn").expect("the last"));
    let few = run(&["capture", file.path(), "--differences", "0"], b"");
    assert!(!String::from_utf8_lossy(&few.stdout).contains("expected"));
}

#[test]
fn a_target_of_another_time_is_unknown() {
    let probes = json!([scalar("add.rn.f32", &["3f800000"; 2], "40000000")]);
    let file = File::new("target", &record("sm_999a", &probes).to_string());
    let text = text(&["capture", file.path()]);
    assert!(text.contains("unknown      add.rn.f32: ") && text.contains("sm_999a"), "{text}");
}

#[test]
fn a_file_that_is_no_record_is_refused() {
    let one = |probe: Value| record("sm_90a", &json!([probe])).to_string();
    for (name, contents, words) in [
        ("text", "add".to_owned(), "expected the JSON that capture.py writes"),
        ("other", json!({ "record": "x" }).to_string(), "missing field"),
        (
            "format",
            record("sm_90a", &json!([])).to_string().replace("\"format\":1", "\"format\":2"),
            "the record has format 2; this version reads 1",
        ),
        ("empty", one(json!({ "instruction": "add.f16" })), "add.f16 has neither `operands`"),
        (
            "count",
            one(scalar("add.rn.f32", &["0 1", "0"], "0 1")),
            "add.rn.f32: operand b has 1 values; expected 2, one for each result",
        ),
        ("operands", one(scalar("add.rn.f32", &["0"], "0")), "it has 1 operands in the record"),
        (
            "wide",
            one(scalar("add.f16", &["10000", "0"], "0")),
            "operand a, number 1, `10000`, is wider than the 16 bits",
        ),
        ("matrix", one(tensor("m8n8k4", "0 0")), "matrices 1: d has 2 elements; expected 1"),
    ] {
        let file = File::new(name, &contents);
        check_refused(&["capture", file.path()], words);
    }
    check_refused(&["capture", "/no/such/file"], "`/no/such/file`: ");
}
