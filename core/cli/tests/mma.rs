//! Tensor cores on the command line.

mod command;
mod illegal;

use command::{answers_with, check_refused, run, text};
use illegal::check_illegal;

const F16: &str = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
const NVF4: &str = "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3";

/// 2^23 and three products, of which the exact sum is -0.875.
const CANCELLING: [&str; 6] =
    ["--a", "2048, 0.5, 0.25, 0.125", "--b", "-4096, -1, -1, -1", "--c", "2^23"];

/// The answer of a search that finds a difference.
fn differing(arguments: &[&str]) -> String {
    answers_with(1, arguments, b"").join("\n")
}

fn mma<'a>(first: &[&'a str], rest: &[&'a str]) -> Vec<&'a str> {
    [&["mma"], first, rest].concat()
}

#[test]
fn an_element_has_its_steps_and_evidence() {
    let text = text(&mma(&[F16], &CANCELLING));
    for part in [
        " on sm_90 (Hopper), PTX ISA 9.5\n  observed   d = 0xbf400000 = -0.75\n             replayed: ",
        "  exact      -0.875\n",
        "  way        one sum of 16 products and c, with 25 bits below the largest exponent\n",
        "  step 1     largest exponent 23, lowest kept bit 2^-2\n             a[0]*b[0]    -8388608, exponent 23, kept -33554432\n",
        "a[3]*b[3]    -0.125, exponent -3, kept 0, cut off 0b1",
        "12 zero terms count with the exponent -133\n             sum -0.75, rounded toward zero, f32: -0.75\n",
        "MATLAB-tensor-core, commit b12b5a7",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn generations_stand_side_by_side() {
    let text = text(&mma(&[F16, "--targets"], &CANCELLING));
    for part in [
        "  sm_80 Ampere           0xbf000000 = -0.5 (replayed)\n",
        "  sm_90a Hopper          0xbf400000 = -0.75 (replayed)\n",
        "  sm_120a RTX Blackwell  0xbf400000 = -0.75 (one group)\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Volta and Turing do not have the instruction.
    assert!(!text.contains("sm_70") && !text.contains("sm_75"), "{text}");
}

#[test]
fn answers_are_data() {
    let json = text(&mma(&[F16, "--json", "--target", "sm_80"], &CANCELLING));
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["result"]["bits"], "0xbf000000");
    assert_eq!(value["generation"], "Ampere");
    assert_eq!(value["grade"], "replayed");
    assert_eq!(value["exact"], "-0.875");
    let steps = value["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), 2);
    assert_eq!((&steps[0]["kind"], &steps[0]["grid"]), (&"sum".into(), &(-1).into()));
    assert_eq!(steps[0]["terms"].as_array().map(Vec::len), Some(5));
    let beside = text(&mma(&[F16, "--json", "--targets"], &CANCELLING));
    let beside: serde_json::Value = serde_json::from_str(&beside).expect("JSON");
    assert_eq!(beside["targets"].as_array().map(Vec::len), Some(5));
}

#[test]
fn scales_are_lists_too() {
    let lists = ["--a", "6,6,1", "--b", "6,-6,1", "--scale-a", "1,1,1,448", "--scale-b", "2,1,1,1"];
    let text = text(&mma(&[NVF4], &lists));
    assert!(text.contains(" on sm_120a (RTX Blackwell)"), "{text}");
    assert!(text.contains("d = 0x40000000 = 2\n             two groups: "), "{text}");
    let refused = mma(&[NVF4], &["--a", "1"]);
    check_refused(&refused, "--scale-a has 0 elements; expected 4");
}

#[test]
fn an_unknown_result_is_said_to_be_unknown() {
    let wmma = "wmma.mma.sync.aligned.row.col.m16n16k16.f16.f32";
    let output = run(&mma(&[wmma], &[]), b"");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(text.contains("unknown: nobody measured it with c of another type than d"), "{text}");
    // A result that nobody knows has no evidence.
    let double = "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64";
    let output = run(&mma(&[double, "--c", "nan", "--json"], &[]), b"");
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&value["result"], &value["grade"]),
        (&serde_json::Value::Null, &serde_json::Value::Null)
    );
    assert_eq!(value["evidence"].as_array().map(Vec::len), Some(0));
}

#[test]
fn wrong_input_is_refused_with_what_would_be_right() {
    for (arguments, expected) in [
        (
            mma(&["mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f16"], &[]),
            "column 47: .f16 is not possible as the type of c; expected .f32, as in mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
        ),
        (
            mma(&[F16, "--target", "sm_75"], &[]),
            "needs PTX ISA 7.0, sm_80 or higher, not PTX ISA 9.5 on sm_75",
        ),
        (mma(&[F16, "--a", "1,two"], &[]), "--a, element 1: "),
        (mma(&[F16, "--c", "0x100000000"], &[]), "--c: "),
        (mma(&[F16, "--a", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1"], &[]), "expected at most 16"),
        (mma(&[F16, "--target", "sm_99"], &[]), "unknown target"),
        (mma(&[F16, "--batch"], &[]), "cannot be used with"),
        (mma(&[F16, "--isa", "6.0", "--targets"], &[]), "no generation has it in PTX ISA 6.0"),
    ] {
        check_refused(&arguments, expected);
    }
}

#[test]
fn tf32_registers_have_32_bits() {
    let tf32 = "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32";
    let text = text(&["mma", tf32, "--a", "0x3f801fff,1", "--b", "1,2", "--target", "sm_80"]);
    assert!(text.contains("d = 0x40400000 = 3\n"), "{text}");
}

#[test]
fn batches_answer_every_line() {
    let zeros = |count: usize| vec!["0"; count].join(",");
    let (z8, z16, z31, z32, z64) = (zeros(8), zeros(16), zeros(31), zeros(32), zeros(64));
    let volta = "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32";
    let fp8 = "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32";
    let wmma = "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32";
    let tcgen05 = "tcgen05.mma.cta_group::1.kind::f16{f32.bf16.bf16}";
    let apart =
        ["6c00,3c00,0,0,0,0,0,0,ec00,0,0,0,0,0,0,0", "6c00,3c00,0,0,0,0,0,0,6c00,0,0,0,0,0,0,0"];
    let cases = [
        (
            format!("9.5 sm_70 {volta} 3bd5,3c3e,b534,3df8 38ca,b935,36bf,34ec 3f7f418c"),
            "@ 3f9b7dec",
        ),
        (format!("9.5 sm_90 {fp8} {z32} {z32} 0x40403017"), "@ 40403017"),
        (format!("9.5 sm_89 {fp8} {z32} {z32} 40403017"), "@ 40403000"),
        (format!("9.5 sm_100a {tcgen05} {z16} {z16} 3f800000"), "@ 3f800000"),
        (format!("9.5 sm_120a {NVF4} {z64} {z64} 3f800000 38,38,38,38 38,38,38,b8"), "@ 3f800000"),
        (
            format!("9.5 sm_80 {wmma} {} {} 3f000000", apart[0], apart[1]),
            "! the result depends on which of two steps comes first, which nobody measured",
        ),
        (
            format!("9.5 sm_72 {volta} 0,0,0,0 0,0,0,0 0"),
            "! nobody measured this instruction on this target",
        ),
        (
            format!("9.5 sm_75 {F16} {z16} {z16} 0"),
            "! mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 needs PTX ISA 7.0, sm_80 or higher",
        ),
        (
            format!("9.5 sm_89 {fp8} {z31} {z32} 0"),
            "! the instruction takes 32 elements of a; 31 given",
        ),
        (format!("9.5 sm_89 {fp8} {z32} {z32}"), "! the line has 2 lists; expected 3"),
        (format!("9.5 sm_89 {fp8} {z32} {z32} 0 7f"), "! the line has 4 lists; expected 3"),
        (
            format!("9.5 sm_89 {fp8} {z31},100 {z32} 0"),
            "! a, `100`, is wider than the 8 bits of the element",
        ),
        (
            format!("9.5 sm_89 {fp8} {z31},x {z32} 0"),
            "! a, `x`, is not hexadecimal: `x` is not a digit",
        ),
        (format!("9.5 sm_89 {fp8} {z31}, {z32} 0"), "! a, ``, has no hexadecimal digits"),
        (
            format!("9.5 sm_89 mma.sync.aligned.m16n8k8 {z8} {z8} 0"),
            "! column 25: a layout is missing; expected .row, as in mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32",
        ),
        (
            String::from("9.5 sm_89"),
            "! a line is `ISA TARGET STATEMENT A B C`, with the scales of A and of B at its end",
        ),
        (String::new(), "! empty line"),
    ];
    let lines: Vec<_> = cases.iter().map(|(line, _)| line.as_str()).collect();
    let answers = answers_with(1, &["mma", "--batch"], (lines.join("\n") + "\n").as_bytes());
    assert_eq!(answers.len(), cases.len(), "{answers:#?}");
    for ((line, expected), answer) in cases.iter().zip(&answers) {
        assert_eq!(answer, expected, "{line}");
    }
}

#[test]
fn eval_names_the_command_for_matrices() {
    let expected = "not evaluated here; the view Tensor cores of the page and `ptxfp mma` compute an \
                    element of its result";
    check_illegal(&["eval", F16], expected);
    check_illegal(&["eval", "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"], expected);
}

/// Matrices from files, and what they should be.
#[test]
fn whole_matrices_come_from_files() {
    let folder = std::env::temp_dir().join(format!("ptxfp-mma-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let write = |name: &str, text: &str| std::fs::write(path(name), text).expect("a file");
    let row = |numbers: &str, n: usize| [numbers, &",0".repeat(n)].concat();
    // 2^23 and the products of the example, and a row of zeros.
    write("a.csv", &format!("{}\n{}\n", row("2048,0.5,0.25,0.125", 12), row("0,0,0,0", 12)));
    write("b.csv", &["-4096 1\n-1 1\n-1 1\n-1 1\n", &"0 0\n".repeat(12)].concat());
    write("c.csv", "8388608, 1\n0, 1\n");
    let [a, b, c] = ["a.csv", "b.csv", "c.csv"].map(|name| format!("@{}", path(name)));
    let product = |rest: &[&str]| text(&mma(&[F16, "--a", &a, "--b", &b], rest));
    assert_eq!(product(&["--c", &c, "--target", "sm_90"]), "-0.75,2049.875\n0,1");
    assert_eq!(product(&["--c", &c, "--target", "sm_80"]), "-0.5,2049.875\n0,1");
    let d = path("d.npy");
    assert_eq!(product(&["--c", &c, "--output", &d]), "");
    let bytes = std::fs::read(&d).expect("the file");
    assert_eq!(bytes[128..132], 0xbf40_0000_u32.to_le_bytes());
    // It can be the c of another one.
    let d = format!("@{d}");
    assert_eq!(product(&["--c", &d]), "-8388609,4098.75\n0,1");
    // K is twice that of the instruction.
    let f8 = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32";
    let twice = text(&["mma", f8, "--a", &a, "--b", &b, "--c", &c]);
    assert_eq!(twice, "-0.75,2049.875\n0,1");
    write("short.csv", "1,2\n");
    write("empty.csv", "");
    write("scaled.csv", &row("1", 63));
    write("column.csv", &"1\n".repeat(64));
    let named = |name: &str| format!("@{}", path(name));
    let [short, empty] = ["short.csv", "empty.csv"].map(named);
    let [scaled, column] = ["scaled.csv", "column.csv"].map(named);
    for (arguments, words) in [
        (mma(&[F16, "--a", &short, "--b", &b], &[]), "expected a multiple of 16"),
        (mma(&[F16, "--a", &a, "--b", "1"], &[]), "--a and --b are both files"),
        (mma(&[F16, "--a", &a, "--b", &b], &["--c", "1"]), "--c is a file, too"),
        (mma(&[F16, "--a", &a, "--b", &b], &["--c", &short]), "c is 1 by 2; expected 2 by 2"),
        (mma(&[F16, "--a", &a, "--b", &b], &["--json"]), "neither --json nor --targets"),
        (mma(&[F16, "--a", "@/nowhere", "--b", &b], &[]), "/nowhere: "),
        (mma(&[F16, "--a", "1", "--output", "d.npy"], &[]), "--output is for matrices"),
        (mma(&[F16, "--a", &empty, "--b", &empty], &[]), "a has rows of 0 elements"),
        (mma(&[NVF4, "--a", &scaled, "--b", &column], &[]), "takes scales, as files too"),
        (
            mma(
                &[NVF4, "--a", &scaled, "--b", &column],
                &["--scale-a", &short, "--scale-b", &short],
            ),
            "--scale-a: expected 4 scales for each of 1 rows",
        ),
    ] {
        check_refused(&arguments, words);
    }
    std::fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn elements_that_differ_are_found() {
    let found =
        differing(&mma(&[F16, "--target", "sm_80", "--against", "sm_90", "--tries", "1000"], &[]));
    let lines: Vec<_> = found.lines().collect();
    assert_eq!(lines[0], format!("{F16} on sm_80, against {F16} on sm_90"));
    assert!(
        lines[1].ends_with(" of 1000 elements differ") && !lines[1].starts_with("  0 "),
        "{found}"
    );
    assert!(
        lines[2].starts_with("  first      ") && lines[4].starts_with("  largest    "),
        "{found}"
    );
    // The options of the first lead to both results.
    let options: Vec<_> = lines[3].split_whitespace().collect();
    let own = text(&mma(&[F16, "--target", "sm_80"], &options));
    let other = text(&mma(&[F16, "--target", "sm_90"], &options));
    let value = |text: &str| {
        let result = text.lines().nth(1).and_then(|line| line.rsplit(" = ").next());
        result.expect("a result").to_owned()
    };
    let [first, second] = [value(&own), value(&other)];
    assert!(lines[2].contains(&format!("{first}, not {second}; exactly ")), "{found}: {first}");
    let same =
        text(&mma(&[F16, "--target", "sm_90", "--against", "sm_90a", "--tries", "100"], &[]));
    assert!(same.ends_with("  0 of 100 elements differ"), "{same}");
    let wgmma = "wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3";
    let sync = "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32";
    let search = ["--target", "sm_90a", "--against", sync, "--tries", "200", "--json"];
    let json = differing(&[&["mma", wgmma], &search[..]].concat());
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert!(value["different"].as_u64() > Some(0) && value["first"]["a"][0].is_string(), "{json}");
    for (other, words) in [
        ("sm_70", "sm_80 or higher"),
        ("sm_107", "nobody measured"),
        (wgmma, "takes other operands"),
        ("nonsense", "column 1"),
    ] {
        check_refused(&mma(&[F16, "--against", other], &[]), words);
    }
}
