//! A sweep as data: the output of `sweep --json`. Field names are stable. Errors are in ulp, of at least
//! `least_ulp`.

use ptxfp::eval::Prepared;
use ptxfp::explore::measure::{BEYOND, ERROR_BITS, ULP, is_beyond, least_unit};
use ptxfp::explore::rank::at_rank;
use ptxfp::explore::tally::{Histogram, Tally};
use ptxfp::format::Format;
use ptxfp::text::concise;
use serde::Serialize;

use super::Plan;
use crate::eval::hex;

/// A sweep.
#[derive(Serialize)]
pub(crate) struct Report {
    /// Opcode and modifiers, in the order of the syntax line.
    pub(crate) instruction: String,
    pub(crate) target: &'static str,
    pub(crate) isa: String,
    /// The operand that varies.
    pub(crate) operand: &'static str,
    /// The format of its values.
    pub(crate) operand_format: &'static str,
    /// The values it takes.
    pub(crate) domain: String,
    /// The other operands, as `c = 0x3c00`.
    pub(crate) fixed: Vec<String>,
    /// The lane of the result.
    pub(crate) lane: u8,
    pub(crate) result_format: &'static str,
    /// The number of results.
    pub(crate) count: u64,
    /// The least and the greatest number among the results.
    pub(crate) range: Option<[Datum; 2]>,
    pub(crate) classes: Classes,
    pub(crate) exactness: Exactness,
    pub(crate) guarantees: Guarantees,
    /// The evidence, if the results are observed ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) observed: Option<Observed>,
    /// The errors, if they were asked for.
    pub(crate) errors: Option<Errors>,
    /// The widest interval of permitted results, if that was asked for and there is one.
    pub(crate) permitted: Option<Permitted>,
    /// Columns of a plot, if they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) columns: Vec<Column>,
}

/// The evidence of observed results.
#[derive(Serialize)]
pub(crate) struct Observed {
    /// `measured`, `same code` or `composed`.
    pub(crate) grade: &'static str,
    /// The grade as a clause.
    pub(crate) grade_text: &'static str,
    /// The number of results that are correctly rounded: the reference, unless the ISA specifies
    /// another one.
    pub(crate) reference: u64,
    /// The number of other results.
    pub(crate) other: u64,
}

/// A datum.
#[derive(Serialize)]
pub(crate) struct Datum {
    /// In hexadecimal with `0x`.
    pub(crate) bits: String,
    pub(crate) value: String,
}

#[derive(Serialize)]
pub(crate) struct Classes {
    pub(crate) zero: u64,
    pub(crate) subnormal: u64,
    /// Integers other than 0 too.
    pub(crate) normal: u64,
    pub(crate) infinity: u64,
    pub(crate) nan: u64,
}

#[derive(Serialize)]
pub(crate) struct Exactness {
    pub(crate) exact: u64,
    pub(crate) inexact: u64,
    /// The number of results that a rule gives, such as a NaN: there is nothing to round.
    pub(crate) given: u64,
    /// The number of evaluations that flushed a subnormal: they are among the others, but have
    /// no error. Present only if errors are measured.
    pub(crate) flushed: u64,
    /// The number of results at the border of a flush, where some permitted results are 0 and others
    /// are not: they have no permitted interval here.
    pub(crate) border: u64,
    /// The number of results whose error is not documented, though it is for other operands: they
    /// have errors in the columns only.
    pub(crate) open: u64,
}

#[derive(Serialize)]
pub(crate) struct Guarantees {
    pub(crate) bits: u64,
    pub(crate) reading: u64,
    pub(crate) any_nan: u64,
    pub(crate) within: u64,
    pub(crate) unbounded: u64,
    pub(crate) unspecified: u64,
}

#[derive(Serialize)]
pub(crate) struct Errors {
    /// The least ulp that errors are counted in, if there is one beside that of the smallest binade:
    /// that of 1 where results are integral or a documented error is absolute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) least_ulp: Option<String>,
    /// The number of results with an error.
    pub(crate) measured: u64,
    /// Their mean.
    pub(crate) mean: Option<String>,
    /// The buckets that are not empty, from the most negative errors on.
    pub(crate) histogram: Vec<Bucket>,
    /// The results with the largest errors, without those that are exact.
    pub(crate) worst: Vec<Worst>,
}

/// Errors between two ends, of which the one nearer to 0 is not included; or 0.
#[derive(Serialize)]
pub(crate) struct Bucket {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) count: u64,
    /// The ends as integers, for grouping.
    #[serde(skip)]
    pub(crate) ends: [i64; 2],
}

#[derive(Serialize)]
pub(crate) struct Worst {
    pub(crate) operand: Datum,
    pub(crate) result: Datum,
    pub(crate) error: String,
}

#[derive(Serialize)]
pub(crate) struct Permitted {
    pub(crate) operand: Datum,
    /// The correctly rounded result.
    pub(crate) reference: Datum,
    /// The largest distance of a result below it.
    pub(crate) below: String,
    /// The largest distance of a result above it.
    pub(crate) above: String,
}

/// Neighboring operands together.
#[derive(Serialize)]
pub(crate) struct Column {
    pub(crate) first: String,
    pub(crate) last: String,
    /// The least and the greatest number among the results.
    pub(crate) range: Option<[String; 2]>,
    pub(crate) nans: u64,
    pub(crate) errors: Option<[String; 2]>,
    pub(crate) permitted: Option<[String; 2]>,
}

/// Writes an error in ulp, truncated to six digits after the point; an error too large to be
/// counted is written as a bound.
pub(crate) fn ulp(error: i64) -> String {
    const N_DIGITS: usize = 6;
    if is_beyond(error) {
        let (most, sign) = if error < 0 { ("at most", "-") } else { ("at least", "") };
        return format!("{most} {sign}{BEYOND}");
    }
    let magnitude = u128::from(error.unsigned_abs());
    let sign = if error < 0 { "-" } else { "" };
    let (whole, rest) = (magnitude >> ERROR_BITS, magnitude & u128::from(ULP.unsigned_abs() - 1));
    let millionths = (rest * 1_000_000) >> ERROR_BITS;
    let text = format!("{sign}{whole}.{millionths:0N_DIGITS$}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

pub(super) fn report(plan: &Plan, tally: &Tally, has_columns: bool) -> Report {
    let Plan { instruction, context, registers, place, sweep, .. } = plan;
    let (operand, result) = (sweep.domain().format(), sweep.result());
    let sources = instruction.form.sources().iter().enumerate().zip(registers);
    let fixed = sources.filter(|((index, _), _)| *index != place.operand);
    let (classes, exactness, guarantees) = (&tally.classes, &tally.exactness, &tally.guarantees);
    Report {
        instruction: instruction.to_string(),
        target: context.target.name,
        isa: context.isa.to_string(),
        operand: plan.operand().name,
        operand_format: operand.name(),
        domain: sweep.domain().text(),
        fixed: fixed
            .map(|((_, operand), bits)| {
                let width = instruction.operand_type(operand).packing().register_width();
                format!("{} = {}", operand.name, hex(*bits, width))
            })
            .collect(),
        lane: place.lane,
        result_format: result.name(),
        count: tally.count,
        range: tally.range(result).map(|ends| ends.map(|bits| datum(bits, result))),
        classes: Classes {
            zero: classes.zero,
            subnormal: classes.subnormal,
            normal: classes.normal,
            infinity: classes.infinite,
            nan: classes.nan,
        },
        exactness: Exactness {
            exact: exactness.exact,
            inexact: exactness.inexact,
            given: exactness.given,
            flushed: tally.flushed,
            border: tally.border,
            open: tally.open,
        },
        guarantees: Guarantees {
            bits: guarantees.bits,
            reading: guarantees.reading,
            any_nan: guarantees.any_nan,
            within: guarantees.within,
            unbounded: guarantees.unbounded,
            unspecified: guarantees.unspecified,
        },
        observed: plan.observed.map(|observed| Observed {
            grade: observed.grade().name(),
            grade_text: observed.grade().words(),
            reference: tally.count - tally.departed,
            other: tally.departed,
        }),
        errors: plan.measures.then(|| errors(plan, tally)),
        permitted: tally.widest.map(|widest| Permitted {
            operand: datum(widest.bits, operand),
            reference: datum(widest.result, result),
            below: ulp(widest.band[0]),
            above: ulp(widest.band[1]),
        }),
        columns: if has_columns { columns(plan, tally) } else { Vec::new() },
    }
}

fn datum(bits: u64, format: Format) -> Datum {
    Datum { bits: hex(bits, format.width()), value: concise(bits, format) }
}

fn errors(plan: &Plan, tally: &Tally) -> Errors {
    let (operand, result) = (plan.sweep.domain().format(), plan.sweep.result());
    let least = least_unit(Prepared::new(&plan.instruction, &plan.context).lane_op());
    let measured = tally.errors.total();
    let mean = tally.error_sum.checked_div(i128::from(measured));
    let buckets = tally.errors.counts().iter().enumerate().filter(|(_, count)| **count > 0);
    Errors {
        least_ulp: least.map(|exponent| format!("2^{exponent}")),
        measured,
        mean: mean.and_then(|mean| i64::try_from(mean).ok()).map(ulp),
        histogram: buckets
            .map(|(index, count)| {
                let ends = Histogram::ends(index);
                Bucket { from: ulp(ends[0]), to: ulp(ends[1]), count: *count, ends }
            })
            .collect(),
        worst: tally
            .worst()
            .iter()
            .map(|worst| Worst {
                operand: datum(worst.bits, operand),
                result: datum(worst.result, result),
                error: ulp(worst.error),
            })
            .collect(),
    }
}

fn columns(plan: &Plan, tally: &Tally) -> Vec<Column> {
    let (domain, result) = (plan.sweep.domain(), plan.sweep.result());
    let column = |(number, column): (usize, &ptxfp::explore::tally::Column)| {
        let range = tally.column_range(number);
        let operand = |index| hex(domain.at(index), domain.format().width());
        let bits = |rank| hex(at_rank(result, rank), result.width());
        Column {
            first: operand(range.start),
            last: operand(range.end.saturating_sub(1)),
            range: column.ranks().map(|ranks| ranks.map(bits)),
            nans: column.nans,
            errors: column.errors().map(|ends| ends.map(ulp)),
            permitted: column.band().map(|ends| ends.map(ulp)),
        }
    };
    tally.columns().iter().enumerate().map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::{ULP, ulp};

    #[test]
    fn errors_are_written_in_ulp() {
        let texts = [0, 1, -1, ULP / 2, -ULP / 2, 3 * ULP, ULP - 1].map(ulp);
        assert_eq!(texts, ["0", "0", "-0", "0.5", "-0.5", "3", "0.999999"]);
        // The ends of the range stand for all larger errors.
        let ends = [i64::MIN, i64::MIN + 1, i64::MAX].map(ulp);
        assert_eq!(ends, ["at most -2^43", "-8796093022207.999999", "at least 2^43"]);
    }
}
