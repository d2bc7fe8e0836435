//! Instructions, programs and elements of matrices inside documents.

use std::borrow::Cow;

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use ptxfp::internals::export::{self, Embedded, Given, Piece};
use ptxfp::link::{MAX_LENGTH, Packed};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::{bounded, json};

/// The element of a block, or the mistakes in it.
#[derive(Serialize, Default)]
struct Element {
    mistakes: Vec<String>,
    /// Each with its value; `readonly` has an empty one.
    attributes: Vec<(&'static str, String)>,
    /// The parts of the sentence, each with whether it is code.
    sentence: Vec<(String, bool)>,
}

impl Element {
    fn of(found: Result<Embedded, Vec<String>>) -> Self {
        match found {
            Ok(Embedded { attributes, sentence }) => {
                let piece = |Piece { text, is_code }| (text, is_code);
                let sentence = sentence.into_iter().map(piece).collect();
                Self { mistakes: Vec::new(), attributes, sentence }
            }
            Err(mistakes) => Self { mistakes, ..Self::default() },
        }
    }
}

/// The element of a statement or a link with options, which are pairs in JSON.
#[wasm_bindgen]
pub fn embed(source: &str, options: &str) -> Result<String, JsValue> {
    let given: Vec<Given> = serde_json::from_str(bounded(options)?).map_err(Failure::of)?;
    json(&Element::of(element(bounded(source)?, &given)))
}

/// The element of a fenced block, or nothing if its words are not for the playground.
#[wasm_bindgen(js_name = embedBlock)]
pub fn embed_block(words: &str, body: &str) -> Result<Option<String>, JsValue> {
    let Some(given) = export::fence_options(bounded(words)?) else { return Ok(None) };
    json(&Element::of(block(given, bounded(body)?))).map(Some)
}

/// The address of the playground's folder, with a slash at its end.
#[wasm_bindgen]
pub fn site(address: &str) -> Result<String, JsValue> {
    Ok(export::site(bounded(address)?).map_err(Failure::of)?)
}

fn block(given: Result<Vec<Given>, String>, body: &str) -> Result<Embedded, Vec<String>> {
    let one = |message| vec![message];
    let mut given = given.map_err(one)?;
    let (source, stated) = export::fence_body(body).map_err(one)?;
    given.extend(stated.map(|text| ("result".to_owned(), Some(text))));
    element(&source, &given)
}

fn element(source: &str, given: &[Given]) -> Result<Embedded, Vec<String>> {
    export::embed(&readable(source.trim())?, given)
}

/// A link without compression; other texts stay what they are.
fn readable(source: &str) -> Result<Cow<'_, str>, Vec<String>> {
    let Some(read) = Packed::new(source) else { return Ok(Cow::Borrowed(source)) };
    let unpacked = read.and_then(|read| {
        let plain = decompress_to_vec_zlib_with_limit(read.bytes(), MAX_LENGTH).ok();
        read.unpacked(plain.as_deref())
    });
    unpacked.map(Cow::Owned).map_err(|problem| vec![problem.to_string()])
}
