//! The files of machine code that the page fetches: whatever is in them, the tab is drawn.

use std::sync::Arc;

use ptxfp::link::parse;

use crate::input::Input;
use ptxfp_view::explorer::tabs::machine::whole::{Text, Whole};
use ptxfp_view::explorer::tabs::machine::{Machine, record};

/// A line with a link, and the lines of both files.
pub fn machine(data: &[u8]) {
    let text = &*Input::new(data).text();
    let (link, file) = text.split_once('\n').unwrap_or((text, ""));
    let state = parse(link).linked.legal().unwrap_or_default();
    let mut whole = Whole::default();
    whole.press();
    if let Some(Text::Whole(name, _)) = whole.wanted(file, &state) {
        whole.take(name, Some(file.to_owned()));
    }
    let view = record(&Machine::Here(Arc::from(file)), &whole, &state);
    let mut targets = Vec::new();
    for code in &view.codes {
        targets.extend(code.targets.split(", "));
        assert!(!code.title.is_empty() || file.contains("class\t\t"), "{file:?}");
        assert!(code.code.iter().all(|line| file.contains(line)));
    }
    for kernel in view.whole.iter().flat_map(|whole| &whole.kernels) {
        assert!(kernel.text.contains(&*kernel.targets) && kernel.text.ends_with('\n'), "{file:?}");
    }
    let has_present = view.codes.iter().any(|code| code.is_present);
    assert_eq!(view.note.is_empty(), has_present, "{file:?}");
    assert_eq!(has_present, targets.contains(&state.context.target.name), "{file:?}");
}
