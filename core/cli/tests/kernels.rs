//! `run` on kernels: values of loads, special registers, functions, threads, and what is reported.

mod command;

use crate::command::{check_refused, run, text};

/// A kernel with a bounds guard: out[i] = a x[i] + out[i].
const AXPY: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry axpy(.param .u64 x, .param .u64 out, .param .f32 a, .param .u32 n)
{
  .reg .pred %p<2>; .reg .f32 %f<5>; .reg .b32 %r<6>; .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [x];
  ld.param.u64 %rd2, [out];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p1, %r5, %r1;
  @%p1 bra $L__BB0_2;
  ld.param.f32 %f1, [a];
  cvta.to.global.u64 %rd3, %rd1;
  cvta.to.global.u64 %rd4, %rd2;
  mul.wide.s32 %rd5, %r5, 4;
  add.s64 %rd6, %rd3, %rd5;
  add.s64 %rd7, %rd4, %rd5;
  ld.global.nc.f32 %f2, [%rd6];
  ld.global.f32 %f3, [%rd7];
  fma.rn.f32 %f4, %f1, %f2, %f3;
  st.global.f32 [%rd7], %f4;
$L__BB0_2:
  ret;
}
";

/// Runs a text: the exit status, and what is printed.
fn ran(text: &str, options: &[&str]) -> (i32, String, String) {
    let output = run(&[&["run", "-"], options].concat(), text.as_bytes());
    let printed = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("a status"), printed(output.stdout), printed(output.stderr))
}

fn json(text: &str, options: &[&str]) -> serde_json::Value {
    let (_, stdout, stderr) = ran(text, &[options, &["--json"]].concat());
    serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stderr}"))
}

#[test]
fn loads_have_values_in_order_and_stores_are_listed() {
    let found = json(AXPY, &["--set=a=2", "--set=n=4", "--set=%tid.x=3", "--loads=1.5,0x40000000"]);
    assert_eq!(found["function"], "axpy");
    let loads = found["loads"].as_array().expect("a list");
    let of = |each: &serde_json::Value, key: &str| each[key].as_str().expect(key).to_owned();
    let shown: Vec<_> =
        loads.iter().map(|it| [of(it, "name"), of(it, "address"), of(it, "location")]).collect();
    let expected = [["%f2 = [%rd6]", "[%rd6]", "x+12"], ["%f3 = [%rd7]", "[%rd7]", "out+12"]];
    assert_eq!(shown, expected);
    let store = &found["stores"][0];
    let expected = serde_json::json!({
        "line": 26, "address": "[%rd7]", "location": "out+12", "name": "%f4", "type": ".f32",
        "bits": "0x40a00000", "values": ["5"], "standing": "determined",
    });
    assert_eq!(*store, expected);
    assert_eq!(found["problems"], serde_json::json!([]));
    // A value may also be given by the destination of the load.
    let other = json(AXPY, &["--set=a=2", "--set=n=4", "--set=%f3=2", "--loads=1.5"]);
    assert_eq!(other["stores"][0]["bits"], "0x40a00000");
}

#[test]
fn a_thread_out_of_bounds_stores_nothing() {
    let (status, text, _) = ran(AXPY, &["--set=a=2", "--set=n=4", "--set=%tid.x=4"]);
    assert_eq!(status, 0, "{text}");
    assert!(!text.contains("store"), "{text}");
    let (status, text, _) =
        ran(AXPY, &["--set=a=2", "--set=n=2", "--threads=3", "--loads=1,2,3,0f40800000"]);
    assert_eq!(status, 0, "{text}");
    let lines: Vec<_> = text.lines().skip(1).collect();
    let expected = [
        "tid    0  [%rd7] = out .f32  0x40800000 = 4  (determined)",
        "tid    1  [%rd7] = out+4 .f32  0x41200000 = 10  (determined)",
        "tid    2  stores nothing",
    ];
    assert_eq!(lines, expected);
    let found = json(AXPY, &["--set=a=2", "--set=n=2", "--threads=2", "--loads=1,2,3,4"]);
    assert_eq!(found["threads"][1]["stores"][0]["values"][0], "10");
}

#[test]
fn what_is_missing_is_reported() {
    let (status, text, wrong) = ran(AXPY, &["--set=a=2", "--set=n=4", "--loads=1"]);
    assert_eq!(status, 1, "{text}");
    assert!(wrong.starts_with("line 24: no value is given for load 2, %f3 = [%rd7]"), "{wrong}");
    assert!(text.contains("  store [%rd7] = out .f32  unknown"), "{text}");
    for (options, expected) in [
        (&["--set=a=2"][..], "a value is missing for n; write --set n=1"),
        (&["--set=n=4"], "a value is missing for a; write --set a=1.5"),
        (&["--set=n=4", "--set=b=1"], "`b` is not an input; the inputs are x, out, n"),
        (&["--set=n=4", "--set=a=x"], "input a: "),
        (&["--set=n=4", "--set=n=5"], "input n is set twice"),
        (&["--function=other"], "the text has no function `other`; it has axpy"),
        (&["--set=n=4", "--set=a=1", "--loads=1,x"], "input %f3 = [%rd7]: "),
        (&["--threads=2", "--set=%tid.x=1"], "--threads sets %tid.x"),
    ] {
        let (status, _, wrong) = ran(AXPY, options);
        assert_eq!(status, 2, "{options:?}: {wrong}");
        assert!(wrong.contains(expected), "{options:?}: {wrong}");
    }
}

/// A jump may leave out loads, so that values for them may be left.
#[test]
fn values_of_loads_that_are_left_are_a_remark() {
    let found = json(AXPY, &["--set=n=4", "--set=a=1", "--loads=1,2,3"]);
    let note = found["notes"][0].as_str().unwrap_or_default();
    assert!(note.starts_with("3 values of loads are given, and 2 elements are loaded"), "{found}");
    let found = json(AXPY, &["--set=n=0", "--set=a=1", "--loads=1,2"]);
    assert_eq!(found["stores"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_run_has_a_limit_of_steps() {
    let text = "mov.u32 %r1, 0; L: add.u32 %r1, %r1, 1; bra L;";
    let (status, _, wrong) = ran(text, &["--steps=100"]);
    assert_eq!(status, 1);
    assert!(wrong.contains("100 statements have run"), "{wrong}");
    let text = "mov.u32 %r1, 0; L: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 1000; @%p1 bra L;";
    let (status, text, wrong) = ran(text, &[]);
    assert_eq!((status, &*wrong), (0, ""));
    assert!(text.contains("  out  %r1 .u32  0x000003e8 = 1000"), "{text}");
}

#[test]
fn an_open_jump_leaves_open_what_depends_on_it() {
    let text = "
        ex2.approx.f32 t, a; setp.gt.f32 p, t, 0f3f800000; mov.f32 d, 1.0; mov.f32 e, 2.0;
        @p bra L; mov.f32 d, 3.0; mov.f32 e, 2.0; L: add.rn.f32 f, d, e;";
    let standing = |a: &str| {
        let found = json(text, &[&*["--set=a=", a].concat()]);
        let outputs = found["outputs"].as_array().expect("a list").clone();
        let sum = outputs.into_iter().find(|it| it["name"] == "f").expect("the sum");
        (sum["bits"].clone(), sum["standing"].clone())
    };
    assert_eq!(standing("1"), ("0x40400000".into(), "determined".into()));
    assert_eq!(standing("-1"), ("0x40a00000".into(), "determined".into()));
    assert_eq!(standing("1e-9").1, "reference");
}

#[test]
fn addresses_that_cannot_be_told_apart_are_reported() {
    let text = "
        ld.global.u64 %rd2, [%rd1]; st.global.f32 [%rd2], 0f3f800000; ld.global.f32 %f1, [%rd1+8];
        st.global.f32 [%rd1+8], %f1; st.global.f32 [%rd1+8], 0f40000000; ld.global.f32 %f2, [%rd1+8];
        st.global.f32 [%rd3], %f2;";
    let (status, shown, wrong) = ran(text, &[]);
    assert_eq!(status, 1, "{shown}");
    assert!(wrong.contains("[%rd1+8] may have bytes that line 2 stored"), "{wrong}");
    assert!(shown.contains("store [%rd3] = %rd3 .f32  0x40000000 = 2  (determined)"), "{shown}");
}

#[test]
fn a_link_has_a_kernel_with_its_inputs() {
    let found = json(AXPY, &["--set=a=2", "--set=n=4", "--loads=1.5,0x40000000"]);
    let link = found["link"].as_str().expect("a link");
    let shown = text(&["run", link]);
    assert!(shown.contains("store [%rd7] = out .f32  0x40a00000 = 5"), "{shown}");
    let of_eval = text(&["eval", link]);
    assert!(of_eval.contains("store [%rd7] = out .f32  0x40a00000 = 5"), "{of_eval}");
    // Other values count more than those of the link; the memory stays what it is.
    let other = text(&["run", link, "--set=a=4", "--set=[out]=1"]);
    assert!(other.contains("store [%rd7] = out .f32  0x40e00000 = 7"), "{other}");
    let other = text(&["run", link, "--set=%tid.x=9"]);
    assert!(!other.contains("store"), "{other}");
    check_refused(&["run", link, "--target=sm_70"], "a link names its target and version");
}

#[test]
fn a_question_that_is_a_kernel_runs_with_what_it_says() {
    let shown = text(&["eval", AXPY]);
    assert!(shown.contains("loads and parameters without a value are 1"), "{shown}");
    assert!(shown.contains("store [%rd7] = out .f32  0x40000000 = 2"), "{shown}");
}

#[test]
fn loads_are_named_by_the_memory_that_they_read() {
    let found = json(
        AXPY,
        &["--set=a=2", "--set=n=4", "--set=%tid.x=3", "--set=[x+12]=1", "--set=[out+12]=3"],
    );
    assert_eq!(found["stores"][0]["values"], serde_json::json!(["5"]));
    let (status, _, wrong) = ran(AXPY, &["--set=a=2", "--set=n=4", "--set=[x+4]=1"]);
    assert_eq!(status, 2, "{wrong}");
    assert!(wrong.contains("`[x+4]` is not an input"), "{wrong}");
}

#[test]
fn a_kernel_runs_on_several_targets() {
    let kernel = AXPY.replace("fma.rn.f32 %f4, %f1, %f2, %f3", "tanh.approx.f32 %f4, %f2");
    let (status, shown, _) =
        ran(&kernel, &["--set=a=2", "--set=n=4", "--loads=1,2", "--targets=sm_70,sm_90"]);
    assert_eq!(status, 1, "{shown}");
    assert!(shown.contains("sm_75") && shown.contains("differs"), "{shown}");
}

#[test]
fn a_straight_program_has_no_loads() {
    let link = "v1/sequence@sm_90?code=neg.f32~d,a&a=0x3f800000";
    assert!(text(&["run", link]).contains("  out  d .f32  0xbf800000 = -1"));
    check_refused(
        &["run", link, "--loads=1"],
        "--loads, --function and --threads are for a kernel",
    );
}
