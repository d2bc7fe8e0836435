//! Measurements in documents: replacing text between marks, and describing the machine.

use std::fs;
use std::num::NonZero;
use std::thread::available_parallelism;

use anyhow::{Context as _, Result};

use crate::ptxas::date::today;
use crate::workspace;

/// The mark after each generated part.
const END: &str = "<!-- end of what is written -->";

/// Puts the text between its marks in a document of the checkout.
pub(crate) fn write(document: &str, begin: &str, text: &str) -> Result<()> {
    let path = workspace::root().join(document);
    let old = fs::read_to_string(&path).with_context(|| format!("cannot read {document}"))?;
    let new = replaced(&old, begin, text)
        .with_context(|| format!("{document} does not have its marks"))?;
    fs::write(&path, new).with_context(|| format!("cannot write {document}"))
}

fn replaced(document: &str, begin: &str, text: &str) -> Option<String> {
    let (before, rest) = document.split_once(begin)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{begin}\n\n{}\n\n{END}{after}", text.trim_end()))
}

/// The date and the machine.
pub(crate) fn where_and_when() -> String {
    let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = processor.lines().find(|line| line.starts_with(name))?;
        line.split_once(": ").map(|(_, value)| value.to_owned())
    };
    let machine = match (field("model name"), field("cpu family"), field("model\t")) {
        (Some(name), Some(family), Some(model)) => {
            format!("{name} (family {family}, model {model})")
        }
        _ => std::env::consts::ARCH.to_owned(),
    };
    let n_cores = available_parallelism().map_or(1, NonZero::get);
    format!("{}, {machine}, {n_cores} hardware threads", today())
}

#[cfg(test)]
mod tests {
    use super::{END, replaced};

    const ONE: &str = "<!-- one -->";
    const TWO: &str = "<!-- two -->";

    #[test]
    fn only_text_between_the_marks_is_replaced() {
        let part = |begin: &str, text: &str| format!("{begin}\n\n{text}\n\n{END}");
        let document = |first: &str, second: &str| {
            let (first, second) = (part(ONE, first), part(TWO, second));
            format!("head\n\n{first}\n\nnotes\n\n{second}\n\nmore\n")
        };
        let old = document("old", "old");
        assert_eq!(replaced(&old, ONE, "new\n"), Some(document("new", "old")));
        assert_eq!(replaced(&old, TWO, "new\n"), Some(document("old", "new")));
        assert_eq!(replaced("no marks", ONE, "new"), None);
    }
}
