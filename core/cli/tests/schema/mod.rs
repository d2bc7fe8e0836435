//! JSON Schema, as far as the tools use it.

use serde_json::Value;

/// Checks that a value satisfies a schema; a keyword that is not known here is an error.
pub(crate) fn check(schema: &Value, value: &Value, place: &str) {
    for (keyword, wanted) in schema.as_object().expect("a schema") {
        match keyword.as_str() {
            "description" => {}
            "type" => {
                let kind = kind(value);
                let is_one = |it: &Value| it == kind || it == "number" && kind == "integer";
                let is_any = wanted.as_array().map_or(is_one(wanted), |all| all.iter().any(is_one));
                assert!(is_any, "{place}: {value} is no {wanted}");
            }
            "enum" => assert!(list(wanted).contains(value), "{place}: {value} is none of {wanted}"),
            "required" => assert!(has(value, wanted), "{place}: {wanted} in {value}"),
            "properties" => {
                for (name, schema) in wanted.as_object().expect("properties") {
                    if let Some(member) = value.get(name) {
                        check(schema, member, &[place, ".", name].concat());
                    }
                }
            }
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    check(wanted, item, &[place, "[]"].concat());
                }
            }
            "anyOf" => {
                let is_met = |each: &Value| {
                    assert_eq!(each.as_object().map(serde_json::Map::len), Some(1), "only names");
                    has(value, &each["required"])
                };
                assert!(list(wanted).iter().any(is_met), "{place}: {value}");
            }
            other => panic!("{place}: the keyword {other} is not checked"),
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// Whether an object has all members of these names.
fn has(value: &Value, names: &Value) -> bool {
    list(names).iter().all(|name| value.get(name.as_str().expect("a name")).is_some())
}
