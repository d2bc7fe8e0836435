//! JSON Schemas of data for other programs, from the types that are written.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use super::{Catalog, VectorIndex, Vectors};

/// The schema of [`Catalog`] as JSON Schema, draft 2020-12: the content of `catalog.schema.json`.
///
/// ```
/// let schema = ptxfp::report::catalog_schema();
/// assert_eq!(schema.get("title").unwrap(), "Catalog");
/// ```
#[must_use]
pub fn catalog_schema() -> Schema {
    written::<Catalog>()
}

/// The schema of [`Vectors`]: the content of `vectors/schema.json`.
#[must_use]
pub fn vectors_schema() -> Schema {
    written::<Vectors>()
}

/// The schema of [`VectorIndex`]: the content of `vectors/index.schema.json`.
#[must_use]
pub fn vector_index_schema() -> Schema {
    written::<VectorIndex>()
}

/// The schema of what is written of a type. A field that is always written is required.
fn written<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}
