//! `ptxfp vectors`.

mod command;

use std::{env, fs, process};

use command::{check_refused, text};
use serde_json::Value;

#[test]
fn an_instruction_has_vectors_for_every_class_and_random_ones() {
    let of = |more: &[&str]| -> Value {
        let shown = text(&[&["vectors", "add.rn.f16"], more].concat());
        serde_json::from_str(&shown).expect("JSON")
    };
    let vectors = of(&["--random", "20", "--seed", "7"]);
    assert_eq!(
        (&vectors["format"], &vectors["random"], &vectors["seed"]),
        (&1.into(), &20.into(), &7.into())
    );
    let tested = &vectors["instructions"][0];
    assert_eq!(
        (&tested["instruction"], &tested["target"]),
        (&"add.rn.f16".into(), &"sm_90".into())
    );
    let list = tested["vectors"].as_array().expect("a list");
    assert_eq!(list.len(), 16 * 16 + 20);
    let invalid = list.iter().position(|it| it[0] == "0x7c00" && it[1] == "0xfc00");
    let invalid = invalid.expect("inf − inf");
    assert_eq!(list[invalid][2], "0x7fff");
    assert_eq!(tested["open"][0]["guarantee"], "any NaN");
    let open = tested["open"][0]["vectors"].as_array().expect("a list");
    assert!(open.contains(&invalid.into()), "{open:?}");
    assert_ne!(of(&["--random", "20", "--seed", "8"])["instructions"], vectors["instructions"]);
    assert_eq!(of(&["--target", "sm_100"])["instructions"][0]["target"], "sm_100");
}

#[test]
fn lines_for_testfloat_have_operands_result_and_exceptions() {
    let lines = text(&["vectors", "div.rn.f32", "--format", "testfloat", "--random", "0"]);
    assert_eq!(lines.lines().count(), 256);
    // 1 / 0, 0 / 0 and 1 / 1.
    for line in [
        "3F800000 00000000 7F800000 08",
        "00000000 00000000 7FFFFFFF 10",
        "3F800000 3F800000 3F800000 00",
    ] {
        assert!(lines.lines().any(|it| it == line), "{line}");
    }
}

#[test]
fn the_files_of_every_opcode_are_listed() {
    let folder = env::temp_dir().join(format!("ptxfp-vectors-{}", process::id()));
    let path = folder.to_str().expect("Unicode");
    assert_eq!(text(&["vectors", "--output", path, "--random", "0"]), "");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect(name);
    let index: Value = serde_json::from_str(&read("index.json")).expect("JSON");
    let files = index["files"].as_array().expect("a list");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), files.len() + 1);
    for file in files {
        let content = read(file["name"].as_str().expect("a name"));
        assert_eq!(file["bytes"], content.len());
        assert_eq!(file["sha256"].as_str().map(str::len), Some(64));
    }
    fs::remove_dir_all(&folder).expect("a folder");
}

#[test]
fn wrong_arguments_are_refused() {
    check_refused(&["vectors"], "<STATEMENT>");
    check_refused(&["vectors", "add.f32 1, 2"], "leave them out: add.f32");
    check_refused(&["vectors", "add.f33"], "column 4: `.f33` is not a modifier of `add`");
    check_refused(&["vectors", "add.f16x2", "--format", "testfloat"], "no function for add.f16x2");
    check_refused(&["vectors", "add.f32", "--random", "10000000"], "--random <N>");
    check_refused(&["vectors", "--output", "x", "--target", "sm_90"], "cannot be used with");
    check_refused(&["vectors", "--output", "/dev/null/x"], "`/dev/null/x`: ");
}
