//! The options of an embedded instruction: one definition for the element and for every tool that
//! writes it.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::text::quote::quoted;

/// An option as it is given: its name, and its value unless the name stands alone.
pub type Given = (String, Option<String>);

/// The values that an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Any text, such as this one.
    Text(&'static str),
    /// One of these.
    One(&'static [&'static str]),
    /// Some of these, separated by commas.
    Some(&'static [&'static str]),
    /// None: it stands alone.
    Nothing,
}

/// The use of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It says how the statement is read; the link of the element has it.
    Source,
    /// It is an attribute of the element.
    Attribute,
}

/// Every option: its name, its values, and its use.
///
/// The element takes those that are attributes, and `state`.
pub const OPTIONS: [(&str, Values, Use); 8] = [
    ("target", Values::Text("sm_90"), Use::Source),
    ("isa", Values::Text("9.1"), Use::Source),
    ("result", Values::Text("2048"), Use::Source),
    ("ui", Values::One(&["full", "compact", "result"]), Use::Attribute),
    ("theme", Values::One(&["auto", "light", "dark"]), Use::Attribute),
    ("views", Values::Some(&["lanes", "steps", "cases"]), Use::Attribute),
    ("title", Values::Text("A sum of f16"), Use::Attribute),
    ("readonly", Values::Nothing, Use::Attribute),
];

/// The options of one embedded instruction, which are right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Options {
    /// Each with its name, in the order of the table.
    all: Vec<(&'static str, Use, String)>,
}

impl Options {
    /// Reads options; every mistake is reported.
    pub(super) fn read(given: &[Given]) -> Result<Self, Vec<String>> {
        let mut mistakes = Vec::new();
        for (index, (name, _)) in given.iter().enumerate() {
            if !OPTIONS.iter().any(|(known, ..)| known == name) {
                let names: Vec<_> = OPTIONS.iter().map(|(name, ..)| *name).collect();
                let known = list(&names, "or");
                mistakes.push(format!("unknown option {}; expected {known}", quoted(name)));
            } else if given.iter().skip(index + 1).any(|(other, _)| other == name) {
                mistakes.push(format!("`{name}` is given twice"));
            }
        }
        let mut all = Vec::new();
        for (name, values, used) in OPTIONS {
            let Some((_, value)) = given.iter().find(|(given, _)| given == name) else { continue };
            match values.read(name, value.as_deref()) {
                Ok(value) => all.push((name, used, value)),
                Err(mistake) => mistakes.push(mistake),
            }
        }
        if mistakes.is_empty() { Ok(Self { all }) } else { Err(mistakes) }
    }

    /// The value of an option.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.all.iter().find(|(own, ..)| *own == name).map(|(.., value)| value.as_str())
    }

    /// The attributes of the element; without a size, it is the card with operands.
    pub(super) fn attributes(&self) -> Vec<(&'static str, String)> {
        let size = self.get("ui").unwrap_or("compact").to_owned();
        let others =
            self.all.iter().filter(|(name, used, _)| *name != "ui" && *used == Use::Attribute);
        let others = others.map(|(name, _, value)| (*name, value.clone()));
        [("ui", size)].into_iter().chain(others).collect()
    }
}

impl Values {
    /// Reads the value of an option.
    fn read(self, name: &str, value: Option<&str>) -> Result<String, String> {
        let given = value.map(str::trim).filter(|value| !value.is_empty());
        match (self, given) {
            (Self::Nothing, None) => Ok(String::new()),
            (Self::Nothing, Some(value)) => {
                Err(format!("`{name}` stands alone, without {}", quoted(value)))
            }
            (Self::Text(example), None) => {
                Err(format!("`{name}` needs a value, such as `{example}`"))
            }
            (Self::One(known), None) => {
                Err(format!("`{name}` needs a value: {}", list(known, "or")))
            }
            (Self::Some(known), None) => {
                Err(format!("`{name}` needs some of {}, separated by commas", list(known, "and")))
            }
            (Self::Text(_), Some(text)) => Ok(text.to_owned()),
            (Self::One(known), Some(value)) if known.contains(&value) => Ok(value.to_owned()),
            (Self::One(known), Some(value)) => Err(format!(
                "{} is no value of `{name}`; expected {}",
                quoted(value),
                list(known, "or")
            )),
            (Self::Some(known), Some(value)) => {
                let parts: Vec<_> = value.split(',').map(str::trim).collect();
                match parts.iter().find(|part| !known.contains(part)) {
                    None => Ok(parts.join(",")),
                    Some(wrong) => Err(format!(
                        "{} is no value of `{name}`; expected some of {}, separated by commas",
                        quoted(wrong),
                        list(known, "and")
                    )),
                }
            }
        }
    }
}

/// `a, b or c`.
fn list(names: &[&str], word: &str) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => {
            [&*first.join(", "), " ", word, " ", last].concat()
        }
        _ => names.concat(),
    }
}
