//! A text of statements with its controls, as the page shows it.

use crate::program::Screen;
use crate::program::code::Which;
use crate::program::debug::Line;
use crate::program::statements::{CodeView, ProblemView};
use crate::program::view::SequenceView;
use crate::program::words::Words;

/// A text area with its controls, and the problems below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditorView {
    /// The program that it holds.
    pub which: Which,
    /// The text as typed.
    pub text: String,
    /// The new place of its caret, in UTF-16 units, if that moves.
    pub caret: Option<usize>,
    /// Whether the listing of a kernel is in its place.
    pub is_folded: bool,
    /// Its height in lines.
    pub rows: usize,
    /// The marked lines.
    pub lines: Vec<Line>,
    /// The targets, oldest first, and the one in force.
    pub targets: Vec<String>,
    /// The target in force.
    pub target: &'static str,
    /// The versions of the ISA, newest first.
    pub isas: Vec<String>,
    /// The version in force.
    pub isa: String,
    /// The completions at the caret.
    pub words: Option<Words>,
    /// The errors, in the order of the text.
    pub problems: Vec<ProblemView>,
}

impl Screen {
    /// The text area of a program, if there is that program.
    pub fn editor(&self, which: Which) -> Option<EditorView> {
        let view = &*self.view;
        let code = code_of(view, which)?;
        Some(EditorView {
            which,
            text: code.text.clone(),
            caret: self.caret.filter(|(side, _)| *side == which).map(|(_, caret)| caret),
            is_folded: which == Which::First && !self.is_edited,
            rows: rows(view),
            lines: self.debug.lines.get(which as usize).cloned().unwrap_or_default(),
            targets: view.targets.clone(),
            target: code.target,
            isas: view.isas.clone(),
            isa: code.isa.clone(),
            words: self.words.clone().filter(|words| words.which == which),
            problems: code.problems.clone(),
        })
    }
}

/// The view of a program's statements, if there is that program.
pub(super) fn code_of(view: &SequenceView, which: Which) -> Option<&CodeView> {
    match which {
        Which::First => Some(&view.code),
        Which::Other => view.beside.as_ref().map(|beside| &beside.code),
    }
}

/// The height of text areas in lines: the same for both, with one spare line to go on typing.
fn rows(view: &SequenceView) -> usize {
    let others = code_of(view, Which::Other).map_or("", |code| &code.text);
    let lines = |text: &str| text.split('\n').count();
    (lines(&view.code.text).max(lines(others)) + 1).clamp(5, 24)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::module::Module;
    use crate::program::beside::Edit as Comparing;
    use crate::program::code::Change;
    use crate::program::{Edit, Model};

    #[test]
    fn both_text_areas_are_as_high_as_the_longer_text() {
        let mut model = Model::default();
        assert_eq!(model.screen(None).editor(Which::Other), None);
        model.apply(Edit::Compare(Comparing::Begin));
        model.apply(Edit::Code(Which::Other, Change::Type("// a\n".repeat(9))));
        let screen = model.screen(None);
        let [one, other] = [Which::First, Which::Other].map(|which| screen.editor(which).unwrap());
        assert_eq!((one.rows, other.rows), (11, 11));
        assert!(other.text.starts_with("// a") && !one.text.starts_with("// a"));
    }
}
