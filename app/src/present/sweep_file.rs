//! A sweep as comma-separated values.

use ptxfp::bits::hex;
use ptxfp::eval::Prepared;
use ptxfp::explore::rank::at_rank;
use ptxfp::explore::sweep::Sweep;
use ptxfp::format::Format;
use ptxfp::number::text;

use super::sweep::ulps;
use crate::explorer::sweep::{SPREAD, Swept};

/// The file: a line for each operand, or for each column of the plot where there are too many.
pub fn csv(swept: &Swept) -> String {
    let Swept { domain, state, place, tally } = swept;
    let (instruction, context) = (&state.instruction, &state.context);
    let result = Prepared::new(instruction, context).lane_op().result;
    let mut file = String::new();
    if domain.len() <= SPREAD {
        line(&mut file, &["operand bits", "operand", "result bits", "result", "error in ulp"]);
        let sweep = Sweep::new(instruction, context, &state.registers, *place, *domain, true);
        let Some(sweep) = sweep else { return file };
        for index in 0..domain.len() {
            let (bits, measure) = sweep.point(index);
            let error = measure.error.map_or(String::new(), plain);
            let [operand, result] =
                [(bits, domain.format()), (measure.result.bits, result)].map(both);
            line(&mut file, &[&operand.0, &operand.1, &result.0, &result.1, &error]);
        }
        return file;
    }
    let head = ["first operand bits", "first operand", "least result", "greatest result"];
    line(&mut file, &[head.as_slice(), &["least error in ulp", "greatest error in ulp"]].concat());
    for (column, each) in tally.columns().iter().enumerate() {
        let first = both((domain.at(tally.column_range(column).start), domain.format()));
        let results =
            each.ranks().map(|ranks| ranks.map(|rank| both((at_rank(result, rank), result)).1));
        let errors = each.errors().map(|errors| errors.map(plain));
        let [least, greatest] = results.unwrap_or_default();
        let [low, high] = errors.unwrap_or_default();
        line(&mut file, &[&first.0, &first.1, &least, &greatest, &low, &high]);
    }
    file
}

fn both((bits, format): (u64, Format)) -> (String, String) {
    (hex(bits, u32::from(format.width())), text::concise(bits, format))
}

/// An error as programs read it.
fn plain(error: i64) -> String {
    ulps(error).replace('\u{2212}', "-").replace(',', "")
}

fn line(file: &mut String, cells: &[&str]) {
    file.push_str(&cells.join(","));
    file.push('\n');
}
