//! The statement and its context, as every command takes them.

use clap::Args;
use ptxfp::catalog::{Context, LATEST_ISA};
use ptxfp::internals::quote::unquoted;
use serde::{Deserialize, Serialize};

use super::proposed::TargetName;
use crate::context::{context, context_of, context_of_sequence};
use crate::sequence::read;

/// The context of an instruction.
#[derive(Args, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ContextArgs {
    #[arg(
        long,
        help = "The target, such as sm_90 [default: sm_90, or the newest that has the instruction]",
        value_parser = TargetName,
        hide_possible_values = true
    )]
    pub(crate) target: Option<String>,
    /// The PTX ISA version [default: the latest]
    #[arg(long, value_name = "VERSION")]
    pub(crate) isa: Option<String>,
}

impl ContextArgs {
    pub(crate) fn context(&self, statement: &str) -> Result<Context, String> {
        let isa = self.isa.clone().unwrap_or_else(|| LATEST_ISA.to_string());
        match &self.target {
            Some(target) => context(&isa, target),
            None => context_of(statement, &isa),
        }
    }

    pub(crate) fn context_of_sequence(&self, text: &str) -> Result<Context, String> {
        context_of_sequence(text, self.target.as_deref(), self.isa.as_deref())
    }
}

/// A statement, or the lines of a batch, and the context that it is checked in.
#[derive(Args)]
pub(crate) struct Module {
    /// The statement, in quotes; `-` for standard input
    #[arg(
        required_unless_present = "batch",
        conflicts_with = "batch",
        allow_hyphen_values = true,
        value_parser = negative
    )]
    statement: Option<String>,
    #[arg(
        long,
        help = "The target, such as sm_90 [default: sm_90, or the newest that has the instruction]",
        conflicts_with = "batch",
        value_parser = TargetName,
        hide_possible_values = true
    )]
    target: Option<String>,
    /// The PTX ISA version [default: the latest]
    #[arg(long, value_name = "VERSION", conflicts_with = "batch")]
    isa: Option<String>,
    /// Answer the lines of standard input, one by one
    #[arg(long)]
    pub(crate) batch: bool,
}

/// Takes a text that begins with a minus as a statement, unless it looks like an option.
fn negative(text: &str) -> Result<String, String> {
    let is_option = |rest: &str| {
        let is_word = ["inf", "infinity", "nan"].iter().any(|word| rest.eq_ignore_ascii_case(word));
        let is_number = is_word || rest.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        rest.starts_with('-') || !is_number && !text.contains([' ', '(', '/'])
    };
    if text != "-" && text.strip_prefix('-').is_some_and(is_option) {
        return Err(String::from("there is no such option"));
    }
    Ok(text.to_string())
}

impl Module {
    /// The statement, without the quotes and fences that it was copied with, and its context.
    pub(crate) fn read(&self) -> Result<(String, Context), String> {
        let given = self.statement.as_deref().unwrap_or_default();
        let text = if given == "-" { read(given)? } else { given.to_owned() };
        let text = unquoted(&text).into_owned();
        let isa = self.isa.clone().unwrap_or_else(|| LATEST_ISA.to_string());
        let context = match &self.target {
            Some(target) => context(&isa, target)?,
            None => context_of(&text, &isa)?,
        };
        Ok((text, context))
    }
}
