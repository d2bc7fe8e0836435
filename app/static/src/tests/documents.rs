//! The documents of data are what the schemas say today.
//!
//! `cargo xtask golden` rewrites them, and so does `UPDATE_EXPECT=1`.

use std::fmt::Write as _;

use expect_test::expect_file;
use ptxfp::internals::quote::code;
use ptxfp::report::{catalog_schema, vector_index_schema, vectors_schema};
use serde::Serialize;
use serde_json::{Map, Value};

/// Says that a file is not for editing.
const NOTICE: &str =
    "<!-- Written by `cargo xtask golden` from the types of the data: edit these instead. -->";

/// Compares a file of `docs/` with a text, or rewrites it.
fn check(name: &str, text: &str) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/").to_owned() + name;
    expect_file![path].assert_eq(&format!("{NOTICE}\n\n{text}"));
}

/// A table for each object of a schema.
fn fields(schema: &impl Serialize) -> String {
    let schema = serde_json::to_value(schema).expect("JSON");
    let mut text = table(schema.as_object().expect("an object"));
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
        let mut kind = kind(schema);
        if !required.contains(&name) {
            // Such a field is absent where it would be null.
            kind = kind.replace(" or null", ", or absent");
        }
        let _ = writeln!(text, "| `{name}` | {kind} | {} |", described(schema));
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
        let kinds: Vec<_> =
            kinds.iter().filter_map(Value::as_str).map(|name| named(name, schema)).collect();
        return kinds.join(" or ");
    }
    named(schema["type"].as_str().expect("a type"), schema)
}

/// A type of JSON, with the items of a list.
fn named(name: &str, schema: &Map<String, Value>) -> String {
    if name != "array" {
        return name.to_owned();
    }
    let items = schema["items"].as_object().expect("items");
    ["list of ", &kind(items)].concat()
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
    check("catalog.md", &[CATALOG, "\n", &fields(&catalog_schema())].concat());
}

const VECTORS: &str = "\
# Test vectors

`vectors/`, beside the page of every built site, has operands and results of every syntax line, to test another implementation with. `ptxfp vectors --output FOLDER` writes the same vectors and their index, and `ptxfp vectors 'fma.rn.f16' --random 100000 --seed 7` those of one instruction, with as many random operands as you like. The license is MIT or Apache-2.0, at your option.

- **Operands.** Every class: zeros, the smallest and the largest subnormal, the smallest normal number, ±1, the ends of the range, infinities, NaNs that are canonical, signaling, and negative with a payload. Two operands have all pairs of these; of three, any two have all pairs. Then come random ones (`random`, `seed`), near zeros, powers of two and the largest numbers more often than elsewhere. The lanes of a register hold different operands.
- **Instructions.** So many of each syntax line that every modifier is there, and every optional one is missing once. Each has the newest PTX ISA version with a target that has it: sm_90, or else the newest.
- **Results.** They are those of the playground ([verification.md](verification.md)). A result whose bits the ISA does not determine is in `open`, with the guarantee, and in `observed` are the bits that GPUs were observed to return, where they are known ([evidence.md](evidence.md)). No result has been measured on a GPU for this project yet.
- **Stability.** The same version, arguments and seed give the same bytes. The vectors for every class are the same for any seed, except for operands that are random bits.

`index.json` has the size and the SHA-256 of each file. `schema.json` and `index.schema.json` are the JSON Schemas, draft 2020-12, with the descriptions below; a program should compare `format`, and pass over fields that it does not know ([versioning.md](versioning.md)).

```python
import json

for tested in json.load(open(\"vectors/fma.json\"))[\"instructions\"]:
    open_ones = {vector for each in tested[\"open\"] for vector in each[\"vectors\"]}
    for index, (*operands, result) in enumerate(tested[\"vectors\"]):
        mine = fma(tested[\"instruction\"], *(int(bits, 16) for bits in operands))
        assert index in open_ones or mine == int(result, 16)
```

## TestFloat

`ptxfp vectors 'div.rn.f32' --format testfloat` prints lines as `testfloat_gen` of Berkeley TestFloat 3 does, which `testfloat_ver -rnear_even f32_div` reads: operands, result, exceptions. It has the instructions that are operations of IEEE 754 on one number, without `.ftz` and `.sat`:

| PTX | TestFloat |
| --- | --- |
| `add`, `sub`, `mul`, `fma` with `.f16`, `.f32`, `.f64`; `div`, `sqrt` with `.f32`, `.f64` | `f16_add`, `f32_mulAdd`, `f64_sqrt` and so on |
| `.rn`, `.rz`, `.rm`, `.rp` | `-rnear_even`, `-rminMag`, `-rmin`, `-rmax` |

PTX has no exception flags. Those of the lines are what IEEE 754 says of the operation, with tininess after rounding, and with *invalid* for infinity times zero plus a NaN; SoftFloat 3 raises the same.
";

const VECTORS_FIELDS: &str = "
## Fields

A file with vectors is an object:

";

const INDEX_FIELDS: &str = "
## Fields of the index

";

#[test]
fn vectors_are_described() {
    let [vectors, index] = [fields(&vectors_schema()), fields(&vector_index_schema())];
    check("vectors.md", &[VECTORS, VECTORS_FIELDS, &vectors, INDEX_FIELDS, &index].concat());
}
