//! Colors of text for people; [`write_all`](crate::write_all) leaves them out of files and pipes.

use anstyle::{AnsiColor, Style};
use ptxfp::Guarantee;

/// A result.
pub(crate) const RESULT: Style = Style::new().bold();
/// A word that says what follows.
pub(crate) const LABEL: Style = Style::new().dimmed();
/// The style of results that are certain.
pub(crate) const RIGHT: Style = AnsiColor::Green.on_default();
/// The style of results that are left open.
pub(crate) const OPEN: Style = AnsiColor::Yellow.on_default();
/// The style of errors.
pub(crate) const WRONG: Style = AnsiColor::Red.on_default().bold();

/// The color of a guarantee, by its name.
pub(crate) fn guarantee(name: &str) -> Style {
    if name == Guarantee::Bits.name() { RIGHT } else { OPEN }
}
