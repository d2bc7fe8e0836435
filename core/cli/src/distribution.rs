//! `distribution`: every result of stochastic rounding, as data and as text. Field names are
//! stable.

use std::fmt::{self, Write as _};

use ptxfp::catalog::Context;
use ptxfp::eval::Prepared;
use ptxfp::explore::distribution::Distribution;
use ptxfp::internals::arith::{Dyadic, ulp_error};
use ptxfp::text::concise;
use serde::Serialize;

use crate::eval::hex;
use crate::operands;
use crate::wrong::Wrong;

/// The results of an instruction for all random bits.
#[derive(Serialize)]
pub(crate) struct Report {
    /// Opcode and modifiers, in the order of the syntax line.
    pub(crate) instruction: String,
    pub(crate) target: &'static str,
    pub(crate) isa: String,
    /// The lanes, the least significant first.
    pub(crate) lanes: Vec<Lane>,
}

/// The results of a lane.
#[derive(Serialize)]
pub(crate) struct Lane {
    pub(crate) index: u8,
    /// The number of random bits it takes.
    pub(crate) random_bits: u8,
    /// In the order of values.
    pub(crate) outcomes: Vec<Outcome>,
    /// The readings of the text that decide some results; by another one, numbers of patterns and
    /// bias may be others.
    pub(crate) readings: Vec<&'static str>,
    /// The value before rounding in decimal, where it is finite.
    pub(crate) exact: Option<String>,
    /// The mean of the results in decimal, where all are finite.
    pub(crate) mean: Option<String>,
    /// The mean minus the value, in units in the last place of the first outcome.
    pub(crate) bias_ulp: Option<String>,
    /// Whether the mean is the value.
    pub(crate) is_unbiased: bool,
}

/// A result.
#[derive(Serialize)]
pub(crate) struct Outcome {
    /// In hexadecimal with `0x`.
    pub(crate) bits: String,
    pub(crate) value: String,
    /// The number of patterns of random bits that give it.
    pub(crate) patterns: u64,
    /// The first of them.
    pub(crate) first: u64,
}

/// The distributions of a statement with values.
pub(crate) fn report(
    statement: &str,
    context: &Context,
    only: Option<u8>,
) -> Result<Report, Wrong> {
    let (instruction, registers) = operands::values(statement, context)?;
    let n_lanes = Prepared::new(&instruction, context).lanes();
    if let Some(lane) = only.filter(|lane| *lane >= n_lanes) {
        return Err(format!("unknown lane {lane}; the result has {n_lanes}, counted from 0").into());
    }
    let mut lanes = Vec::new();
    for index in (0..n_lanes).filter(|index| only.is_none_or(|only| only == *index)) {
        let found = Distribution::new(&instruction, context, &registers, index)
            .ok_or_else(|| format!("{instruction} takes no random bits; `.rs` does"))?;
        lanes.push(lane(index, &found));
    }
    Ok(Report {
        instruction: instruction.to_string(),
        target: context.target.name,
        isa: context.isa.to_string(),
        lanes,
    })
}

fn lane(index: u8, found: &Distribution) -> Lane {
    let format = found.format;
    let mean = found.mean();
    let ulp = found.outcomes.first().map(|outcome| format.ulp_exponent(outcome.bits));
    let bias = mean.as_ref().zip(found.exact.as_ref()).zip(ulp);
    Lane {
        index,
        random_bits: found.n_bits,
        outcomes: found
            .outcomes
            .iter()
            .map(|outcome| Outcome {
                bits: hex(outcome.bits, format.width()),
                value: concise(outcome.bits, format),
                patterns: outcome.patterns,
                first: outcome.first,
            })
            .collect(),
        readings: found.readings.iter().map(|reading| reading.id).collect(),
        exact: found.exact.as_ref().map(Dyadic::to_decimal),
        bias_ulp: bias.map(|((mean, exact), ulp)| ulp_error(mean, exact, ulp)),
        mean: mean.as_ref().map(Dyadic::to_decimal),
        is_unbiased: found.is_unbiased(),
    }
}

/// The distributions for people.
pub(crate) fn text(report: &Report) -> String {
    let mut text = String::new();
    // A String takes whatever is written to it.
    let _ = write(&mut text, report);
    text
}

fn write(text: &mut String, report: &Report) -> fmt::Result {
    let Report { instruction, target, isa, lanes } = report;
    writeln!(text, "{instruction} on {target}, PTX ISA {isa}")?;
    for lane in lanes.iter().rev() {
        let all = 1_u64 << lane.random_bits.min(63);
        writeln!(
            text,
            "\nlane {}: {all} patterns of {} random bits",
            lane.index, lane.random_bits
        )?;
        for outcome in &lane.outcomes {
            let Outcome { bits, value, patterns, .. } = outcome;
            writeln!(text, "  {patterns:>6} give {bits} = {value}")?;
        }
        if let Some(exact) = &lane.exact {
            writeln!(text, "  exact  {exact}")?;
        }
        if let Some(mean) = &lane.mean {
            writeln!(text, "  mean   {mean}")?;
        }
        match &lane.bias_ulp {
            Some(_) if lane.is_unbiased => writeln!(text, "  unbiased")?,
            Some(bias) => writeln!(text, "  biased by {bias} ulp")?,
            None => {}
        }
        if !lane.readings.is_empty() {
            writeln!(text, "  by our reading of an unclear text: {}", lane.readings.join(", "))?;
        }
    }
    Ok(())
}
