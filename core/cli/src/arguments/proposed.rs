//! Values that completions of a shell propose. Others are read, too, and refused where they are used: the
//! error there names the nearest one.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use ptxfp::catalog::TARGETS;

/// Reads the name of a target.
#[derive(Clone, Copy)]
pub(crate) struct TargetName;

impl TypedValueParser for TargetName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(TARGETS.iter().map(|target| PossibleValue::new(target.name))))
    }
}
