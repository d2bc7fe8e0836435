//! The file of machine code that the page fetches: whatever is in it, the tab is drawn.

use std::sync::Arc;

use ptxfp::link::parse;

use crate::input::Input;
use ptxfp_view::explorer::machine::{Machine, view};

/// A line with a link, and the lines of the file.
pub fn machine(data: &[u8]) {
    let text = &*Input::new(data).text();
    let (link, file) = text.split_once('\n').unwrap_or((text, ""));
    let state = parse(link).state;
    let view = view(&Machine::Here(Arc::from(file)), &state);
    let mut targets = Vec::new();
    for code in &view.codes {
        targets.extend(code.targets.split(", "));
        assert!(!code.title.is_empty() || file.contains("class\t\t"), "{file:?}");
        assert!(code.code.iter().all(|line| file.contains(line)));
    }
    let has_present = view.codes.iter().any(|code| code.is_present);
    assert_eq!(view.note.is_empty(), has_present, "{file:?}");
    assert_eq!(has_present, targets.contains(&state.context.target.name), "{file:?}");
}
