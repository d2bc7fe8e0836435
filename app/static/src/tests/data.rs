//! Tests of the data for other programs.

use ptxfp::catalog::{Form, forms};
use ptxfp::internals::companion::ROWS;
use serde_json::Value;

use super::files;

/// The file of a path, as JSON.
fn read(path: &str) -> Value {
    let files = files(None);
    let file = files.iter().find(|file| file.path == path).expect(path);
    serde_json::from_str(&file.content).expect("JSON")
}

/// Checks that data satisfy a schema, and that each object has no more than the schema names.
fn check(data: &Value, mut schema: Value) {
    close(&mut schema);
    let validator = jsonschema::draft202012::new(&schema).expect("a schema");
    let wrong: Vec<_> = validator.iter_errors(data).take(5).map(|it| it.to_string()).collect();
    assert_eq!(wrong, [""; 0]);
}

/// Forbids fields without a description.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            members.values_mut().for_each(close);
            if members.contains_key("properties") {
                members.insert("additionalProperties".into(), false.into());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn the_catalog_has_everything_and_satisfies_its_schema() {
    let catalog = read("catalog.json");
    let syntax = |list: &str| -> Vec<String> {
        let rows = catalog[list].as_array().expect("a list").iter();
        rows.map(|row| row["syntax"].as_str().expect("a text").to_owned()).collect()
    };
    assert_eq!(syntax("forms"), forms().map(Form::syntax).collect::<Vec<_>>());
    let companions: Vec<_> = ROWS.iter().map(|row| row.syntax()).collect();
    assert_eq!(syntax("companions"), companions);
    check(&catalog, read("catalog.schema.json"));
}

#[test]
#[should_panic(expected = "not one of")]
fn what_is_wrong_does_not_satisfy_the_schema() {
    let mut catalog = read("catalog.json");
    catalog["forms"][0]["status"] = "known".into();
    check(&catalog, read("catalog.schema.json"));
}
