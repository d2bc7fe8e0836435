//! The shape of a view's state: a plain model, edits that change it, a screen that follows from it.

use ptxfp::link::Problem;

/// Whether a change of address is a step that the back button returns from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// A step: something was picked.
    Step,
    /// Not a step: a value was changed.
    Edit,
    /// A text is being typed: its first change is a step, and the others are not.
    Typing,
}

/// The state of a view, its changes, and its screen.
///
/// Views that have been visited stay in the document, and the fragment of the address says which of them
/// is shown.
pub trait Module: Send + Sync + 'static {
    /// A change of the state.
    type Edit: 'static;
    /// The data of everything drawn.
    type Screen: Send + Sync + 'static;

    /// The edit that says how long the compressed link is; `None` where links stay as they are.
    const PACKED: Option<fn(usize) -> Self::Edit> = None;

    /// Makes a change.
    fn apply(&mut self, edit: Self::Edit);

    /// The screen of the state; unchanged parts may be reused from the last one.
    fn screen(&self, last: Option<&Self::Screen>) -> Self::Screen;

    /// The part of the last change in the history.
    fn visit(&self) -> Visit;

    /// Whether a fragment asks for a view of this module.
    fn owns(fragment: &str) -> bool;

    /// Loads a fragment, and returns the selector of the element to focus once it is drawn.
    fn follow(&mut self, fragment: &str) -> Option<String>;

    /// Reports a link that cannot be decompressed, and leaves the state as it is.
    fn refuse(&mut self, _fragment: &str, _problem: &Problem) {}

    /// The parts of a screen that the rest of the page uses.
    fn summary(screen: &Self::Screen) -> Summary<'_>;
}

/// The parts of a screen that the rest of the page uses.
#[derive(Clone, Copy, Debug)]
pub struct Summary<'s> {
    /// The subject of the page.
    pub heading: &'s str,
    /// The fragment of the address.
    pub fragment: &'s str,
    /// The outcome of the last edit, for a screen reader.
    pub spoken: &'s str,
}
