//! The catalog as data.

use ptxfp::catalog::forms;
use ptxfp::internals::companion::ROWS;
use ptxfp::report::{Catalog, catalog_schema};
use serde::Serialize;

use crate::site::File;

/// The catalog.
pub(crate) const CATALOG: &str = "catalog.json";
/// The JSON Schema of that.
pub(crate) const CATALOG_SCHEMA: &str = "catalog.schema.json";

/// Every form and every companion, without line feeds; and the schema, to be read.
pub(crate) fn files() -> Vec<File> {
    let catalog = Catalog::of(forms(), &ROWS);
    let schema = serde_json::to_string_pretty(&catalog_schema()).unwrap_or_default();
    vec![File::new(CATALOG, json(&catalog)), File::new(CATALOG_SCHEMA, schema)]
}

fn json(data: &impl Serialize) -> String {
    // Strings, numbers and lists always have a JSON text.
    serde_json::to_string(data).unwrap_or_default()
}
