//! `ptxfp mcp`: an assistant's conversation gets the answers of the other commands.
#![cfg(feature = "mcp")]

#[expect(dead_code, reason = "what is refused is an answer here")]
mod command;

use std::collections::BTreeMap;

use command::{answers, run, text};
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

/// The text of each answer, and whether it is an error.
fn calls(tools: &[(&str, Value)]) -> Vec<(String, bool)> {
    let request = |(tool, arguments): &(&str, Value)| {
        ("tools/call", json!({ "name": tool, "arguments": arguments }))
    };
    let results = conversation(&tools.iter().map(request).collect::<Vec<_>>());
    let answer = |result: Value| {
        let text = result["content"][0]["text"].as_str().expect("a text").trim_end().to_owned();
        (text, result["isError"] == true)
    };
    results.into_iter().map(answer).collect()
}

#[test]
fn every_tool_is_listed_with_its_arguments() {
    let [result] = &conversation(&[("tools/list", json!({}))])[..] else { panic!("one answer") };
    let tools = result["tools"].as_array().expect("a list");
    let mut names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["check", "difference", "evaluate", "explain", "list", "mma", "run"]);
    for tool in tools {
        assert_ne!(tool["description"], Value::Null, "{tool}");
        for (name, schema) in tool["inputSchema"]["properties"].as_object().expect("arguments") {
            assert!(schema["description"].is_string(), "{name} of {tool}");
        }
    }
}

#[test]
fn answers_are_those_of_the_command_line() {
    let statement = "fma.rn.relu.bf16x2 {1.5, -0}, 0x3f803f80, 0xbf803f80";
    let place = ["--target", "sm_90", "--isa", "9.1"];
    let with = |command: &[&str]| text(&[command, &place].concat());
    let at = |statement: &str| json!({ "statement": statement, "target": "sm_90", "isa": "9.1" });
    let program = "mul.rn.f32 t, a, b;\nadd.rn.f32 d, t, c";
    let inputs = json!({ "a": "1.5", "b": "0x40000000", "c": "-0" });
    let ran = String::from_utf8(
        run(
            &["run", "-", "--json", "--set", "a=1.5", "--set", "b=0x40000000", "--set", "c=-0"],
            program.as_bytes(),
        )
        .stdout,
    )
    .unwrap();
    let got = calls(&[
        ("evaluate", at(statement)),
        ("explain", at(statement)),
        ("check", at("fma.rn.f32 d, a, b, c;")),
        ("evaluate", json!({ "statement": "0.1 + 0.2 in bf16" })),
        ("evaluate", json!({ "statement": "prmt.b32 1, 2, 0x5410" })),
        ("run", json!({ "text": program, "inputs": inputs })),
        (
            "mma",
            json!({ "instruction": MMA, "a": [2048, "0.5"], "b": [-4096, 1], "target": "sm_80" }),
        ),
        ("mma", json!({ "instruction": MMA, "a": [1], "b": [1] })),
        ("difference", json!({ "a": "min.f32", "b": "min.NaN.f32", "by": "permitted" })),
        ("list", json!({ "query": "type:e4m3 sm>=100" })),
        ("list", json!({ "query": "shf", "companions": true })),
    ]);
    let expected = [
        with(&["eval", statement, "--json"]),
        with(&["eval", statement]),
        "ok".to_owned(),
        text(&["eval", "0.1 + 0.2 in bf16", "--json"]),
        text(&["eval", "prmt.b32 1, 2, 0x5410", "--json"]),
        ran.trim_end().to_owned(),
        text(&["mma", MMA, "--a", "2048,0.5", "--b", "-4096,1", "--target", "sm_80", "--json"]),
        text(&["mma", MMA, "--a", "1", "--b", "1", "--targets", "--json"]),
        text(&["diff", "min.f32", "min.NaN.f32", "--by", "permitted", "--json"]),
        text(&["list", "type:e4m3 sm>=100"]),
        text(&["list", "--companions", "shf"]),
    ];
    for ((got, expected), place) in got.iter().zip(expected).zip(0..) {
        assert_eq!(got, &(expected, false), "answer {place}");
    }
}

#[test]
fn what_is_wrong_is_said_and_the_conversation_goes_on() {
    let long = "a".repeat(70_000);
    let got = calls(&[
        ("evaluate", json!({ "statement": "fma.rn.f32 1, 2" })),
        ("check", json!({ "statement": "fma.f99 d, a, b, c" })),
        ("evaluate", json!({ "statement": long })),
        ("evaluate", json!({})),
        ("run", json!({ "text": "add.rn.f32 d, a, b" })),
        (
            "run",
            json!({ "text": "mov.u32 r, %tid.x; add.f32 d, a, 0f3F800000; st.global.f32 [p], d;" }),
        ),
        ("difference", json!({ "a": "@/etc/hostname", "b": "add.f32" })),
        ("explain", json!({ "statement": "add.f32 1, 2", "target": "sm_1" })),
        ("mma", json!({ "instruction": MMA, "a": ["@/etc/hostname"], "b": [1] })),
    ]);
    let parts = [
        ("takes three source operands", true),
        ("error: ", false),
        ("has more than 65536 bytes", true),
        ("missing field `statement`", true),
        ("a value is missing for a, b; give it in inputs, as a=1.5", true),
        ("a value is missing for a; give it in inputs, as a=1.5", true),
        ("A: 1:", true),
        ("unknown target `sm_1`", true),
        // It reads no files.
        ("a, element 0: ", true),
    ];
    for ((message, is_error), (part, expected)) in got.iter().zip(parts) {
        assert!(message.contains(part) && *is_error == expected, "{part}: {message}");
        // Tools have no options.
        assert!(!message.contains("--"), "{message}");
    }
}
