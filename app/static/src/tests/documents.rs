//! The documents of data are what the schemas say today.
//!
//! `cargo xtask golden` rewrites them, and so does `UPDATE_EXPECT=1`.

use std::fmt::Write as _;

use expect_test::expect_file;
use ptxfp::internals::quote::code;
use ptxfp::report::catalog_schema;
use serde::Serialize;
use serde_json::{Map, Value};

/// Says that a file is not for editing.
const NOTICE: &str =
    "<!-- Written by `cargo xtask golden` from the types of the data: edit these instead. -->";

/// Compares a file of `docs/` with a text and the fields of a schema, or rewrites it.
fn check(name: &str, text: &str, schema: &impl Serialize) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/").to_owned() + name;
    let schema = serde_json::to_value(schema).expect("JSON");
    let fields = fields(schema.as_object().expect("an object"));
    expect_file![path].assert_eq(&format!("{NOTICE}\n\n{text}\n{fields}"));
}

/// A table for each object of a schema.
fn fields(schema: &Map<String, Value>) -> String {
    let mut text = table(schema);
    for (name, object) in schema["$defs"].as_object().expect("definitions") {
        let object = object.as_object().expect("a schema");
        let description = described(object);
        let _ = write!(text, "\n### {name}\n\n{description}\n\n{}", table(object));
    }
    text
}

/// The fields of an object, in their order.
fn table(object: &Map<String, Value>) -> String {
    let properties = object["properties"].as_object().expect("properties");
    let list = object.get("required").and_then(Value::as_array).into_iter().flatten();
    let required: Vec<_> = list.map(|name| name.as_str().expect("a name")).collect();
    let optional = properties.keys().map(String::as_str).filter(|name| !required.contains(name));
    let mut text = String::from("| field | type | meaning |\n| --- | --- | --- |\n");
    for name in required.iter().copied().chain(optional) {
        let schema = properties[name].as_object().expect("a schema");
        let absent = if required.contains(&name) { "" } else { ", or absent" };
        let _ = writeln!(text, "| `{name}` | {}{absent} | {} |", kind(schema), described(schema));
    }
    text
}

fn described(schema: &Map<String, Value>) -> String {
    let text = schema.get("description").and_then(Value::as_str).expect("a description");
    text.replace('\n', " ")
}

/// The type of a value in words.
fn kind(schema: &Map<String, Value>) -> String {
    if let Some(place) = schema.get("$ref").and_then(Value::as_str) {
        let name = place.rsplit('/').next().unwrap_or_default();
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        let words: Vec<_> = words.iter().filter_map(Value::as_str).map(code).collect();
        return words.join(", ");
    }
    if let Some(kinds) = schema.get("type").and_then(Value::as_array) {
        let kinds: Vec<_> = kinds.iter().filter_map(Value::as_str).collect();
        return kinds.join(" or ");
    }
    match schema["type"].as_str() {
        Some("array") => {
            let items = schema["items"].as_object().expect("items");
            ["list of ", &kind(items)].concat()
        }
        other => other.expect("a type").to_owned(),
    }
}

const CATALOG: &str = "\
# The catalog as data

`catalog.json`, beside the page of every built site, has every syntax line of floating-point instructions and of the integer, bit and predicate instructions around them: modifiers, operands, versions and targets, accuracy, sections of the manual and documented special cases. `ptxfp list --json QUERY` writes the forms that a query finds, `ptxfp list --companions --json QUERY` the companions.

```sh
curl -s https://HOST/catalog.json | jq -r '.forms[] | select(.opcode == \"fma\") | .syntax'
ptxfp list --json 'type:e4m3 sm>=100' | jq -r '.forms[].example'
```

`catalog.schema.json` beside it is its JSON Schema, draft 2020-12, with the descriptions below. A program should compare `format`, and pass over fields that it does not know ([versioning.md](versioning.md)). The license is MIT or Apache-2.0, at your option.

## Fields
";

#[test]
fn the_catalog_is_described() {
    check("catalog.md", CATALOG, &catalog_schema());
}
