//! Messages of the core, as the page shows them.

use ptxfp::catalog::opcodes;

/// A message of the core as a sentence; a piece of an instruction at its start keeps its
/// spelling.
pub(crate) fn sentence(message: &str) -> String {
    let mut text = String::new();
    let first = message.split(' ').next().unwrap_or_default();
    let is_quoted = first.starts_with(['\'', '`']);
    let is_code = first.contains('.') || first.starts_with("sm_");
    if !is_quoted && is_code || opcodes().any(|opcode| opcode == first) {
        text.extend(["`", first, "`"]);
        text.push_str(message.get(first.len()..).unwrap_or_default());
    } else {
        let mut characters = message.chars();
        // Messages are in English: Unicode's table of cases would cost 6 KB.
        text.extend(characters.next().map(|first| first.to_ascii_uppercase()));
        text.push_str(characters.as_str());
    }
    if !text.ends_with(['.', '?']) {
        text.push('.');
    }
    text
}
