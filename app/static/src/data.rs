//! Data for other programs: the catalog, and test vectors.

use std::convert::Infallible;

use ptxfp::catalog::forms;
use ptxfp::explore::vectors::Random;
use ptxfp::internals::companion::ROWS;
use ptxfp::report::{
    Catalog, Written, catalog_schema, vector_files, vector_index_schema, vectors_schema,
};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::site::File;

/// The catalog.
pub(crate) const CATALOG: &str = "catalog.json";
/// The JSON Schema of that.
pub(crate) const CATALOG_SCHEMA: &str = "catalog.schema.json";
/// The list of the files with vectors.
pub(crate) const VECTORS: &str = "vectors/index.json";
/// The JSON Schema of these files.
pub(crate) const VECTORS_SCHEMA: &str = "vectors/schema.json";

/// The catalog, the vectors of every opcode with their list, and a schema of each.
pub(crate) fn files() -> Vec<File> {
    let catalog = Catalog::of(forms(), &ROWS);
    let mut files = vec![
        File::new(CATALOG, json(&catalog)),
        File::new(CATALOG_SCHEMA, indented(&catalog_schema())),
        File::new(VECTORS_SCHEMA, indented(&vectors_schema())),
        File::new("vectors/index.schema.json", indented(&vector_index_schema())),
    ];
    let Ok(()) = vector_files(Random::default(), |name, content| {
        let text = json(content);
        let sha256 = Sha256::digest(&text).into();
        let bytes = text.len();
        files.push(File::new(["vectors/", name].concat(), text));
        Ok::<_, Infallible>(Written { bytes, sha256 })
    });
    files
}

fn json(data: &impl Serialize) -> String {
    // Strings, numbers and lists always have a JSON text.
    serde_json::to_string(data).unwrap_or_default()
}

/// JSON that is read by people, too.
fn indented(data: &impl Serialize) -> String {
    serde_json::to_string_pretty(data).unwrap_or_default()
}
