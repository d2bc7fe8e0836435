//! A sweep as comma-separated values.

use ptxfp::eval::Prepared;
use ptxfp::explore::rank::at_rank;
use ptxfp::explore::sweep::Sweep;
use ptxfp::format::Format;
use ptxfp::text;
use ptxfp::text::hex;

use crate::explorer::tabs::sweep::places::source_name;
use crate::explorer::tabs::sweep::summary::{ulps, unit};
use crate::explorer::tabs::sweep::{Map, SPREAD, Swept, map_view};
use crate::number::with_hyphen;

/// The file: a line for each operand, or for each column of the plot if there are too many, or if
/// only workers have the observed results.
pub fn csv(swept: &Swept) -> String {
    let Swept { domain, state, place, tally, .. } = swept;
    let (instruction, context) = (&state.instruction, &state.context);
    let result = Prepared::new(instruction, context).lane_op().result;
    let mut file = String::new();
    if domain.len() <= SPREAD && !swept.is_observed() {
        let error = ["error in ", unit(swept)].concat().replace(',', "");
        line(&mut file, &["operand bits", "operand", "result bits", "result", &error]);
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
    let errors = ["least", "greatest"].map(|which| [which, " error in ", unit(swept)].concat());
    let errors = errors.map(|head| head.replace(',', ""));
    line(&mut file, &[head.as_slice(), &errors.each_ref().map(String::as_str)].concat());
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

/// The file of a map: a line for each cell.
pub fn map_csv(map: &Map) -> String {
    let mut file = String::new();
    let names = map.places().map(|place| source_name(&map.state, place.operand));
    let [first, last, at] = ["first ", "last ", "example "];
    let mut head = Vec::new();
    for name in names {
        head.extend([first, last, at].map(|which| [which, name].concat()));
    }
    let rest = ["pairs", "inexact", "largest error in ulp", "classes"];
    head.extend(rest.map(str::to_owned));
    line(&mut file, &head.iter().map(String::as_str).collect::<Vec<_>>());
    let columns = map.size()[1];
    for (index, cell) in map.cells.iter().enumerate() {
        let Some(cell) = cell else { continue };
        let mut fields = Vec::new();
        let places = [index / columns, index % columns];
        for ((axis, bin), sample) in map.grid.axes().iter().zip(places).zip(cell.sample) {
            let [first, last] = axis.ends(bin).unwrap_or_default();
            let width = u32::from(axis.format().width());
            fields.extend([first, last, sample].map(|bits| hex(bits, width)));
        }
        fields.extend([cell.count.to_string(), cell.inexact.to_string()]);
        fields.push(cell.error.map_or(String::new(), plain));
        fields.push(map_view::classes(cell).replace(", ", " "));
        line(&mut file, &fields.iter().map(String::as_str).collect::<Vec<_>>());
    }
    file
}

fn both((bits, format): (u64, Format)) -> (String, String) {
    (hex(bits, u32::from(format.width())), text::concise(bits, format))
}

/// An error in a form for programs.
fn plain(error: i64) -> String {
    with_hyphen(&ulps(error)).replace(',', "")
}

fn line(file: &mut String, cells: &[&str]) {
    file.push_str(&cells.join(","));
    file.push('\n');
}
