//! `ptxfp mcp`: an assistant's conversation gets the answers of the other commands.
#![cfg(feature = "mcp")]

#[expect(dead_code, reason = "what is refused is an answer here")]
mod command;
mod schema;

use std::collections::BTreeMap;

use command::{answers, answers_with, text};
use schema::check;
use serde_json::{Value, json};

const MMA: &str = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";

/// The result of each request of a conversation, in order.
fn conversation(requests: &[(&str, Value)]) -> Vec<Value> {
    let client = json!({ "name": "test", "version": "1" });
    let hello = json!({
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client,
    });
    let mut lines = vec![
        json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello }).to_string(),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string(),
    ];
    for ((method, params), id) in requests.iter().zip(1..) {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        lines.push(request.to_string());
    }
    lines.push(String::new());
    // Answers may come in any order.
    let mut results: BTreeMap<u64, Value> = BTreeMap::new();
    for line in answers(&["mcp"], lines.join("\n").as_bytes()) {
        let answer: Value = serde_json::from_str(&line).expect("a line of JSON");
        results.insert(answer["id"].as_u64().expect("an answer"), answer["result"].clone());
    }
    let hello = results.remove(&0).expect("an answer to the first request");
    assert_eq!(hello["serverInfo"]["name"], "ptxfp");
    assert_eq!(results.len(), requests.len());
    results.into_values().collect()
}

/// The text of each answer, its data, and whether it is an error.
fn calls(tools: &[(&str, Value)]) -> Vec<(String, Value, bool)> {
    let request = |(tool, arguments): &(&str, Value)| {
        ("tools/call", json!({ "name": tool, "arguments": arguments }))
    };
    let mut requests = vec![("tools/list", json!({}))];
    requests.extend(tools.iter().map(request));
    let mut results = conversation(&requests).into_iter();
    let listed = results.next().expect("the tools");
    let answer = |(result, (tool, _)): (Value, &(&str, Value))| {
        let text = result["content"][0]["text"].as_str().expect("a text").trim_end().to_owned();
        let is_error = result["isError"] == true;
        let data = result["structuredContent"].clone();
        assert_eq!(data.is_null(), is_error, "{text}");
        if !is_error {
            let all = listed["tools"].as_array().expect("a list");
            let listed = all.iter().find(|each| each["name"] == *tool).expect("the tool");
            check(&listed["outputSchema"], &data, tool);
        }
        (text, data, is_error)
    };
    results.zip(tools).map(answer).collect()
}

#[test]
fn every_tool_says_what_it_takes_does_and_returns() {
    let [result] = &conversation(&[("tools/list", json!({}))])[..] else { panic!("one answer") };
    let tools = result["tools"].as_array().expect("a list");
    let mut names: Vec<_> =
        tools.iter().map(|tool| tool["name"].as_str().expect("a name")).collect();
    names.sort_unstable();
    assert_eq!(names, ["check", "difference", "evaluate", "explain", "list", "mma", "run"]);
    let hints = json!({
        "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false,
    });
    for tool in tools {
        assert!(tool["title"].is_string() && tool["description"].is_string(), "{tool}");
        assert_eq!(tool["annotations"], hints);
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{tool}");
        assert_eq!(tool["outputSchema"]["type"], "object", "{tool}");
        for (name, schema) in tool["inputSchema"]["properties"].as_object().expect("arguments") {
            assert!(schema["description"].is_string(), "{name} of {tool}");
        }
    }
}

/// A command, run with further arguments.
type Command<'c> = &'c dyn Fn(&[&str]) -> String;

/// Checks that answers have the text of a command, and the data that it prints with `--json`.
fn check_answers(cases: &[(&str, Value, Command<'_>)]) {
    let asked: Vec<_> = cases.iter().map(|(tool, given, _)| (*tool, given.clone())).collect();
    for ((text, data, is_error), (tool, given, command)) in calls(&asked).into_iter().zip(cases) {
        assert_eq!((text, is_error), (command(&[]), false), "{tool} {given}");
        let expected: Value = serde_json::from_str(&command(&["--json"])).expect("JSON");
        assert_eq!(data, expected, "{tool} {given}");
    }
}

#[test]
fn answers_are_those_of_the_command_line() {
    let program = "mul.rn.f32 t, a, b;\nadd.rn.f32 d, t, c";
    let inputs = json!({ "a": "1.5", "b": "0x40000000", "c": "-0" });
    let run = |more: &[&str]| {
        let set = ["--set", "a=1.5", "--set", "b=0x40000000", "--set", "c=-0"];
        answers(&[&["run", "-"], &set[..], more].concat(), program.as_bytes()).join("\n")
    };
    let with =
        |command: &'static [&'static str]| move |more: &[&str]| text(&[command, more].concat());
    let difference = |more: &[&str]| {
        let command = ["diff", "min.f32", "min.NaN.f32", "--by", "permitted"];
        answers_with(1, &[&command[..], more].concat(), b"").join("\n")
    };
    let said = "Illegal modifier '.NaN' for instruction 'max'";
    check_answers(&[
        ("evaluate", json!({ "statement": "0x7e in e4m3" }), &with(&["eval", "0x7e in e4m3"])),
        (
            "evaluate",
            json!({ "statement": "prmt.b32 1, 2, 0x5410" }),
            &with(&["eval", "prmt.b32 1, 2, 0x5410"]),
        ),
        (
            "evaluate",
            json!({ "statement": said }),
            &with(&["eval", "Illegal modifier '.NaN' for instruction 'max'"]),
        ),
        ("evaluate", json!({ "statement": "#formats/e4m3" }), &with(&["eval", "#formats/e4m3"])),
        ("run", json!({ "text": program, "inputs": inputs }), &run),
        (
            "mma",
            json!({ "instruction": MMA, "a": [2048, "0.5"], "b": [-4096, 1], "target": "sm_80" }),
            &with(&["mma", MMA, "--a", "2048,0.5", "--b", "-4096,1", "--target", "sm_80"]),
        ),
        (
            "mma",
            json!({ "instruction": MMA, "a": [1], "b": [1] }),
            &with(&["mma", MMA, "--a", "1", "--b", "1", "--targets"]),
        ),
        (
            "difference",
            json!({ "a": "min.f32", "b": "min.NaN.f32", "by": "permitted" }),
            &difference,
        ),
        (
            "check",
            json!({ "statement": "add.f16 d, a, b", "isa": "9.1" }),
            &with(&["check", "add.f16 d, a, b", "--isa", "9.1"]),
        ),
    ]);
}

#[test]
fn the_text_of_an_evaluation_leaves_the_steps_to_its_data() {
    let statement = "fma.rn.relu.bf16x2 {1.5, -0}, 0x3f803f80, 0xbf803f80";
    let command = ["eval", statement, "--target", "sm_90", "--isa", "9.1"];
    let given = json!({ "statement": statement, "target": "sm_90", "isa": "9.1" });
    let got = calls(&[("evaluate", given.clone()), ("explain", given)]);
    let [(evaluated, data, false), (explained, explanation, false)] = &got[..] else {
        panic!("{got:?}")
    };
    let expected = text(&command);
    assert_eq!(explained, &expected);
    assert_eq!(explanation["explanation"], (expected.clone() + "\n"));
    let lines: Vec<_> = expected.lines().collect();
    for line in evaluated.lines() {
        assert!(lines.contains(&line), "{line}");
    }
    assert!(2 * evaluated.len() < expected.len() && !evaluated.contains("1. "), "{evaluated}");
    let json = text(&[&command[..], &["--json"]].concat());
    assert_eq!(data, &serde_json::from_str::<Value>(&json).expect("JSON"));
}

#[test]
fn a_number_is_a_number_and_a_text_may_be_bits() {
    let kernel = ".entry k(.param .u64 p) { ld.param.u64 %rd1, [p]; ld.global.f32 %f1, [%rd1]; \
                  add.f32 %f2, %f1, %f1; st.global.f32 [%rd1], %f2; ret; }";
    let got = calls(&[
        ("evaluate", json!({ "statement": "add.rn.f32", "operands": [1.1, 2] })),
        ("evaluate", json!({ "statement": "add.rn.f32;", "operands": ["1.1", "0x40000000"] })),
        (
            "evaluate",
            json!({ "statement": "add.rn.f16x2", "operands": [[1.5, -0.0], "0x3c003c00"] }),
        ),
        ("evaluate", json!({ "statement": "cvt.rn.f32.s32", "operands": [16_256.0] })),
        ("run", json!({ "text": "add.rn.f32 d, a, b", "inputs": { "a": 1.1, "b": "2" } })),
        ("run", json!({ "text": "add.rn.f32 d, a, b", "inputs": { "a": "1.1", "b": 2 } })),
        ("run", json!({ "text": kernel, "loads": [1.5] })),
        ("explain", json!({ "statement": "add.rn.f32", "operands": [1, 2] })),
    ]);
    let bits = |place: usize| got[place].1["destination"]["bits"].as_str().expect(&got[place].0);
    assert_eq!([bits(0), bits(1), bits(2)], ["0x40466666", "0x40466666", "0x41003c00"]);
    assert_eq!(bits(3), "0x467e0000");
    assert_eq!(got[4].1["outputs"][0]["bits"], "0x40466666");
    assert_eq!(got[4].1, got[5].1);
    assert_eq!(got[6].1["stores"][0]["values"], json!(["3"]), "{}", got[6].0);
    assert!(got[7].0.contains("0x40400000 = 3"), "{}", got[7].0);
}

#[test]
fn a_list_comes_in_pages() {
    let mut offset = 0;
    let mut texts = String::new();
    let mut n_pages = 0;
    loop {
        let [(text, data, false)] = &calls(&[("list", json!({ "offset": offset }))])[..] else {
            panic!("an answer")
        };
        assert!(
            data["lines"].as_array().expect("a list").len() <= 40 && text.len() < 20_000,
            "{text}"
        );
        texts.push_str(text);
        n_pages += 1;
        match data["next"].as_u64() {
            Some(next) => offset = next,
            None => break,
        }
    }
    assert!(n_pages > 2, "{n_pages}");
    for line in text(&["list"]).lines() {
        let syntax = line.split_whitespace().next().unwrap_or_default();
        assert!(texts.contains(syntax), "{line}");
    }
    let got = calls(&[
        ("list", json!({ "query": "type:e4m3 sm>=100" })),
        ("list", json!({ "query": "shf", "companions": true })),
    ]);
    assert_eq!(got[0].0, text(&["list", "type:e4m3 sm>=100"]));
    assert_eq!(got[1].0, text(&["list", "--companions", "shf"]));
}

/// Arguments without an answer, and a part of the message.
const WRONG: &[(&str, &str, &str)] = &[
    ("evaluate", r#"{ "statement": "fma.rn.f32 1, 2" }"#, "takes three source operands"),
    ("evaluate", r#"{ "statement": "fma.f99 1, 2, 3" }"#, "`.f99` is not a modifier of `fma`"),
    ("evaluate", "{}", "missing argument `statement`"),
    (
        "evaluate",
        r#"{ "statment": "add.f32 1, 2" }"#,
        "unknown argument `statment`, expected one of `statement`, `operands`",
    ),
    ("evaluate", r#"{ "statement": "add.f32 1, 2", "operands": [1] }"#, "leave `operands` out"),
    (
        "evaluate",
        r#"{ "statement": "add.f32", "operands": [1, true] }"#,
        "operands[1]: `true` is no value",
    ),
    ("evaluate", r#"{ "statement": "add.f32", "operands": ["1, 2"] }"#, "operands[0]: "),
    (
        "evaluate",
        r#"{ "statement": "add.f32 1, 2", "target": 90 }"#,
        "target: invalid type: integer `90`, expected a string",
    ),
    ("evaluate", r#"{ "statement": "addc.u32 1, 2" }"#, "use the tool `run` for both"),
    (
        "evaluate",
        r#"{ "statement": "mov.b32 d, a" }"#,
        "a needs a constant, or `run` with `inputs`",
    ),
    (
        "run",
        r#"{ "text": "add.rn.f32 d, a, b" }"#,
        r#"a value is missing for a, b; give it in `inputs`, such as {"a": 1.5}"#,
    ),
    (
        "run",
        r#"{ "text": "mov.u32 r, %tid.x; add.f32 d, a, 0f3F800000; st.global.f32 [p], d;" }"#,
        r#"missing for a; give it in `inputs`, such as {"a": 1.5}"#,
    ),
    (
        "run",
        r#"{ "text": "add.rn.f32 d, a, b", "inputs": { "a": [] } }"#,
        "inputs.a: `[]` is no value",
    ),
    (
        "run",
        r#"{ "text": "Illegal modifier '.NaN' for instruction 'max'" }"#,
        "the tool `list '.NaN max'`",
    ),
    ("difference", r#"{ "a": "@/etc/hostname", "b": "add.f32" }"#, "a: 1:"),
    ("difference", r#"{ "a": "add.f32", "b": "add.f32", "by": "luck" }"#, "by: unknown variant"),
    ("explain", r#"{ "statement": "add.f32 1, 2", "target": "sm_1" }"#, "unknown target `sm_1`"),
    ("check", r#"{ "statement": "add.f32 1, 2", "target": "sm_1" }"#, "unknown target `sm_1`"),
    ("check", r#"{ "statement": "add.f32", "operands": [] }"#, "unknown argument `operands`"),
    // It reads no files.
    (
        "mma",
        r#"{ "instruction": "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "a": ["@/etc/hostname"] }"#,
        "a, element 0: ",
    ),
    ("list", r#"{ "query": "prmt" }"#, "`companions` finds some"),
    ("list", r#"{ "offset": 1000000 }"#, "offset: there are "),
];

#[test]
fn what_is_wrong_is_said_and_the_conversation_goes_on() {
    let read = |given: &str| serde_json::from_str(given).expect("JSON");
    let mut asked: Vec<_> = WRONG.iter().map(|(tool, given, _)| (*tool, read(given))).collect();
    asked.push(("evaluate", json!({ "statement": "a".repeat(70_000) })));
    let parts = WRONG.iter().map(|(.., part)| *part).chain(["has more than 65536 bytes"]);
    for (((message, _, is_error), (tool, _)), part) in calls(&asked).iter().zip(&asked).zip(parts) {
        assert!(message.contains(part) && *is_error, "{tool}, {part}: {message}");
        // Tools have no options.
        assert!(!message.contains("--") && !message.contains("ptxfp "), "{message}");
    }
}

#[test]
fn an_illegal_statement_is_an_answer_of_check_alone() {
    let illegal = json!({ "statement": "fma.rn.ftz.bf16 1, 2, 3" });
    let got =
        calls(&[("check", illegal.clone()), ("evaluate", illegal.clone()), ("explain", illegal)]);
    let [(said, verdict, false), (evaluated, _, true), (explained, _, true)] = &got[..] else {
        panic!("{got:?}")
    };
    assert!(said.starts_with("rejected: column 7: `fma` takes `.ftz` only with"), "{said}");
    assert_eq!(said.strip_prefix("rejected: "), Some(&**evaluated));
    assert_eq!(evaluated, explained);
    assert_eq!(verdict["legality"], "rejected");
    let found = &verdict["diagnostics"][0];
    assert_eq!((&found["start"], &found["end"]), (&6.into(), &10.into()));
    assert_eq!(found["fixes"][0]["spelling"], "fma.rn.bf16");
}
