//! Tests of the data for other programs.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use ptxfp::catalog::{Availability, Context, Form, Instruction, Target, forms, spelled};
use ptxfp::eval::{Guarantee, Prepared};
use ptxfp::internals::companion::{self, ROWS};
use ptxfp::observed::Observed;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::site::File;

/// The data, made once for all tests.
fn files() -> &'static [File] {
    static FILES: OnceLock<Vec<File>> = OnceLock::new();
    FILES.get_or_init(crate::data::files)
}

/// The file of a path, as JSON.
fn read(path: &str) -> Value {
    let file = files().iter().find(|file| file.path == path).expect(path);
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
    let companions: Vec<_> = ROWS.iter().map(companion::Form::syntax).collect();
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

/// The most bytes of all vectors.
const MAX_VECTORS: u64 = 3_500_000;

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// The number of hexadecimal digits.
fn bits(value: &Value) -> u64 {
    let digits = text(value).strip_prefix("0x").expect("hexadecimal");
    u64::from_str_radix(digits, 16).expect("hexadecimal")
}

#[test]
fn the_index_has_the_size_and_the_digest_of_every_file() {
    let files = files();
    let index = read("vectors/index.json");
    check(&index, read("vectors/index.schema.json"));
    let (mut total, mut n_vectors) = (0, 0);
    for listed in list(&index["files"]) {
        let path = ["vectors/", text(&listed["name"])].concat();
        let content = &files.iter().find(|file| file.path == path).expect(&path).content;
        let digest = Sha256::digest(content);
        let digits = digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
        assert_eq!(listed["sha256"], digits, "{path}");
        assert_eq!(listed["bytes"], content.len(), "{path}");
        total += content.len() as u64;
        let vectors: Value = serde_json::from_str(content).expect("JSON");
        let instructions = list(&vectors["instructions"]);
        assert_eq!(listed["instructions"], instructions.len(), "{path}");
        let own: usize = instructions.iter().map(|each| list(&each["vectors"]).len()).sum();
        assert_eq!(listed["vectors"], own, "{path}");
        n_vectors += own;
    }
    assert_eq!((&index["bytes"], &index["vectors"]), (&total.into(), &n_vectors.into()));
    assert!((1_000_000..MAX_VECTORS).contains(&total), "{total} bytes");
    let n_others = files.iter().filter(|file| file.path.starts_with("vectors/")).count();
    assert_eq!(n_others, list(&index["files"]).len() + 3);
}

#[test]
fn vectors_are_those_of_every_form_and_what_the_evaluator_returns() {
    let mut syntax = BTreeSet::new();
    let (schema, mut n_open, mut n_observed) = (read("vectors/schema.json"), 0, 0);
    for listed in list(&read("vectors/index.json")["files"]) {
        let vectors = read(&["vectors/", text(&listed["name"])].concat());
        check(&vectors, schema.clone());
        for tested in list(&vectors["instructions"]) {
            syntax.insert(text(&tested["syntax"]).to_owned());
            let [open, observed] = compare(tested);
            n_open += open;
            n_observed += observed;
        }
    }
    assert_eq!(syntax, forms().map(Form::syntax).collect());
    assert!(n_open > 10_000 && n_observed > 500, "{n_open} open, {n_observed} observed");
}

/// Evaluates the vectors of an instruction again; the numbers of lanes that are open, and of observed
/// results.
fn compare(tested: &Value) -> [usize; 2] {
    let name = text(&tested["instruction"]);
    let target = Target::parse(text(&tested["target"])).expect(name);
    let context = Context { isa: text(&tested["isa"]).parse().expect(name), target };
    let is_it = |it: &Instruction| {
        it.form.syntax() == tested["syntax"] && it.availability(&context) != Availability::None
    };
    let instruction = spelled(name).into_iter().find(is_it).expect(name);
    let prepared = Prepared::new(&instruction, &context);
    let known = Observed::of(&instruction, &context);
    assert_eq!(known.is_some(), !tested["observed"].is_null(), "{name}");
    let mut found = Vec::new();
    for (index, vector) in list(&tested["vectors"]).iter().enumerate() {
        let (result, operands) = list(vector).split_last().expect(name);
        assert_eq!(operands.len(), list(&tested["operands"]).len(), "{name}");
        let registers: Vec<_> = operands.iter().map(bits).collect();
        let evaluated = prepared.evaluate(&registers);
        assert_eq!(bits(result), evaluated.destination, "{name} {vector}");
        if let Some(known) = known {
            assert_eq!(Some(bits(&tested["observed"][index])), known.bits(&registers), "{name}");
        }
        for (lane, each) in evaluated.lanes().iter().enumerate() {
            let ends = match each.guarantee {
                Guarantee::Bits => continue,
                Guarantee::Within { lo, hi } => Some([lo, hi]),
                _ => None,
            };
            found.push((index, lane, each.guarantee.name().to_owned(), ends));
        }
    }
    assert!(found.len() <= 4 * list(&tested["vectors"]).len());
    found.sort_unstable();
    assert_eq!(found, stated(tested), "{name}");
    [found.len(), tested["observed"].as_array().map_or(0, Vec::len)]
}

/// The lanes that are stated to be open: vector, lane, guarantee, and the ends of an interval.
fn stated(tested: &Value) -> Vec<(usize, usize, String, Option<[u64; 2]>)> {
    let number = |value: &Value| usize::try_from(value.as_u64().expect("a number")).expect("small");
    let mut all = Vec::new();
    for open in list(&tested["open"]) {
        for (place, vector) in list(&open["vectors"]).iter().enumerate() {
            let ends = open.get("lo").map(|lo| [bits(&lo[place]), bits(&open["hi"][place])]);
            let guarantee = text(&open["guarantee"]).to_owned();
            all.push((number(vector), number(&open["lane"]), guarantee, ends));
        }
    }
    all.sort_unstable();
    all
}

#[test]
fn vectors_are_written_the_same_again() {
    let again = crate::data::files();
    let content = |files: &[File]| -> Vec<_> {
        files.iter().map(|file| (file.path.clone(), file.content.clone())).collect()
    };
    assert!(content(files()) == content(&again), "the data differ");
}
