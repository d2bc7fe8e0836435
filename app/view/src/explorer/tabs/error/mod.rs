//! The accuracy of the result: the documented bound, and the error of the present result.

mod bound_plot;

use ptxfp::catalog::bound::count;
use ptxfp::eval::{Guarantee, LaneResult, Prepared};
use ptxfp::explore::corner::error_bounds;
use ptxfp::format::Format;

pub use self::bound_plot::HEIGHT;
use self::bound_plot::bound_plot;
use crate::explorer::Model;
use crate::explorer::operands::Operands;
use crate::explorer::tables::TablesView;
use crate::number::{value, with_minus};
use crate::playground::operand::lane_name;
use crate::playground::statement::section;
use crate::stored::error_in_units;
use crate::table::TableView;

/// The tab.
pub(super) fn view(model: &Model) -> TablesView {
    let operands @ Operands { instruction, context, registers } = model.operands();
    let mut table = TableView::new("Accuracy", &["for", "error", "section"]);
    for bound in error_bounds(instruction, context) {
        let label = section(&bound.source).label;
        table.add(&[&bound.over, &bound.error, &label]);
    }
    TablesView {
        tables: vec![table, present(&operands)],
        plot: bound_plot(instruction, context, registers),
        section: section(&instruction.form.source),
    }
}

/// The number of significant digits of an exact value that are written.
const DIGITS: usize = 24;

/// The error of the present result, lane by lane.
fn present(Operands { instruction, context, registers }: &Operands<'_>) -> TableView {
    let prepared = Prepared::new(instruction, context);
    let (packing, format) = (prepared.destination(), prepared.lane_op().result);
    let head = ["lane", "nearest", "exact", "error", "permitted"];
    let mut table = TableView::new("For these operands", &head);
    let mut lane = packing.lanes;
    while let Some(next) = lane.checked_sub(1) {
        lane = next;
        let trace = prepared.trace(lane, registers);
        let Some(LaneResult { bits, guarantee }) = trace.result else { continue };
        let own = lane_name(&packing, lane);
        let name = if own.is_empty() { instruction.form.destination().name } else { &own };
        let none = || String::from("\u{2013}");
        let exact = trace.exact_decimal(DIGITS).map_or_else(none, |exact| with_minus(&exact));
        let error = error_in_units(&trace, prepared.lane_op(), bits)
            .map_or_else(none, |(error, unit)| [&*with_minus(&error), unit].concat());
        table.add(&[name, &value(bits, format), &exact, &error, &permitted(guarantee, format)]);
    }
    table
}

/// Describes the other results that are permitted.
fn permitted(guarantee: Guarantee, format: Format) -> String {
    let words = match guarantee {
        Guarantee::Bits => "only this",
        Guarantee::Reading => "our reading, not guaranteed",
        Guarantee::AnyNan => "a NaN, bits unspecified",
        Guarantee::Within { lo, hi } => {
            let [low, high] = [lo, hi].map(|bits| value(bits, format));
            let count = format.float().map_or(0, |float| count(lo, hi, float)).to_string();
            return [&low, " \u{2026} ", &high, ", ", &count, " values"].concat();
        }
        Guarantee::Unbounded | Guarantee::Unspecified => "no bound",
    };
    String::from(words)
}
