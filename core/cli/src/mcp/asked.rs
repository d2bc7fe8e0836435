//! The arguments of the tools.

use std::collections::BTreeMap;

use ptxfp::syntax::parse;
use rmcp::model::JsonObject;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::arguments::ContextArgs;
use crate::context::shown;
use crate::diff;

/// The longest text that is accepted, in bytes.
const MAX_TEXT: usize = 64 * 1024;

/// An instruction with values, and where it runs.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Evaluate {
    /// A statement with values as operands, such as `add.rn.bf16 0.1, 0.2`; an instruction alone, such as
    /// `add.rn.bf16`, whose values are in `operands`; or a question, such as `500 in e4m3`.
    statement: String,
    /// The values of an instruction alone, in the order of its source operands.
    #[serde(default)]
    operands: Vec<Operand>,
    /// The target, such as `sm_90`, which is the default unless only newer targets have the instruction.
    target: Option<String>,
    /// The PTX ISA version, such as `9.1`; the latest by default.
    isa: Option<String>,
}

/// A statement, and where it is checked.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Check {
    /// The statement, with registers or values as operands, or an instruction alone.
    pub(super) statement: String,
    /// The target, such as `sm_90`, which is the default unless only newer targets have the instruction.
    target: Option<String>,
    /// The PTX ISA version, such as `9.1`; the latest by default.
    isa: Option<String>,
}

/// A program, or a kernel of which one thread runs.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Run {
    /// PTX, one statement a line or separated by semicolons, or inline assembly of C++, Rust, LLVM or Triton.
    pub(super) text: String,
    /// The value of each input, by name: registers that are read before they are written.
    #[serde(default)]
    pub(super) inputs: BTreeMap<String, Given>,
    /// The values of the loads of a kernel, in the order in which they run, one for each element.
    #[serde(default)]
    pub(super) loads: Vec<Given>,
    /// The function of a kernel that runs; the first entry by default.
    pub(super) function: Option<String>,
    /// The target, such as `sm_90`; by default that of the text's directives, or one that has all of it.
    target: Option<String>,
    /// The PTX ISA version, such as `9.1`; the latest by default.
    isa: Option<String>,
}

/// Two subjects.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Difference {
    /// A spelling such as `add.rn.f32`, or statements with registers.
    pub(super) a: String,
    /// The other.
    pub(super) b: String,
    /// The target of `a`.
    pub(super) target: Option<String>,
    /// The target of `b`; that of `a` by default.
    pub(super) target_b: Option<String>,
    /// The PTX ISA version of `a`.
    pub(super) isa: Option<String>,
    /// The PTX ISA version of `b`; that of `a` by default.
    pub(super) isa_b: Option<String>,
    /// The results to compare: `reference` (the default), `permitted`, or `observed`, those that
    /// GPUs were observed to return.
    pub(super) by: Option<diff::By>,
    /// The largest number of operands to try: 4,194,304 by default, and at most 67,108,864.
    pub(super) limit: Option<u64>,
}

/// An element of a product of matrices.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Product {
    /// The instruction with its types, such as `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32`; the
    /// types of tcgen05.mma are in braces behind it, that of d first.
    pub(super) instruction: String,
    /// The row of a in ascending k; elements that are missing are 0.
    #[serde(default)]
    pub(super) a: Vec<Given>,
    /// The column of b.
    #[serde(default)]
    pub(super) b: Vec<Given>,
    /// The element of c; 0 by default.
    pub(super) c: Option<Given>,
    /// The scales of the row, for instructions with scales.
    #[serde(default)]
    pub(super) scale_a: Vec<Given>,
    /// The scales of the column.
    #[serde(default)]
    pub(super) scale_b: Vec<Given>,
    /// The target, such as `sm_90`; without one, the results of every generation of GPUs.
    pub(super) target: Option<String>,
    /// The PTX ISA version; the latest by default.
    pub(super) isa: Option<String>,
}

/// The query.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Search {
    /// Terms that all must hold, such as `type:e4m3 sm>=100 !approx`; everything without any.
    #[serde(default)]
    pub(super) query: String,
    /// Whether to look among the companion instructions, which compute with integers, bits and
    /// predicates.
    #[serde(default)]
    pub(super) companions: bool,
    /// The number of lines to pass over: `next` of the answer before. 0 by default.
    #[serde(default)]
    pub(super) offset: usize,
}

/// A value: a number of JSON is that number, and never bits.
pub(super) struct Given(String);

impl Given {
    /// The value as the command takes it.
    pub(super) fn text(&self) -> &str {
        &self.0
    }

    fn of(value: &Value) -> Option<Self> {
        let text = match value {
            // A whole number is one, however it is written.
            Value::Number(number) => {
                let text = number.to_string();
                text.strip_suffix(".0").unwrap_or(&text).to_owned()
            }
            Value::String(text) if !text.contains([',', ';', '{', '}', '\n', '\r']) => {
                text.trim().to_owned()
            }
            _ => return None,
        };
        (!text.is_empty()).then_some(Self(text))
    }
}

/// An element that is no value.
fn wrong<E: Error>(value: &Value) -> E {
    let text = shown(&value.to_string());
    E::custom(format!("`{text}` is no value; expected a number, or a text such as \"0x3f80\""))
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Self::of(&value).ok_or_else(|| wrong(&value))
    }
}

impl JsonSchema for Given {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Value".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["number", "string"] })
    }
}

/// A value, or the values of the lanes of a register, the highest first.
pub(super) struct Operand(String);

impl<'de> Deserialize<'de> for Operand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let Value::Array(lanes) = &value else {
            return Given::of(&value).map(|it| Self(it.0)).ok_or_else(|| wrong(&value));
        };
        let read = lanes.iter().map(|lane| Given::of(lane).ok_or_else(|| wrong(lane)));
        let lanes: Vec<_> = read.collect::<Result<_, _>>()?;
        Ok(Self(["{", &list(&lanes), "}"].concat()))
    }
}

impl JsonSchema for Operand {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Operand".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number, or the text of one or of bits; for a register of several lanes its \
                            bits, or a list with a value for each lane, the highest first.",
            "type": ["number", "string", "array"],
            "items": { "type": ["number", "string"] },
        })
    }
}

/// A list as the command takes it.
pub(super) fn list(values: &[Given]) -> String {
    values.iter().map(Given::text).collect::<Vec<_>>().join(", ")
}

impl Evaluate {
    /// The statement with its operands, and where it runs.
    pub(super) fn placed(self) -> Result<(String, ContextArgs), String> {
        let Self { mut statement, operands, target, isa } = self;
        if !operands.is_empty() {
            if !parse(&statement).0.operands.is_empty() {
                return Err("the statement has operands already; leave `operands` out".into());
            }
            let list: Vec<_> = operands.iter().map(|operand| operand.0.as_str()).collect();
            let spelling = statement.trim_end_matches([';', ' ']);
            statement = [spelling, " ", &list.join(", ")].concat();
        }
        bounded(&statement)?;
        Ok((statement, ContextArgs { target, isa }))
    }
}

impl Check {
    /// The statement, and where it is checked.
    pub(super) fn placed(self) -> Result<(String, ContextArgs), String> {
        let Self { statement, target, isa } = self;
        bounded(&statement)?;
        Ok((statement, ContextArgs { target, isa }))
    }
}

impl Run {
    /// The place where it runs.
    pub(super) fn place(&self) -> Result<ContextArgs, String> {
        bounded(&self.text)?;
        Ok(ContextArgs { target: self.target.clone(), isa: self.isa.clone() })
    }
}

/// Reads the arguments of a tool; an error names the one that is wrong.
pub(super) fn read<T: DeserializeOwned>(given: JsonObject) -> Result<T, String> {
    serde_path_to_error::deserialize(Value::Object(given)).map_err(|error| {
        let (path, reason) = (error.path().to_string(), error.inner().to_string());
        let reason = reason.replace("unknown field", "unknown argument");
        let reason = reason.replace("missing field", "missing argument");
        // A reason with a name of its own stands at the arguments as a whole.
        if path == "." || reason.contains(" argument `") {
            reason
        } else {
            [&*path, ": ", &reason].concat()
        }
    })
}

/// Refuses a text that is too long.
pub(super) fn bounded(text: &str) -> Result<(), String> {
    if text.len() > MAX_TEXT {
        return Err(format!("`{}` has more than {MAX_TEXT} bytes", shown(text)));
    }
    Ok(())
}
