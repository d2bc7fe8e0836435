//! Sweeps in links.
//!
//! ```text
//! sweep   = place *("," choice)
//! place   = operand [":" lane]      the lane of the result; without it the lowest that takes it
//! choice  = operand                 it varies too, across a map
//!         | domain                  its values; see explore::domain
//!         | "errors" | "observed" | "inexact"    shown instead of results
//! ```
//!
//! The canonical order is that of the lines above.

use alloc::format;
use alloc::string::{String, ToString};

use super::parse::Reader;
use super::part::{Pair, Part};
use super::{SWEEP, Sweep};
use crate::catalog::{Context, Instruction};
use crate::eval::Prepared;
use crate::explore::domain::Domain;
use crate::explore::sweep::{OperandLane, operand_format};
use crate::format::Format;
use crate::text::TextError;
use crate::text::quote::quoted;

/// The results of a sweep that are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// The results; in a map their classes.
    #[default]
    Results,
    /// Their distance from the exact value.
    Errors,
    /// The error of observed results; not in a map.
    Observed,
    /// The number of inexact results; in a map alone.
    Inexact,
}

impl Shown {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Results, Self::Errors, Self::Observed, Self::Inexact];

    /// Returns the name in a link.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Results => "results",
            Self::Errors => "errors",
            Self::Observed => "observed",
            Self::Inexact => "inexact",
        }
    }
}

impl Sweep {
    /// The sweep over an operand of a lane, with its usual values.
    pub const fn of(place: OperandLane) -> Self {
        Self { place, across: None, domain: None, shown: Shown::Results }
    }

    /// Reads what a link says.
    ///
    /// # Errors
    ///
    /// If it does not fit this instruction: the message has the position and a solution.
    ///
    /// ```
    /// use ptxfp::link::{Shown, Sweep, parse};
    ///
    /// let state = parse("v1/add.f16@sm_90?a=1&b=2").sound().unwrap();
    /// let sweep = Sweep::parse("b,errors,0x3c00..0x4000", &state.instruction, &state.context);
    /// let sweep = sweep.unwrap();
    /// assert_eq!((sweep.place.operand, sweep.shown), (1, Shown::Errors));
    /// assert_eq!(sweep.text(&state.instruction, &state.context), "b,0x3c00..0x4000,errors");
    /// ```
    pub fn parse(
        text: &str,
        instruction: &Instruction,
        context: &Context,
    ) -> Result<Self, TextError> {
        let lower = text.to_ascii_lowercase();
        let whole = Part { text: &lower, start: 0 };
        let (place, mut rest) = next(whole);
        let (place, format) = read_place(place, instruction, context)?;
        let mut sweep = Self::of(place);
        while let Some(part) = rest {
            let (choice, behind) = next(part);
            rest = behind;
            let shown = Shown::ALL.into_iter().find(|shown| shown.name() == choice.text);
            if let Some(operand) = operand(instruction, choice.text) {
                let other = OperandLane { operand, lane: place.lane };
                let is_taken = operand_format(instruction, context, other).is_some();
                if operand == place.operand || !is_taken {
                    let message = format!(
                        "{} is not another operand of lane {}",
                        quoted(choice.text),
                        place.lane
                    );
                    return Err(TextError { span: choice.span(), message });
                }
                sweep.across = Some(operand);
            } else if let Some(shown) = shown {
                sweep.shown = shown;
            } else {
                let domain = Domain::parse(choice.text, format).map_err(|error| TextError {
                    span: choice.start + error.span.start..choice.start + error.span.end,
                    ..error
                })?;
                sweep.domain = Some(domain);
            }
        }
        let wrong = match sweep {
            Self { across: Some(_), domain: Some(_), .. } => {
                "a sweep over two operands takes all their values and no domain"
            }
            Self { across: None, shown: Shown::Inexact, .. } => {
                "`inexact` takes a second operand, as in `a,b,inexact`"
            }
            Self { across: Some(_), shown: Shown::Observed, .. } => {
                "`observed` takes one operand, as in `a,observed`"
            }
            _ => return Ok(sweep),
        };
        Err(TextError { span: whole.span(), message: wrong.to_string() })
    }

    /// The canonical text, which [`Self::parse`] reads as the same.
    #[must_use]
    pub fn text(&self, instruction: &Instruction, context: &Context) -> String {
        let OperandLane { operand, lane } = self.place;
        let mut text = String::from(name(instruction, operand));
        if lowest_lane(instruction, context, operand) != Some(lane) {
            text.push(':');
            text.push_str(&lane.to_string());
        }
        let mut add = |choice: &str| {
            text.push(',');
            text.push_str(choice);
        };
        if let Some(across) = self.across {
            add(name(instruction, across));
        }
        if let Some(domain) = &self.domain {
            add(&domain.text());
        }
        if self.shown != Shown::Results {
            add(self.shown.name());
        }
        text
    }
}

/// The text before the first comma, and the text after it.
fn next(part: Part<'_>) -> (Part<'_>, Option<Part<'_>>) {
    part.split(',').map_or((part, None), |(first, rest)| (first, Some(rest)))
}

fn name(instruction: &Instruction, operand: usize) -> &'static str {
    instruction.form.sources().get(operand).map_or("", |operand| operand.name)
}

fn operand(instruction: &Instruction, name: &str) -> Option<usize> {
    instruction.form.sources().iter().position(|each| each.name.eq_ignore_ascii_case(name))
}

/// The lowest lane of the result that takes an operand.
fn lowest_lane(instruction: &Instruction, context: &Context, operand: usize) -> Option<u8> {
    let lanes = 0..Prepared::new(instruction, context).lanes();
    let takes = |lane: &u8| {
        operand_format(instruction, context, OperandLane { operand, lane: *lane }).is_some()
    };
    lanes.into_iter().find(takes)
}

fn read_place(
    part: Part<'_>,
    instruction: &Instruction,
    context: &Context,
) -> Result<(OperandLane, Format), TextError> {
    let (named, lane) = part.split(':').map_or((part, None), |(name, lane)| (name, Some(lane)));
    let fail = |part: Part<'_>, what: &str| {
        let names = instruction.form.sources().iter().map(|operand| operand.name);
        let names = names.collect::<alloc::vec::Vec<_>>().join(", ");
        let message =
            format!("{} is not {what}; a sweep begins with one of {names}", quoted(part.text));
        Err(TextError { span: part.span(), message })
    };
    let Some(operand) = operand(instruction, named.text) else { return fail(named, "an operand") };
    let lane = match lane {
        Some(part) => match part.text.parse() {
            Ok(lane) => Some(lane),
            Err(_) => return fail(part, "a lane"),
        },
        None => lowest_lane(instruction, context, operand),
    };
    let place = OperandLane { operand, lane: lane.unwrap_or(0) };
    match operand_format(instruction, context, place) {
        Some(format) => Ok((place, format)),
        None => fail(part, "an operand of that lane"),
    }
}

impl Reader {
    /// Checks what a link says of a sweep, and returns it as it is canonical; what is wrong is reported,
    /// and left out.
    pub(super) fn sweep(
        &mut self,
        pair: &Pair<'_>,
        instruction: &Instruction,
        context: &Context,
    ) -> Option<String> {
        let part = pair.value;
        match Sweep::parse(part.text, instruction, context) {
            Ok(sweep) => Some(sweep.text(instruction, context)),
            Err(TextError { span, message }) => {
                let message =
                    format!("the value of `{SWEEP}` cannot be read: {message}; it is left out");
                self.report(part.start + span.start..part.start + span.end, message);
                None
            }
        }
    }
}
