//! Measurements as Markdown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The measurements of an instruction.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// The group it belongs to.
    pub(super) group: String,
    /// Opcode and modifiers.
    pub(super) instruction: String,
    /// The time of an evaluation.
    pub(super) nanoseconds: f64,
    /// The times of others, as multiples of it.
    pub(super) ratios: BTreeMap<String, f64>,
}

/// The columns of ratios: name, and title.
const COLUMNS: [(&str, &str); 10] = [
    ("SoftFloat 3e", "SoftFloat 3e"),
    ("rustc_apfloat", "rustc_apfloat"),
    ("half", "half"),
    ("ml_dtypes", "ml_dtypes"),
    ("host", "host"),
    ("alone", "one by one"),
    ("wasm", "WebAssembly"),
    ("mixed", "20 % rare"),
    ("second", "second attempts, %"),
    ("spread", "spread, %"),
];

/// Columns for implementations that are many times slower, which have a separate table.
const SLOW: [(&str, &str); 2] = [("MPFR", "MPFR"), ("gfloat", "gfloat")];

impl Row {
    /// Reads the output of `ptxfp-bench`.
    pub(super) fn read(text: &str) -> Vec<Self> {
        let mut lines = text.lines();
        let names: Vec<_> = lines.next().unwrap_or_default().split('\t').skip(3).collect();
        let row = |line: &str| {
            let mut fields = line.split('\t');
            let (group, instruction) = (fields.next()?.to_owned(), fields.next()?.to_owned());
            let nanoseconds = fields.next()?.parse().ok()?;
            let ratios = names
                .iter()
                .zip(fields)
                .filter_map(|(name, field)| Some(((*name).to_owned(), field.parse().ok()?)));
            Some(Self { group, instruction, nanoseconds, ratios: ratios.collect() })
        };
        lines.filter_map(row).collect()
    }
}

/// A table for each group, and one of what is slow, each with an empty line before it.
pub(super) fn markdown(rows: &[Row]) -> String {
    let groups = rows.chunk_by(|a, b| a.group == b.group);
    let mut text: String = groups
        .map(|group| table(&group[0].group, &group.iter().collect::<Vec<_>>(), &COLUMNS))
        .collect();
    let is_slow = |row: &&Row| SLOW.iter().any(|(name, _)| row.ratios.contains_key(*name));
    let slow: Vec<_> = rows.iter().filter(is_slow).collect();
    if !slow.is_empty() {
        text += &table("slow references", &slow, &SLOW);
    }
    text
}

/// The columns that some of the rows fill.
fn table(title: &str, rows: &[&Row], columns: &[(&str, &str)]) -> String {
    let has = |name: &str| rows.iter().any(|row| row.ratios.contains_key(name));
    let columns: Vec<_> = columns.iter().filter(|(name, _)| has(name)).collect();
    let titles: Vec<_> = columns.iter().map(|(_, title)| *title).collect();
    let mut text = format!("\n| {title} | ns | {} |\n", titles.join(" | "));
    // Writing to a String cannot fail.
    let _ = writeln!(text, "| --- | --: |{}", " --: |".repeat(columns.len()));
    for row in rows {
        let _ = write!(text, "| `{}` | {:.1} |", row.instruction, row.nanoseconds);
        for (name, _) in &columns {
            let ratio = row.ratios.get(*name).map(|ratio| format!(" {ratio:.2}"));
            let _ = write!(text, "{} |", ratio.unwrap_or_default());
        }
        text.push('\n');
    }
    text
}

/// The geometric means over what each other implementation has of arithmetic.
pub(super) fn summary(rows: &[Row]) -> String {
    let mut text =
        "| geometric mean over arithmetic | ratio | least |\n| --- | --: | --: |\n".to_owned();
    let is_ratio = |(name, _): &(&str, &str)| *name != "spread" && *name != "second";
    for (name, title) in COLUMNS.into_iter().chain(SLOW).filter(is_ratio) {
        let of = rows.iter().filter(|row| row.group == "arithmetic");
        let ratios: Vec<f64> = of.filter_map(|row| row.ratios.get(name).copied()).collect();
        if let Some(mean) = geometric_mean(&ratios) {
            let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
            let _ = writeln!(text, "| {title} | {mean:.2} | {least:.2} |");
        }
    }
    text
}

/// An empty value if nothing was measured.
pub(super) fn geometric_mean(values: &[f64]) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "a few dozen")]
    let n = values.len() as f64;
    (!values.is_empty()).then(|| (values.iter().map(|value| value.ln()).sum::<f64>() / n).exp())
}

#[cfg(test)]
mod tests {
    use super::{Row, geometric_mean, markdown, summary};

    const TEXT: &str = "group\tinstruction\tns\talone\tSoftFloat 3e\thalf\n\
                        arithmetic\tadd.f32\t5.25\t4.00\t2.00\t\n\
                        arithmetic\tmul.f32\t4.00\t4.00\t8.00\t\n";

    #[test]
    fn a_table_has_the_columns_that_are_filled() {
        let rows = Row::read(TEXT);
        let table = markdown(&rows);
        assert!(table.contains("| arithmetic | ns | SoftFloat 3e | one by one |"), "{table}");
        assert!(table.contains("| `mul.f32` | 4.0 | 8.00 | 4.00 |"), "{table}");
        let summary = summary(&rows);
        assert!(summary.contains("| SoftFloat 3e | 4.00 | 2.00 |"));
        let text = summary + &table;
        assert!(text.contains("|\n\n|") && !text.contains("\n\n\n"), "{text}");
    }

    #[test]
    fn what_is_slow_has_a_table_of_its_own() {
        let text = "group\tinstruction\tns\talone\tMPFR\n\
                    arithmetic\tadd.f32\t5.25\t4.00\t21.00\n\
                    arithmetic\tadd.rz.f32\t6.00\t4.00\t\n";
        let rows = Row::read(text);
        let table = markdown(&rows);
        let expected =
            "| slow references | ns | MPFR |\n| --- | --: | --: |\n| `add.f32` | 5.2 | 21.00 |\n";
        assert!(table.ends_with(expected), "{table}");
        assert!(table.contains("| arithmetic | ns | one by one |\n"), "{table}");
        assert!(summary(&rows).contains("| MPFR | 21.00 | 21.00 |"));
    }

    #[test]
    fn a_geometric_mean_is_of_factors() {
        assert!(geometric_mean(&[]).is_none());
        assert!((geometric_mean(&[2.0, 8.0]).unwrap_or(0.0) - 4.0).abs() < 1e-9);
    }
}
