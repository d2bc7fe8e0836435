//! A whole run, process and protocol included, on a device that is simulated.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

use conformance::{is_extensive, skip};
use hardware::folder::{MANIFEST, manifest};
use hardware::plan::Plan;
use hardware::record::check;
use hardware::sums::{self, Comparison};

const PROGRAM: &str = env!("CARGO_BIN_EXE_hardware");

/// The number of folders so far.
static N_FOLDERS: AtomicUsize = AtomicUsize::new(0);

/// A folder as `pack` writes it, without the output of NVIDIA's assembler.
struct Folder(PathBuf);

impl Folder {
    fn new(target: &str) -> Self {
        // Several tests of this process have the same target.
        let number = N_FOLDERS.fetch_add(1, Ordering::Relaxed);
        let name = format!("ptxfp-hardware-{}-{number}", process::id());
        let folder = env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let plan = Plan::new(target).expect("a plan");
        fs::write(folder.join(MANIFEST), manifest(&plan, "none")).expect("a manifest");
        Self(folder)
    }

    fn run(&self, options: &[&str], simulation: &[&str]) -> Output {
        let path: &Path = &self.0;
        let mut command = Command::new(PROGRAM);
        command.arg("run").arg(path).args(options).args(["--", PROGRAM, "simulate"]);
        command.arg(path).args(simulation).output().expect("the program")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The simulated device returns what the evaluator returns, so this says nothing about results: every
/// instruction gets through the plan, its operands, the protocol and the record.
#[test]
fn every_instruction_of_every_target_gets_through_plan_protocol_and_record() {
    for target in hardware::plan::TARGETS {
        let folder = Folder::new(target);
        let output = folder.run(&["--count", "100", "--exhaustive", "8"], &[]);
        let (record, said) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{said}");
        let n_instructions = Plan::new(target).expect("a plan").instructions.len();
        assert!(said.contains(&format!("{n_instructions} instructions")), "{said}");
        let lines: Vec<_> = record.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines.len(), n_instructions);
        for line in lines {
            assert!(line.contains(" permitted 0 differing 0 "), "{line}");
        }
    }
}

#[test]
fn a_defect_is_found_with_its_operands() {
    let folder = Folder::new("sm_90");
    let simulation = ["--wrong", "mul.rn.f32 d, a, b;"];
    let output = folder.run(&["--count", "1000", "--only", "mul."], &simulation);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    let record = text(&output.stdout);
    let wrong: Vec<_> = record.lines().filter(|it| !it.contains("differing 0")).collect();
    let found = wrong.iter().position(|it| it.starts_with("mul.rn.f32 d, a, b;"));
    let place = found.unwrap_or_else(|| panic!("{record}"));
    let differing = wrong[place].split(" differing ").nth(1).expect("a count");
    let count: u32 = differing.split(' ').next().expect("a count").parse().expect("a number");
    // One of a hundred, except for NaNs whose bits are open.
    assert!((5..=10).contains(&count), "{}", wrong[place]);
    let example = wrong[place + 1];
    assert!(example.contains(" returned ") && example.contains(" expected "), "{example}");
    assert!(!record.lines().any(|it| it.starts_with("mul.rz") && !it.contains("differing 0")));
}

/// Sums come from the device in the order of the plan, and a wrong one is found, with its part.
#[test]
fn sums_of_all_operands_are_compared() {
    let folder = Folder::new("sm_90");
    let path = &folder.0;
    let record = path.join("sums.txt");
    let mut command = Command::new(PROGRAM);
    command.arg("sums").arg(path).args(["--bits", "16", "--only", "cvt.rn.f16"]);
    command.arg("--record").arg(&record).args(["--", PROGRAM, "simulate"]).arg(path);
    let output = command.args(["--wrong", "cvt.rn.f16.s32 d, a;"]).output().expect("the program");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let record = fs::read_to_string(record).expect("a record");
    let mut found = Vec::new();
    let tell = |statement: &str, comparison| found.push((statement.to_owned(), comparison));
    sums::compare(&record, "", 5, tell).expect("a record of sums");
    let expected = [
        ("cvt.rn.f16.f32 d, a;", vec![]),
        ("cvt.rn.f16.s32 d, a;", vec![0, 5, 10, 15]),
        ("cvt.rn.f16.u32 d, a;", vec![]),
        ("cvt.rn.f16x2.f32 d, a, b;", vec![]),
    ];
    let expected = expected.map(|(text, parts)| (text.to_owned(), Comparison::Compared(parts)));
    assert_eq!(found, expected);
}

/// Checks every record of a folder; returns how many there are.
fn check_records(folder: &Path, step: usize) -> Result<usize, String> {
    let mut n_records = 0;
    for entry in fs::read_dir(folder).map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path();
        let wrong = |error: String| format!("{}: {error}", path.display());
        let text = fs::read_to_string(&path).map_err(|error| wrong(error.to_string()))?;
        if check(&text, step).map_err(wrong)? == 0 {
            return Err(wrong("nothing in it can be checked".to_owned()));
        }
        n_records += 1;
    }
    Ok(n_records)
}

#[test]
fn records_hold_the_evaluator_to_what_was_reproduced() {
    let folder = Folder::new("sm_89");
    let output = folder.run(&["--count", "500", "--exhaustive", "8", "--only", "fma."], &[]);
    let record = text(&output.stdout);
    let n_lines = record.lines().filter(|line| !line.starts_with('#')).count();
    assert_eq!(check(&record, 1), Ok(n_lines));
    let (before, digest) = record.split_once(" digest ").expect("a digest");
    let other = if digest.starts_with('0') { "1" } else { "0" };
    let changed = format!("{before} digest {other}{}", &digest[1..]);

    let records = folder.0.join("records");
    fs::create_dir_all(&records).expect("a folder");
    let write = |name, text: &str| fs::write(records.join(name), text).expect("a record");
    write("a.txt", &record);
    write("b.txt", &record);
    assert_eq!(check_records(&records, 1), Ok(2));
    write("b.txt", &changed);
    let error = check_records(&records, 1).expect_err("another result");
    assert!(error.contains("b.txt: ") && error.contains("fma."), "{error}");
    // A result that the record did not reproduce is not claimed.
    write("b.txt", &record.replace(" permitted 0 ", " permitted 1 "));
    let error = check_records(&records, 1).expect_err("a record without claims");
    assert!(error.contains("b.txt: nothing"), "{error}");
}

/// The files of records of GPUs whose names end so, in `tests/vectors/hardware/`.
fn records(ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/hardware");
    let entries = fs::read_dir(&folder).expect("records");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a record").path()).collect();
    paths.retain(|path| path.to_string_lossy().ends_with(ending));
    paths.sort();
    assert!(!paths.is_empty(), "no record ends with {ending}");
    paths
}

/// Every 150th of the recorded instructions, all of them with `EXTENSIVE=1`.
#[test]
fn the_evaluator_still_returns_what_gpus_returned() {
    let step = if is_extensive() { 1 } else { 150 };
    for path in records("-run.txt") {
        let text = fs::read_to_string(&path).expect("a record");
        let n_checked = check(&text, step).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert!(n_checked > 1000 / step, "{path:?}: {n_checked}");
    }
}

/// These results were explained after the record was made, which calls 368 of them permitted only.
#[test]
fn the_reciprocal_roots_of_f64_are_those_of_the_record() {
    let record = include_str!("../../../vectors/hardware/sm_90-h200-run.txt");
    let is_wanted = |line: &&str| line.starts_with('#') || line.starts_with("rsqrt.approx.f64 ");
    let lines: Vec<_> = record.lines().filter(is_wanted).collect();
    let text = lines.join("\n");
    let explained =
        text.replace(" reproduced 1048208 permitted 368 ", " reproduced 1048576 permitted 0 ");
    assert_ne!(text, explained);
    assert_eq!(check(&explained, 1), Ok(1));
}

/// A sixteenth of the operands of one conversion, everything with `EXTENSIVE=1`, which takes hours.
#[test]
fn sums_over_all_operands_are_those_of_gpus() {
    let (only, step) = if is_extensive() { ("", 1) } else { ("cvt.rn.f16.f32", 16) };
    for path in records("-sums.txt") {
        let text = fs::read_to_string(&path).expect("a record");
        let mut n_compared = 0;
        sums::compare(&text, only, step, |statement, comparison| match comparison {
            Comparison::Unknown => {}
            Comparison::Compared(parts) => {
                n_compared += 1;
                assert!(parts.is_empty(), "{path:?}: {statement} differs in {parts:?}");
            }
        })
        .unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert!(n_compared > 0, "{path:?}");
    }
}

#[test]
fn a_folder_of_another_version_is_refused() {
    let folder = Folder::new("sm_75");
    let path = folder.0.join(MANIFEST);
    let changed = fs::read_to_string(&path).expect("a manifest").replacen("k0 ", "k1 ", 1);
    fs::write(path, changed).expect("a manifest");
    let output = folder.run(&[], &[]);
    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("pack it again"), "{}", text(&output.stderr));
}

#[test]
fn a_machine_without_a_gpu_reports_it() {
    let python = Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|output| output.status.success()) {
        skip("there is no python3");
        return;
    }
    let folder = Folder::new("sm_80");
    let device = Path::new(env!("CARGO_MANIFEST_DIR")).join("cuda.py");
    let mut command = Command::new(PROGRAM);
    command
        .arg("run")
        .arg(&folder.0)
        .args(["--only", "add.f16 ", "--count", "10", "--", "python3"]);
    let output = command.arg(device).arg(&folder.0).output().expect("the program");
    let said = text(&output.stderr);
    // Where there is one, it has no modules to load here.
    assert!(!output.status.success(), "{said}");
    assert!(
        said.contains("driver") || said.contains("cuInit") || said.contains(".cubin"),
        "{said}"
    );
}
