//! Markdown.

use ptxfp::catalog::Requires;
use ptxfp::source::Source;

/// A section, as a link where it has an address.
pub(crate) fn section(source: &Source) -> String {
    source.url().map_or(source.to_string(), |url| format!("[{source}]({url})"))
}

/// Returns the requirements.
pub(crate) fn requires(requires: Requires) -> String {
    requires.to_string()
}

/// A table.
pub(crate) fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let names: Vec<_> = head.iter().map(ToString::to_string).collect();
    let rules: Vec<_> = head.iter().map(|_| "---".to_owned()).collect();
    let rows: String = rows.into_iter().map(|cells| row(&cells)).collect();
    format!("{}{}{rows}\n", row(&names), row(&rules))
}
