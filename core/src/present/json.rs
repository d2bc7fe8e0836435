//! JSON without a dependency: a macro that names the members of a structure, and a writer.
//!
//! With the feature `serde`, the same list of members is the structure's `Serialize`. The page has only
//! the writer, because `serde_json` would cost more code than everything that it writes.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::bits::hex_digits;

/// Data that are written as JSON.
pub(crate) trait ToJson {
    /// Writes them behind what is already written.
    fn write(&self, json: &mut Json);
}

/// Takes one member after the other: its name and its value.
pub(crate) type Each<'e> = &'e mut dyn FnMut(&'static str, &dyn ToJson);

/// A structure that is an object in JSON.
pub(crate) trait Members {
    /// Passes on the members that are there, in their order.
    fn members(&self, each: Each<'_>);
}

/// JSON that is being written, an element a line.
#[derive(Default)]
pub(crate) struct Json {
    text: String,
    depth: usize,
}

/// Data as JSON, an element a line, in ASCII and without a line feed at its end.
pub(crate) fn to_json(data: &dyn ToJson) -> String {
    let mut json = Json::default();
    data.write(&mut json);
    json.text
}

impl<T: Members> ToJson for T {
    fn write(&self, json: &mut Json) {
        json.object(self);
    }
}

impl Json {
    fn object(&mut self, data: &dyn Members) {
        self.open('{');
        data.members(&mut |name, value| {
            self.next();
            name.write(self);
            self.text.push_str(": ");
            value.write(self);
        });
        self.close('}');
    }

    fn open(&mut self, bracket: char) {
        self.text.push(bracket);
        self.depth += 1;
    }

    /// Begins a member or an element.
    fn next(&mut self) {
        if !self.text.ends_with(['{', '[']) {
            self.text.push(',');
        }
        self.line();
    }

    fn close(&mut self, bracket: char) {
        self.depth = self.depth.saturating_sub(1);
        if !self.text.ends_with(['{', '[']) {
            self.line();
        }
        self.text.push(bracket);
    }

    fn line(&mut self) {
        self.text.push('\n');
        (0..self.depth).for_each(|_| self.text.push_str("  "));
    }
}

impl ToJson for &str {
    fn write(&self, json: &mut Json) {
        json.text.push('"');
        for character in self.chars() {
            match character {
                '"' | '\\' => json.text.extend(['\\', character]),
                '\n' => json.text.push_str("\\n"),
                ' '..='~' => json.text.push(character),
                _ => {
                    for unit in character.encode_utf16(&mut [0; 2]) {
                        json.text.push_str("\\u");
                        json.text.push_str(&hex_digits((*unit).into(), 16));
                    }
                }
            }
        }
        json.text.push('"');
    }
}

impl ToJson for String {
    fn write(&self, json: &mut Json) {
        self.as_str().write(json);
    }
}

impl ToJson for bool {
    fn write(&self, json: &mut Json) {
        json.text.push_str(if *self { "true" } else { "false" });
    }
}

impl ToJson for u32 {
    fn write(&self, json: &mut Json) {
        json.text.push_str(&self.to_string());
    }
}

impl ToJson for u8 {
    fn write(&self, json: &mut Json) {
        u32::from(*self).write(json);
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn write(&self, json: &mut Json) {
        match self {
            Some(data) => data.write(json),
            None => json.text.push_str("null"),
        }
    }
}

impl<T: ToJson> ToJson for [T] {
    fn write(&self, json: &mut Json) {
        json.open('[');
        for each in self {
            json.next();
            each.write(json);
        }
        json.close(']');
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn write(&self, json: &mut Json) {
        self.as_slice().write(json);
    }
}

impl<T: ToJson, const N: usize> ToJson for [T; N] {
    fn write(&self, json: &mut Json) {
        self.as_slice().write(json);
    }
}

/// Names the members of a structure in JSON, in their order: `field`, or `field as "name"`; with `if
/// is_some`, only where that method is true. Fields behind `without` are none.
macro_rules! listed {
    ($name:ident {
        $($field:ident $(as $key:literal)? $(if $is_there:ident)?),* $(,)?
    } $(without { $($hidden:ident),* })?) => {
        impl $crate::present::json::Members for $name {
            fn members(&self, each: $crate::present::json::Each<'_>) {
                let Self { $($field,)* $($($hidden: _,)*)? } = self;
                $(if $crate::present::json::all(&[$($field.$is_there())?]) {
                    each($crate::present::json::key!($field $($key)?), $field);
                })*
            }
        }
    };
}

/// Names the members as [`listed`] does, and to serde.
macro_rules! members {
    ($name:ident {
        $($field:ident $(as $key:literal)? $(if $is_there:ident)?),* $(,)?
    } $(without { $($hidden:ident),* })?) => {
        $crate::present::json::listed!($name {
            $($field $(as $key)? $(if $is_there)?),*
        } $(without { $($hidden),* })?);

        #[cfg(feature = "serde")]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap as _;
                let Self { $($field,)* $($($hidden: _,)*)? } = self;
                let mut data = serializer.serialize_map(None)?;
                $(if $crate::present::json::all(&[$($field.$is_there())?]) {
                    data.serialize_entry($crate::present::json::key!($field $($key)?), $field)?;
                })*
                data.end()
            }
        }
    };
}

/// The name of a member in JSON.
macro_rules! key {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $key:literal) => {
        $key
    };
}

pub(crate) use {key, listed, members};

/// Whether all conditions of a member are met.
pub(crate) fn all(conditions: &[bool]) -> bool {
    conditions.iter().all(|is_met| *is_met)
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    struct Data {
        kind: &'static str,
        list: Vec<Option<u8>>,
        note: Option<String>,
        is_hidden: bool,
    }
    members!(Data { kind as "type", list, note if is_some } without { is_hidden });

    #[test]
    fn members_have_their_names_and_order() {
        let data = Data { kind: "\"π\n", list: Vec::new(), note: None, is_hidden: true };
        assert!(data.is_hidden);
        assert_eq!(to_json(&data), "{\n  \"type\": \"\\\"\\u03c0\\n\",\n  \"list\": []\n}");
        let data = Data { list: alloc::vec![Some(1), None], note: Some("n".into()), ..data };
        assert_eq!(
            to_json(&data).split_whitespace().collect::<String>(),
            r#"{"type":"\"\u03c0\n","list":[1,null],"note":"n"}"#
        );
    }
}
