//! A sweep as CSV: a line for each operand, or for each column of a plot.

use std::io::{self, Write};

use ptxfp::explore::rank::at_rank;
use ptxfp::explore::tally::Tally;

use super::{Plan, ulp};
use crate::eval::hex;

/// The largest number of operands that have a line each; larger domains are counted in columns.
pub(super) const MAX_POINTS: u64 = 1_000_000;
/// The default number of columns.
pub(super) const N_COLUMNS: usize = 1000;

/// A line for each operand: `a,result` and, if measured, `error`; bits in hexadecimal, errors in
/// ulp.
pub(super) fn points(plan: &Plan, output: &mut impl Write) -> io::Result<()> {
    let (operand, result) = (plan.sweep.domain().format().width(), plan.sweep.result().width());
    let error = if plan.measures { ",error" } else { "" };
    writeln!(output, "{},result{error}", plan.operand().name)?;
    for index in 0..plan.sweep.domain().len() {
        let (bits, measure) = plan.sweep.point(index);
        write!(output, "{},{}", hex(bits, operand), hex(measure.result.bits, result))?;
        if plan.measures {
            write!(output, ",{}", measure.error.map(ulp).unwrap_or_default())?;
        }
        writeln!(output)?;
    }
    Ok(())
}

/// A line for each column: its first and last operand, the least and the greatest result, how many
/// are NaNs, and, if measured, the least and the greatest error and what is permitted below and
/// above the reference; a field is empty where there is nothing of that kind.
pub(super) fn columns(plan: &Plan, tally: &Tally, output: &mut impl Write) -> io::Result<()> {
    let domain = plan.sweep.domain();
    let (operand, result) = (domain.format(), plan.sweep.result());
    let errors = if plan.measures { ",least_error,greatest_error,below,above" } else { "" };
    writeln!(output, "first,last,least,greatest,nans{errors}")?;
    for (number, column) in tally.columns().iter().enumerate() {
        let range = tally.column_range(number);
        let ends = [range.start, range.end.saturating_sub(1)].map(|index| domain.at(index));
        let [first, last] = ends.map(|bits| hex(bits, operand.width()));
        let bits = |rank| hex(at_rank(result, rank), result.width());
        let [least, greatest] = column.ranks().map(|ranks| ranks.map(bits)).unwrap_or_default();
        write!(output, "{first},{last},{least},{greatest},{}", column.nans)?;
        if plan.measures {
            let [low, high] = column.errors().map(|ends| ends.map(ulp)).unwrap_or_default();
            let [below, above] = column.band().map(|ends| ends.map(ulp)).unwrap_or_default();
            write!(output, ",{low},{high},{below},{above}")?;
        }
        writeln!(output)?;
    }
    Ok(())
}
