//! A search as readable text.

use std::fmt::Write as _;

use super::report::{Found, Part, Report, Value};
use crate::sequence::braced;

/// The report for people.
pub(crate) fn text(report: &Report) -> String {
    let mut text = String::new();
    // A String takes whatever is written to it.
    for (name, named) in [("a", &report.a), ("b", &report.b)] {
        let _ = writeln!(text, "{name}: {} on {}, PTX ISA {}", named.text, named.target, named.isa);
    }
    let tried = report.tried;
    let _ = match (report.verdict, report.proof) {
        ("equal", Some("same operation")) => writeln!(text, "equal: both do the same"),
        ("compatible", _) => writeln!(
            text,
            "compatible: every operand was tried ({tried}), and for each some result is permitted for \
             both"
        ),
        ("equal", _) => writeln!(text, "equal: every operand was tried ({tried})"),
        ("differ", _) => writeln!(text, "they differ ({tried} operands tried)"),
        ("may differ", _) if report.differences.iter().any(|found| found.contraction) => writeln!(
            text,
            "they may differ: contraction leaves several results open, and the ISA permits each \
             ({tried} operands tried)"
        ),
        ("may differ", _) if report.differences.iter().all(|found| found.alike) => writeln!(
            text,
            "they may differ: the {} are the same ({tried} operands tried), but the ISA leaves some of \
             the results open",
            report.compared
        ),
        ("may differ", _) => writeln!(
            text,
            "they may differ: the references do, and the ISA leaves open whether the results do ({tried} operands tried)"
        ),
        _ => writeln!(text, "no difference found in {tried} operands, which is not a proof"),
    };
    if report.is_qualified && report.differences.is_empty() {
        text.extend([report.agreement, "\n"]);
    }
    for found in &report.differences {
        text.push('\n');
        write_difference(&mut text, found, report.differences.len() > 1);
    }
    text
}

fn write_difference(text: &mut String, found: &Found, is_short: bool) {
    let line = |text: &mut String, prefix: &str, value: &Value| {
        let Value { name, kind, bits, values, others } = value;
        let _ = write!(text, "  {prefix}{name} {kind}  {bits} = {}", braced(values));
        for other in others {
            text.extend([", or ", other]);
        }
        text.push('\n');
    };
    for value in &found.inputs {
        line(text, "", value);
    }
    found.a.iter().for_each(|value| line(text, "a: ", value));
    found.b.iter().for_each(|value| line(text, "b: ", value));
    if !found.certain {
        text.push_str("  the ISA leaves open whether they differ\n");
    }
    if is_short {
        return;
    }
    for lane in found.lanes.iter().filter(|lane| lane.lane.is_some() && found.lanes.len() > 1) {
        let Part { name, lane, a, b, .. } = lane;
        let _ = writeln!(text, "  {name} lane {}: {a}, {b}", lane.unwrap_or(0));
    }
    let _ = writeln!(text, "  {}", found.step);
    let _ = writeln!(text, "    a: {}", found.reason_a);
    let _ = writeln!(text, "    b: {}", found.reason_b);
    if let Some(link) = &found.link {
        let _ = writeln!(text, "  #{link}");
    }
}
