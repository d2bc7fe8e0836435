//! The answers of the tools: a short text, and data that satisfy the schema of the tool.

use std::sync::Arc;

use rmcp::model::{CallToolResult, ContentBlock, JsonObject};
use serde::Serialize;
use serde_json::{Value, json};

use crate::context::one_line;

/// The most characters of an answer.
const MAX_ANSWER: usize = 256 * 1024;
/// The most characters of its text; the data have all.
const MAX_SHOWN: usize = 8 * 1024;

/// An answer.
pub(super) struct Answered {
    text: String,
    data: Value,
}

impl Answered {
    /// An answer whose text has colors, perhaps.
    pub(super) fn new(text: &str, data: &impl Serialize) -> Result<Self, String> {
        let text = anstream::adapter::strip_str(text).to_string();
        let data = serde_json::to_value(data).map_err(|error| error.to_string())?;
        Ok(Self { text: short(text.trim_end()), data })
    }

    /// An answer whose text is all that there is.
    pub(super) fn of_text(text: &str, name: &str) -> Self {
        let text = anstream::adapter::strip_str(text).to_string();
        Self { data: json!({ name: text }), text }
    }
}

/// A text, cut at the end of a line where it is long.
fn short(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(MAX_SHOWN) else { return text.to_owned() };
    let cut = text.get(..end).unwrap_or(text);
    let cut = cut.rsplit_once('\n').map_or(cut, |(whole, _)| whole);
    [cut, "\n… the structured content has the rest"].concat()
}

/// Answers, on a thread beside the conversation.
pub(super) async fn answer(
    work: impl FnOnce() -> Result<Answered, String> + Send + 'static,
) -> CallToolResult {
    let answered = match tokio::task::spawn_blocking(work).await {
        Ok(answered) => answered,
        Err(error) => Err(error.to_string()),
    };
    let error =
        |message: String| CallToolResult::error(vec![ContentBlock::text(one_line(&message))]);
    match answered {
        Ok(Answered { text, data }) => {
            let length = text.len() + data.to_string().len();
            if length > MAX_ANSWER {
                let asked = "ask for less";
                return error(format!(
                    "the answer has {length} bytes, more than {MAX_ANSWER}; {asked}"
                ));
            }
            let mut result = CallToolResult::structured(data);
            result.content = vec![ContentBlock::text(text)];
            result
        }
        Err(message) => error(of_tools(&message)),
    }
}

/// A message of the command in the words of the tools, which have arguments in place of options.
fn of_tools(message: &str) -> String {
    let message = message.replace("`ptxfp run` with --set", "`run` with `inputs`");
    let message = message.replace("--companions finds some", "`companions` finds some");
    message.replace("`ptxfp ", "the tool `")
}

/// A schema as the protocol takes it.
fn schema(value: Value) -> Arc<JsonObject> {
    let Value::Object(mut object) = value else { return Arc::default() };
    object.insert("type".into(), "object".into());
    Arc::new(object)
}

fn text() -> Value {
    json!({ "type": "string" })
}

fn or_null(kind: &str) -> Value {
    json!({ "type": [kind, "null"] })
}

fn list(items: &Value) -> Value {
    json!({ "type": "array", "items": items })
}

/// A register: its bits, and the values of its lanes, the least significant first.
fn register() -> Value {
    json!({
        "type": "object",
        "required": ["name", "type", "bits", "values"],
        "properties": {
            "name": text(),
            "type": or_null("string"),
            "bits": or_null("string"),
            "values": { "type": "array" },
            "standing": {
                "description": "How certain the value in a program is.",
                "type": "string",
            },
        },
    })
}

fn lane() -> Value {
    json!({
        "type": "object",
        "required": ["index", "bits", "value", "guarantee", "guarantee_text", "steps"],
        "properties": {
            "index": { "type": "integer" },
            "bits": text(),
            "value": text(),
            "guarantee": {
                "enum": ["bits", "reading", "any NaN", "within", "unbounded", "unspecified"],
            },
            "guarantee_text": text(),
            "permitted": {
                "description": "The least and the largest permitted number, each with bits and value.",
                "type": ["array", "null"],
            },
            "exact": or_null("string"),
            "steps": list(&json!({ "type": "object" })),
            "observed": or_null("object"),
        },
    })
}

/// The members of a program that ran.
fn of_program() -> Value {
    json!({
        "target": text(),
        "isa": text(),
        "inputs": list(&register()),
        "statements": list(&json!({
            "type": "object",
            "required": ["line", "text", "results"],
            "properties": { "line": { "type": "integer" }, "text": text(), "results": list(&register()) },
        })),
        "outputs": list(&register()),
        "loads": list(&register()),
        "stores": list(&register()),
        "problems": list(&text()),
    })
}

/// The names that a program has at least.
const PROGRAM: [&str; 7] = ["target", "isa", "inputs", "statements", "outputs", "problems", "link"];

/// The schema of `evaluate`: an instruction, a program, a number, or what else a text may be.
pub(super) fn evaluation() -> Arc<JsonObject> {
    let mut members = json!({
        "reading": { "description": "How a question was read.", "type": "string" },
        "assumptions": list(&json!({ "type": "object", "required": ["text", "instead"] })),
        "instruction": text(),
        "legality": { "enum": ["documented", "undocumented"] },
        "operands": list(&register()),
        "destination": register(),
        "lanes": {
            "description": "The lanes of the destination, the least significant first.",
            "type": "array",
            "items": lane(),
        },
        "comparison": { "type": "object", "required": ["holds", "sign", "sides"] },
        "value": {
            "description": "A number in a format.",
            "type": "object",
            "required": ["format", "bits", "value", "exact", "class"],
        },
        "form": { "description": "An instruction without values.", "type": "object" },
        "message": { "description": "A message of the assembler.", "type": "object" },
        "link": {
            "description": "The part of the playground's address after #; of a link to a view, its parts.",
            "type": ["string", "object"],
        },
    });
    if let (Some(all), Value::Object(more)) = (members.as_object_mut(), of_program()) {
        all.extend(more);
    }
    let statement =
        ["instruction", "target", "isa", "legality", "operands", "destination", "lanes", "link"];
    schema(json!({
        "properties": members,
        "anyOf": [
            { "required": statement },
            { "required": PROGRAM },
            { "required": ["reading", "value"] },
            { "required": ["form"] },
            { "required": ["message", "forms"] },
            { "required": ["link"] },
        ],
    }))
}

/// The schema of `explain`.
pub(super) fn explanation() -> Arc<JsonObject> {
    schema(json!({ "required": ["explanation"], "properties": { "explanation": text() } }))
}

/// The schema of `check`.
pub(super) fn verdict() -> Arc<JsonObject> {
    schema(json!({
        "required": ["legality", "target", "isa", "instruction", "note", "message", "diagnostics"],
        "properties": {
            "legality": { "enum": ["documented", "undocumented", "rejected"] },
            "target": text(),
            "isa": text(),
            "instruction": or_null("string"),
            "note": or_null("string"),
            "message": or_null("string"),
            "diagnostics": list(&json!({
                "type": "object",
                "required": ["code", "message", "start", "end", "fixes"],
                "properties": {
                    "code": text(),
                    "message": text(),
                    "start": { "description": "In characters from 0.", "type": "integer" },
                    "end": { "type": "integer" },
                    "section": or_null("string"),
                    "fixes": list(&json!({ "type": "object", "required": ["label"] })),
                },
            })),
        },
    }))
}

/// The schema of `run`.
pub(super) fn program() -> Arc<JsonObject> {
    schema(json!({ "required": PROGRAM, "properties": of_program() }))
}

/// The schema of `mma`: an element on a target, or on several.
pub(super) fn element() -> Arc<JsonObject> {
    let brief = json!({
        "type": "object",
        "required": ["target", "generation", "result", "open", "grade"],
        "properties": {
            "target": text(),
            "generation": or_null("string"),
            "result": or_null("object"),
            "open": or_null("string"),
            "grade": or_null("string"),
        },
    });
    schema(json!({
        "required": ["instruction"],
        "properties": { "instruction": text(), "targets": list(&brief), "result": or_null("object") },
        "anyOf": [
            { "required": ["targets"] },
            { "required": ["target", "result", "open", "grade", "exact", "evidence", "steps"] },
        ],
    }))
}

/// The schema of `difference`.
pub(super) fn difference() -> Arc<JsonObject> {
    let named = json!({ "type": "object", "required": ["text", "target", "isa"] });
    schema(json!({
        "required": ["by", "a", "b", "verdict", "open", "proof", "tried", "differences"],
        "properties": {
            "by": { "enum": ["permitted", "reference", "observed"] },
            "a": named,
            "b": named,
            "verdict": { "enum": ["differ", "may differ", "equal", "not found", "compatible"] },
            "open": { "type": "boolean" },
            "proof": or_null("string"),
            "tried": { "type": "integer" },
            "differences": list(&json!({ "type": "object", "required": ["inputs", "a", "b", "certain"] })),
        },
    }))
}

/// The schema of `list`.
pub(super) fn listing() -> Arc<JsonObject> {
    schema(json!({
        "required": ["total", "offset", "next", "lines"],
        "properties": {
            "total": { "description": "The number of lines that are found.", "type": "integer" },
            "offset": { "type": "integer" },
            "next": { "description": "The offset of the next page; null on the last.", "type": ["integer", "null"] },
            "lines": list(&json!({
                "type": "object",
                "required": ["opcode", "syntax", "status", "section", "requires"],
                "properties": {
                    "opcode": text(),
                    "syntax": text(),
                    "status": text(),
                    "section": text(),
                    "requires": text(),
                },
            })),
        },
    }))
}
